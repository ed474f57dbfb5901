"""Lines: paths of absolute M L C Q Z, and E for an ellipse given by its centre and the ends of two half-diameters.

Drawings write them as text ("M4 50C20 22 80 22 96 50Z"); points of a curve as "x,y x,y". Everything is moved by
mapping points in Python, not by nested transforms, so the ink keeps its weight when a head is put small on a body.
"""

import itertools
import math
import re
from collections.abc import Callable, Iterable
from functools import lru_cache

Point = tuple[float, float]
Step = tuple[str, tuple[Point, ...]]
Path = tuple[Step, ...]
Drawn = str | Path
Points = str | Iterable[Point]
Bend = Callable[[float, float], Point]

_TOKEN = re.compile(r"[MLCQEZ]|-?(?:\d+\.?\d*|\.\d+)")
_NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)")


@lru_cache(maxsize=4096)
def _read(text: str) -> Path:
    steps: list[Step] = []
    command, numbers = "", list[float]()

    def close() -> None:
        if command:
            steps.append((command, tuple(zip(numbers[::2], numbers[1::2], strict=True))))

    for token in _TOKEN.findall(text):
        if token in "MLCQEZ":
            close()
            command, numbers = token, []
        else:
            numbers.append(float(token))
    close()
    return tuple(steps)


def path(d: Drawn) -> Path:
    """Text or path as a path."""
    return _read(d) if isinstance(d, str) else d


def points(p: Points) -> list[Point]:
    """Text or pairs as a list of pairs."""
    if isinstance(p, str):
        v = [float(s) for s in _NUMBER.findall(p)]
        return list(zip(v[::2], v[1::2], strict=True))
    return list(p)


def bend(d: Drawn, f: Bend) -> Path:
    """Every point mapped through f."""
    return tuple((command, tuple(f(x, y) for x, y in at)) for command, at in path(d))


def affine(
    x: float = 0,
    y: float = 0,
    k: float = 1,
    *,
    rot: float = 0,
    flip: bool = False,
    ky: float | None = None,
    about: Point = (50, 50),
) -> Bend:
    """Scale, turn and flip about a point, then move that point by (x, y)."""
    c, s = math.cos(math.radians(rot)), math.sin(math.radians(rot))
    ax, ay = about
    tall = k if ky is None else ky

    def f(px: float, py: float) -> Point:
        u, v = (px - ax) * (-k if flip else k), (py - ay) * tall
        return ax + x + u * c - v * s, ay + y + u * s + v * c

    return f


def mirror(d: Drawn, axis: float = 50) -> Path:
    """The other half of a symmetric drawing."""
    return bend(d, lambda x, y: (2 * axis - x, y))


def both(d: Drawn) -> tuple[Path, Path]:
    """The line and its mirror image."""
    return path(d), mirror(d)


def polygon(p: Points, close: bool = True) -> Path:
    """Straight from point to point."""
    first, *rest = points(p)
    return (("M", (first,)), *(("L", (q,)) for q in rest), *((("Z", ()),) if close else ()))


def smooth(p: Points, close: bool = False, tension: float = 1.0) -> Path:
    """A confident curve through the points (Catmull and Rom's, as cubics)."""
    q = points(p)
    n, k = len(q), tension / 6

    def at(i: int) -> Point:
        return q[i % n] if close else q[min(max(i, 0), n - 1)]

    steps: list[Step] = [("M", (q[0],))]
    for i in range(n if close else n - 1):
        a, b, c, d = at(i - 1), at(i), at(i + 1), at(i + 2)
        leave = (b[0] + (c[0] - a[0]) * k, b[1] + (c[1] - a[1]) * k)
        enter = (c[0] - (d[0] - b[0]) * k, c[1] - (d[1] - b[1]) * k)
        steps.append(("C", (leave, enter, c)))
    return (*steps, ("Z", ())) if close else tuple(steps)


def blob(p: Points, tension: float = 1.0) -> Path:
    """A closed smooth curve."""
    return smooth(p, True, tension)


def ellipse(cx: float, cy: float, rx: float, ry: float | None = None, rot: float = 0) -> Path:
    """An ellipse; a circle without ry."""
    c, s = math.cos(math.radians(rot)), math.sin(math.radians(rot))
    tall = rx if ry is None else ry
    return (("E", ((cx, cy), (cx + rx * c, cy + rx * s), (cx - tall * s, cy + tall * c))),)


def rounded(x: float, y: float, w: float, h: float, r: float) -> Path:
    """A rectangle with round corners."""
    k, right, low = r * 0.4477, x + w, y + h
    return (
        ("M", ((x + r, y),)),
        ("L", ((right - r, y),)),
        ("C", ((right - k, y), (right, y + k), (right, y + r))),
        ("L", ((right, low - r),)),
        ("C", ((right, low - k), (right - k, low), (right - r, low))),
        ("L", ((x + r, low),)),
        ("C", ((x + k, low), (x, low - k), (x, low - r))),
        ("L", ((x, y + r),)),
        ("C", ((x, y + k), (x + k, y), (x + r, y))),
        ("Z", ()),
    )


def star_points(cx: float, cy: float, r: float, *, tips: int = 5, rot: float = -90, inner: float = 0.48) -> list[Point]:
    """The corners of a star, tips and hollows in turn."""
    out = []
    for i in range(2 * tips):
        g, q = math.radians(rot + 180 * i / tips), r if i % 2 == 0 else r * inner
        out.append((cx + q * math.cos(g), cy + q * math.sin(g)))
    return out


def _between(a: Point, b: Point, t: float) -> Point:
    return a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t


def along(control: list[Point], t: float) -> Point:
    """The point of a Bézier curve at t."""
    while len(control) > 1:
        control = [_between(a, b, t) for a, b in itertools.pairwise(control)]
    return control[0]


def flat(d: Drawn, per: int = 8) -> list[Point]:
    """The path as points, `per` for every curve."""
    out: list[Point] = []
    for command, at in path(d):
        if command in "ML":
            out += at
        elif command == "E":
            (cx, cy), (ux, uy), (vx, vy) = at
            for j in range(4 * per):
                c, s = math.cos(math.tau * j / (4 * per)), math.sin(math.tau * j / (4 * per))
                out.append((cx + (ux - cx) * c + (vx - cx) * s, cy + (uy - cy) * c + (vy - cy) * s))
        else:
            step = {"C": 3, "Q": 2, "Z": 1}[command]
            for i in range(0, len(at), step):
                control = [out[-1], *at[i : i + step]]
                out += [along(control, j / per) for j in range(1, per + 1)]
    return out
