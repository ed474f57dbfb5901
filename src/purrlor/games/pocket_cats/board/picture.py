"""A position of Pocket Cats as one picture: the 25 tiles, those face down as backs, and both clans."""

from __future__ import annotations

from collections.abc import Sequence

from purrlor.core.language import Translations
from purrlor.games.pocket_cats.board.board_tiles import clan_layers
from purrlor.games.pocket_cats.board.sprite import symbols
from purrlor.games.pocket_cats.rules.rules import score
from purrlor.games.pocket_cats.rules.state import KEEP, PICK, State
from purrlor.games.pocket_cats.rules.tiles import (
    ARROWS,
    CELLS,
    CLAN_SIZE,
    DOG,
    FLY,
    NONE,
    PIGEON,
    PREY,
    SIDE,
    VALUE,
    turned,
)
from purrlor.games.pocket_cats.words.labels import heading
from purrlor.games.pocket_cats.words.names import clan_name
from purrlor.web.art.table_picture import TablePicture

TILE, GAP, EDGE, TOP = 92, 6, 16, 84
WIDTH = SIDE * (TILE + GAP) + 2 * EDGE


def picture(s: State, viewer: int, t: Translations, names: Sequence[str]) -> str:
    table = TablePicture("pocket-cats", WIDTH, TOP + SIDE * (TILE + GAP) + EDGE)
    table.words(heading(s, t), EDGE, 28, 18, bold=True)
    for p in range(s.seats):
        x = EDGE + p * WIDTH / 2
        clan = s.clan[p]
        if clan != NONE:
            table.piece(f"m{clan}", x, 42, 28, 28)
        said = names[p] if clan == NONE else f"{names[p]} · {score(s, p)}"
        table.words(said, x + 34, 54, 14, bold=s.turn == p)
        if clan != NONE:
            table.words(clan_name(clan, t), x + 34, 71, 13)
    is_laid = s.stage not in (KEEP, PICK)
    for cell in range(CELLS):
        x, y = EDGE + cell % SIDE * (TILE + GAP), TOP + cell // SIDE * (TILE + GAP)
        if not is_laid or s.down >> cell & 1:
            table.piece("back", x, y, TILE, TILE, faded=not is_laid)
        else:
            lay_tile(table, s, s.tile[cell], x, y)
    return table.svg(symbols)


def lay_tile(table: TablePicture, s: State, tile: int, x: float, y: float) -> None:
    if tile >= DOG:
        dog = tile - DOG
        table.piece(f"dog-{dog + 1}", x, y, TILE, TILE)
        for direction in range(8):
            if turned(ARROWS[dog], s.quarter[dog]) >> direction & 1:
                arrow = "arrow-d" if direction % 2 else "arrow"
                table.piece(arrow, x, y, TILE, TILE, turn=90 * (direction // 2))
    elif tile >= PREY:
        number = tile - PREY
        kind = "fly" if number >= FLY else "pigeon" if number >= PIGEON else "mouse"
        table.piece(kind, x, y, TILE, TILE)
        table.piece(f"p-{VALUE[number]}", x, y, TILE, TILE)
    else:
        for layer in clan_layers(s.clan[tile // CLAN_SIZE], tile % CLAN_SIZE, s.powers):
            table.piece(layer, x, y, TILE, TILE)
