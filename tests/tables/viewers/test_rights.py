"""Nobody is shown a seat that is not theirs: not by an old socket, an old token, an old link or a shared device."""

import json
from pathlib import Path

import pytest

from purrlor.tables.table import Table
from purrlor.tables.tables import Tables
from tests.fixtures.asgi import Client, Line, open_app, settle, socket, stream
from tests.fixtures.playing import until

pytestmark = pytest.mark.anyio
GAME = "rat-a-tat-cat"


async def people(tables: Tables, *names: str) -> list[str]:
    return [(await tables.identities.create(name, "en")).id for name in names]


async def laid(tables: Tables, host: str, seats: int = 3) -> Table:
    return await tables.create(host, GAME, seats, people=["Host"])


async def ended(line: Line) -> None:
    await until(lambda: line.ended)


async def test_a_socket_does_not_outlive_its_seat(memory_folder: Path) -> None:
    """Sit down, open the screen of the seat, stand up, sit elsewhere: whoever sits there now has secrets of their
    own."""
    async with open_app(memory_folder) as app:
        tables = app.services.tables
        host, mallory, anna = await people(tables, "Host", "Mallory", "Anna")
        table = await laid(tables, host)
        await tables.sit(table.id, mallory, "Mallory", 1)
        heard: list[str] = []
        old = socket(Client(app, mallory), f"/t/{table.id}/live?seat=1", heard.append)
        await until(lambda: heard)
        await tables.stand_up(table.id, mallory, 1)
        await tables.sit(table.id, mallory, "Mallory", 2)
        await tables.sit(table.id, anna, "Anna", 1)
        before = len(heard)
        await tables.begin(table.id, host)
        await ended(old)
        assert old.code == 1008
        assert not any('name="seat" value="1"' in text for text in heard[before:])
        assert (await Client(app, mallory).get(f"/t/{table.id}/live?seat=1")).status == 403


async def test_a_socket_of_a_seat_that_was_taken_away_closes(memory_folder: Path) -> None:
    async with open_app(memory_folder) as app:
        tables = app.services.tables
        host, mallory, anna = await people(tables, "Host", "Mallory", "Anna")
        table = await laid(tables, host)
        await tables.sit(table.id, anna, "Anna", 1)
        await tables.sit(table.id, mallory, "Mallory", 2)
        heard: list[str] = []
        old = socket(Client(app, mallory), f"/t/{table.id}/live?seat=2", heard.append)
        await until(lambda: heard)
        await tables.stand_up(table.id, mallory, 2)
        await tables.change(table.id, host, seats=2)
        await tables.begin(table.id, host)
        await ended(old)
        assert old.code == 1008


async def test_a_shared_device_does_not_show_a_seat_that_was_handed_over(memory_folder: Path) -> None:
    async with open_app(memory_folder) as app:
        tables = app.services.tables
        host, friend = await people(tables, "Host", "Friend")
        table = await tables.create(host, GAME, 2, people=["Ann", "Boris"], begin=True)
        lines, heard = [], []
        for query in ("?up=1", "?seat=1", ""):
            lines.append(socket(Client(app, host), f"/t/{table.id}/live{query}", heard.append))
        await until(lambda: len(heard) >= 3)
        link = await tables.identities.make_link(table.id, host, 1)
        token = await tables.identities.make_token(table.id, host, 1)
        await tables.move_seat(table.id, host, 1, friend)
        for line in lines:
            await ended(line)
        assert [line.code for line in lines] == [1008] * 3
        program = Client(app, token=token)
        assert (await program.get(f"/api/tables/{table.id}")).status == 403
        used = await Client(app).post(f"/me/{link}")
        assert used.status == 410, "a link of a seat that was handed over"
        again: list[str] = []
        left = socket(Client(app, host), f"/t/{table.id}/live", again.append)
        await until(lambda: again)
        assert 'name="seat" value="0"' in again[0]
        await left.close()


@pytest.mark.parametrize("way", ["stand_up", "remove", "leave"])
async def test_tokens_streams_and_links_end_with_the_seat(memory_folder: Path, way: str) -> None:
    async with open_app(memory_folder) as app:
        tables = app.services.tables
        host, mallory, anna = await people(tables, "Host", "Mallory", "Anna")
        table = await laid(tables, host, 2)
        await tables.sit(table.id, mallory, "Mallory", 1)
        token = await tables.identities.make_token(table.id, mallory, 1)
        link = await tables.identities.make_link(table.id, mallory, 1)
        program, heard = Client(app, token=token), list[str]()
        events = stream(program, f"/api/tables/{table.id}/events", heard.append)
        await until(lambda: heard)
        if way == "leave":
            await tables.leave(table.id, mallory)
        else:
            await getattr(tables, way)(table.id, host if way == "remove" else mallory, 1)
        await tables.sit(table.id, anna, "Anna", 1)
        before = len(heard)
        await tables.begin(table.id, host)
        await ended(events)
        told = [json.loads(text.removeprefix("data: ")) for text in heard[before:] if text.startswith("data: ")]
        assert not [one for one in told if one["stage"] == "running"]
        at = f"/api/tables/{table.id}"
        assert [(await program.get(f"{at}{part}")).status for part in ("", "/events", "/record")] == [403] * 3
        assert (await program.post(f"{at}/act", {"action": 0, "seen": 0})).status == 403
        assert (await Client(app).post(f"/me/{link}")).status == 410


async def test_a_token_is_dead_for_good(memory_folder: Path) -> None:
    """Also when its owner sits down on the same seat once more."""
    async with open_app(memory_folder) as app:
        tables = app.services.tables
        host, mallory = await people(tables, "Host", "Mallory")
        table = await laid(tables, host, 2)
        await tables.sit(table.id, mallory, "Mallory", 1)
        old = Client(app, token=await tables.identities.make_token(table.id, mallory, 1))
        assert (await old.get(f"/api/tables/{table.id}")).status == 200
        await tables.stand_up(table.id, mallory, 1)
        await tables.sit(table.id, mallory, "Mallory", 1)
        assert (await old.get(f"/api/tables/{table.id}")).status == 403
        new = Client(app, token=await tables.identities.make_token(table.id, mallory, 1))
        assert (await new.get(f"/api/tables/{table.id}")).status == 200


async def test_a_seat_that_goes_to_a_cat_for_good_ends_its_tokens(memory_folder: Path) -> None:
    async with open_app(memory_folder) as app:
        tables, now = app.services.tables, [1e9]
        tables.registry.time = lambda: now[0]
        host, late = await people(tables, "Host", "Late")
        table = await laid(tables, host, 2)
        await tables.sit(table.id, late, "Late", 1)
        program = Client(app, token=await tables.identities.make_token(table.id, late, 1))
        await tables.begin(table.id, host)
        now[0] += 1000
        await tables.let_cat_play(table.id, host, 1)
        assert (await program.get(f"/api/tables/{table.id}")).status == 200, "a cat that stands in is no new owner"
        now[0] += 1000
        await tables.let_cat_play(table.id, host, 1)
        await tables.remove(table.id, host, 1)
        assert (await program.get(f"/api/tables/{table.id}")).status == 403
        await settle()
