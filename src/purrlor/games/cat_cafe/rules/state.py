"""The table of Cat Café: dice, sheets, and what everybody is choosing."""

from __future__ import annotations

from purrlor.core.record import Record, i8, i32, i64

MOST = 4  # seats
LAST_ROUND = 50
HOUSE, YARN, BUTTERFLY, BOWL, CUSHION, MOUSE = range(1, 7)
ITEMS = 6
PAWS = 18
DRAFT, DRAW, OVER = range(3)
BY_HOUSE, BY_FIRST = range(2)  # option `towers`
CAP, CHAINS = range(2)  # option `mice`
NONE, SMALLER, LARGER = range(3)  # which number of a tower is circled

# Actions. The draft: a die's value less 1. The draw: first PASS or an item, then a hex, then a cat (its item less 1).
PASS = 0
UNDECIDED = -1


class State(Record):
    rng: list[int] = i64(4)
    filled: list[int] = i32(4)  # by seat: the hexes that have an item, as a mask
    seats: int = i8()
    towers: int = i8()
    mice: int = i8()
    phase: int = i8()
    round: int = i8()
    first: int = i8()  # the first player
    turn: int = i8()  # whose turn it is in the draft; afterwards the first player again
    table: list[int] = i8(6)  # by value less 1: how many such dice lie on the table
    own: list[int] = i8(4)  # by seat: the value of its die, 0 not taken yet
    central: int = i8()  # the value of the central die, 0 before the draft is over
    choosing: int = i8()  # in the draw: the seats that have not finished choosing, as a mask
    sheet: list[list[int]] = i8(4, 24)  # by seat and hex: the item, 0 none
    paws: list[int] = i8(4)  # circled and not crossed out
    spent: list[int] = i8(4)  # crossed out
    blank: list[int] = i8(4)  # not marked yet
    written: list[list[int]] = i8(4, 6)  # under each cat: the points, -1 not yet
    circled: list[list[int]] = i8(4, 5)  # by tower: NONE, SMALLER or LARGER
    crossed: list[list[int]] = i8(4, 5)  # by tower: whether the larger number is crossed out
    # What each seat is choosing; in the draft and at the end, what it chose in the round just drawn.
    item: list[int] = i8(4)  # PASS or an item, -1 undecided
    hex: list[int] = i8(4)
    cat: list[int] = i8(4)  # the cat's item less 1
    paid: list[int] = i8(4)  # paws crossed out for it
    # Last, where records had padding: the bytes of all older records stay what they were.
    small: int = i8()  # option: rounds of a small variant; 0: the whole game
