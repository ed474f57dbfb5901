"""A toy game for the search, and positions of the real ones."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from purrlor.bots.players import choose_without_search
from purrlor.bots.tree_search.compiled_twins import twin
from purrlor.core.chance import seed_rng
from purrlor.core.compilers import native as loader
from purrlor.core.game import Game, State
from purrlor.core.seats import first

TOYS = Path(__file__).parent / "toys"
Positions = Callable[[Game, int, int], Iterator[tuple[State, int]]]


@pytest.fixture(scope="session")
def goofspiel() -> Game:
    if str(TOYS) not in sys.path:
        sys.path.insert(0, str(TOYS))
    if TOYS not in loader.EXTRA_ROOTS:
        loader.EXTRA_ROOTS.append(TOYS)
    return Game("goofspiel")


def walk(game: Game, seats: int, seed: int) -> Iterator[tuple[State, int]]:
    """True states of one match at which a seat has a choice, the moves half sensible and half random."""
    side = twin(game)
    s = game.laid_out(seats)
    seed_rng(s, seed)
    row, veil = side.row(1), side.row(1)
    side.write(row, 0, s.to_bytes())
    side.rules.start(row[0])
    moves = 0
    while asked := int(side.rules.waiting(row[0])):
        seat = first(asked)
        mask = int(side.rules.legal(row[0], seat))
        if mask & (mask - 1):
            yield game.rules.State.from_bytes(side.read(row, 0)), seat
        moves += 1
        veil[0] = row[0]
        side.rules.hide(veil[0], seat)
        level = "cat" if (seed + moves) % 2 else "random"
        side.rules.apply(row[0], seat, choose_without_search(side, veil[0], seat, level, 1000 * seed + moves))


@pytest.fixture(scope="session")
def positions() -> Positions:
    return walk
