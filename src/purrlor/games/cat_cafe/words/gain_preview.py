"""What an item would bring in each place, if nobody else drew anything: so that one can weigh places against paws."""

from __future__ import annotations

from collections.abc import Sequence

from purrlor.core.seats import members
from purrlor.games.cat_cafe.rules.rules import (
    butterfly_points,
    circle_towers,
    cushion_points,
    mouse_points,
    tower_points,
    yarn_points,
)
from purrlor.games.cat_cafe.rules.sheet import NEXT, TOWER_HEXES, TOWER_OF
from purrlor.games.cat_cafe.rules.state import BOWL, BUTTERFLY, CUSHION, ITEMS, MOUSE, YARN, State

COUNTED = {YARN: yarn_points, BUTTERFLY: butterfly_points, CUSHION: cushion_points, MOUSE: mouse_points}


def gains_here(s: State, seat: int, item: int, places: Sequence[int]) -> list[int]:
    """In points: the item itself, the bowls beside it, a full tower. What a house's cat scores is chosen later."""
    drawn, found = s.copy(), []
    sheet, kinds = drawn.sheet[seat], kinds_of(s, seat)
    counted = COUNTED.get(item)
    before = counted(s, seat) if counted else 0
    for h in places:
        sheet[h] = item
        gain = bowls_gain(kinds, item, h) + (counted(drawn, seat) - before if counted else 0)
        if fills_tower(s, seat, h):
            gain += full_tower(drawn, seat, h)
        sheet[h] = 0
        found.append(gain)
    return found


def kinds_of(s: State, seat: int) -> list[int]:
    """By item: the hexes that show it, as a mask; 0 is no item."""
    kinds = [0] * (ITEMS + 1)
    for h, item in enumerate(s.sheet[seat]):
        kinds[item] |= 1 << h
    return kinds


def bowls_gain(kinds: Sequence[int], item: int, h: int) -> int:
    """What all bowls bring more with this item in this hex: those beside it, and itself if it is one."""
    gain = sum(not NEXT[bowl] & kinds[item] for bowl in members(kinds[BOWL] & NEXT[h]))
    return gain + (sum(bool(kind & NEXT[h]) for kind in kinds[1:]) if item == BOWL else 0)


def fills_tower(s: State, seat: int, h: int) -> bool:
    return TOWER_HEXES[TOWER_OF[h]] & ~s.filled[seat] == 1 << h


def full_tower(drawn: State, seat: int, h: int) -> int:
    """What the number brings that is circled when the item drawn in this hex completes its tower."""
    full = drawn.copy()
    full.filled[seat] |= 1 << h
    circle_towers(full)
    return tower_points(full, seat) - tower_points(drawn, seat)
