"""What "rgb_array" shows: the board, and the features as colours beside it. Every frame of a match has the same size.

The board is drawn by resvg (purrlor[pictures]); where that is missing, the table is written in words.
"""

from __future__ import annotations

from io import BytesIO
from math import ceil, sqrt
from textwrap import wrap
from unicodedata import normalize

import numpy as np
import numpy.typing as npt

from purrlor.core.game import Game
from purrlor.core.installation.extras import missing_from
from purrlor.core.positions.position_picture import position_svg
from purrlor.lab.environments.compiled_match import CompiledMatch
from purrlor.lab.environments.environment import feature_bounds, sight
from purrlor.lab.position_files import png_of

Picture = npt.NDArray[np.uint8]
WIDTH, LETTERS, LINES, LINE, LETTER = 720, 108, 36, 16, 13  # of the words: points, letters a line, lines, points
CELL, GAP = 14, 2  # of the features, in points
STOPS = (0.0, 0.35, 0.7, 1.0)
SHADES = ((44, 36, 74), (38, 110, 126), (102, 176, 92), (250, 220, 80))
INK, GREY, PAPER = (44, 36, 32), (168, 164, 158), (250, 248, 243)
ARROWS = dict(zip("↑↗→↘↓↙←↖", ("N", "NE", "E", "SE", "S", "SW", "W", "NW"), strict=True))  # the font has none


def picture(match: CompiledMatch, viewer: int, numbers: npt.NDArray[np.int16]) -> Picture:
    """The table as this viewer may know it, and these features."""
    left = written(sight(match, viewer)) if missing_from("pictures") else board(match, viewer)
    right = raster(match.side.game, numbers)
    made = np.full((max(len(left), len(right)), left.shape[1] + right.shape[1], 3), PAPER, np.uint8)
    made[: len(left), : left.shape[1]] = left
    made[: len(right), left.shape[1] :] = right
    return made


def board(match: CompiledMatch, viewer: int) -> Picture:
    """As `Match.svg` draws it."""
    from PIL import Image

    svg = position_svg(match.side.game, match.view(viewer), viewer)
    drawn = Image.open(BytesIO(png_of(svg, 1.0))).convert("RGBA")
    paper = Image.new("RGBA", drawn.size, (*PAPER, 255))
    return np.asarray(Image.alpha_composite(paper, drawn).convert("RGB"), np.uint8)


def written(text: str) -> Picture:
    """Words as a picture, as many lines as fit."""
    from PIL import Image, ImageDraw, ImageFont

    paper = Image.new("RGB", (WIDTH, LINES * LINE), PAPER)
    pen, font = ImageDraw.Draw(paper), ImageFont.load_default(LETTER)
    lines = [part for line in text.splitlines() for part in wrap(plain(line), LETTERS, subsequent_indent="    ")]
    for k, line in enumerate(lines[:LINES]):
        pen.text((8, 4 + k * LINE), line, fill=INK, font=font)
    return np.asarray(paper, np.uint8)


def plain(line: str) -> str:
    """In letters that the font has; the indent is kept."""
    for arrow, name in ARROWS.items():
        line = line.replace(arrow, f" {name}")
    return normalize("NFKD", line.replace("–", "-")).encode("ascii", "ignore").decode()


def raster(game: Game, numbers: npt.NDArray[np.int16]) -> Picture:
    """A square a feature, row by row in their order, dark to bright from 0 to its highest number; grey is what is below
    0, so unknown, undecided or not there."""
    low, high = feature_bounds(game)
    across = ceil(sqrt(len(low)))
    down = ceil(len(low) / across)
    share = np.zeros(across * down)
    share[: len(low)] = np.maximum(numbers, 0) / np.maximum(high, 1)
    colours = np.empty((across * down, 3))
    for k in range(3):
        colours[:, k] = np.interp(share, STOPS, [shade[k] for shade in SHADES])
    colours[: len(low)][numbers < 0] = GREY
    colours[len(low) :] = PAPER
    made = np.full((down * CELL + GAP, across * CELL + GAP, 3), PAPER, np.uint8)
    for k, colour in enumerate(colours):
        y, x = k // across * CELL + GAP, k % across * CELL + GAP
        made[y : y + CELL - GAP, x : x + CELL - GAP] = colour
    return made
