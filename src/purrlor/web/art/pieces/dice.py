"""Dice with round spots."""

from purrlor.web.art.pen.brush import BOLD
from purrlor.web.art.pen.colour import INK, TERRACOTTA, WHITE, mix
from purrlor.web.art.pen.paper import Art
from purrlor.web.art.pen.path import ellipse, rounded

SPOTS = (
    ((50, 50),),
    ((29, 29), (71, 71)),
    ((27, 27), (50, 50), (73, 73)),
    ((29, 29), (71, 29), (29, 71), (71, 71)),
    ((27, 27), (73, 27), (50, 50), (27, 73), (73, 73)),
    ((30, 25), (70, 25), (30, 50), (70, 50), (30, 75), (70, 75)),
)


def die(value: int) -> Art:
    """A die showing 1 to 6; the one is large and red."""
    a, cube = Art(0.45), rounded(7, 7, 86, 86, 19)
    a.shape(cube, mix(WHITE, INK, 0.12), BOLD, heft=True)
    a.fill(rounded(9, 9, 80, 78, 17), WHITE)
    a.line(cube, BOLD)
    for x, y in SPOTS[value - 1]:
        a.fill(ellipse(x, y, 12 if value == 1 else 9.2), TERRACOTTA if value == 1 else INK)
    return a
