"""Rat-a-Tat Cat on paper: two score pads a page, for six players and eight rounds each."""

from __future__ import annotations

from functools import partial

from purrlor.core.language import Translations
from purrlor.games.rat_a_tat_cat.board.sprite import CARDS
from purrlor.games.rat_a_tat_cat.rules.state import NINE
from purrlor.web.art.printed_pages import MARGIN, PrintedPages, PrintedPaper

COLUMNS, ROUNDS, PADS = 6, 8, 2
FIRST = 18.0  # width of the column with the rounds' numbers
NAMES, ROW = 13.0, 9.5  # heights


def papers(t: Translations) -> list[PrintedPaper]:
    return [PrintedPaper("pads", t.gettext("Score pads"), partial(pads, t=t))]


def pads(pages: PrintedPages, t: Translations) -> None:
    pages.add()
    for k in range(PADS):
        pad(pages, MARGIN + k * (pages.height - 2 * MARGIN + 4) / PADS, t)


def pad(pages: PrintedPages, top: float, t: Translations) -> None:
    left, right = MARGIN, pages.width - MARGIN
    middle, step = pages.width / 2, (right - MARGIN - FIRST) / COLUMNS
    title = t.gettext("The score sheet")
    side = pages.width_of(title, 15, True) / 2 + 4
    pages.words(title, middle, top + 9, 15, bold=True, middle=True)
    pages.picture(CARDS[0], middle - side - 9, top, 9, 12.6)
    pages.picture(CARDS[NINE], middle + side, top, 9, 12.6)
    lines = [
        top + 16,
        *(top + 16 + NAMES + ROW * k for k in range(ROUNDS + 1)),
        top + 16 + NAMES + ROW * (ROUNDS + 1.2),
    ]
    for k, y in enumerate(lines):
        pages.line(left, y, right, y, 0.8 if k in (0, 1, ROUNDS + 1, ROUNDS + 2) else 0.3)
    for k in range(COLUMNS + 1):
        pages.line(left + FIRST + k * step, lines[0], left + FIRST + k * step, lines[-1])
    pages.line(left, lines[0], left, lines[-1])
    for n in range(1, ROUNDS + 1):
        pages.words(str(n), left + FIRST / 2, lines[n + 1] - ROW / 2 + 1.5, 12, bold=True, middle=True)
    pages.words(t.gettext("Total"), left + FIRST / 2, lines[-1] - 4.2, 11, bold=True, middle=True)
