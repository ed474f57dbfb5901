"""The tables in memory: loaded by replay, changed through one way in, woken by other processes, let go when idle."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from secrets import token_bytes
from time import time as system_time
from typing import Any

from purrlor.core.errors import PurrlorError
from purrlor.core.language import N_
from purrlor.tables import log
from purrlor.tables.bot_driver import BotDriver, Think, think_here
from purrlor.tables.clock import Clock, next_time
from purrlor.tables.commands.series import Entropy, ending
from purrlor.tables.errors import OldRules, Overtaken, StoreError, UnknownTable
from purrlor.tables.log import Draft
from purrlor.tables.rights import lost_by
from purrlor.tables.sessions import EVERYBODY, Sessions
from purrlor.tables.store import Row, Store, TableFacts
from purrlor.tables.store.engine import DOES_NOT_ANSWER
from purrlor.tables.story.match_summary import summary_of
from purrlor.tables.subscribers import Reaction
from purrlor.tables.table import Table
from purrlor.tables.watcher_queue import WatcherQueue

HEARTBEAT = 1.0  # seconds between two signs of life
LEASE = 4.0  # seconds without one after which others take the tables over: within 5 s, cats go on
ALONE_HEARTBEAT = 3.0  # where no other process could take over, it only wakes what is due
CLEAN_UP_EVERY = 3600.0
LOOKING = 60.0  # seconds between two words to the process that moves a table that somebody looks at it here
CHUNK = 25  # rows replayed before others have a turn
SHORTEST_RETENTION = 30 * 86400.0  # a running match is never forgotten sooner
MOST_IN_MEMORY = 20_000
SEEN_BY_ALL = -1  # instead of the seat of a secret choice
NO_TABLE = N_("There is no such table: it was cleared away, or the address is not whole.")
Command = Callable[[Table], Sequence[Draft]]
logger = logging.getLogger("purrlor.tables")


class TableRegistry:
    """What `Tables` stands on."""

    def __init__(
        self,
        store: Store,
        think: Think | None = None,
        *,
        pace: float = 0.6,
        idle_after: float = 900.0,
        keep_finished: float = 90 * 86400.0,
        keep_abandoned: float = 60 * 86400.0,
        keep_results: float = 0.0,
        most_tables: int = 50,
        time: Callable[[], float] = system_time,
        entropy: Entropy = token_bytes,
    ) -> None:
        """`think` None: sensible cats in this process. Times in seconds: `keep_abandoned` is never less than 30 days,
        `keep_results` 0 means for ever. `entropy`: where the secret of every deal and the seed of every bot's decision
        come from."""
        self.store, self.time, self.entropy = store, time, entropy
        self.idle_after, self.most_tables = idle_after, most_tables
        self.keep_finished, self.keep_abandoned = keep_finished, max(keep_abandoned, SHORTEST_RETENTION)
        self.keep_results = keep_results
        self.sessions = Sessions(self)
        self.bots = BotDriver(self, think or think_here, pace)
        self.clock = Clock(self)
        self.watcher_queue = WatcherQueue()
        self.tables: dict[str, Table] = {}
        self.loading: dict[str, asyncio.Task[Table]] = {}
        self.missed: set[str] = set()  # tables that changed elsewhere while they were being loaded
        self.by_watch_key: dict[str, str] = {}
        self.tasks: set[asyncio.Task[Any]] = set()
        self.living: set[str] = set()
        self.last_heartbeat = 0.0
        self.cleared = 0.0
        self.decisions = 0
        self.takeovers = 0  # tables of processes that died

    # from start to stop
    async def start(self) -> None:
        self.store.listen(self.on_notification)
        await self.sessions.load()
        await self.heartbeat()
        self.spawn(self.run_heartbeat())

    async def stop(self) -> None:
        """End every viewer and every cat's thought; nothing is lost."""
        for table in self.tables.values():
            for subscriber in table.subscribers:
                subscriber.wake(None)
        tasks = list(self.tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.clock.stop()
        await self.bots.stop()
        with suppress(StoreError):
            await self.store.leave()

    def spawn(self, work: Coroutine[Any, Any, Any]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.on_task_done)

    def on_task_done(self, task: asyncio.Task[Any]) -> None:
        self.tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None:
            logger.warning("%s: %s", type(error).__name__, error)

    async def run_heartbeat(self) -> None:
        while True:
            await asyncio.sleep(HEARTBEAT if self.store.is_shared else ALONE_HEARTBEAT)
            try:
                await self.heartbeat()
                await self.evict_idle()
                if self.time() - self.cleared > CLEAN_UP_EVERY:
                    self.cleared = self.time()
                    await self.clear()
            except PurrlorError as error:
                logger.warning("the store: %s", error)

    async def clear(self) -> int:
        """What is older than it may be leaves the store; how many tables did."""
        now = self.time()
        results_before = now - self.keep_results if self.keep_results else 0.0
        return await self.store.clear(now - self.keep_finished, now - self.keep_abandoned, results_before)

    async def heartbeat(self) -> None:
        """A sign of life; and the tables of those who gave none are taken over."""
        lease_expired = self.time() - self.last_heartbeat > LEASE  # others may have taken ours over meanwhile
        for table in self.tables.values():
            table.is_driven_here = table.is_driven_here and not lease_expired
        self.living = await self.store.heartbeat(LEASE)
        self.last_heartbeat = self.time()
        for table in self.tables.values():
            table.cache.clear()  # what everybody was sent is drawn anew for whoever comes
            if table.presence.drop_dead_servers(self.living):
                table.show()
            if table.subscribers:
                self.look_at(table)
            if lease_expired:
                self.wake_drivers(table)
        for table_id in await self.store.inherit():
            try:
                table = await self.get(table_id)
            except (OldRules, UnknownTable) as error:
                logger.warning("a table cannot be taken over: %s", error)
                continue
            table.is_driven_here = True
            table.clock_from = self.time()  # nobody could decide while nobody served
            self.wake_drivers(table)
            self.takeovers += 1
            logger.warning("a table of %s is taken over from a process that died", table.game.name)

    async def evict_idle(self) -> None:
        """Tables at which nobody looks and nothing happens leave memory; they come back by replay."""
        limit = self.time() - self.idle_after
        if len(self.tables) > MOST_IN_MEMORY:
            limit = sorted(table.touched for table in self.tables.values())[len(self.tables) - MOST_IN_MEMORY]
        idle = [table for table in self.tables.values() if table.touched < limit and self.is_idle(table)]
        leased = [table for table in idle if table.is_driven_here]
        for table in leased:
            table.is_driven_here = False
        await self.store.release([table.id for table in leased])
        for table in idle:
            if table.touched < limit and self.is_idle(table):
                self.evict(table)
            elif table in leased:  # somebody came in the last moment
                self.wake_drivers(table)

    def evict(self, table: Table) -> None:
        if self.tables.get(table.id) is table:
            del self.tables[table.id]
            self.by_watch_key.pop(table.facts.watch_key, None)
        self.clock.cancel(table)

    def is_idle(self, table: Table) -> bool:
        return (
            not table.subscribers
            and not table.lock.locked()
            and not self.bots.is_busy(table)
            and next_time(table) is None
        )

    # finding
    async def get(self, table_id: str, *, fresh: bool = False) -> Table:
        """The table, from memory or by replay, or UnknownTable. `fresh`: ask the store whether others changed it."""
        table = self.tables.get(table_id)
        if table is None:
            table = await self.load(table_id)
        elif fresh and self.store.is_shared:
            await self.refresh(table)
        elif table.stale_marks:
            await self.refresh_if_stale(table)
        table.touched = self.time()
        return table

    async def watched(self, watch_key: str) -> Table:
        """The table of a watch link. Its page must not show the table's id: who knows that may sit down."""
        table_id = self.by_watch_key.get(watch_key) or await self.store.watched(watch_key)
        if table_id is None:
            raise UnknownTable(NO_TABLE)
        table = await self.get(table_id)
        self.look_at(table)
        return table

    def look_at(self, table: Table) -> None:
        """Somebody wants to see it: cats and clock that waited for that go on."""
        was_alone = table.nobody_looks()
        table.looked = now = self.time()
        if was_alone:
            table.clock_from = now  # nobody was to decide meanwhile
            self.wake_drivers(table)
        if self.store.is_shared and not table.is_driven_here and now - table.told_looking > LOOKING:
            table.told_looking = now
            self.spawn(self.store.publish(table.id, "looked"))

    async def load(self, table_id: str) -> Table:
        """Many may ask for the same table at once: it is replayed once.

        No variable here holds the task: an error would hold this frame, the frame the task, and the task the error.
        """
        if table_id not in self.loading:
            self.loading[table_id] = asyncio.get_running_loop().create_task(self.load_from_log(table_id))
            self.loading[table_id].add_done_callback(lambda _: self.loading.pop(table_id, None))
        return await asyncio.shield(self.loading[table_id])

    async def load_from_log(self, table_id: str) -> Table:
        facts = await self.store.facts(table_id)
        if facts is None:
            raise UnknownTable(NO_TABLE)
        rows = await self.store.rows(table_id)
        table = Table(facts, self.time, self.watcher_queue)
        try:
            for row in rows:
                table.apply(row)
                if not row.n % CHUNK:
                    await asyncio.sleep(0)
        except OldRules:
            raise
        except Exception as error:
            logger.error("row %d of a table of %s does not replay: %s", table.n + 1, facts.game, type(error).__name__)
            raise OldRules(
                N_("This match does not replay under the rules of this server: use the release it was begun with.")
            ) from error
        self.admit(table)
        if table_id in self.missed:
            self.missed.discard(table_id)
            self.mark_stale(table)
        if self.store.is_shared:
            self.spawn(self.store.publish(table_id, "who"))
        self.wake_drivers(table)
        return table

    def admit(self, table: Table) -> None:
        self.tables[table.id] = table
        self.by_watch_key[table.facts.watch_key] = table.id

    # changing
    async def execute(self, table_id: str, command: Command) -> Table:
        """The one way a table changes: judged under its lock, appended to the log, then done in memory, then shown.

        If another process was faster, its rows are taken in and the wish is judged anew.
        """
        table = await self.get(table_id)
        async with table.lock:
            if table.stale_marks:
                await self.catch_up(table)
            while True:
                drafts = command(table)
                if not drafts:
                    return table
                rows = self.numbered(table, drafts)
                results = ending(table, drafts, rows[-1].at)
                try:
                    await self.store.append(table.id, rows, log.seated_by(drafts), results, lost_by(table, drafts))
                    break
                except Overtaken:
                    await self.catch_up_or_fail(table)
                except UnknownTable:  # it was cleared away
                    self.evict(table)
                    raise
                except BaseException:  # nobody knows whether it was written: the store will say
                    self.mark_stale(table)
                    raise
            self.apply_rows(table, rows)
        return table

    def numbered(self, table: Table, drafts: Sequence[Draft]) -> list[Row]:
        at = self.time()
        numbers = range(table.n + 1, table.n + 1 + len(drafts))
        return [Row(n, draft.kind, draft.seat, draft.action, at, draft.note) for n, draft in zip(numbers, drafts)]

    def apply_rows(self, table: Table, rows: Sequence[Row]) -> None:
        """Rows that are in the store: change memory, wake the viewers."""
        chosen_by: set[int] = set()  # the seats of secret choices, if these rows are nothing else
        for row in rows:
            table.apply(row)
            if row.kind == log.ACT:
                self.decisions += 1
            is_secret = row.kind in (log.ACT, log.UNDO) and table.playing().unseen
            chosen_by.add(row.seat if is_secret else SEEN_BY_ALL)
        table.touched = self.time()
        chooser = chosen_by.pop() if len(chosen_by) == 1 else SEEN_BY_ALL
        table.show(None if chooser == SEEN_BY_ALL else table.seats[chooser].identity)
        if table.subscribers and table.stage == "finished" and table.summary is None:
            self.spawn(summary_of(table, self.store))
        self.wake_drivers(table)

    async def catch_up(self, table: Table) -> None:
        """Take in what others wrote. The table's lock is held."""
        while True:
            stale_marks = table.stale_marks
            rows = await self.store.rows(table.id, table.n)
            if rows:
                self.apply_rows(table, rows)
            if table.stale_marks == stale_marks:
                table.stale_marks = 0
                return

    async def catch_up_or_fail(self, table: Table) -> None:
        """Another process was faster: its rows must be there, or the store contradicts itself."""
        n = table.n
        await self.catch_up(table)
        if table.n == n:
            raise StoreError(DOES_NOT_ANSWER)

    async def refresh(self, table: Table) -> None:
        async with table.lock:
            await self.catch_up(table)

    async def refresh_if_stale(self, table: Table) -> None:
        async with table.lock:
            if table.stale_marks:
                await self.catch_up(table)

    def wake_drivers(self, table: Table) -> None:
        """Whatever moves by itself: cats, clock."""
        if table.is_driven_here:
            self.bots.start_thinking(table)
        elif needs_driver(table):
            self.spawn(self.take_lease(table))
        self.clock.set(table)

    async def take_lease(self, table: Table) -> None:
        if not table.is_driven_here and await self.store.lease(table.id):
            table.is_driven_here = True
            self.wake_drivers(table)

    async def open_table(
        self, facts: TableFacts, drafts: Sequence[Draft], after: tuple[str, Row] | None = None
    ) -> Table:
        """A new table; Overtaken if the row it follows was taken."""
        table = Table(facts, self.time, self.watcher_queue)
        rows = self.numbered(table, drafts)
        await self.store.create(facts, rows, log.seated_by(drafts), after)
        self.admit(table)
        self.apply_rows(table, rows)
        return table

    # what other processes say
    def on_notification(self, server: str, table_id: str, text: str) -> None:
        word, _, rest = text.partition(" ")
        if table_id in self.loading and word == "n":
            self.missed.add(table_id)
        table = self.tables.get(table_id)
        if table_id == EVERYBODY:
            self.sessions.apply_rows([rest])
        elif not server:  # something may have been missed
            self.spawn(self.sessions.load())
            for table in self.tables.values():
                self.mark_stale(table)
        elif table is None:
            return
        elif word == "n" and table.n < int(rest):
            self.mark_stale(table)
        elif word == "who":
            for identity in table.presence.here:
                self.spawn(self.store.publish(table_id, f"here {identity}"))
        elif word == "looked":
            self.look_at(table)
        elif word == "forget":
            identity, alias, host = rest.split(" ")
            table.forget_person(identity, alias, host)
        elif word in ("here", "gone"):
            table.presence.note_remote(server, rest, word == "here")
            table.show()
            self.clock.set(table)
        elif word == "react":
            seat, _, kind = rest.partition(" ")
            self.publish_reaction(table, Reaction(int(seat), kind))

    def mark_stale(self, table: Table) -> None:
        """The store may hold rows that memory does not."""
        table.stale_marks += 1
        if table.stale_marks == 1 or not table.lock.locked():
            self.spawn(self.refresh_if_stale(table))

    def publish_reaction(self, table: Table, reaction: Reaction) -> None:
        table.said[reaction.seat] = (reaction.kind, self.time())
        for subscriber in table.subscribers:
            subscriber.react(reaction)

    def numbers(self) -> dict[str, int]:
        """For /metrics."""
        return {
            "tables": len(self.tables),
            "running": sum(1 for table in self.tables.values() if table.stage == "running"),
            "viewers": sum(len(table.subscribers) for table in self.tables.values()),
            "decisions": self.decisions,
            "cats_thinking": len(self.bots.moving),
            "takeovers": self.takeovers,
            "store_failures": self.store.failures,
        }


def needs_driver(table: Table) -> bool:
    """Whether something at this table happens without anybody's click."""
    if table.begins_at() is not None:
        return True
    if table.stage != "running":
        return False
    if table.settings.clock is not None or any(seat.is_played_by_cat for seat in table.seats):
        return True
    return table.time_is_up_at() is not None
