"""Paw prints: plain, circled, crossed."""

from purrlor.web.art.pen.brush import LINE
from purrlor.web.art.pen.colour import INK, SAGE, TERRACOTTA
from purrlor.web.art.pen.paper import Art
from purrlor.web.art.pen.path import Path, ellipse, path, smooth

TOES = ((23, 44, 9.4, -22), (40, 27, 10, -7), (61, 27.4, 10, 8), (78, 45, 9.4, 24))
HEEL = "M50 48C62 48 76 64 75 76C74 86 63 87 50 83C37 87 26 86 25 76C24 64 38 48 50 48Z"


def print_of_paw() -> list[Path]:
    """Four toes and a heel."""
    return [*(ellipse(x, y, r, r * 1.24, g) for x, y, r, g in TOES), path(HEEL)]


def pad(colour: str) -> Art:
    """The print in one colour."""
    a = Art()
    for d in print_of_paw():
        a.fill(d, colour)
    return a


def paw(colour: str = TERRACOTTA) -> Art:
    """The print with an outline."""
    a = Art()
    for d in print_of_paw():
        a.shape(d, colour, LINE)
    return a


def circled() -> Art:
    """A paw one may spend."""
    a = Art().put(paw(SAGE), k=0.7, nib=0.9)
    ring = smooth("78,12 50,5.6 20,15 6,46 16,80 48,95 82,84 95,52 84,20 60,7")
    return a.line(ring, 5.2, "#44704C", rim=True)


def crossed() -> Art:
    """A paw that is spent."""
    a = Art().put(paw("#B9ADA8"), k=0.8, nib=0.95)
    for d in ("M14 12C36 34 62 62 88 88", "M87 13C62 38 38 62 13 87"):
        a.line(d, 8.6, INK, rim=True)
        a.line(d, 4.4, TERRACOTTA)
    return a
