"""Positions and matches of Pocket Cats for the tests."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from purrlor import Game, game
from purrlor.core.chance import seed_rng
from purrlor.core.seats import first, members
from purrlor.games.pocket_cats import notation
from purrlor.games.pocket_cats.rules import rules
from purrlor.games.pocket_cats.words.tile_letters import LETTERS, cell_at

POCKET_CATS: Game = game("pocket-cats")
PAIRS = [(a, b) for a in range(7) for b in range(a + 1, 7)]


def begin(seed: int = 1, **options: object) -> rules.State:
    s: rules.State = POCKET_CATS.laid_out(2, options)
    seed_rng(s, seed)
    rules.start(s)
    return s


def begin_with(clans: str, seed: int = 1, powers: bool = True) -> rules.State:
    """Both clans picked freely: `RG` is Royal Claws for seat 0, Gourmets for seat 1."""
    s = begin(seed, clans="free", powers=powers)
    for seat, letter in enumerate(clans):
        rules.apply(s, seat, LETTERS.index(letter))
    return s


def position(text: str) -> rules.State:
    """A position as text, lines indented as the test likes."""
    return notation.read("\n".join(line.strip() for line in text.strip().splitlines()))


def choices(s: rules.State, seat: int) -> set[str]:
    """Cells that may be chosen; a prey that moves instead has a `+` before it."""
    from purrlor.games.pocket_cats.words.tile_letters import cell_name

    return {cell_name(a) if a < 25 else f"+{cell_name(a - 25)}" for a in members(rules.legal(s, seat))}


def act(s: rules.State, *cells: str) -> None:
    """The seat whose turn it is does one thing after another."""
    for cell in cells:
        action = 25 + cell_at(cell[1:]) if cell.startswith("+") else cell_at(cell)
        seat = first(rules.waiting(s))
        assert rules.legal(s, seat) >> action & 1, cell
        rules.apply(s, seat, action)


def walk(s: rules.State, seed: int) -> Iterator[tuple[int, int]]:
    """Play on at random to the end; every decision before it is made."""
    dice = random.Random(seed)
    while asked := rules.waiting(s):
        seat = dice.choice(members(asked))
        action = dice.choice(members(rules.legal(s, seat)))
        yield seat, action
        rules.apply(s, seat, action)


def play_out(s: rules.State, choose: Callable[[rules.State, int], int]) -> None:
    while asked := rules.waiting(s):
        seat = first(asked)
        rules.apply(s, seat, choose(s, seat))
