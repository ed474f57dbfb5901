"""Bots of the operator's own at tables: chosen like levels, shown only what they may know, replaced when they fail."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from purrlor.bots.user_bots_at_tables import OwnBot, OwnBots, read_own_bots
from purrlor.core.errors import PurrlorError
from purrlor.tables.errors import BadLevel
from tests.fixtures.asgi import Client, open_app
from tests.fixtures.playing import play_on, until

pytestmark = pytest.mark.anyio
RAT = "rat-a-tat-cat"
SOURCE = """
import os, time
from purrlor import game
rat = game("rat-a-tat-cat")
class Careful:
    def __init__(self, game):
        self.game, self.asked = game, 0
    def choose(self, hidden, seat):
        assert hidden == self.game.hidden(hidden, seat) and not any(hidden.rng), "this was not hidden"
        assert not [name for name in os.environ if "SECRET" in name or "DATABASE" in name]
        self.asked += 1
        print("careful", self.asked)
        return self.game.legal(hidden, seat)[0]
def broken(hidden, seat):
    return {}["no such key"]
def hanging(hidden, seat):
    time.sleep(3600)
def leaving(hidden, seat):
    os._exit(3)
"""
BOTS = f"Lynx = table_bots:Careful @ {RAT}; Puma = table_bots:broken; Manul = table_bots:leaving; Ghost = nowhere:bot"


@pytest.fixture(autouse=True)
def own_bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "table_bots.py").write_text(SOURCE)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PURRLOR_SECRET", "not for bots")


async def test_bots_of_the_operators_own(memory_folder: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with open_app(memory_folder, own_bots=BOTS, own_bot_seconds=600) as app:
        tables, client = app.services.tables, Client(app)
        await until(lambda: tables.own_bots.broken)
        assert tables.levels(RAT)[4:] == ["own:Lynx", "own:Puma", "own:Manul"]
        assert tables.levels("cat-cafe")[4:] == ["own:Puma", "own:Manul"]
        assert (await client.get(f"/api/games/{RAT}")).json()["levels"] == tables.levels(RAT)
        page = (await client.get("/")).text
        assert [page.count(f"{name} (bot)") for name in ("Lynx", "Puma", "Ghost")] == [1, 4, 0]

        with pytest.raises(BadLevel, match="choose one of kitten, cat, tiger, lion, own:Lynx, own:Puma"):
            await tables.create("anna", RAT, 2, people=["Anna"], bots=["own:Ghost"], begin=True)
        bots = ["own:Lynx", "own:Puma", "own:Lynx", "own:Manul"]
        table = await tables.create("anna", RAT, 5, people=["Anna"], bots=bots, begin=True)
        assert table.names("en")[1:3] == ["Lynx", "Puma"]
        await play_on(tables, table)
        await until(lambda: table.stage == "finished")
        assert [seat.level for seat in table.seats] == ["", "own:Lynx", "cat", "own:Lynx", "cat"]
        again = await tables.rematch(table.id, "anna", game="more-kitties")
        assert {seat.level for seat in again.seats if seat.level} == {"cat"}, "Lynx does not play that game"
    assert "Ghost cannot be loaded and is not offered: Cannot load the bot nowhere:bot" in caplog.text
    assert re.search(r"a cat takes the seat of Puma .*table_bots.py, line 15: KeyError", caplog.text)
    assert "a cat takes the seat of Manul at a table of rat-a-tat-cat: The process of the bots ended" in caplog.text


async def test_a_bot_that_hangs_is_replaced_and_the_others_go_on(memory_folder: Path) -> None:
    async with open_app(memory_folder) as app:
        tables = app.services.tables
        own = OwnBots([OwnBot("Sloth", "table_bots:hanging"), OwnBot("Lynx", "table_bots:Careful")], seconds=0.0)
        async with own:
            tables.own_bots = tables.bots.own_bots = own
            table = await tables.create("anna", RAT, 2, bots=["own:Sloth", "cat"], begin=True)
            await until(lambda: table.seats[0].level == "cat")
            own.seconds = 600.0
            table = await tables.create("anna", RAT, 2, {"rounds": 1}, bots=["own:Lynx", "cat"], begin=True)
            await until(lambda: table.stage == "finished")
            assert table.seats[0].level == "own:Lynx"


async def test_a_bot_that_the_server_no_longer_has(memory_folder: Path) -> None:
    """The log of a table may name one of an earlier start."""
    async with open_app(memory_folder, own_bots=BOTS) as app:
        tables = app.services.tables
        table = await tables.create("anna", RAT, 2, people=["Anna"], bots=["own:Lynx"])
    async with open_app(memory_folder) as app:
        tables = app.services.tables
        await tables.begin(table.id, "anna")
        table = await tables.get(table.id)
        await play_on(tables, table)
        assert table.seats[1].level == "cat"


@pytest.mark.parametrize(
    "text",
    ["Lynx", "Lynx =", "= a:b", "Lynx = a b", "Lynx = a:b; Lynx = c:d", f"{'L' * 25} = a:b", "Lynx = a:b @ chess"],
)
def test_a_setting_that_cannot_be_read(text: str) -> None:
    with pytest.raises(PurrlorError, match=r"Write own bots as|chess"):
        read_own_bots(text)


def test_a_setting() -> None:
    assert read_own_bots("") == ()
    assert read_own_bots("Lynx=a:b@cat-cafe pocket-cats ; Big Puma = puma") == (
        OwnBot("Lynx", "a:b", ("cat-cafe", "pocket-cats")),
        OwnBot("Big Puma", "puma"),
    )
