"""On a phone's home screen: installed by a real browser, and read with no line."""

import re
from typing import Any

import pytest

from purrlor.core.game import game
from purrlor.web.cookies import COOKIE
from tests.fixtures.chromium import PATIENCE
from tests.fixtures.parlour_page import PHONE, Parlour
from tests.fixtures.visitors import GAME

pytestmark = pytest.mark.browser
IS_KEPT = "url => caches.open('kept').then(kept => kept.match(url, { ignoreVary: true })).then(Boolean)"


ALL_KEPT = """async path => {
    const kept = await (await caches.open('kept')).match(path, { ignoreVary: true });
    if (!kept) return false;
    const files = [...(await kept.text()).matchAll(/(?:href|src)="(\\/(?:s|art|face)\\/[^"#]+)/g)];
    for (const [, file] of files) if (!await caches.match(file, { ignoreVary: true })) return false;
    return true; }"""
IS_AT = "path => location.pathname === path"
NOTHING_KEPT = "async () => !await caches.has('kept')"


def until(page: Any, holds: str, path: str = "") -> None:
    """`wait_for_function` takes a promise for a yes: what has to be awaited is asked for again and again."""
    again = (
        "async path => { const ends = Date.now() + %d; while (Date.now() < ends) { if (await (%s)(path)) return true;"
    )
    again += " await new Promise(requestAnimationFrame); } return false; }"
    assert page.evaluate(again % (PATIENCE, holds), path), f"never: {holds} {path}"


def until_kept(page: Any, path: str) -> None:
    """Until the worker has kept a page and all its files."""
    until(page, ALL_KEPT, path)


def finished_match(house: Parlour, me: str) -> str:
    """The address of a match that this person has played to its end."""
    address = house.match(GAME, me)
    table = house.services.tables.registry.tables[address.removeprefix("/t/")]
    tables = house.services.tables

    async def play() -> None:
        while table.stage == "running":
            for seat in table.waiting():
                if not table.seats[seat].is_played_by_cat:
                    action = table.legal(seat)[0]
                    await tables.play(table.id, me, seat, action, table.question[seat])
                    break
            else:
                return

    while table.stage == "running":
        house.do(play())
        house.until(
            lambda: table.stage != "running" or any(not table.seats[k].is_played_by_cat for k in table.waiting())
        )
    return address


def test_without_a_line(house: Parlour) -> None:
    me = house.do(house.services.tables.identities.create("Mira", "en")).id
    running, finished = house.match(GAME, me, 7), finished_match(house, me)
    page = house.page(me, PHONE, service_workers="allow")
    page.goto("/")
    page.evaluate("navigator.serviceWorker.ready")
    page.wait_for_function("() => navigator.serviceWorker.controller")
    read = [f"/rules/{GAME}", f"/learn/{GAME}", f"/count/{GAME}", "/me", f"{finished}/replay?at=0&as=0"]
    for path in read:
        page.goto(path)
        until_kept(page, path)
    steps = game(GAME).part("words.lesson").STEPS
    until_kept(page, f"/learn/{GAME}/{len(steps)}?did={steps[-1].actions[0]}")  # by itself
    page.goto(running)
    page.wait_for_selector("#board")
    assert not page.evaluate(IS_KEPT, running), "a board is never kept"

    page.context.set_offline(True)
    for path in read:
        page.goto(path)
        said = page.evaluate("getComputedStyle(document.documentElement, '::before').content")
        assert said == '"You are offline. This page is as you last saw it."'
        assert page.evaluate("[...document.styleSheets].every(sheet => sheet.cssRules.length > 0)")
        broken = (
            "[...document.images].filter(i => i.loading !== 'lazy' && i.complete && !i.naturalWidth).map(i => i.src)"
        )
        assert page.evaluate(broken) == []
    page.goto(f"/learn/{GAME}")
    for number, step in enumerate(steps, 1):
        assert f"{number} of {len(steps)}" in page.inner_text("#round")
        page.locator(f"[name=action][value='{step.actions[0]}']").first.press("Enter")
        page.wait_for_selector("#hand[data-right]")
        if number < len(steps):
            page.click("#go-on")
            page.wait_for_selector("#hand:not([data-right])")
    for path in (running, finished, "/", "/new/rat-a-tat-cat/friends"):
        page.goto(path)
        page.wait_for_function(IS_AT, arg=path)  # what was asked for comes when there is a line again
        assert "The parlour does not answer" in page.inner_text("main")
        assert not page.locator("#board").count(), "no stale board"
    page.wait_for_selector("#saved a")
    titles = page.locator("#saved a").all_inner_texts()
    assert len(titles) == len(read)
    assert len([title for title in titles if re.search(r" · \d+ [A-Z][a-z]+ \d{4}$", title)]) == 1, (
        "the match has its day"
    )
    edge = "([what, side]) => document.querySelector(what).getBoundingClientRect()[side]"
    room = page.evaluate(edge, ["section h2", "top"]) - page.evaluate(edge, [".button.main", "bottom"])
    assert room >= 16, "what can be read stands apart from the button"
    page.goto(running)
    page.context.set_offline(False)
    page.wait_for_selector("#board", timeout=PATIENCE)  # by itself

    page.goto("/me")
    page.evaluate("fetch('/me/sign-out', { method: 'POST', body: new URLSearchParams() })")
    until(page, NOTHING_KEPT)
    page.context.close()


def test_what_one_person_read_is_not_kept_for_the_next(house: Parlour) -> None:
    """On one phone: after another name was taken here, or this one was signed out from elsewhere."""
    mira, ben = (house.do(house.services.tables.identities.create(name, "en")).id for name in ("Mira", "Ben"))
    for after in (ben, ""):
        page = house.page(mira, PHONE, service_workers="allow")
        page.goto("/")
        page.evaluate("navigator.serviceWorker.ready")
        page.wait_for_function("() => navigator.serviceWorker.controller")
        page.goto("/me")
        until_kept(page, "/me")
        page.context.clear_cookies()
        if after:
            cookie = house.services.signer.cookie(after)
            page.context.add_cookies([{"name": COOKIE, "value": cookie, "url": house.address}])
        page.goto(f"/rules/{GAME}")
        until_kept(page, f"/rules/{GAME}")
        assert not page.evaluate(IS_KEPT, "/me")
        page.context.close()
