"""The table of Pocket Cats: tiles and clan cards, before anybody decides anything."""

from __future__ import annotations

from purrlor.core.chance import pick
from purrlor.core.record import Record, i8, i32, i64
from purrlor.games.pocket_cats.rules.tiles import CHAOTICATS, EVERY_CLAN

TURNS = 24

FIRST, FREE, LIMITED, EXPERT = range(4)  # option `clans`
KEEP, PICK, FLIP, MOVE, HAUNT, TURN_DOG, PAUSE, OVER, DOGS = range(9)  # DOGS: passed within one decision
# Actions: KEEP, PICK a clan · FLIP a cell · MOVE the cell to swap with, or INSTEAD + the cell of another prey ·
# HAUNT the cell that other prey swaps with · TURN_DOG LEAVE or 1 + 3 * side + quarter-turns - 1 · PAUSE GO_ON
INSTEAD = 25
LEAVE = 0
GO_ON = 0

HIDDEN = -1
BOTH = 0b11


class State(Record):
    rng: list[int] = i64(4)
    down: int = i32()  # cells whose tile lies face down
    seats: int = i8()
    clans: int = i8()
    powers: int = i8()
    game: int = i8()  # 0, in an expert match then 1; also the seat that picks and moves first
    stage: int = i8()
    turn: int = i8()  # the seat that decides, where one alone does
    turns: int = i8()  # made in this game
    flipped: int = i8()  # the cell of the tile just turned up
    other: int = i8()  # the cell of the prey that moves instead
    ready: int = i8()  # PAUSE: seats that have seen enough
    clan: list[int] = i8(2)
    hand: list[int] = i8(2)  # clan cards as a set, while clans are chosen
    choice: list[int] = i8(2)  # KEEP: the secret choice
    tile: list[int] = i8(25)  # a tile for every cell, each of the 25 once
    where: list[int] = i8(25)  # for every tile that lies face up its cell
    quarter: list[int] = i8(5)  # how each dog is turned, clockwise from print
    swapped: int = i8()  # the cell from which the Defenders' leader went to the centre at the end
    turned: int = i8()  # the dog that Royal Claws' leader turned at the end
    turned_by: int = i8()  # 1 to 3 quarter-turns
    points: list[int] = i8(2)  # of this game, at its end: at most 59
    caught: list[int] = i8(2)  # prey tiles
    earlier_points: list[int] = i8(2)  # of the first of two games
    earlier_caught: list[int] = i8(2)
    # Last, where records had padding: the bytes of all older records stay what they were.
    small: int = i8()  # option: which small variant; 0: the whole game


def all_cards(s: State) -> int:
    """The Chaoticats have no printed attack: without powers they stay in the box."""
    return EVERY_CLAN if s.powers else EVERY_CLAN & ~(1 << CHAOTICATS)


def draw_cards(s: State, deck: int, n: int) -> int:
    cards = 0
    for _ in range(n):
        cards |= 1 << pick(s, deck & ~cards)
    return cards
