"""The drawing kit: pieces that any game may use in its `board/sprite.py`.

    from purrlor.web.art import kit

    def symbols():
        return {f"card-{n}": kit.card(kit.SAGE, n, kit.fish()).symbol() for n in range(1, 10)}

Cards are 100 × 140, everything else 100 × 100. `docs/adding_a_game.md` shows each of them.
"""

from __future__ import annotations

from collections.abc import Sequence

from purrlor.web.art import scenes
from purrlor.web.art.cats.head import head
from purrlor.web.art.pen.brush import FINE, LINE
from purrlor.web.art.pen.colour import BLUE, INK, LIGHT, MUSTARD, PAPER, PLUM, ROSE, SAGE, TERRACOTTA, WHITE, mix
from purrlor.web.art.pen.numerals import numeral
from purrlor.web.art.pen.paper import Art
from purrlor.web.art.pen.path import ellipse, rounded
from purrlor.web.art.pieces.cards import blank_card, card_back, corner_numbers
from purrlor.web.art.pieces.dice import die
from purrlor.web.art.pieces.larder import cheese, cup, fish
from purrlor.web.art.pieces.prey import mouse
from purrlor.web.art.pieces.toys import yarn
from purrlor.web.art.scenes import Picture

__all__ = [
    "BLUE",
    "MUSTARD",
    "PLUM",
    "ROSE",
    "SAGE",
    "TERRACOTTA",
    "WHITE",
    "Art",
    "Picture",
    "blank_card",
    "card",
    "card_back",
    "cheese",
    "corner_numbers",
    "cup",
    "die",
    "fish",
    "head",
    "meeple_cat",
    "mouse",
    "pieces",
    "scene",
    "tile",
    "token",
    "yarn",
]


def card(ground: str = SAGE, number: int | None = None, drawing: Art | None = None) -> Art:
    """A card with a field of this colour, numbers in its corners and a drawing in its middle."""
    a = blank_card(mix(ground, LIGHT, 0.2))
    a.fill(ellipse(50, 71, 39, 45), mix(ground, "#FFF8E8", 0.58))
    if drawing is not None:
        a.put(drawing, y=21, k=0.72, nib=0.9, rim=False)
    if number is not None:
        corner_numbers(a, number)
    return a


def token(colour: str = MUSTARD, text: str = "") -> Art:
    """A round counter with up to two digits."""
    a = Art(0.45)
    a.shape(ellipse(50, 50, 44), colour, LINE, heft=True)
    a.shape(ellipse(50, 50, 34), mix(colour, LIGHT, 0.55), FINE, rim=False)
    if text:
        numeral(a, text, 50, 50, height=34, width=6)
    return a


def tile(colour: str = SAGE, drawing: Art | None = None) -> Art:
    """A square tile with a rounded edge, with or without a drawing."""
    a = Art(0.45)
    a.shape(rounded(5, 5, 90, 90, 10), mix(colour, INK, 0.12), LINE, heft=True)
    a.shape(rounded(11, 11, 78, 78, 6), mix(colour, LIGHT, 0.25), FINE, rim=False)
    if drawing is not None:
        a.put(drawing, k=0.68, nib=0.9, rim=False)
    return a


def meeple_cat(colour: str = TERRACOTTA) -> Art:
    """A wooden cat that stands on the board for a player."""
    a = Art(0.5)
    body = "M27 93C22 70 30 60 33 50C25 42 24 26 30 9L43 20L57 20L70 9C76 26 75 42 67 50C70 60 78 70 73 93Z"
    a.shape("M70 88C92 84 90 62 82 58C78 64 80 74 68 76Z", mix(colour, INK, 0.12), LINE)
    a.shape(body, colour, LINE, heft=True)
    a.fill("M33 88C31 74 36 64 38 56C41 62 40 80 41 88Z", mix(colour, LIGHT, 0.3))
    for x in (41, 59):
        a.fill(ellipse(x, 35, 3.6), INK)
    return a.fill(ellipse(50, 42, 3, 2.2), PAPER)


def scene(wall: str, *stood: tuple[Art, float, float, float]) -> Picture:
    """The first page's picture: a room of this colour, and pieces at (x, y) with a width; the room is 320 × 230."""
    a = scenes.stage()
    for piece, x, y, size in stood:
        scenes.stand(a, piece, x, y, size)
    return scenes.framed(scenes.room(wall), a)


def pieces() -> dict[str, Art]:
    """One of each, for the docs."""
    found: Sequence[tuple[str, Art]] = (
        ("blank_card", blank_card(SAGE)),
        ("card", card(BLUE, 7, fish())),
        ("card_back", card_back()),
        ("token", token(MUSTARD, "12")),
        ("die", die(5)),
        ("tile", tile(SAGE, mouse())),
        ("meeple_cat", meeple_cat()),
        ("head", head("grey", "tabby", "sly")),
        ("fish", fish()),
        ("mouse", mouse()),
        ("cheese", cheese()),
        ("cup", cup()),
        ("yarn", yarn()),
    )
    return dict(found)
