"""A position as an SVG picture: the game's own (`board/picture.py`), or else the table in words."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from purrlor.core.game import Game, State

LETTER, LINE, EDGE = 15, 22, 16  # of the words, in pixels
WIDEST = 0.62  # of a letter, as a share of its height


def position_svg(game: Game, hidden: State, viewer: int, language: str = "en", names: Sequence[str] = ()) -> str:
    """The table as this viewer sees it; the state must be hidden for the viewer already."""
    t = game.translations(language)
    called = list(names) or [t.gettext("seat {seat}").format(seat=seat) for seat in range(int(hidden.seats))]
    if game.has("board/picture.py"):
        drawn: str = game.part("board.picture").picture(hidden, viewer, t, called)
        return drawn
    return lines_svg(game.words.sight(hidden, viewer, t, called))


def lines_svg(lines: Sequence[str]) -> str:
    width = 2 * EDGE + max(map(len, lines), default=0) * LETTER * WIDEST
    height = 2 * EDGE + len(lines) * LINE
    words = "".join(
        f'<text x="{EDGE}" y="{EDGE + LINE * k + LETTER}" xml:space="preserve">{escape(line)}</text>'
        for k, line in enumerate(lines)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height}" width="{width:.0f}" '
        f'height="{height}" font-family="monospace" font-size="{LETTER}" fill="#33272a" role="img">'
        f'<rect width="{width:.0f}" height="{height}" fill="#fbf5ea"/>{words}</svg>'
    )
