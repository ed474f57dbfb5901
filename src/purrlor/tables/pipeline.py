"""The command pipeline: the one way a table changes.

lock the table -> a command checks the wish and drafts rows -> the rows are appended to the log -> memory follows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from purrlor.tables import log
from purrlor.tables.commands.series import results_if_over
from purrlor.tables.errors import Overtaken, UnknownTable
from purrlor.tables.log import Draft
from purrlor.tables.registry import TableRegistry
from purrlor.tables.store import Row, TableFacts
from purrlor.tables.table import Table
from purrlor.tables.viewers.rights import seats_lost_by

Command = Callable[[Table], Sequence[Draft]]


class CommandPipeline:
    def __init__(self, registry: TableRegistry) -> None:
        self.registry, self.store = registry, registry.store

    async def execute(self, table_id: str, command: Command) -> Table:
        """Check a wish under the table's lock, append its rows to the log, apply them in memory, show the result.

        If another process was faster, its rows are applied and the wish is checked again.
        """
        table = await self.registry.get(table_id)
        async with table.lock:
            if table.stale_marks:
                await self.registry.catch_up(table)
            while True:
                drafts = command(table)
                if not drafts:
                    return table
                rows = self.numbered(table, drafts)
                results = results_if_over(table, drafts, rows[-1].at)
                try:
                    await self.store.append(
                        table.id, rows, log.seated_by(drafts), results, seats_lost_by(table, drafts)
                    )
                    break
                except Overtaken:
                    await self.registry.catch_up_or_fail(table)
                except UnknownTable:  # it was cleared away
                    self.registry.evict(table)
                    raise
                except BaseException:  # nobody knows whether it was written: the store will say
                    self.registry.mark_stale(table)
                    raise
            table.take_in(rows)
        return table

    def numbered(self, table: Table, drafts: Sequence[Draft]) -> list[Row]:
        at = self.registry.time()
        numbers = range(table.n + 1, table.n + 1 + len(drafts))
        return [Row(n, draft.kind, draft.seat, draft.action, at, draft.note) for n, draft in zip(numbers, drafts)]

    async def open_table(
        self, facts: TableFacts, drafts: Sequence[Draft], after: tuple[str, Row] | None = None
    ) -> Table:
        """A new table; Overtaken if the row it follows was taken."""
        table = self.registry.new_table(facts)
        rows = self.numbered(table, drafts)
        await self.store.create(facts, rows, log.seated_by(drafts), after)
        self.registry.admit(table)
        table.take_in(rows)
        return table
