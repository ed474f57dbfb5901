"""Random options for random matches."""

from __future__ import annotations

import random

from purrlor.core.game import Game
from purrlor.core.options import Choice, Number


def random_options(game: Game, seats: int, dice: random.Random) -> dict[str, object]:
    """Any options the game accepts."""
    for _ in range(20):
        given = draw_options(game, dice)
        if is_accepted(game, seats, given):
            return given
    return {}


def draw_options(game: Game, dice: random.Random) -> dict[str, object]:
    """Some options with any values; numbers mostly small, so that a walk stays short."""
    given: dict[str, object] = {}
    for option in game.options:
        if dice.random() < (0.75 if option.for_solvers else 0.5):
            continue
        if isinstance(option, Choice):
            given[option.name] = dice.choice(option.values)
        elif isinstance(option, Number):
            given[option.name] = min(option.high, option.low + int(dice.expovariate(0.5)))
        else:
            given[option.name] = dice.random() < 0.5
    return given


def is_accepted(game: Game, seats: int, given: dict[str, object]) -> bool:
    """Whatever `settle` raises is a no here; `prepared_positions.py` tells of what is no BadOption."""
    try:
        game.settle(seats, given)
    except Exception:
        return False
    return True
