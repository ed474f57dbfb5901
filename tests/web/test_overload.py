"""More to do than one process can: those who play come first, new tables are refused in words, and it passes."""

import asyncio
import time
from pathlib import Path
from time import perf_counter

import pytest

from purrlor.tables.tables import Tables
from purrlor.tables.viewers.watcher_queue import WatcherQueue
from purrlor.web.server.loop_lag import BUSY, CALM, IN_A_ROW, LATE, WAITED, LoopLag
from tests.fixtures.asgi import Client, open_app
from tests.fixtures.playing import two_people, until
from tests.fixtures.visitors import actions, form_of, open_house, play_now

FULL = "The parlour is full just now. Try again in a minute."


def test_new_tables_are_refused_and_moves_are_not(tmp_path: Path) -> None:
    with open_house(tmp_path, rate=1) as house:
        table = play_now(house.host, "rat-a-tat-cat")
        house.app.services.loop_lag.overloaded_until = time.monotonic() + 3600
        for address, data in (("/play/cat-cafe", {}), ("/new/cat-cafe/friends", {"name": "Mira"})):
            answer = house.host.post(address, data=data)
            assert (answer.status_code, FULL in answer.text) == (429, True)
            assert answer.headers["retry-after"] == "30"
        answer = house.host.post("/api/tables", json={"game": "cat-cafe"})
        assert (answer.status_code, FULL in answer.text) == (429, True)
        page = house.host.get(table).text
        assert house.host.post(f"{table}/play", data=form_of(page, actions(page)[0])).status_code == 200
        house.app.services.loop_lag.overloaded_until = 0.0
        play_now(house.host, "cat-cafe")


def test_an_operator_without_limits_is_not_refused(tmp_path: Path) -> None:
    with open_house(tmp_path, rate=0) as house:
        house.app.services.loop_lag.overloaded_until = time.monotonic() + 3600
        play_now(house.host, "cat-cafe")


def test_overload_is_lateness_in_a_row_by_own_work() -> None:
    lag = LoopLag()
    late, waited, busy = LATE + 0.1, WAITED + 0.1, BUSY + 0.1
    for k in range(IN_A_ROW - 1):
        lag.note(late, 0.0, busy, float(k))
    assert not lag.is_overloaded(0.0)  # an accident
    lag.note(0.0, 0.0, busy, 2.0)
    lag.note(late, 0.0, busy, 3.0)
    assert not lag.is_overloaded(3.0)  # not in a row
    for k in range(IN_A_ROW):
        lag.note(late, waited, BUSY - 0.1, 4.0 + k)
    assert not lag.is_overloaded(8.0)  # the machine is slow, not this process
    for k in range(IN_A_ROW):
        lag.note(late if k else 0.0, 0.0 if k else waited, busy, 10.0 + k)
    assert lag.is_overloaded(9.0 + IN_A_ROW)
    lag.note(0.0, 0.0, 0.1, 10.0 + IN_A_ROW)
    assert not lag.is_overloaded(9.0 + IN_A_ROW + CALM)


@pytest.mark.anyio
async def test_watchers_say_how_long_they_have_waited(sqlite_tables: Tables) -> None:
    room, queue = await two_people(sqlite_tables), WatcherQueue()
    assert queue.waited() == 0.0
    queue.waiting[room] = perf_counter() - 7
    assert queue.waited() >= 7


@pytest.mark.anyio
async def test_whether_all_is_well_is_said_in_time_also_by_a_store_that_does_not_give_up(
    memory_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """PostgreSQL's driver, told to stop waiting for a server that hangs, first waits for it a second time."""
    given_up, released = asyncio.Event(), asyncio.Event()

    async def hang() -> None:
        try:
            await released.wait()
        finally:
            given_up.set()
            await released.wait()

    async with open_app(memory_folder) as app:
        monkeypatch.setattr("purrlor.web.app.HEALTH_SECONDS", 0.0)
        monkeypatch.setattr(app.services.tables.store, "check", hang)
        asking = asyncio.create_task(Client(app).get("/healthz"))
        try:
            await until(asking.done)
            assert not released.is_set()
            assert (asking.result().status, asking.result().text) == (503, "the store did not answer within 0 s\n")
            await until(given_up.is_set)
        finally:
            released.set()
            await asking
