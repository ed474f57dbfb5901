"""A sensible player of Rat-a-Tat Cat."""

from __future__ import annotations

import random

import pytest

from purrlor.core.seats import members
from purrlor.games.rat_a_tat_cat.bots import strategy
from purrlor.games.rat_a_tat_cat.rules import rules
from purrlor.games.rat_a_tat_cat.rules.state import (
    BY_ROUNDS,
    CALL,
    DECLINE,
    DISCARD_IT,
    DRAW,
    NO,
    OVER,
    ROUND_END,
    TAKE,
    TURN_OVER,
    YES,
    State,
)
from tests.games.rat_a_tat_cat.positions import act, begin, hidden, lay

# player 0 knows 1, 9 and 4
TABLE = "players=2 rounds=1 row0=1/0,9/0,8,4/0 row1=3/1,8,8,4/1"


def wish(s: State, seat: int = 0) -> int:
    answer = strategy.sensible(s, seat)
    assert strategy.sensible(hidden(s, seat), seat) == answer
    assert rules.legal(s, seat) >> answer & 1
    return answer


@pytest.mark.parametrize(("top", "answer"), [("5", TAKE), ("6", TAKE), ("7", DRAW), ("S", DRAW)])
def test_a_discard_is_taken_to_gain_three_or_more(top: str, answer: int) -> None:
    assert wish(lay(f"{TABLE} discard=5{top}")) == answer


def test_the_worst_card_goes_first() -> None:
    s = lay(f"{TABLE} discard=5", draws="8")
    act(s, TAKE)
    assert wish(s) == 1
    s = lay(f"{TABLE} discard=5", draws="8")
    act(s, DRAW)
    assert wish(s) == 1


def test_a_drawn_number_that_helps_nowhere_is_discarded() -> None:
    s = lay("players=2 rounds=1 row0=1/0,2/0,2/0,1/0 row1=3,8,8,4 discard=5", draws="3")
    act(s, DRAW)
    assert wish(s) == DISCARD_IT


def test_a_known_low_card_of_another_is_swapped_for() -> None:
    s = lay("players=2 rounds=1 row0=1/0,9/0,8,4/0 row1=3,8,0/0,4 discard=5", draws="S")
    act(s, DRAW)
    assert wish(s) == 1
    act(s, 1)
    assert wish(s) == 4 + 2


def test_a_card_that_its_owner_kept_is_worth_a_swap_for_an_unknown_one() -> None:
    s = lay("players=2 rounds=1 row0=1/0,2/0,8,4/0 row1=3,8,0+/1,4 discard=5", draws="S")
    act(s, DRAW)
    assert wish(s) == 2
    act(s, 2)
    assert wish(s) == 4 + 2


def test_nobody_swaps_a_good_row() -> None:
    s = lay("players=2 rounds=1 row0=1/0,2/0,2/0,1/0 row1=3,8,8,4 discard=5", draws="S")
    act(s, DRAW)
    assert wish(s) == DECLINE


def test_with_open_ends_only_cards_that_lie_face_down_are_swapped() -> None:
    text = "players=2 rounds=1 open_ends=on row0=9/01,7/0,2/0,9/01 row1=0/01,1/0,8,0/01 discard=5"
    s = lay(text, draws="S")
    act(s, DRAW)
    assert wish(s) == 1
    act(s, 1)
    assert wish(s) == 4 + 1


def test_a_peek_is_for_an_unknown_card() -> None:
    s = lay(f"{TABLE} discard=5", draws="P")
    act(s, DRAW)
    assert wish(s) == 2
    s = lay("players=2 rounds=1 row0=1/0,2/0,2/0,1/0 row1=3,8,8,4 discard=5", draws="P")
    act(s, DRAW)
    assert wish(s) == DECLINE


def test_draw_two_is_used_and_looks_end() -> None:
    s = lay(f"{TABLE} discard=5", draws="D")
    act(s, DRAW)
    assert wish(s) == YES
    assert wish(begin(2)) == TURN_OVER
    s = lay(f"{TABLE} discard=5", draws="A")
    act(s, DRAW)
    assert wish(s) == TURN_OVER


@pytest.mark.parametrize(
    ("mine", "theirs", "answer"),
    [
        ("1/0,2/0,3/0,2/0", "0,1,2,3", YES),  # 8 points are enough
        ("1/0,2/0,3/0,3/0", "0/0,1/0,2/0,3/0", NO),  # the other has fewer
        ("4/0,2/0,3/0,5/0", "?,?,?,?", YES),  # 14 against about 20
        ("4/0,2/0,4/0,5/0", "?,?,?,?", NO),
        ("4/0,2/0,3/0,5/0", "?+,?,?,?", NO),  # a card that was kept is a low one
    ],
)
def test_a_row_that_seems_lower_by_far_is_called(mine: str, theirs: str, answer: int) -> None:
    theirs = theirs.replace("?+", "6+").replace("?", "9")
    s = lay(f"players=2 rounds=1 do=call row0={mine} row1={theirs} discard=5")
    assert wish(s) == answer


def test_who_is_out_is_no_rival() -> None:
    rows = "row0=4/0,2/0,3/0,5/0 row1=- row2=9,9,9,9"
    s = lay(f"players=3 length=limit out=1 totals=0,100,0 do=call {rows} discard=5")
    assert wish(s) == YES


def play(seats: int, seed: int, sensible: int) -> State:
    """One round; the seats of the mask are sensible, the others play at random."""
    s, dice = begin(seats, seed), random.Random(seed)
    while asked := rules.waiting(s):
        seat = members(asked)[0]
        action = wish(s, seat) if sensible >> seat & 1 else dice.choice(members(rules.legal(s, seat)))
        rules.apply(s, seat, action)
    return s


@pytest.mark.parametrize(("seats", "sensible"), [(2, 0b01), (2, 0b10), (4, 0b0101)])
def test_sensible_players_beat_random_ones(seats: int, sensible: int) -> None:
    won = sum(bool(rules.winners(play(seats, seed, sensible)) & sensible) for seed in range(80))
    assert won > 60  # they win about nine in ten; a coin comes up more than 56 times once in ten thousand


def test_a_search_stops_at_the_end_of_the_round_and_guesses_the_rest() -> None:
    s = begin(3)
    first = strategy.stage(s)
    strategy.stop(s)
    assert (s.phase, rules.waiting(s)) == (OVER, 0)
    assert s.length == BY_ROUNDS
    assert all(s.totals[p] >= s.points[p] == sum(s.rows[p]) for p in range(3))
    s = lay("players=2 caller=0 turn=1 row0=1,1,1,1 row1=3,8,8,4 discard=5", draws="6")
    assert strategy.stage(s) == first
    act(s, DRAW, DISCARD_IT)
    assert (s.phase, strategy.stage(s)) == (ROUND_END, first + 1)
    strategy.stop(s)
    assert (s.phase, s.points[:2]) == (OVER, [4, 23])


def test_the_last_round_is_not_guessed_at() -> None:
    s = begin(2, rounds=1)
    strategy.stop(s)
    assert s.totals[:2] == s.points[:2]


def test_a_call_is_considered_only_when_it_is_asked_for() -> None:
    s = lay(f"{TABLE} discard=5", draws="8")
    act(s, DRAW, DISCARD_IT)
    assert s.phase == CALL
    assert wish(s) == NO
