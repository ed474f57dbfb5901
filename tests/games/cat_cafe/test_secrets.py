"""Cat Café: what is secret until all have chosen, and what can be taken back."""

from __future__ import annotations

import random

import pytest

from purrlor import WATCHER, CannotUndo, Match
from purrlor.core.chance import seed_rng
from purrlor.core.seats import members
from purrlor.games.cat_cafe import invariants
from purrlor.games.cat_cafe.rules import rules
from purrlor.games.cat_cafe.rules.state import BOWL, BUTTERFLY, HOUSE, PASS, UNDECIDED
from tests.games.cat_cafe.positions import CAFE, EMPTY, choose, drawing, hex_at


def test_nobody_sees_a_choice_before_all_have_chosen() -> None:
    s = drawing((1, 3, 5), 4, "", "", "")
    fresh = [CAFE.hidden(s, viewer) for viewer in (0, 1, 2, WATCHER)]
    choose(s, 0, HOUSE, hex_at(2, 4), BOWL - 1)
    choose(s, 1, BUTTERFLY)
    assert members(rules.waiting(s)) == (1, 2)
    assert CAFE.hidden(s, 2) == fresh[2], "the third sees nothing of it"
    assert CAFE.hidden(s, WATCHER) == fresh[3], "nor does a watcher"
    mine = CAFE.hidden(s, 0)
    assert (mine.item[0], mine.hex[0], mine.cat[0]) == (HOUSE, hex_at(2, 4), BOWL - 1), "one's own choice stays"
    assert members(rules.waiting(mine)) == (1, 2)
    assert mine.item[1] == UNDECIDED
    half = CAFE.hidden(s, 1)
    assert (half.item[0], half.item[1], half.hex[1]) == (UNDECIDED, BUTTERFLY, UNDECIDED)
    assert members(rules.waiting(half)) == (0, 1, 2), "the others appear as still to choose"


def test_when_all_have_chosen_everything_is_shown() -> None:
    s = drawing((1, 3), 4, "", f"{EMPTY}; paws 2")
    choose(s, 0, HOUSE, hex_at(2, 4), BOWL - 1)
    choose(s, 1, BUTTERFLY, hex_at(2, 2))
    seen = CAFE.hidden(s, WATCHER)
    assert (seen.item[:2], seen.cat[:2], seen.paid[:2]) == ([HOUSE, BUTTERFLY], [BOWL - 1, UNDECIDED], [0, 2])
    assert seen.hex[:2] == [hex_at(2, 4), hex_at(2, 2)]


def test_a_choice_can_be_taken_back_until_something_comes_of_it() -> None:
    match = Match("cat-cafe", 2, seed=3)
    match.play(0, match.legal(0)[0])
    match.undo(0)
    for seat in (0, 1):
        match.play(seat, match.legal(seat)[0])
    item = match.legal(0)[-1]
    match.play(0, item)
    match.undo(0)
    match.play(0, item)
    match.play(0, match.legal(0)[0])
    match.undo(0)
    match.undo(0)
    match.play(0, PASS)
    match.play(1, PASS)
    with pytest.raises(CannotUndo):
        match.undo(1)


def test_only_the_last_step_of_the_last_seat_reveals() -> None:
    s = drawing((1, 4), 4, "", "")
    assert not rules.reveals(s, 0, PASS)
    other = s.copy()
    choose(other, 0, PASS)
    assert rules.reveals(other, 1, PASS) == 1
    choose(s, 1, PASS)
    assert rules.reveals(s, 0, PASS) == 1
    assert not rules.reveals(s, 0, BOWL)
    assert not rules.reveals(s, 0, HOUSE)
    bowl, house = s.copy(), s.copy()
    choose(bowl, 0, BOWL)
    assert rules.reveals(bowl, 0, hex_at(1, 1))
    choose(house, 0, HOUSE)
    assert not rules.reveals(house, 0, hex_at(2, 4)), "the cat is still to be chosen"
    choose(house, 0, hex_at(2, 4))
    assert rules.reveals(house, 0, BOWL - 1)


def test_others_may_think_again_unnoticed() -> None:
    """What the laws exchange is a choice as far as it goes, and would show if `hide` forgot it."""
    s = drawing((1, 3, 5), 4, "", "", "")
    assert not invariants.exchange(Match("cat-cafe", 2, seed=1).state, 0), "in the draft there is nothing to hide"
    choices = set()
    for seed in range(40):
        other = s.copy()
        seed_rng(other, seed)
        assert invariants.exchange(other, 1)
        assert CAFE.hidden(other, 1) == CAFE.hidden(s, 1)
        choices.add((other.item[0] != UNDECIDED, other.hex[0] != UNDECIDED, other.cat[0] != UNDECIDED))
        assert other.choosing >> 1 & 1, "this seat's own choice is left alone"
    assert choices >= {(False, False, False), (True, False, False), (True, True, False), (True, True, True)}


def test_the_inventory_notices_what_is_lost() -> None:
    s = drawing((1, 3, 5), 4, "", "", "")
    before = invariants.inventory(s)
    assert before == sorted([4, 18, 24, 0, 18, 24, 0, 18, 24, 0])
    for lose in ("paws", "own", "filled"):
        other = s.copy()
        getattr(other, lose)[0] = 0 if lose != "filled" else 1
        assert invariants.inventory(other) != before
    assert invariants.standing(s) == [(0,), (0,), (0,)]


@pytest.mark.parametrize("seats", [2, 4])
def test_an_item_can_be_changed_whenever_the_others_choose(seats: int) -> None:
    """The board offers another item, Pass and back as long as no place is chosen: a cat that chooses in that moment
    must not close that."""
    dice, promises = random.Random(seats), 0
    match = Match("cat-cafe", seats, seed=seats)
    while not match.is_over:
        s = match.state
        for seat in members(s.choosing) if s.phase == rules.DRAW else ():
            if s.item[seat] != UNDECIDED and s.hex[seat] == UNDECIDED:
                promises += 1
                match.check_instead(seat, PASS)
                assert match.can_undo(seat), "what the board offers is possible"
        seat = dice.choice(match.waiting())
        match.play(seat, dice.choice(match.legal(seat)))
    assert promises > 10
