"""Every window is a good table: shapes, turning a phone in the middle of a turn, zoom, a keyboard, a television."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from purrlor.core.game import game
from purrlor.core.seats import WATCHER
from purrlor.web.gallery.audit import Trial, audit
from tests.fixtures.chromium import WIDE
from tests.fixtures.parlour_page import DESKTOP, PHONE, Parlour

pytestmark = pytest.mark.browser
TWO_FRAMES = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
SIDEWAYS, TABLET, FULL_HD = (740, 360), (1024, 768), (1920, 1080)
STATES = {"cat-cafe": "second-step", "more-kitties": "mouse", "pocket-cats": "turn-dog", "rat-a-tat-cat": "drawn"}
ALSO = {
    "more-kitties": ("match-1", "end", "lesson.5")
}  # six players, the scores of an evening, choices below long words
SHAPES = {PHONE: "tall", (320, 568): "tall", SIDEWAYS: "beside", TABLET: "beside", DESKTOP: "wide", FULL_HD: "wide"}

LOWEST_OF_BOARD = """(() => { const box = document.getElementById('board').getBoundingClientRect();
  return document.elementFromPoint(box.x + box.width / 2, box.bottom - 6).closest('#board, #hand')?.id; })()"""
OUT_OF_REACH = """all => all.filter(e => { e.scrollIntoView({ block: 'center', behavior: 'instant' });
  const { x, y, width, height } = e.getBoundingClientRect();
  return !e.contains(document.elementFromPoint(x + width / 2, y + height / 2)); }).map(e => e.outerHTML)"""
NOTCHES = {  # upright and sideways
    PHONE: {"top": 47, "bottom": 34, "left": 0, "right": 0},
    (844, 390): {"top": 0, "bottom": 21, "left": 47, "right": 47},
}
EDGES = """(() => { const all = [...document.querySelectorAll('.bar, #players > *, #board, #hand > *')]
    .filter(e => e.checkVisibility()).map(e => e.getBoundingClientRect());
  return { top: Math.min(...all.map(r => r.top)), left: Math.min(...all.map(r => r.left)),
    right: innerWidth - Math.max(...all.map(r => r.right)),
    bottom: innerHeight - Math.max(...all.map(r => r.bottom)) }; })()"""


def posed(house: Parlour, name: str, state: str, size: tuple[int, int], **wishes: Any) -> Any:
    """A page that shows a position of a game's gallery."""
    studio, of = house.studio(wishes.get("language", "en")), game(name)
    position, viewer = of.part("board.gallery").STATES[state]
    table = house.do(studio.pose(of, position))
    page = house.page(studio.me, size, reduced_motion="reduce", **wishes)
    page.goto(f"/w/{table.facts.watch_key}" if viewer == WATCHER else f"/t/{table.id}?seat={viewer}")
    return page


def resize(page: Any, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.wait_for_function("width => innerWidth === width", arg=size[0])
    page.evaluate(TWO_FRAMES)  # lengths that follow the window settle a frame later


def test_every_shape_of_window_fits() -> None:
    screens = [f"{name}.{screen}" for name in STATES for screen in (STATES[name], *ALSO.get(name, ()))]
    windows = ((320, 568), (375, 667), SIDEWAYS, TABLET, FULL_HD)
    trial = Trial(("ru",), windows, (WIDE,), (100,), only=",".join(screens))
    report = asyncio.run(audit(trial))
    assert report.measured == len(windows) * len(screens)
    assert not report.found, report.found


@pytest.mark.parametrize(
    ("screen", "size", "percent"),
    [
        ("more-kitties.puzzle.missed", (375, 667), 100),  # a long answer below the board
        ("more-kitties.puzzle.tried", (375, 667), 100),  # an answer, a hint and what one has
        ("own-results", (280, 653), 100),  # two ways on beside a few words
        ("own-results", (844, 390), 200),
        ("more-kitties.review.0", FULL_HD, 100),  # letters of the curve, in the narrowest of three columns
        ("more-kitties.watching", DESKTOP, 100),  # a name over the whole width of a player, tokens in their place
    ],
)
def test_long_words_fit(screen: str, size: tuple[int, int], percent: int) -> None:
    report = asyncio.run(audit(Trial(("ru",), (size,), (WIDE,), (percent,), only=screen)))
    assert not report.found, report.found


def test_parts_stand_by_the_shape_of_the_window(house: Parlour) -> None:
    page = posed(house, "rat-a-tat-cat", "drawn", PHONE)
    for size, shape in SHAPES.items():
        resize(page, size)
        page.wait_for_function("shape => purr.shape() === shape", arg=shape)
        page.wait_for_function("open => document.getElementById('story').open === open", arg=shape == "wide")
        board, hand = page.locator("#board").bounding_box(), page.locator("#hand").bounding_box()
        if shape == "tall":
            assert hand["y"] > board["y"], size
        else:
            assert hand["x"] >= board["x"] + board["width"], size
            assert board["y"] + board["height"] <= size[1], size
        is_said_twice = """['.last', 'ol'].every(part => document.querySelector(`#story ${part}`).checkVisibility())"""
        assert not page.evaluate(is_said_twice), size  # the list begins with the last sentence
    page.context.close()


def test_turning_a_phone_in_the_middle_of_a_turn_loses_nothing(house: Parlour) -> None:
    page = posed(house, "more-kitties", "choosing", PHONE, has_touch=True, is_mobile=True)
    first = page.locator("[data-first]").first
    first.check()
    second = page.locator(".second:visible").first
    second.focus()
    kept = "[document.activeElement.id, document.getElementById('status').textContent]"
    before = page.evaluate(kept)
    assert before[0].startswith("pair-")
    for size in (PHONE[::-1], PHONE, SIDEWAYS):
        resize(page, size)
        page.wait_for_function("shape => purr.shape() === shape", arg="tall" if size == PHONE else "beside")
        assert page.evaluate(kept) == before
        assert first.is_checked()
        assert second.is_visible()
    page.keyboard.press("Escape")
    assert not first.is_checked()
    page.locator(".f1").focus()
    page.keyboard.press("Enter")
    assert walked(page, "Tab", "Tab", "Shift+Tab", "ArrowLeft", "ArrowLeft") == [2, 3, 2, 1, 0]
    page.context.close()


def walked(page: Any, *keys: str) -> list[int]:
    """On which token of the reserve the focus lies after each key."""
    column = """() => { const x = e => purr.box(e).x, at = x(document.activeElement);
      return [...document.querySelectorAll('.pick .tok')].findIndex(e => Math.abs(x(e) - at) < 2); }"""
    found = []
    for key in keys:
        page.keyboard.press(key)
        found.append(page.evaluate(column))
    return found


@pytest.mark.parametrize("name", STATES)
def test_four_times_as_large_on_a_desktop(house: Parlour, name: str) -> None:
    """1280 × 800 at 400 % are 320 × 200 pixels: nothing scrolls sideways, and the hand does not lie on the board."""
    page = posed(house, name, STATES[name], (320, 200))
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    on_top = """() => { const board = document.getElementById('board'); board.scrollIntoView();
      return board.contains(document.elementFromPoint(160, 190)); }"""
    assert page.evaluate(on_top)
    resize(page, (320, 568))  # a small phone: what is asked lies below the board, not on it
    page.evaluate("scrollTo(0, 0)")
    assert page.evaluate(LOWEST_OF_BOARD) == "board"
    resize(page, (280, 653))  # a foldable: every choice can be scrolled to and tapped
    assert page.evaluate("document.documentElement.scrollWidth") == 280
    assert page.locator("[name=action]:visible").evaluate_all(OUT_OF_REACH) == []
    page.context.close()


def test_a_notch_and_a_home_bar_cover_nothing(house: Parlour) -> None:
    page = posed(house, "rat-a-tat-cat", "drawn", PHONE, has_touch=True, is_mobile=True)
    browser = page.context.new_cdp_session(page)
    for size, insets in NOTCHES.items():
        resize(page, size)
        browser.send("Emulation.setSafeAreaInsetsOverride", {"insets": insets})
        page.evaluate(TWO_FRAMES)
        edges = page.evaluate(EDGES)
        for side, inset in insets.items():
            assert edges[side] >= inset, (size, side, edges)
    page.context.close()


def test_a_keyboard_on_the_screen_covers_no_field_of_the_lobby(house: Parlour) -> None:
    me = house.studio("en").me
    table = house.do(house.services.tables.create(me, "rat-a-tat-cat", 3, people=["Mira"]))
    page = house.page(me, PHONE, has_touch=True, is_mobile=True)
    page.goto(f"/t/{table.id}")
    for height in (PHONE[1], 400):  # the keyboard takes the rest
        resize(page, (PHONE[0], height))
        field = page.locator("input[type=number]:visible").first
        field.focus()
        over = """e => { const box = e.getBoundingClientRect();
          return document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2) === e; }"""
        page.wait_for_function(over, arg=field.element_handle())
    page.context.close()


def test_a_television_shows_the_table_and_the_way_to_watch_it(house: Parlour) -> None:
    page = posed(house, "more-kitties", "watching", FULL_HD)
    square = page.locator(".big-screen img")
    square.wait_for()
    page.wait_for_function("e => e.complete && e.naturalWidth", arg=square.element_handle())
    box = square.bounding_box()
    assert box["width"] >= 100
    assert box["y"] + box["height"] <= FULL_HD[1]
    sizes = page.locator(".player .name").evaluate_all("all => all.map(e => parseFloat(getComputedStyle(e).fontSize))")
    assert min(sizes) >= FULL_HD[1] / 50  # two hundredths of the height: letters as large as a thumb at three metres
    resize(page, PHONE)
    square.wait_for(state="hidden")
    page.context.close()


@pytest.mark.parametrize("size", [SIDEWAYS, (844, 390)])
def test_a_phone_sideways_shows_how_to_play_and_how_to_start(house: Parlour, size: tuple[int, int]) -> None:
    page = house.page(None, size, "ru", font=WIDE)
    page.goto("/")
    for box in (each.bounding_box() for each in page.locator(".now > .main").all()):
        assert box["y"] + box["height"] <= size[1]
    page.context.close()
    me = house.studio("ru").me
    table = house.do(house.services.tables.create(me, "pocket-cats", 2, people=["Мира"]))
    page = house.page(me, size, "ru", font=WIDE)
    page.goto(f"/t/{table.id}")
    box = page.locator("#go .main").bounding_box()
    assert box["y"] + box["height"] <= size[1] + (40 if size == SIDEWAYS else 0)  # a line more for a shorter window
    page.context.close()


@pytest.mark.parametrize("size", [TABLET, DESKTOP, FULL_HD])
def test_rows_of_a_swap_stand_one_below_the_other(house: Parlour, size: tuple[int, int]) -> None:
    page = posed(house, "rat-a-tat-cat", "swap-with", size)
    boxes = """all => all.map(row => [...row.children].map(e => e.getBoundingClientRect())
      .map(box => [box.left + box.width / 2, box.width].map(Math.round)))"""
    rows = page.locator(":is(.far, .mine) > .row").evaluate_all(boxes)
    assert len(rows) == 4
    assert all(row == rows[0] for row in rows), rows
    page.context.close()


def test_buttons_of_a_tablet_keep_their_height_from_step_to_step(house: Parlour) -> None:
    tops = set()
    for state in ("drawn", "call"):
        page = posed(house, "rat-a-tat-cat", state, (1180, 820), language="ru", font=WIDE)
        tops.add(round(page.locator("#story").bounding_box()["y"]))
        page.context.close()
    assert len(tops) == 1, tops
