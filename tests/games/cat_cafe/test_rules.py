"""Cat Café: the sheet, the draft, drawing and passing, paws, houses, towers, the end."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pytest

from purrlor import BadOption, Match
from purrlor.core.chance import seed_rng
from purrlor.core.seats import members
from purrlor.games.cat_cafe.rules import rules, sheet
from purrlor.games.cat_cafe.rules.state import (
    BOWL,
    BUTTERFLY,
    CUSHION,
    DRAFT,
    DRAW,
    HOUSE,
    LARGER,
    MOUSE,
    NONE,
    OVER,
    PASS,
    SMALLER,
    YARN,
    State,
)
from tests.games.cat_cafe.positions import CAFE, EMPTY, choose, draw, drawing, hex_at, places
from tests.games.cat_cafe.referee import FLOORS, NUMBERS, REAL, neighbours


# ---------------------------------------------------------------- the sheet
def test_the_towers_are_as_printed() -> None:
    assert places((1 << 24) - 1) == set(REAL)
    assert len(sheet.PLACES) == 24
    for tower, floors in FLOORS.items():
        assert places(sheet.TOWER_HEXES[tower - 1]) == {(tower, floor) for floor in floors}
        assert (sheet.LARGER_NUMBER[tower - 1], sheet.SMALLER_NUMBER[tower - 1]) == NUMBERS[tower]


def test_neighbours_are_the_hexes_that_touch_when_drawn() -> None:
    """Flat-topped hexes with sides of 1: towers 1.5 apart, floors √3, the odd towers half a hex higher."""
    height = math.sqrt(3)
    centre = {(t, f): (1.5 * t, height * f + (height / 2 if t % 2 else 0)) for t, f in REAL}
    for place in REAL:
        touching = {other for other in REAL if abs(math.dist(centre[place], centre[other]) - height) < 1e-9}
        assert places(sheet.NEXT[hex_at(*place)]) == touching == neighbours(place)


def test_48_edges_and_only_two_hexes_with_six_neighbours() -> None:
    assert sum(mask.bit_count() for mask in sheet.NEXT) == 2 * 48
    assert {place for place in REAL if sheet.NEXT[hex_at(*place)].bit_count() == 6} == {(2, 2), (3, 5)}


def test_a_post_breaks_adjacency() -> None:
    assert (1, 5) not in places(sheet.NEXT[hex_at(1, 3)])
    assert (5, 3) not in places(sheet.NEXT[hex_at(5, 1)])


# ---------------------------------------------------------------- the beginning, the draft
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_table_is_laid(seats: int) -> None:
    match = Match("cat-cafe", seats, seed=1)
    s = match.state
    assert (s.round, s.first, s.phase, match.waiting()) == (1, 0, DRAFT, (0,))
    assert (sum(s.table), s.own, s.central, s.choosing) == (seats + 1, [0, 0, 0, 0], 0, 0)
    assert [(s.paws[p], s.spent[p], s.blank[p]) for p in range(seats)] == [(1, 0, 17)] * seats
    assert match.scores() == (0,) * seats


def test_a_used_state_can_be_used_again() -> None:
    fresh, used = State(), State.from_bytes(bytes([1]) * State.size())
    for s in (fresh, used):
        s.seats, s.towers, s.mice, s.small = 3, 1, 0, 0
        seed_rng(s, 5)
        rules.start(s)
    assert fresh == used


@pytest.mark.parametrize("seats", [0, 1, 5])
def test_for_two_to_four(seats: int) -> None:
    with pytest.raises(BadOption):
        Match("cat-cafe", seats)


def test_dice_are_taken_clockwise_and_the_last_is_central() -> None:
    s = CAFE.read(f"round 2 draft; first 1; dice 2 2 5 6; took ? ? ?\n0: {EMPTY}\n1: {EMPTY}\n2: {EMPTY}")
    assert members(rules.waiting(s)) == (1,)
    assert members(rules.legal(s, 1)) == (1, 4, 5), "two equal dice are one choice"
    assert rules.legal(s, 0) == rules.legal(s, 2) == 0
    choose(s, 1, 1)
    assert members(rules.waiting(s)) == (2,)
    assert members(rules.legal(s, 2)) == (1, 4, 5), "the other 2 is still there"
    choose(s, 2, 5)
    assert members(rules.legal(s, 0)) == (1, 4)
    choose(s, 0, 1)
    assert (s.own[:3], s.central, s.phase) == ([2, 2, 6], 5, DRAW)
    assert members(rules.waiting(s)) == (0, 1, 2), "all draw at once"


def test_the_first_player_passes_to_the_left() -> None:
    match = Match("cat-cafe", 3, seed=4)
    firsts = []
    for _ in range(5):
        firsts.append(match.waiting()[0])
        for _ in range(3):
            (seat,) = match.waiting()
            match.play(seat, match.legal(seat)[0])
        for seat in range(3):
            match.play(seat, PASS)
    assert firsts == [0, 1, 2, 0, 1]
    assert match.state.round == 6


# ---------------------------------------------------------------- drawing
def test_own_6_central_4_a_mouse_on_4_a_bowl_on_6_or_pass() -> None:
    s = drawing((6, 1), 4, f"{EMPTY}; paws 0", "")
    assert members(rules.legal(s, 0)) == (PASS, BOWL, MOUSE)
    mouse, bowl = s.copy(), s.copy()
    choose(mouse, 0, MOUSE)
    assert places(rules.legal(mouse, 0)) == {(2, 4), (3, 4), (4, 4), (5, 4)}
    choose(bowl, 0, BOWL)
    assert places(rules.legal(bowl, 0)) == {(2, 6), (3, 6), (4, 6)}


def test_own_2_central_4_three_paws_reach_1_and_6() -> None:
    s = drawing((2, 5), 4, f"{EMPTY}; paws 3", "")
    house, mouse = s.copy(), s.copy()
    choose(house, 0, HOUSE)
    assert (2, 6) in places(rules.legal(house, 0))
    choose(mouse, 0, MOUSE)
    assert (2, 1) in places(rules.legal(mouse, 0))
    draw(s, 0, MOUSE, 2, 1)
    choose(s, 1, PASS)
    assert (s.paws[0], s.spent[0], s.blank[0], s.paid[0]) == (0, 3, 15, 3)


def test_two_paws_do_not_reach_what_costs_three() -> None:
    s = drawing((2, 5), 4, f"{EMPTY}; paws 2", "")
    choose(s, 0, HOUSE)
    assert (2, 6) not in places(rules.legal(s, 0))


def test_dice_do_not_wrap_around() -> None:
    """From 6 to 1 it is five steps, not one."""
    assert rules.price(6, 6, 1, 6) == 5
    s = drawing((6, 5), 6, f"{EMPTY}; paws 4", "")
    assert not rules.legal(s, 0) >> HOUSE & 1


def test_the_cheaper_of_the_two_readings_is_paid() -> None:
    """Own 2, central 5: yarn on floor 5 is free, although the other way round it would cost 6."""
    assert rules.price(2, 5, YARN, 5) == 0
    assert rules.price(5, 2, YARN, 5) == 0
    assert rules.price(2, 5, CUSHION, 3) == 1
    for own in range(1, 7):
        for central in range(1, 7):
            assert rules.price(own, central, own, central) == rules.price(own, central, central, own) == 0


def test_a_taken_hex_is_not_on_offer() -> None:
    s = drawing((5, 1), 6, "...#. ...... ..#..M .....M .#..; paws 0", "")
    choose(s, 0, CUSHION)
    assert places(rules.legal(s, 0)) == {(2, 6)}


def test_an_item_without_a_hex_in_reach_is_not_on_offer() -> None:
    s = drawing((5, 1), 6, "...#. .....M ..#..M .....M .#..; paws 0", "")
    assert members(rules.legal(s, 0)) == (PASS, MOUSE), "no cushion: floor 6 is full; a mouse on floor 5"
    s = drawing((6, 1), 6, "...#. .....M ..#..M .....M .#..; paws 0", "")
    assert members(rules.legal(s, 0)) == (PASS,)


def test_paws_count_for_one_player_alone() -> None:
    s = drawing((2, 2), 4, f"{EMPTY}; paws 3", f"{EMPTY}; paws 0")
    draw(s, 0, MOUSE, 2, 1)
    assert members(rules.legal(s, 1)) == (PASS, YARN, BOWL), "for the other it is still 2 and 4"


# ---------------------------------------------------------------- passing, butterflies
def test_passing_circles_three_paws() -> None:
    s = drawing((2, 2), 4, f"{EMPTY}; paws 2, spent 4", "")
    choose(s, 0, PASS)
    choose(s, 1, PASS)
    assert (s.paws[0], s.spent[0], s.blank[0]) == (5, 4, 9)
    assert (s.paws[1], s.spent[1], s.blank[1]) == (4, 0, 14)
    assert s.paid == [0, 0, 0, 0]


@pytest.mark.parametrize("left", [0, 1, 2, 3])
def test_passing_circles_what_is_left(left: int) -> None:
    """A crossed paw never comes back; passing is always allowed."""
    s = drawing((2, 2), 4, f"{EMPTY}; paws {8 - left}, spent 10", "")
    choose(s, 0, PASS)
    choose(s, 1, PASS)
    assert (s.paws[0], s.spent[0], s.blank[0]) == (8, 10, 0)


def test_a_butterfly_circles_two_paws_for_the_rounds_to_come() -> None:
    s = drawing((3, 3), 3, f"{EMPTY}; paws 0", f"{EMPTY}; paws 0, spent 17")
    assert members(rules.legal(s, 0)) == (PASS, BUTTERFLY), "its own paws cannot pay for it"
    draw(s, 0, BUTTERFLY, 1, 3)
    draw(s, 1, BUTTERFLY, 1, 3)
    assert (s.paws[0], s.blank[0]) == (2, 16)
    assert (s.paws[1], s.spent[1], s.blank[1]) == (1, 17, 0), "one was left"


# ---------------------------------------------------------------- houses
def test_three_cushions_and_a_house_bring_6_points_with_the_cushion_cat() -> None:
    s = drawing((1, 1), 4, "C..#. C..... ..#... C..... .#..", "")
    draw(s, 0, HOUSE, 3, 4, CUSHION)
    choose(s, 1, PASS)
    assert s.written[0] == [-1, -1, -1, -1, 6, -1]
    assert rules.house_points(s, 0) == 6
    assert not rules.cats_left(s, 0) >> CUSHION - 1 & 1, "that cat is spent"


def test_the_new_house_counts_for_the_house_cat() -> None:
    s = drawing((1, 1), 4, "H..#. ...... ..#... ...... .#..; cats M0", "")
    choose(s, 0, HOUSE, hex_at(3, 4))
    assert rules.cat_offer(s, 0, HOUSE - 1) == 4
    choose(s, 0, HOUSE - 1)
    choose(s, 1, PASS)
    assert s.written[0] == [4, -1, -1, -1, -1, 0]


def test_choosing_a_cat_is_compulsory_and_zero_is_a_legal_result() -> None:
    s = drawing((1, 1), 4, f"{EMPTY}; paws 0", "")
    choose(s, 0, HOUSE, hex_at(3, 4))
    assert members(rules.legal(s, 0)) == (0, 1, 2, 3, 4, 5)
    choose(s, 0, MOUSE - 1)
    choose(s, 1, PASS)
    assert s.written[0][MOUSE - 1] == 0


def test_written_points_do_not_grow() -> None:
    s = drawing((5, 1), 6, "C..#. H..... ..#... ...... .#..; cats C2", "")
    draw(s, 0, CUSHION, 2, 6)
    choose(s, 1, PASS)
    assert s.written[0][CUSHION - 1] == 2


def test_with_all_cats_scored_no_house_can_be_drawn() -> None:
    full = "HHH#. HHH... ..#... ...... .#..; cats H2 Y0 F0 B0 C0 M0; paws 0"
    s = drawing((1, 1), 4, full, "")
    assert members(rules.legal(s, 0)) == (PASS, BOWL)
    five = "HH.#. HHH... ..#... ...... .#..; cats Y0 F0 B0 C0 M0; paws 0"
    s = drawing((1, 1), 4, five, "")
    choose(s, 0, HOUSE, hex_at(2, 4))
    assert members(rules.legal(s, 0)) == (HOUSE - 1,), "the last cat"


# ---------------------------------------------------------------- towers
ALMOST_1 = "MMM#. ...... ..#... ...... .#..; paws 0"  # tower 1 but for floor 5
HOUSE_1 = "HMM#. ...... ..#... ...... .#..; paws 0; cats Y0"


def complete_1(*seats: str, who: Sequence[int], options: str) -> State:
    """Those named draw a mouse on floor 5 of tower 1; the others pass."""
    s = drawing((6,) * len(seats), 5, *seats, options=options)
    for p in range(len(seats)):
        if p in who:
            draw(s, p, MOUSE, 1, 5)
        else:
            choose(s, p, PASS)
    return s


def numbers(s: State, tower: int) -> list[tuple[int, int]]:
    return [(s.circled[p][tower - 1], s.crossed[p][tower - 1]) for p in range(s.seats)]


@pytest.mark.parametrize("options", ["towers house", "towers first"])
def test_a_house_in_a_complete_tower_brings_the_larger_number(options: str) -> None:
    s = complete_1(HOUSE_1, ALMOST_1, "", who=[0], options=options)
    assert numbers(s, 1) == [(LARGER, 0), (NONE, 1), (NONE, 1)]
    assert [rules.tower_points(s, p) for p in range(3)] == [6, 0, 0]


@pytest.mark.parametrize("options", ["towers house", "towers first"])
def test_several_in_one_round_all_get_the_larger_number(options: str) -> None:
    s = complete_1(HOUSE_1, HOUSE_1, ALMOST_1, "", who=[0, 1, 2], options=options)
    assert numbers(s, 1) == [(LARGER, 0), (LARGER, 0), (SMALLER, 1), (NONE, 1)]
    assert [rules.tower_points(s, p) for p in range(4)] == [6, 6, 4, 0]


def test_by_house_a_completion_without_a_house_takes_nothing_from_anyone() -> None:
    s = complete_1(ALMOST_1, HOUSE_1, who=[0], options="towers house")
    assert numbers(s, 1) == [(SMALLER, 0), (NONE, 0)]
    done = "MMM#M ...... ..#... ...... .#..; numbers 4 - - - -"
    s = complete_1(done, HOUSE_1, HOUSE_1, who=[1], options="towers house")
    assert numbers(s, 1) == [(SMALLER, 1), (LARGER, 0), (NONE, 1)]


def test_by_first_a_completion_without_a_house_crosses_the_larger_number_out_for_all() -> None:
    s = complete_1(ALMOST_1, HOUSE_1, who=[0], options="towers first")
    assert numbers(s, 1) == [(SMALLER, 1), (NONE, 1)]
    done = "MMM#M ...... ..#... ...... .#..; numbers x4 - - - -"
    s = complete_1(done, HOUSE_1 + "; numbers x - - - -", who=[1], options="towers first")
    assert numbers(s, 1) == [(SMALLER, 1), (SMALLER, 1)]


@pytest.mark.parametrize("options", ["towers house", "towers first"])
def test_a_crossed_number_cannot_be_had(options: str) -> None:
    done = "HMM#M ...... ..#... ...... .#..; cats Y0; numbers 6 - - - -"
    s = complete_1(done, HOUSE_1 + "; numbers x - - - -", who=[1], options=options)
    assert numbers(s, 1) == [(LARGER, 0), (SMALLER, 1)]


def test_a_house_that_completes_a_tower_counts_for_it() -> None:
    s = drawing((1, 6), 5, ALMOST_1, "")
    draw(s, 0, HOUSE, 1, 5, MOUSE)
    choose(s, 1, PASS)
    assert numbers(s, 1) == [(LARGER, 0), (NONE, 1)]
    assert s.written[0][MOUSE - 1] == 6


def test_a_house_in_another_tower_does_not_count() -> None:
    s = complete_1("MMM#. H..... ..#... ...... .#..; paws 0; cats Y0", "", who=[0], options="towers house")
    assert numbers(s, 1) == [(SMALLER, 0), (NONE, 0)]


def test_a_larger_number_is_settled_tower_by_tower() -> None:
    s = complete_1(HOUSE_1, "", who=[0], options="towers house")
    assert [numbers(s, tower) for tower in (2, 3, 4, 5)] == [[(NONE, 0), (NONE, 0)]] * 4


# ---------------------------------------------------------------- the end
TWO_TOWERS = "MMM#. ...... MM#MMM ...... M#MM; paws 0; numbers - - 3 - 2"


def test_three_complete_towers_end_the_game_at_once() -> None:
    s = complete_1(TWO_TOWERS, "", who=[0], options="")
    assert (s.phase, rules.waiting(s), s.round) == (OVER, 0, 1)
    assert rules.legal(s, 0) == rules.legal(s, 1) == 0
    assert rules.tower_points(s, 0) == 4 + 3 + 2


def test_two_complete_towers_do_not() -> None:
    s = complete_1("MMM#. ...... MM#MMM ...... .#..; paws 0; numbers - - 3 - -", "", who=[0], options="")
    assert (s.phase, s.round, s.first) == (DRAFT, 2, 1)


def test_everybody_finishes_the_last_round() -> None:
    s = complete_1(TWO_TOWERS, HOUSE_1, who=[0, 1], options="")
    assert s.phase == OVER
    assert numbers(s, 1) == [(SMALLER, 1), (LARGER, 0)]


def test_round_50_is_the_last_and_its_towers_are_resolved() -> None:
    s = drawing((6, 6), 5, HOUSE_1, "", round=50)
    draw(s, 0, MOUSE, 1, 5)
    choose(s, 1, PASS)
    assert (s.phase, s.round) == (OVER, 50)
    assert numbers(s, 1) == [(LARGER, 0), (NONE, 1)]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_if_all_pass_the_game_ends_after_round_50(seats: int) -> None:
    match = Match("cat-cafe", seats, seed=seats)
    while not match.is_over:
        seat = match.waiting()[0]
        match.play(seat, match.legal(seat)[0])
    assert len(match.log) == 50 * seats * 2 <= rules.BOUND
    assert match.state.round == 50
    assert match.scores() == (0,) * seats
    assert match.winners() == tuple(range(seats)), "equal points share the victory"


def test_no_game_ends_before_the_12th_draw_and_the_22nd_completes_a_third_tower() -> None:
    sizes = sorted(len(floors) for floors in FLOORS.values())
    assert sum(sizes[:3]) == 12, "the three smallest towers"
    assert 24 - 3 == 21, "most items with a hex free in three towers"
    nearly = "MMM#. MMMMM. MM#MM. MMMMMM M#MM; numbers - - - 4 2; paws 0"  # 21 items, two towers
    s = drawing((6, 6), 6, nearly, "")
    assert s.filled[0].bit_count() == 21
    for tower in (2, 3):
        again = s.copy()
        draw(again, 0, MOUSE, tower, 6)
        choose(again, 1, PASS)
        assert again.phase == OVER
