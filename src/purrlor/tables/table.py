"""One table in memory: the fold of its log, to be read by pages, the API and the cats; and who looks at it."""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Literal, NamedTuple, cast

from purrlor.core import fairness
from purrlor.core.fairness import Contribution
from purrlor.core.game import Game, State, game
from purrlor.core.language import N_
from purrlor.core.match import Match, Views, key_rng
from purrlor.core.match_record import MatchRecord
from purrlor.core.options import Value
from purrlor.core.seats import WATCHER, members
from purrlor.tables import log
from purrlor.tables.commands.seating_rows import SEATING_ROWS
from purrlor.tables.errors import NotFinished, NotStarted, OldRules
from purrlor.tables.history.match_history import ASKED_CAT, GOES_ON, History
from purrlor.tables.seats import Seat, TableSettings, table_names
from purrlor.tables.store.rows import Row, TableFacts
from purrlor.tables.viewers.presence import Presence
from purrlor.tables.viewers.reactions import MOST_REMARKS, Reaction

if TYPE_CHECKING:
    from purrlor.tables.commands.claims import SeatClaim
    from purrlor.tables.history.match_summary import MatchSummary
    from purrlor.tables.viewers.watcher_queue import WatcherQueue

SHOWN_TO_ALL = -1  # instead of the seat of a secret choice
UNSEEN = 300.0  # seconds without anybody who looks, after which nothing moves by itself
Stage = Literal["lobby", "running", "finished"]
set_members = lru_cache(maxsize=4096)(members)  # every screen asks for the same few sets


class PreparedStep(NamedTuple):
    """Where a decision leads that is about to be written down."""

    before: State
    seat: int
    action: int
    after: State


class Update(NamedTuple):
    """What woke a viewer: the latest version, whether the board is another, and reactions since the last news."""

    version: int
    changed: bool
    reactions: tuple[Reaction, ...]


class Subscriber:
    """One open screen: `async for update in viewer`. The first news comes at once; it ends when the server does."""

    __slots__ = ("delivered", "identity", "latest", "reactions", "waiter", "watches")

    def __init__(self, seat: int, identity: str, version: int) -> None:
        self.watches, self.identity = seat == WATCHER, identity
        self.latest: int | None = version  # None: no more news
        self.delivered = -1
        self.reactions: list[Reaction] = []
        self.waiter: asyncio.Future[None] | None = None

    def __aiter__(self) -> AsyncIterator[Update]:
        return self

    async def __anext__(self) -> Update:
        while self.latest == self.delivered and not self.reactions:
            self.waiter = asyncio.get_running_loop().create_future()
            try:
                await self.waiter
            finally:
                self.waiter = None
        if self.latest is None:
            raise StopAsyncIteration
        update = Update(self.latest, self.latest != self.delivered, tuple(self.reactions))
        self.delivered = self.latest
        self.reactions.clear()
        return update

    def wake(self, version: int | None) -> None:
        self.latest = version
        self.notify()

    def react(self, reaction: Reaction) -> None:
        if len(self.reactions) < 16:
            self.reactions.append(reaction)
            self.notify()

    def notify(self) -> None:
        if self.waiter is not None and not self.waiter.done():
            self.waiter.set_result(None)


class Table:
    """Read it freely between two awaits; only `Tables` changes it."""

    def __init__(self, facts: TableFacts, time: Callable[[], float], watcher_queue: WatcherQueue) -> None:
        self.facts, self.id, self.host = facts, facts.id, facts.host
        self.game: Game = game(facts.game)
        self.options: dict[str, Value] = {}  # as given; `match.options` are all of them, settled
        self.settings = TableSettings()
        self.position = ""  # where the match goes on, in the game's notation; "": it begins at its beginning
        self.waits_for_host = False  # a rematch that does not begin by itself: another game, or changed in its lobby
        self.seats: list[Seat] = []
        self.match: Match | None = None  # from the beginning of the match on
        self.n = 0  # rows of the log; nobody may be told, for it counts steps of secret choices
        self.shown = 0  # decisions and undos that others than their seat could see
        self.called_at: float | None = None  # when the match was called: from then on its terms stand
        self.nonces: dict[int, str] = {}  # by seat, as they are revealed
        self.again = ""  # id of the rematch
        self.again_by, self.again_game = -1, ""  # who invites to it, and which game it is
        self.barred: dict[str, str] = {}  # whom the host keeps out, with their names
        self.door = ""  # the key of a renewed link; "": the table's address is enough
        self.started: float | None = None
        self.makers: list[str] = []  # of every decision: "" its player, or log.CAT_DID or log.CLOCK_DID
        self.shown_at = 0.0  # when others last saw a decision
        self.person_act_at = 0.0  # when a person last decided or took something back
        self.played: set[int] = set()  # seats whose player has decided something
        self.asked: list[int] = []  # by seat: its legal actions as a mask
        self.question: list[int] = []  # by seat: the number of its question, the `seen` of its forms
        self.asked_at: list[float] = []  # by seat: since when; the steps of one secret choice are one question here
        self.history: History | None = None
        self.chances: dict[int, float] = {}  # to win, by seat, as watchers may know; none while nobody watches
        self.summary: MatchSummary | None = None  # some time after the end: epilogue_of
        self.time = time
        self.presence = Presence(time)
        self.version = int(time() * 1e6)  # rises with everything anybody can see; also across restarts
        self.subscribers: set[Subscriber] = set()
        self.watcher_queue = watcher_queue
        self.reacted: dict[int, list[float]] = {}  # by seat, when
        self.seats_changed_at = 0  # `shown` when a cat took a seat over or gave it back
        self.said: deque[tuple[Reaction, float]] = deque(maxlen=MOST_REMARKS)  # by whom, what and when; the newest last
        self.offered_code = ""  # the short code that leads here
        self.claims: dict[str, SeatClaim] = {}  # by identity: who asks for a seat (commands/claims.py)
        self.refused: dict[str, float] = {}  # by identity: when they were told no
        self.views: Views = {}  # of the match as it stands
        self.prepared: PreparedStep | None = None
        self.on_rows: Callable[[Table, Sequence[Row]], None] = lambda table, rows: None  # for the registry
        self.name_lists: dict[str, list[str]] = {}  # by language, until a row may change them
        self.lock = asyncio.Lock()
        self.stale_marks = 0  # reasons to think that the store holds rows which memory does not: ask it first
        self.is_driven_here = False  # this process moves its cats and its clock
        self.clock_from = 0.0  # when this process took the table's clock over from one that died
        self.touched = self.looked = time()  # touched: by anything; looked: somebody wanted to see it
        self.viewing_published_at = 0.0  # when the other processes were last told that somebody looks here

    def __repr__(self) -> str:
        return f"<Table of {self.game.name}, {self.stage}, {self.n} rows>"  # its id would let a reader sit down

    # reading
    @property
    def stage(self) -> Stage:
        if self.match is None:
            return "lobby"
        return "running" if any(self.asked) else "finished"

    def seats_of(self, identity: str) -> tuple[int, ...]:
        """Where this person sits; several seats: they share a device."""
        return tuple(k for k, seat in enumerate(self.seats) if identity and seat.identity == identity)

    def names(self, language: str) -> list[str]:
        """What everybody is called, cats included; "" for an open seat."""
        found = self.name_lists.get(language)
        if found is None:
            found = self.name_lists[language] = table_names(self, language)
        return found

    @property
    def invitation_path(self) -> str:
        """The path that friends are given."""
        return f"/t/{self.id}?key={self.door}" if self.door else f"/t/{self.id}"

    def has_no_viewers(self) -> bool:
        """Whether nobody has wanted to see this table for minutes: then cats and clock wait."""
        is_open = bool(self.subscribers) or any(self.presence.elsewhere.values())
        return not is_open and self.time() - self.looked > UNSEEN

    def chair(self, seat: int) -> int:
        """The seat this player had in the first match of the series."""
        return (seat + self.facts.number) % len(self.seats)

    def view(self, seat: int) -> State:
        """What this seat (or WATCHER) may know. Shared by all readers: do not change it."""
        found = self.views.get(seat)
        if found is None:
            found = self.views[seat] = self.playing().view(seat)
        return found

    def playing(self) -> Match:
        """The match, or NotStarted."""
        if self.match is None:
            raise NotStarted(N_("The match has not begun yet."))
        return self.match

    def waiting(self) -> tuple[int, ...]:
        """The seats asked now."""
        return tuple([k for k, mask in enumerate(self.asked) if mask])

    def legal(self, seat: int) -> tuple[int, ...]:
        """What this seat may do now; nothing if it is not asked."""
        return set_members(self.asked[seat]) if 0 <= seat < len(self.asked) else ()

    def can_undo(self, seat: int) -> bool:
        """Whether this seat's player made the last decision and nothing came of it; what ends a match stands."""
        if self.match is None or self.stage != "running" or not self.match.can_undo(seat):
            return False
        number = self.match.last_of(seat)
        return number is not None and not self.makers[number - 1]

    @property
    def seal(self) -> str:
        return fairness.seal(self.facts.secret)

    def waiting_for(self, seat: int) -> list[int]:
        """The seats asked now as far as this seat (or WATCHER) may know: a secret choice is going on until all are."""
        return list(set_members(int(self.game.rules.waiting(self.view(seat)))))

    def number_for(self, seat: int) -> int:
        """What forms and programs send back as `seen`: the question of this seat; for WATCHER what was shown."""
        if self.match is None:
            return 0
        return self.question[seat] if 0 <= seat < len(self.question) else self.shown

    def is_here(self, seat: int) -> bool:
        """Whether the person of this seat has the table open; cats always have."""
        return not self.seats[seat].is_person or self.presence.is_here(self.seats[seat].identity)

    def state_after(self, seat: int, action: int, *, instead: bool = False) -> State:
        """The state a legal decision leads to, or one in place of the last. Rules that stumble do so here, before
        anything is written down; what is written down then leads to the very state that was made here."""
        match = self.playing()
        if not instead:
            self.prepared = PreparedStep(match.state, seat, action, match.state_after(seat, action))
            return self.prepared.after
        state = match.without_last(seat)
        key_rng(state, match.key, len(match.log))
        self.game.rules.apply(state, seat, action)
        return state

    def story(self, viewer: int, language: str, limit: int = 30) -> list[str]:
        """What happened, in words, as this seat (or WATCHER) may know it; the newest last."""
        if self.history is None:
            return []
        return self.history.sentences(viewer, language, limit, self.names(language))

    def change_of_seats(self, viewer: int, language: str, *, is_asked: bool) -> str:
        """The newest news of who plays which seat, for a viewer who may have missed it; "" if there is none. Who is
        asked is told as long as nothing was decided since, others for a round. Secret choices do not count: nobody may
        see that one was made."""
        decided = self.shown - self.seats_changed_at
        if self.history is None or self.stage != "running" or decided > (0 if is_asked else len(self.seats)):
            return ""
        return self.history.change_of_seats(viewer, language, self.names(language))

    def record(self) -> MatchRecord:
        """The match with its secret as data, once it is over; before that its log would tell secrets."""
        if not self.playing().is_over:
            raise NotFinished(N_("The match is not over yet: its record is shown at the end."))
        return self.playing().record()

    # changing: rows of the log, and what is seen
    def take_in(self, rows: Sequence[Row]) -> None:
        """Rows that are in the store: memory follows them, and those who may notice are woken."""
        chosen_by: set[int] = set()  # the seats of secret choices, if these rows are nothing else
        for row in rows:
            self.apply(row)
            chosen_by.add(row.seat if self.is_secret_step(row) else SHOWN_TO_ALL)
        chooser = chosen_by.pop() if len(chosen_by) == 1 else SHOWN_TO_ALL
        self.touched = self.time()
        self.show(None if chooser == SHOWN_TO_ALL else self.seats[chooser].identity)
        self.on_rows(self, rows)

    def show(self, only: str | None = None) -> None:
        """Something visible changed: wake everybody who looks, the players first. `only`: a secret choice, which
        nobody but this person may notice."""
        self.version += 1
        for viewer in self.subscribers:
            if only is not None:
                if only and viewer.identity == only:
                    viewer.wake(self.version)
            elif viewer.watches:
                self.watcher_queue.enqueue(self)
            else:
                viewer.wake(self.version)

    def react(self, reaction: Reaction) -> None:
        """Somebody's cat says something: it goes to every open screen and is not stored."""
        self.said.append((reaction, self.time()))
        for subscriber in self.subscribers:
            subscriber.react(reaction)

    def note_claim(self, claim: SeatClaim) -> None:
        """Somebody asks for a seat: those who may answer see it. It is not stored."""
        self.refused.pop(claim.identity, None)
        self.claims[claim.identity] = claim
        self.show()

    def note_refusal(self, identity: str) -> None:
        self.claims.pop(identity, None)
        self.refused[identity] = self.time()
        self.show()

    def apply(self, row: Row) -> None:
        """Take in the next row of the log."""
        assert row.n == self.n + 1, f"row {row.n} after {self.n}"
        if row.kind not in (log.ACT, log.UNDO):  # which change nobody's name
            self.name_lists.clear()
        FOLD[row.kind](self, row)
        self.n = row.n

    def begin(self, row: Row) -> None:
        data, contributions = json.loads(row.note), None
        if isinstance(data, dict):  # else nobody gave a nonce: the key is the secret
            contributions = [Contribution(**each) for each in data["contributions"]]
        revision = data if contributions is None else data["revision"]
        if revision != self.game.revision:
            raise OldRules(
                N_("This match began under revision {old} of its rules; this server has revision {new}."),
                old=revision,
                new=self.game.revision,
            )
        count, secret = len(self.seats), self.facts.secret
        self.match = Match(self.game, count, self.options, secret=secret, contributions=contributions)
        if self.position:
            self.match.begin_from(self.position)
        self.history = History(self.match, self.view)
        if self.position:
            self.history.remark(GOES_ON, 0)
        self.started = row.at
        self.asked, self.question, self.asked_at = [0] * count, [0] * count, [0.0] * count
        self.moved(row)

    def act(self, row: Row) -> None:
        match, history, prepared = cast(Match, self.match), cast(History, self.history), self.prepared
        before = history.before()
        was, self.views, self.prepared = self.views, {}, None
        if prepared is None or prepared[1:3] != (row.seat, row.action) or prepared.before is not match.state:
            match.check(row.seat, row.action)  # not checked here but where it was written down
            after = match.state_after(row.seat, row.action)
        else:
            after = prepared.after
        match.go_on(row.seat, row.action, after, was, self.views)
        history.decided(row.seat, row.action, before, match.unseen)
        self.makers.append(row.note)
        if not row.note:
            self.played.add(row.seat)
        self.moved(row)

    def undo(self, row: Row) -> None:
        match = cast(Match, self.match)
        self.views.clear()
        number = match.undo(row.seat)
        del self.makers[number - 1]
        cast(History, self.history).undone(number, row.seat, match.unseen)
        self.moved(row)

    def moved(self, row: Row) -> None:
        """The match stands differently: who is asked what, and since when."""
        rules, state, unseen = self.game.rules, cast(Match, self.match).state, cast(Match, self.match).unseen
        if not unseen:
            self.shown += 1
            self.shown_at = row.at
        if not row.note:
            self.person_act_at = row.at
        waiting = rules.waiting(state)
        if not waiting:
            self.facts = replace(self.facts, finished=row.at)
        for seat in range(len(self.seats)):
            mask = rules.legal(state, seat) if waiting >> seat & 1 else 0
            if mask != self.asked[seat] or seat == row.seat:
                self.asked[seat] = mask
                self.question[seat] += 1
                if not unseen:
                    self.asked_at[seat] = row.at

    def is_secret_step(self, row: Row) -> bool:
        """Whether the row just applied is something that nobody but its seat may notice now."""
        if row.kind == log.ADVICE:
            return bool(cast(History, self.history).postponed)
        return row.kind in (log.ACT, log.UNDO) and self.playing().unseen

    def ask_advice(self, row: Row) -> None:
        cast(History, self.history).remark_on_choice(ASKED_CAT, row.seat)


FOLD: dict[str, Callable[[Table, Row], None]] = {
    **SEATING_ROWS,
    log.BEGIN: Table.begin,
    log.ACT: Table.act,
    log.UNDO: Table.undo,
    log.ADVICE: Table.ask_advice,
}
