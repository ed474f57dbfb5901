"""What an item would bring in each place, if nobody else drew anything: so that one can weigh places against paws."""

from __future__ import annotations

from collections.abc import Sequence

from purrlor.core.seats import count, members
from purrlor.games.cat_cafe.rules import BOWL, BUTTERFLY, CUSHION, HOUSE, MOUSE, YARN, State, group_points
from purrlor.games.cat_cafe.sheet import (
    FLOOR_OF,
    HEXES,
    LARGER_NUMBER,
    NEXT,
    SMALLER_NUMBER,
    TOWER_HEXES,
    TOWER_OF,
    TOWERS,
)

NEAR = tuple(members(NEXT[h]) for h in range(HEXES))
SPAN = tuple((TOWER_OF.index(t), HEXES - TOWER_OF[::-1].index(t)) for t in range(TOWERS))  # its hexes lie together


def gains_here(s: State, seat: int, item: int, places: Sequence[int]) -> list[int]:
    """In points, a full tower included. Of a house nothing is said: its cat, chosen later, pays most of it."""
    if item == HOUSE:
        return [0] * len(places)
    sheet, filled = s.sheet[seat], s.filled[seat]
    groups = mice_groups(sheet) if item == MOUSE else ()
    found = []
    for h in places:
        near, tower = NEAR[h], TOWER_OF[h]
        gain = 0
        if item == CUSHION:
            gain = FLOOR_OF[h]
        elif item == BUTTERFLY:
            gain = 3
        elif item == BOWL:
            gain = len({sheet[n] for n in near} - {0})
        elif item == MOUSE:
            touched = [count(group) for group in groups if group & NEXT[h]]
            gain = group_points(s, 1 + sum(touched)) - sum(group_points(s, n) for n in touched)
        elif item == YARN:
            gain = yarn_gain(s, seat, tower)
        for n in near:
            if sheet[n] == BOWL and item not in [sheet[m] for m in NEAR[n]]:
                gain += 1
        if TOWER_HEXES[tower] & ~filled == 1 << h:
            has_house = HOUSE in list(sheet[SPAN[tower][0] : SPAN[tower][1]])
            gain += (LARGER_NUMBER if has_house and not s.crossed[seat][tower] else SMALLER_NUMBER)[tower]
        found.append(gain)
    return found


def mice_groups(sheet: Sequence[int]) -> list[int]:
    """Connected mice, each group a set of hexes."""
    groups: list[int] = []
    for h in range(HEXES):
        if sheet[h] == MOUSE:
            joined = [group for group in groups if group & NEXT[h]]
            groups = [group for group in groups if group not in joined] + [sum(joined) | 1 << h]
    return groups


def yarn_gain(s: State, seat: int, tower: int) -> int:
    begin, end = SPAN[tower]
    held = [list(s.sheet[p][begin:end]).count(YARN) for p in range(s.seats)]
    mine = held.pop(seat)
    top = max(held)
    now = 0 if not mine else 8 if mine >= top else 3
    return (8 if mine + 1 >= top else 3) - now
