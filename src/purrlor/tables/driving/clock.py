"""What happens at a table by time alone: a decision runs out of time, minutes end, somebody counts as away."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from purrlor.bots.levels import STAND_IN
from purrlor.tables.commands import nonces, turns
from purrlor.tables.driving.retry import wait_after
from purrlor.tables.errors import StaleTurn, UnknownTable
from purrlor.tables.table import Table
from purrlor.tables.time_limits import cat_may_play_at, decision_due_at, nonces_due_at, time_is_up_at
from purrlor.tables.viewers.presence import GRACE

if TYPE_CHECKING:
    from purrlor.tables.driving.bot_driver import BotDriver
    from purrlor.tables.pipeline import CommandPipeline

SHORTEST_WAIT = 0.01  # seconds between two looks, so that rounding cannot make the alarm ring in circles
LONGEST_WAIT = 3600.0


class Clock:
    """One alarm per table, set to whatever comes first."""

    def __init__(self, pipeline: CommandPipeline, bots: BotDriver) -> None:
        self.pipeline, self.bots = pipeline, bots
        self.alarms: dict[str, asyncio.TimerHandle] = {}
        self.running: set[asyncio.Task[None]] = set()

    def set(self, table: Table) -> None:
        """The table changed: set its alarm again."""
        old = self.alarms.pop(table.id, None)
        if old is not None:
            old.cancel()
        at = next_time(table)
        if at is not None:
            wait = min(max(at - table.time(), SHORTEST_WAIT), LONGEST_WAIT)
            self.alarms[table.id] = asyncio.get_running_loop().call_later(wait, self.on_alarm, table)

    def on_alarm(self, table: Table) -> None:
        self.alarms.pop(table.id, None)
        task = asyncio.get_running_loop().create_task(self.run_due(table))
        self.running.add(task)
        task.add_done_callback(self.running.discard)

    async def run_due(self, table: Table) -> None:
        """Do everything whose time has come."""
        try:
            if table.is_driven_here:
                await self.pipeline.execute(table.id, nonces.begin_without_missing_nonces)
            if table.is_driven_here and not table.has_no_viewers():
                await self.pipeline.execute(table.id, turns.time_is_up)
                for seat in table.waiting():
                    deadline = decision_due_at(table, seat)
                    if deadline is not None and table.time() >= deadline:
                        await self.decide_for(table, seat)
            if table.subscribers:
                table.show()  # somebody may count as away by now
        except UnknownTable:
            return
        except Exception as error:
            await wait_after(error, f"the clock of a table of {table.game.name}")
        self.set(table)

    async def decide_for(self, table: Table, seat: int) -> None:
        question = table.question[seat]
        action = await self.bots.choice(table, seat, STAND_IN)
        try:
            await self.pipeline.execute(table.id, lambda table: turns.clock_plays(table, seat, action, question))
        except StaleTurn:
            return  # decided in the last moment after all

    def is_set(self, table: Table) -> bool:
        return table.id in self.alarms

    def cancel(self, table: Table) -> None:
        old = self.alarms.pop(table.id, None)
        if old is not None:
            old.cancel()

    async def stop(self) -> None:
        for alarm in self.alarms.values():
            alarm.cancel()
        self.alarms.clear()
        tasks = list(self.running)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def clock_face(seconds: float) -> str:
    """Time left as a clock shows it: 1:05, or 2:00:00 where there are hours."""
    minutes, rest = divmod(max(0, round(seconds)), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def next_time(table: Table) -> float | None:
    """When something next happens at this table by time alone, as far as this process has to care."""
    times: list[float | None] = []
    if table.is_driven_here:
        times.append(nonces_due_at(table))
    if table.is_driven_here and not table.has_no_viewers():
        times.append(time_is_up_at(table))
        times.extend(decision_due_at(table, seat) for seat in table.waiting())
    if table.subscribers:
        now = table.time()
        for seat, found in enumerate(table.seats):
            since = table.presence.away_since(found.identity) if found.is_person else None
            if since is not None:
                times.extend(at for at in (since + GRACE, cat_may_play_at(table, seat)) if at is not None and at > now)
    return min((at for at in times if at is not None), default=None)
