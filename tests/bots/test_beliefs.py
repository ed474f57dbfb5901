"""What the others' play tells about a deal: it changes nothing a seat knows, and no card is lost."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

import pytest

from purrlor.bots.tree_search.compiled_twins import twin
from purrlor.core.chance import seed_rng
from purrlor.core.game import Game, State, game, games
from purrlor.core.match import Match
from purrlor.games.rat_a_tat_cat.rules.state import DEALT, DRAWN, HIDDEN, SOURCE

Positions = Callable[[Game, int, int], Iterator[tuple[State, int]]]
BELIEVERS = [pytest.param(g, id=g.name) for g in games() if hasattr(g.part("bots.strategy"), "believe")]


@pytest.mark.parametrize("game", BELIEVERS)
def test_a_belief_contradicts_nothing(game: Game, positions: Positions) -> None:
    bent = 0
    row = twin(game).row(1)
    for seats in (game.seats[0], game.seats[-1]):
        for number, (s, seat) in enumerate(islice(positions(game, seats, 6), 80)):
            deal = game.hidden(s, seat)
            seed_rng(deal, number)
            game.rules.redeal(deal, seat)
            twin(game).write(row, 0, deal.to_bytes())
            before = deal.copy()
            game.part("bots.strategy").believe(deal, seat)
            bent += deal != before
            assert game.part("invariants").inventory(deal) == game.part("invariants").inventory(s)
            assert game.hidden(deal, seat) == game.hidden(s, seat)
            twin(game).strategy.believe(row[0], seat)
            assert twin(game).read(row, 0) == deal.to_bytes()
    assert bent > 5


def mean_card(kept: int, bent: bool) -> float:
    """Of the card at the other player's first place, over many deals."""
    rat = game("rat-a-tat-cat")
    s = Match("rat-a-tat-cat", 2, seed=1).state
    s.phase, s.turn, s.asked = SOURCE, 0, 0
    s.origin[1][0] = kept
    hidden = rat.hidden(s, 0)
    assert hidden.rows[1][0] == HIDDEN
    found: list[int] = []
    for seed in range(400):
        deal = hidden.copy()
        seed_rng(deal, seed)
        rat.rules.redeal(deal, 0)
        if bent:
            rat.part("bots.strategy").believe(deal, 0)
        found.append(int(min(deal.rows[1][0], 9)))
    return sum(found) / len(found)


def test_a_card_that_was_drawn_and_kept_is_low() -> None:
    assert mean_card(DRAWN, bent=False) > 4
    assert mean_card(DRAWN, bent=True) < 3.2
    assert mean_card(DEALT, bent=True) == mean_card(DEALT, bent=False)
