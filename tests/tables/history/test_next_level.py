"""After wins in a row against one level the next one is offered, to a person alone among cats."""

import pytest

from purrlor.tables.errors import BadLevel
from purrlor.tables.history.match_summary import summary_of
from purrlor.tables.store import Result
from purrlor.tables.table import Table
from purrlor.tables.tables import Tables
from tests.fixtures.playing import play_on

pytestmark = pytest.mark.anyio
GAME = "rat-a-tat-cat"


async def offered(tables: Tables, table: Table, monkeypatch: pytest.MonkeyPatch, wins: list[bool]) -> str:
    """What is offered at this table's end if the person's matches so far, this one the last, went like this."""
    found = tables.store.results_of

    async def told(identity: str, limit: int = 1000) -> list[Result]:
        results = await found(identity, limit)
        assert len(results) == len(wins), "the results of all matches are there when the summary is made"
        return [result.__class__(**{**facts(result), "won": won}) for result, won in zip(results, wins, strict=True)]

    monkeypatch.setattr(tables.store, "results_of", told)
    table.summary = None
    level = (await summary_of(table, tables.store)).next_level
    monkeypatch.setattr(tables.store, "results_of", found)
    return level


def facts(result: Result) -> dict[str, object]:
    return {name: getattr(result, name) for name in Result.__dataclass_fields__}


async def test_three_wins_in_a_row_against_one_level(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await tables.create("anna", GAME, 2, {"rounds": 1}, people=["Anna"], bots=["kitten"], begin=True)
    await play_on(tables, table)
    assert await offered(tables, table, monkeypatch, [True]) == ""
    for _ in range(2):
        table = await tables.rematch(table.id, "anna")
        await play_on(tables, table)
    assert await offered(tables, table, monkeypatch, [True, True, True]) == "cat"
    assert await offered(tables, table, monkeypatch, [False, True, True]) == ""
    table = await tables.rematch(table.id, "anna", level="cat")
    assert {seat.level for seat in table.seats if seat.level} == {"cat"}
    await play_on(tables, table)
    assert await offered(tables, table, monkeypatch, [True] * 4) == "", "of the last three, one was against a cat"


async def test_among_people_nobody_changes_the_cats(tables: Tables) -> None:
    table = await tables.create("anna", GAME, 3, {"rounds": 1}, people=["Anna"], bots=["kitten"])
    await tables.sit(table.id, "boris", "Boris")
    await tables.begin(table.id, "anna")
    await play_on(tables, table)
    with pytest.raises(BadLevel, match="lay a new table"):
        await tables.rematch(table.id, "anna", level="lion")
    with pytest.raises(BadLevel, match="choose one of kitten, cat, tiger, lion"):
        await tables.rematch(table.id, "anna", level="lynx")
    assert (await summary_of(table, tables.store)).next_level == ""
