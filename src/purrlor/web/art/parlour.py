"""The parlour's own drawings: its name, its calico cat, its icons, and what all tables share."""

import math

from purrlor.web.art import marks
from purrlor.web.art.cats.face import face
from purrlor.web.art.cats.mini import LEVELS, REACTIONS, badge_head
from purrlor.web.art.files import picture
from purrlor.web.art.icons import icons
from purrlor.web.art.pen.brush import FINE, LINE
from purrlor.web.art.pen.colour import BLUE, INK, MUSTARD, PLUM, ROSE, SAGE, TERRACOTTA
from purrlor.web.art.pen.paper import Art, Symbol
from purrlor.web.art.pen.path import affine, bend, ellipse, path, polygon, rounded
from purrlor.web.art.pieces.tree import platform, rope

FLAGS = (TERRACOTTA, MUSTARD, SAGE, BLUE, PLUM, ROSE)
HOST = ("calico", "calico")
GRAIN = 3  # for what is shown small
TABLE_ICONS = ("menu", "say", "undo", "ask", "eye", "sound", "bell", "swap", "tick", "play")
TOP, WIDE = (165, 40, SAGE, 1.08), (165, 40, SAGE, 1.9)  # where its middle is, and how wide
PODIUM_STEPS = {  # of a podium, by the places of those who stand on it
    "123": (TOP, (83, 86, PLUM, 0.96), (247, 98, BLUE, 0.96)),
    "122": (TOP, (83, 86, PLUM, 0.96), (247, 86, PLUM, 0.96)),
    "12": ((200, 40, SAGE, 1.08), (118, 86, PLUM, 0.96)),
    "11": (WIDE,),
    "111": ((165, 40, SAGE, 2.4),),
    "113": (WIDE, (272, 98, BLUE, 0.8)),
}
APART = {  # what no table needs, or only when somebody says something
    "says": tuple(f"react-{name}" for name in REACTIONS),
    "icons": tuple(icons().keys() - {f"i-{name}" for name in TABLE_ICONS}),
    "moods": ("host-glad", "host-asleep", "host-startled", *(f"level-{name}" for name in LEVELS)),
    "feast": ("bunting", "confetti", *(f"podium-{kind}" for kind in PODIUM_STEPS)),
}


def wordmark() -> Symbol:
    """Purrlor, lettered by hand in the page's colour; the o is a sleeping cat."""
    pen = 'fill="none" stroke="currentColor" stroke-width="7" stroke-linecap="round" stroke-linejoin="round"'
    letters = (
        "M9 60V12M9 14c12-7 32-5 32 10s-18 17-31 13M55 30v14c0 12 15 13 20 3V30M75 46v10M92 31v25M92 41c2-8 8-12 15-10"
        "M119 31v25M119 41c2-8 8-12 15-10M147 8v38c0 7 3 10 8 10M206 31v25M206 41c2-8 8-12 15-10"
    )
    cat = (
        "M162 44c0-6 .6-14 2-21q.8-3.5 3.6-1.200l6.2 5.200q4.2-1.2 8.4 0l6.2-5.200q2.8-2.3 3.6 1.2"
        "c1.4 7 2 15 2 21c0 9.5-7 15-16 15s-16-5.5-16-15z"
    )
    shut = 'fill="none" stroke="#2a1f22" stroke-width="2.6" stroke-linecap="round"'
    art = (
        f'<path {pen} d="{letters}"/>'
        f'<path fill="#e79a50" stroke="currentColor" stroke-width="4.5" stroke-linejoin="round" d="{cat}"/>'
        f'<path {shut} d="M168 43q3 3.2 6 0M182 43q3 3.2 6 0"/>'
        '<path fill="#2a1f22" d="M175 47.500h6l-3 4z"/>'
    )
    return art, "0 0 226 68"


def bunting() -> Art:
    """Flags on a string, for the end of a match."""
    a = Art(0.5, (330, 46))
    a.line("M2 6Q165 44 328 6", FINE, "currentColor")
    for i in range(11):
        x = 18 + 29.4 * i
        y = 6 + 19 * (1 - ((x - 165) / 163) ** 2)
        slope = -0.233 * (x - 165) / 163
        flag = bend("M-10 0L10 0L0 20Z", affine(x, y, rot=math.degrees(math.atan(slope)), about=(0, 0)))
        a.shape(flag, FLAGS[i % 6], FINE, rim=False)
    return a


def confetti() -> Art:
    """Paper in the air."""
    a = Art(0, (330, 120))
    for i in range(24):
        x, y, g = 8 + i * 314 / 23, 8 + (i * 0.618 % 1) * 104, i * 67 % 180  # the golden section spreads without rows
        c, s = 5 * math.cos(math.radians(g)), 5 * math.sin(math.radians(g))
        a.line(f"M{x - c:.1f} {y - s:.1f}L{x + c:.1f} {y + s:.1f}", 5, FLAGS[i * 5 % 6])
    return a


def podium(kind: str) -> Art:
    """Shelves on posts; cats sit in the middle of each shelf's top, side by side on a wide one."""
    a = Art(0, (330, 140))
    for x, y, *_ in PODIUM_STEPS[kind]:
        a.put(rope(), x=x - 20, y=y + 10, k=0.62, ky=(118 - y) / 80, about=(20, 0), nib=1, rim=False)
    for x, y, colour, wide in PODIUM_STEPS[kind]:
        a.put(platform(colour), x=x - 50, y=y - 4, k=wide, ky=1, about=(50, 0), nib=1, rim=False)
    return a.shape(rounded(30, 122, 270, 15, 7), "#B98A5E", LINE, rim=False)


def symbols() -> dict[str, Symbol]:
    """The shared sprite."""
    out = {
        "wordmark": wordmark(),
        "host": face(*HOST).symbol(GRAIN),
        "host-glad": face(*HOST, "pleased").symbol(GRAIN),
        "host-asleep": face(*HOST, "sleepy").symbol(GRAIN),
        "host-startled": face(*HOST, "surprised").symbol(GRAIN),
        "paw": marks.paw().symbol(),
    }
    out |= {f"react-{name}": draw().symbol(GRAIN) for name, draw in REACTIONS.items()}
    out |= {f"level-{name}": draw().symbol(GRAIN) for name, draw in LEVELS.items()}
    out |= {"bunting": bunting().symbol(GRAIN), "confetti": confetti().symbol(1)}
    out |= {f"podium-{kind}": podium(kind).symbol(GRAIN) for kind in PODIUM_STEPS}
    return out | icons()


def favicon_svg() -> str:
    """The tab's icon."""
    return picture(badge_head().symbol(GRAIN))


def icon_svg() -> str:
    """The icon of the installed parlour: fills its square, the cat within the part that every mask leaves."""
    a = Art(0)
    a.fill(polygon("0,0 100,0 100,100 0,100"), PLUM)
    a.fill(ellipse(50, 52, 37), "#F2C98A")
    a.fill(path("M0 100L0 88Q50 78 100 88L100 100Z"), "#6B4468")
    a.put(badge_head(), y=2, k=0.62, nib=0.8, rim=False)
    a.line("M0 88Q50 78 100 88", FINE, INK)
    return picture(a.symbol())
