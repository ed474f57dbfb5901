"""What a game has to be printed, as PDF: its own papers (`board/real_table/printed.py`) and its rules on one page.

Making one takes a second or two, so each is made once and kept: there are only a few dozen.
"""

from __future__ import annotations

from functools import lru_cache, partial
from threading import Lock

from purrlor.core.errors import BadOption
from purrlor.core.game import Game
from purrlor.core.language import LANGUAGES, N_, Translations
from purrlor.web.art.printed_pages import PAPERS, PrintedPages, PrintedPaper
from purrlor.web.art.table_picture import drawn_symbols
from purrlor.web.real_table.rules_paper import draw_rules
from purrlor.web.rendering.templating import translations_for

INKS = ("colour", "black")
PAPERS_CACHED = 128  # papers, about 60 kilobytes each
ONE_AT_A_TIME = Lock()  # the drawings that are read once are not for several threads


def papers_of(of: Game, language: str) -> list[PrintedPaper]:
    """Everything of this game, in this language; nothing if its folder has neither drawings nor rules."""
    if not of.has("board/sprite.py"):
        return []
    t = translations_for(language, of)
    own: list[PrintedPaper] = (
        of.part("board.real_table.printed").papers(t) if of.has("board/real_table/printed.py") else []
    )
    return [*own, *rules_papers(of, language, t)]


def rules_papers(of: Game, language: str, t: Translations) -> list[PrintedPaper]:
    file = of.folder / f"words/rules.{language}.md"
    if not file.exists():
        return []
    text = file.read_text(encoding="utf-8")
    return [PrintedPaper("rules", t.gettext("The rules on one page"), partial(draw_rules, text=text))]


def paper_pdf(of: Game, name: str, language: str, size: str, ink: str) -> bytes:
    """One paper as PDF. BadOption: there is no such paper, size or ink; NoFont: no letters to write it with."""
    known = {paper.name for paper in papers_of(of, "en")}
    for value, values in ((name, known), (language, LANGUAGES), (size, PAPERS), (ink, INKS)):
        if value not in values:
            raise BadOption(
                N_("Nothing can be printed as “{value}”. Choose one of: {values}."),
                value=value[:40],
                values=", ".join(sorted(values)),
            )
    with ONE_AT_A_TIME:
        return made(of, name, language, size, ink == "colour")


@lru_cache(PAPERS_CACHED)
def made(of: Game, name: str, language: str, size: str, is_coloured: bool) -> bytes:
    pages = PrintedPages(drawn_symbols(of.part("board.sprite").symbols), size, is_coloured)
    paper = next(each for each in papers_of(of, language) if each.name == name)
    paper.draw(pages)
    return pages.pdf(f"{of.title(language)}: {paper.title}")
