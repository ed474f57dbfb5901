"""What an item would bring in each place, if nobody else drew anything: so that one can weigh places against paws."""

from __future__ import annotations

from collections.abc import Sequence

from purrlor.games.cat_cafe.rules.rules import (
    bowl_points,
    butterfly_points,
    circle_towers,
    cushion_points,
    hexes_with,
    mouse_points,
    tower_points,
    yarn_points,
)
from purrlor.games.cat_cafe.rules.sheet import NEXT, TOWER_HEXES, TOWER_OF
from purrlor.games.cat_cafe.rules.state import BOWL, BUTTERFLY, CUSHION, MOUSE, YARN, State

COUNTED = {YARN: yarn_points, BUTTERFLY: butterfly_points, CUSHION: cushion_points, MOUSE: mouse_points}


def gains_here(s: State, seat: int, item: int, places: Sequence[int]) -> list[int]:
    """In points: the item itself, the bowls beside it, a full tower. What a house's cat scores is chosen later."""
    drawn, found = s.copy(), []
    sheet, bowls = drawn.sheet[seat], hexes_with(s, seat, BOWL)
    counted = COUNTED.get(item)
    before, before_bowls = counted(s, seat) if counted else 0, bowl_points(s, seat)
    for h in places:
        sheet[h] = item
        gain = counted(drawn, seat) - before if counted else 0
        if item == BOWL or NEXT[h] & bowls:
            gain += bowl_points(drawn, seat) - before_bowls
        if fills_tower(s, seat, h):
            gain += full_tower(drawn, seat, h)
        sheet[h] = 0
        found.append(gain)
    return found


def fills_tower(s: State, seat: int, h: int) -> bool:
    return TOWER_HEXES[TOWER_OF[h]] & ~s.filled[seat] == 1 << h


def full_tower(drawn: State, seat: int, h: int) -> int:
    """What the number brings that is circled when the item drawn in this hex completes its tower."""
    full = drawn.copy()
    full.filled[seat] |= 1 << h
    circle_towers(full)
    return tower_points(full, seat) - tower_points(drawn, seat)
