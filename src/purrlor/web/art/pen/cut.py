"""Cutting by geometry: patterns are cut to the coat here, so no drawing needs a clip, an id or a style."""

import math

from purrlor.web.art.pen.fit import outline
from purrlor.web.art.pen.path import Drawn, Path, Point, flat, path, smooth


def half(p: list[Point], a: Point, b: Point) -> list[Point]:
    """The part of a polygon on the right of a→b, as one walks on the screen."""

    def side(q: Point) -> float:
        return (b[0] - a[0]) * (q[1] - a[1]) - (b[1] - a[1]) * (q[0] - a[0])

    out = []
    for i, q in enumerate(p):
        before = p[i - 1]
        s, t = side(q), side(before)
        if s * t < 0:
            u = t / (t - s)
            out.append((before[0] + (q[0] - before[0]) * u, before[1] + (q[1] - before[1]) * u))
        if s >= 0:
            out.append(q)
    return out


def clip(d: Drawn, hull: list[Point]) -> Path:
    """A closed path cut to a convex, clockwise polygon; empty if nothing is left."""
    whole = p = flat(d, 8)
    for i, a in enumerate(hull):
        if len(p) < 3:
            return ()
        p = half(p, a, hull[(i + 1) % len(hull)])
    return path(d) if p == whole else outline(p)


def crescent(d: Drawn, width: float = 7.0, begin: float = -38, end: float = 122) -> Path:
    """The dusk side of a rounded shape: a sliver along its edge between two directions, in degrees."""
    p = flat(d, 6)
    cx, cy = sum(q[0] for q in p) / len(p), sum(q[1] for q in p) / len(p)
    edge = sorted((math.degrees(math.atan2(y - cy, x - cx)), x, y) for x, y in p)
    edge = [q for q in edge if begin <= q[0] <= end]
    if len(edge) < 3:
        return ()
    inner = []
    for g, x, y in edge:
        k = 1 - width * math.sin(math.pi * (g - begin) / (end - begin)) / (math.hypot(x - cx, y - cy) or 1)
        inner.append((cx + (x - cx) * k, cy + (y - cy) * k))
    return outline([(x, y) for _, x, y in edge] + inner[::-1])


def dashes(d: Drawn, on: float, off: float, start: float = 0.0) -> Path:
    """A closed path as pen dashes of equal length; by geometry, so that every renderer agrees."""
    p = flat(d, 16)
    runs: list[list[Point]] = [[]]
    gone = start
    for a, b in zip(p, p[1:] + p[:1], strict=True):
        length = math.dist(a, b)
        n = max(1, int(length / 0.8))
        for j in range(n):
            t = j / n
            if (gone + length * t) % (on + off) < on:
                runs[-1].append((a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t))
            elif runs[-1]:
                runs.append([])
        gone += length
    return sum((smooth([r[0], r[len(r) // 2], r[-1]]) for r in runs if len(r) > 3), ())
