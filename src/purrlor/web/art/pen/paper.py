"""The sheet of paper: an ordered list of strokes, and how the hand that drew it trembled."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from purrlor.web.art.pen.brush import FINE, LINE
from purrlor.web.art.pen.colour import INK, short
from purrlor.web.art.pen.path import Bend, Drawn, Path, Point, Step, affine, bend, flat, path
from purrlor.web.art.pen.squeeze import GRAIN, tight

# A die-cut paper edge: unseen on paper, it keeps ink readable on dark grounds. A page may change it (`--rim`).
RIM = "var(--rim,#fbf5ea)"
EDGE = 4.2

Symbol = tuple[str, str]  # a fragment and its viewBox


@dataclass(frozen=True, slots=True)
class Stroke:
    """One path with its paint. `edge`: how much wider the paper edge is than the ink; 0: none."""

    d: Path
    fill: str = ""
    ink: str = ""
    width: float = 0.0
    edge: float = 0.0
    heft: bool = False  # a touch more weight below, like a pressed pen


class Art:
    """A drawing in a box. `tremble`: how far the hand wanders; 0 where edges must meet those of another drawing."""

    def __init__(self, tremble: float = 0.75, box: Point = (100, 100)) -> None:
        self.tremble = tremble
        self.box = box
        self.strokes: list[Stroke] = []

    def fill(self, d: Drawn, colour: str, edge: float = 0.0) -> Art:
        """A shape without an outline."""
        if d:
            self.strokes.append(Stroke(path(d), fill=colour, edge=edge))
        return self

    def line(self, d: Drawn, width: float = FINE, ink: str = INK, rim: bool = False) -> Art:
        """An open stroke of even width."""
        if d:
            self.strokes.append(Stroke(path(d), ink=ink, width=width, edge=EDGE * rim))
        return self

    def shape(self, d: Drawn, colour: str, width: float = LINE, rim: bool = True, heft: bool = False) -> Art:
        """Filled and outlined."""
        self.strokes.append(Stroke(path(d), colour, INK, width, EDGE * rim, heft))
        return self

    def put(
        self,
        other: Art,
        x: float = 0,
        y: float = 0,
        k: float = 1,
        *,
        rot: float = 0,
        flip: bool = False,
        ky: float | None = None,
        about: Point = (50, 50),
        nib: float | None = None,
        rim: bool = True,
    ) -> Art:
        """Another drawing, moved and scaled; its ink (`nib`) grows and shrinks less than it does."""
        f = affine(x, y, k, rot=rot, flip=flip, ky=ky, about=about)
        thin = max(k, 0.05) ** 0.45 if nib is None else nib
        for s in other.strokes:
            self.strokes.append(replace(s, d=bend(s.d, f), width=s.width * thin, edge=s.edge * rim))
        return self

    def render(self, grain: int = GRAIN) -> str:
        """The drawing as an SVG fragment: no ids, styles or fonts, so it may be repeated, inlined or made a symbol."""
        strokes = self.strokes
        if self.tremble:
            hand = _hand(self.tremble)
            strokes = _inside([replace(s, d=bend(_supple(s.d), hand)) for s in strokes], self.box)
        drawn = [(s, tight(s.d, grain)) for s in strokes]
        rims: dict[int, list[str]] = {}
        for s, d in drawn:
            if s.edge:
                rims.setdefault(round((s.width + s.edge) * grain), []).append(d)
        out = [f'<path fill="none" stroke="{RIM}" stroke-width="{w}" d="{"".join(d)}"/>' for w, d in rims.items()]
        return f'<g stroke-linejoin="round" stroke-linecap="round">{"".join(out + _painted(drawn, grain))}</g>'

    def symbol(self, grain: int = GRAIN) -> Symbol:
        """The fragment and its viewBox; `grain`: steps to a unit, fewer for a drawing that is never large."""
        return self.render(grain), f"0 0 {round(self.box[0] * grain)} {round(self.box[1] * grain)}"


def _painted(drawn: list[tuple[Stroke, str]], grain: int) -> list[str]:
    out: list[str] = []
    paint, path_data = "", ""
    for s, d in drawn:
        ink = f' stroke="{short(s.ink)}" stroke-width="{max(round(s.width * grain), 1)}"' if s.ink else ""
        mine = f'fill="{short(s.fill) if s.fill else "none"}"{ink}'
        # Neighbours in one paint share a path; not where both are filled and outlined, which would show the overlap.
        if mine == paint and not s.heft and not (s.fill and s.ink):
            path_data += d
            continue
        if path_data:
            out.append(f'<path {paint} d="{path_data}"/>')
        if s.heft:
            lower = f"translate({round(0.4 * grain)} {round(1.3 * grain)})"
            out.append(f'<path fill="{short(s.ink)}"{ink} transform="{lower}" d="{d}"/>')
        paint, path_data = mine, d
    out.append(f'<path {paint} d="{path_data}"/>')
    return out


def _hand(amount: float) -> Bend:
    """One slow wander over the paper, the same for every drawing: kindred drawings share lines and pack well."""
    amount *= 0.8

    def f(x: float, y: float) -> Point:
        return (
            x + amount * (math.sin(y * 0.061 + 4.1) + 0.5 * math.sin(x * 0.05 + y * 0.09 + 1.2)),
            y + amount * (math.sin(x * 0.057 + 2.6) + 0.5 * math.sin(x * 0.1 - y * 0.04 + 5.3)),
        )

    return f


def _supple(d: Path) -> Path:
    """Long straight lines become curves, so that the hand can wander along them."""
    out: list[Step] = []
    at: Point = (0, 0)
    for command, p in d:
        if command != "L":
            out.append((command, p))
        for q in p if command == "L" else ():
            bent = math.dist(at, q) > 12
            out.append(("Q", (((at[0] + q[0]) / 2, (at[1] + q[1]) / 2), q)) if bent else ("L", (q,)))
            at = q
        if p:
            at = p[-1]
    return tuple(out)


def _inside(strokes: list[Stroke], box: Point) -> list[Stroke]:
    """Nudged, and shrunk a hair, if ink or paper edge would leave the box."""
    low, high = [math.inf, math.inf], [-math.inf, -math.inf]
    for s in strokes:
        margin = (s.width + s.edge) / 2
        for p in flat(s.d, 4):
            for i in (0, 1):
                low[i] = min(low[i], p[i] - margin)
                high[i] = max(high[i], p[i] + margin + (1.3 if s.heft and i else 0))
    k = min(1.0, *((box[i] - 0.2) / (high[i] - low[i]) for i in (0, 1)))
    middle = [(low[i] + high[i]) / 2 for i in (0, 1)]
    reach = [(high[i] - low[i]) / 2 * k + 0.1 for i in (0, 1)]
    to = [min(max(middle[i], reach[i]), box[i] - reach[i]) for i in (0, 1)]
    if k == 1 and math.dist(middle, to) < 0.05:
        return strokes
    return [
        replace(s, d=bend(s.d, lambda x, y: (to[0] + (x - middle[0]) * k, to[1] + (y - middle[1]) * k)))
        for s in strokes
    ]
