"""Perfect play: exact where nothing is hidden and no chance is left, silent elsewhere; puzzles agree with it."""

import random

import pytest

from purrlor.core.game import game, games
from purrlor.core.match import Match
from purrlor.core.positions.puzzle import puzzles_of
from purrlor.games.pocket_cats.rules.state import MOVE, TURNS
from purrlor.lab.perfect_play import perfect_shares

POCKET = game("pocket-cats")


def last_move(seed: int) -> Match:
    """The last tile of a game is turned up and has to move."""
    match, dice = Match(POCKET, 2, {"clans": "first"}, seed=seed), random.Random(seed)
    while match.state.turns < TURNS - 1 or match.state.stage != MOVE:
        seat = match.waiting()[0]
        match.play(seat, dice.choice(match.legal(seat)))
    return match


def test_the_last_move_is_computed() -> None:
    differ = 0
    for seed in range(6):
        match = last_move(seed)
        (seat,) = match.waiting()
        found = perfect_shares(POCKET, match.view(seat), seat)
        assert found is not None
        assert sorted(found) == sorted(match.legal(seat))
        for action, share in found.items():
            after = match.state.copy()
            POCKET.rules.apply(after, seat, action)
            if not POCKET.rules.waiting(after):  # no leader turns a dog: this is the end
                winners = int(POCKET.rules.winners(after))
                assert share == (winners >> seat & 1) / winners.bit_count()
        differ += len(set(found.values())) > 1
    assert differ, "somewhere the move decides"


@pytest.mark.parametrize("name", [known.name for known in games()])
def test_the_beginning_is_not(name: str) -> None:
    match = Match(name, 2, seed=1)
    seat = match.waiting()[0]
    assert perfect_shares(match.game, match.view(seat), seat) is None


@pytest.mark.parametrize("name", [known.name for known in games()])
def test_shipped_puzzles_agree_with_it(name: str) -> None:
    known = game(name)
    assert len(puzzles_of(known)) >= 60
    for puzzle in puzzles_of(known):
        perfect = perfect_shares(known, known.read(puzzle.position), puzzle.seat)
        if perfect is not None:
            assert all(perfect[each] < perfect[puzzle.best] for each in perfect if each != puzzle.best)
