"""What would a cat do: one tap against cats; with people only where the host allowed it, and everybody sees it."""

import html
import re
from collections.abc import Iterator
from typing import Any

import pytest

from purrlor.bots.thinker import Choice
from purrlor.core.game import game, games
from purrlor.tables.history.review_jobs import Reviews
from tests.fixtures.visitors import GAME, House, actions, asked, finish, form_of, lay, open_house, play_now
from tests.web.pages.learning.test_review import PlainSearch

GAMES = [known.name for known in games()]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with open_house(tmp_path_factory.mktemp("parlour"), rate=0.0) as opened:
        yield opened


def note(page: str) -> str:
    found = re.search(r'id="note"[^>]*>(.*?)</p>', page)
    assert found is not None
    return html.unescape(found[1])


@pytest.mark.parametrize("name", GAMES)
def test_against_cats_advice_is_one_tap_away(house: House, name: str) -> None:
    house.app.services.reviews = Reviews(None)
    address = play_now(house.host, name, cats="1", level="kitten")
    page = asked(house.host, address)
    while len(actions(page)) < 2:
        page = house.host.post(f"{address}/play", data=form_of(page)).text
        page = page if actions(page) else asked(house.host, address)
    table = house.app.services.tables.registry.tables[address.removeprefix("/t/")]
    while any(table.legal(seat) for seat in range(1, len(table.seats))):
        page = asked(house.host, address)  # where all choose at once, the kitten may still be choosing
    button = page.partition('id="ask-cat"')[2].partition("</button>")[0]
    assert button.rpartition(">")[2].strip() == "Hint", "a sign of a question would promise help, not a choice"
    form = form_of(page)
    del form["action"]
    told = house.host.post(f"{address}/advice", data=form)
    assert told.status_code == 200
    assert note(told.text).startswith("A cat would choose “")
    before = table.n
    house.app.services.reviews = Reviews(PlainSearch().evaluate)
    live = house.host.post(f"{address}/advice", data=form, headers={"x-live": "1"}).json()
    assert live["action"] in table.legal(0)
    reason = game(name).reason(table.view(0), 0, live["action"], game(name).translations("en"), table.names("en"))
    assert live["advice"].endswith(reason or "in 100 from here.")
    assert table.n == before, "nothing is written down where nobody else plays"
    label = game(name).label(table.view(0), 0, live["action"], game(name).translations("en"), table.names("en"))
    assert f"“{label}”" in live["advice"]
    stale = house.host.post(f"{address}/advice", data={**form, "seen": "99"}, headers={"x-live": "1"})
    assert stale.status_code == 409


@pytest.mark.parametrize("allowed", [False, True])
def test_with_people_the_host_allows_it_and_everybody_sees_it(house: House, allowed: bool) -> None:
    house.app.services.reviews = Reviews(None)
    address, friend = lay(house.host), house.visitor()
    friend.post(f"{address}/sit", data={"name": "Boris"})
    house.host.post(f"{address}/set", data={"seats": "2", "advice": "on" if allowed else ""})
    house.host.post(f"{address}/begin")
    table = house.app.services.tables.registry.tables[address.removeprefix("/t/")]
    pages = {"Mira": house.host, "Boris": friend}
    while not (able := [who for who, visitor in pages.items() if len(actions(visitor.get(address).text)) > 1]):
        for visitor in pages.values():
            page = visitor.get(address).text
            if actions(page):
                visitor.post(f"{address}/play", data=form_of(page))
    who = able[0]
    page = pages[who].get(address).text
    assert ('id="ask-cat"' in page) == allowed
    answer = pages[who].post(f"{address}/advice", data=form_of(page), headers={"x-live": "1"})
    assert answer.status_code == (200 if allowed else 409)
    said = [
        line for visitor in pages.values() for line in re.findall(r"(\w+) has asked a cat", visitor.get(address).text)
    ]
    assert (set(said) == {who}) == allowed
    watching = house.visitor().get(f"/w/{table.facts.watch_key}").text
    assert (f"{who} has asked a cat" in watching) == allowed
    if allowed:
        (other,) = pages.keys() - {who}
        idle = pages[other].post(f"{address}/advice", data=form_of(page), headers={"x-live": "1"})
        assert idle.status_code in (403, 409), "nobody asks for another's seat"


def test_no_advice_for_a_seat_that_changed_hands_meanwhile(house: House) -> None:
    """The host gives the seat to a cat for good while the search is under way."""
    address, friend, search = lay(house.host), house.visitor(), PlainSearch()
    friend.post(f"{address}/sit", data={"name": "Boris"})
    house.host.post(f"{address}/set", data={"seats": "2", "advice": "on"})
    house.host.post(f"{address}/begin")
    tables = house.app.services.tables
    table = tables.registry.tables[address.removeprefix("/t/")]
    while len(actions(page := friend.get(address).text)) < 2:
        for visitor in (house.host, friend):
            if actions(page := visitor.get(address).text):
                visitor.post(f"{address}/play", data=form_of(page))

    async def evaluate(*facts: Any, **more: Any) -> list[Choice]:
        await tables.hand_to_cat(table.id, table.host, 1, for_good=True)
        return await search.evaluate(*facts, **more)

    house.app.services.reviews = Reviews(evaluate)
    answer = friend.post(f"{address}/advice", data=form_of(page))
    assert answer.status_code == 403
    assert "A cat would choose" not in answer.text


def test_after_the_match_nobody_advises(house: House) -> None:
    address = finish(house.host, GAME)
    answer = house.host.post(f"{address}/advice", data={"seat": "0", "seen": "1"}, headers={"x-live": "1"})
    assert answer.status_code == 409
    assert "while a match is played" in answer.json()["error"]
