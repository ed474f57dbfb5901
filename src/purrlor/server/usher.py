"""Players first: whoever only watches is shown what happened when the players have been."""

from __future__ import annotations

import asyncio

from purrlor.server.table import Table


class Usher:
    """Lets the watchers of one table look at a time, with a turn of the event loop between tables.

    So under load a player's click never waits for more than one drawing that nobody plays by; and a table that moves on
    while its watchers wait is drawn for them once, as it is by then.
    """

    def __init__(self) -> None:
        self.waiting: dict[Table, None] = {}

    def show_later(self, table: Table) -> None:
        """It changed: its watchers are woken when it is their turn."""
        if not self.waiting:
            asyncio.get_running_loop().call_soon(self.show_next)
        self.waiting[table] = None

    def show_next(self) -> None:
        table = next(iter(self.waiting))
        del self.waiting[table]
        for viewer in table.viewers:
            if viewer.watches and viewer.latest is not None:
                viewer.wake(table.version)
        if self.waiting:
            asyncio.get_running_loop().call_soon(self.show_next)
