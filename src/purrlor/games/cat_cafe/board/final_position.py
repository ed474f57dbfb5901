"""The sheets just after the last draw, before the points are told: so that everybody sees what was drawn."""

from __future__ import annotations

from purrlor.games.cat_cafe.rules.state import DRAFT, OVER, State


def final_position(before: State, after: State, seat: int, action: int) -> State | None:
    if after.phase != OVER:
        return None
    s = after.copy()
    s.phase, s.central = DRAFT, 0
    for k in range(len(s.table)):  # the dice are done with
        s.table[k] = 0
    for p in range(s.seats):
        s.own[p] = 0
    return s
