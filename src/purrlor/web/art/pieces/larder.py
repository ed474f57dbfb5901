"""What cats and rats are after on the cards."""

import math
from itertools import pairwise

from purrlor.web.art.pen.brush import FINE, HAIR, LINE
from purrlor.web.art.pen.colour import BLUE, INK, LIGHT, PAPER, mix
from purrlor.web.art.pen.paper import Art
from purrlor.web.art.pen.path import Point, ellipse, flat, smooth


def fish(colour: str = "#7FA9BE") -> Art:
    """Fresh."""
    a = Art()
    a.shape("M12 50C22 32 48 28 66 44L86 32C84 44 84 56 87 68L66 56C48 72 22 68 12 50Z", colour, LINE, heft=True)
    a.line("M36 40C41 46 41 54 36 60M48 42C52 47 52 53 48 58", FINE, mix(colour, INK, 0.45))
    a.fill(ellipse(25, 47, 3), INK)
    return a.fill(ellipse(24, 46, 1), LIGHT)


def cup(colour: str = BLUE) -> Art:
    """Too near the edge."""
    a, ear = Art(), "M70 44C92 40 92 72 68 68"
    a.line(ear, 10.4, INK, rim=True)
    a.line(ear, 4.6, colour)
    a.shape("M22 26L74 26L69 80C68 86 64 88 58 88L38 88C32 88 28 86 27 80Z", colour, LINE, heft=True)
    a.shape(ellipse(48, 27, 26, 7), mix(colour, LIGHT, 0.6), LINE)
    return a.fill(ellipse(48, 58, 5.4, 5), PAPER)


def sausages(hung: str, links: int = 5, colour: str = "#C9563F", width: float = 11.0) -> Art:
    """Links along a curve."""
    a = Art()
    q = flat(smooth(hung), 24)
    length = [0.0]
    for u, v in pairwise(q):
        length.append(length[-1] + math.dist(u, v))

    def at(part: float) -> Point:
        s = length[-1] * part / links
        return q[next(i for i, v in enumerate(length) if v >= s - 1e-6)]

    for i in range(links):
        begin, middle, end = at(i + 0.2), at(i + 0.5), at(i + 0.8)
        d = smooth([begin, middle, end])
        a.line(d, width + 5, INK, rim=True)
        a.line(d, width, colour)
        a.line(smooth([(x - 1, y - width * 0.24) for x, y in (begin, middle)]), 2.2, mix(colour, LIGHT, 0.5))
    return a


def cheese() -> Art:
    """A wedge with holes."""
    a, wedge = Art(), "M8 66L78 28C90 32 94 42 94 54L94 84L8 84Z"
    a.shape(wedge, "#EFC452", LINE, heft=True)
    a.fill("M9 66L93.4 56L93.4 83L9 83Z", "#F8DC86")
    a.line("M8 66L94 55", FINE)
    for x, y, r in ((34, 75, 5.4), (62, 70, 6.6), (82, 77, 4.4)):
        a.shape(ellipse(x, y, r, r * 0.86), "#D9A032", HAIR, rim=False)
    return a.line(wedge, LINE)
