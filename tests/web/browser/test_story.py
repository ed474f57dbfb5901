"""Who looked away is told what the others did: on a phone the parlour's cat tells it, over the board."""

from __future__ import annotations

from typing import Any

import pytest

from purrlor.games.rat_a_tat_cat.rules.state import CALL, DRAW, LOOK, NO, SOURCE
from tests.fixtures.parlour_page import DESKTOP, PHONE, Parlour, wait_for_line

pytestmark = pytest.mark.browser
TOLD = "() => [...document.querySelectorAll('#lines .since')].map(li => li.textContent.trim())"
BADGE = "n => document.getElementById('story-link').dataset.n === n"


def play(house: Parlour, table: Any, seat: int, action: int) -> None:
    house.do(house.services.tables.play(table.id, table.seats[seat].identity, seat, action, table.number_for(seat)))


def pass_turn(house: Parlour, table: Any) -> None:
    """Whoever is to move draws, and does as little as the rules allow."""
    seat = table.waiting()[0]
    while table.waiting() == (seat,):
        s = table.match.state
        legal = table.legal(seat)
        play(house, table, seat, {SOURCE: DRAW, CALL: NO}.get(s.phase, legal[-1]))


@pytest.fixture
def table(house: Parlour) -> Any:
    """Three people at Rat-a-Tat Cat; everybody has looked at the outer cards."""
    me = house.studio("en").me
    house.dice.seed(5)
    table = house.do(house.services.tables.create(me, "rat-a-tat-cat", 3, people=["Mira", "Ann", "Boris"], begin=True))
    while table.match.state.phase == LOOK:
        play(house, table, table.waiting()[0], table.legal(table.waiting()[0])[0])
    while table.waiting() != (0,):
        pass_turn(house, table)
    return table


def test_a_phone_tells_all_that_others_did_since_ones_own_move(house: Parlour, table: Any) -> None:
    page = house.page(table.seats[0].identity, PHONE, has_touch=True, is_mobile=True)
    page.goto(f"/t/{table.id}?seat=0")
    wait_for_line(page)
    while table.waiting() == (0,):
        with house.decision(page):
            page.locator("[name=action]:not([aria-disabled=true]):visible").last.tap()
    assert page.evaluate(TOLD) == [], "one's own decision is no news"
    before = len(table.story(0, "en", 100))
    for _ in range(2):
        pass_turn(house, table)
    did = [str(line) for line in table.story(0, "en", 100)[before:]][::-1]
    assert any("Ann" in line for line in did)
    assert any("Boris" in line for line in did)
    page.wait_for_function(BADGE, arg=str(len(did)))
    assert page.evaluate(TOLD) == did
    assert not page.locator("#lines").is_visible()
    page.locator("#story-link").tap()
    page.locator("#lines .since").last.wait_for()
    shown, hand = page.locator("#lines").bounding_box(), page.locator("#hand").bounding_box()
    assert shown["y"] >= 0
    assert shown["y"] + shown["height"] <= hand["y"], "what is asked stays in sight"
    asked = table.n
    page.touchscreen.tap(180, shown["y"] - 20)  # the click comes a moment after the touch
    page.locator("#lines").wait_for(state="hidden")
    assert table.n == asked, "the tap that closes it is no choice"
    shifts = page.evaluate("shifts")
    assert max((shift for shift, _ in shifts), default=0) <= 0.02, shifts
    page.locator("#story-link").focus()
    page.keyboard.press("Enter")
    page.locator("#lines").wait_for()
    page.keyboard.press("Escape")
    page.locator("#lines").wait_for(state="hidden")
    assert page.evaluate("document.activeElement.id") == "story-link"
    page.context.close()


def test_it_is_told_without_script_and_beside_a_large_board(house: Parlour, table: Any) -> None:
    phone = house.page(table.seats[0].identity, PHONE, java_script_enabled=False)
    phone.goto(f"/t/{table.id}?seat=0")
    phone.locator("#story-link").click()
    phone.locator("#lines li").first.wait_for()
    desk = house.page(table.seats[0].identity, DESKTOP)
    desk.goto(f"/t/{table.id}?seat=0")
    assert desk.locator("#lines li").first.is_visible()
    assert not desk.locator("#story-link").is_visible()
    for width, height in (DESKTOP, (1180, 820), (1024, 768)):
        desk.set_viewport_size({"width": width, "height": height})
        desk.wait_for_function("width => innerWidth === width", arg=width)
        desk.locator("#lines li").first.wait_for()
        assert not desk.locator("#story .last").is_visible(), "the last sentence is told once"
    for page in (phone, desk):
        page.context.close()
