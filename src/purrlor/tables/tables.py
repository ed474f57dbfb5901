"""All tables of one server process, and everything that can be done at one. See README.md."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from secrets import token_bytes
from time import time as system_time

from purrlor.bots.user_bots_at_tables import OwnBots
from purrlor.core.game import game as game_of
from purrlor.core.language import N_
from purrlor.tables import log
from purrlor.tables.commands import claims, lobby, nonces, series, turns
from purrlor.tables.commands.series import Entropy
from purrlor.tables.driving.bot_driver import BotDriver, Think, think_here
from purrlor.tables.driving.clock import Clock
from purrlor.tables.driving.drivers import Drivers
from purrlor.tables.errors import BadReaction, Overtaken, StoreError, TooFast, TooManyTables, UnknownTable
from purrlor.tables.log import Draft
from purrlor.tables.people.identities import Identities
from purrlor.tables.people.sessions import Sessions
from purrlor.tables.pipeline import CommandPipeline
from purrlor.tables.processes.background import BackgroundTasks
from purrlor.tables.processes.heartbeat import SHORTEST_RETENTION, Heartbeat, Retention
from purrlor.tables.processes.peers import Peers
from purrlor.tables.registry import TableRegistry
from purrlor.tables.seats import LEVELS, TableSettings
from purrlor.tables.short_codes import CODE_SECONDS, NO_CODE, code_of, hash_of_code, read_code
from purrlor.tables.store import Result, Store
from purrlor.tables.table import Subscriber, Table
from purrlor.tables.viewers.presence import GRACE
from purrlor.tables.viewers.reactions import PHRASES, REACTIONS, Reaction

__all__ = ["Tables", "Think"]
DAY = 86400.0
REACTION_GAP = 1.0  # seconds between two reactions of a seat
REACTION_SPAN, REACTION_MOST = 20.0, 6


class Tables:
    """`await start()` before use, `await stop()` after. Its methods are what people do; its parts do the rest:

    registry (tables in memory), pipeline (how a command becomes rows of the log), turns (a match as people play it),
    identities, sessions, bots and clock (what moves by itself), peers (other processes), heartbeat (leases, eviction,
    retention).
    """

    def __init__(
        self,
        store: Store,
        think: Think | None = None,
        own_bots: OwnBots | None = None,
        *,
        pace: float = 0.6,
        idle_after: float = 900.0,
        keep_finished: float = 90 * DAY,
        keep_abandoned: float = 60 * DAY,
        keep_results: float = 0.0,
        most_tables: int = 50,
        time: Callable[[], float] = system_time,
        entropy: Entropy = token_bytes,
    ) -> None:
        """`think` None: sensible cats in this process. `own_bots`: the operator's, like levels. Times in seconds:
        `keep_abandoned` is never less than 30 days, `keep_results` 0 means for ever. `entropy`: where the secret of
        every deal and the seed of every bot's decision come from."""
        self.store, self.entropy, self.most_tables = store, entropy, most_tables
        self.background = BackgroundTasks()
        self.registry = TableRegistry(store, time, self.background)
        self.pipeline = CommandPipeline(self.registry)
        self.own_bots = own_bots or OwnBots()
        self.bots = BotDriver(self.pipeline, think or think_here, self.own_bots, pace, entropy)
        self.clock = Clock(self.pipeline, self.bots)
        self.drivers = Drivers(store, self.background, self.bots, self.clock)
        self.registry.on_change, self.registry.on_evict = self.drivers.wake, self.clock.cancel
        retention = Retention(idle_after, keep_finished, max(keep_abandoned, SHORTEST_RETENTION), keep_results)
        self.heartbeat = Heartbeat(self.registry, self.drivers, retention)
        self.identities = Identities(store, self.registry)
        self.sessions = Sessions(store, self.time, self.background)
        self.turns = turns.Turns(self.pipeline)
        self.peers = Peers(store, self.registry, self.sessions, self.clock, self.background)
        # What nearly every caller needs, without a layer in between.
        self.get, self.watched, self.execute = self.registry.get, self.registry.watched, self.pipeline.execute
        self.play, self.undo, self.play_instead = self.turns.play, self.turns.undo, self.turns.play_instead

    def time(self) -> float:
        """Seconds since 1970; the registry has the one clock that all parts read."""
        return self.registry.time()

    # from start to stop
    async def start(self) -> None:
        self.peers.listen()
        await self.sessions.load()
        await self.heartbeat.beat()
        self.background.spawn(self.heartbeat.run())

    async def stop(self) -> None:
        """End every subscriber and every cat's thought; nothing is lost."""
        for table in self.registry.tables.values():
            for subscriber in table.subscribers:
                subscriber.wake(None)
        await self.background.stop()
        await self.clock.stop()
        await self.bots.stop()
        with suppress(StoreError):
            await self.store.leave()

    def numbers(self) -> dict[str, int]:
        """For /metrics."""
        tables = self.registry.tables.values()
        return {
            "tables": len(tables),
            "running": sum(1 for table in tables if table.stage == "running"),
            "viewers": sum(len(table.subscribers) for table in tables),
            "decisions": self.registry.decisions,
            "cats_thinking": len(self.bots.moving),
            "takeovers": self.heartbeat.takeovers,
            "store_failures": self.store.failures,
        }

    def levels(self, game: str) -> list[str]:
        """What a host may choose for a cat's seat at this game: our levels, then the operator's own bots."""
        return [*LEVELS, *(bot.level for bot in self.own_bots.offered(game))]

    # before the match
    async def create(
        self,
        host: str,
        game: str,
        seats: int,
        options: Mapping[str, object] | None = None,
        settings: TableSettings | None = None,
        *,
        people: Sequence[str] = (),
        bots: Sequence[str] = (),
        begin: bool = False,
        commit: str = "",
        position: str = "",
        look: str = "",
    ) -> Table:
        """A new table of this host. `people`: names the host sits down from seat 0 on (one device may hold several);
        `bots`: levels for the seats after them; `begin`: start at once (play now); `commit`: to the nonce of the host's
        browser; `position`: where the match goes on, in the game's notation. Such a match has no nonces: who brings a
        position along has chosen what chance would have dealt. `look`: of the host's own cat."""
        how = settings or TableSettings()
        drafts = lobby.lay_table(
            game_of(game),
            seats,
            options or {},
            how,
            host,
            people,
            bots,
            self.levels(game),
            begin,
            "" if position else commit,
            position,
            look,
        )
        if await self.store.open_tables(host, self.time() - DAY) >= self.most_tables:
            raise TooManyTables(
                N_("You have opened {most} tables today: finish one before you open another."), most=self.most_tables
            )
        return await self.pipeline.open_table(series.new_facts(game, host, self.time(), self.entropy), drafts)

    async def change(
        self,
        table_id: str,
        identity: str,
        *,
        seats: int | None = None,
        options: Mapping[str, object] | None = None,
        settings: TableSettings | None = None,
    ) -> Table:
        """The host sets the table differently, before the match."""
        return await self.execute(table_id, lambda table: lobby.change(table, identity, seats, options, settings))

    async def sit(
        self,
        table_id: str,
        identity: str,
        name: str,
        seat: int | None = None,
        key: str = "",
        commit: str = "",
        look: str = "",
    ) -> int:
        """Take an open seat (the first one if none is named); again, with another name, to share the device. `key` is
        that of the link, if it was renewed; `commit` the commitment to a nonce; `look` the cat they chose."""
        taken: list[Draft] = []

        def command(table: Table) -> list[Draft]:
            taken[:] = lobby.sit(table, identity, name, seat, key, commit, look)
            return taken

        await self.execute(table_id, command)
        return taken[0].seat

    async def choose_look(self, table_id: str, identity: str, seat: int, look: str) -> Table:
        """Another cat for a seat of one's own, until the match is over."""
        return await self.execute(table_id, lambda table: lobby.choose_look(table, identity, seat, look))

    async def seat_bot(self, table_id: str, identity: str, seat: int | None, level: str) -> Table:
        """The host puts a cat on an open seat, on every open seat (None), or changes a cat's level."""
        return await self.execute(
            table_id, lambda table: lobby.seat_bot(table, identity, seat, level, self.levels(table.game.name))
        )

    async def stand_up(self, table_id: str, identity: str, seat: int) -> Table:
        """Leave one's seat before the match."""
        return await self.execute(table_id, lambda table: lobby.stand_up(table, identity, seat))

    async def remove(self, table_id: str, identity: str, seat: int) -> Table:
        """The host frees a seat before the match; during it, a seat whose player never came goes to a cat for good."""
        return await self.execute(table_id, lambda table: lobby.remove(table, identity, seat))

    async def let_in_again(self, table_id: str, identity: str, number: int) -> Table:
        """The host lets somebody in again who was kept out, by their number among those."""
        return await self.execute(table_id, lambda table: lobby.let_in_again(table, identity, number))

    async def renew_door(self, table_id: str, identity: str) -> Table:
        """The host makes the link to the table worthless, and a new one."""
        return await self.execute(table_id, lambda table: lobby.renew_door(table, identity))

    async def begin(self, table_id: str, identity: str) -> Table:
        """The host begins the match, or calls it where nonces are to be revealed; NotReady while a seat is open."""
        return await self.execute(table_id, lambda table: lobby.begin(table, identity))

    async def commit(self, table_id: str, identity: str, commit: str) -> Table:
        """Somebody's browser commits to a nonce for those of its seats that have none."""
        return await self.execute(table_id, lambda table: lobby.commit(table, identity, commit))

    async def reveal_nonce(self, table_id: str, identity: str, nonce: object) -> Table:
        """Somebody shows the nonce they had committed to; the last one begins the match."""
        return await self.execute(table_id, lambda table: nonces.reveal_nonce(table, identity, nonce))

    async def move_seat(self, table_id: str, identity: str, seat: int, to: str) -> Table:
        """Hand a seat of one's own over to another identity (one device becomes two)."""
        return await self.execute(table_id, lambda table: lobby.move_seat(table, identity, seat, to))

    # a short code, said over the phone
    async def offer_code(self, table: Table) -> str:
        """The code of a table whose match has not begun; from now on it leads there."""
        code = code_of(table)
        if table.offered_code != code:
            await self.store.add_code(hash_of_code(code), table.id, self.time())
            table.offered_code = code
        return code

    async def by_code(self, text: str) -> Table:
        """The table of a code, or UnknownTable."""
        code = read_code(text)
        table_id = await self.store.code(hash_of_code(code), self.time() - CODE_SECONDS)
        table = await self.get(table_id) if table_id is not None else None
        if table is None or table.stage == "finished" or code_of(table) != code:  # a renewed link has another code
            raise UnknownTable(NO_CODE)
        return table

    # a seat that changes hands by a person's word
    async def ask_for_seat(self, table_id: str, identity: str, seat: int, name: str = "", key: str = "") -> Table:
        """Somebody with the link asks for a seat: their own, which their browser forgot, or a cat's."""
        table = await self.get(table_id)
        claim = claims.claim_of(table, identity, seat, name, key)
        table.note_claim(claim)
        self.peers.send(table, f"claim {claim.seat} {claim.identity} {claim.name}")
        return table

    async def grant_seat(self, table_id: str, identity: str, claim: str) -> Table:
        """Yes to the question of this key; who may say so: `claims.answerers`."""
        return await self.execute(table_id, lambda table: claims.grant(table, identity, claim))

    async def refuse_seat(self, table_id: str, identity: str, claim: str) -> Table:
        table = await self.get(table_id)
        asking = claims.answered(table, identity, claim).identity
        table.note_refusal(asking)
        self.peers.send(table, f"refuse {asking}")
        return table

    async def hand_to_cat(self, table_id: str, identity: str, seat: int, for_good: bool = False) -> Table:
        """The host gives a seat to a cat during the match: until its player comes back, or for good."""
        give = claims.give_to_cat_for_good if for_good else claims.give_to_cat
        return await self.execute(table_id, lambda table: give(table, identity, seat))

    async def return_seat(self, table_id: str, identity: str, seat: int) -> Table:
        """The host gives a seat that a cat plays back to its player."""
        return await self.execute(table_id, lambda table: claims.return_seat(table, identity, seat))

    # around the table
    @contextmanager
    def subscribe(self, table: Table, seat: int, identity: str = "") -> Iterator[Subscriber]:
        """`with tables.subscribe(table, seat, identity) as subscriber: async for …`
        While it is open, the identity's seats are here; a cat that played for them hands the seat back."""
        subscriber = Subscriber(seat, identity, table.version)
        self.registry.note_viewer(table)
        table.subscribers.add(subscriber)
        if identity:
            self.arrive(table, identity)
        self.clock.set(table)
        try:
            yield subscriber
        finally:
            table.subscribers.discard(subscriber)
            table.touched = table.looked = self.time()
            if identity and table.presence.depart(identity):
                self.peers.send(table, f"gone {identity}")
            self.clock.set(table)

    def arrive(self, table: Table, identity: str) -> None:
        was_here = table.presence.is_here(identity)
        if table.presence.arrive(identity):
            self.peers.send(table, f"here {identity}")
        if turns.returning_seats(table, identity):
            self.background.spawn(self.execute(table.id, lambda table: turns.returning_seats(table, identity)))
        elif not was_here and table.seats_of(identity):
            table.show()

    async def check_in(self, table_id: str, identity: str) -> Table:
        """Somebody looked in without staying (a page without script, a call of the API): they are not away, and take
        their seat back from a cat."""
        table = await self.get(table_id)
        self.registry.note_viewer(table)
        if not table.seats_of(identity):
            return table
        since = table.presence.away_since(identity)
        table.presence.check_in(identity)
        if since is not None and self.time() - since >= GRACE:
            self.peers.send(table, f"gone {identity}")  # to the others: seen just now
            table.show()
            self.clock.set(table)
        return await self.execute(table_id, lambda table: turns.returning_seats(table, identity))

    async def let_cat_play(self, table_id: str, identity: str, seat: int) -> Table:
        """Somebody seated lets a cat play for a person who has been away long enough."""
        return await self.execute(table_id, lambda table: turns.let_cat_play(table, identity, seat))

    async def ask_advice(self, table_id: str, identity: str, seat: int, seen: int) -> Table:
        """Somebody asks a cat what to do; NoAdvice where that is not allowed."""
        return await self.execute(table_id, lambda table: turns.ask_advice(table, identity, seat, seen))

    async def leave(self, table_id: str, identity: str) -> None:
        """Somebody goes and does not want to be reminded of the table; its address still leads there."""
        with suppress(UnknownTable):  # it was cleared away
            await self.execute(table_id, lambda table: turns.leave(table, identity))
        await self.store.forget_sitting(table_id, identity)

    async def return_to_seat(self, table_id: str, identity: str, seat: int) -> Table:
        """Take one's seat back from the cat."""
        return await self.execute(table_id, lambda table: turns.return_to_seat(table, identity, seat))

    async def react(self, table_id: str, identity: str, seat: int, kind: str) -> None:
        """One of reactions.REACTIONS or PHRASES, beside one's face; TooFast if too often."""
        table = await self.get(table_id)
        lobby.own_seat(table, identity, seat)
        if kind not in REACTIONS and kind not in PHRASES:
            known = ", ".join((*REACTIONS, *PHRASES))
            raise BadReaction(N_("A cat does not say that: choose one of {kinds}."), kinds=known)
        now = self.time()
        recent = [at for at in table.reacted.get(seat, ()) if now - at < REACTION_SPAN]
        if len(recent) >= REACTION_MOST or (recent and now - recent[-1] < REACTION_GAP):
            raise TooFast(N_("Even a cat takes a breath: wait a moment."))
        table.reacted[seat] = [*recent, now]
        table.react(Reaction(seat, kind))
        self.peers.send(table, f"react {seat} {kind}")

    async def rematch(self, table_id: str, identity: str, commit: str = "", game: str = "", level: str = "") -> Table:
        """The next table of the series: made by the first who asks, joined by the others with the same call; it begins
        when all people came, another game when its host says so. Seats move one on, so that the next player is first.
        `game`: another one than this; `level`: another one of the cats."""
        table, person = await self.get(table_id), await self.store.identity(identity)
        look = "" if person is None else person.look
        async with table.lock:
            offered = self.levels(game or table.game.name)
            series.check_rematch(table, identity, level, offered)
            while not table.again:
                rows = series.next_rows(table, identity, commit, game, level, offered, look)
                facts = series.next_facts(table, identity, self.time(), self.entropy, game)
                row = self.pipeline.numbered(
                    table, [log.play_again(table.seats_of(identity)[0], facts.id, facts.game)]
                )[0]
                try:
                    made = await self.pipeline.open_table(facts, rows, (table.id, row))
                except Overtaken:
                    await self.registry.catch_up_or_fail(table)
                else:
                    table.take_in([row])
                    return made
        return await self.execute(table.again, lambda table: lobby.come(table, identity, commit, look))

    async def series_score(self, table: Table) -> list[Result]:
        """Results of the finished matches of this table's series."""
        return await self.store.series(table.facts.series)
