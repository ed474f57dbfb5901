"""Players first: whoever only watches is shown what happened when the players have been."""

from __future__ import annotations

import asyncio
from time import perf_counter

from purrlor.server.table import Table

BUSY = 0.003  # seconds by which the event loop is late when players wait for it
MOMENT = 0.002  # seconds until the watchers look again whether they do
AT_MOST = 2.0  # seconds they wait in all


class Usher:
    """Lets the watchers of one table look at a time, when the event loop is not late.

    So under load a player's click hardly waits for drawings that nobody plays by; and a table that moves on while its
    watchers wait is drawn for them once, as it is by then.
    """

    def __init__(self) -> None:
        self.waiting: dict[Table, float] = {}  # since when
        self.due = 0.0  # when `show_next` should be called

    def show_later(self, table: Table) -> None:
        """It changed: its watchers are woken when it is their turn."""
        if not self.waiting:
            self.look_again()
        self.waiting.setdefault(table, perf_counter())

    def look_again(self, wait: float = 0.0) -> None:
        self.due = perf_counter() + wait
        loop = asyncio.get_running_loop()
        if wait:
            loop.call_later(wait, self.show_next)
        else:
            loop.call_soon(self.show_next)

    def show_next(self) -> None:
        now = perf_counter()
        table, since = next(iter(self.waiting.items()))
        if now - self.due > BUSY and now - since < AT_MOST:
            self.look_again(MOMENT)
            return
        del self.waiting[table]
        for viewer in table.viewers:
            if viewer.watches and viewer.latest is not None:
                viewer.wake(table.version)
        if self.waiting:
            self.look_again()
