"""Equal tokens are one choice: which action stands for the tokens somebody points at. NONE: that is no choice now."""

from __future__ import annotations

from purrlor.core.seats import members
from purrlor.games.more_kitties.rules.choices import legal
from purrlor.games.more_kitties.rules.state import (
    CHOOSE,
    EXCHANGE,
    GIVE,
    GIVEN,
    LAY,
    NONE,
    ORDER,
    PAIR_HIGH,
    PAIR_LOW,
    TO_ACT,
    TURN_OVER,
    State,
)


def pair_of(s: State, seat: int, one: int, other: int) -> int:
    """The active player's toss of two places of the reserve."""
    reserve = s.reserve[seat]
    if s.phase == CHOOSE and seat == s.turn and one != other:
        for action in members(legal(s, seat)):
            pair = reserve[PAIR_LOW[action]], reserve[PAIR_HIGH[action]]
            if sorted(pair) == sorted((reserve[one], reserve[other])):
                return action
    return NONE


def gift_of(s: State, seat: int, place: int) -> int:
    """Another player's token, to hand over."""
    if s.phase == CHOOSE and seat != s.turn:
        for action in members(legal(s, seat)):
            if s.reserve[seat][action] == s.reserve[seat][place]:
                return action
    return NONE


def lay_of(s: State, seat: int, place: int, side: int) -> int:
    """A token of the reserve, laid with this side up."""
    if s.phase == LAY:
        for action in members(legal(s, seat)):
            if s.reserve[seat][action // 2] == s.reserve[seat][place] and action % 2 == side:
                return action
    return NONE


def token_of(s: State, seat: int, place: int) -> int:
    """A token on the table: to act, to be turned over, exchanged or given back."""
    if s.phase in (ORDER, TURN_OVER, EXCHANGE, GIVE) and place != s.acting and s.mark[place] != GIVEN:
        for action in members(legal(s, seat)):
            if is_equal(s, action, place):
                return action
    return NONE


def is_equal(s: State, i: int, j: int) -> bool:
    """Given back, a token is its two sides; before, it also matters what shows and whether it is to act."""
    if s.table[i] != s.table[j] or s.phase == GIVE:
        return s.table[i] == s.table[j]
    return s.up[i] == s.up[j] and (s.mark[i] == TO_ACT) == (s.mark[j] == TO_ACT)
