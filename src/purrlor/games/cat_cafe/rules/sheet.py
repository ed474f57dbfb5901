"""The printed sheet, the same for every player: 24 hexes in five towers, their neighbours, the numbers on top.

A hex is its number, tower after tower from the left, each from the ground up; a set of hexes is a bit mask.
"""

from __future__ import annotations

TOWERS, FLOORS, HEXES = 5, 6, 24
LARGER_NUMBER = (6, 9, 7, 8, 3)
SMALLER_NUMBER = (4, 5, 3, 4, 2)
POST = (4, 0, 3, 0, 2)  # the floor of each tower that is a scratching post, 0: none
TOP = (5, 6, 6, 6, 4)  # the highest floor of each tower

PLACES = tuple((t, f) for t in range(TOWERS) for f in range(1, TOP[t] + 1) if f != POST[t])
TOWER_OF = tuple(t for t, f in PLACES)  # 0 to 4
FLOOR_OF = tuple(f for t, f in PLACES)  # 1 to 6
TOWER_HEXES = tuple(sum(1 << h for h in range(HEXES) if TOWER_OF[h] == t) for t in range(TOWERS))
# the hexes on a set of floors; the set is a mask of the bits 1 to 6
FLOORS_HEXES = tuple(sum(1 << h for h in range(HEXES) if floors >> FLOOR_OF[h] & 1) for floors in range(128))


def touches(h: int, other: int) -> bool:
    """Towers 1, 3 and 5 stand half a hex higher than 2 and 4. A post is no hex, so it breaks adjacency."""
    t, f = PLACES[h]
    u, g = PLACES[other]
    if t == u:
        return abs(f - g) == 1
    low = f if t % 2 == 0 else f - 1  # t counts from 0: the even ones are towers 1, 3 and 5
    return abs(t - u) == 1 and low <= g <= low + 1


NEXT = tuple(sum(1 << other for other in range(HEXES) if touches(h, other)) for h in range(HEXES))
