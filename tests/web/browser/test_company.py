"""A company in real browsers: one device, somebody who leaves, taking back, again, the rules in place, clocks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from unittest import mock

import pytest

from purrlor.games.rat_a_tat_cat.rules.state import DRAW, TAKE, TURN_OVER
from purrlor.tables.seats import TableSettings
from purrlor.tables.table import Table
from tests.fixtures.chromium import WIDE, Browsers
from tests.fixtures.parlour_page import (
    DESKTOP,
    OPEN,
    PHONE,
    Parlour,
    answer,
    is_over,
    parlour,
    stop_clock,
    wait_for_line,
    wait_for_page,
)

pytestmark = pytest.mark.browser
SHORT_GRACE = 0.5  # seconds a reload may take here before somebody counts as away


@pytest.fixture(scope="module")
def house(browsers: Browsers) -> Iterator[Parlour]:
    with (
        mock.patch("purrlor.tables.viewers.presence.GRACE", SHORT_GRACE),
        mock.patch("purrlor.tables.driving.clock.GRACE", SHORT_GRACE),
        parlour(browsers) as opened,
    ):
        yield opened


@pytest.fixture
def company(house: Parlour) -> Iterator[list[Any]]:
    """Pages of whoever comes; closed at the end. Nobody's browser complains."""
    house.complaints.clear()
    pages: list[Any] = []
    yield pages
    for page in pages:
        page.context.close()
    assert not [each for each in house.complaints if "status of 409" not in each], "a crossed click is said"


def table_at(house: Parlour, page: Any) -> Table:
    found: Table = house.services.tables.registry.tables[re.search(r"/t/([\w-]+)", page.url)[1]]  # type: ignore[index]
    return found


def lay(house: Parlour, company: list[Any], game: str, seats: int) -> Any:
    """Mira's table for friends, at a desk."""
    host = house.page(size=DESKTOP)
    company.append(host)
    host.goto(f"/new/{game}/friends")
    host.fill("[name=name]", "Mira")
    host.get_by_role("button", name="Invite friends").click()
    host.locator("#chairs").select_option(str(seats))
    host.wait_for_selector(f".seats.n{seats}")
    return host


def sit(house: Parlour, company: list[Any], host: Any, name: str, **wishes: Any) -> Any:
    """Somebody who comes by the link, on a phone."""
    guest = house.page(size=PHONE, **wishes)
    company.append(guest)
    guest.goto(host.locator(".url").get_attribute("href"))
    guest.fill("[name=name]", name)
    guest.locator("form button.main").click()
    host.wait_for_selector(f"text={name}")
    return guest


def choose(house: Parlour, page: Any) -> None:
    """Click the last thing that can be chosen: it ends a turn or a round rather than it lengthens it."""
    with house.decision(page):
        page.locator(OPEN).last.click()


def let_cat_play(house: Parlour, page: Any, name: str) -> None:
    """For somebody who is away. Whoever has something to decide is told who is away, and decides first."""
    page.locator("#status", has_text=f"{name} has lost the connection.").wait_for()
    while page.locator(OPEN).count():
        choose(house, page)
    page.get_by_role("button", name=f"Let a cat play for {name}").click()


# One device


def board(page: Any) -> str:
    return str(page.locator("#board").inner_html()) + str(page.locator("#hand").inner_html())


def test_one_device_two_by_it_one_by_link_and_a_cat(house: Parlour, company: list[Any]) -> None:
    host = lay(house, company, "rat-a-tat-cat", 4)
    host.get_by_role("link", name="Add a player on this device").click()
    host.fill("[name=name]", "Boris")
    host.get_by_role("button", name="Sit down").click()
    guest = sit(house, company, host, "Ann")
    host.get_by_role("button", name="Seat a cat and start").click()
    for person in ("Mira", "Boris"):
        host.locator(".cover h2", has_text=person).wait_for()
        assert host.title().startswith(f"Pass it to {person}")
        assert not re.search(r"card-\d", host.content()), "no face of a card is in the page at all"
        host.locator("#uncover").click()
        host.get_by_text("Only you see these").wait_for()
        assert len(set(re.findall(r"card-\w+", board(host)))) > 1
        choose(house, host)
    assert not host.locator(".cover").count(), "nobody of this device is asked"
    guest.get_by_text("Only you see these").wait_for()
    assert not guest.locator(".cover").count(), "who sits alone at a screen needs none"
    choose(house, guest)
    host.locator(".cover").wait_for()
    assert not re.search(r"name=\"action\"", host.content())


def test_where_nothing_is_secret_nothing_is_covered(house: Parlour, company: list[Any]) -> None:
    page = house.page(size=PHONE)
    company.append(page)
    page.goto("/new/pocket-cats/device")
    page.fill("[name=name-0]", "Ann")
    page.fill("[name=name-1]", "Boris")
    page.locator("main .fold > summary").click()
    page.locator("[name=option-clans]").select_option("first")
    page.get_by_role("button", name="Begin").click()
    for _ in range(6):
        page.wait_for_selector(OPEN)
        assert not page.locator(".cover").count()
        choose(house, page)
    assert set(re.findall(r">(Ann|Boris)<", page.locator("#players").inner_html())) == {"Ann", "Boris"}


# Three at a table, one of whom leaves for good


NAMES_AND_FACES = """() => [...document.querySelectorAll('.seat:not(.empty)')].map(e =>
  [getComputedStyle(e.querySelector('b')).fontSize, e.querySelector('.face').offsetWidth].join())"""


def test_in_a_lobby_nobodys_name_is_larger_than_anothers(house: Parlour, company: list[Any]) -> None:
    host = lay(house, company, "cat-cafe", 3)
    guest = sit(house, company, host, "Ann")
    for page in (host, guest):
        for size in (PHONE, (390, 844), DESKTOP):
            page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
            assert len(set(page.evaluate(NAMES_AND_FACES))) == 1, size


def test_no_letter_of_a_name_goes_to_a_line_of_its_own(house: Parlour, company: list[Any]) -> None:
    host = lay(house, company, "cat-cafe", 3)
    guest = sit(house, company, host, "Александра", font=WIDE)
    guest.set_viewport_size({"width": 390, "height": 844})
    name = guest.locator(".seat b", has_text="Александра")
    assert name.evaluate("e => e.getBoundingClientRect().height / parseFloat(getComputedStyle(e).fontSize)") < 2


def test_three_of_whom_one_leaves_end_their_match_well(house: Parlour, company: list[Any]) -> None:
    host = lay(house, company, "rat-a-tat-cat", 3)
    host.locator("[name=option-rounds]").fill("1")
    host.locator("[name=option-rounds]").blur()
    table = table_at(house, host)
    house.until(lambda: table.options.get("rounds") == 1)
    phone, leaver = (sit(house, company, host, name) for name in ("Ann", "Leo"))
    house.do(house.services.tables.change(table.id, table.host, options=table.options, settings=TableSettings(away=1)))
    host.get_by_role("button", name="Start with 3 players").click()
    for page in (host, phone, leaver):
        page.wait_for_selector(OPEN)
        choose(house, page)
    leaver.context.close()
    company.remove(leaver)
    here = (host, phone)
    for page in here:
        page.locator("#player-2.away", has_text="away").wait_for()
    let_cat_play(house, host, "Leo")
    for page in here:
        page.locator("#player-2", has_text="a cat plays").wait_for()
        page.locator("#story li", has_text=re.compile("let(s)? a cat play for Leo.")).first.wait_for(state="attached")
    while not all(map(is_over, here)):
        for page in here:
            if page.locator(OPEN).count() and not is_over(page):
                choose(house, page)
        assert len(table.playing().log) < 500, "the match does not end"
    for page in here:
        page.locator(".end", has_text="Luck:").wait_for()
        assert page.locator("table.scores tfoot").is_visible()
    assert table.stage == "finished"
    assert table.makers.count("cat") == sum(seat == 2 for seat, _ in table.playing().log) - 1
    host.get_by_role("button", name="Play again").click()
    phone.get_by_role("button", name="Join Mira for another match").click()
    again(house, host, phone, table)


def again(house: Parlour, host: Any, phone: Any, before: Table) -> None:
    """Those who are here want to play again, one click each: who is gone gives the seat to a cat."""
    host.wait_for_url(lambda url: before.id not in url)
    host.get_by_role("button", name="Free the seat of Leo").click()
    host.locator("#note", has_text="Free the seat of Leo? Press once more.").wait_for()
    assert table_at(house, host).names("en").count("Leo") == 1, "one slip of a finger sends nobody away"
    host.get_by_role("button", name="Free the seat of Leo").click()
    host.get_by_role("button", name="Seat a cat and start").click()
    for page in (host, phone):
        page.wait_for_selector("#board")
    table = table_at(house, host)
    assert table.facts.previous == before.id
    assert table.names("en")[0] == "Ann", "the first player has passed on"
    winners = {before.names("en")[seat] for seat in before.playing().winners()}
    phone.locator("#series").wait_for(state="attached")  # the page may still be arriving
    for name, said in (("Mira", "You"), ("Ann", "Ann")):
        assert f"{said}{int(name in winners)} win" in re.sub(r"\s*\n\s*", "", host.locator("#series dl").inner_text())
    phone.goto("/me")
    latest = phone.locator(".latest:not(.company) li")
    assert latest.count() == phone.locator(".tallies > li").count() == 1
    assert latest.locator(".outcome.won").count() == ("Ann" in winners)
    latest.get_by_role("link").first.click()
    phone.wait_for_url(f"**/t/{before.id}/replay*")


def test_whoever_comes_back_has_the_seat_again(house: Parlour, company: list[Any]) -> None:
    host = lay(house, company, "cat-cafe", 2)
    guest = sit(house, company, host, "Ann")
    table = table_at(house, host)
    house.do(house.services.tables.change(table.id, table.host, settings=TableSettings(away=1)))
    host.get_by_role("button", name="Start with 2 players").click()
    wait_for_page(guest, "#board")
    at = guest.url
    guest.goto("about:blank")
    let_cat_play(house, host, "Ann")
    host.locator("#player-1", has_text="a cat plays").wait_for()
    guest.goto(at)
    host.locator("#player-1:not(.away)").wait_for()
    host.locator("#story li", has_text="Ann is back.").first.wait_for(state="attached")
    assert not table.seats[1].cat


CALLED = """() => { Object.defineProperty(document, 'hidden', { get: () => true });
  document.body.addEventListener('yourturn', event => { window.called = event.detail; }); }"""


def test_a_page_in_the_background_calls_its_player(house: Parlour, company: list[Any]) -> None:
    me = house.studio("en").me
    page = house.page(me)
    company.append(page)
    table = house.do(house.services.tables.create(me, "cat-cafe", 2, people=["Mira", "Ann"], begin=True))
    page.goto(f"/t/{table.id}?seat={table.waiting()[0]}")
    other = page.context.new_page()
    other.goto(f"/t/{table.id}?seat={1 - table.waiting()[0]}")
    wait_for_line(other)
    other.evaluate(CALLED)
    assert "Your turn" not in other.title()
    choose(house, page)
    other.wait_for_function("() => window.called")
    assert other.title() == other.evaluate("window.called") == "● Your turn · Cat Café"


def test_axe_finds_nothing_around_the_table(house: Parlour, company: list[Any]) -> None:
    from axe_playwright_python.sync_playwright import Axe

    me, tables, found = house.studio("ru").me, house.services.tables, []
    page = house.page(me, DESKTOP, "ru", color_scheme="dark", reduced_motion="reduce")
    company.append(page)

    def look(at: str) -> None:
        page.goto(at)
        if page.locator("#rules").count():
            page.locator("#rules summary").click()
            page.locator("#rules h2").first.wait_for()
        found.extend(each["id"] + " " + each["nodes"][0]["html"] for each in Axe().run(page).response["violations"])

    covered = house.do(tables.create(me, "rat-a-tat-cat", 2, people=["Мира", "Аня"], begin=True))
    look(f"/t/{covered.id}")
    left = house.do(tables.create(me, "cat-cafe", 2, settings=TableSettings(away=1, clock=90), people=["Мира"]))
    house.do(tables.sit(left.id, house.studio("ru").me, "Аня"))
    house.do(tables.begin(left.id, me))
    left.presence.since = 0.0
    look(f"/t/{left.id}")
    assert page.locator(".player.away").count() == 1
    look("/learn/cat-cafe/3?did=5")
    assert not found


def test_hands_that_are_too_quick_are_told_so(house: Parlour, company: list[Any]) -> None:
    me, tables = house.studio("en").me, house.services.tables
    table = house.do(tables.create(me, "cat-cafe", 2, people=["Mira"]))
    house.do(tables.sit(table.id, house.studio("ru").me, "Ann"))
    house.do(tables.begin(table.id, me))
    page = house.page(me)
    company.append(page)
    page.goto(f"/t/{table.id}")
    wait_for_line(page)
    limits = {"REACTION_GAP": 3600.0, "REACTION_SPAN": 3600.0}  # however slowly this browser clicks
    with mock.patch.multiple("purrlor.tables.tables", **limits):
        for status in (204, 429):
            page.get_by_label("Say it in cat").click()
            page.wait_for_function("() => document.querySelectorAll('#cat-words .word svg use').length === 8")
            with page.expect_response(lambda answer: answer.request.method == "POST") as said:
                page.get_by_role("button", name="nap").click()
            assert said.value.status == status
    page.locator("#note", has_text="takes a breath").wait_for()
    house.complaints[:] = [each for each in house.complaints if "status of 429" not in each]


# Taking back


def test_a_choice_is_taken_back_by_one_click_and_chance_is_not(house: Parlour, company: list[Any]) -> None:
    me = house.studio("en").me
    page = house.page(me)
    company.append(page)
    house.dice.seed("a number lies open")
    table = house.do(house.services.tables.create(me, "rat-a-tat-cat", 2, people=["Mira", "Ann"], begin=True))
    for seat in (0, 1):
        house.do(house.services.tables.play(table.id, me, seat, TURN_OVER, table.number_for(seat)))
    mover = table.waiting()[0]
    assert table.legal(mover) == (DRAW, TAKE)
    page.goto(f"/t/{table.id}?seat={mover}")

    def act(what: str) -> None:
        answer(page, page.locator(what))

    before = page.locator("#hand").inner_html()
    act(f"[name=action][value='{TAKE}']")
    act("[data-undo]")
    assert not page.locator("[data-undo]").count()
    clean = re.compile(r'name="seen" value="\d+"')
    assert clean.sub("", page.locator("#hand").inner_html()) == clean.sub("", before), "as if it had never been"
    act(f"[name=action][value='{DRAW}']")
    assert not page.locator("[data-undo]").count(), "a card was drawn: that stands"
    assert table.playing().log[-1] == (mover, DRAW)


# The rules, in place


def test_the_rules_lie_beside_the_table(house: Parlour, company: list[Any]) -> None:
    me = house.studio("en").me
    page = house.page(me)
    company.append(page)
    page.goto(house.match("rat-a-tat-cat", me))
    page.wait_for_selector(OPEN)
    was, at = page.locator("#board").inner_html(), page.url
    page.get_by_label("Menu").click()
    page.get_by_role("link", name="Rules").click()
    page.locator("#rules h2").first.wait_for()
    assert page.locator("#rules svg.shown").count() > 5
    page.wait_for_function(  # every picture is drawn, as soon as its file has come
        """() => [...document.querySelectorAll('#rules svg.shown use')].map(e => e.getBBox())
          .every(box => box.width * box.height > 1)"""
    )
    page.locator(".folds").evaluate("e => { e.scrollTop = 400; }")
    page.locator("#rules h2").last.scroll_into_view_if_needed()
    far = page.locator(".folds").evaluate("e => e.scrollTop")
    assert far > 100
    assert (page.locator("#board").inner_html(), page.url) == (was, at)
    choose(house, page)
    assert page.locator("#rules").get_attribute("open") is not None, "they stay open while the game goes on"
    assert page.locator(".folds").evaluate("e => e.scrollTop") == far
    page.locator("#rules summary").click()
    assert not page.locator("#rules h2").first.is_visible()


def test_what_cannot_be_chosen_says_why_when_asked(house: Parlour, company: list[Any]) -> None:
    studio = house.studio("en")
    page = house.page(studio.me)
    company.append(page)
    page.goto(house.match("cat-cafe", studio.me))
    page.wait_for_selector(OPEN)
    while not page.locator("[data-why]").count():
        choose(house, page)
        page.wait_for_selector(OPEN)
    quiet = page.locator("[data-why]").first
    why = quiet.get_attribute("data-why")
    quiet.click(force=True)
    page.locator("#note", has_text=why).wait_for()


# Clocks


@pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
def test_a_clock_runs_down(house: Parlour, company: list[Any], script: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """The clocks of the server and of the page go on only where this test moves them."""
    now = [float(int(house.services.tables.time()))]  # pages are told whole seconds
    monkeypatch.setattr(house.services.tables.registry, "time", lambda: now[0])
    me = house.studio("en").me
    page = house.page(me, PHONE, java_script_enabled=script)
    company.append(page)
    stop_clock(page)
    made = house.services.tables.create(
        me, "rat-a-tat-cat", 2, settings=TableSettings(clock=90), people=["Mira"], bots=["kitten"], begin=True
    )
    page.goto(f"/t/{house.do(made).id}")
    clock = page.locator("#player-0 [data-until]")

    def left() -> int:
        minutes, seconds = clock.inner_text().split(":")
        return 60 * int(minutes) + int(seconds)

    assert left() == 90
    now[0] += 7
    page.clock.run_for(7000)
    if not script:
        page.reload()
    assert left() == 83
