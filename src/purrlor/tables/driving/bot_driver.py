"""Cats at the table: asked with what their seat may know, entering by the same door as people.

Thinking queues wherever `think` does it; a table never waits for it with its lock held.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable
from typing import TYPE_CHECKING, Protocol

from purrlor.bots.levels import STAND_IN, level_of
from purrlor.bots.user_bots import BotFailed
from purrlor.bots.user_bots_at_tables import OwnBots, name_of_own
from purrlor.core.game import game
from purrlor.tables.commands import turns
from purrlor.tables.driving.retry import wait_after
from purrlor.tables.errors import StaleTurn, UnknownTable
from purrlor.tables.table import Table

if TYPE_CHECKING:
    from purrlor.tables.commands.series import Entropy
    from purrlor.tables.pipeline import CommandPipeline

UNDO_PATIENCE = 3  # how many times its pace a cat leaves a person who may still take the last decision back
logger = logging.getLogger("purrlor.tables")


class Think(Protocol):
    """How a cat decides: from the bytes of a state hidden for its seat, and nothing else. `Pool.think` is one."""

    def __call__(self, name: str, hidden: bytes, seat: int, level: str, *, seed: int, table: str) -> Awaitable[int]: ...


async def think_here(name: str, hidden: bytes, seat: int, level: str, *, seed: int, table: str) -> int:
    """Without a pool: a kitten or a cat, in this process and at once; who would search plays like a cat."""
    from purrlor.bots.players import choose_without_search
    from purrlor.bots.tree_search.compiled_twins import twin

    side, meant = twin(game(name), fast=False), level_of(name, level)
    return choose_without_search(side, side.rules.State.from_bytes(hidden), seat, meant.player, seed, meant.mistakes)


class BotDriver:
    """Moves the cats of all tables that this process moves."""

    def __init__(
        self, pipeline: CommandPipeline, think: Think, own_bots: OwnBots, pace: float, entropy: Entropy
    ) -> None:
        self.pipeline, self.think, self.own_bots, self.pace, self.entropy = pipeline, think, own_bots, pace, entropy
        self.moving: dict[tuple[str, int], asyncio.Task[None]] = {}

    def start_thinking(self, table: Table) -> None:
        """The table changed: every cat that is asked and not yet thinking begins to."""
        if not table.is_driven_here or table.has_no_viewers():
            return
        for seat, mask in enumerate(table.asked):
            if mask and table.seats[seat].is_played_by_cat and (table.id, seat) not in self.moving:
                task = asyncio.get_running_loop().create_task(self.move(table, seat))
                self.moving[table.id, seat] = task

    def is_busy(self, table: Table) -> bool:
        return any((table.id, seat) in self.moving for seat in range(len(table.seats)))

    async def move(self, table: Table, seat: int) -> None:
        try:
            while self.is_asked(table, seat):
                try:
                    await self.decide(table, seat)
                except StaleTurn:
                    continue  # thought about something that is gone: think again if still asked
                except UnknownTable:
                    return
                except Exception as error:
                    await wait_after(error, f"a cat of {table.game.name}")
        finally:
            del self.moving[table.id, seat]

    def is_asked(self, table: Table, seat: int) -> bool:
        """Whether this cat is to decide now. It waits where nobody has looked for minutes."""
        if not table.is_driven_here or table.has_no_viewers():
            return False
        return bool(table.legal(seat)) and table.seats[seat].is_played_by_cat

    async def decide(self, table: Table, seat: int) -> None:
        """One decision, not sooner than people can follow.

        All steps of a secret choice come after one wait: it counts from what everybody saw, not from the step before.
        """
        question = table.question[seat]
        level = table.seats[seat].playing_level
        if name_of_own(level):
            action = await self.own_choice(table, seat, level)
            if action is None:
                return
        else:
            action = await self.choice(table, seat, level)
        wait = table.shown_at + self.pace - table.time()
        if any(table.can_undo(k) for k in range(len(table.seats))):
            wait = max(wait, table.person_act_at + UNDO_PATIENCE * self.pace - table.time())
        if wait > 0:
            await asyncio.sleep(min(wait, UNDO_PATIENCE * self.pace))
        await self.pipeline.execute(table.id, lambda table: turns.cat_plays(table, seat, action, question))

    async def own_choice(self, table: Table, seat: int, level: str) -> int | None:
        """What a bot of the operator's own does; None if it cannot: then a cat has taken its seat."""
        choices = table.legal(seat)
        if len(choices) == 1:
            return choices[0]
        hidden, seed = table.view(seat).to_bytes(), int.from_bytes(self.entropy(4))
        try:
            return await self.own_bots.choose(level, table.game.name, hidden, seat, seed, table.id)
        except (BotFailed, OSError) as error:
            logger.error("a cat takes the seat of %s at a table of %s: %s", name_of_own(level), table.game.name, error)
        await self.pipeline.execute(table.id, lambda table: turns.replace_bot(table, seat))
        return None

    async def choice(self, table: Table, seat: int, level: str) -> int:
        """What a cat of this level does; whatever goes wrong with its thinking, some legal action."""
        choices = table.legal(seat)
        if len(choices) == 1:
            return choices[0]
        hidden, seed = table.view(seat).to_bytes(), int.from_bytes(self.entropy(4))
        for think, rank in ((self.think, level), (think_here, STAND_IN)):
            try:
                action = await think(table.game.name, hidden, seat, rank, seed=seed, table=table.id)
            except Exception:
                logger.exception("a %s of %s could not think", rank, table.game.name)
                continue
            if action in choices:
                return action
            logger.error("a %s of %s answered %r, which is not open to it", rank, table.game.name, action)
        return choices[seed % len(choices)]

    async def stop(self) -> None:
        tasks = list(self.moving.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
