"""One's own cat: chosen once, written down with the seat, shown everywhere, and never the same twice at a table."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from purrlor.tables.store import Store
from tests.fixtures.visitors import GAME, House, finish, lay, open_house, play_now, play_to_the_end

FACE = re.compile(r"/face/(?:sit-)?([a-z-]+)\.svg")
TABBY = {"coat": "ginger-tabby", "eyes": "sly", "wear": "scarf"}


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with open_house(tmp_path, rate=0) as opened:
        yield opened


def faces(page: str) -> set[str]:
    return set(FACE.findall(page))


def checked(page: str) -> list[str]:
    return re.findall(r'value="([a-z-]*)" checked', page)


def test_a_cat_that_was_chosen_plays_everywhere(house: House) -> None:
    lay(house.host, "Mira")
    page = house.host.get("/me/cat").text
    assert len(re.findall('type="radio" name="coat"', page)) == 21
    assert len(checked(page)) == 3, "the cat of the name, until another is chosen"
    assert "ginger-tabby-sly-scarf" in faces(house.host.post("/me/cat", data=TABBY).text), "on one's own page"
    assert checked(house.host.get("/me/cat").text) == ["ginger-tabby", "sly", "scarf"]
    assert "ginger-tabby-sly-scarf" in faces(house.host.get(play_now(house.host)).text), "on the chip"
    address = finish(house.host, GAME)
    end = house.host.get(address).text
    assert faces(end) & {"ginger-tabby-sly-scarf", "ginger-tabby-pleased-crown"}, "on the podium"
    assert "ginger-tabby-sly-scarf" in faces(house.host.get(f"{address}/replay").text)
    again = house.host.post(f"{address}/again")
    assert "ginger-tabby-sly-scarf" in faces(again.text), "and in the next match"
    house.host.post("/me/cat", data={"coat": "black-plain", "eyes": "sly", "wear": ""})
    play_to_the_end(house.host, again.url.path)
    third = house.host.post(f"{again.url.path}/again")
    assert "black-plain-sly" in faces(third.text), "unless another was chosen meanwhile"


@pytest.mark.parametrize("language", ["en", "ru"])
def test_who_has_no_name_has_one_cat_all_the_same(language: str, house: House) -> None:
    house.host.headers["accept-language"] = language
    table = house.host.get(play_now(house.host)).text
    own = faces(house.host.get("/me").text)
    assert own
    assert own <= faces(table), "the cat of a guest's results is the one that plays"
    coat, wear = checked(house.host.get("/me/cat").text)[::2]
    assert {f"{coat}-curious-{wear}", f"{coat}-pleased-{wear}"} & own


def test_no_two_at_a_table_are_alike_and_everybody_sees_the_same(house: House) -> None:
    address, boris = lay(house.host, "Mira"), house.visitor()
    boris.post(f"{address}/sit", data={"name": "Boris"})
    house.host.post(f"{address}/look", data={"seat": "0", **TABBY})
    boris.post(f"{address}/look", data={"seat": "1", **TABBY})
    seen = [faces(visitor.get(address).text) for visitor in (house.host, boris)]
    assert seen[0] == seen[1] == {"ginger-tabby-sly-scarf", "ginger-tabby-sly-bell"}
    assert "has just that cat" in boris.get(f"{address}/look?seat=1").text
    assert "has just that cat" not in house.host.get(f"{address}/look?seat=0").text
    russian = boris.get(f"{address}?lang=ru").text
    assert faces(russian) == seen[0], "the language changes no cat"
    assert "Сменить котика" in russian


def test_only_cats_that_are_offered_and_only_for_ones_own_seat(house: House) -> None:
    address, boris = lay(house.host, "Mira"), house.visitor()
    boris.post(f"{address}/sit", data={"name": "Boris"})
    assert boris.post(f"{address}/look", data={"seat": "0", **TABBY}).status_code == 403
    assert boris.get(f"{address}/look?seat=0").status_code == 403
    crowned = house.host.post("/me/cat", data={**TABBY, "wear": "crown"})
    assert crowned.status_code == 422
    assert "There is no such cat" in crowned.text
    assert house.host.post(f"{address}/look", data={"seat": "0", "coat": "<b>"}).status_code == 422


def test_a_cat_may_be_chosen_while_the_match_runs(house: House) -> None:
    """Who stood before the mirror when the host began loses nothing: it is only a picture."""
    address, boris = lay(house.host, "Mira"), house.visitor()
    boris.post(f"{address}/sit", data={"name": "Boris"})
    house.host.post(f"{address}/begin", data={"level": "kitten"})
    page = boris.post(f"{address}/look", data={"seat": "1", **TABBY})
    assert page.status_code == 200
    assert "ginger-tabby-sly-scarf" in faces(page.text)
    assert "ginger-tabby-sly-scarf" in faces(house.host.get(address).text)
    assert f'href="{address}/look?seat=1"' in page.text, "the menu leads to the choice"


def test_who_shares_a_device_chooses_for_this_table_alone(house: House) -> None:
    address = lay(house.host, "Mira")
    house.host.post("/me/cat", data=TABBY)
    house.host.post(f"{address}/sit", data={"name": "Boris"})
    assert "Pick a cat for Boris" in house.host.get(f"{address}/look?seat=1").text
    house.host.post(f"{address}/look", data={"seat": "1", "coat": "black-plain", "eyes": "pleased", "wear": ""})
    assert "black-plain-pleased" in faces(house.host.get(address).text)
    assert checked(house.host.get("/me/cat").text) == ["ginger-tabby", "sly", "scarf"]


def test_a_cat_survives_a_restart_and_is_forgotten_with_its_player(house: House) -> None:
    address, boris = lay(house.host, "Mira"), house.visitor()
    boris.post(f"{address}/sit", data={"name": "Boris"})
    house.host.post(f"{address}/look", data={"seat": "0", **TABBY})
    tables = house.app.services.tables
    tables.registry.evict(tables.registry.tables[address.removeprefix("/t/")])
    assert "ginger-tabby-sly-scarf" in faces(boris.get(address).text), "the log alone tells it"
    assert "ginger-tabby-sly-scarf" in house.call(people_and_log, tables.store)
    house.host.post("/me/forget", data={"sure": "yes"})
    assert "ginger-tabby-sly-scarf" not in house.call(people_and_log, tables.store)


async def people_and_log(store: Store) -> str:
    return str([await store.ask(f"select * from {name}") for name in ("identities", "log")])  # type: ignore[attr-defined]
