"""Who drives a table: one process at a time moves its cats and its clock.

A lease in the store says which. It saves work; that every row is written once is the log's own doing.
"""

from __future__ import annotations

import asyncio
import logging

from purrlor.tables.driving.bot_driver import BotDriver
from purrlor.tables.driving.clock import Clock, next_time
from purrlor.tables.errors import StoreError
from purrlor.tables.processes.background import BackgroundTasks
from purrlor.tables.store import Store
from purrlor.tables.table import Table
from purrlor.tables.time_limits import nonces_due_at, time_is_up_at

LEASE_RETRY = 1.0  # seconds until a store that did not answer is asked again
logger = logging.getLogger("purrlor.tables")


class Drivers:
    """Bot driver and clock of the tables that this process drives."""

    def __init__(self, store: Store, background: BackgroundTasks, bots: BotDriver, clock: Clock) -> None:
        self.store, self.background, self.bots, self.clock = store, background, bots, clock

    def wake(self, table: Table) -> None:
        """The table changed: cats that are asked begin to think, the alarm is set to what comes next."""
        if table.is_driven_here:
            self.bots.start_thinking(table)
        elif needs_driver(table):
            self.background.spawn(self.take_lease(table))
        self.clock.set(table)

    async def take_lease(self, table: Table) -> None:
        """Drive the table unless another process does. Nobody else would wake it after a store that did not answer."""
        while not table.is_driven_here:
            try:
                if await self.store.lease(table.id):
                    table.is_driven_here = True
                    self.wake(table)
                return
            except StoreError as error:
                logger.warning("the store, asked who drives a table: %s", error)
            await asyncio.sleep(LEASE_RETRY)

    def is_idle(self, table: Table) -> bool:
        """Whether nobody looks and nothing is going on or due: it may leave memory."""
        return (
            not table.subscribers
            and not table.lock.locked()
            and not self.bots.is_busy(table)
            and next_time(table) is None
        )


def needs_driver(table: Table) -> bool:
    """Whether something at this table happens without anybody's click."""
    if nonces_due_at(table) is not None:
        return True
    if table.stage != "running":
        return False
    if table.settings.clock is not None or any(seat.is_played_by_cat for seat in table.seats):
        return True
    return time_is_up_at(table) is not None
