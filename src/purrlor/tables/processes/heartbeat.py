"""What a process does every few seconds: it says that it lives, takes over the tables of those that died, evicts idle
tables from memory, and clears out of the store what is older than it may be."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from purrlor.core.errors import PurrlorError
from purrlor.tables.driving.drivers import Drivers
from purrlor.tables.errors import OldRules, UnknownTable
from purrlor.tables.registry import TableRegistry

HEARTBEAT = 0.5  # seconds between two signs of life, and between two looks for tables that nobody drives
LEASE = 2.5  # seconds without one after which others take the tables over: cats go on after 3 s and a cat's pace
ALONE_HEARTBEAT, ALONE_LEASE = 3.0, 12.0  # where no other process could take over
CLEAR_EVERY = 3600.0
SHORTEST_RETENTION = 30 * 86400.0  # a running match is never forgotten sooner
MOST_IN_MEMORY = 20_000
logger = logging.getLogger("purrlor.tables")


@dataclass(slots=True)
class Retention:
    """How long things stay, in seconds: tables in memory when idle; in the store finished and abandoned tables, and
    results (0: for ever)."""

    idle_after: float
    finished: float
    abandoned: float
    results: float


class Heartbeat:
    def __init__(self, registry: TableRegistry, drivers: Drivers, retention: Retention) -> None:
        self.registry, self.drivers, self.retention = registry, drivers, retention
        self.store = registry.store
        self.lease = LEASE if self.store.is_shared else ALONE_LEASE
        self.last_beat = 0.0
        self.cleared_at = 0.0
        self.living: set[str] = set()
        self.takeovers = 0  # tables of processes that died, since the start

    async def run(self) -> None:
        """Three loops: a sign of life must not wait while many tables are taken over or much is cleared."""
        await asyncio.gather(self.repeat(self.renew), self.repeat(self.take_over), self.repeat(self.keep_house))

    async def repeat(self, work: Callable[[], Awaitable[None]]) -> None:
        while True:
            await asyncio.sleep(HEARTBEAT if self.store.is_shared else ALONE_HEARTBEAT)
            try:
                await work()
            except PurrlorError as error:
                logger.warning("the store: %s", error)
            except Exception:  # a process that stopped giving signs of life would go on driving
                logger.exception("the heartbeat stumbled")

    async def beat(self) -> None:
        """One sign of life, and what others left."""
        await self.renew()
        await self.take_over()

    async def renew(self) -> None:
        """Renew the lease on our tables, or give them up if it has run out."""
        asked_at = self.registry.time()
        lease_expired = asked_at - self.last_beat > self.lease
        if lease_expired:  # others may have taken our tables over meanwhile
            self.give_up_driving()
        living = await self.store.heartbeat(self.lease)
        self.last_beat = asked_at
        self.update_presence(living)
        if self.living - living:  # it may have written rows that it did not tell of
            for table in self.registry.tables.values():
                self.registry.mark_stale(table)
        self.living = living
        if lease_expired:
            for table in self.registry.tables.values():
                self.drivers.wake(table)

    async def keep_house(self) -> None:
        await self.evict_idle()
        if self.registry.time() - self.cleared_at > CLEAR_EVERY:
            self.cleared_at = self.registry.time()
            await self.clear()

    def give_up_driving(self) -> None:
        for table in self.registry.tables.values():
            table.is_driven_here = False

    def update_presence(self, living: set[str]) -> None:
        """Screens of dead processes are gone; an open screen here counts as looking."""
        for table in self.registry.tables.values():
            if table.presence.drop_dead_servers(living):
                table.show()
            if table.subscribers:
                self.registry.note_viewer(table)

    async def take_over(self) -> None:
        """Drive the tables of processes that have ended, by themselves or not."""
        for table_id in await self.store.inherit():
            try:
                table = await self.registry.get(table_id)
            except (OldRules, UnknownTable) as error:
                logger.warning("a table cannot be taken over: %s", error)
                continue
            table.is_driven_here = True
            table.clock_from = self.registry.time()  # nobody could decide while nobody served
            self.drivers.wake(table)
            self.takeovers += 1
            logger.info("a table of %s goes on here: the process that drove it has ended", table.game.name)

    async def evict_idle(self) -> None:
        """Tables at which nobody looks and nothing happens leave memory; they come back by replay."""
        tables, is_idle = self.registry.tables, self.drivers.is_idle
        limit = self.registry.time() - self.retention.idle_after
        if len(tables) > MOST_IN_MEMORY:
            limit = sorted(table.touched for table in tables.values())[len(tables) - MOST_IN_MEMORY]
        idle = [table for table in tables.values() if table.touched < limit and is_idle(table)]
        leased = [table for table in idle if table.is_driven_here]
        for table in leased:
            table.is_driven_here = False
        await self.store.release([table.id for table in leased])
        for table in idle:
            if table.touched < limit and is_idle(table):
                self.registry.evict(table)
            elif table in leased:  # somebody came in the last moment
                self.drivers.wake(table)

    async def clear(self) -> int:
        """What is older than it may be leaves the store; how many tables did."""
        now, retention = self.registry.time(), self.retention
        results_before = now - retention.results if retention.results else 0.0
        return await self.store.clear(now - retention.finished, now - retention.abandoned, results_before)
