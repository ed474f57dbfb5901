"""The square to point a phone at: only for tables that are there, only of names that may be, never on the loop."""

import threading
from pathlib import Path

import pytest

from purrlor.web.pages.pictures import images
from purrlor.web.rendering import sprites
from tests.fixtures.asgi import Client, open_app

pytestmark = pytest.mark.anyio


async def test_only_for_tables_that_exist(memory_folder: Path) -> None:
    async with open_app(memory_folder) as app:
        assert (await Client(app).get("/qr/nowhere.svg")).status == 404
        assert (await Client(app).get(f"/qr/{'x' * 400}.svg")).status == 404
        me = (await app.services.tables.identities.create("Ann", "en")).id
        table = await app.services.tables.create(me, "cat-cafe", 2, people=["Ann"])
        answer = await Client(app).get(f"/qr/{table.id}.svg")
        assert answer.status == 200
        assert answer.text.startswith("<svg")


@pytest.mark.parametrize("length", [256, 2_000, 5_000])
async def test_a_host_that_no_network_has(length: int, memory_folder: Path) -> None:
    """It would take long to draw, and beyond some length there is no such square."""
    async with open_app(memory_folder) as app:
        me = (await app.services.tables.identities.create("Ann", "en")).id
        table = await app.services.tables.create(me, "cat-cafe", 2, people=["Ann"])
        answer = await Client(app).get(f"/qr/{table.id}.svg", host="a" * length)
        assert answer.status == 400


async def test_drawn_once_and_beside_the_loop(memory_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []
    make = sprites.segno.make

    def watched(text: str, **given: object) -> object:
        drawn.append(threading.current_thread().name)
        return make(text, **given)

    monkeypatch.setattr(sprites.segno, "make", watched)
    async with open_app(memory_folder) as app:
        me = (await app.services.tables.identities.create("Ann", "en")).id
        table = await app.services.tables.create(me, "cat-cafe", 2, people=["Ann"])
        answers = [await Client(app).get(f"/qr/{table.id}.svg") for _ in range(3)]
    assert len({answer.body for answer in answers}) == 1
    assert len(drawn) == 1
    assert drawn[0] != threading.main_thread().name
    assert images.QR_CODES_CACHED < 10_000
