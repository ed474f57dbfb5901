"""Everybody's chance to win while a match is played, for those who only look on.

It is a function of what a watcher sees and of nothing else: the hidden part is dealt again some times, and the judge of
the game says what the seat that is asked may expect in each deal. Only of tables that somebody watches, one question at
a time, and never while the processes that think have more urgent work.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING
from zlib import crc32

from purrlor.bots.grading import likely
from purrlor.core.cache import Cache
from purrlor.core.chance import mix, seed_rng
from purrlor.core.game import Game, State
from purrlor.core.seats import WATCHER, members
from purrlor.tables.history.review_jobs import Evaluate, judge_choices
from purrlor.tables.processes.background import BackgroundTasks

if TYPE_CHECKING:
    from purrlor.tables.table import Table

DEALS = 6
SECONDS = 0.1  # at most for a deal
TABLES = 512


class LiveChances:
    def __init__(self, evaluate: Evaluate | None, is_busy: Callable[[], bool] = lambda: False) -> None:
        self.evaluate, self.is_busy = evaluate, is_busy
        self.tasks = BackgroundTasks()
        self.being_made: set[str] = set()
        self.made_for: Cache[str, int] = Cache(TABLES)  # by table: which view was judged last

    def refresh(self, table: Table) -> None:
        """A watcher looks at this table now. What comes of it is in `table.chances`, and its screens are woken."""
        if self.evaluate is None or table.stage != "running" or table.id in self.being_made or self.is_busy():
            return
        view = table.view(WATCHER)
        digest = crc32(view.to_bytes())
        if self.made_for.get(table.id) != digest:
            self.made_for.put(table.id, digest)
            self.being_made.add(table.id)
            self.tasks.spawn(self.make(table, view.copy(), self.evaluate))

    async def make(self, table: Table, view: State, evaluate: Evaluate) -> None:
        try:
            chances = await chances_for(table.game, view, evaluate, f"watch {table.id}")
        finally:
            self.being_made.discard(table.id)
        if chances and table.stage == "running":
            table.chances = {**table.chances, **chances}
            table.show()

    async def stop(self) -> None:
        await self.tasks.stop()


async def chances_for(game: Game, view: State, evaluate: Evaluate, table: str = "") -> dict[int, float]:
    """Seat and chance to win of those who are asked, from a state hidden for WATCHER; of two players both."""
    found: dict[int, float] = {}
    seed = crc32(view.to_bytes())
    for seat in members(int(game.rules.waiting(view))):
        values = []
        for deal in range(DEALS):
            world = view.copy()
            seed_rng(world, mix(seed, deal))
            game.rules.redeal(world, WATCHER)
            choices = await judge_choices(game, game.hidden(world, seat), seat, evaluate, SECONDS, table, DEALS)
            values += [likely(choices[0])] if choices else []
        if values:
            found[seat] = sum(values) / len(values)
    if len(found) == 1 and view.seats == 2:
        ((seat, chance),) = found.items()
        found[1 - seat] = 1 - chance
    elif view.seats == 2 and (total := sum(found.values())):  # both are asked at once, and each is judged by itself
        found = {seat: chance / total for seat, chance in found.items()}
    return found
