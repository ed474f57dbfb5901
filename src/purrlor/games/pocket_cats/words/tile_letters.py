"""Tiles and cells as a few letters."""

from __future__ import annotations

from collections.abc import Sequence

from purrlor.games.pocket_cats.rules.tiles import (
    ATTACK,
    CELLS,
    CHAOTICATS,
    CLAN_SIZE,
    DOG,
    FLY,
    LEADER,
    NONE,
    PIGEON,
    PREY,
    SIDE,
    VALUE,
)

LETTERS = "RGCJHWT"  # a letter for every clan
COLUMNS = "abcde"
COPIES = ("", "b", "c", "d")  # of tiles that look alike


def cell_name(cell: int) -> str:
    """a1 is top left, e1 top right, e5 bottom right."""
    return f"{COLUMNS[cell % SIDE]}{cell // SIDE + 1}"


def cell_at(name: str) -> int:
    cells = {cell_name(c): c for c in range(CELLS)}
    if name not in cells:
        raise ValueError(f"{name[:40]!r} is not a cell from a1 to e5")
    return cells[name]


def face(tile: int, clans: Sequence[int]) -> str:
    """What is printed; dogs without their turn."""
    if tile >= DOG:
        return f"D{tile - DOG + 1}"
    if tile >= PREY:
        kind = tile - PREY
        return f"{'m' if kind < PIGEON else 'p' if kind < FLY else 'f'}{VALUE[kind]}"
    clan = clans[tile // CLAN_SIZE]
    attack = "" if clan == CHAOTICATS else str(ATTACK[CLAN_SIZE * clan + tile % CLAN_SIZE])
    return f"{LETTERS[clan]}{attack}{'*' if tile % CLAN_SIZE == LEADER[clan] else ''}"


def faces(clans: Sequence[int]) -> tuple[str, ...]:
    """Every tile's face, those that look alike told apart by a letter."""
    counted: dict[str, int] = {}
    made = []
    for tile in range(CELLS):
        text = face(tile, clans)
        made.append(text + COPIES[counted.get(text, 0)])
        counted[text] = counted.get(text, 0) + 1
    return tuple(made)


def find_tiles(known: Sequence[str], words: Sequence[str]) -> list[tuple[int, int]]:
    """The tile and quarter-turns of every word; of tiles that look alike those without a letter are taken in order."""
    found = [read_face(known, word) for word in words]
    used: set[int] = set()
    for word, (tile, _, named) in zip(words, found, strict=True):
        if named and tile in used:
            raise ValueError(f"the tile {word} is there twice")
        if named:
            used.add(tile)
    tiles = []
    for word, (tile, quarters, named) in zip(words, found, strict=True):
        chosen = tile
        if not named and tile != NONE:
            alike = [k for k in range(CELLS) if known[k].rstrip("bcd") == known[tile] and k not in used]
            if not alike:
                raise ValueError(f"there are too many tiles {word}")
            chosen = alike[0]
            used.add(chosen)
        tiles.append((chosen, quarters))
    return tiles


def read_face(known: Sequence[str], word: str) -> tuple[int, int, bool]:
    """The first tile that fits, its quarter-turns, and whether no other could be meant."""
    if word == "?":
        return NONE, 0, False
    name, at, turn = word.partition("@")
    if at and (name[:1] != "D" or turn not in ("0", "1", "2", "3")):
        raise ValueError(f"{word[:40]!r}: only a dog has a turn, from @0 to @3")
    for choice in (name, name + "*"):
        if choice in known:
            return known.index(choice), int(turn or 0), name[-1:] in ("b", "c", "d") or known.count(choice + "b") == 0
    raise ValueError(f"{word[:40]!r} is not a tile of this game")
