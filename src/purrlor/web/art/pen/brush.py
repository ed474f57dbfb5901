"""The nibs, and strokes that swell and taper."""

import itertools
import math

from purrlor.web.art.pen.path import Path, Point, Points, Step, flat, smooth

BOLD, LINE, FINE, HAIR = 3.8, 3.1, 2.4, 1.7


def _through(p: list[Point]) -> Step:
    """The cubic from p[0] that is at p[1], p[2], p[3] after each third of its time."""
    a, b, c, d = p
    one = tuple((-5 * a[i] + 18 * b[i] - 9 * c[i] + 2 * d[i]) / 6 for i in (0, 1))
    two = tuple((2 * a[i] - 9 * b[i] + 18 * c[i] - 5 * d[i]) / 6 for i in (0, 1))
    return "C", ((one[0], one[1]), (two[0], two[1]), d)


def brush(p: Points, width: float = LINE, tip: float = 0.0, head: float | None = None) -> Path:
    """A stroke as a filled shape: `head` wide where it begins, `width` at its belly, `tip` at its end."""
    q = flat(smooth(p), 12)
    length = [0.0]
    for a, b in itertools.pairwise(q):
        length.append(length[-1] + math.dist(a, b))
    begin = width if head is None else head
    left: list[Point] = []
    right: list[Point] = []
    ends: list[Point] = []
    for i, wide in enumerate((begin, width, width + (tip - width) * 0.38, tip)):
        s = length[-1] * i / 3
        j = max(1, next((k for k, v in enumerate(length) if v >= s - 1e-9), len(length) - 1))
        a, b = q[j - 1], q[j]
        span = length[j] - length[j - 1] or 1.0
        t = (s - length[j - 1]) / span
        x, y = a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t
        ux, uy = (b[0] - a[0]) / span, (b[1] - a[1]) / span
        h = max(wide, 0.25) / 2
        left.append((x - uy * h, y + ux * h))
        right.append((x + uy * h, y - ux * h))
        ends.append((x + ux * wide * (0.6 if i else -0.6), y + uy * wide * (0.6 if i else -0.6)))
    return (
        ("M", (left[0],)),
        _through(left),
        ("Q", (ends[3], right[3])) if tip > 0.9 else ("L", (right[3],)),
        _through(right[::-1]),
        ("Q", (ends[0], left[0])),
        ("Z", ()),
    )
