"""Plots are well-formed, keep to their paper, and say what they show."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from purrlor.lab.reports.plots import (
    Point,
    bars,
    heat,
    histogram,
    intervals,
    lines_plot,
    nice_ticks,
    page,
    section,
    table,
)

POINTS = [Point("a <b>", 0.4, 0.3, 0.5), Point("c", -0.1, -0.1, -0.1)]
PLOTS = {
    "intervals": intervals(POINTS, "t", even=[0.5, 0.5], percent=True),
    "bars": bars(POINTS, "t", even=0.5),
    "histogram": histogram({"x": {3: 1, 9: 4, 200: 1}, "y": {4: 7}}, "t"),
    "lines": lines_plot({"x": [(0.01, 0.0), (100.0, 1.0)], "y": [(1.0, 0.5), (2.0, 0.6)]}, "t", logarithmic=True),
    "one": lines_plot({"x": [(1, 2), (2, 2)]}, "t", percent=False),
}


@pytest.mark.parametrize("name", PLOTS)
def test_well_formed_and_on_the_paper(name: str) -> None:
    root = ElementTree.fromstring(f"<div>{PLOTS[name]}</div>")
    svg = root.find("./figure/svg")
    assert svg is not None
    _, _, width, height = map(float, svg.attrib["viewBox"].split())
    for node in svg.iter():
        for key, most in (("x", width), ("x1", width), ("x2", width), ("cx", width), ("y", height), ("y1", height)):
            if key in node.attrib:
                assert -1 <= float(node.attrib[key]) <= most + 1, (node.tag, node.attrib)
    for place in re.findall(r"[\d.-]+,[\d.-]+", PLOTS[name]):
        x, y = map(float, place.split(","))
        assert 0 <= x <= width
        assert 0 <= y <= height


def test_nothing_to_show() -> None:
    assert histogram({}, "t") == ""
    assert lines_plot({}, "t") == ""


def test_bars_are_as_high_as_they_say() -> None:
    found = ElementTree.fromstring(bars([Point("a", 1.0, 1.0, 1.0), Point("b", 0.5, 0.5, 0.5)], "t"))
    heights = [float(node.attrib["height"]) for node in found.iter("rect")]
    assert heights[1] == pytest.approx(heights[0] / 2, abs=0.2)


@pytest.mark.parametrize(
    ("low", "high"), [(0, 1), (0.2, 0.7), (-3, 12), (5, 5), (0, 0), (1e-6, 2e-6), (0, 123456), (99.9, 100.1)]
)
def test_ticks_enclose_and_are_few(low: float, high: float) -> None:
    ticks = nice_ticks(low, high)
    assert ticks[0] <= low
    assert ticks[-1] >= high
    assert 2 <= len(ticks) <= 9
    assert ticks == sorted(set(ticks))


def test_words_cannot_break_the_page() -> None:
    found = page("<t>", [section("<s>", table(["<h>"], [["<c>"]]), note="<n>")], "en", "<u>")
    for letter in "tshcnu":
        assert f"&lt;{letter}&gt;" in found
        assert f"<{letter}>" not in found.replace("<h>", "").replace("<s>", "") or letter in "hs"


def test_a_heat_table_shows_both_sides_of_the_middle() -> None:
    found = heat(["a", "b"], [[None, 0.8], [0.2, None]], 0.5, 0.3)
    ElementTree.fromstring(found)
    assert "--c5" in found
    assert "--c0" in found
    assert found.count("–") == 2
