"""Players first: whoever only watches is shown what happened when the players have been."""

from __future__ import annotations

import asyncio

from purrlor.server.table import Table


class Usher:
    """Lets the watchers of one table through at a time, all together, with a turn of the event loop between tables.

    So under load a player's click never waits for more than one drawing that nobody plays by; and a table that moves on
    while its watchers wait is drawn for them once, as it is by then.
    """

    def __init__(self) -> None:
        self.waiting: dict[Table, asyncio.Future[None]] = {}

    async def turn(self, table: Table) -> None:
        """Returns when it is the turn of this table's watchers."""
        turn = self.waiting.get(table)
        if turn is None:
            loop = asyncio.get_running_loop()
            turn = self.waiting[table] = loop.create_future()
            if len(self.waiting) == 1:
                loop.call_soon(self.let_in, loop)
        await asyncio.shield(turn)

    def let_in(self, loop: asyncio.AbstractEventLoop) -> None:
        table = next(iter(self.waiting))
        self.waiting.pop(table).set_result(None)
        if self.waiting:
            loop.call_soon(self.let_in, loop)
