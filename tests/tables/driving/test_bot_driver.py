"""Cats at the table: handed what their seat may know, slow enough to follow, and nothing of theirs stops a table."""

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest

from purrlor.bots.players import choose
from purrlor.bots.processes.workers import Pool
from purrlor.core.game import game as game_of
from purrlor.tables.driving.bot_driver import UNDO_PATIENCE, Think, think_here
from purrlor.tables.errors import StoreError
from purrlor.tables.seats import TableSettings
from purrlor.tables.store import Store, open_store
from purrlor.tables.tables import Tables
from tests.fixtures import virtual_time
from tests.fixtures.playing import DEALS, GAMES, PATIENCE, play_on, play_once, until

pytestmark = pytest.mark.anyio


@pytest.fixture
async def store(sqlite_url: str) -> AsyncIterator[Store]:
    opened = await open_store(sqlite_url)
    yield opened
    await opened.close()


async def started(store: Store, think: Think | None = None, pace: float = 0.0) -> Tables:
    tables = Tables(store, think, pace=pace, entropy=DEALS.randbytes)
    await tables.start()
    return tables


@pytest.mark.parametrize("game", GAMES)
async def test_a_cat_is_handed_only_what_it_may_know(store: Store, game: str) -> None:
    asked = []

    async def think(name: str, hidden: bytes, seat: int, level: str, *, seed: int, table: str) -> int:
        asked.append((name, seat, level, seed, table))
        state = game_of(name).rules.State.from_bytes(hidden)
        assert state == game_of(name).hidden(state, seat)  # hiding it once more takes nothing away
        assert state.rng == [0, 0, 0, 0]
        return await think_here(name, hidden, seat, level, seed=seed, table=table)

    tables = await started(store, think)
    table = await tables.create("anna", game, 2, people=["Anna"], bots=["kitten"], begin=True)
    await play_on(tables, table)
    assert {(name, seat, level, at) for name, seat, level, _, at in asked} == {(game, 1, "kitten", table.id)}
    assert len({seed for *_, seed, _ in asked}) > 1
    await tables.stop()


async def nonsense(*facts: object, **more: object) -> int:
    return 99


async def failing(*facts: object, **more: object) -> int:
    raise RuntimeError("no thoughts today")


@pytest.mark.parametrize("think", [nonsense, failing])
async def test_a_cat_that_cannot_think_plays_on(store: Store, think: Callable[..., asyncio.Future[int]]) -> None:
    tables = await started(store, think)
    table = await tables.create("anna", "rat-a-tat-cat", 3, {"rounds": 1}, bots=["tiger"] * 3, begin=True)
    await until(lambda: table.stage == "finished")
    await tables.stop()


async def test_even_without_any_preference(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("purrlor.tables.driving.bot_driver.think_here", failing)
    tables = await started(store, failing)
    table = await tables.create("anna", "rat-a-tat-cat", 2, {"rounds": 1}, bots=["cat"] * 2, begin=True)
    await until(lambda: table.stage == "finished")
    await tables.stop()


async def test_a_lease_is_asked_for_until_the_store_answers(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody else wakes a table at which only cats are asked."""
    monkeypatch.setattr("purrlor.tables.driving.drivers.LEASE_RETRY", 0.01)
    lease, falls = store.lease, iter([StoreError("away"), StoreError("still away")])

    async def stumble(table_id: str) -> bool:
        for error in falls:
            raise error
        return await lease(table_id)

    monkeypatch.setattr(store, "lease", stumble)
    tables = await started(store)
    table = await tables.create("anna", "rat-a-tat-cat", 2, {"rounds": 1}, bots=["cat"] * 2, begin=True)
    await until(lambda: table.stage == "finished")
    assert not list(falls)
    await tables.stop()


async def test_a_cat_that_stumbled_gets_up_again(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("purrlor.tables.driving.retry.RETRY", 0.01)
    tables = await started(store)
    append, falls = store.append, iter([StoreError("away"), RuntimeError("oops"), StoreError("away")])

    async def stumble(*facts: Any) -> None:
        for error in falls:
            raise error
        await append(*facts)

    monkeypatch.setattr(store, "append", stumble)
    table = await tables.create("anna", "rat-a-tat-cat", 2, {"rounds": 1}, bots=["cat"] * 2, begin=True)
    await until(lambda: table.stage == "finished")
    await tables.stop()


async def test_people_can_follow(store: Store) -> None:
    tables = await started(store, pace=0.05)
    table = await tables.create("anna", "rat-a-tat-cat", 2, bots=["cat"] * 2, begin=True)
    await until(lambda: len(table.playing().log) >= 8)
    acts = [row.at for row in await store.rows(table.id) if row.kind == "act"]
    assert acts[7] - acts[0] > 5 * 0.05  # what they do at once, they may do at once
    await tables.stop()


def test_cats_leave_time_to_take_a_decision_back(sqlite_url: str) -> None:
    """A swap of Pocket Cats may be taken back until the cat turns a tile up; a tile turned up may not."""
    pace = 0.1

    async def story() -> None:
        store, loop = await open_store(sqlite_url), asyncio.get_running_loop()
        tables = Tables(store, think_here, pace=pace, time=lambda: 1e6 + loop.time(), entropy=DEALS.randbytes)
        await tables.start()
        options = {"clans": "first"}
        table = await tables.create("anna", "pocket-cats", 2, options, people=["Anna"], bots=["kitten"], begin=True)
        await until(lambda: table.waiting() == (0,))
        for _ in range(2):
            await tables.play(table.id, "anna", 0, table.legal(0)[0], table.question[0])
        assert table.can_undo(0)
        swapped = len(table.playing().log)
        await until(lambda: len(table.playing().log) >= swapped + 2)
        acts = [row.at for row in await store.rows(table.id) if row.kind == "act"]
        assert acts[swapped] - acts[swapped - 1] == pytest.approx(UNDO_PATIENCE * pace)
        await tables.stop()
        await store.close()

    virtual_time.run(story())


async def test_a_table_does_not_wait_for_a_thought(store: Store) -> None:
    thoughts: list[asyncio.Event] = []

    async def slow(name: str, hidden: bytes, seat: int, level: str, *, seed: int, table: str) -> int:
        thoughts.append(asyncio.Event())
        await thoughts[-1].wait()
        return await think_here(name, hidden, seat, level, seed=seed, table=table)

    tables = await started(store, slow)
    table = await tables.create("anna", "more-kitties", 3, people=["Anna", "Boris"], bots=["tiger"], begin=True)
    await until(lambda: thoughts)
    assert tables.numbers()["cats_thinking"] == 1
    for _ in range(20):  # the cat hands a token over while the others do: they do not wait for it
        if not any(not table.seats[seat].is_played_by_cat for seat in table.waiting()):
            break
        await asyncio.wait_for(play_once(tables, table), PATIENCE)
    assert table.waiting() == (2,)
    assert len(thoughts) == 1
    thoughts[0].set()
    await until(lambda: table.waiting() != (2,) or len(thoughts) > 1)
    await tables.stop()


async def test_a_thought_about_something_that_is_gone(store: Store) -> None:
    """The player comes back while the cat thinks for them: what it thought of is not played."""
    go = asyncio.Event()

    async def slow(name: str, hidden: bytes, seat: int, level: str, *, seed: int, table: str) -> int:
        await go.wait()
        return await think_here(name, hidden, seat, level, seed=seed, table=table)

    tables = await started(store, slow)
    table = await tables.create("anna", "rat-a-tat-cat", 2, {"rounds": 9}, people=["Anna"])
    await tables.sit(table.id, "boris", "Boris")
    await tables.begin(table.id, "anna")
    while table.waiting() != (1,) or len(table.legal(1)) < 2:
        await play_once(tables, table)
    table.presence.since -= 1000
    table.presence.last_seen.clear()
    await tables.let_cat_play(table.id, "anna", 1)
    await until(lambda: tables.bots.moving)
    await tables.return_to_seat(table.id, "boris", 1)
    n = table.n
    go.set()
    await until(lambda: not tables.bots.moving)
    assert table.n == n
    await tables.play(table.id, "boris", 1, table.legal(1)[0], table.question[1])
    await tables.stop()


@pytest.mark.parametrize("think", [think_here, Pool(1, ["rat-a-tat-cat"]).think], ids=["here", "pool"])
async def test_a_cat_that_stands_in_makes_no_mistakes(store: Store, think: Think) -> None:
    """A cat of Rat-a-Tat Cat errs in every third decision; one that decides for somebody away, or because the time is
    up, does always what a cat does that makes no mistakes."""
    asked = []

    async def noted(name: str, hidden: bytes, seat: int, level: str, *, seed: int, table: str) -> int:
        state = game_of(name).rules.State.from_bytes(hidden)
        chosen = {await think(name, hidden, seat, level, seed=seed, table=table) for seed in range(20)}
        asked.append((seat, chosen == {choose(game_of(name), state, seat, "cat")}))
        return chosen.pop()

    tables = await started(store, noted)
    table = await tables.create("anna", "rat-a-tat-cat", 3, {"rounds": 1}, people=["Anna"], bots=["cat"])
    await tables.sit(table.id, "boris", "Boris")
    await tables.begin(table.id, "anna")
    await tables.hand_to_cat(table.id, "anna", 2)  # Boris is away, and Anna's time is always up
    table.settings = TableSettings(clock=0.01)
    tables.clock.set(table)
    await until(lambda: table.stage == "finished")
    assert {seat for seat, _ in asked} == {0, 1, 2}
    assert all(is_best for seat, is_best in asked if seat != 1)
    assert not all(is_best for seat, is_best in asked if seat == 1)
    await tables.stop()
