"""What an item would bring in each place, if nobody else drew anything: so that one can weigh places against paws."""

from __future__ import annotations

from collections.abc import Sequence

from purrlor.games.cat_cafe.rules import (
    BOWL,
    BUTTERFLY,
    CUSHION,
    HOUSE,
    MOUSE,
    YARN,
    State,
    bowl_points,
    butterfly_points,
    circle_towers,
    cushion_points,
    mouse_points,
    tower_points,
    yarn_points,
)
from purrlor.games.cat_cafe.sheet import TOWER_HEXES, TOWER_OF

COUNTED = {
    YARN: (yarn_points, bowl_points),
    BUTTERFLY: (butterfly_points, bowl_points),
    BOWL: (bowl_points,),
    CUSHION: (cushion_points, bowl_points),
    MOUSE: (mouse_points, bowl_points),
}  # an item is counted by itself, and by the bowls beside it


def gains_here(s: State, seat: int, item: int, places: Sequence[int]) -> list[int]:
    """In points, a full tower included. Of a house nothing is said: its cat, chosen later, pays most of it."""
    if item == HOUSE:
        return [0] * len(places)
    drawn, found = s.copy(), []
    sheet, filled = drawn.sheet[seat], s.filled[seat]
    before = sum(points(s, seat) for points in COUNTED[item])
    for h in places:
        sheet[h] = item
        gain = sum(points(drawn, seat) for points in COUNTED[item]) - before
        sheet[h] = 0
        if TOWER_HEXES[TOWER_OF[h]] & ~filled == 1 << h:
            gain += full_tower(s, seat, h)
        found.append(gain)
    return found


def full_tower(s: State, seat: int, h: int) -> int:
    """What the number brings that is circled when this hex completes its tower."""
    full = s.copy()
    full.filled[seat] |= 1 << h
    circle_towers(full)
    return tower_points(full, seat) - tower_points(s, seat)
