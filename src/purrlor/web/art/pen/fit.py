"""Few smooth curves for many points: what clipping and shading leave is drawn in as few strokes as will do.

Least squares for one cubic at a time, split where it misses (Schneider's method).
"""

import itertools
import math

from purrlor.web.art.pen.path import Path, Point, Step, along

CORNER = math.cos(math.radians(33))  # a sharper turn than this is meant
MISS = 0.24  # in hundredths of a drawing's width: half a pixel at 200 px


def _sub(a: Point, b: Point) -> Point:
    return a[0] - b[0], a[1] - b[1]


def _dot(a: Point, b: Point) -> float:
    return a[0] * b[0] + a[1] * b[1]


def _unit(a: Point) -> Point:
    n = math.hypot(*a) or 1.0
    return a[0] / n, a[1] / n


def _cubic(p: list[Point], t: list[float], left: Point, right: Point) -> list[Point]:
    """The cubic with these end tangents that passes nearest to the points at the times t."""
    c00 = c01 = c11 = x0 = x1 = 0.0
    first, last = p[0], p[-1]
    for q, u in zip(p, t, strict=True):
        v = 1 - u
        a, b = 3 * u * v * v, 3 * u * u * v
        base = v * v * v + a, u * u * u + b
        rest = q[0] - first[0] * base[0] - last[0] * base[1], q[1] - first[1] * base[0] - last[1] * base[1]
        c00 += a * a
        c01 += a * b * _dot(left, right)
        c11 += b * b
        x0 += a * _dot(left, rest)
        x1 += b * _dot(right, rest)
    det = c00 * c11 - c01 * c01
    span = math.dist(first, last)
    reach = ((x0 * c11 - x1 * c01) / det, (c00 * x1 - c01 * x0) / det) if abs(det) > 1e-9 else (0.0, 0.0)
    if min(reach) < span * 1e-3 or max(reach) > span * 3:
        reach = span / 3, span / 3
    return [
        first,
        (first[0] + left[0] * reach[0], first[1] + left[1] * reach[0]),
        (last[0] + right[0] * reach[1], last[1] + right[1] * reach[1]),
        last,
    ]


def _run(p: list[Point], left: Point, right: Point) -> list[Step]:
    if len(p) == 2:
        return [("L", (p[1],))]
    length = [0.0]
    for a, b in itertools.pairwise(p):
        length.append(length[-1] + math.dist(a, b))
    t = [v / length[-1] for v in length]
    control = _cubic(p, t, left, right)
    miss = [math.dist(along(control, u), q) for q, u in zip(p, t, strict=True)]
    worst = max(range(1, len(p) - 1), key=lambda i: miss[i])
    if miss[worst] <= MISS:
        return [("C", tuple(control[1:]))]
    across = _unit(_sub(p[worst - 1], p[worst + 1]))
    return _run(p[: worst + 1], left, across) + _run(p[worst:], (-across[0], -across[1]), right)


def curve(p: list[Point]) -> list[Step]:
    """Strokes from the first point to the last through a run without corners."""
    return _run(p, _unit(_sub(p[1], p[0])), _unit(_sub(p[-2], p[-1])))


def outline(p: list[Point]) -> Path:
    """A closed polygon as a path of lines and cubics, its corners kept."""
    q = [a for a, b in zip(p, p[-1:] + p[:-1], strict=True) if math.dist(a, b) > 0.02]
    if len(q) < 3:
        return ()
    n = len(q)
    corners = [
        i for i in range(n) if _dot(_unit(_sub(q[i], q[i - 1])), _unit(_sub(q[(i + 1) % n], q[i]))) < CORNER
    ] or [0]
    steps: list[Step] = [("M", (q[corners[0]],))]
    for a, b in zip(corners, [*corners[1:], corners[0] + n], strict=True):
        steps += curve([q[i % n] for i in range(a, b + 1)])
    return (*steps, ("Z", ()))
