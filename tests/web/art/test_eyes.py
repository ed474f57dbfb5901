"""Colour is never the only sign: kitties and clans are told apart in grey and by a colour-blind eye.

The drawings are painted here on a small grid, as the eye sees them at 24 pixels, and compared point by point.
"""

from __future__ import annotations

import math
from functools import cache
from itertools import combinations, pairwise

import pytest

from purrlor.web.art import marks
from purrlor.web.art.cats.face import face
from purrlor.web.art.pen.colour import DEUTERANOPIA, GREY, PAPER, Matrix, rgb, seen
from purrlor.web.art.pen.paper import Art
from purrlor.web.art.pen.path import Path, Point, flat
from purrlor.web.art.pieces.clans import CLANS, cat, ground
from purrlor.web.art.pieces.kitties import KITTIES, invisible, kitty

GRID = 24
LEAST = 10.0  # of 255, on average over the drawing
Picture = tuple[tuple[int, int, int], ...]


def pieces(d: Path) -> list[list[Point]]:
    """The path's closed or open parts, each as points."""
    parts: list[list[tuple[str, tuple[Point, ...]]]] = []
    for step in d:
        if step[0] in "ME" or not parts:
            parts.append([])
        parts[-1].append(step)
    return [flat(tuple(part), 5) for part in parts]


def is_inside(x: float, y: float, parts: list[list[Point]]) -> bool:
    turns = 0
    for p in parts:
        for (ax, ay), (bx, by) in zip(p, p[1:] + p[:1], strict=True):
            if (ay <= y) != (by <= y) and ax + (y - ay) / (by - ay) * (bx - ax) > x:
                turns += 1 if by > ay else -1
    return turns != 0


def is_near(x: float, y: float, parts: list[list[Point]], reach: float) -> bool:
    for p in parts:
        for (ax, ay), (bx, by) in pairwise(p):
            dx, dy = bx - ax, by - ay
            t = min(max(((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy or 1), 0), 1)
            if math.hypot(x - ax - dx * t, y - ay - dy * t) <= reach:
                return True
    return False


def paint(layers: tuple[Art, ...]) -> list[str]:
    """The colours of the grid's points, row by row."""
    canvas = [PAPER] * (GRID * GRID)
    for s in (s for art in layers for s in art.strokes):
        parts = pieces(s.d)
        xs, ys = [p[0] for part in parts for p in part], [p[1] for part in parts for p in part]
        half = s.width / 2
        for k in range(GRID * GRID):
            x, y = (k % GRID + 0.5) * 100 / GRID, (k // GRID + 0.5) * 100 / GRID
            if not (min(xs) - half <= x <= max(xs) + half and min(ys) - half <= y <= max(ys) + half):
                continue
            if s.fill and is_inside(x, y, parts):
                canvas[k] = over(canvas[k], s.fill)
            if s.ink and is_near(x, y, parts, half):
                canvas[k] = over(canvas[k], s.ink)
    return canvas


def over(below: str, above: str) -> str:
    part = int(above[7:9], 16) / 255 if len(above) == 9 else 1.0
    mixed = (round(b + (a - b) * part) for a, b in zip(rgb(above), rgb(below), strict=True))
    return "#" + "".join(f"{v:02X}" for v in mixed)


@cache
def picture(name: str) -> tuple[str, ...]:
    kind, _, which = name.partition(" ")
    if kind == "clan":
        return tuple(paint((ground(which), cat(which))))
    return tuple(paint((kitty(int(which)) if kind == "kitty" else invisible(),)))


def apart(one: tuple[str, ...], two: tuple[str, ...], eye: Matrix) -> float:
    """The mean difference of what this eye sees."""
    view = cache(lambda colour: rgb(seen(colour, eye)))
    total = 0.0
    for a, b in zip(one, two, strict=True):
        total += sum(abs(p - q) for p, q in zip(view(a), view(b), strict=True)) / 3
    return total / len(one)


@pytest.mark.parametrize("eye", [GREY, DEUTERANOPIA], ids=["grey", "deuteranopia"])
def test_no_two_kitties_look_alike(eye: Matrix) -> None:
    names = [*(f"kitty {i}" for i in range(6)), "invisible"]
    for a, b in combinations(names, 2):
        assert apart(picture(a), picture(b), eye) > LEAST, (a, b)


@pytest.mark.parametrize("eye", [GREY, DEUTERANOPIA], ids=["grey", "deuteranopia"])
def test_no_two_clans_look_alike(eye: Matrix) -> None:
    for a, b in combinations(CLANS, 2):
        assert apart(picture(f"clan {a}"), picture(f"clan {b}"), eye) > LEAST, (a, b)


def test_this_eye_would_notice_if_they_were() -> None:
    """Two plain kittens of nearly one tone, told apart by colour alone, fail the measure above."""
    one, two = (tuple(paint((face(coat, "plain"),))) for coat in ("blue", "terracotta"))
    assert apart(one, two, GREY) < LEAST


def test_patterns_marks_and_wear_are_all_different() -> None:
    assert len({pattern for _, pattern in KITTIES}) == 6
    assert len({clan.wear for clan in CLANS.values()}) == 7
    drawn = [mark().render() for mark in (*marks.KITTY_MARKS, *marks.CLAN_MARKS)]
    assert len(set(drawn)) == 13
    pictures = [tuple(paint((Art(0).put(recoloured(mark()), nib=1),))) for mark in marks.KITTY_MARKS]
    assert all(apart(a, b, GREY) > LEAST for a, b in combinations(pictures, 2))


def recoloured(mark: Art) -> Art:
    a = Art(0)
    for s in mark.strokes:
        if s.fill:
            a.fill(s.d, "#000000")
        else:
            a.line(s.d, s.width, "#000000")
    return a
