"""A position as one SVG file that stands alone: pieces of a game's sprite laid on a table, and words beside them.

    table = TablePicture("cat-cafe", 400, 300)
    table.piece("die-3", 10, 10, 60, 60)
    table.words("seat 0", 10, 90)
    text = table.svg(sprite.symbols)

A piece is drawn once and used where it lies. Ids begin with the game's name, so several files can be parts of one page;
colours that a page would choose (`var(--rim,…)`) have their usual values, which every program can draw.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from html import escape

from purrlor.web.art.pen.colour import INK, PAPER, short
from purrlor.web.art.pen.paper import Symbol

FONT = "ui-rounded, Nunito, Quicksand, system-ui, sans-serif"
CUSTOM = re.compile(r"var\(--[a-z-]+,([^()]*)\)")


class TablePicture:
    """What lies where, in the order it is laid down."""

    def __init__(self, game: str, width: float, height: float) -> None:
        self.game, self.width, self.height = game, width, height
        self.used: dict[str, None] = {}
        self.parts: list[str] = []

    def piece(
        self, symbol: str, x: float, y: float, width: float, height: float, *, turn: int = 0, faded: bool = False
    ) -> None:
        """A drawing in this box, turned clockwise by so many degrees."""
        self.used[symbol] = None
        turned = f' transform="rotate({turn} {x + width / 2:g} {y + height / 2:g})"' if turn else ""
        look = ' opacity=".45"' if faded else ""
        box = f'x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"'
        self.parts.append(f'<use href="#{self.game}-{symbol}" {box}{turned}{look}/>')

    def words(
        self, text: str, x: float, y: float, size: float = 16, *, anchor: str = "start", bold: bool = False
    ) -> None:
        """A line of text; y is its base line."""
        weight = ' font-weight="800"' if bold else ""
        self.parts.append(
            f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" text-anchor="{anchor}"{weight}>{escape(text)}</text>'
        )

    def panel(self, x: float, y: float, width: float, height: float, colour: str, *, edge: str = "") -> None:
        """A ground to lay pieces on."""
        line = f' stroke="{edge}" stroke-width="3"' if edge else ""
        self.parts.append(
            f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="8" fill="{colour}"{line}/>'
        )

    def disc(self, x: float, y: float, radius: float, colour: str) -> None:
        line = f'stroke="{short(INK)}" stroke-width="2"'
        self.parts.append(f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{colour}" {line}/>')

    def svg(self, draw: Callable[[], Mapping[str, Symbol]]) -> str:
        """The file; `draw` is the game's `symbols`."""
        known = drawn_symbols(draw)
        defs = "".join(
            f'<symbol id="{self.game}-{name}" viewBox="{known[name][1]}">{known[name][0]}</symbol>'
            for name in self.used
        )
        text = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width:g} {self.height:g}" '
            f'width="{self.width:g}" height="{self.height:g}" font-family="{FONT}" fill="{short(INK)}" '
            f'color="{short(INK)}" role="img"><defs>{defs}</defs>'
            f'<rect width="{self.width:g}" height="{self.height:g}" fill="{short(PAPER)}"/>{"".join(self.parts)}</svg>'
        )
        return CUSTOM.sub(r"\1", text)


@cache
def drawn_symbols(draw: Callable[[], Mapping[str, Symbol]]) -> Mapping[str, Symbol]:
    """The artist takes a second for a game's drawings."""
    return draw()
