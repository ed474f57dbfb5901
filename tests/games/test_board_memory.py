"""What everybody saw and no state holds is told to everybody: it must follow from what a mere watcher knows."""

from random import Random

import pytest

from purrlor.core.game import Game, games
from purrlor.core.match import Match
from purrlor.core.seats import WATCHER
from purrlor.games.rat_a_tat_cat.rules.state import OVER, ROUND_END

TRACED = [known for known in games() if known.has("board/memory.py")]


def is_turned_up(known: Game, phase: int) -> bool:
    """Rat-a-Tat Cat's rows are turned up at the end of a round: then everybody sees what a watcher did not know."""
    return known.name == "rat-a-tat-cat" and phase in (ROUND_END, OVER)


@pytest.mark.parametrize("known", TRACED, ids=lambda known: known.name)
def test_a_trace_follows_from_what_a_watcher_knows(known: Game) -> None:
    dice, told, tried = Random(known.name), 0, []
    traces = known.part("board.memory")
    for seats in known.seats:
        tried.append(seats)
        match, old = Match(known, seats, seed=seats), traces.NOTHING
        while not match.is_over:
            before, seen = match.state.copy(), match.view(WATCHER)
            seat = dice.choice(match.waiting())
            match.play(seat, dice.choice(match.legal(seat)))
            made = match.log[-1]
            new = traces.remember(before, match.state, *made, old)
            if not is_turned_up(known, match.state.phase):
                assert new == traces.remember(seen, match.view(WATCHER), *made, old)
                told += new != old
            old = new
    assert told > 20, "something was to be told"
    assert tried == list(range(2, known.seats[-1] + 1)), "with as many players as there can be"
