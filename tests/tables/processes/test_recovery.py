"""Tables come back: from idleness, from a restart, from a store that stumbles."""

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest

from purrlor.core.seats import WATCHER
from purrlor.tables import log
from purrlor.tables.errors import OldRules, StoreError, UnknownTable
from purrlor.tables.processes.heartbeat import SHORTEST_RETENTION
from purrlor.tables.seats import TableSettings
from purrlor.tables.store import Row, Store, open_store
from purrlor.tables.table import Table
from purrlor.tables.tables import Tables
from tests.fixtures.playing import DEALS, GAMES, board, play_on, play_once, two_people, until

pytestmark = pytest.mark.anyio


def looks(table: Table) -> list[Any]:
    """Everything about a table that can be seen."""
    eyes = [*range(len(table.seats)), WATCHER]
    return [
        table.n, table.seats, table.options, table.settings, table.stage, table.again, table.asked, table.question,
        table.asked_at, table.makers, table.played, table.started, table.shown, table.facts,
        board(table), [table.view(eye).to_bytes() for eye in eyes],
        [table.can_undo(seat) for seat in range(len(table.seats))],
        [table.story(eye, language, 20) for eye in eyes for language in ("en", "ru")],
    ]  # fmt: skip


@pytest.mark.parametrize("game", GAMES)
async def test_an_idle_table_leaves_memory_and_comes_back(tables: Tables, game: str) -> None:
    table = await two_people(tables, game)
    for decisions in (1, 5, 14, 100_000):
        await play_on(tables, table, decisions)
        if table.can_undo(0):
            await tables.undo(table.id, "anna", 0, table.question[0])
        before = looks(table)
        tables.heartbeat.retention.idle_after = -1.0
        await tables.heartbeat.evict_idle()
        tables.heartbeat.retention.idle_after = 900.0
        assert table.id not in tables.registry.tables
        again = await tables.get(table.id)
        assert again is not table
        assert again.version >= table.version
        assert looks(again) == before
        table = again
    assert table.stage == "finished"


async def test_a_table_that_is_looked_at_stays(tables: Tables) -> None:
    table = await two_people(tables)
    tables.heartbeat.retention.idle_after = -1.0
    with tables.subscribe(table, 0, "anna"):
        await tables.heartbeat.evict_idle()
        assert await tables.get(table.id) is table
    async with table.lock:
        await tables.heartbeat.evict_idle()
        assert table.id in tables.registry.tables
    clock = await tables.create(
        "anna", "rat-a-tat-cat", 2, settings=TableSettings(clock=600), people=["A", "B"], begin=True
    )
    await until(lambda: clock.is_driven_here)
    await tables.heartbeat.evict_idle()
    assert list(tables.registry.tables) == [clock.id]  # its time runs on


async def test_many_ask_for_the_same_table(tables: Tables) -> None:
    table = await two_people(tables)
    tables.heartbeat.retention.idle_after = -1.0
    await tables.heartbeat.evict_idle()
    found = await asyncio.gather(*(tables.get(table.id) for _ in range(10)), tables.watched(table.facts.watch_key))
    assert len(set(map(id, found))) == 1


async def test_too_many_tables_in_memory(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("purrlor.tables.processes.heartbeat.MOST_IN_MEMORY", 2)
    made = [await two_people(tables) for _ in range(4)]
    await tables.heartbeat.evict_idle()
    assert set(tables.registry.tables) == {table.id for table in made[2:]}


async def test_cats_go_on_after_a_restart(store_url: str) -> None:
    store = await open_store(store_url)
    tables = Tables(store, pace=600.0, entropy=DEALS.randbytes)  # these cats never come to move
    await tables.start()
    table = await tables.create("anna", "rat-a-tat-cat", 3, {"rounds": 1}, bots=["cat"] * 3, begin=True)
    await until(lambda: table.is_driven_here)
    before = looks(table)
    await tables.stop()
    await store.close()

    store = await open_store(store_url)
    tables = Tables(store, pace=0.0, entropy=DEALS.randbytes)
    await tables.start()  # nobody asks for the table
    await until(lambda: table.id in tables.registry.tables)
    again = await tables.get(table.id)
    assert again.n >= before[0]
    await until(lambda: again.stage == "finished")
    await tables.stop()
    await store.close()


class Stumbling:
    """A store that writes rows down and then fails to say so, or fails to write them."""

    def __init__(self, store: Store, writes: bool) -> None:
        self.store, self.writes, self.stumbles = store, writes, True

    def __getattr__(self, name: str) -> Any:
        return getattr(self.store, name)

    async def append(self, table_id: str, rows: Sequence[Row], *facts: Any) -> None:
        if self.writes or not self.stumbles:
            await self.store.append(table_id, rows, *facts)
        if self.stumbles:
            self.stumbles = False
            raise StoreError("The store stumbled.")


@pytest.mark.parametrize("writes", [False, True])
async def test_when_nobody_knows_whether_it_was_written(store: Store, writes: bool) -> None:
    tables = Tables(store, pace=0.0, entropy=DEALS.randbytes)
    await tables.start()
    table = await two_people(tables)
    n, seat = table.n, table.waiting()[0]
    action, me = table.legal(seat)[0], table.seats[seat].identity
    tables.pipeline.store = Stumbling(store, writes)  # type: ignore[assignment]
    with pytest.raises(StoreError):
        await tables.play(table.id, me, seat, action, table.question[seat])
    table = await tables.get(table.id)  # asks the store what is true
    assert table.n == (n + 1 if writes else n)
    await play_on(tables, table, 10)
    assert [row.n for row in await store.rows(table.id)] == list(range(1, table.n + 1))
    await tables.stop()


async def test_a_click_that_is_cut_off(tables: Tables) -> None:
    """The browser goes away while the decision is being written: it is made or it is not, and the table goes on."""
    table = await two_people(tables)
    for _ in range(10):
        seat = table.waiting()[0]
        wish = asyncio.create_task(
            tables.play(table.id, table.seats[seat].identity, seat, table.legal(seat)[0], table.question[seat])
        )
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        wish.cancel()
        await asyncio.gather(wish, return_exceptions=True)
        table = await tables.get(table.id)
        await play_once(tables, table)
    assert [row.n for row in await tables.store.rows(table.id)] == list(range(1, table.n + 1))


async def test_rules_that_have_changed(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await two_people(tables)
    await play_on(tables, table, 4)
    tables.heartbeat.retention.idle_after = -1.0
    await tables.heartbeat.evict_idle()
    with monkeypatch.context() as changed:
        changed.setattr(table.game.rules, "REVISION", 99)
        with pytest.raises(OldRules, match="revision 99"):
            await tables.get(table.id)
    with monkeypatch.context() as changed:
        changed.setattr(table.game.rules, "legal", lambda s, seat: 0)
        with pytest.raises(OldRules, match="does not replay"):
            await tables.get(table.id)
    assert (await tables.get(table.id)).n == table.n


async def test_rules_that_stumble_write_nothing(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await two_people(tables)
    n, before = table.n, board(table)

    def stumble(*facts: object) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as changed:
        changed.setattr(table.game.rules, "apply", stumble)
        with pytest.raises(ZeroDivisionError):
            await play_once(tables, table)
    assert (len(await tables.store.rows(table.id)), table.n, board(table)) == (n, n, before)
    await play_on(tables, table, 3)


async def test_the_house_keeps_itself(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """By itself: signs of life, idle tables let go, old ones cleared; also after the store was away."""
    monkeypatch.setattr("purrlor.tables.processes.heartbeat.HEARTBEAT", 0.01)
    monkeypatch.setattr("purrlor.tables.processes.heartbeat.ALONE_HEARTBEAT", 0.01)
    monkeypatch.setattr("purrlor.tables.processes.heartbeat.CLEAR_EVERY", 0.0)
    tables = Tables(store, keep_finished=-1.0, entropy=DEALS.randbytes)
    beat, falls = store.heartbeat, iter([StoreError("away")])

    async def stumble(seconds: float) -> set[str]:
        for error in falls:
            raise error
        return await beat(seconds)

    await tables.start()
    monkeypatch.setattr(store, "heartbeat", stumble)
    table = await two_people(tables, rounds=1)
    with tables.subscribe(table, 0, "anna"):  # so it stays while it is played
        tables.heartbeat.retention.idle_after = -1.0
        await play_on(tables, table)
    await until(lambda: not tables.registry.tables)

    async def is_cleared() -> bool:
        return await store.facts(table.id) is None

    await until(is_cleared)
    with pytest.raises(UnknownTable):
        await tables.get(table.id)
    assert len(await tables.identities.results_of("anna")) == 1
    await tables.stop()


async def test_old_tables_are_cleared(store: Store) -> None:
    tables = Tables(store, keep_finished=10.0, keep_abandoned=10.0, entropy=DEALS.randbytes)
    assert tables.heartbeat.retention.abandoned == SHORTEST_RETENTION
    table = await two_people(tables)
    await play_on(tables, table)
    running = await two_people(tables)
    await store.clear(
        tables.time() + 1 - tables.heartbeat.retention.finished, tables.time() - tables.heartbeat.retention.abandoned
    )
    assert await store.facts(table.id) is not None  # eleven seconds are not over
    await store.clear(
        tables.time() + 11 - tables.heartbeat.retention.finished,
        tables.time() + 11 - tables.heartbeat.retention.abandoned,
    )
    assert await store.facts(table.id) is None
    assert await store.facts(running.id) is not None
    await store.clear(tables.time(), tables.time() + 1)
    with pytest.raises(UnknownTable):
        await play_once(tables, running)
    await tables.stop()


def test_words_of_older_logs_are_understood() -> None:
    note = '{"seats":2,"options":{},"settings":{"away":60,"clock":null,"hints":true}}'
    assert log.setup_in(note).settings.advice
    assert log.ADVICE == "hint", "rows of older logs are applied too"
