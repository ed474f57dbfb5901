"""Advice in a real browser: advice lights a choice, a puzzle is solved and its days are counted."""

from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest

from purrlor.core.game import game
from purrlor.core.positions.puzzle import puzzles_of
from purrlor.web.pages.learning import puzzle
from tests.fixtures.chromium import Browsers
from tests.fixtures.parlour_page import PHONE, Parlour, parlour

pytestmark = pytest.mark.browser
NAME = "pocket-cats"
TODAY = date(2026, 3, 4)
DAY = (TODAY - puzzle.FIRST_DAY).days


@pytest.fixture(scope="module")
def room(browsers: Browsers) -> Iterator[Parlour]:
    with parlour(browsers) as opened:
        yield opened


def test_advice_is_one_tap_and_a_puzzle_counts_its_days(room: Parlour, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(puzzle, "today", lambda: TODAY)
    me = room.studio("en").me
    page: Any = room.page(me, PHONE)
    page.goto(room.match(NAME, me))
    page.click("#ask-cat")
    page.wait_for_selector("#note:not([hidden])")
    assert page.locator("#note").inner_text().startswith("A cat would choose")
    assert page.locator(".advised").count() == 1

    number = puzzle.number_of_day(game(NAME), TODAY)
    page.goto(f"/puzzle/{NAME}/{number}")
    page.locator(f'[name=action][value="{puzzles_of(game(NAME))[number - 1].best}"]').click()
    page.wait_for_selector("[data-over=solved]")
    streak = page.locator("#streak:not([hidden])")
    assert streak.inner_text() == "The first day of your streak."
    page.reload()
    assert streak.inner_text() == "The first day of your streak.", "a day counts once"
    page.evaluate(f"localStorage.setItem('streak {NAME}', JSON.stringify({{ last: {DAY - 1}, days: 4 }}))")
    page.reload()
    assert streak.inner_text() == "Days in a row: 5"
    assert not room.complaints
