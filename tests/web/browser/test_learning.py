"""Learning from play in a browser: a review's moments and views, advice in a lesson, chances for a watcher alone."""

from collections.abc import Iterator
from typing import Any

import pytest

from purrlor.core.game import game
from purrlor.core.positions.puzzle import puzzles_of
from purrlor.games.rat_a_tat_cat.rules.state import ROUND_END
from purrlor.tables.history.replay import ALL_OPEN, replay_of
from purrlor.tables.history.review_jobs import Reviews
from purrlor.web.gallery.around_the_table import series
from purrlor.web.gallery.audit_screens import a_few_playouts
from purrlor.web.pages.learning.puzzle import puzzles_of_today
from tests.fixtures.chromium import Browsers
from tests.fixtures.parlour_page import DESKTOP, PHONE, Parlour, parlour

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


def test_a_replay_that_is_opened_shows_its_cards_at_once(room: Parlour) -> None:
    """What turns up at the end of a round is played when one steps there, and not on a page that is opened."""
    studio = room.studio("en")
    over = room.do(series(studio, game(NAME)))
    replay = room.do(replay_of(over))
    end = next(at for at in range(1, replay.last) if replay.view(at, ALL_OPEN).phase == ROUND_END)
    page: Any = room.page(studio.me, PHONE, reduced_motion="no-preference")
    moving = "document.getAnimations().filter(each => each.effect.target.closest('#table')).length"
    page.goto(f"/t/{over.id}/replay?at={end}&as=open")
    assert page.locator(".up-at-last").count()
    assert page.evaluate(moving) == 0
    page.goto(f"/t/{over.id}/replay?at={end - 1}&as=open")
    page.click("#step-next")
    page.wait_for_function(moving + " > 0")
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


def solve(page: Any, name: str, number: int) -> None:
    page.goto(f"/puzzle/{name}/{number}?tried={puzzles_of(game(name))[number - 1].best}")
    page.wait_for_selector("#hand[data-over=solved]")


def test_the_way_on_leads_to_what_is_not_solved_until_all_of_today_are(room: Parlour) -> None:
    page: Any = room.page(room.studio("en").me, PHONE)
    of_today = puzzles_of_today("en")
    names = [name for name, _, _ in of_today]
    assert len(names) > 2
    numbers = {name: number for name, _, number in of_today}
    first, second, *others = names
    solve(page, second, numbers[second])
    solve(page, first, numbers[first])
    onward = page.locator("#next-puzzle")
    assert onward.get_attribute("href") == f"/puzzle/{others[0]}/{numbers[others[0]]}", "the second one is solved"
    assert page.locator("#all-solved").is_hidden()
    page.goto("/puzzles")
    assert page.locator("#all-solved").is_hidden()
    for name in others:
        solve(page, name, numbers[name])
    assert page.locator("#all-solved").is_visible()
    last = others[-1]
    after = numbers[last] % len(puzzles_of(game(last))) + 1
    assert onward.get_attribute("href") == f"/puzzle/{last}/{after}", "on in the archive"
    solve(page, last, after)
    page.goto("/puzzles")
    assert page.locator("#all-solved").is_visible()
    assert not room.complaints


WIDE = ((1366, 768), (1920, 1080))


@pytest.mark.parametrize("size", [*WIDE, (1180, 820), (1024, 768)])
def test_a_review_uses_the_width_of_its_window(room: Parlour, size: tuple[int, int]) -> None:
    """The curve lies below the players, or below the board: no column is empty while another one is long."""
    studio = room.studio("en")
    over = room.do(series(studio, game(NAME)))
    room.services.reviews = Reviews(a_few_playouts(game(NAME)))
    page: Any = room.page(studio.me, size)
    page.goto(f"/t/{over.id}/review?as=0")
    board, curve = page.locator("#board").bounding_box(), page.locator(".curves").bounding_box()
    words, judged = page.locator("#hand").bounding_box(), page.locator("#grades").bounding_box()
    assert words["x"] >= board["x"] + board["width"], "the words are beside the board"
    assert judged["x"] >= board["x"] + board["width"]
    if size in WIDE:
        players = page.locator("#players").bounding_box()
        assert curve["x"] + curve["width"] <= board["x"]
        assert curve["y"] >= players["y"] + players["height"]
        assert curve["y"] + curve["height"] <= size[1], "seen without scrolling"
    else:
        assert curve["x"] + curve["width"] <= words["x"]
        assert curve["y"] >= board["y"] + board["height"]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert not room.complaints


@pytest.mark.parametrize("language", ["en", "ru"])
def test_own_habits_are_unfolded_beside_those_of_cats(room: Parlour, language: str) -> None:
    studio = room.studio(language)
    over = room.do(series(studio, game(NAME)))
    page: Any = room.page(studio.me, PHONE, language)
    page.goto(f"/t/{over.id}")
    page.goto("/me")
    page.locator("#habits summary").first.click()
    table = page.locator("#habits table").last
    table.wait_for()
    assert table.locator("thead th").count() == 3, "one's own, those of cats, those of everybody"
    figures = table.locator("tbody tr").evaluate_all("rows => rows.map(row => row.cells[1].textContent.trim())")
    assert any(each not in ("", "–", "0.0", "0,0") for each in figures), figures
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
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


def test_what_could_have_been_chosen_as_well_stays_where_it_is(room: Parlour) -> None:
    """A hexagon's own shift puts its middle on its place: no rule for choices of the past may take it away."""
    page: Any = room.page(room.studio("en").me, DESKTOP)
    for number, puzzle in enumerate(puzzles_of(game("cat-cafe")), 1):
        page.goto(f"/puzzle/cat-cafe/{number}?tried={puzzle.best}&board=question")
        if page.locator("#board .place.is-past").count():
            break
    beside = page.evaluate(
        """() => [...document.querySelectorAll('#board .place.is-past')].map(each => {
          const at = each.getBoundingClientRect(), all = each.offsetParent.getBoundingClientRect();
          return [at.x + at.width / 2 - all.x - parseFloat(getComputedStyle(each).left),
                  at.y + at.height / 2 - all.y - parseFloat(getComputedStyle(each).top)]; })"""
    )
    assert beside
    assert max(abs(way) for each in beside for way in each) < 2
    assert not room.complaints
