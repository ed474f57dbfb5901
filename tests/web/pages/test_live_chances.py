"""Chance to win while a match is played: a quiet line for those who look on, and for no player of it."""

import asyncio
from collections.abc import Iterator

import pytest

from purrlor.tables.history.live_chances import LiveChances
from purrlor.tables.table import Table
from tests.fixtures.visitors import GAME, House, asked, lay, open_house, play_now
from tests.web.pages.learning.test_review import PlainSearch

LINE = "Chance to win: "


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with open_house(tmp_path_factory.mktemp("parlour"), rate=0.0) as opened:
        yield opened


async def until_made(chances: LiveChances) -> None:
    await asyncio.gather(*chances.tasks.tasks)


def with_chances(house: House, table: Table) -> None:
    """Somebody watches until the chances are there."""
    search = PlainSearch()
    house.app.services.chances = LiveChances(search.evaluate)
    with house.visitor().websocket_connect(f"/w/{table.facts.watch_key}/live") as screen:
        screen.receive_text()  # the frame; its drawing has asked for the chances
        house.call(until_made, house.app.services.chances)
    assert search.asked


def test_watchers_see_it_and_players_do_not(house: House) -> None:
    address = play_now(house.host, GAME, cats="1", level="kitten")
    asked(house.host, address)
    table = house.app.services.tables.registry.tables[address.removeprefix("/t/")]
    assert not table.chances, "nobody watches"
    with_chances(house, table)
    assert sorted(table.chances) == [0, 1]
    assert sum(table.chances.values()) == pytest.approx(1)
    watch = f"/w/{table.facts.watch_key}"
    assert LINE in house.visitor().get(watch).text
    assert "Шансы на победу" in house.visitor(**{"accept-language": "ru"}).get(watch).text
    for page in (address, f"{address}?seat=0", f"{address}/live", watch, f"{watch}/live", f"{watch}/review"):
        assert LINE not in house.host.get(page).text, f"a player asks for {page}"
    with house.host.websocket_connect(f"{watch}/live") as screen:
        assert LINE not in screen.receive_text()


def test_of_friends_only_strangers_see_it(house: House) -> None:
    address, friend = lay(house.host), house.visitor()
    friend.post(f"{address}/sit", data={"name": "Boris"})
    house.host.post(f"{address}/set", data={"seats": "2"})
    house.host.post(f"{address}/begin")
    table = house.app.services.tables.registry.tables[address.removeprefix("/t/")]
    with_chances(house, table)
    watch = f"/w/{table.facts.watch_key}"
    assert LINE in house.visitor().get(watch).text
    for player in (house.host, friend):
        assert LINE not in player.get(watch).text
        assert LINE not in player.get(f"{watch}/live").text
