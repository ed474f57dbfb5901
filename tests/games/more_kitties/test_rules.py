"""A turn of More Kitties!, line by line of its rules."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from purrlor.core.chance import seed_rng
from purrlor.core.errors import BadOption
from purrlor.games.more_kitties import invariants
from purrlor.games.more_kitties.notation import token
from purrlor.games.more_kitties.rules import rules
from purrlor.games.more_kitties.rules.state import (
    AGAIN,
    BACK,
    CHOOSE,
    EXCHANGE,
    GIVE,
    LAY,
    LEFT,
    NO_COLOUR,
    ORDER,
    TURN_OVER,
    WON,
)
from tests.games.more_kitties.positions import KITTIES, begin, choices, do, known, land, out, place, reserve, shown

# seat 0 collects red, seat 1 blue, seat 2 yellow; green is nobody's
THREE = "players=3 seat0=r:0:/rb.ry.rg.by seat1=b:0:/rb.by.bg.yg seat2=y:0:/rb.ry.yg.bg"


# ------------------------------------------------------------ tokens
@pytest.mark.parametrize(
    ("colours", "pairs", "each_pair", "mice", "dogs", "invisible", "total"),
    [(4, 6, 6, 2, 2, 2, 60), (5, 10, 4, 1, 1, 2, 60), (6, 15, 4, 1, 1, 2, 84)],
)
def test_the_sets(colours: int, pairs: int, each_pair: int, mice: int, dogs: int, invisible: int, total: int) -> None:
    tokens = Counter(token(kind) for kind in invariants.inventory(begin(2, colours=str(colours))))
    cats = "rbygvp"[:colours]
    two_cats = [one + other for one, other in combinations(cats, 2)]
    assert len(two_cats) == pairs
    assert {name: tokens.pop(name) for name in two_cats} == dict.fromkeys(two_cats, each_pair)
    for special, n in (("M", mice), ("D", dogs), ("I", invisible)):
        assert [tokens.pop(cat + special) for cat in cats] == [n] * colours
    assert not tokens
    assert len(invariants.inventory(begin(2, colours=str(colours)))) == total


@pytest.mark.parametrize(("seats", "colours"), [(2, 4), (3, 4), (4, 4), (5, 5), (6, 6)])
def test_the_smallest_set_with_a_colour_for_everybody_is_usual(seats: int, colours: int) -> None:
    assert KITTIES.settle(seats, {}) == {"colours": str(colours), "open": False, "small": 0}
    assert begin(seats).colours + 3 == colours


def test_colours_may_be_given_as_a_number() -> None:
    assert KITTIES.settle(3, {"colours": 5}) == KITTIES.settle(3, {"colours": "5"})
    for value in (3, True, 5.0):
        with pytest.raises(BadOption, match="choose one of auto, 4, 5, 6"):
            KITTIES.settle(2, {"colours": value})


@pytest.mark.parametrize(("seats", "colours"), [(5, "4"), (6, "4"), (6, "5")])
def test_no_set_has_fewer_colours_than_players(seats: int, colours: str) -> None:
    with pytest.raises(BadOption, match=f"{colours} colours are too few for {seats} players"):
        KITTIES.settle(seats, {"colours": colours})


@pytest.mark.parametrize("seats", range(2, 7))
def test_a_larger_set_may_be_chosen(seats: int) -> None:
    for colours in range(max(4, seats), 7):
        assert begin(seats, colours=str(colours)).colours + 3 == colours


# ------------------------------------------------------------ preparation
@pytest.mark.parametrize("seats", range(2, 7))
def test_everybody_draws_four_tokens_and_gets_a_colour(seats: int) -> None:
    s = begin(seats, seed=seats)
    assert s.have == [4] * seats + [0] * (6 - seats)
    assert s.bag_n == len(invariants.inventory(s)) - 4 * seats
    own = s.colour[:seats]
    assert len(set(own)) == seats
    assert set(own) <= set(range(s.colours + 3))
    assert s.colour[seats:] == [NO_COLOUR] * (6 - seats)
    assert (s.turn, s.phase, s.pile) == (0, CHOOSE, [0] * 6)


def test_colours_are_given_at_random() -> None:
    given = Counter(tuple(begin(2, seed=seed).colour[:2]) for seed in range(1200))
    assert len(given) == 12
    assert min(given.values()) > 60


# ------------------------------------------------------------ 1. choosing
def test_the_active_player_picks_two_and_everybody_else_one_all_at_once() -> None:
    s = place(THREE)
    assert rules.waiting(s) == 0b111
    assert list(choices(s, 0)) == [
        "Toss red/blue and red/yellow",
        "Toss red/blue and red/green",
        "Toss red/blue and blue/yellow",
        "Toss red/yellow and red/green",
        "Toss red/yellow and blue/yellow",
        "Toss red/green and blue/yellow",
    ]
    assert list(choices(s, 1)) == [
        "Hand over red/blue",
        "Hand over blue/yellow",
        "Hand over blue/green",
        "Hand over yellow/green",
    ]
    do(s, 2, "Hand over yellow/green")
    assert rules.waiting(s) == 0b011
    do(s, 0, "Toss red/blue and blue/yellow")
    assert rules.waiting(s) == 0b010
    assert shown(s) == ""
    land(s, 1, "Hand over blue/green", "rbby")
    assert [(s.owner[i], token(s.table[i])) for i in range(4)] == [(0, "rb"), (0, "by"), (1, "bg"), (2, "yg")]


def test_others_do_not_see_what_was_picked_until_the_toss() -> None:
    s = place(THREE)
    untouched = [KITTIES.hidden(s, viewer) for viewer in (0, 1, 2, 7)]
    do(s, 0, "Toss red/blue and blue/yellow")
    do(s, 2, "Hand over yellow/green")
    for viewer in (1, 7):
        assert KITTIES.hidden(s, viewer) == untouched[viewer if viewer < 3 else 3]
    assert KITTIES.hidden(s, 0).chosen[:3] == [3, 0, 0]
    assert KITTIES.hidden(s, 2).chosen[:3] == [0, 0, 3]
    assert rules.waiting(KITTIES.hidden(s, 2)) == 0b011


def test_equal_tokens_are_one_choice() -> None:
    s = place("players=2 seat0=r:0:/rb.rb.ry.rb seat1=b:0:/bg.yg.bg.bg")
    assert list(choices(s, 0)) == ["Toss red/blue and red/blue", "Toss red/blue and red/yellow"]
    assert list(choices(s, 1)) == ["Hand over blue/green", "Hand over yellow/green"]


# ------------------------------------------------------------ 2. tossing
def test_each_token_lands_on_either_side_as_often() -> None:
    s = place(THREE)
    do(s, 0, "Toss red/blue and red/yellow")
    do(s, 1, "Hand over blue/green")
    landed: Counter[str] = Counter()
    for seed in range(1600):
        trial = s.copy()
        seed_rng(trial, seed)
        do(trial, 2, "Hand over yellow/green")
        landed[shown(trial)] += 1
    assert len(landed) == 16
    assert min(landed.values()) > 60


# ------------------------------------------------------------ 4. counting
def test_the_colour_ahead_goes_to_its_player_and_the_rest_leaves() -> None:
    s = place(THREE)
    do(s, 0, "Toss red/blue and blue/yellow")
    do(s, 1, "Hand over blue/green")
    land(s, 2, "Hand over yellow/green", "rbby")
    assert s.pile[:3] == [0, 2, 0]
    assert (s.fate, s.won) == (WON, 1)
    assert out(s) == {"rb": 1, "by": 1, "bg": 1, "yg": 1}
    assert (s.turn, s.phase, s.have[:3]) == (1, CHOOSE, [4, 4, 4])
    assert shown(s) == "rbby"


def test_nobodys_colour_goes_to_nobody() -> None:
    s = place(THREE)
    do(s, 0, "Toss red/blue and blue/yellow")
    do(s, 1, "Hand over blue/green")
    land(s, 2, "Hand over yellow/green", "rygg")
    assert s.pile[:3] == [0, 0, 0]
    assert (s.fate, s.won) == (WON, 3)
    assert sum(s.out) == 4


def test_a_single_cat_is_ahead_of_none() -> None:
    s = place("players=2 seat0=r:0:/rI.rM.bI.yI seat1=b:0:/bI.yg.bg.by")
    do(s, 0, "Toss red/invisible and blue/invisible")
    land(s, 1, "Hand over blue/invisible", "IbI")
    assert s.pile[:2] == [0, 1]


@pytest.mark.parametrize("faces", ["rbyg", "rbrb", "byby"])
def test_a_tie_for_the_most_is_tossed_again(faces: str) -> None:
    s = place("players=3 seat0=r:0:/rb.by.rg.by seat1=b:0:/ry.by.bg.yg seat2=y:0:/bg.ry.yg.by")
    pairs = {
        "rbyg": "red/blue and blue/yellow",
        "rbrb": "red/blue and blue/yellow",
        "byby": "blue/yellow and blue/yellow",
    }
    gifts = {
        "rbyg": ("blue/yellow", "blue/green"),
        "rbrb": ("red/yellow", "blue/green"),
        "byby": ("blue/yellow", "blue/yellow"),
    }
    do(s, 0, f"Toss {pairs[faces]}")
    do(s, 1, f"Hand over {gifts[faces][0]}")
    land(s, 2, f"Hand over {gifts[faces][1]}", faces)
    assert (s.phase, s.turn, s.tosses) == (AGAIN, 0, 1)
    assert rules.waiting(s) == 0b001
    assert list(choices(s, 0)) == ["Toss again"]
    assert sum(s.out) == 0


def test_a_third_colour_below_does_not_make_a_tie_a_win() -> None:
    s = place("players=4 seat0=r:0:/rb.ry.rg.by seat1=b:0:/rb.by.bg.yg seat2=y:0:/rb.ry.yg.bg seat3=g:0:/rg.bg.yg.by")
    do(s, 0, "Toss red/blue and red/yellow")
    do(s, 1, "Hand over red/blue")
    do(s, 2, "Hand over red/blue")
    land(s, 3, "Hand over yellow/green", "rrbby")
    assert s.phase == AGAIN


def test_no_cat_at_all_is_tossed_again() -> None:
    s = place("players=2 seat0=r:0:/rI.bI.rg.by seat1=b:0:/yI.yg.bg.by")
    do(s, 0, "Toss red/invisible and blue/invisible")
    land(s, 1, "Hand over yellow/invisible", "III")
    assert s.phase == AGAIN
    land(s, 0, "Toss again", "rIy")
    assert s.phase == GIVE


def test_the_second_toss_can_be_won() -> None:
    s = place(THREE)
    do(s, 0, "Toss red/blue and blue/yellow")
    do(s, 1, "Hand over blue/green")
    land(s, 2, "Hand over yellow/green", "rbgy")
    land(s, 0, "Toss again", "bbby")
    assert s.pile[:3] == [0, 3, 0]
    assert s.ties == 0


def twice_without_a_winner() -> rules.State:
    s = place(THREE)
    do(s, 0, "Toss red/blue and blue/yellow")
    do(s, 1, "Hand over blue/green")
    land(s, 2, "Hand over yellow/green", "rbgy")
    land(s, 0, "Toss again", "rbgy")
    return s


def test_after_a_second_tie_one_token_goes_back_to_each_and_the_rest_is_kept() -> None:
    s = twice_without_a_winner()
    assert (s.phase, s.receiver, s.ties) == (GIVE, 1, 1)
    assert list(choices(s, 0)) == [
        "Give back red/blue",
        "Give back blue/yellow",
        "Give back blue/green",
        "Give back yellow/green",
    ]
    do(s, 0, "Give back yellow/green")
    assert s.receiver == 2
    assert "Give back yellow/green" not in choices(s, 0)
    do(s, 0, "Give back red/blue")
    assert (s.phase, s.turn, s.fate) == (CHOOSE, 1, BACK)
    assert s.have[:3] == [4, 4, 4]
    assert Counter(reserve(s, 0)) == Counter(["ry", "rg", "by", "bg"])
    assert Counter(reserve(s, 1)) == Counter(["rb", "by", "yg", "yg"])
    assert Counter(reserve(s, 2)) == Counter(["rb", "ry", "bg", "rb"])
    assert sum(s.out) == 0
    assert s.bag_n == 48


def test_what_went_back_is_known_to_all_until_its_like_comes_out_again() -> None:
    s = twice_without_a_winner()
    do(s, 0, "Give back yellow/green")
    do(s, 0, "Give back red/blue")
    assert [known(s, p) for p in range(3)] == [["by", "bg"], ["yg"], ["rb"]]
    veil = KITTIES.hidden(s, 7)
    assert [reserve(veil, p) for p in range(3)] == [
        ["by", "bg", "?", "?"],
        ["yg", "?", "?", "?"],
        ["rb", "?", "?", "?"],
    ]
    # seat 1 has two yellow/green tokens; whichever it brings out, it may have been the one everybody knew
    do(s, 0, "Hand over red/yellow")
    do(s, 2, "Hand over red/blue")
    land(s, 1, "Toss yellow/green and red/blue", "byrr")
    assert known(s, 0) == ["by", "bg"]
    assert known(s, 1) == []
    assert "yg" in reserve(s, 1)
    assert known(s, 2) == []


# ------------------------------------------------------------ 3. the Dog
def test_the_dog_must_turn_over_another_token() -> None:
    s = place("players=2 seat0=r:0:/rD.ry.rg.by seat1=b:0:/rb.by.bg.yg")
    do(s, 0, "Toss red/dog and red/yellow")
    land(s, 1, "Hand over red/blue", "Dyb")
    assert s.phase == TURN_OVER
    assert list(choices(s, 0)) == ["Turn yellow cat over to red cat", "Turn blue cat over to red cat"]
    do(s, 0, "Turn yellow cat over to red cat")
    assert shown(s) == "Drb"
    assert s.phase == AGAIN


def test_a_face_that_was_turned_up_never_acts() -> None:
    s = place("players=2 seat0=r:0:/rD.yM.rg.by seat1=b:0:/bD.by.bg.yg")
    do(s, 0, "Toss red/dog and yellow/mouse")
    land(s, 1, "Hand over blue/dog", "Dyb")
    do(s, 0, "Turn yellow cat over to Mouse")
    assert shown(s) == "DMb"
    assert (s.fate, s.won, s.pile[1]) == (WON, 1, 1)


def test_a_special_that_was_turned_over_before_its_turn_does_not_act() -> None:
    s = place("players=2 seat0=r:0:/rD.yD.rg.by seat1=b:0:/bg.by.bg.yg")
    do(s, 0, "Toss red/dog and yellow/dog")
    land(s, 1, "Hand over blue/green", "DDb")
    assert s.phase == ORDER
    assert list(choices(s, 0)) == ["Dog acts now (red cat beneath)", "Dog acts now (yellow cat beneath)"]
    do(s, 0, "Dog acts now (yellow cat beneath)")
    assert list(choices(s, 0)) == ["Turn Dog over to red cat (it has yet to act)", "Turn blue cat over to green cat"]
    do(s, 0, "Turn Dog over to red cat (it has yet to act)")
    assert shown(s) == "rDb"
    assert s.phase == AGAIN


def test_several_specials_act_one_after_another_in_the_order_the_tosser_likes() -> None:
    s = place("players=3 seat0=r:0:/rD.yM.rg.by seat1=b:0:/bD.by.bg.yg seat2=y:0:/ry.ry.ry.ry")
    do(s, 0, "Toss red/dog and yellow/mouse")
    do(s, 1, "Hand over blue/dog")
    land(s, 2, "Hand over red/yellow", "DMDr")
    assert len(choices(s, 0)) == 3
    do(s, 0, "Mouse acts now (yellow cat beneath)")
    do(s, 0, "Take red cat (yellow cat beneath)")
    do(s, 0, "Lay red cat up, green cat beneath")
    assert s.phase == ORDER
    assert list(choices(s, 0)) == ["Dog acts now (red cat beneath)", "Dog acts now (blue cat beneath)"]
    do(s, 0, "Dog acts now (blue cat beneath)")
    do(s, 0, "Turn Mouse over to yellow cat")
    assert s.phase == TURN_OVER
    assert s.acting == 0
    do(s, 0, "Turn yellow cat over to Mouse")
    assert shown(s) == "DMDr"
    assert (s.won, s.pile[0]) == (0, 1)


def test_two_equal_specials_need_no_order() -> None:
    s = place("players=2 seat0=r:0:/rD.rD.rg.by seat1=b:0:/bg.by.bg.yg")
    do(s, 0, "Toss red/dog and red/dog")
    land(s, 1, "Hand over blue/green", "DDb")
    assert s.phase == TURN_OVER
    do(s, 0, "Turn blue cat over to green cat")
    assert s.phase == TURN_OVER
    assert list(choices(s, 0)) == ["Turn Dog over to red cat", "Turn green cat over to blue cat"]


# ------------------------------------------------------------ 3. the Mouse
def test_the_mouse_must_exchange_another_token_for_one_of_the_reserve_laid_as_one_likes() -> None:
    s = place("players=2 seat0=r:0:/rM.ry.rg.by seat1=b:0:/rb.by.bg.yg")
    do(s, 0, "Toss red/mouse and red/yellow")
    land(s, 1, "Hand over red/blue", "Myb")
    assert s.phase == EXCHANGE
    assert list(choices(s, 0)) == ["Take yellow cat (red cat beneath)", "Take blue cat (red cat beneath)"]
    do(s, 0, "Take blue cat (red cat beneath)")
    assert s.phase == LAY
    assert list(choices(s, 0)) == [
        "Lay red cat up, green cat beneath",
        "Lay green cat up, red cat beneath",
        "Lay blue cat up, yellow cat beneath",
        "Lay yellow cat up, blue cat beneath",
    ]
    do(s, 0, "Lay yellow cat up, blue cat beneath")
    assert shown(s) == "Myy"
    assert (s.won, s.fate) == (2, WON)
    assert known(s, 0) == ["rb"]
    assert reserve(s, 0)[:2] == ["rb", "rg"]


def test_a_face_that_was_laid_never_acts() -> None:
    s = place("players=2 seat0=r:0:/rM.ry.rD.by seat1=b:0:/rb.by.bg.yg")
    do(s, 0, "Toss red/mouse and red/yellow")
    land(s, 1, "Hand over red/blue", "Mrb")
    do(s, 0, "Take blue cat (red cat beneath)")
    do(s, 0, "Lay Dog up, red cat beneath")
    assert shown(s) == "MrD"
    assert (s.won, s.pile[0]) == (0, 1)


def test_a_special_that_was_exchanged_away_before_its_turn_does_not_act() -> None:
    s = place("players=2 seat0=r:0:/rM.ry.rg.by seat1=b:0:/bD.by.bg.yg")
    do(s, 0, "Toss red/mouse and red/yellow")
    land(s, 1, "Hand over blue/dog", "MrD")
    do(s, 0, "Mouse acts now (red cat beneath)")
    do(s, 0, "Take Dog, still to act (blue cat beneath)")
    do(s, 0, "Lay red cat up, green cat beneath")
    assert shown(s) == "Mrr"
    assert s.pile[0] == 2
    assert known(s, 0) == ["bD"]


def test_a_mouse_without_a_reserve_has_no_effect() -> None:
    s = place("players=2 seat0=r:0:/rM.ry seat1=b:0:/rb.by bag=-")
    do(s, 0, "Toss red/mouse and red/yellow")
    land(s, 1, "Hand over red/blue", "Myr")
    assert s.phase == AGAIN
    land(s, 0, "Toss again", "Mrr")
    assert s.pile[0] == 2


def test_specials_act_again_after_the_second_toss() -> None:
    s = place("players=2 seat0=r:0:/rD.ry.rg.by seat1=b:0:/rb.by.bg.yg")
    do(s, 0, "Toss red/dog and red/yellow")
    land(s, 1, "Hand over red/blue", "Dyb")
    do(s, 0, "Turn yellow cat over to red cat")
    land(s, 0, "Toss again", "Dyb")
    assert (s.phase, s.tosses) == (TURN_OVER, 2)
    do(s, 0, "Turn blue cat over to red cat")
    assert s.phase == GIVE


def test_mouse_dog_and_invisible_cats_are_no_cats() -> None:
    s = place("players=4 seat0=r:0:/rM.rI.rg.by seat1=b:0:/bM.by.bg.yg seat2=y:0:/yI.ry.yg.bg seat3=g:0:/rg.bg.yg.gI")
    do(s, 0, "Toss red/invisible and red/green")
    do(s, 1, "Hand over blue/green")
    do(s, 2, "Hand over yellow/invisible")
    land(s, 3, "Hand over green/invisible", "IrbII")
    assert s.phase == AGAIN


# ------------------------------------------------------------ 5. refilling, 6. the next turn
def test_all_refill_to_four_clockwise_from_the_next_player_each_in_full_the_active_player_last() -> None:
    s = place("players=3 turn=1 seat0=r:0:/rb.ry.rg.by seat1=b:0:/rb.by.bg.yg seat2=y:0:/rb.ry.yg.bg bag=2rg.rb")
    do(s, 1, "Toss red/blue and blue/yellow")
    do(s, 2, "Hand over yellow/green")
    land(s, 0, "Hand over red/blue", "bbyr")
    assert s.pile[1] == 2
    assert s.have[:3] == [4, 3, 4]
    assert s.drew[:3] == [1, 1, 1]
    assert s.bag_n == 0
    assert s.turn == 2


def test_a_short_bag_serves_the_next_player_first() -> None:
    s = place("players=3 turn=1 seat0=r:0:/rb.ry.rg.by seat1=b:0:/rb.by.bg.yg seat2=y:0:/rb.ry.yg.bg bag=rg")
    do(s, 1, "Toss red/blue and blue/yellow")
    do(s, 2, "Hand over yellow/green")
    land(s, 0, "Hand over red/blue", "bbyr")
    assert s.have[:3] == [3, 2, 4]
    assert reserve(s, 2)[-1] == "rg"


# ------------------------------------------------------------ endless ties
@pytest.mark.parametrize(("ties", "leave"), [(0, False), (1, False), (2, True)])
def test_with_an_empty_bag_as_many_double_ties_as_players_make_the_last_tokens_leave(ties: int, leave: bool) -> None:
    s = place(f"players=3 ties={ties} seat0=r:0:/rb.ry.rg.by seat1=b:0:/rb.by.bg.yg seat2=y:0:/rb.ry.yg.bg bag=-")
    do(s, 0, "Toss red/blue and blue/yellow")
    do(s, 1, "Hand over blue/green")
    land(s, 2, "Hand over yellow/green", "rbgy")
    land(s, 0, "Toss again", "rbgy")
    if leave:
        assert (s.phase, s.fate, s.ties, s.turn) == (CHOOSE, LEFT, 0, 1)
        assert s.have[:3] == [2, 3, 3]
        assert s.pile[:3] == [0, 0, 0]
    else:
        assert (s.phase, s.ties) == (GIVE, ties + 1)


@pytest.mark.parametrize(("ties", "leave"), [(2, False), (10, False), (11, True)])
def test_with_tokens_in_the_bag_four_times_as_many_are_needed(ties: int, leave: bool) -> None:
    s = place(THREE + f" ties={ties}")
    do(s, 0, "Toss red/blue and blue/yellow")
    do(s, 1, "Hand over blue/green")
    land(s, 2, "Hand over yellow/green", "rbgy")
    land(s, 0, "Toss again", "rbgy")
    if leave:
        assert (s.phase, s.fate, s.ties, s.turn) == (CHOOSE, LEFT, 0, 1)
        assert s.have[:3] == [4, 4, 4]
        assert sum(s.out) == 4
    else:
        assert (s.phase, s.ties) == (GIVE, ties + 1)


def test_a_turn_with_a_winner_starts_the_count_again() -> None:
    s = place(THREE + " ties=5")
    do(s, 0, "Toss red/blue and blue/yellow")
    do(s, 1, "Hand over blue/green")
    land(s, 2, "Hand over yellow/green", "rbgg")
    assert (s.ties, s.won) == (0, 3)


# ------------------------------------------------------------ open reserves
def test_open_reserves_are_seen_by_all_and_the_choices_are_not() -> None:
    s = begin(3, seed=4, open=True)
    veil = KITTIES.hidden(s, 7)
    assert veil.reserve == s.reserve
    rules.apply(s, 1, 0)
    assert KITTIES.hidden(s, 7) == veil
    assert KITTIES.hidden(s, 0).chosen[1] == 0


def test_closed_reserves_are_seen_by_their_player_alone() -> None:
    s = begin(3, seed=4)
    assert KITTIES.hidden(s, 1).reserve[1] == s.reserve[1]
    assert KITTIES.hidden(s, 1).reserve[0] == [-1] * 4
    assert KITTIES.hidden(s, 7).reserve[:3] == [[-1] * 4] * 3
    assert not any(KITTIES.hidden(s, 1).bag)
