"""Seven clans: each a cat, a colour, a ground pattern and a mark. A tile is laid of layers, one over the other."""

import math
from typing import NamedTuple

from purrlor.web.art.cats.face import face
from purrlor.web.art.cats.worn import star
from purrlor.web.art.pen.brush import FINE, LINE
from purrlor.web.art.pen.colour import LIGHT, MUSTARD, PAPER, mix
from purrlor.web.art.pen.numerals import numeral
from purrlor.web.art.pen.paper import Art
from purrlor.web.art.pen.path import ellipse, polygon, rounded, star_points


class Clan(NamedTuple):
    """Colour of the tile, and its cat."""

    colour: str
    coat: str
    pattern: str
    mood: str
    wear: str


CLANS = {
    "royal_claws": Clan("#8E6BB0", "white", "plain", "content", "crown"),
    "gourmets": Clan("#6FA267", "cream", "tabby", "pleased", "toque"),
    "crooks": Clan("#E48A3C", "grey", "tabby", "sly", "mask"),
    "defenders": Clan("#C9483F", "brown", "tuxedo", "content", "cape"),
    "chaoticats": Clan("#E58FB0", "calico", "calico", "dizzy", "swirl"),
    "power_cats": Clan("#8CCBE6", "ginger", "tabby", "grumpy", "dumbbell"),
    "polterkitties": Clan("#3F67A8", "black", "plain", "content", "sheet"),
}
TILE = rounded(3, 3, 94, 93, 17)


def _weave(a: Art, clan: str) -> None:
    """A pattern of the ground that tells clans apart without colour."""
    match clan:
        case "royal_claws":
            for x, y in ((16, 30), (84, 30), (16, 66), (84, 66), (50, 10), (30, 88), (70, 88)):
                a.fill(polygon(star_points(x, y, 6, tips=4, inner=0.45)), "#FFFFFF80")
        case "gourmets":
            a.line("M14 5L14 94M32 5L32 94M50 5L50 94M68 5L68 94M86 5L86 94", 8, "#FFFFFF3D")
            a.line("M5 14L95 14M5 32L95 32M5 50L95 50M5 68L95 68M5 86L95 86", 8, "#FFFFFF3C")
        case "crooks":
            a.line("M6 32L32 6M6 58L58 6M6 84L84 6M16 94L94 16M42 94L94 42M68 94L94 68", 8, "#5A2E0E3D")
        case "defenders":
            for i in range(10):
                g = math.tau * (i + 0.5) / 10
                p = [(50, 56)] + [(50 + 43 * math.cos(g + w), 50 + 42 * math.sin(g + w)) for w in (-0.15, 0.15)]
                a.fill(polygon(p), "#FFD98A73")
        case "chaoticats":
            a.line("M7 20L17 12L25 22L35 12L45 20L55 12L65 22L75 12L85 20L93 12", 4.4, "#7A214A66")
            a.line("M7 46L15 38L15 58L7 66M93 40L85 48L93 58L85 68M9 86L19 78L29 90L39 84", 4.4, "#7A214A66")
        case "power_cats":
            a.line("M6 16L94 16M5 32L95 32M5 48L95 48M5 64L95 64M5 80L95 80", 6.4, "#1F5F8640")
        case _:
            for x, y in (
                (14, 40),
                (13, 62),
                (87, 40),
                (87, 64),
                (32, 12),
                (52, 9),
                (72, 13),
                (90, 22),
                (12, 84),
                (88, 84),
            ):
                a.fill(ellipse(x, y, 3.2), "#FFFFFF73")


def ground(clan: str) -> Art:
    """The tile without its cat."""
    colour = CLANS[clan].colour
    a = Art(0.45)
    a.shape(TILE, mix(colour, LIGHT, 0.1), LINE, heft=True)
    _weave(a, clan)
    a.fill(ellipse(50, 56, 39, 37), mix(colour, "#FFF6E0", 0.45))
    return a.line(TILE, LINE)


def cat(clan: str) -> Art:
    """The clan's cat, to be laid on its ground."""
    c = CLANS[clan]
    return Art(0.45).put(face(c.coat, c.pattern, c.mood, c.wear), x=1, y=3.4, k=0.86, nib=0.94, rim=False)


def ring() -> Art:
    """The leader's golden frame, between ground and cat."""
    return Art(0.45).line(rounded(7.6, 7.6, 84.8, 83.8, 13), 3, "#FBE08A")


def leader_star() -> Art:
    """The leader's star, on top."""
    a = Art(0.45)
    star(a, 83.6, 16.4, 12, MUSTARD)
    return a


def attack(text: str) -> Art:
    """The round disc with a cat's attack, to be laid on its tile."""
    a = Art(0.45)
    a.shape(ellipse(18, 18, 15), PAPER, FINE, rim=False)
    short = len(text) < 2
    numeral(a, text, 18, 18, height=18.6 if short else 14.4, width=3.7 if short else 3.2)
    return a


def points(text: str) -> Art:
    """The square tag with a prey's points, to be laid on its tile."""
    a = Art(0.45)
    a.shape("M3.4 17C3.4 8 8 3.4 17 3.4L34 3.4L34 26C34 30 31 33.6 26 33.6L3.4 33.6Z", PAPER, FINE, rim=False)
    numeral(a, text, 18.6, 18.4, height=18.6, width=3.7)
    return a
