"""A position of Cat Café as one picture: the dice, and every player's sheet with paws and cats."""

from __future__ import annotations

from collections.abc import Sequence

from purrlor.core.language import Translations
from purrlor.games.cat_cafe.board.sheet_drawing import CENTRES, HALF, PITCH, centre
from purrlor.games.cat_cafe.board.sprite import symbols
from purrlor.games.cat_cafe.board.view import points_label, trail
from purrlor.games.cat_cafe.points_cache import points
from purrlor.games.cat_cafe.rules.sheet import FLOOR_OF, LARGER_NUMBER, POST, SMALLER_NUMBER, TOP, TOWERS
from purrlor.games.cat_cafe.rules.state import DRAFT, ITEMS, LARGER, NONE, SMALLER, State
from purrlor.games.cat_cafe.words.sight import dice_of
from purrlor.web.art.pen.colour import PAPER
from purrlor.web.art.table_picture import TablePicture

SHEET, EDGE, HEAD = 400, 20, 96
TREES, BELOW = 610, 84  # heights: of the trees, of paws and cats under them
DIE = 44


def picture(s: State, viewer: int, t: Translations, names: Sequence[str]) -> str:
    table = TablePicture("cat-cafe", EDGE + s.seats * (SHEET + EDGE), HEAD + TREES + BELOW + EDGE)
    table.words(t.gettext("round {n}").format(n=s.round), EDGE, 34, 20, bold=True)
    dice = dice_of(s) if s.phase == DRAFT else [s.central] if s.central else []
    for k, value in enumerate(dice):
        table.piece(f"die-{value}", EDGE + 130 + k * (DIE + 8), 6, DIE, DIE)
    for p in range(s.seats):
        lay_sheet(table, s, p, EDGE + p * (SHEET + EDGE), t, names[p])
    return table.svg(symbols)


def lay_sheet(table: TablePicture, s: State, p: int, left: float, t: Translations, name: str) -> None:
    table.words(f"{name} · {points_label(points(s, p), t)}", left, 84, 18, bold=s.turn == p)
    if s.own[p]:
        table.piece(f"die-{s.own[p]}", left + SHEET - DIE, 52, DIE, DIE)
    for tower in range(TOWERS):
        posts = [centre(tower, POST[tower])] if POST[tower] else []
        legs = [centre(tower, 0)] if tower % 2 == 0 else []
        for x, y in posts + legs:
            table.piece("rope", left + x - 20, HEAD + y - HALF, 40, 80)
        lay_sign(table, s, p, tower, left)
    table.panel(left, HEAD + 584, SHEET, 30, PAPER)  # the floor hides what is left of the legs
    for tower in range(TOWERS):
        table.piece("foot", left + 10 + PITCH * tower, HEAD + 571, 80, 20)
    for h, (x, y) in enumerate(CENTRES):
        table.piece("hex", left + x - 48, HEAD + y - 38, 96, 76)
        if s.sheet[p][h]:
            table.piece(f"item-{s.sheet[p][h]}", left + x - 29, HEAD + y - 34, 58, 58)
        table.words(str(FLOOR_OF[h]), left + x - 20, HEAD + y + 31, 15, anchor="middle")
    for k, kind in enumerate(trail(s, p)):
        table.piece(f"paw-{kind}", left + k * SHEET / 18, HEAD + TREES, 20, 20)
    for cat in range(ITEMS):
        at, paid = left + cat * SHEET / 6, s.written[p][cat]
        table.piece(f"nap-{cat + 1}" if paid >= 0 else f"cat-{cat + 1}", at, HEAD + TREES + 28, 40, 40)
        if paid >= 0:
            table.words(str(paid), at + 42, HEAD + TREES + 56, 16, bold=True)


def lay_sign(table: TablePicture, s: State, p: int, tower: int, left: float) -> None:
    """The two numbers on top of a tower: ringed is what the player has, struck is what is gone."""
    middle, top = centre(tower, TOP[tower])
    x, y = left + middle, HEAD + top - HALF - 50
    table.piece("sign", x - 40, y, 80, 50)
    table.words(str(LARGER_NUMBER[tower]), x + 2, y + 29, 20, anchor="middle", bold=True)
    table.words(str(SMALLER_NUMBER[tower]), x + 25, y + 28, 16, anchor="middle")
    circled = s.circled[p][tower]
    if s.crossed[p][tower] or circled == SMALLER:
        table.piece("strike", x - 12, y + 8, 28, 28)
    if circled != NONE:
        table.piece("ring", x + (2 if circled == LARGER else 25) - 15, y + 6, 30, 30)
