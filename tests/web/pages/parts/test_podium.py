"""The end of a match: the podium, and what is best in every row of the score."""

import random

import pytest

from purrlor import Game, Match, games
from purrlor.web.art.parlour import PODIUM_STEPS
from purrlor.web.pages.parts.podium import podium, score_lines


@pytest.mark.parametrize("known", games(), ids=lambda known: known.name)
def test_winners_stand_first_and_the_best_of_each_kind_is_marked(known: Game) -> None:
    t = known.translations("en")
    for seed in range(6):
        dice, match = random.Random(seed), Match(known, known.seats[-1], seed=seed)
        while waiting := match.waiting():
            seat = dice.choice(waiting)
            match.play(seat, dice.choice(match.legal(seat)))
        winners, (places, kind) = match.winners(), podium(known, match.state)
        standing = known.part("invariants").standing(match.state)
        assert set(places[: len(winners)]) <= set(winners)
        assert len(places) == min(3, match.seats) == len(set(places)) == len(kind)
        better = [sum(scored > at for scored in standing) for at in (standing[seat] for seat in places)]
        assert kind == "".join(str(1 + k) for k in better)
        assert kind in PODIUM_STEPS
        lines = score_lines(known, match.state, t, winners, ("x",))
        assert [line.art for line in lines] == ["x"] + [""] * (len(lines) - 1)
        is_lower_better = known.name == "rat-a-tat-cat"
        for line in lines[:-1]:
            values = [value for value, _ in line.cells]
            best = min(values) if is_lower_better else max(values)
            wanted = [value == best and len(set(values)) > 1 for value in values]
            if len(set(match.scores())) > 1:
                assert [is_best for _, is_best in line.cells] == wanted
        assert not any(is_best for _, is_best in lines[-1].cells)
