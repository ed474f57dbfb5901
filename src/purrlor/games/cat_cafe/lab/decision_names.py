"""What a decision of Cat Café is called in a study (`study.DECISION_NAMES` has the words)."""

from __future__ import annotations

from purrlor.games.cat_cafe.rules.rules import cost
from purrlor.games.cat_cafe.rules.sheet import FLOOR_OF
from purrlor.games.cat_cafe.rules.state import DRAW, ITEMS, UNDECIDED, State

PAID = ITEMS + 1  # 0 pass, 1 to 6 an item drawn
CAT = PAID + 1  # … and the cats


def decision_name(s: State, seat: int, action: int) -> int:
    if s.phase != DRAW:
        return -1
    if s.item[seat] == UNDECIDED:
        return action
    if s.hex[seat] == UNDECIDED:
        return PAID if cost(s, seat, s.item[seat] + 0, FLOOR_OF[action]) else -1
    return CAT + action


def habit(s: State, seat: int, value: int) -> int:
    return -1
