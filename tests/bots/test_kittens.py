"""A kitten's mistakes are believable: some things it never does while there is anything else to do."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

import pytest

from purrlor.bots.players import choose
from purrlor.bots.tree_search.compiled_twins import twin
from purrlor.core.game import Game, State, game, games
from purrlor.core.match import Match
from purrlor.games.rat_a_tat_cat.rules.state import CALL, DISCARD_IT, PLACE, YES

Positions = Callable[[Game, int, int], Iterator[tuple[State, int]]]
GAMES = [pytest.param(game, id=game.name) for game in games() if hasattr(game.strategy, "silly")]


@pytest.mark.parametrize("game", GAMES)
def test_nothing_silly_while_there_is_a_choice(game: Game, positions: Positions) -> None:
    fast, plain = twin(game).strategy, game.part("bots.strategy")
    row = twin(game).row(1)
    avoided = 0
    for seed in range(4):
        for s, seat in islice(positions(game, game.seats[seed % 2 * -1], seed), 60):
            hidden = game.hidden(s, seat)
            before = hidden.to_bytes()
            silly, legal = plain.silly(hidden, seat), int(game.rules.legal(hidden, seat))
            assert hidden.to_bytes() == before
            assert plain.silly(s.copy(), seat) == silly  # it reads only what its seat knows
            twin(game).write(row, 0, before)
            assert int(fast.silly(row[0], seat)) == silly
            if legal & silly and legal & ~silly:
                avoided += 1
                for number in range(8):
                    assert not silly >> choose(game, hidden, seat, "kitten", number) & 1
    assert avoided >= 5


def rat(phase: int) -> State:
    """Seat 0 knows its whole row: 0 2 7 9."""
    s = Match("rat-a-tat-cat", 2, seed=1).state
    s.phase, s.turn, s.asked = phase, 0, 0
    s.rows[0] = [0, 2, 7, 9]
    s.known[0] = [1, 1, 1, 1]
    return s


def test_a_kitten_keeps_its_good_cards() -> None:
    s = rat(PLACE)
    s.in_hand = 5
    assert game("rat-a-tat-cat").part("bots.strategy").silly(s, 0) == 0b00011
    s.in_hand = 1
    assert game("rat-a-tat-cat").part("bots.strategy").silly(s, 0) == 1 << 0 | 1 << DISCARD_IT


def test_a_kitten_does_not_call_with_rats() -> None:
    s, silly = rat(CALL), game("rat-a-tat-cat").part("bots.strategy").silly
    s.lap, s.rows[0] = 4, [0, 2, 3, 9]
    assert silly(s, 0) == 0, "14 points are less than a row nobody has looked at"
    s.rows[0][0] = 1
    assert silly(s, 0) == 1 << YES


def test_a_kitten_lets_everybody_play_before_it_calls() -> None:
    s, part = rat(CALL), game("rat-a-tat-cat").part("bots.strategy")
    s.rows[0] = [0, 2, 3, 4]
    assert (s.lap, part.sensible(s, 0)) == (1, YES), "a cat calls at once"
    for lap, silly in ((1, 1 << YES), (3, 1 << YES), (4, 0)):
        s.lap = lap
        assert part.silly(s, 0) == silly
        called = [choose(game("rat-a-tat-cat"), game("rat-a-tat-cat").hidden(s, 0), 0, "kitten", k) for k in range(20)]
        assert (YES in called) == (not silly)
    s.lap, s.rows[0] = 1, [0, 2, 3, 3]
    assert part.silly(s, 0) == 0, "a row as low as this is worth a call at any time"
