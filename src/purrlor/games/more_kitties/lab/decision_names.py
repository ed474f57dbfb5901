"""What a decision of More Kitties! is called in a study (`study.DECISION_NAMES` has the words)."""

from __future__ import annotations

from purrlor.games.more_kitties.rules.state import AGAIN, EXCHANGE, GIVE, LAST, ORDER, TURN_OVER, State

ORDERED, TURNED, EXCHANGED, TOSSED_AGAIN, GAVE_BACK, TOSSED_LAST = range(6)


def decision_name(s: State, seat: int, action: int) -> int:
    phase = s.phase
    if phase == ORDER:
        return ORDERED
    if phase == TURN_OVER:
        return TURNED
    if phase == EXCHANGE:
        return EXCHANGED
    if phase == AGAIN:
        return TOSSED_AGAIN
    if phase == GIVE:
        return GAVE_BACK
    return TOSSED_LAST if phase == LAST else -1


def habit(s: State, seat: int, value: int) -> int:
    return -1
