"""Eyes: wide, lidded, closed, dizzy."""

import itertools
import math
from dataclasses import replace

from purrlor.web.art.pen.brush import FINE, brush
from purrlor.web.art.pen.colour import INK, LIGHT, mix
from purrlor.web.art.pen.cut import half
from purrlor.web.art.pen.fit import outline
from purrlor.web.art.pen.paper import Art
from purrlor.web.art.pen.path import Path, Point, ellipse, flat, smooth


def eye(
    cx: float,
    cy: float,
    iris: str,
    *,
    gaze: Point = (0, 0),
    lid: float = 0.0,
    tilt: float = 0.0,
    bulge: float = 3.0,
    pupil: float = 1.0,
    k: float = 1.0,
) -> Art:
    """`lid`: how much of the eye it hides; `tilt` > 0 lowers its right end; `bulge` lowers both ends."""
    a = Art()
    rx, ry = 9.0 * k, 9.7 * k

    def edge(x: float) -> float:
        return cy - ry + 2 * ry * lid + tilt * (x - cx) / rx + bulge * ((x - cx) / rx) ** 2

    def under(d: Path) -> Path:
        if lid < 0.1:  # the lash covers what is beyond it
            return d
        p, xs = flat(d, 6), [cx + rx * 1.3 * u / 3 for u in range(-3, 4)]
        for left, right in itertools.pairwise(xs):
            p = half(p, (left, edge(left)), (right, edge(right)))
        return outline(p)

    a.shape(under(ellipse(cx, cy, rx, ry)), iris, FINE, rim=False)
    a.fill(under(ellipse(cx, cy + ry * 0.62, rx * 0.72, ry * 0.34)), mix(iris, LIGHT, 0.45))
    a.fill(under(ellipse(cx + gaze[0], cy + gaze[1], 5.9 * k * pupil, 7.6 * k * pupil)), INK)
    height = max(cy - 3.5 * k + gaze[1] * 0.6, edge(cx - 2) + 3.4)
    a.fill(ellipse(cx - 2.1 * k + gaze[0] * 0.8, height, 2.7 * k), LIGHT)
    if pupil > 0.8:
        a.fill(ellipse(cx + 2.5 * k + gaze[0] * 0.8, cy + 4 * k + gaze[1] * 0.4, 1.35 * k), LIGHT)
    if lid:
        inside = [
            x for x in (cx + rx * u / 24 for u in range(-24, 25)) if math.hypot((x - cx) / rx, (edge(x) - cy) / ry) <= 1
        ]
        xs = [inside[0] + (inside[-1] - inside[0]) * u / 4 for u in range(5)]
        lash = [(x, edge(x)) for x in xs]
    else:
        turns = [math.radians(v) for v in (202, 230, 270, 310, 338)]
        lash = [(cx + rx * math.cos(v), cy + ry * math.sin(v)) for v in turns]
    outwards = -1 if cx < 50 else 1
    lash = lash[::outwards]
    lash.append((lash[-1][0] + outwards * 1.1 * k, lash[-1][1] + 0.3 * k))
    return a.fill(brush(lash, 3.7 * k**0.5, 1.6, 2.2), INK)


def both_eyes(a: Art, left: Art, right: Art) -> None:
    """Two eyes of the same make, layer by layer: what has one paint is one line."""
    for s, t in zip(left.strokes, right.strokes, strict=True):
        a.strokes.append(replace(s, d=s.d + t.d))


def shut(a: Art, cx: float, cy: float, ink: str, *, smiling: bool) -> None:
    """A closed eye: asleep it hangs, smiling it arches."""
    s = 1 if cx < 50 else -1
    if smiling:
        p = [(cx - s * 9, cy + 3.4), (cx - s * 4.6, cy - 3.6), (cx + s * 2.4, cy - 4), (cx + s * 8.4, cy + 3)]
        a.fill(brush(p, 4.1, 2, 2.2), ink)
    else:
        p = [(cx - s * 9.4, cy - 0.6), (cx - s * 5, cy + 4.4), (cx + s * 1, cy + 5), (cx + s * 8, cy + 0.6)]
        a.fill(brush(p, 3.9, 2, 2), ink)


def dizzy(a: Art, cx: float, cy: float, r: float) -> None:
    """A spiral."""
    a.shape(ellipse(cx, cy, r), "#FFF8EA", FINE, rim=False)
    turns = [i / 15 for i in range(16)]
    spiral = [(cx + r * 0.78 * t * math.cos(t * 11.5), cy + r * 0.78 * t * math.sin(t * 11.5)) for t in turns]
    a.line(smooth(spiral), FINE)


def beads(a: Art, cx: float, cy: float, k: float = 1.0) -> None:
    """Plain round ink with two lights: dogs, mice and other folk, unlike cats' irises."""
    a.fill(ellipse(cx, cy, 5.4 * k, 6.2 * k), INK)
    a.fill(ellipse(cx - 1.6 * k, cy - 2.2 * k, 2 * k), LIGHT)
    a.fill(ellipse(cx + 1.8 * k, cy + 2.2 * k, 0.95 * k), LIGHT)
