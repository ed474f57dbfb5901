"""The end of a round and of a match: cards and tiles are large enough to be seen, and no sum comes before its step."""

from __future__ import annotations

from typing import Any

import pytest

from purrlor.core.game import game
from purrlor.web.gallery.around_the_table import series
from tests.fixtures.chromium import WIDE
from tests.fixtures.parlour_page import Parlour

pytestmark = pytest.mark.browser
WIDTHS = "all => all.map(e => e.getBoundingClientRect().width)"
ROWS = {(360, 740): 38, (844, 390): 38, (1180, 820): 58, (1366, 768): 52}  # a card of four rows, in pixels
TILES = {(844, 390): 36, (1024, 768): 52, (1180, 820): 60, (1366, 768): 52}  # a tile while the end is gone through
SUM_IN_SIGHT = """() => { const board = document.getElementById('board').getBoundingClientRect();
  return ['.feast', '.end h2', '.scores tfoot'].filter(part => {
    const box = document.querySelector(part).getBoundingClientRect();
    return box.top < board.top || box.bottom > Math.min(board.bottom, innerHeight);
  }); }"""
SHADE = "opacity => getComputedStyle(document.getElementById('board'), '::after').opacity === opacity"
WALK = (
    """() => { document.querySelectorAll('.moments input')[1].checked = true; document.body.dataset.walking = ''; }"""
)


def test_the_rows_of_a_round_are_large(house: Parlour) -> None:
    studio, of = house.studio("en"), game("rat-a-tat-cat")
    position, viewer = of.part("board.gallery").STATES["round-end"]
    table = house.do(studio.pose(of, position))
    page = house.page(studio.me, (360, 740), reduced_motion="reduce")
    page.goto(f"/t/{table.id}?seat={viewer}")
    for (width, height), least in ROWS.items():
        page.set_viewport_size({"width": width, "height": height})
        assert min(page.locator(".up .up-at-last").evaluate_all(WIDTHS)) >= least, (width, height)
    page.context.close()


def test_the_tiles_of_the_end_are_large_and_the_sums_wait(house: Parlour) -> None:
    studio = house.studio("en")
    table = house.do(series(studio, game("pocket-cats"), 1))
    page = house.page(studio.me, (844, 390), reduced_motion="reduce")
    page.goto(f"/t/{table.id}")
    page.locator(".moments input").first.wait_for(state="attached")
    below = page.evaluate("document.querySelector('.end-lines').getBoundingClientRect().top")
    assert page.evaluate("document.querySelector('.another').getBoundingClientRect().top") > below
    page.locator(".moments input").nth(1).evaluate("moment => { moment.checked = true; }")  # looked at once more
    assert min(page.locator(".finale .tile").evaluate_all(WIDTHS)) >= TILES[844, 390]
    page.evaluate(WALK)
    for (width, height), least in TILES.items():
        page.set_viewport_size({"width": width, "height": height})
        assert min(page.locator(".finale .tile").evaluate_all(WIDTHS)) >= least, (width, height)
        assert badges(page) <= 0.5, (width, height)
    assert page.locator(".player .count").first.evaluate("e => getComputedStyle(e).opacity") == "0"
    assert not page.locator(".end").is_visible()
    page.context.close()


@pytest.mark.parametrize("name", ["cat-cafe", "rat-a-tat-cat", "more-kitties", "pocket-cats"])
def test_who_has_won_and_by_what_is_seen_without_scrolling(house: Parlour, name: str) -> None:
    """And where there is more below, the edge of the board says so until one has been there."""
    studio = house.studio("ru")
    table = house.do(series(studio, game(name), 1))
    page = house.page(studio.me, (1366, 768), reduced_motion="reduce", font=WIDE)
    page.goto(f"/t/{table.id}")
    page.locator(".end h2").wait_for()
    for width, height in ((1366, 768), (1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function("width => innerWidth === width", arg=width)
        assert page.evaluate(SUM_IN_SIGHT) == [], (width, height)
    page.set_viewport_size({"width": 844, "height": 390})
    page.wait_for_function("width => innerWidth === width", arg=844)
    page.wait_for_function(SHADE, arg="1")
    page.locator("#board").evaluate("board => board.scrollTo(0, board.scrollHeight)")
    page.wait_for_function(SHADE, arg="0")
    page.context.close()


def badges(page: Any) -> float:
    """The largest badge, as a part of its tile's width."""
    return float(
        page.locator(".finale .tile :is(.flag, .woof)").evaluate_all(
            "all => Math.max(0, ...all.map(e => e.offsetWidth / e.closest('.tile').offsetWidth))"
        )
    )


LONG = """() => { for (const [where, said] of [['.player strong', '15'], ['.player .name b', 'Smokey']])
  for (const e of document.querySelectorAll(where)) e.textContent = said; }"""
CUT = "all => all.filter(e => e.scrollWidth > e.clientWidth).map(e => e.textContent)"


def test_the_name_of_a_winner_of_kitties_is_whole_beside_two_digits(house: Parlour) -> None:
    studio = house.studio("en")
    table = house.do(series(studio, game("more-kitties"), 1))
    page = house.page(studio.me, (1366, 768), font=WIDE, reduced_motion="reduce")
    page.goto(f"/t/{table.id}")
    page.locator(".player.won").first.wait_for()
    page.evaluate(LONG)
    assert not page.locator(".player .name b").evaluate_all(CUT)
    page.context.close()


def test_six_players_of_kitties_fit_beside_the_rug(house: Parlour) -> None:
    studio, of = house.studio("ru"), game("more-kitties")
    create, bots = studio.services.tables.create, ["kitten"] * 5
    table = house.do(create(studio.me, of.name, 6, {}, people=["Mira"], bots=bots, begin=True))
    page = house.page(studio.me, (1366, 768), "ru", font=WIDE, reduced_motion="reduce")
    page.goto(f"/t/{table.id}")
    last = page.locator(".players .player").last
    assert last.evaluate("e => e.getBoundingClientRect().bottom") <= 768
    page.context.close()
