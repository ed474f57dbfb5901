"""A choice made in secret, step by step: the others get no frame, no event, no other number and no other clock."""

import asyncio
import re
from dataclasses import replace
from pathlib import Path

import pytest

from purrlor.games.cat_cafe.rules.state import DRAW, PASS
from purrlor.tables.seats import TableSettings
from purrlor.tables.table import Table
from purrlor.tables.tables import Tables
from purrlor.web.api.endpoints import table_view
from tests.fixtures.asgi import Client, open_app, settle, socket, stream
from tests.fixtures.playing import until

pytestmark = pytest.mark.anyio
ANN, BORIS = "ann", "boris"


async def drawing(tables: Tables) -> Table:
    """Ann and Boris with their dice: both choose in secret now."""
    table = await tables.create(ANN, "cat-cafe", 2, settings=TableSettings(clock=60), people=["Ann"])
    await tables.sit(table.id, BORIS, "Boris")
    await tables.begin(table.id, ANN)
    while table.playing().state.phase != DRAW:
        await act(tables, table, table.waiting()[0], table.legal(table.waiting()[0])[0])
    return table


async def act(tables: Tables, table: Table, seat: int, action: int) -> None:
    await tables.play(table.id, (ANN, BORIS)[seat], seat, action, table_view(table, seat, "en")["seen"])


async def test_nothing_that_others_receive_tells_the_steps(memory_folder: Path) -> None:
    async with open_app(memory_folder) as app:
        tables, now = app.services.tables, [1e9]
        tables.registry.time = lambda: now[0]
        table = await drawing(tables)
        program, screen, watcher = list[str](), list[str](), list[str]()
        boris = Client(app, token=await tables.identities.make_token(table.id, BORIS, 1))
        lines = [
            stream(boris, f"/api/tables/{table.id}/events", program.append),
            socket(Client(app, BORIS), f"/t/{table.id}/live", screen.append),
            socket(Client(app), f"/w/{table.facts.watch_key}/live", watcher.append),
        ]
        own = socket(Client(app, ANN), f"/t/{table.id}/live", lambda _: None)
        await until(lambda: program and screen and watcher)
        await settle()
        heard = [len(each) for each in (program, screen, watcher)]
        before = table_view(table, 1, "en"), table_view(table, 7, "en")
        until_then = re.findall(r"data-until=\"(\d+)\"", (await Client(app, BORIS).get(f"/t/{table.id}/live")).text)
        item = next(action for action in table.legal(0) if action != PASS)
        for _ in range(2):
            now[0] += 7
            await act(tables, table, 0, item if item in table.legal(0) else table.legal(0)[0])
            await settle()
            page = (await Client(app, BORIS).get(f"/t/{table.id}/live")).text
            assert re.findall(r"data-until=\"(\d+)\"", page) == until_then
            assert (table_view(table, 1, "en"), table_view(table, 7, "en")) == before
        assert [len(each) for each in (program, screen, watcher)] == heard
        for line in (*lines, own):
            await line.close()


async def test_advice_in_a_secret_choice_wakes_nobody_else(
    memory_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Screens that are woken show what time has changed meanwhile: when they do would tell when it was asked for."""
    async with open_app(memory_folder) as app:
        tables, woken = app.services.tables, list[str | None]()
        table = await drawing(tables)
        table.settings = replace(table.settings, advice=True)
        monkeypatch.setattr(Table, "show", lambda self, only=None: woken.append(only))
        await tables.ask_advice(table.id, ANN, 0, table_view(table, 0, "en")["seen"])
        assert woken == [ANN]
        assert not any("asked a cat" in line for line in table.story(1, "en", 9))


async def test_whether_i_can_take_back_does_not_tell_that_another_has_chosen(memory_folder: Path) -> None:
    async with open_app(memory_folder) as app:
        tables = app.services.tables
        table = await drawing(tables)
        item = next(action for action in table.legal(0) if action != PASS)
        await act(tables, table, 0, item)
        assert table_view(table, 0, "en")["can_undo"]
        await act(tables, table, 1, next(action for action in table.legal(1) if action != PASS))
        assert table_view(table, 0, "en")["can_undo"], "Boris has begun to choose, and Ann cannot know"
        chosen = table.playing().state.item[1]
        await tables.undo(table.id, ANN, 0, table_view(table, 0, "en")["seen"])
        assert table.playing().state.item[0] == -1
        assert table.playing().state.item[1] == chosen, "what Boris has chosen stays"
        assert item in table.legal(0)
        again = await reloaded(tables, table)
        assert again.playing().state == table.playing().state


async def reloaded(tables: Tables, table: Table) -> Table:
    tables.registry.evict(table)
    return await tables.get(table.id)


async def test_a_cat_waits_once_for_all_steps(memory_folder: Path) -> None:
    """The wait counts from what everybody saw: after the first step there is nothing left to wait for."""
    async with open_app(memory_folder) as app:
        tables, now, may_think = app.services.tables, [1e9], asyncio.Event()
        tables.registry.time = lambda: now[0]

        async def think(name: str, hidden: bytes, seat: int, level: str, *, seed: int, table: str) -> int:
            if tables.registry.tables[table].playing().state.phase == DRAW:
                await may_think.wait()
            found = tables.registry.tables[table].legal(seat)
            return next((action for action in found if action != PASS), found[0])

        tables.bots.think = think
        table = await tables.create(ANN, "cat-cafe", 2, people=["Ann"], bots=["cat"], begin=True)
        while table.playing().state.phase != DRAW:
            if table.legal(0):
                await act(tables, table, 0, table.legal(0)[0])
            await until(lambda: table.legal(0) or table.playing().state.phase == DRAW)
        tables.bots.pace = 1000.0  # real seconds: nobody waits for them in this test
        now[0] += 1000
        tables.registry.note_viewer(table)  # cats wait where nobody looks
        may_think.set()
        await until(lambda: not table.legal(1))
        assert table.playing().state.hex[1] >= 0, "two steps at least"
