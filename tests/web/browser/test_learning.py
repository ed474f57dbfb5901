"""Learning from play in a browser: a review's moments and views, advice in a lesson, chances for a watcher alone."""

from collections.abc import Iterator
from typing import Any

import pytest

from purrlor.core.game import game
from purrlor.core.positions.puzzle import puzzles_of
from purrlor.tables.story.review import Reviews
from purrlor.web.gallery.around_the_table import series
from purrlor.web.gallery.audit_screens import a_few_playouts
from tests.fixtures.chromium import Browsers
from tests.fixtures.parlour_page import PHONE, Parlour, parlour

pytestmark = pytest.mark.browser
NAME = "rat-a-tat-cat"


@pytest.fixture(scope="module")
def room(browsers: Browsers) -> Iterator[Parlour]:
    with parlour(browsers) as opened:
        yield opened


def test_a_review_is_read_by_taps(room: Parlour) -> None:
    studio = room.studio("en")
    over = room.do(series(studio, game(NAME)))
    room.services.reviews = Reviews(a_few_playouts(game(NAME)))
    page: Any = room.page(studio.me, PHONE)
    page.goto(f"/t/{over.id}/review?as=open")
    assert page.locator(".curves polyline").count() == len(over.seats)
    assert page.locator("#grades tr").count() == 10, "five grades, what had none, and what luck and choices did"
    if page.locator("#moment-2").count():
        page.click("#moment-2")
        page.wait_for_selector("#moment-2[aria-current=true]")
    if page.locator("#other-board").count():
        seen = page.locator("#board").inner_html()
        page.click("#other-board")
        page.locator("#hand", has_text="Nobody knew all this").wait_for()
        assert page.locator("#board").inner_html() != seen
    page.locator("#grades .decisions a").first.click()
    page.locator("#status", has_text="chose").wait_for()
    page.get_by_role("link", name="Replay from here").click()
    assert page.locator("#where").inner_text().count("Chance to win"), "and so does the look back"
    assert not room.complaints


def test_a_replay_has_no_button_to_call_with(room: Parlour) -> None:
    studio = room.studio("en")
    over = room.do(series(studio, game(NAME)))
    page: Any = room.page(studio.me, PHONE)
    page.goto(f"/t/{over.id}/replay?at=4&as=0")
    assert page.locator(".rat-call.rest").count() == 1
    assert page.locator(".rat-call.rest:visible").count() == 0, "nobody can call any more"
    assert not room.complaints


def test_a_note_is_said_in_the_bubble_and_goes_with_a_tap(room: Parlour) -> None:
    studio = room.studio("en")
    over = room.do(series(studio, game(NAME)))
    room.services.reviews = Reviews(None)
    page: Any = room.page(studio.me, PHONE)
    page.goto(f"/t/{over.id}/review")
    page.wait_for_selector(".notices[style*='--under'] > #note")
    note, names = page.locator("#note").bounding_box(), page.locator("#players").bounding_box()
    assert note["y"] >= names["y"] + names["height"], "neither the logo nor the names are covered"
    page.click("#note")
    assert page.locator("#note").is_hidden()
    room.complaints.clear()  # the status of that page


def test_tries_are_no_steps_back_and_what_is_solved_has_a_tick(room: Parlour) -> None:
    page: Any = room.page(room.studio("en").me, PHONE)
    number, puzzle = next(
        (number, each)
        for number, each in enumerate(puzzles_of(game("cat-cafe")), 1)
        if len(game("cat-cafe").legal(game("cat-cafe").read(each.position), each.seat)) > 2
    )
    page.goto("/puzzles")
    page.click("#all-cat-cafe summary")
    page.click(f"#all-cat-cafe [data-number='{number}']")
    for action in (puzzle.second, puzzle.best):
        page.locator(f"[name=action][value='{action}']").first.click()
        page.wait_for_url("**tried=**" + str(action))
    page.wait_for_selector("#hand[data-over=solved]")
    page.go_back()
    page.wait_for_url("**/puzzles")
    assert page.locator(f"#all-cat-cafe [data-number='{number}'].solved").count() == 1
    assert not room.complaints


def test_a_cat_helps_in_a_lesson_and_watchers_see_chances(room: Parlour) -> None:
    me = room.studio("en").me
    page: Any = room.page(me, PHONE)
    page.goto(f"/learn/{NAME}/2")
    page.click("#ask-cat")
    page.wait_for_selector(".wanted")
    assert "A cat would choose" in page.locator("#status").inner_text()

    address = room.match(NAME, me)
    table = room.services.tables.registry.tables[address.removeprefix("/t/")]
    table.chances = {0: 0.6, 1: 0.4}
    stranger: Any = room.page(None, PHONE)
    stranger.goto(f"/w/{table.facts.watch_key}")
    assert stranger.locator(".chances").inner_text() == "Chance to win: Mira 60%, Ginger 40%"
    for mine in (address, f"/w/{table.facts.watch_key}"):
        page.goto(mine)
        page.wait_for_selector("#hand[data-n]")
        assert not page.locator(".chances").count()
    assert not room.complaints
