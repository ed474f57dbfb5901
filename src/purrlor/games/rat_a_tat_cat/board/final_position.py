"""The table just after a round's last decision, before the rows are turned up: so that everybody sees what it was."""

from __future__ import annotations

from purrlor.core.seats import TABLE
from purrlor.games.rat_a_tat_cat.rules.rules import apply
from purrlor.games.rat_a_tat_cat.rules.state import OVER, ROUND_END, State


def final_position(before: State, after: State, seat: int, action: int) -> State | None:
    if after.phase not in (ROUND_END, OVER) or before.phase == ROUND_END or seat == TABLE:
        return None
    s = before.copy()
    s.last_turns += 1  # as if one more turn followed; no decision that ends a round draws a card
    apply(s, seat, action)
    return s
