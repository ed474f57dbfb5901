"""The pen: lines, cuts, curves through points, and how they are written."""

from __future__ import annotations

import math

import pytest

from purrlor.web.art.pen.brush import brush
from purrlor.web.art.pen.colour import DEUTERANOPIA, GREY, INK, PAPER, mix, seen, short
from purrlor.web.art.pen.cut import clip, crescent, dashes
from purrlor.web.art.pen.fit import MISS, outline
from purrlor.web.art.pen.numerals import numeral
from purrlor.web.art.pen.paper import Art
from purrlor.web.art.pen.path import Point, affine, bend, blob, ellipse, flat, mirror, path, polygon, rounded
from purrlor.web.art.pen.squeeze import tight

SQUARE: list[Point] = [(20, 20), (80, 20), (80, 80), (20, 80)]


def far(p: Point, way: list[Point]) -> float:
    """The distance of a point from a closed polyline."""
    best = math.inf
    for a, b in zip(way, way[1:] + way[:1], strict=True):
        dx, dy = b[0] - a[0], b[1] - a[1]
        t = min(max(((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / (dx * dx + dy * dy or 1), 0), 1)
        best = min(best, math.dist(p, (a[0] + dx * t, a[1] + dy * t)))
    return best


def test_a_line_is_read_as_it_is_written() -> None:
    assert path("M4 50C20 -22.5 80 .5 96 50Z") == (
        ("M", ((4, 50),)),
        ("C", ((20, -22.5), (80, 0.5), (96, 50))),
        ("Z", ()),
    )


def test_lines_are_written_relative_and_without_drift() -> None:
    assert tight(path("M10 10L20 10L20 30Z"), 1) == "M10 10l10 0 0 20z"
    steps = polygon([(0.3 * i, 0.3 * i) for i in range(200)], close=False)
    written = tight(steps, 5)
    x = sum(int(v) for v in written.split("l")[1].split()[::2])
    assert x == round(0.3 * 199 * 5)


@pytest.mark.parametrize("turn", [0, 30, 90, 160])
def test_an_ellipse_stays_an_ellipse_when_it_is_turned_and_flattened(turn: float) -> None:
    d = bend(ellipse(50, 50, 30, 10), affine(k=1, ky=0.5, rot=turn))
    start, arcs = tight(d, 100)[1:-1].split("a")
    sx, sy = (int(v) for v in start.split())
    big, small, angle, _, _, dx, dy, *_ = (int(v) for v in arcs.replace("-", " -").split())
    assert (big, small, angle) == (3000, 500, turn % 180)
    assert math.hypot(dx, dy) == pytest.approx(6000, abs=3)
    assert math.dist((sx + dx / 2, sy + dy / 2), (5000, 5000)) < 3


def test_mirror_images_mirror() -> None:
    assert mirror("M10 20L30 40") == path("M90 20L70 40")


def test_a_shape_is_cut_to_its_coat() -> None:
    cut = clip(ellipse(80, 50, 30), SQUARE)
    assert max(x for x, _ in flat(cut)) == pytest.approx(80, abs=MISS)
    assert min(x for x, _ in flat(cut)) == pytest.approx(50, abs=2 * MISS)
    assert clip(ellipse(200, 50, 30), SQUARE) == ()
    inside = ellipse(50, 50, 10)
    assert clip(inside, SQUARE) is inside


def test_few_curves_pass_near_many_points() -> None:
    many = flat(blob("50,10 80,30 90,60 60,90 30,80 10,50 25,20"), 30)
    few = outline(many)
    assert len(few) < len(many) / 10
    drawn = flat(few, 20)
    assert max(far(p, drawn) for p in many) < 2 * MISS


def test_corners_are_kept() -> None:
    assert {at[-1] for _, at in outline(SQUARE) if at} == set(SQUARE)


def test_dusk_falls_on_the_right_side() -> None:
    shadow = flat(crescent(ellipse(50, 50, 40), 8))
    assert sum(x for x, _ in shadow) / len(shadow) > 65
    assert max(math.dist(p, (50, 50)) for p in shadow) < 40 + MISS


def test_dashes_leave_gaps() -> None:
    ink = dashes(ellipse(50, 50, 40), 8, 8)
    assert sum(command == "M" for command, _ in ink) == round(math.tau * 40 / 16)


def test_a_brush_stroke_tapers() -> None:
    p = flat(brush("10,50 50,50 90,50", 8, 0.5), 20)

    def width(x: float) -> float:
        near = [y for px, y in p if abs(px - x) < 3]
        return max(near) - min(near)

    assert width(36) > 6
    assert width(88) < 2


def test_numerals_are_strokes_within_their_height() -> None:
    a = Art(0)
    numeral(a, "10", 50, 50, height=28, width=4)
    assert len(a.strokes) == 2
    assert all(not s.fill for s in a.strokes)
    assert all(34 <= y <= 66 for s in a.strokes for _, y in flat(s.d))


def test_a_drawing_that_would_leave_its_box_is_nudged_back() -> None:
    art, box = Art().shape(rounded(-10, 40, 60, 60, 5), PAPER).symbol(10)
    assert box == "0 0 1000 1000"
    assert "M-" not in art


def test_small_in_large_keeps_its_ink() -> None:
    dot = Art(0).line("M0 0L100 0", 4)
    small = Art(0).put(dot, k=0.25)
    assert 4 * 0.25 < small.strokes[0].width < 4


def test_neighbours_in_one_paint_are_one_path() -> None:
    a = Art(0).fill(ellipse(20, 20, 5), INK).fill(ellipse(80, 20, 5), INK).fill(ellipse(50, 60, 5), PAPER)
    assert a.render().count("<path") == 2


def test_colours() -> None:
    assert mix("#000000", "#FFFFFF", 0.5) == "#808080"
    assert short("#FFFFFF") == "#fff"
    assert short("#33272A") == "#33272a"
    assert short("currentColor") == "currentColor"
    red, green = seen("#C05050", DEUTERANOPIA), seen("#7F7F50", DEUTERANOPIA)
    assert sum(abs(int(red[i : i + 2], 16) - int(green[i : i + 2], 16)) for i in (1, 3, 5)) < 60
    grey = seen("#D9704A", GREY)
    assert grey[1:3] == grey[3:5] == grey[5:7]
