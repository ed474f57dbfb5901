"""The tiles just after the last decision, before the dogs bark: so that everybody sees what it was."""

from __future__ import annotations

from purrlor.games.pocket_cats.rules.state import FLIP, OVER, PAUSE, State


def final_position(before: State, after: State, seat: int, action: int) -> State | None:
    if after.stage not in (PAUSE, OVER) or before.stage == PAUSE:
        return None
    s = after.copy()
    s.stage = FLIP
    for p in range(s.seats):  # nothing is counted yet
        s.points[p], s.caught[p] = before.points[p], before.caught[p]
    return s
