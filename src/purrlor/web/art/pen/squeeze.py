"""A path as the shortest text: whole numbers, relative to where the pen is, without drift."""

import math
from collections.abc import Iterable

from purrlor.web.art.pen.path import Path, Point

GRAIN = 5  # steps to a unit: a drawing of 100 × 100 is written in a box of 500 × 500


def _joined(values: Iterable[int], after: bool = False) -> str:
    """Numbers with a space only where two would run together; `after`: another number stands before them."""
    out = ""
    for v in values:
        out += f" {v}" if v >= 0 and (out or after) else str(v)
    return out


def _arc(at: tuple[Point, ...], grain: int) -> str:
    """An ellipse as two half-turns, clockwise like all shapes; its axes from two half-diameters by singular values."""
    (cx, cy), (ux, uy), (vx, vy) = at
    a, b, c, d = ux - cx, vx - cx, uy - cy, vy - cy
    e, f, g, h = (a + d) / 2, (a - d) / 2, (c + b) / 2, (c - b) / 2
    big, small = math.hypot(e, h) + math.hypot(f, g), abs(math.hypot(e, h) - math.hypot(f, g))
    turn = (math.atan2(g, f) + math.atan2(h, e)) / 2
    if big - small < 0.15:
        big = small = (big + small) / 2
        turn = 0.0
    x, y = big * math.cos(turn), big * math.sin(turn)
    across = round(2 * x * grain), round(2 * y * grain)
    shape = _joined([max(round(big * grain), 1), max(round(small * grain), 1), round(math.degrees(turn)) % 180])
    outward, homeward = _joined(across, True), _joined((-v for v in across), True)
    return f"M{_joined([round((cx - x) * grain), round((cy - y) * grain)])}a{shape} 1 1{outward} {shape} 1 1{homeward}z"


def tight(d: Path, grain: int = GRAIN) -> str:
    """The path's data, ready for an attribute; `grain`: steps to a unit."""
    out: list[str] = []
    cx = cy = sx = sy = 0
    last = ""
    for command, at in d:
        q = [(round(x * grain), round(y * grain)) for x, y in at]
        if command == "E":
            out.append(_arc(at, grain))
        elif command == "Z":
            out.append("z")
            cx, cy = sx, sy
        elif command == "M":
            sx, sy = cx, cy = q[0]
            out.append(f"M{_joined(q[0])}")
        else:
            step = {"C": 3, "Q": 2, "L": 1}[command]
            values: list[int] = []
            for i in range(0, len(q), step):
                for x, y in q[i : i + step]:
                    values += [x - cx, y - cy]
                cx, cy = q[i + step - 1]
            repeats = command == last
            out.append(("" if repeats else command.lower()) + _joined(values, repeats))
        last = command
    return "".join(out)
