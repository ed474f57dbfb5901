"""Several server processes at one PostgreSQL: each has tables of its own in memory, and the log is the truth."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from purrlor.core.errors import PurrlorError
from purrlor.core.match import Match
from purrlor.core.seats import WATCHER
from purrlor.tables.driving.bot_driver import think_here
from purrlor.tables.seats import TableSettings
from purrlor.tables.store import open_store
from purrlor.tables.table import Table
from purrlor.tables.tables import Tables
from purrlor.tables.time_limits import decision_due_at
from tests.fixtures.playing import CHANCE, PATIENCE, board, play_on, two_people, until

pytestmark = pytest.mark.anyio


class Listening(Tables):
    """Says when it has begun to hear what the others do."""

    listens = False

    async def start(self) -> None:
        on_message = self.peers.on_message

        def heard(server: str, table_id: str, text: str) -> None:
            self.listens = True
            on_message(server, table_id, text)

        self.peers.on_message = heard  # type: ignore[method-assign]
        await super().start()


@pytest.fixture
async def servers(postgres_url: str) -> AsyncIterator[tuple[Tables, Tables]]:
    """Two processes on one PostgreSQL."""
    made = [Listening(await open_store(postgres_url), pace=0.0) for _ in range(2)]
    for tables in made:
        await tables.start()
    await until(lambda: all(tables.listens for tables in made))
    yield made[0], made[1]
    for tables in made:
        await tables.stop()
        await tables.store.close()


async def freeze(tables: Tables) -> None:
    """No sign of life any more, no more moves, no notice, and the lease has run out."""
    await tables.background.stop()
    await tables.bots.stop()
    engine = tables.store.engine  # type: ignore[attr-defined]
    await engine.transact(("update servers set until = 0 where id = ?", (tables.store.server,)))


async def click_for_ever(tables: Tables, table: Table) -> tuple[int, int]:
    """Somebody impatient who clicks for every seat on whatever this process shows; how often it was taken, or not."""
    taken = refused = 0
    while table.stage == "running":
        for seat in table.waiting():
            action = CHANCE.choice(table.legal(seat) or (0,))
            try:
                await tables.play(table.id, table.seats[seat].identity, seat, action, table.question[seat])
                taken += 1
            except PurrlorError:
                refused += 1
        await asyncio.sleep(CHANCE.random() / 200)  # or the quicker process would never let the other catch up
    return taken, refused


async def test_two_hundred_racing_decisions(servers: tuple[Tables, Tables]) -> None:
    one, two = servers
    here = await one.create("anna", "rat-a-tat-cat", 4, {"rounds": 20}, people=list("ABCD"), begin=True)
    there = await two.get(here.id)
    answers = await asyncio.gather(
        *(click_for_ever(tables, table) for tables, table in ((one, here), (two, there)) for _ in range(2))
    )
    decisions = len(here.playing().log)
    assert decisions >= 200
    assert sum(taken for taken, _ in answers) == decisions
    assert sum(refused for _, refused in answers) > 0  # they did race
    assert all(sum(taken for taken, _ in both) for both in (answers[:2], answers[2:]))  # of one process, of the other
    await until(lambda: there.n == here.n)
    assert board(here) == board(there)
    rows = await one.store.rows(here.id)
    assert [row.n for row in rows] == list(range(1, here.n + 1))
    assert sum(row.kind == "act" for row in rows) == decisions
    assert here.playing().digest == there.playing().digest == Match.replay(here.record()).digest
    assert len(await one.identities.results_of("anna")) == 4


async def test_a_viewer_elsewhere_is_woken(servers: tuple[Tables, Tables]) -> None:
    one, two = servers
    here = await two_people(one)
    there = await two.get(here.id)
    with two.subscribe(there, WATCHER) as viewer:
        first = await anext(viewer)
        await play_on(one, here, 1)
        news = await asyncio.wait_for(anext(viewer), PATIENCE)
        assert news.changed
        assert news.version > first.version
        assert there.n == here.n
        await one.react(here.id, "anna", 0, "purr")
        news = await asyncio.wait_for(anext(viewer), PATIENCE)
        assert (news.changed, news.reactions) == (False, ((0, "purr"),))


async def test_somebody_who_is_ahead_of_this_process(servers: tuple[Tables, Tables]) -> None:
    """The page came from one process, the click goes to the other, which has heard nothing yet."""
    one, two = servers
    deaf = two.store.engine.listener  # type: ignore[attr-defined]
    deaf.cancel()
    await asyncio.gather(deaf, return_exceptions=True)
    here = await two_people(one)
    there = await two.get(here.id)
    for _ in range(10):
        await play_on(one, here, 1)
        assert there.n < here.n
        seat = here.waiting()[0]
        await two.play(here.id, here.seats[seat].identity, seat, here.legal(seat)[0], here.question[seat])
        await one.get(here.id, fresh=True)
        assert there.n == here.n


async def test_who_is_here_is_known_elsewhere(servers: tuple[Tables, Tables]) -> None:
    one, two = servers
    here = await two_people(one)
    there = await two.get(here.id)
    with one.subscribe(here, 0, "anna"):
        await until(lambda: there.presence.is_connected("anna"))
        two.registry.tables.clear()
        there = await two.get(here.id)  # loaded again, it asks who is here
        await until(lambda: there.presence.is_connected("anna"))
    await until(lambda: not there.presence.is_connected("anna"))
    there.presence.note_remote("a dead process", "boris", True)
    await two.heartbeat.beat()
    assert not there.presence.is_connected("boris")


async def test_cats_are_moved_by_one_process_and_by_another_when_it_dies(servers: tuple[Tables, Tables]) -> None:
    one, two = servers
    here = await one.create("anna", "rat-a-tat-cat", 3, {"rounds": 1}, people=["Anna"], bots=["cat"] * 2, begin=True)
    await until(lambda: here.is_driven_here)  # before the other one can ask for the lease
    there = await two.get(here.id)
    await two.play(here.id, "anna", 0, there.legal(0)[0], there.question[0])
    await until(lambda: there.n > here.n - 1 and len(there.playing().log) >= 3)  # its cats were moved by the first
    assert not there.is_driven_here
    await freeze(one)
    here.is_driven_here = False
    await two.heartbeat.beat()
    assert there.is_driven_here
    await play_on(two, there)
    assert there.stage == "finished"
    assert Match.replay(there.record()).digest == there.playing().digest


async def test_what_a_dead_process_did_not_tell_is_read(servers: tuple[Tables, Tables]) -> None:
    """It died between the row and the message."""
    one, two = servers
    here = await two_people(one)
    there = await two.get(here.id)
    await until(lambda: there.n == here.n)
    await two.heartbeat.beat()
    announcer = one.store.engine.announcer  # type: ignore[attr-defined]
    announcer.task.cancel()
    seat = here.waiting()[0]
    await one.play(here.id, here.seats[seat].identity, seat, here.legal(seat)[0], here.question[seat])
    assert announcer.rows == {here.id: here.n}
    await freeze(one)
    await two.heartbeat.beat()
    await until(lambda: there.n == here.n)


async def test_many_rows_are_told_by_one_transaction(postgres_url: str) -> None:
    stores = [await open_store(postgres_url) for _ in range(2)]
    heard: list[tuple[str, str, str]] = []
    stores[1].listen(lambda *told: heard.append(told))
    await until(lambda: heard)
    announcer = stores[0].engine.announcer  # type: ignore[attr-defined]
    for n in range(1, 301):
        announcer.tell_row(f"table {n % 3}".replace(" ", "-"), n)
    await until(lambda: len(heard) == 4)
    assert heard[1:] == [(stores[0].server, f"table-{n % 3}", f"n {n}") for n in (298, 299, 300)]
    assert announcer.transactions == 1
    for store in stores:
        await store.close()


async def test_rows_of_an_older_release_are_told_by_the_database(postgres_url: str) -> None:
    import psycopg

    store, heard = await open_store(postgres_url), []
    tables = Tables(store, pace=0.0)
    table = await two_people(tables)
    store.listen(lambda *told: heard.append(told))
    await until(lambda: heard)
    async with await psycopg.AsyncConnection.connect(postgres_url, application_name="older") as connection:
        await connection.execute(
            "insert into log (table_id, n, kind, seat, action, at, note) values (%s, 99, 'act', 0, 0, 0, '')",
            (table.id,),
        )
    await until(lambda: ("older", table.id, "n 99") in heard)
    await store.close()


async def test_a_process_that_ends_leaves_its_tables_at_once(servers: tuple[Tables, Tables]) -> None:
    one, two = servers
    settings = TableSettings(clock=600)
    here = await one.create("anna", "rat-a-tat-cat", 2, settings=settings, people=["A", "B"], begin=True)
    await until(lambda: here.is_driven_here)
    await one.stop()
    moment = two.time()
    await two.heartbeat.beat()
    there = two.registry.tables[here.id]
    assert there.is_driven_here
    deadline = decision_due_at(there, 0)
    assert deadline is not None
    assert deadline >= moment + 600  # nobody loses time while nobody serves


async def test_a_process_that_slept_does_not_trust_its_leases(servers: tuple[Tables, Tables]) -> None:
    one, two = servers
    here = await one.create(
        "anna", "rat-a-tat-cat", 2, settings=TableSettings(clock=600), people=["A", "B"], begin=True
    )
    await until(lambda: here.is_driven_here)
    await two.get(here.id)
    await freeze(one)
    one.heartbeat.last_beat -= 10_000.0
    await two.heartbeat.beat()
    await one.heartbeat.beat()
    assert two.registry.tables[here.id].is_driven_here
    await until(lambda: not one.background.tasks)  # it has asked for the table again, and was told that it is taken
    assert not here.is_driven_here


async def test_two_processes_that_both_drive_a_table_write_every_row_once(servers: tuple[Tables, Tables]) -> None:
    """A process that is only slow is taken over while it still thinks that the table is its own."""
    one, two = servers
    here = await one.create("anna", "rat-a-tat-cat", 3, {"rounds": 1}, people=["Anna"], bots=["cat"] * 2, begin=True)
    await until(lambda: here.is_driven_here)  # before the other one can ask for the lease
    there = await two.get(here.id)
    both_think = asyncio.Event()

    async def think(name: str, hidden: bytes, seat: int, level: str, *, seed: int, table: str) -> int:
        await both_think.wait()
        return await think_here(name, hidden, seat, level, seed=seed, table=table)

    one.bots.think = two.bots.think = think
    while here.stage == "running":
        here.is_driven_here = there.is_driven_here = True
        for tables, table in ((one, here), (two, there)):
            tables.drivers.wake(table)
        if one.bots.is_busy(here) and two.bots.is_busy(there):
            both_think.set()
        if here.legal(0):
            await one.play(here.id, "anna", 0, here.legal(0)[0], here.question[0])
        await two.get(here.id, fresh=True)
        await one.get(here.id, fresh=True)
    assert both_think.is_set()
    rows = await one.store.rows(here.id)
    assert [row.n for row in rows] == list(range(1, len(rows) + 1))
    await until(lambda: there.n == here.n == len(rows))
    assert board(here) == board(there)
    assert Match.replay(here.record()).digest == here.playing().digest


async def test_signs_of_life_do_not_wait_for_other_work(
    servers: tuple[Tables, Tables], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Thousands of tables to take over, or old ones to clear, take longer than a lease."""
    one, two = servers
    begun = set()

    async def forever(name: str) -> None:
        begun.add(name)
        await asyncio.Event().wait()

    monkeypatch.setattr(one.store, "inherit", lambda: forever("inherit"))
    monkeypatch.setattr(one.store, "clear", lambda *_: forever("clear"))
    one.heartbeat.cleared_at = 0.0
    await until(lambda: begun == {"inherit", "clear"})
    before = one.heartbeat.last_beat
    await until(lambda: one.heartbeat.last_beat > before)
    assert one.store.server in await two.store.heartbeat(60.0)


async def test_the_rematch_is_one(servers: tuple[Tables, Tables]) -> None:
    one, two = servers
    here = await two_people(one, rounds=1)
    await play_on(one, here)
    await two.get(here.id)
    answers = await asyncio.gather(one.rematch(here.id, "anna"), two.rematch(here.id, "boris"))
    assert answers[0].id == answers[1].id
    await until(lambda: answers[0].stage == answers[1].stage == "running")


async def test_after_a_lost_connection_everything_is_read_again(servers: tuple[Tables, Tables]) -> None:
    one, two = servers
    here = await two_people(one)
    there = await two.get(here.id)
    listening = "select pg_terminate_backend(pid) from pg_stat_activity where query = 'listen purrlor'"
    assert len((await one.store.engine.transact((listening, ())))[0]) >= 2  # type: ignore[attr-defined]
    await play_on(one, here, 3)
    await until(lambda: there.n == here.n)
