"""The rug just after the last toss, before the cats are counted up: so that everybody sees how it fell."""

from __future__ import annotations

from purrlor.games.more_kitties.rules.state import LAST, OVER, State


def final_position(before: State, after: State, seat: int, action: int) -> State | None:
    if after.phase != OVER:
        return None
    s = after.copy()
    s.phase = LAST
    return s
