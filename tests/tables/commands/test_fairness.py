"""Nonces at a table: committed when people sit down, revealed when the match is called, kept by the log for ever."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator

import pytest

from purrlor.core import fairness
from purrlor.core.errors import PurrlorError
from purrlor.core.game import game
from purrlor.core.match import Match
from purrlor.tables import errors, log
from purrlor.tables.commands.nonces import terms_of
from purrlor.tables.commands.series import new_facts
from purrlor.tables.seats import TableSettings
from purrlor.tables.store import Row, Store, open_store
from purrlor.tables.table import Table
from purrlor.tables.tables import Tables
from purrlor.tables.time_limits import REVEAL_WITHIN, nonces_due_at
from tests.fixtures.playing import board, play_on, until

pytestmark = pytest.mark.anyio
GAME = "rat-a-tat-cat"
ANNA, BORIS = "1a" * 32, "2b" * 32
ANNAS, BORISES = fairness.commitment(ANNA), fairness.commitment(BORIS)


class Time:
    now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
async def timed(store: Store) -> AsyncIterator[tuple[Tables, Time]]:
    """Tables whose time a test moves."""
    time = Time()
    made = Tables(store, pace=0.0, time=time)
    await made.start()
    yield made, time
    await made.stop()


@pytest.fixture
async def tables(timed: tuple[Tables, Time]) -> Tables:
    """A called match waits for nonces as long as the machine takes."""
    return timed[0]


async def company(tables: Tables, *, commits: tuple[str, str] = (ANNAS, BORISES)) -> Table:
    """Anna, Boris and a cat, before the match."""
    table = await tables.create("anna", GAME, 3, {"rounds": 1}, people=["Anna"], commit=commits[0])
    await tables.sit(table.id, "boris", "Boris", commit=commits[1])
    return await tables.seat_bot(table.id, "anna", None, "kitten")


async def called(tables: Tables, *, commits: tuple[str, str] = (ANNAS, BORISES)) -> Table:
    table = await company(tables, commits=commits)
    return await tables.begin(table.id, "anna")


def nonces(table: Table) -> list[str]:
    return [each.nonce for each in table.playing().contributions or ()]


async def test_a_match_begins_with_the_last_nonce(tables: Tables) -> None:
    table = await called(tables)
    assert table.stage == "lobby"
    agreed = terms_of(table)
    assert json.loads(agreed)["seats"] == [ANNAS, BORISES, "cat"]
    await tables.reveal_nonce(table.id, "boris", BORIS)
    assert table.stage == "lobby"
    await tables.reveal_nonce(table.id, "boris", BORIS)  # a second click changes nothing
    await tables.reveal_nonce(table.id, "anna", ANNA)
    assert table.stage == "running"
    await tables.reveal_nonce(table.id, "anna", ANNA)  # nor does a page that comes twice
    assert nonces(table) == [ANNA, BORIS, fairness.cat_nonce(table.facts.secret, 2)]
    await play_on(tables, table)
    record = json.loads(json.dumps(table.record()))
    assert Match.replay(record).digest == table.playing().digest
    fairness.check_against_notes(record, seal=table.seal, nonce=ANNA, digest=fairness.terms_digest(agreed))
    fairness.check_against_notes(record, seal=table.seal, nonce=BORIS, digest=fairness.terms_digest(agreed))


async def test_nobody_reveals_before_the_call_or_what_is_not_theirs(sqlite_tables: Tables) -> None:
    tables = sqlite_tables
    table = await company(tables)
    with pytest.raises(errors.BadNonce, match="when the match is called"):
        await tables.reveal_nonce(table.id, "anna", ANNA)
    await tables.begin(table.id, "anna")
    for identity, nonce, kind in [
        ("anna", BORIS, errors.BadNonce),
        ("anna", "", errors.BadNonce),
        ("anna", ANNA.upper(), errors.BadNonce),
        ("anna", 7, errors.BadNonce),
        ("cleo", ANNA, errors.NotSeated),
    ]:
        with pytest.raises(kind):
            await tables.reveal_nonce(table.id, identity, nonce)
    assert not table.nonces


async def test_the_terms_stand_once_the_match_is_called(sqlite_tables: Tables) -> None:
    """Else a server could try options or seats until the shuffle suits it, after it has seen the nonces."""
    tables = sqlite_tables
    table = await called(tables)
    before = (terms_of(table), table.n)
    for wish in (
        tables.change(table.id, "anna", options={"rounds": 2}),
        tables.change(table.id, "anna", settings=TableSettings(clock=60)),
        tables.sit(table.id, "anna", "Anna", 0, "3c" * 32),
        tables.sit(table.id, "cleo", "Cleo"),
        tables.seat_bot(table.id, "anna", 2, "tiger"),
        tables.stand_up(table.id, "boris", 1),
        tables.remove(table.id, "anna", 1),
        tables.remove(table.id, "anna", 2),
        tables.begin(table.id, "anna"),
        tables.move_seat(table.id, "boris", 1, "cleo"),
    ):
        with pytest.raises(PurrlorError):
            await wish
    await tables.leave(table.id, "boris")
    assert (terms_of(table), table.n) == before


async def test_who_does_not_reveal_in_time_is_named_and_does_not_block(timed: tuple[Tables, Time]) -> None:
    tables, time = timed
    table = await called(tables)
    await tables.reveal_nonce(table.id, "anna", ANNA)
    await until(lambda: table.is_driven_here)
    assert nonces_due_at(table) == time.now + REVEAL_WITHIN
    tables.clock.set(table)
    time.now += REVEAL_WITHIN
    tables.clock.set(table)
    await until(lambda: table.stage == "running")
    given = table.playing().contributions
    assert given is not None
    assert [each.is_withheld for each in given] == [False, True, False]
    with pytest.raises(errors.AlreadyStarted, match="too late"):
        await tables.reveal_nonce(table.id, "boris", BORIS)
    await play_on(tables, table)
    assert Match.replay(table.record()).is_over


async def test_without_commitments_a_match_begins_at_once(sqlite_tables: Tables) -> None:
    table = await called(sqlite_tables, commits=("", ""))
    assert table.stage == "running"
    assert table.playing().key == table.facts.secret
    assert table.playing().record()["purrlor"] == 1


async def test_play_now_is_called_where_a_browser_committed(sqlite_tables: Tables) -> None:
    tables = sqlite_tables
    table = await tables.create("anna", GAME, 2, people=["Anna"], bots=["kitten"], begin=True, commit=ANNAS)
    assert (table.stage, table.called_at is not None) == ("lobby", True)
    await tables.reveal_nonce(table.id, "anna", ANNA)
    assert table.stage == "running"


async def test_one_device_reveals_for_all_its_seats(sqlite_tables: Tables) -> None:
    tables = sqlite_tables
    table = await tables.create("anna", GAME, 2, people=["Anna", "Boris"], begin=True, commit=ANNAS)
    await tables.reveal_nonce(table.id, "anna", ANNA)
    assert nonces(table) == [ANNA, ANNA]


async def test_a_new_owner_of_a_seat_does_not_keep_the_old_ones_commitment(sqlite_tables: Tables) -> None:
    tables = sqlite_tables
    table = await company(tables)
    await tables.move_seat(table.id, "boris", 1, "cleo")
    assert table.seats[1].commit == ""
    await tables.stand_up(table.id, "cleo", 1)
    await tables.sit(table.id, "boris", "Boris", commit="3c" * 32)
    assert table.seats[1].commit == "3c" * 32


async def test_a_seat_that_was_handed_over_gets_a_commitment_in_the_lobby(sqlite_tables: Tables) -> None:
    tables = sqlite_tables
    table = await company(tables)
    await tables.move_seat(table.id, "boris", 1, "cleo")
    await tables.commit(table.id, "cleo", "3c" * 32)
    assert table.seats[1].commit == "3c" * 32
    await tables.commit(table.id, "cleo", "4d" * 32)  # a second device does not push the first one out
    await tables.commit(table.id, "anna", "4d" * 32)
    assert [seat.commit for seat in table.seats] == [ANNAS, "3c" * 32, ""]
    await tables.begin(table.id, "anna")
    with pytest.raises(errors.AlreadyStarted):
        await tables.commit(table.id, "cleo", "5e" * 32)


async def test_a_bad_commitment_is_refused(sqlite_tables: Tables) -> None:
    with pytest.raises(errors.BadNonce, match="64 hexadecimal digits"):
        await sqlite_tables.create("anna", GAME, 2, people=["Anna"], commit="abc")


async def test_a_rematch_has_a_seal_and_nonces_of_its_own(tables: Tables) -> None:
    table = await called(tables)
    for who, nonce in (("anna", ANNA), ("boris", BORIS)):
        await tables.reveal_nonce(table.id, who, nonce)
    await play_on(tables, table)
    fresh = {"anna": "4d" * 32, "boris": "5e" * 32}
    second = await tables.rematch(table.id, "anna", fairness.commitment(fresh["anna"]))
    assert second.called_at is None
    await tables.rematch(table.id, "boris", fairness.commitment(fresh["boris"]))
    assert (second.called_at is not None, second.stage) == (True, "lobby")
    for who, nonce in fresh.items():
        await tables.reveal_nonce(second.id, who, nonce)
    assert second.stage == "running"
    assert second.seal != table.seal
    assert set(fresh.values()) <= set(nonces(second))


async def test_another_process_takes_a_called_table_over(store_url: str) -> None:
    """One reveals here, the other there; the fold of the rows is the same match everywhere."""
    first = await open_store(store_url)
    here = Tables(first, pace=0.0, time=Time())
    await here.start()
    table = await called(here)
    agreed = terms_of(table)
    await here.reveal_nonce(table.id, "anna", ANNA)
    await here.stop()
    await first.close()
    second = await open_store(store_url)
    there = Tables(second, pace=0.0, time=Time())
    await there.start()
    again = await there.get(table.id)
    assert (terms_of(again), again.nonces, again.called_at) == (agreed, {0: ANNA}, table.called_at)
    await there.reveal_nonce(table.id, "boris", BORIS)
    await play_on(there, again, 3)
    replayed = Table(again.facts, there.time, there.registry.watcher_queue)
    for row in await second.rows(table.id):
        replayed.apply(row)
    assert board(replayed) == board(again)
    assert replayed.playing().key == again.playing().key
    await there.stop()
    await second.close()


async def test_an_old_log_replays_as_it_was_played(sqlite_tables: Tables) -> None:
    """Rows as they were written before there were nonces: no commitments, a number in the begin row."""
    facts = new_facts(GAME, "anna", 0.0)
    sat = {"identity": "anna", "name": "Anna", "came": True}
    rows = [
        Row(1, log.SET, -1, -1, 0.0, log.set_up(2, {"rounds": 1}, TableSettings()).note),
        Row(2, log.SIT, 0, -1, 0.0, json.dumps(sat)),
        Row(3, log.BOT, 1, -1, 0.0, "cat"),
        Row(4, log.BEGIN, -1, -1, 0.0, str(game(GAME).revision)),
    ]
    await sqlite_tables.store.create(facts, rows, ["anna"])
    old = await sqlite_tables.get(facts.id)
    expected = Match(GAME, 2, {"rounds": 1}, secret=facts.secret)
    assert board(old) == expected.state.to_bytes()
    await play_on(sqlite_tables, old)
    record = old.record()
    assert record["purrlor"] == 1
    assert Match.replay(record).is_over


async def test_what_the_begin_row_holds(sqlite_tables: Tables) -> None:
    table = await called(sqlite_tables)
    for who, nonce in (("anna", ANNA), ("boris", BORIS)):
        await sqlite_tables.reveal_nonce(table.id, who, nonce)
    begun: list[Row] = [row for row in await sqlite_tables.store.rows(table.id) if row.kind == log.BEGIN]
    data = json.loads(begun[0].note)
    assert data["revision"] == table.game.revision
    assert [each["nonce"] for each in data["contributions"]][:2] == [ANNA, BORIS]
