"""What opens or is said beside a table stands in the window, and covers nothing that somebody looks at."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from purrlor.core.game import game
from purrlor.web.gallery.around_the_table import series
from purrlor.web.gallery.audit import Trial, audit
from purrlor.web.gallery.audit_screens import seat_cats
from tests.fixtures.chromium import WIDE
from tests.fixtures.parlour_page import PHONE, Parlour

pytestmark = pytest.mark.browser
LAPTOP, TABLET, SIDEWAYS = (1366, 768), (1024, 768), (844, 390)
CATS_THINK = {"rat-a-tat-cat": "others-act", "more-kitties": "waiting"}  # games whose cards or tokens lie beside names
BOXES = """parts => parts.map(part => { const { left, right, top, bottom } = document.querySelector(part)
  .getBoundingClientRect(); return [left, right, top, bottom]; })"""
# A fold opened by its head: where its lower edge stands when all who listen have heard of it.
UNFOLDED = """fold => new Promise(seen => {
  fold.addEventListener('toggle', () => seen(fold.getBoundingClientRect().bottom));
  fold.firstElementChild.click();
})"""
# Pieces beside the players' names that the word of a cat that thinks lies on.
COVERED = """() => { const box = e => e.getBoundingClientRect(), all = which => [...document.querySelectorAll(which)];
  const said = all('.player .doing'), pieces = all('.player svg:not(.paw), .player .unknown');
  const lap = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  const covered = pieces.filter(e => e.checkVisibility() && said.some(word => lap(box(word), box(e))));
  return [said.length, covered.length]; }"""


def posed(house: Parlour, name: str, state: str, size: tuple[int, int], has_cats: bool = False, **wishes: Any) -> Any:
    studio, of = house.studio("en"), game(name)
    position, viewer = of.part("board.gallery").STATES[state]
    table = house.do(studio.pose(of, position))
    if has_cats:
        seat_cats(studio, table)
    page = house.page(studio.me, size, reduced_motion="reduce", **wishes)
    page.goto(f"/t/{table.id}?seat={viewer}")
    return page


def test_what_a_piece_says_stays_in_the_window(house: Parlour) -> None:
    """With large letters the bubble lies below the window of a tablet."""
    page = posed(house, "more-kitties", "dog", TABLET, font=WIDE, text=200)
    page.evaluate("document.querySelector('#board [data-why]').click()")
    (_, _, top, bottom), (_, _, _, low) = page.evaluate(BOXES, ["#note", "#status"])
    assert low > TABLET[1]
    assert 0 <= top < bottom <= TABLET[1]
    page.locator("#note").click()
    assert not page.locator("#note").is_visible()
    page.context.close()


def test_what_opens_at_the_end_of_a_match_is_in_a_low_window(house: Parlour) -> None:
    """Another game's panel, and the options, which open below the edge. A step to the end of a replay moves nothing."""
    studio = house.studio("en")
    table = house.do(series(studio, game("pocket-cats"), 1))
    page = house.page(studio.me, SIDEWAYS, reduced_motion="reduce")
    page.goto(f"/t/{table.id}")
    page.locator(".end h2").wait_for()
    page.locator(".other-games > summary").click()
    ((_, right, top, bottom),) = page.evaluate(BOXES, [".other-games > .panel"])
    assert right <= SIDEWAYS[0]
    assert 0 <= top < bottom <= SIDEWAYS[1]
    page.locator(".other-games").evaluate("part => { part.open = false; }")
    assert page.locator("#set").evaluate(UNFOLDED) <= SIDEWAYS[1] + 1
    moves, widths = len(table.playing().log), []
    for step in (moves - 1, moves):
        page.goto(f"/t/{table.id}/replay?at={step}&as=open")
        widths.append(page.locator("#board").evaluate("board => board.offsetWidth"))
    assert widths[0] == widths[1]
    page.context.close()


def test_options_take_their_room_from_the_story(house: Parlour) -> None:
    page = posed(house, "more-kitties", "which-side", LAPTOP)
    page.locator("#set > summary").click()
    (_, _, top, bottom), (_, _, opened, end) = page.evaluate(BOXES, ["#story", "#set"])
    assert top + 60 <= bottom <= opened
    assert end <= LAPTOP[1]
    page.context.close()


@pytest.mark.parametrize("name", CATS_THINK)
def test_a_cat_that_thinks_covers_no_piece(house: Parlour, name: str) -> None:
    page = posed(house, name, CATS_THINK[name], LAPTOP, has_cats=True)
    assert page.evaluate(COVERED) == [1, 0]
    page.context.close()


def test_against_whom_one_plays_is_chosen_in_the_window(house: Parlour) -> None:
    page = house.page(None, LAPTOP)
    page.goto("/")
    page.locator("#rat-a-tat-cat .against summary").click()
    ((_, _, top, bottom),) = page.evaluate(BOXES, ["#rat-a-tat-cat .set"])
    assert 0 <= top < bottom <= LAPTOP[1]
    page.context.close()


@pytest.mark.parametrize("size", [PHONE, (320, 568), SIDEWAYS])
def test_the_puzzle_of_the_day_is_at_the_top_on_a_phone(house: Parlour, size: tuple[int, int]) -> None:
    page = house.page(None, size)
    page.goto("/")
    way = page.get_by_role("link", name="Puzzle of the day")
    assert way.count() == 1
    assert way.bounding_box()["y"] + way.bounding_box()["height"] < 160
    page.context.close()


def test_lists_of_a_lobby_hold_their_words_in_large_letters() -> None:
    trial = Trial(("ru",), (SIDEWAYS,), (WIDE,), (200,), "more-kitties", "more-kitties.lobby.options")
    report = asyncio.run(audit(trial))
    assert not report.found, report.found
