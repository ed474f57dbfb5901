"""Players first: watchers are shown what happened after the players."""

from __future__ import annotations

import asyncio
from time import perf_counter

from purrlor.tables.table import Table

BUSY = 0.003  # seconds by which the event loop is late when players wait for it
MOMENT = 0.002  # seconds until the watchers look again whether they do
AT_MOST = 2.0  # seconds they wait in all


class WatcherQueue:
    """Lets the watchers of one table look at a time, when the event loop is not late.

    So under load a player's click hardly waits for drawings that nobody plays by; and a table that moves on while its
    watchers wait is drawn for them once, as it is by then.
    """

    def __init__(self) -> None:
        self.waiting: dict[Table, float] = {}  # since when
        self.due = 0.0  # when `wake_next` should be called

    def enqueue(self, table: Table) -> None:
        """It changed: its watchers are woken when it is their turn."""
        if not self.waiting:
            self.schedule()
        self.waiting.setdefault(table, perf_counter())

    def waited(self) -> float:
        """How long the first in line has waited, in seconds."""
        return perf_counter() - next(iter(self.waiting.values())) if self.waiting else 0.0

    def schedule(self, wait: float = 0.0) -> None:
        self.due = perf_counter() + wait
        loop = asyncio.get_running_loop()
        if wait:
            loop.call_later(wait, self.wake_next)
        else:
            loop.call_soon(self.wake_next)

    def wake_next(self) -> None:
        now = perf_counter()
        table, since = next(iter(self.waiting.items()))
        if now - self.due > BUSY and now - since < AT_MOST:
            self.schedule(MOMENT)
            return
        del self.waiting[table]
        for subscriber in table.subscribers:
            if subscriber.watches and subscriber.latest is not None:
                subscriber.wake(table.version)
        if self.waiting:
            self.schedule()
