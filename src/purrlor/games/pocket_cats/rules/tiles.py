"""The tiles and the grid: what is printed, and who reaches whom. Sets of cells are bit masks, cell 0 top left."""

from __future__ import annotations

SIDE, CELLS, CENTRE = 5, 25, 12
ALL = (1 << CELLS) - 1
NONE = -1

ROYAL_CLAWS, GOURMETS, CROOKS, DEFENDERS, CHAOTICATS, POWER_CATS, POLTERKITTIES = range(7)
CLANS = 7
CLAN_SIZE = 5
EVERY_CLAN = (1 << CLANS) - 1
ATTACK = (
    1, 2, 3, 4, 5,
    1, 2, 3, 4, 5,
    1, 2, 3, 4, 7,
    1, 1, 1, 1, 9,
    0, 0, 0, 0, 0,  # by their number: see CHAOS
    2, 3, 4, 4, 6,
    2, 2, 3, 3, 5,
)  # fmt: skip
LEADER = (4, 2, 4, 4, 4, 0, 4)
CHAOS = (0, 10, 8, 6, 4, 2)  # attack of every Chaoticat by how many are face up

# Tiles: 0-4 the cats of seat 0, 5-9 those of seat 1, then prey, then dogs.
PREY, DOG, TILES = 10, 20, 25
VALUE = (3, 4, 4, 5, 5, 6, 2, 5, 3, 4)  # six mice, two pigeons, two flies
KINDS = 10
EVERY_PREY = (1 << KINDS) - 1
PIGEON, FLY = 6, 8  # the first of the two
PAIR = 0b11

# Directions 0-7: N NE E SE S SW W NW.
DX = (0, 1, 1, 1, 0, -1, -1, -1)
DY = (-1, -1, 0, 1, 1, 1, 0, -1)
STRAIGHT, DIAGONAL, AROUND = 0b01010101, 0b10101010, 0b11111111
CHIHUAHUA, SHIH_TZU, RETRIEVER, BULLDOG, DOBERMANN = range(5)
ARROWS = (0b00000001, 0b01000100, 0b00001110, 0b01010101, 0b10101010)  # as printed


def reach(cell: int, directions: int, far: int) -> int:
    """The cells up to `far` away in these directions."""
    cells = 0
    for d in range(8):
        if directions >> d & 1:
            for k in range(1, far + 1):
                x, y = cell % SIDE + k * DX[d], cell // SIDE + k * DY[d]
                if 0 <= x < SIDE and 0 <= y < SIDE:
                    cells |= 1 << y * SIDE + x
    return cells


def turned(directions: int, quarters: int) -> int:
    """The same directions after so many quarter-turns clockwise."""
    return (directions << 2 * quarters | directions >> 8 - 2 * quarters) & 255


NEXT = tuple(reach(c, STRAIGHT, 1) for c in range(CELLS))
NEAR = tuple(reach(c, AROUND, 1) for c in range(CELLS))
LEAP = tuple(reach(c, STRAIGHT, 2) for c in range(CELLS))
SLANT = tuple(reach(c, DIAGONAL, 2) for c in range(CELLS))
LINE = tuple(reach(c, STRAIGHT, 4) for c in range(CELLS))
# What a dog would threaten from row 1, column 1, by 4 * dog + quarter-turns; from cell c it is
# BITE << c >> CORNER & NEAR[c], where NEAR cuts off what would run over the edge.
CORNER = SIDE + 1
BITE = tuple(reach(CORNER, turned(arrows, q), 1) for arrows in ARROWS for q in range(4))
