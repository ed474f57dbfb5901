"""The drawings of Cat Café, by id.

item-1 … item-6        the six items: house, yarn, butterfly, bowl, cushion, mouse
cat-1 … cat-6          the cat of each item; nap-1 … nap-6: asleep, when it has paid
die-1 … die-6          a die
paw, paw-line          a paw print in the page's colour, filled and outlined (unmarked)
paw-circled, -crossed  a paw to spend, a paw spent
hex                    a place, 100 × 80; ground --hex, edge --hex-edge
rope, foot, sign       a post as high as a hex (40 × 80), what it stands on (80 × 20), the board on top (80 × 50)
ring, strike           round and through a number, in the page's colour
house, tower           small signs in the page's colour
"""

from __future__ import annotations

from purrlor.web.art import Picture, Symbol, marks, scenes
from purrlor.web.art.cats.bodies import loaf, sitting
from purrlor.web.art.pen.colour import PLUM, SAGE
from purrlor.web.art.pieces import dice, paws, tree
from purrlor.web.art.pieces.cafe import cafe_cat, cafe_face
from purrlor.web.art.pieces.toys import ITEMS, butterfly, toy_mouse, yarn


def symbols() -> dict[str, Symbol]:
    """Everything on the table."""
    out = {f"item-{i}": draw().symbol() for i, draw in enumerate(ITEMS.values(), 1)}
    out |= {f"cat-{i}": cafe_face(i).symbol() for i in range(1, 7)}
    out |= {f"nap-{i}": cafe_face(i, "sleepy").symbol() for i in range(1, 7)}
    out |= {f"die-{i}": dice.die(i).symbol() for i in range(1, 7)}
    drawings = {
        "paw": marks.paw,
        "paw-line": marks.paw_line,
        "paw-circled": paws.circled,
        "paw-crossed": paws.crossed,
        "hex": tree.place,
        "rope": tree.rope,
        "foot": tree.foot,
        "sign": tree.sign,
        "ring": marks.ring,
        "strike": marks.strike,
        "house": marks.home,
        "tower": marks.tower,
    }
    return out | {name: draw().symbol() for name, draw in drawings.items()}


def picture() -> Picture:
    """Two trees by the window, three cats, toys on the floor."""
    rear = scenes.room("#F2C4A6")
    scenes.window(rear, 24, 34)
    a = scenes.stage()
    for x, low, posts in ((176, 62, 2), (246, 118, 1)):
        for i in range(posts):
            scenes.stand(a, tree.rope(), x - 15, low + 8 + 68 * i, 34)
    scenes.stand(a, tree.foot(), 130, 196, 92)
    scenes.stand(a, tree.foot(), 204, 196, 84)
    scenes.stand(a, tree.platform(SAGE), 126, 58, 104)
    scenes.stand(a, tree.platform(PLUM), 200, 114, 92)
    scenes.stand(a, sitting("black", "tuxedo", "curious"), 206, 32, 88)
    scenes.stand(a, cafe_cat(1), 140, 132, 78)
    scenes.stand(a, loaf("ginger", "tabby", "sleepy"), 130, -24, 94)
    scenes.stand(a, yarn(), 44, 168, 46)
    scenes.stand(a, toy_mouse(), 276, 186, 38)
    scenes.stand(a, butterfly(), 96, 138, 32, turn=-14)
    return scenes.framed(rear, a)
