"""The end of a match of More Kitties!: without a bag, without two tokens, with one last toss."""

from __future__ import annotations

import pytest

from purrlor.core.chance import seed_rng
from purrlor.core.seats import members
from purrlor.games.more_kitties.bots import strategy
from purrlor.games.more_kitties.rules import rules
from purrlor.games.more_kitties.rules.state import (
    AGAIN,
    BACK,
    CHOOSE,
    GIVE,
    LAST,
    LEFT,
    MOST_TOSSED,
    ORDER,
    OVER,
    TURN_OVER,
    WON,
    State,
)
from tests.games.more_kitties.positions import begin, choices, do, land, out, place, shown


# ------------------------------------------------------------ without a bag
def test_without_a_bag_play_goes_on_without_refilling() -> None:
    s = place("players=2 seat0=r:0:/rb.ry.rg.by seat1=b:0:/rb.by.bg.yg bag=-")
    do(s, 0, "Toss red/blue and red/yellow")
    land(s, 1, "Hand over red/blue", "rrb")
    assert (s.phase, s.turn, s.have[:2]) == (CHOOSE, 1, [2, 3])
    assert s.drew[:2] == [0, 0]


def test_a_player_with_fewer_than_two_is_passed_over_and_play_goes_on_from_there() -> None:
    s = place("players=4 seat0=r:0:/rb.ry.rg.rg seat1=b:0:/rb.by seat2=y:0:/rb.ry.by seat3=g:0:/rg.bg.bg bag=-")
    do(s, 0, "Toss red/blue and red/yellow")
    do(s, 1, "Hand over red/blue")
    do(s, 2, "Hand over red/blue")
    land(s, 3, "Hand over red/green", "rrrbr")
    assert (s.phase, s.turn, s.have[:4]) == (CHOOSE, 2, [2, 1, 2, 2])
    do(s, 2, "Toss red/yellow and blue/yellow")
    do(s, 0, "Hand over red/green")
    do(s, 1, "Hand over blue/yellow")
    land(s, 3, "Hand over blue/green", "yygry")
    # seat 3 is left of seat 2, but has one token, as has seat 0; nobody has two
    assert (s.phase, s.turn, s.have[:4]) == (LAST, 3, [1, 0, 0, 1])


def test_players_without_tokens_hand_nothing_over() -> None:
    s = place("players=3 seat0=r:0:/rb.ry.rg seat1=b:0:/ seat2=y:0:/ry bag=-")
    assert rules.waiting(s) == 0b101
    do(s, 0, "Toss red/blue and red/yellow")
    land(s, 2, "Hand over red/yellow", "bry")
    land(s, 0, "Toss again", "bry")
    assert (s.phase, s.receiver) == (GIVE, 2)
    do(s, 0, "Give back red/blue")
    assert (s.phase, s.have[:3]) == (CHOOSE, [3, 0, 1])
    assert s.turn == 0


def test_alone_with_tokens_a_player_tosses_two_and_keeps_both_after_a_second_tie() -> None:
    s = place("players=2 seat0=r:0:/rb.ry.rg seat1=b:0:/ bag=-")
    assert rules.waiting(s) == 0b01
    land(s, 0, "Toss red/blue and red/yellow", "by")
    land(s, 0, "Toss again", "by")
    assert (s.phase, s.turn, s.fate, s.ties) == (CHOOSE, 0, BACK, 1)
    assert s.have[:2] == [3, 0]
    land(s, 0, "Toss red/blue and red/yellow", "by")
    land(s, 0, "Toss again", "by")
    assert (s.fate, s.ties, s.have[0]) == (LEFT, 0, 1)
    assert (s.phase, s.turn) == (LAST, 1)


# ------------------------------------------------------------ the last toss
ONE_EACH = "players=4 turn=2 do=last seat0=r:0:/rb seat1=b:0:/rD seat2=y:0:/ seat3=g:0:/ry bag=-"


def test_the_player_whose_turn_it_is_tosses_all_that_is_left() -> None:
    s = place(ONE_EACH)
    assert rules.waiting(s) == 0b0100
    assert list(choices(s, 2)) == ["Toss everything that's left"]
    land(s, 2, "Toss everything that's left", "rrr")
    assert (s.phase, s.fate, s.won) == (OVER, WON, 0)
    assert s.pile[:4] == [3, 0, 0, 0]
    assert rules.winners(s) == 0b0001
    assert rules.waiting(s) == 0


def test_in_the_last_toss_a_dog_acts_for_the_tosser() -> None:
    s = place(ONE_EACH)
    land(s, 2, "Toss everything that's left", "ybD")
    assert (s.phase, rules.waiting(s)) == (TURN_OVER, 0b0100)
    do(s, 2, "Turn blue cat over to red cat")
    assert (s.phase, s.fate) == (OVER, LEFT)
    assert s.pile[:4] == [0, 0, 0, 0]


def test_in_the_last_toss_a_mouse_finds_no_reserve() -> None:
    s = place("players=3 turn=0 do=last seat0=r:0:/rM seat1=b:0:/rb seat2=y:0:/ry bag=-")
    land(s, 0, "Toss everything that's left", "Mrr")
    assert (s.phase, s.pile[:3]) == (OVER, [2, 0, 0])


def test_a_dog_alone_on_the_table_has_no_effect() -> None:
    s = place("players=2 turn=1 do=last seat0=r:0:/rD seat1=b:0:/ bag=-")
    land(s, 1, "Toss everything that's left", "D")
    assert (s.phase, s.fate) == (OVER, LEFT)


def test_without_a_colour_ahead_there_is_no_second_toss_and_all_leave() -> None:
    s = place("players=2 turn=1 do=last seat0=r:0:/rb seat1=b:0:/ry bag=-")
    land(s, 1, "Toss everything that's left", "yb")
    assert (s.phase, s.fate, s.pile[:2]) == (OVER, LEFT, [0, 0])
    assert out(s)["ry"] == 6
    assert s.have == [0] * 6


def test_with_nothing_left_the_match_is_over_at_once() -> None:
    s = place("players=2 seat0=r:0:/rb.ry seat1=b:0:/rb bag=-")
    do(s, 0, "Toss red/blue and red/yellow")
    land(s, 1, "Hand over red/blue", "rrb")
    assert (s.phase, rules.waiting(s)) == (OVER, 0)
    assert shown(s) == "rrb"


# ------------------------------------------------------------ who wins
@pytest.mark.parametrize(
    ("piles", "winners"), [((3, 5, 4), 0b010), ((5, 5, 4), 0b011), ((0, 0, 0), 0b111), ((1, 0, 1), 0b101)]
)
def test_most_cats_win_and_equal_ones_share(piles: tuple[int, ...], winners: int) -> None:
    seats = " ".join(f"seat{p}={'rby'[p]}:{n}:" for p, n in enumerate(piles))
    s = place(f"players=3 do=over {seats} bag=-")
    assert rules.winners(s) == winners
    assert tuple(rules.score(s, p) for p in range(3)) == piles


# ------------------------------------------------------------ bounds
def test_a_reserve_never_exceeds_four_and_the_table_reaches_seven() -> None:
    most, widest = 0, 0
    for seed in range(40):
        s = begin(6, seed)
        while asked := rules.waiting(s):
            seat = members(asked)[-1]
            rules.apply(s, seat, members(rules.legal(s, seat))[seed % len(members(rules.legal(s, seat)))])
            most, widest = max(most, *s.have), max(widest, s.table_n)
            if s.phase in (ORDER, TURN_OVER, AGAIN, GIVE):
                assert s.have[s.turn] <= 2
    assert most == 4
    assert widest == MOST_TOSSED == 7


def turns_and_decisions(s: State) -> tuple[int, int]:
    """Play so that ties are as frequent as they can be made, at random otherwise."""
    decisions = 0
    while asked := rules.waiting(s):
        seat = members(asked)[0]
        best = None
        for action in members(rules.legal(s, seat)):
            trial = s.copy()
            seed_rng(trial, decisions)
            rules.apply(trial, seat, action)
            if best is None or trial.ties > best[0]:
                best = (trial.ties, action)
        assert best is not None
        seed_rng(s, decisions)
        rules.apply(s, seat, best[1])
        decisions += 1
    return s.turns, decisions


def test_even_with_many_ties_a_match_ends_well_within_the_bound() -> None:
    turns, decisions = turns_and_decisions(begin(2, 1))
    assert turns <= 288
    assert decisions <= rules.BOUND


def test_stopping_counts_the_piles_as_they_are() -> None:
    s = begin(3, 5)
    s.pile[1] = 4
    strategy.stop(s)
    assert rules.waiting(s) == 0
    assert rules.winners(s) == 0b010
