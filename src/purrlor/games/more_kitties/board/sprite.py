"""The drawings of More Kitties!, by id. FACES lists those of a token's faces by the rules' numbers.

kitty-0 … kitty-5    the kittens of the six colours; mouse, dog, invisible: the other faces
mark-0 … mark-5      the mark of each colour, in the page's colour: heart, drop, sun, leaf, moon, flower
back                 a token that is not shown yet
bag                  the bag
"""

from __future__ import annotations

from purrlor.web.art import Art, Picture, Symbol, marks, scenes
from purrlor.web.art.cats.coats import COATS
from purrlor.web.art.pen.brush import FINE, LINE
from purrlor.web.art.pen.colour import INK, MUSTARD, PAPER, SHADE, mix
from purrlor.web.art.pen.path import ellipse
from purrlor.web.art.pieces.dogs import mongrel
from purrlor.web.art.pieces.kitties import KITTIES, invisible, kitty
from purrlor.web.art.pieces.paws import pad
from purrlor.web.art.pieces.prey import mouse

CLOTH = "#C98F5E"  # of the bag, and what has just come out of it
FACES = (*(f"kitty-{colour}" for colour in range(6)), "mouse", "dog", "invisible")


def back() -> Art:
    """A disc with a paw, of no player's colour."""
    a = Art(0.3).shape(ellipse(50, 49, 45), CLOTH, LINE, heft=True)
    a.line(ellipse(50, 49, 38), 1.8, mix(CLOTH, PAPER, 0.55))
    return a.put(pad(PAPER), y=-2, k=0.42)


def bag() -> Art:
    """Cloth, drawn shut."""
    a = Art()
    cloth = "M36 34C16 48 6 68 12 84C16 94 30 95 50 95C70 95 84 94 88 84C94 68 84 48 64 34Z"
    a.shape("M36 30C28 22 26 12 32 8C40 14 60 14 68 8C74 12 72 22 64 30Z", CLOTH, LINE, heft=True)
    a.shape(cloth, CLOTH, LINE, heft=True)
    a.fill("M76 46C86 58 88 76 76 94C84 93 87 90 88 84C94 68 84 48 64 34Z", SHADE)
    a.line("M33 33C44 38 56 38 67 33", 6.4)
    a.line("M33 33C44 38 56 38 67 33", 2.6, MUSTARD)
    return a.put(pad(mix(CLOTH, INK, 0.4)), y=18, k=0.36)


def symbols() -> dict[str, Symbol]:
    """Everything on the table."""
    out = {f"kitty-{colour}": kitty(colour).symbol() for colour in range(6)}
    out |= {"mouse": mouse().symbol(), "dog": mongrel().symbol(), "invisible": invisible().symbol()}
    out |= {f"mark-{colour}": draw().symbol() for colour, draw in enumerate(marks.KITTY_MARKS)}
    return out | {"back": back().symbol(), "bag": bag().symbol()}


def _token(colour: int, mood: str) -> Art:
    a = Art(0.3)
    tint = COATS[KITTIES[colour][0]].ground
    a.shape(ellipse(50, 49, 46), "#FFF8EA", LINE, heft=True)
    a.shape(ellipse(50, 49, 38.6), mix(tint, "#FFF8EA", 0.72), FINE, rim=False)
    return a.put(kitty(colour, mood), y=-3, k=0.62, nib=0.8, rim=False)


def picture() -> Picture:
    """Tokens in the air over a rug."""
    behind = scenes.room("#CFE0CC")
    for rx, ry, wool in ((152, 44, "#B4532F"), (128, 35, "#F1DDB4"), (100, 25, "#D98A9C")):
        behind.shape(ellipse(160, 200, rx, ry), wool, FINE, rim=False)
    a = scenes.stage()
    thrown = (  # colour, x, y, size, turn, mood
        (3, 48, 146, 72, -14, "sleepy"),
        (1, 186, 150, 76, 12, "content"),
        (0, 112, 112, 84, -4, "pleased"),
        (2, 28, 44, 76, -22, "surprised"),
        (5, 208, 52, 80, 18, "surprised"),
        (4, 119, -22, 78, 8, "surprised"),
    )
    for colour, x, y, size, turn, mood in thrown:
        scenes.stand(a, _token(colour, mood), x, y, size, turn=turn)
    flight = Art(0, (scenes.WIDTH, scenes.HEIGHT))
    for x, y in ((66, 126), (248, 138), (158, 66)):
        for s in (-1, 1):
            flight.line(f"M{x + 14 * s} {y}Q{x + 20 * s} {y + 9} {x + 17 * s} {y + 20}", 3, "#33272A80")
    scenes.stand(a, flight, 0, 0, scenes.WIDTH)
    return scenes.framed(behind, a)
