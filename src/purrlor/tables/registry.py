"""The tables in memory: loaded by replaying their log, kept in step with it, evicted when idle.

The registry reads the log and never writes to it: `pipeline.py` does.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence

from purrlor.core.language import N_
from purrlor.tables import log
from purrlor.tables.errors import OldRules, StoreError, UnknownTable
from purrlor.tables.history.match_summary import summary_of
from purrlor.tables.processes.background import BackgroundTasks
from purrlor.tables.store import Row, Store, TableFacts
from purrlor.tables.store.engine import DOES_NOT_ANSWER
from purrlor.tables.table import Table
from purrlor.tables.viewers.watcher_queue import WatcherQueue

LOOKING = 60.0  # seconds between two messages to the process that drives a table that somebody looks at it here
CHUNK = 25  # rows replayed before others have a turn
NO_TABLE = N_("There is no such table: it was cleared away, or the address is not whole.")
logger = logging.getLogger("purrlor.tables")


class TableRegistry:
    """By id and by watch key. `on_change` is called when a table has other rows, or is looked at after minutes."""

    def __init__(self, store: Store, time: Callable[[], float], background: BackgroundTasks) -> None:
        self.store, self.background = store, background
        self.time = time  # the one clock of all parts
        self.on_change: Callable[[Table], None] = lambda table: None
        self.on_evict: Callable[[Table], None] = lambda table: None
        self.watcher_queue = WatcherQueue()
        self.tables: dict[str, Table] = {}
        self.by_watch_key: dict[str, str] = {}
        self.loading: dict[str, asyncio.Task[Table]] = {}
        self.changed_while_loading: set[str] = set()  # by another process
        self.decisions = 0  # since the start, for /metrics

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
        self.note_viewer(table)
        return table

    def note_viewer(self, table: Table) -> None:
        """Somebody wants to see it: cats and clock that waited for that go on."""
        was_alone = table.has_no_viewers()
        table.looked = now = self.time()
        if was_alone:
            table.clock_from = now  # nobody was to decide meanwhile
            self.on_change(table)
        if self.store.is_shared and not table.is_driven_here and now - table.viewing_published_at > LOOKING:
            table.viewing_published_at = now
            self.background.spawn(self.store.send_to_peers(table.id, "looked"))

    # loading and evicting
    async def load(self, table_id: str) -> Table:
        """Many may ask for the same table at once: it is replayed once.

        No variable here holds the task: an error would hold this frame, the frame the task, and the task the error.
        """
        if table_id not in self.loading:
            self.loading[table_id] = asyncio.get_running_loop().create_task(self.load_from_log(table_id))
            self.loading[table_id].add_done_callback(lambda task: self.on_loaded(table_id, task))
        return await asyncio.shield(self.loading[table_id])

    def on_loaded(self, table_id: str, task: asyncio.Task[Table]) -> None:
        self.loading.pop(table_id, None)
        if not task.cancelled():
            task.exception()  # marks it as seen: who asked may have gone meanwhile, and asyncio would log an error

    async def load_from_log(self, table_id: str) -> Table:
        facts = await self.store.facts(table_id)
        if facts is None:
            raise UnknownTable(NO_TABLE)
        table = self.new_table(facts)
        await replay(table, await self.store.rows(table_id))
        self.admit(table)
        if table_id in self.changed_while_loading:
            self.changed_while_loading.discard(table_id)
            self.mark_stale(table)
        if self.store.is_shared:
            self.background.spawn(self.store.send_to_peers(table_id, "who"))
        self.on_change(table)
        return table

    def new_table(self, facts: TableFacts) -> Table:
        table = Table(facts, self.time, self.watcher_queue)
        table.on_rows = self.note_rows
        return table

    def admit(self, table: Table) -> None:
        self.tables[table.id] = table
        self.by_watch_key[table.facts.watch_key] = table.id

    def evict(self, table: Table) -> None:
        if self.tables.get(table.id) is table:
            del self.tables[table.id]
            self.by_watch_key.pop(table.facts.watch_key, None)
        self.on_evict(table)

    # keeping in step with the log
    def note_rows(self, table: Table, rows: Sequence[Row]) -> None:
        """A table has taken rows in."""
        self.decisions += sum(row.kind == log.ACT for row in rows)
        if table.subscribers and table.stage == "finished" and table.summary is None:
            self.background.spawn(summary_of(table, self.store))
        self.on_change(table)

    async def catch_up(self, table: Table) -> None:
        """Apply what others wrote. The table's lock is held."""
        while True:
            stale_marks = table.stale_marks
            rows = await self.store.rows(table.id, table.n)
            if rows:
                table.take_in(rows)
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

    def mark_stale(self, table: Table) -> None:
        """The store may hold rows that memory does not."""
        table.stale_marks += 1
        if table.stale_marks == 1 or not table.lock.locked():
            self.background.spawn(self.refresh_if_stale(table))


async def replay(table: Table, rows: Sequence[Row]) -> None:
    """Apply a whole log, in chunks; OldRules if it does not replay under the rules of this release."""
    try:
        for row in rows:
            table.apply(row)
            if not row.n % CHUNK:
                await asyncio.sleep(0)
    except OldRules:
        raise
    except Exception as error:
        logger.error("row %d of a table of %s does not replay: %s", table.n + 1, table.game.name, type(error).__name__)
        raise OldRules(
            N_("This match does not replay under the rules of this server: use the release it was begun with.")
        ) from error
