"""Pocket Cats on paper: all clans on one page, with their attacks and powers."""

from __future__ import annotations

from functools import partial

from purrlor.core.language import Translations
from purrlor.games.pocket_cats.board.view import ClanCard, clan_of
from purrlor.games.pocket_cats.rules.tiles import CLANS
from purrlor.web.art.printed_pages import LEADING, MARGIN, POINT, PrintedPages, PrintedPaper

GAP, PAD = 5.0, 4.0
HEAD = 18.0  # height of a card above its words
SIZES = (11.0, 10.5, 10.0, 9.5, 9.0, 8.5, 8.0)  # of the words: the largest that fits into every card


def papers(t: Translations) -> list[PrintedPaper]:
    return [PrintedPaper("clans", t.gettext("The clans on one page"), partial(clans, t=t))]


def clans(pages: PrintedPages, t: Translations) -> None:
    pages.add()
    pages.words(t.gettext("The clans"), MARGIN, MARGIN + 6, 18, bold=True)
    width = (pages.width - 2 * MARGIN - GAP) / 2
    rows = -(-CLANS // 2)
    height = (pages.height - 2 * MARGIN - 12 - GAP * (rows - 1)) / rows
    cards = [clan_of(clan, 1, t) for clan in range(CLANS)]
    room = (height - HEAD - PAD - 3) / POINT / LEADING
    fits = [size for size in SIZES if max(lines_in(pages, card, width, size) for card in cards) * size <= room]
    for clan, facts in enumerate(cards):
        row, column = divmod(clan, 2)
        x, y = MARGIN + column * (width + GAP), MARGIN + 12 + row * (height + GAP)
        pages.panel(x, y, width, height)
        draw_head(pages, x + PAD, y + PAD, facts, t)
        draw_powers(pages, x + PAD, y + PAD + HEAD, width - 2 * PAD, facts, t, fits[0] if fits else SIZES[-1])


def lines_in(pages: PrintedPages, facts: ClanCard, width: float, size: float) -> int:
    texts = (facts["effect"], facts["leader"])
    return 2 + sum(len(pages.lines(text, width - 2 * PAD, size)) for text in texts)


def draw_head(pages: PrintedPages, x: float, y: float, facts: ClanCard, t: Translations) -> None:
    for layer in facts["art"]:
        pages.picture(layer, x, y, 16, 16)
    pages.words(facts["title"], x + 19, y + 5, 14, bold=True)
    pages.words(t.gettext("Attack"), x + 19, y + 13, 10, bold=True)
    at = x + 24 + pages.width_of(t.gettext("Attack"), 10, True)
    for attack, is_leader in facts["attacks"]:
        pages.disc(at, y + 11.7, 3)
        pages.words(attack, at, y + 13, 10, bold=True, middle=True)
        if is_leader:
            pages.picture("star", at + 1.4, y + 6.8, 3.6, 3.6)
        at += 8


def draw_powers(
    pages: PrintedPages, x: float, y: float, width: float, facts: ClanCard, t: Translations, size: float
) -> None:
    line = size * POINT * LEADING
    below = pages.paragraph(facts["effect"], x, y, width, size) + 1.5 * line
    pages.picture("star", x, below - 0.75 * line, 0.8 * line, 0.8 * line)
    pages.words(t.gettext("Leader"), x + line, below, size, bold=True)
    pages.paragraph(facts["leader"], x, below, width, size)
