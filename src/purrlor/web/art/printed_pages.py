"""A PDF in the making: pages in millimetres, drawings of a sprite, words in a font of this machine.

    pages = PrintedPages(symbols, A4, is_coloured=True)
    pages.add()
    pages.picture("die-3", 10, 10, 12, 12)
    pages.words("Name", 10, 30, size=11, bold=True)
    data = pages.pdf("Cat Café")

Without a font the built-in Helvetica serves as far as its letters go; NoFont where they do not.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from functools import lru_cache
from io import BytesIO
from typing import TYPE_CHECKING, NamedTuple

from purrlor.web.art.pen.colour import INK
from purrlor.web.art.pen.paper import Symbol
from purrlor.web.art.print_fonts import Family, family, no_font
from purrlor.web.art.table_picture import CUSTOM

if TYPE_CHECKING:
    from fpdf import FPDF
    from fpdf.svg import SVGObject

PAPERS: Mapping[str, tuple[float, float]] = {"a4": (210, 297), "letter": (215.9, 279.4)}
MARGIN = 12.0  # what every home printer can reach
POINT = 25.4 / 72  # of type, in millimetres
LEADING = 1.32  # from base line to base line, in heights of the type
COLOUR = re.compile(r"#([0-9a-fA-F]{6}|[0-9a-fA-F]{3})(?![0-9a-fA-F])|#([0-9a-fA-F]{6})([0-9a-fA-F]{2})")
DATA = re.compile(r' d="([^"]*)"')
ARC = re.compile(r"a([^a-zA-Z]*)")
NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)")
BUILT_IN = "windows-1252"  # what the built-in fonts can write


class PrintedPaper(NamedTuple):
    """Something a game has to be printed: `board/real_table/printed.py` lists them in `papers(t)`."""

    name: str  # part of its address
    title: str
    draw: Callable[[PrintedPages], None]


class PrintedPages:
    def __init__(
        self, symbols: Mapping[str, Symbol], paper: str, is_coloured: bool, letters: Family | None = None
    ) -> None:
        from fpdf import FPDF

        self.symbols, self.is_coloured = symbols, is_coloured
        self.width, self.height = PAPERS[paper]
        self.letters = letters or family()
        self.file: FPDF = FPDF(unit="mm", format=PAPERS[paper])
        self.file.set_auto_page_break(False)
        self.file.core_fonts_encoding = BUILT_IN
        self.widths: dict[tuple[str, bool], float] = {}  # of type one point high
        self.font = "helvetica"
        if self.letters:
            self.font = "printed"
            self.file.add_font(self.font, "", self.letters.regular)
            self.file.add_font(self.font, "B", self.letters.bold)

    def add(self) -> None:
        self.file.add_page()
        self.file.set_line_width(0.3)

    def picture(self, symbol: str, x: float, y: float, width: float, height: float) -> None:
        """A drawing of the sprite, as large as it fits into this box."""
        from fpdf.drawing_primitives import Transform

        drawing = parsed(*self.symbols[symbol], self.is_coloured)
        _, _, path = drawing.transform_to_rect_viewport(scale=1, width=width, height=height, align_viewbox=True)
        path.transform = (path.transform or Transform.identity()) @ Transform.translation(x, y)
        self.file.draw_path(path)

    def width_of(self, text: str, size: float, bold: bool = False) -> float:
        """In millimetres. A text is measured once: it grows with its size."""
        if (text, bold) not in self.widths:
            self.choose(text, 1, bold)
            self.widths[text, bold] = float(self.file.get_string_width(text))
        return size * self.widths[text, bold]

    def words(
        self,
        text: str,
        x: float,
        y: float,
        size: float = 10,
        *,
        bold: bool = False,
        colour: str = INK,
        middle: bool = False,
    ) -> None:
        """One line; `y` is its base line, `x` its beginning or its middle."""
        width = self.width_of(text, size, bold)
        self.choose(text, size, bold)
        self.file.set_text_color(*self.ink(colour) if self.is_coloured else (0, 0, 0))
        self.file.text(x - width / 2 if middle else x, y, text)

    def choose(self, text: str, size: float, bold: bool) -> None:
        if not self.letters:
            try:
                text.encode(BUILT_IN)
            except UnicodeEncodeError:
                raise no_font() from None
        self.file.set_font(self.font, "B" if bold else "", size)

    def paragraph(self, text: str, x: float, y: float, width: float, size: float, *, bold: bool = False) -> float:
        """Words from the line below `y` on, broken at this width; where the next line would be."""
        for line in self.lines(text, width, size, bold):
            y += size * POINT * LEADING
            self.words(line, x, y, size, bold=bold)
        return y

    def lines(self, text: str, width: float, size: float, bold: bool = False) -> list[str]:
        """The words in lines, each as long as this width allows."""
        made: list[str] = []
        for word in text.split():
            longer = f"{made[-1]} {word}" if made else word
            if made and self.width_of(longer, size, bold) <= width:
                made[-1] = longer
            else:
                made.append(word)
        return made

    def clip(self, x: float, y: float, width: float, height: float) -> AbstractContextManager[None]:
        """What is drawn meanwhile is seen only in this box."""
        return self.file.rect_clip(x, y, width, height)

    def line(self, x: float, y: float, to_x: float, to_y: float, thickness: float = 0.3) -> None:
        self.file.set_draw_color(*self.ink(INK))
        self.file.set_line_width(thickness)
        self.file.line(x, y, to_x, to_y)

    def panel(self, x: float, y: float, width: float, height: float, colour: str = "", radius: float = 2) -> None:
        """A box with round corners, filled if it has a colour."""
        self.file.set_draw_color(*self.ink(INK))
        self.file.set_line_width(0.3)
        if colour:
            self.file.set_fill_color(*self.ink(colour))
        self.file.rect(x, y, width, height, style="DF" if colour else "D", round_corners=True, corner_radius=radius)

    def disc(self, x: float, y: float, radius: float) -> None:
        self.file.set_draw_color(*self.ink(INK))
        self.file.set_line_width(0.4)
        self.file.circle(x=x, y=y, radius=radius, style="D")

    def ink(self, colour: str) -> tuple[int, int, int]:
        text = colour if self.is_coloured else grey(colour)
        return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)

    def pdf(self, title: str) -> bytes:
        self.file.set_title(title)
        self.file.set_creator("Purrlor")
        made = BytesIO()
        self.file.output(made)
        return made.getvalue()


@lru_cache(512)
def parsed(art: str, box: str, is_coloured: bool) -> SVGObject:
    """A symbol as the library draws it, its colours settled."""
    from fpdf.svg import SVGObject

    plain = DATA.sub(lambda found: f' d="{with_round_arcs(found[1])}"', CUSTOM.sub(r"\1", art))
    if not is_coloured:
        plain = COLOUR.sub(lambda found: grey(found[0]), plain)
    return SVGObject(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{plain}</svg>')


def with_round_arcs(data: str) -> str:
    """Path data whose arcs are wide enough for their ends. Drawings round their numbers, so a half circle may lack a
    little: a browser widens it (SVG 2, 9.5.1), the library cannot."""
    return ARC.sub(lambda found: "a" + " ".join(wide_enough(found[1])), data)


def wide_enough(text: str) -> list[str]:
    numbers = [float(number) for number in NUMBER.findall(text)]
    arcs = []
    for k in range(0, len(numbers), 7):
        rx, ry, turn, large, sweep, dx, dy = numbers[k : k + 7]
        cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
        need = math.hypot((cos * dx + sin * dy) / 2 / rx, (cos * dy - sin * dx) / 2 / ry)
        more = max(1.0, need) * 1.0001
        arcs.append(f"{rx * more:.4f} {ry * more:.4f} {turn:g} {large:g} {sweep:g} {dx:g} {dy:g}")
    return arcs


def grey(colour: str) -> str:
    """For a printer without colours: ink stays black, everything else becomes a light grey that costs little toner."""
    digits, clear = colour[1:7] if len(colour) > 6 else "".join(2 * digit for digit in colour[1:4]), colour[7:9]
    red, green, blue = (int(digits[k : k + 2], 16) for k in (0, 2, 4))
    light = (299 * red + 587 * green + 114 * blue) / 1000
    value = 0 if light < 60 else round(120 + 135 * light / 255)
    return "#" + f"{value:02x}" * 3 + clear
