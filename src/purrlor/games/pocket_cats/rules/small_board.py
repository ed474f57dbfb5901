"""The small variants, for exact solvers: the last turns of a first game on the nine cells in the middle.

The sixteen tiles around them lie face up and stay where they are; they count at the end like all others. Chance deals
only the few tiles that are still face down, so a list can hold all it can do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from purrlor.core.chance import below, pick
from purrlor.games.pocket_cats.rules.tiles import CELLS, DOG, NONE

if TYPE_CHECKING:
    from purrlor.games.pocket_cats.rules.state import State

MIDDLE = 0b00000_01110_01110_01110_00000
TURNS_LEFT = (24, 3, 4)  # by option `small`; as many tiles lie face down
LAID = (
    7, 17, 19, 0, 13,
    12, 22, 4, 5, 15,
    2, 6, 9, 20, 21,
    18, 16, 11, 1, 10,
    23, 14, 24, 3, 8,
)  # fmt: skip
FACE_DOWN = (7, 11, 13, 17)  # the cells, those of the smaller variant first


def lay_small(s: State) -> None:
    """Lay the tiles; those that are face down are dealt to their cells anyhow, a dog among them turned anyhow."""
    left = 0
    s.down = 0
    for k in range(TURNS_LEFT[s.small]):
        s.down |= 1 << FACE_DOWN[k]
        left |= 1 << LAID[FACE_DOWN[k]]
    for c in range(CELLS):
        if s.down >> c & 1:
            tile = pick(s, left)
            left &= ~(1 << tile)
            s.tile[c] = tile
            s.where[tile] = NONE
            if tile >= DOG:
                s.quarter[tile - DOG] = below(s, 4)
        else:
            s.tile[c] = LAID[c]
            s.where[LAID[c]] = c
