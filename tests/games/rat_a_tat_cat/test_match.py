"""Matches of Rat-a-Tat Cat: rounds, minutes, limit; dealers and winners."""

from __future__ import annotations

import pytest

from purrlor import BadOption, IllegalAction, Match, NotYourTurn
from purrlor.core.seats import TABLE, members
from purrlor.games.rat_a_tat_cat.rules import rules
from purrlor.games.rat_a_tat_cat.rules.state import (
    CALL,
    DISCARD_IT,
    DRAW,
    GO_ON,
    LOOK,
    NO_CARD,
    OVER,
    ROUND_END,
    SOURCE,
    TIME_UP,
    YES,
    State,
)
from tests.games.rat_a_tat_cat.positions import RAT, act, begin, choices, lay, row

ROWS = "row0=1,9,9,2 row1=3,8,8,4 row2=0,7,7,6"  # 21, 23 and 20 points


def finish(text: str) -> State:
    """The last turn of a round, in which nothing changes hands."""
    s = lay(text, draws="6")
    act(s, DRAW, DISCARD_IT)
    return s


def play_round(s: State) -> None:
    """Everybody looks, then the starter discards and calls, and the others discard."""
    number = s.round
    while s.round == number and s.phase not in (ROUND_END, OVER):
        act(s, {CALL: YES}.get(s.phase, choices(s, members(rules.waiting(s))[0])[-1]))


# ------------------------------------------------------------ rounds
@pytest.mark.parametrize("seats", [2, 3, 6])
def test_the_starter_deals_the_next_round_and_the_left_neighbour_starts(seats: int) -> None:
    s = begin(seats, rounds=2 * seats)
    for number in range(2 * seats):
        assert (s.round, s.starter, s.turn) == (number + 1, number % seats, number % seats)
        play_round(s)
        act(s, *[GO_ON] * len(members(rules.waiting(s))))
    assert s.phase == OVER


def test_totals_are_added_up() -> None:
    s = finish(f"players=3 round=2 starter=1 caller=1 turn=0 {ROWS} discard=5 totals=10,20,30 points=10,20,30")
    assert (s.points[:3], s.totals[:3]) == ([21, 23, 20], [31, 43, 50])
    assert (s.phase, rules.waiting(s)) == (ROUND_END, 0b111)
    assert [rules.score(s, p) for p in range(3)] == [31, 43, 50]


def test_the_lowest_total_wins() -> None:
    s = finish(f"players=3 rounds=1 caller=0 turn=2 {ROWS} discard=5")
    assert (s.phase, rules.winners(s)) == (OVER, 0b100)
    assert rules.legal(s, 0) == 0


def test_equal_totals_share_the_victory() -> None:
    s = finish(f"players=3 rounds=2 round=2 starter=1 caller=1 turn=0 {ROWS} discard=5 totals=10,8,30")
    assert s.totals[:3] == [31, 31, 50]
    assert rules.winners(s) == 0b011


def test_there_is_no_bonus_and_no_penalty_for_the_caller() -> None:
    best = finish(f"players=3 rounds=1 starter=2 caller=2 turn=1 {ROWS} discard=5")
    worst = finish(f"players=3 rounds=1 starter=1 caller=1 turn=0 {ROWS} discard=5")
    assert best.points[:3] == worst.points[:3] == [21, 23, 20]


def test_a_match_has_as_many_rounds_as_was_said() -> None:
    s = begin(2, rounds=20)
    for _ in range(20):
        play_round(s)
        act(s, *[GO_ON] * len(members(rules.waiting(s))))
    assert (s.phase, s.round) == (OVER, 20)


# ------------------------------------------------------------ minutes
def test_the_round_under_way_when_time_is_up_is_the_last() -> None:
    s = begin(3, length="minutes")
    assert rules.legal(s, TABLE) == 1 << TIME_UP
    rules.apply(s, TABLE, TIME_UP)
    assert (s.phase, rules.legal(s, TABLE)) == (LOOK, 0)
    play_round(s)
    assert (s.phase, s.round) == (OVER, 1)


def test_without_the_end_of_time_rounds_go_on() -> None:
    s = begin(2, length="minutes", rounds=1)
    for _ in range(5):
        play_round(s)
        act(s, GO_ON, GO_ON)
    assert (s.round, s.phase) == (6, LOOK)


def test_time_that_is_up_between_rounds_ends_the_match() -> None:
    s = begin(2, length="minutes")
    play_round(s)
    act(s, GO_ON)
    rules.apply(s, TABLE, TIME_UP)
    assert (s.phase, rules.waiting(s), s.round) == (OVER, 0, 1)


@pytest.mark.parametrize("length", ["rounds", "limit"])
def test_the_table_has_nothing_to_say_in_other_matches(length: str) -> None:
    assert rules.legal(begin(2, length=length), TABLE) == 0


def test_200_rounds_are_the_end_of_every_match() -> None:
    s = finish(f"players=3 length=minutes round=200 caller=0 turn=2 {ROWS} discard=5")
    assert s.phase == OVER
    s = finish(f"players=3 length=limit round=200 caller=0 turn=2 {ROWS} discard=5")
    assert (s.phase, rules.winners(s)) == (OVER, 0b100)


# ------------------------------------------------------------ limit
def test_whoever_reaches_the_limit_is_out() -> None:
    text = f"players=3 length=limit limit=100 starter=1 caller=1 turn=0 {ROWS} discard=5 totals=79,10,10"
    s = finish(text)
    assert (s.totals[0], members(s.out)) == (100, (0,))  # at the limit is enough
    assert (s.phase, rules.waiting(s)) == (ROUND_END, 0b110)
    assert row(s, 0) == "1992"  # still to be seen
    act(s, GO_ON, GO_ON)
    assert s.rows[0] == [NO_CARD] * 4
    assert s.starter == 2
    assert rules.waiting(s) == 0b110
    assert s.deck_n == 65 - 2 * 4 - 1


def test_one_point_below_the_limit_is_in() -> None:
    s = finish(f"players=3 length=limit starter=1 caller=1 turn=0 {ROWS} discard=5 totals=78,10,10")
    assert (s.totals[0], s.out) == (99, 0)


def test_the_next_starter_is_the_next_seat_to_the_left_still_in() -> None:
    s = finish(f"players=3 length=limit starter=0 caller=0 turn=2 {ROWS} discard=5 totals=10,90,10")
    act(s, GO_ON, GO_ON)
    assert (s.out, s.starter, s.turn) == (0b010, 2, 2)


def test_the_starter_who_fell_out_is_followed_by_the_left_neighbour() -> None:
    s = finish(f"players=3 length=limit starter=0 caller=0 turn=2 {ROWS} discard=5 totals=90,10,10")
    act(s, GO_ON, GO_ON)
    assert (s.out, s.starter) == (0b001, 1)


def test_turns_swaps_and_last_laps_pass_over_who_is_out() -> None:
    rows = "row0=1,9,9,2 row1=- row2=0,7,7,6 row3=5,5,5,5"
    text = f"players=4 length=limit out=1 totals=10,120,20,30 {rows} discard=6"
    s = lay(text, draws="S866")
    act(s, DRAW, 0)
    assert choices(s, 0) == [*range(8, 16)]
    act(s, 8, YES)
    assert (s.turn, s.last_turns) == (2, 1)
    act(s, DRAW, DISCARD_IT)
    assert s.turn == 3
    act(s, DRAW, DISCARD_IT)
    assert (s.phase, s.points[1], s.totals[1]) == (ROUND_END, 0, 120)
    assert rules.waiting(s) == 0b1101


def test_super_peek_does_not_look_where_no_cards_are() -> None:
    s = lay("players=3 length=limit out=1 totals=0,100,0 row0=1,9,9,2 row1=- row2=0,7,7,6 discard=6", draws="A")
    act(s, DRAW)
    assert s.known[1] == [0, 0, 0, 0]
    assert s.known[2] == [1, 1, 1, 1]


def test_the_last_one_in_wins() -> None:
    s = finish(f"players=3 length=limit starter=1 caller=1 turn=0 {ROWS} discard=5 totals=90,10,90")
    assert (s.phase, members(s.out), members(rules.winners(s))) == (OVER, (0, 2), (1,))


def test_if_all_remaining_reach_it_at_once_the_lowest_among_them_wins() -> None:
    """Player 2 fell out earlier with 100 points: fewer than the winner has now."""
    text = "players=3 length=limit out=2 starter=1 caller=1 turn=0 row0=1,9,9,2 row1=3,8,8,4 row2=- discard=5"
    s = finish(f"{text} totals=95,95,100")
    assert (s.totals[:3], s.phase) == ([116, 118, 100], OVER)
    assert members(rules.winners(s)) == (0,)
    s = finish(f"{text} totals=97,95,100")
    assert (s.totals[:3], members(rules.winners(s))) == ([118, 118, 100], (0, 1))


def test_the_sixtieth_turn_is_the_starters_also_when_some_are_out() -> None:
    rows = "row0=- row1=3,8,8,4 row2=0,7,7,6"
    s = lay(f"players=3 length=limit out=0 totals=100,0,0 starter=2 lap=60 {rows} discard=5", draws="6")
    assert s.turn == 2
    act(s, DRAW, DISCARD_IT)
    assert (s.caller, s.turn, s.phase, s.last_turns) == (2, 1, SOURCE, 0)


# ------------------------------------------------------------ bad input
@pytest.mark.parametrize("seats", [1, 7, 0, -1, True, "3"])
def test_two_to_six_players(seats: int) -> None:
    with pytest.raises(BadOption, match="2 to 6 players"):
        Match("rat-a-tat-cat", seats)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("rounds", 0), ("rounds", 21), ("rounds", "many"), ("minutes", 0), ("minutes", 181), ("limit", 49),
        ("limit", 501), ("limit", 99.5), ("length", "days"), ("memory", "none"), ("open_ends", "maybe"), ("players", 3),
    ],
)  # fmt: skip
def test_options_out_of_range_are_refused(name: str, value: object) -> None:
    with pytest.raises(BadOption, match=name):
        Match("rat-a-tat-cat", 2, {name: value})


def test_the_usual_options() -> None:
    assert RAT.settle(2) == {
        "length": "rounds", "rounds": 3, "minutes": 15, "limit": 100, "open_ends": False, "memory": "strict",
        "small": 0,
    }  # fmt: skip


def test_the_door_refuses_what_the_rules_do_not_allow_and_changes_nothing() -> None:
    match = Match("rat-a-tat-cat", 3, {"open_ends": True}, seed=1)
    before = match.state.to_bytes()
    for seat, action in ((1, DRAW), (2, DRAW), (TABLE, TIME_UP), (3, DRAW), (-1, DRAW)):
        with pytest.raises(NotYourTurn):
            match.play(seat, action)
    for action in (-1, 2, 62, 1 << 40):
        with pytest.raises(IllegalAction):
            match.play(0, action)
    assert match.state.to_bytes() == before
