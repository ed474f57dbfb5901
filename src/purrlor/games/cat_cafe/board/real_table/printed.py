"""Cat Café on paper: sheets for two players a page, with places for the score."""

from __future__ import annotations

from functools import partial

from purrlor.core.language import Translations
from purrlor.games.cat_cafe.board.sheet_drawing import CENTRES, GROUND, HALF, PITCH, centre
from purrlor.games.cat_cafe.board.view import TALLY_ART
from purrlor.games.cat_cafe.rules.sheet import FLOOR_OF, LARGER_NUMBER, POST, SMALLER_NUMBER, TOP, TOWERS
from purrlor.games.cat_cafe.rules.state import ITEMS, PAWS
from purrlor.web.art.printed_pages import MARGIN, POINT, PrintedPages, PrintedPaper

GAP = 8.0  # between the two sheets
UNITS, HEIGHT = 400, 594  # of the drawing of `sheet_drawing.py`, across a sheet and down
TOP_OF_TREES = 23.0
CATS, TRAIL, SUMS = 21.0, 19.0, 27.0  # heights of what is below the trees


def papers(t: Translations) -> list[PrintedPaper]:
    return [PrintedPaper("sheets", t.gettext("Sheets for two players"), partial(sheets, t=t))]


def sheets(pages: PrintedPages, t: Translations) -> None:
    pages.add()
    width = (pages.width - 2 * MARGIN - GAP) / 2
    for k in (0, 1):
        x = MARGIN + k * (width + GAP)
        pages.words(t.gettext("Name"), x, 18, 11, bold=True)
        pages.line(x + pages.width_of(t.gettext("Name"), 11, True) + 2, 18.5, x + width, 18.5)
        below = TOP_OF_TREES + HEIGHT * width / UNITS
        with pages.clip(x, TOP_OF_TREES, width, below - TOP_OF_TREES):
            trees(pages, x, TOP_OF_TREES, width / UNITS)
        gap = min(12, (pages.height - MARGIN - below - CATS - TRAIL - SUMS) / 3)
        under_cats(pages, x, below + gap, width)
        paws(pages, x, below + CATS + 2 * gap, width)
        points_lines(pages, x, below + CATS + TRAIL + 3 * gap, width)


def trees(pages: PrintedPages, x: float, y: float, scale: float) -> None:
    """The five towers; `scale` is millimetres a unit."""

    def put(symbol: str, left: float, top: float, width: float, height: float) -> None:
        pages.picture(symbol, x + left * scale, y + top * scale, width * scale, height * scale)

    def write(text: object, at: float, base: float, units: float) -> None:
        size = units * scale / POINT
        pages.words(str(text), x + at * scale, y + base * scale, size, bold=True, middle=True)

    for tower in range(TOWERS):
        posts = [POST[tower]] if POST[tower] else []
        for floor in posts + [0] * (tower % 2 == 0):
            left, top = centre(tower, floor)
            put("rope", left - 20, top - HALF, 40, 80)
        put("foot", 10 + PITCH * tower, GROUND - 1, 80, 20)
    for h, (left, top) in enumerate(CENTRES):
        put("hex", left - 48, top - 38, 96, 76)
        write(FLOOR_OF[h], left - 20, top + 31, 13)
    for tower in range(TOWERS):
        left, top = centre(tower, TOP[tower])
        above = top - HALF - 50
        put("sign", left - 40, above, 80, 50)
        write(LARGER_NUMBER[tower], left + 2, above + 29, 22)
        write(SMALLER_NUMBER[tower], left + 25, above + 28, 16)


def under_cats(pages: PrintedPages, x: float, y: float, width: float) -> None:
    step = width / ITEMS
    for k in range(ITEMS):
        pages.picture(f"cat-{k + 1}", x + k * step + (step - 12) / 2, y, 12, 12)
        pages.line(x + k * step + 2, y + 19, x + (k + 1) * step - 2, y + 19)


def paws(pages: PrintedPages, x: float, y: float, width: float) -> None:
    step = width / (PAWS // 2)
    for k in range(PAWS):
        row, column = divmod(k, PAWS // 2)
        pages.picture("paw-line", x + column * step + (step - 8) / 2, y + 10 * row, 8, 8)


def points_lines(pages: PrintedPages, x: float, y: float, width: float) -> None:
    """A line for each kind of points, and the sum."""
    step = width / 4
    for k, art in enumerate((*TALLY_ART, "")):
        left, base = x + k % 4 * step, y + 11 + k // 4 * 14
        if art:
            pages.picture(art, left, base - 9, 9, 9)
        else:
            pages.words("=", left + 4, base - 1.5, 15, bold=True)
        pages.line(left + 10, base, left + step - 2, base, 0.3 if art else 0.7)
