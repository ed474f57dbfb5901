"""Tables at which nobody looks: cats and clocks wait. And what is old leaves the store when its time has come."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace

import pytest

from purrlor.core.seats import WATCHER
from purrlor.tables.seats import TableSettings
from purrlor.tables.store import Identity, Result, Row, Store, TableFacts, open_store
from purrlor.tables.table import UNSEEN, Table
from purrlor.tables.tables import Tables
from purrlor.tables.time_limits import decision_due_at
from purrlor.web.server.settings import CannotStart, settings
from tests.fixtures.playing import until

pytestmark = pytest.mark.anyio
RAT = "rat-a-tat-cat"
DAY = 86400.0


@dataclass
class Watch:
    """A clock that is set by hand."""

    now: float = 1_000_000_000.0

    def __call__(self) -> float:
        return self.now


@dataclass
class Thinker:
    """Cats that decide when the test lets them."""

    gate: asyncio.Event
    asked: int = 0

    async def __call__(self, name: str, hidden: bytes, seat: int, level: str, *, seed: int, table: str) -> int:
        from purrlor.tables.driving.bot_driver import think_here

        self.asked += 1
        await self.gate.wait()
        return await think_here(name, hidden, seat, "kitten", seed=seed, table=table)


@pytest.fixture
def watch() -> Watch:
    return Watch()


@pytest.fixture
async def thinker() -> Thinker:
    return Thinker(asyncio.Event())


@pytest.fixture
async def tables(store: Store, watch: Watch, thinker: Thinker) -> AsyncIterator[Tables]:
    made = Tables(store, thinker, pace=0.0, time=watch)
    await made.start()
    yield made
    await made.stop()


async def table_of_cats(tables: Tables) -> Table:
    """Anna has gone, and a cat plays for her: cats among themselves."""
    table = await tables.create("anna", RAT, 2, {"rounds": 1}, people=["Anna"])
    await tables.sit(table.id, "boris", "Boris")
    await tables.begin(table.id, "anna")
    await tables.leave(table.id, "anna")
    await tables.leave(table.id, "boris")
    return table


async def test_cats_wait_when_nobody_has_looked_for_minutes(tables: Tables, watch: Watch, thinker: Thinker) -> None:
    table = await table_of_cats(tables)
    await until(lambda: thinker.asked)
    watch.now += UNSEEN + 1  # while the first of them thinks, nobody looks any more
    thinker.gate.set()
    await until(lambda: not tables.bots.moving)
    before = table.n
    tables.drivers.wake(table)
    assert not tables.bots.moving
    assert table.stage == "running"
    with tables.subscribe(table, WATCHER):
        await until(lambda: table.n > before)
        await until(lambda: table.stage == "finished")


async def test_a_look_without_a_screen_is_a_look_too(tables: Tables, watch: Watch, thinker: Thinker) -> None:
    table = await table_of_cats(tables)
    await until(lambda: thinker.asked)
    watch.now += UNSEEN + 1
    thinker.gate.set()
    await until(lambda: not tables.bots.moving)
    before = table.n
    await tables.watched(table.facts.watch_key)
    await until(lambda: table.n > before)


async def test_while_somebody_looks_they_play(tables: Tables, watch: Watch, thinker: Thinker) -> None:
    table = await table_of_cats(tables)
    with tables.subscribe(table, WATCHER):
        watch.now += 10 * UNSEEN
        thinker.gate.set()
        await until(lambda: table.stage == "finished")


async def test_the_clock_waits_too_and_gives_the_whole_time_again(
    tables: Tables, watch: Watch, thinker: Thinker
) -> None:
    thinker.gate.set()
    table = await tables.create("anna", RAT, 2, {}, TableSettings(clock=30), people=["Anna"])
    await tables.sit(table.id, "boris", "Boris")
    await tables.begin(table.id, "anna")
    watch.now += UNSEEN + 100
    before = table.n
    await tables.clock.run_due(table)
    assert table.n == before, "nobody decides for people whom nobody waits for"
    assert not tables.clock.is_set(table)
    await tables.check_in(table.id, "anna")
    assert decision_due_at(table, 0) == watch.now + 30
    assert table.n == before


async def test_a_table_that_waits_leaves_memory_and_comes_back(tables: Tables, watch: Watch, thinker: Thinker) -> None:
    table = await table_of_cats(tables)
    await until(lambda: thinker.asked)
    watch.now += UNSEEN + 1
    thinker.gate.set()
    await until(lambda: not tables.bots.moving)
    watch.now += tables.heartbeat.retention.idle_after + 1
    await tables.heartbeat.evict_idle()
    assert table.id not in tables.registry.tables
    again = await tables.watched(table.facts.watch_key)
    await until(lambda: again.stage == "finished")


async def test_a_watcher_of_another_process_keeps_cats_awake(postgres_url: str, watch: Watch) -> None:
    stores = [await open_store(postgres_url) for _ in range(2)]
    thinker = Thinker(asyncio.Event())
    here, there = Tables(stores[0], thinker, pace=0.0, time=watch), Tables(stores[1], thinker, pace=0.0, time=watch)
    await here.start()
    await there.start()
    try:
        table = await table_of_cats(here)
        await until(lambda: thinker.asked)
        watch.now += UNSEEN + 1
        thinker.gate.set()
        await until(lambda: not here.bots.moving)
        before = table.n
        seen = await there.watched(table.facts.watch_key)
        there.registry.note_viewer(seen)

        def somebody_moved() -> bool:
            seen.viewing_published_at = 0.0  # a minute later
            there.registry.note_viewer(seen)
            return table.n > before

        await until(somebody_moved)
    finally:
        for server in (here, there):
            await server.stop()
            await server.store.close()


# What is old


async def test_results_have_a_lifetime_of_their_own(store: Store) -> None:
    old = Result("t1", 0, "anna", "Anna", RAT, "t1", 0, 5, True, (5, 7), (0,), 100.0)
    for result in (old, replace(old, table_id="t2", series="t2", at=900.0)):
        facts = TableFacts(result.table_id, RAT, "anna", 50.0, b"s" * 32, f"w{result.table_id}", series=result.table_id)
        await store.create(facts, [Row(1, "set", -1, -1, 50.0, "{}")])
        await store.append(facts.id, [Row(2, "act", 0, 0, result.at)], results=[result])
    await store.add_identity(Identity("anna", "Anna", "en", 1.0))
    await store.clear(0.0, 0.0)
    assert len(await store.results_of("anna")) == 2
    await store.clear(0.0, 0.0, results_before=500.0)
    assert [result.table_id for result in await store.results_of("anna")] == ["t2"]
    assert await store.facts("t1") is not None, "its log has another lifetime"
    await store.clear(1000.0, 0.0, results_before=500.0)
    assert await store.facts("t2") is None
    assert len(await store.results_of("anna")) == 1


async def test_the_operator_sets_the_lifetimes(store: Store, watch: Watch) -> None:
    tables = Tables(store, time=watch, keep_finished=2 * DAY, keep_abandoned=31 * DAY, keep_results=5 * DAY)
    told: list[tuple[float, ...]] = []

    async def clear(*times: float) -> int:
        told.append(times)
        return 0

    tables.store.clear = clear  # type: ignore[method-assign]
    await tables.heartbeat.clear()
    assert told == [(watch.now - 2 * DAY, watch.now - 31 * DAY, watch.now - 5 * DAY)]
    for name in ("KEEP_DAYS", "KEEP_OPEN_DAYS", "KEEP_RESULTS_DAYS", "OPEN_TABLES"):
        with pytest.raises(CannotStart, match=name):
            settings({f"PURRLOR_{name}": "-1"})
    given = settings({"PURRLOR_KEEP_RESULTS_DAYS": "5", "PURRLOR_KEEP_OPEN_DAYS": "40"})
    assert (given.keep_results_days, given.keep_open_days) == (5, 40)
