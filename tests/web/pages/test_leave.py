"""Leaving a table from the first page: it is off the list, and nobody else's match suffers."""

import re
from pathlib import Path

from starlette.testclient import TestClient

from purrlor.tables.table import Table
from tests.fixtures.visitors import House, finish, lay, open_house, play_now

LISTED = re.compile(r'action="(/leave/[\w-]+)"')
GAME = "pocket-cats"


def listed(visitor: TestClient) -> list[str]:
    return LISTED.findall(visitor.get("/").text)


def table_at(house: House, address: str) -> Table:
    return house.app.services.tables.registry.tables[address.removeprefix("/t/")]


def two_at_a_table(house: House) -> tuple[TestClient, str]:
    """The host and a guest, the match begun; the guest and the address."""
    address, guest = lay(house.host, "Ann", GAME), house.visitor()
    guest.post(f"{address}/sit", data={"name": "Boris"})
    house.host.post(f"{address}/begin", data={})
    assert table_at(house, address).stage == "running"
    return guest, address


def test_a_match_against_cats_just_leaves_the_list(tmp_path: Path) -> None:
    with open_house(tmp_path, rate=0.0) as house:
        address, other = play_now(house.host, GAME), play_now(house.host, "cat-cafe")
        before = table_at(house, address).n
        assert len(listed(house.host)) == 2
        page = house.host.post(f"/leave/{address.removeprefix('/t/')}")
        assert page.url.path == "/"
        assert LISTED.findall(page.text) == [f"/leave/{other.removeprefix('/t/')}"]
        assert table_at(house, address).n == before, "nobody plays on alone"
        assert house.host.get(address).status_code == 200


def test_others_play_on_with_a_cat(tmp_path: Path) -> None:
    with open_house(tmp_path, rate=0.0) as house:
        guest, address = two_at_a_table(house)
        table = table_at(house, address)
        seat = table.seats_of(table.host)[0]
        said = house.host.get("/").text
        assert "a cat takes your seat until you come back" in said
        house.host.post(f"/leave/{table.id}")
        assert table.seats[seat].cat
        assert listed(house.host) == []
        assert listed(guest) == [f"/leave/{table.id}"]
        house.host.get(address)  # they come back by the address
        assert not table.seats[seat].cat
        assert listed(house.host) == [f"/leave/{table.id}"]


def test_before_the_match_the_seat_is_free_again(tmp_path: Path) -> None:
    with open_house(tmp_path, rate=0.0) as house:
        address, guest = lay(house.host, "Ann", GAME), house.visitor()
        guest.post(f"{address}/sit", data={"name": "Boris"})
        assert not any(seat.is_open for seat in table_at(house, address).seats)
        guest.post(f"/leave/{address.removeprefix('/t/')}")
        assert [seat.is_open for seat in table_at(house, address).seats] == [False, True]
        assert listed(guest) == []
        assert len(listed(house.host)) == 1


def test_strangers_change_nothing(tmp_path: Path) -> None:
    with open_house(tmp_path, rate=0.0) as house:
        guest, address = two_at_a_table(house)
        table, stranger = table_at(house, address), house.visitor()
        before = table.n
        assert stranger.post(f"/leave/{table.id}").status_code == 200
        play_now(stranger, GAME)
        assert stranger.post(f"/leave/{table.id}").status_code == 200
        assert stranger.post("/leave/nowhere").status_code == 200
        assert table.n == before
        assert len(listed(guest)) == len(listed(house.host)) == 1


def test_what_is_over_can_be_left_too_and_its_result_stays(tmp_path: Path) -> None:
    with open_house(tmp_path, rate=0.0) as house:
        address = finish(house.host, GAME)
        house.host.post(f"/leave/{address.removeprefix('/t/')}")
        assert "You have finished 1 match." in house.host.get("/me").text


def test_the_button_says_what_it_leaves(tmp_path: Path) -> None:
    with open_house(tmp_path, rate=0.0) as house:
        play_now(house.host, GAME)
        assert 'aria-label="Leave: Pocket Cats, ' in house.host.get("/").text
        russian = house.host.get("/?lang=ru").text
        assert 'aria-label="Уйти: ' in russian
        assert "Партия останется недоигранной." in russian
