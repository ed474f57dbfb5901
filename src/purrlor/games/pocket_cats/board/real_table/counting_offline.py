"""A final board of Pocket Cats as numbers, for a browser without a line: `count` is translated into JavaScript."""

from __future__ import annotations

from purrlor.games.pocket_cats.rules.rules import dog_beside, end_turn, finish, leader_cell, set_up, turn_dog
from purrlor.games.pocket_cats.rules.state import FREE, LEAVE, TURN_DOG, TURNS, State
from purrlor.games.pocket_cats.rules.tiles import CELLS, CLAN_SIZE, CLANS, DOG, NONE, PREY, TILES
from purrlor.games.pocket_cats.words.tile_letters import LETTERS, face

# Every face that can lie on a board: its first tile (a cat's among the five of its clan), how many look alike, whose.
CAT_FACES = [(face(k, (clan, clan)), k, clan) for clan in range(CLANS) for k in range(CLAN_SIZE)]
PREY_FACES = [(face(tile, (0, 1)), tile, NONE) for tile in range(PREY, DOG)]
DOG_FACES = [(f"D{dog - DOG + 1}@{quarter}", dog, NONE) for dog in range(DOG, TILES) for quarter in range(4)]
ALL_FACES = CAT_FACES + PREY_FACES + DOG_FACES
WORDS = tuple(dict.fromkeys(word for word, _, _ in ALL_FACES))
FIRST_TILE = tuple(min(tile for word, tile, _ in ALL_FACES if word == each) for each in WORDS)
COPIES = tuple(sum(word == each for word, _, _ in ALL_FACES) for each in WORDS)
CLAN_OF = tuple(next(clan for word, _, clan in ALL_FACES if word == each) for each in WORDS)
QUARTER = tuple(int(each[-1]) if "@" in each else 0 for each in WORDS)
# Each field with the values it may have, which become 0, 1 …; empty is -1.
FIELDS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("clan-0", tuple(LETTERS)),
    ("clan-1", tuple(LETTERS)),
    ("powers", ("off",)),
    ("turned", tuple(f"D{dog + 1}+{by}" for dog in range(5) for by in (1, 2, 3))),
    *((f"x{cell}", WORDS) for cell in range(CELLS)),
)
PARTS = ()
FIRST_CELL = 4


def count(s: State, given: list[int]) -> int:
    """Lay the board and let it end as in a match; 0: it is not complete, or cannot be."""
    if given[0] < 0 or given[1] < 0 or given[0] == given[1]:
        return 0
    s.seats = 2
    s.clans = FREE
    s.powers = 0 if given[2] == 0 else 1
    s.game = 0
    set_up(s)
    s.clan[0] = given[0]
    s.clan[1] = given[1]
    for cell in range(CELLS):
        tile = next_tile(s, given[FIRST_CELL + cell])
        if tile == NONE:
            return 0
        s.tile[cell] = tile
        s.where[tile] = cell
        if tile >= DOG:
            s.quarter[tile - DOG] = QUARTER[given[FIRST_CELL + cell]]
    s.turns = TURNS - 1
    end_turn(s, 1)
    if s.stage == TURN_DOG:
        turn_dog(s, s.turn + 0, turn_chosen(s, given[3]))
    finish(s)
    return 1


def next_tile(s: State, word: int) -> int:
    """A tile with this face that does not lie yet, or NONE."""
    if word < 0:
        return NONE
    tile = FIRST_TILE[word]
    if CLAN_OF[word] != NONE:
        if CLAN_OF[word] == s.clan[1]:
            tile += CLAN_SIZE
        elif CLAN_OF[word] != s.clan[0]:
            return NONE
    for k in range(COPIES[word]):
        if s.where[tile + k] == NONE:
            return tile + k
    return NONE


def turn_chosen(s: State, turned: int) -> int:
    """The rules' number for the dog that was turned beside the leader."""
    for side in range(4):
        cell = dog_beside(s, leader_cell(s, s.turn + 0), side)
        if turned >= 0 and cell != NONE and s.tile[cell] - DOG == turned // 3:
            return 1 + 3 * side + turned % 3
    return LEAVE
