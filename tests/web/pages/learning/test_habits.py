"""Openings and habits: counted once a match, one's own for oneself alone, everybody's as sums of enough people."""

import html
import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from purrlor.core.game import Game
from purrlor.tables.history.habits import DECISION, FEWEST_MATCHES, MATCH, OPENING, study_of
from purrlor.tables.store import Habit, Store
from tests.fixtures.catalogue import each_game_with
from tests.fixtures.visitors import House, finish, open_house

NAME = "rat-a-tat-cat"


@pytest.fixture
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with open_house(tmp_path_factory.mktemp("parlour"), rate=0.0) as opened:
        yield opened


def rows(page: str) -> dict[str, list[str]]:
    """By name: own, cats', everybody's."""
    part = page[page.index('id="habits"') :]
    found = re.findall(r'<tr><th scope="row">(.*?)</th>((?:<td>.*?</td>)+)</tr>', part)
    return {html.unescape(name): re.findall(r"<td>(.*?)</td>", values) for name, values in found}


@each_game_with("lab/study.py")
def test_every_game_counts_what_its_study_names(game: Game) -> None:
    study = study_of(game)
    assert len(study.DECISION_NAMES) > 4  # type: ignore[attr-defined]
    assert len(study.OPENINGS) > 1  # type: ignore[attr-defined]


def test_own_figures_stand_beside_cats_and_everybody(house: House) -> None:
    assert 'id="habits"' not in house.host.get("/me").text
    over = finish(house.host, NAME)
    table = house.app.services.tables.registry.tables[over.removeprefix("/t/")]
    mine = house.host.get("/me").text
    drawn = rows(mine)["Draw from the deck"]
    turns = [action for seat, action in table.playing().log if seat == 0]
    assert 0 < float(drawn[0]) <= len(turns)
    assert float(drawn[1]) > 0, "the kitten at the table is a cat"
    assert drawn[2] == "–", "one person is not everybody"
    assert any(
        name.startswith(("Draw from the deck × 1", "Take the top")) and "%" in own[0]
        for name, own in rows(mine).items()
    )
    assert 'id="habits"' not in house.visitor().get("/me").text, "nobody sees another's"
    store: Store = house.app.services.tables.store
    again = house.call(store.habits_of, table.seats[0].identity)
    house.host.get(over)
    assert house.call(store.habits_of, table.seats[0].identity) == again, "a match counts once"
    house.call(store.add_habits, of_strangers())
    everybody = rows(house.host.get("/me").text)["Draw from the deck"][2]
    assert float(everybody) == pytest.approx((float(drawn[0]) + 4 * FEWEST_MATCHES) / (FEWEST_MATCHES + 1), abs=0.1)


def of_strangers() -> list[Habit]:
    """Enough matches of three people, each with four cards drawn."""
    one = Habit("", 0, MATCH, 0, "", "", NAME, 1, False, 1e9)
    return [
        replace(one, table_id=f"t{k}", identity=f"p{k % 3}", kind=kind, times=times)
        for k in range(FEWEST_MATCHES)
        for kind, times in ((MATCH, 1), (DECISION, 4), (OPENING, 1))
    ]


def test_they_go_with_everything_else_that_is_known(house: House) -> None:
    over = finish(house.host, NAME)
    table = house.app.services.tables.registry.tables[over.removeprefix("/t/")]
    me, store = table.seats[0].identity, house.app.services.tables.store
    assert house.call(store.habits_of, me)
    house.host.post("/me/forget", data={"sure": "yes"})
    assert not house.call(store.habits_of, me)
    del house.app.services.tables.registry.tables[table.id]
    house.visitor().get(f"/w/{table.facts.watch_key}")
    assert not house.call(store.habits_of_people), "nor are they counted again"
    assert house.call(store.habits_of_cats)
