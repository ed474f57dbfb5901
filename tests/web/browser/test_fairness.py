"""Fair chance in a real browser: it commits, reveals after it has seen the terms, and checks the record at the end."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any
from unittest import mock

import pytest

from purrlor.core import fairness
from purrlor.core.match import Match
from purrlor.tables.commands.nonces import terms_of
from purrlor.tables.table import Table
from tests.fixtures.parlour_page import DESKTOP, PHONE, Parlour, wait_for_page
from tests.fixtures.playing import play_on

pytestmark = pytest.mark.browser
GAME = "pocket-cats"


@pytest.fixture(autouse=True)
def a_slow_browser_reveals_too() -> Iterator[None]:
    """A called match waits for its number as long as this machine takes."""
    with mock.patch("purrlor.tables.time_limits.REVEAL_WITHIN", 3600.0):
        yield


@pytest.fixture
def pages(house: Parlour) -> Iterator[list[Any]]:
    house.complaints.clear()
    opened: list[Any] = []
    yield opened
    for page in opened:
        page.context.close()
    assert not house.complaints


def visitor(house: Parlour, pages: list[Any], **wishes: Any) -> Any:
    page = house.page(**wishes)
    pages.append(page)
    return page


def table_at(house: Parlour, page: Any) -> Table:
    found: Table = house.services.tables.registry.tables[re.search(r"/t/([\w-]+)", page.url)[1]]  # type: ignore[index]
    return found


def play_now(house: Parlour, page: Any) -> Table:
    page.goto("/")
    page.locator(f"form.now[action='/play/{GAME}'] button.main").first.click()
    wait_for_page(page, "#board")
    return table_at(house, page)


def finish(house: Parlour, table: Table) -> None:
    house.do(play_on(house.services.tables, table))


def verdict(page: Any) -> str:
    page.wait_for_function("() => document.getElementById('fair')?.dataset.is")
    return str(page.locator("#fair").get_attribute("data-is"))


def test_play_now_holds_the_browsers_own_number(house: Parlour, pages: list[Any]) -> None:
    page = visitor(house, pages)
    table = play_now(house, page)
    given = table.playing().contributions
    assert given is not None
    assert [each.by for each in given] == ["person"] + ["cat"] * (len(given) - 1)
    kept = page.evaluate("commit => JSON.parse(localStorage.getItem('fair ' + commit))", given[0].commit)
    assert kept["nonce"] == given[0].nonce != ""
    assert (kept["seal"], kept["terms"]) == (table.seal, terms_of(table))
    finish(house, table)
    assert verdict(page) == "holds", "the page that was open says it at the end"
    assert "could choose that key" in page.locator("#fair").text_content()
    page.goto(f"/t/{table.id}/replay")
    assert verdict(page) == "holds"
    page.locator("#proof summary").click()
    kept = f"--seal {table.seal} --nonce {given[0].nonce} --terms {fairness.terms_digest(terms_of(table))}"
    assert kept in page.locator("#own-check").text_content()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def other_nonce(record: dict[str, Any]) -> None:
    """A server that exchanges a number after the match and makes everything else agree with it."""
    given = record["contributions"]
    given[0]["commit"] = given[0]["nonce"] = ""
    made_whole(record)


def no_numbers(record: dict[str, Any]) -> None:
    """A server that says that nobody gave a number."""
    for name in ("contributions", "key", "table"):
        del record[name]
    record["purrlor"] = 1


def other_secret(record: dict[str, Any]) -> None:
    """A server that chose its secret after it had seen the numbers."""
    record["secret"] = "ab" * 32
    made_whole(record)


def other_options(record: dict[str, Any]) -> None:
    record["options"] = {**record["options"], "clans": "expert"}
    made_whole(record)


def made_whole(record: dict[str, Any]) -> None:
    secret = bytes.fromhex(record["secret"])
    for seat, each in enumerate(record["contributions"]):
        if each["by"] == "cat":
            each["nonce"] = fairness.cat_nonce(secret, seat)
    record["promise"] = fairness.seal(secret)
    record["table"] = fairness.table_number(record["promise"])
    given = fairness.contributions_from(record["contributions"], record["seats"])
    record["key"] = fairness.match_key(secret, fairness.terms_of_record(record), given).hex()


def lie(page: Any, record: dict[str, Any]) -> None:
    page.route("**/record.json", lambda route: route.fulfill(json=record))


def test_a_tampered_record_is_found_out(house: Parlour, pages: list[Any]) -> None:
    page = visitor(house, pages)
    table = play_now(house, page)
    finish(house, table)
    true = json.dumps(table.record())
    cases = [
        (lambda record: record.update(key="00" * 32), "broken"),
        (lambda record: record["contributions"][0].update(nonce="cd" * 32), "broken"),
        (lambda record: record.update(secret="ab" * 32), "broken"),
        (other_nonce, "changed"),
        (no_numbers, "changed"),
        (other_secret, "changed"),
        (other_options, "changed"),
    ]
    for change, expected in cases:
        record = json.loads(true)
        change(record)
        lie(page, record)
        page.goto(f"/t/{table.id}/replay")
        assert verdict(page) == expected
        assert page.locator("#note").is_visible(), "it is said aloud, not in a fold"
        page.unroute("**/record.json")
    page.goto(f"/t/{table.id}/replay")
    assert verdict(page) == "holds"


def test_friends_and_a_rematch(house: Parlour, pages: list[Any]) -> None:
    """Two browsers with script, one without: named as such. The rematch has a seal and numbers of its own."""
    host, guest = visitor(house, pages, size=DESKTOP), visitor(house, pages, size=PHONE)
    quiet = visitor(house, pages, size=PHONE, java_script_enabled=False)
    host.goto("/new/rat-a-tat-cat/friends")
    host.fill("[name=name]", "Mira")
    host.get_by_role("button", name="Invite friends").click()
    host.locator("#chairs").select_option("3")
    host.wait_for_selector(".seats.n3")
    link, sealed = host.locator(".url").get_attribute("href"), host.locator("#sealed .promise").text_content()
    for page, name in ((guest, "Boris"), (quiet, "Cleo")):
        page.goto(link)
        page.fill("[name=name]", name)
        page.locator("form button.main").click()
        host.wait_for_selector(f"text={name}")
    host.locator("#go button").click()
    for page in (host, guest):
        page.wait_for_selector("#board")
    table = table_at(house, host)
    assert table.seal == sealed
    given = table.playing().contributions
    assert given is not None
    assert [bool(each.nonce) for each in given] == [True, True, False]
    finish(house, table)
    assert [verdict(page) for page in (host, guest)] == ["holds", "holds"]
    assert Match.replay(table.record()).digest == table.playing().digest
    quiet.goto(f"{link}/replay")
    assert "no number (no script" in quiet.content()
    for page in (host, guest):
        page.locator("button.main[formaction*='/again']").click()
    quiet.goto(link)
    quiet.locator("button.main[formaction*='/again']").click()
    wait_for_page(host, "#board:not(.over)")
    wait_for_page(guest, "#board:not(.over)")
    second = table_at(house, host)
    again = second.playing().contributions
    assert again is not None
    assert second.id != table.id
    assert second.seal != table.seal
    assert sorted(bool(each.nonce) for each in again) == [False, True, True]
    assert not {each.nonce for each in again if each.nonce} & {each.nonce for each in given}


def test_one_device_gives_a_number_for_its_seats(house: Parlour, pages: list[Any]) -> None:
    page = visitor(house, pages)
    page.goto("/new/rat-a-tat-cat/device")
    page.fill("[name=name-0]", "Mira")
    page.fill("[name=name-1]", "Anna")
    page.locator("form button.main").click()
    wait_for_page(page, "#board")
    given = table_at(house, page).playing().contributions
    assert given is not None
    assert given[0].nonce == given[1].nonce != ""


def test_without_script_a_match_begins_at_once(house: Parlour, pages: list[Any]) -> None:
    page = visitor(house, pages, java_script_enabled=False)
    table = play_now(house, page)
    assert table.playing().contributions is None
    finish(house, table)
    page.goto(f"/t/{table.id}/replay")
    assert "no number (no script" in page.content()


def test_the_script_hashes_as_the_browser_does(house: Parlour, pages: list[Any]) -> None:
    page = visitor(house, pages)
    page.goto("/")
    assert (
        page.evaluate(
            """async () => {
          const name = 'SHA-256', how = { name: 'HMAC', hash: name }, hex = made => fair.hex(new Uint8Array(made));
          for (let size = 0; size < 200; size++) {
            const [data, key] = [size, 32].map(n => crypto.getRandomValues(new Uint8Array(n)));
            if (fair.hex(fair.sha256(data)) !== hex(await crypto.subtle.digest(name, data))) return size;
            const maker = await crypto.subtle.importKey('raw', key, how, false, ['sign']);
            if (fair.hex(fair.hmac(key, data)) !== hex(await crypto.subtle.sign('HMAC', maker, data))) return -size;
          }
          return 'same';
        }"""
        )
        == "same"
    )
