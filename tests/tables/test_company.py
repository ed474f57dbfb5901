"""Around the table: who is away, cats that stand in, the clock, reactions, and one match after another."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

import pytest

from purrlor.core.errors import CannotUndo
from purrlor.core.seats import TABLE, WATCHER
from purrlor.tables.errors import (
    AlreadyOver,
    AlreadyStarted,
    BadReaction,
    NotAway,
    NotFinished,
    NotHost,
    NotReady,
    NotSeated,
    NotStarted,
    NotYourSeat,
    StoreError,
    TooFast,
)
from purrlor.tables.history.results import statistics_of
from purrlor.tables.seats import TableSettings
from purrlor.tables.store import Result, Store
from purrlor.tables.table import Table
from purrlor.tables.tables import Tables
from purrlor.tables.time_limits import can_cat_play, decision_due_at, time_is_up_at
from purrlor.tables.viewers.presence import GRACE
from purrlor.tables.viewers.reactions import REACTIONS
from tests.fixtures.playing import DEALS, PATIENCE, people_are_asked, play_on, play_once, two_people, until

pytestmark = pytest.mark.anyio
RAT = "rat-a-tat-cat"


@dataclass
class Watch:
    """A clock that is set by hand."""

    now: float = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def watch() -> Watch:
    return Watch()


@pytest.fixture
async def tables(store: Store, watch: Watch) -> AsyncIterator[Tables]:
    made = Tables(store, pace=0.0, time=watch, entropy=DEALS.randbytes)
    await made.start()
    yield made
    await made.stop()


async def three(tables: Tables, settings: TableSettings | None = None, **options: object) -> Table:
    table = await tables.create("anna", RAT, 3, options, settings, people=["Anna"])
    await tables.sit(table.id, "boris", "Boris")
    await tables.sit(table.id, "clara", "Clara")
    return await tables.begin(table.id, "anna")


async def test_nobody_freezes_the_table(tables: Tables, watch: Watch) -> None:
    table = await three(tables, rounds=1)
    with tables.subscribe(table, 0, "anna"):
        with tables.subscribe(table, 1, "boris"):
            watch.now += 1000
            assert [table.is_here(seat) for seat in range(3)] == [True, True, False]
        watch.now += GRACE - 1
        assert table.is_here(1)  # perhaps a reload
        watch.now += 1
        assert not table.is_here(1)
        watch.now += 59 - GRACE
        assert not can_cat_play(table, 1)
        with pytest.raises(NotAway):
            await tables.let_cat_play(table.id, "anna", 1)
        watch.now += 1
        assert can_cat_play(table, 1)
        assert not can_cat_play(table, 0)
        with pytest.raises(NotSeated):
            await tables.let_cat_play(table.id, "stranger", 1)
        with pytest.raises(NotYourSeat):
            await tables.let_cat_play(table.id, "anna", 3)
        await tables.let_cat_play(table.id, "anna", 1)
        await tables.let_cat_play(table.id, "clara", 1)  # it plays already
        assert (table.seats[1].cat, table.seats[1].name, table.seats[1].identity) == (True, "Boris", "boris")
        assert "You let a cat play for Boris." in table.story(0, "en")
        assert "Anna lets a cat play for you." in table.story(1, "en")
        assert "Anna lets a cat play for Boris." in table.story(2, "en")
        assert "Anna просит кота поиграть за игрока Boris." in table.story(WATCHER, "ru")
        await tables.let_cat_play(table.id, "anna", 2)
        await play_on(tables, table)
        assert table.stage == "finished"
        assert "cat" in table.makers
        with pytest.raises(AlreadyOver):
            await tables.let_cat_play(table.id, "anna", 1)
    assert [len(await tables.identities.results_of(who)) for who in ("anna", "boris", "clara")] == [1, 1, 1]


@pytest.mark.parametrize("way", ["viewing", "visit", "come_back", "play"])
async def test_coming_back(tables: Tables, watch: Watch, way: str) -> None:
    table = await three(tables)
    tables.bots.pace = 600.0  # the cat is slow
    watch.now += 100
    await tables.let_cat_play(table.id, "anna", 1)
    assert table.seats[1].cat
    if way == "viewing":
        with tables.subscribe(table, 1, "boris"):
            await until(lambda: not table.seats[1].cat)
    elif way == "visit":
        await tables.check_in(table.id, "stranger")
        assert table.seats[1].cat
        await tables.check_in(table.id, "boris")
        assert not can_cat_play(table, 1)
    elif way == "come_back":
        with pytest.raises(NotYourSeat):
            await tables.return_to_seat(table.id, "anna", 1)
        await tables.return_to_seat(table.id, "boris", 1)
        await tables.return_to_seat(table.id, "boris", 1)
    else:
        await tables.play(table.id, "boris", 1, table.legal(1)[0], table.question[1])
    assert not table.seats[1].cat
    assert "Boris is back." in table.story(2, "en")
    assert [row.kind for row in await tables.store.rows(table.id)].count("back") == 1


async def test_what_a_cat_did_stands(tables: Tables, watch: Watch) -> None:
    table = await three(tables, rounds=2)
    watch.now += 100
    await tables.let_cat_play(table.id, "anna", 1)
    while not (table.makers and table.makers[-1]) or 1 in table.waiting():  # it may have more to decide
        if not await play_once(tables, table):
            await people_are_asked(table)
    assert not table.can_undo(1)
    with pytest.raises(CannotUndo):
        await tables.undo(table.id, "boris", 1, table.question[1])


async def test_no_hurry(tables: Tables, watch: Watch) -> None:
    table = await three(tables, TableSettings(away=None))
    watch.now += 86400 * 3
    assert not can_cat_play(table, 1)
    with pytest.raises(NotAway, match="no hurry"):
        await tables.let_cat_play(table.id, "anna", 1)
    lobby = await tables.create("anna", RAT, 2, people=["Anna"])
    with pytest.raises(NotStarted):
        await tables.let_cat_play(lobby.id, "anna", 1)


async def test_a_seat_whose_player_never_came(tables: Tables, watch: Watch) -> None:
    table = await three(tables)
    with pytest.raises(NotHost):
        await tables.remove(table.id, "boris", 2)
    with pytest.raises(AlreadyStarted):
        await tables.remove(table.id, "anna", 2)  # perhaps on the way
    watch.now += 61
    await tables.play(table.id, "boris", 1, table.legal(1)[0], table.question[1])
    for seat in (0, 1):  # oneself; somebody who did come
        with pytest.raises(AlreadyStarted):
            await tables.remove(table.id, "anna", seat)
    await tables.remove(table.id, "anna", 2)
    assert (table.seats[2].level, table.seats[2].identity) == ("cat", "")
    assert table.story(0, "en")[-1] == "The seat goes to a cat: Smokey."
    slow = await three(tables, TableSettings(away=None))
    watch.now += 86400
    await tables.remove(slow.id, "anna", 2)
    assert slow.seats[2].level == "cat"


async def test_the_clock_of_a_decision(store: Store) -> None:
    """In real time: nobody decides, so the cats of the clock play the whole match."""
    tables = Tables(store, pace=0.0, entropy=DEALS.randbytes)
    await tables.start()
    table = await two_people(tables, rounds=1)
    table.settings = TableSettings(clock=0.01)
    tables.drivers.wake(table)
    assert decision_due_at(table, 0) == pytest.approx(table.asked_at[0] + 0.01)
    await until(lambda: table.stage == "finished")
    assert set(table.makers) == {"clock"}
    assert decision_due_at(table, 0) is None
    await tables.stop()


async def test_a_clock_that_stumbled_gets_up_again(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("purrlor.tables.driving.retry.RETRY", 0.01)
    tables = Tables(store, entropy=DEALS.randbytes)
    await tables.start()
    table = await two_people(tables, rounds=20)  # it lasts until we look
    append, falls = store.append, iter([StoreError("away"), RuntimeError("oops")])

    async def stumble(*facts: Any) -> None:
        for error in falls:
            raise error
        await append(*facts)

    monkeypatch.setattr(store, "append", stumble)
    table.settings = TableSettings(clock=0.01)
    tables.drivers.wake(table)
    await until(lambda: len(table.makers) > 3)
    await store.clear(0.0, tables.time() + 1)  # the table is gone: its clock stops
    await until(lambda: table.id not in tables.registry.tables)
    await tables.stop()


async def test_the_clock_waits_for_nobody_who_decided(tables: Tables, watch: Watch) -> None:
    table = await two_people(tables, rounds=3)
    table.settings = TableSettings(clock=30)
    tables.drivers.wake(table)
    await until(lambda: table.is_driven_here)
    await play_on(tables, table, 2)
    (seat,), n = table.waiting(), table.n
    assert decision_due_at(table, seat) == watch.now + 30
    assert decision_due_at(table, 1 - seat) is None
    watch.now += 29
    await tables.clock.run_due(table)
    assert table.n == n
    watch.now += 1
    await tables.clock.run_due(table)
    assert table.n == n + 1
    assert table.makers[-1] == "clock"
    watch.now += 29
    await play_once(tables, table)
    assert table.makers[-1] == ""


async def test_minutes_end_through_the_log(tables: Tables, watch: Watch) -> None:
    table = await two_people(tables, length="minutes", minutes=2)
    await until(lambda: table.is_driven_here)
    await play_on(tables, table, 3)
    watch.now += 119
    await tables.clock.run_due(table)
    assert table.playing().legal(TABLE)
    watch.now += 1
    await tables.clock.run_due(table)
    assert not table.playing().legal(TABLE)
    assert [row.seat for row in await tables.store.rows(table.id) if row.kind == "act"].count(TABLE) == 1
    await play_on(tables, table)
    assert table.stage == "finished"
    rounds = await two_people(tables)
    assert time_is_up_at(rounds) is None


async def test_the_alarm_rings_by_itself(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """In real time: a viewer hears that somebody else is away without anybody's click."""
    monkeypatch.setattr("purrlor.tables.viewers.presence.GRACE", 0.05)
    monkeypatch.setattr("purrlor.tables.driving.clock.GRACE", 0.05)
    tables = Tables(store, entropy=DEALS.randbytes)
    await tables.start()
    table = await two_people(tables)
    table.settings = TableSettings(away=0.15)
    with tables.subscribe(table, 0, "anna") as viewer:
        with tables.subscribe(table, 1, "boris"):
            long_after = tables.time() + 4 * 0.05
            await until(lambda: tables.time() > long_after)
            assert table.is_here(1)
        while table.is_here(1):
            await asyncio.wait_for(anext(viewer), PATIENCE)
        while not can_cat_play(table, 1):
            await asyncio.wait_for(anext(viewer), PATIENCE)
    await tables.stop()


async def test_reactions(tables: Tables, watch: Watch) -> None:
    table = await two_people(tables)
    assert len(REACTIONS) == 8
    with tables.subscribe(table, WATCHER) as viewer:
        assert (await anext(viewer)).changed
        await tables.react(table.id, "anna", 0, "purr")
        await tables.react(table.id, "boris", 1, "hiss")
        news = await anext(viewer)
        assert (news.changed, news.reactions) == (False, ((0, "purr"), (1, "hiss")))
        with pytest.raises(TooFast):
            await tables.react(table.id, "anna", 0, "meow")
        with pytest.raises(BadReaction):
            await tables.react(table.id, "anna", 0, "<script>")
        with pytest.raises(NotYourSeat):
            await tables.react(table.id, "anna", 1, "purr")
        sent = 1
        for _ in range(10):
            watch.now += 1.5
            try:
                await tables.react(table.id, "anna", 0, "nap")
                sent += 1
            except TooFast:
                break
        assert sent == 6
        watch.now += 60
        await tables.react(table.id, "anna", 0, "love")
    assert [row.kind for row in await tables.store.rows(table.id)] == ["set", "sit", "sit", "begin"]


async def test_again_and_again(tables: Tables) -> None:
    table = await three(tables, rounds=1)
    with pytest.raises(NotFinished):
        await tables.rematch(table.id, "anna")
    await play_on(tables, table)
    with pytest.raises(NotSeated):
        await tables.rematch(table.id, "stranger")
    names = ["Anna", "Boris", "Clara"]
    for number in (1, 2, 3):
        second = await tables.rematch(table.id, "boris")
        assert (second.facts.previous, second.facts.series, second.facts.number) == (
            table.id, second.facts.series, number,
        )  # fmt: skip
        names = names[1:] + names[:1]
        assert second.names("en") == names  # the next player is first
        assert table.again == second.id
        assert (second.stage, second.host, second.options) == ("lobby", "boris", {"rounds": 1})
        assert second.facts.secret != table.facts.secret
        with pytest.raises(NotReady):
            await tables.begin(second.id, "boris")
        assert (await tables.rematch(table.id, "boris")).id == second.id
        assert (await tables.rematch(table.id, "anna")).stage == "lobby"
        assert (await tables.rematch(table.id, "clara")).stage == "running"  # all have come
        assert (await tables.rematch(table.id, "anna")).id == second.id
        await play_on(tables, second)
        table = second
    score = await tables.series_score(table)
    assert len(score) == 12
    assert {(line.chair, line.name) for line in score} == {(0, "Anna"), (1, "Boris"), (2, "Clara")}


async def test_again_against_cats_begins_at_once(tables: Tables) -> None:
    table = await tables.create("anna", RAT, 3, {"rounds": 1}, people=["Anna"], bots=["kitten", "cat"], begin=True)
    await play_on(tables, table)
    second = await tables.rematch(table.id, "anna")
    assert second.stage == "running"
    assert [seat.level for seat in second.seats] == ["kitten", "cat", ""]
    assert second.names("en") == table.names("en")[1:] + table.names("en")[:1]


async def test_again_without_somebody(tables: Tables) -> None:
    table = await three(tables, rounds=1)
    await play_on(tables, table)
    second = await tables.rematch(table.id, "boris")
    await tables.rematch(table.id, "anna")
    await tables.remove(second.id, "boris", 1)  # Clara has gone home
    await tables.seat_bot(second.id, "boris", 1, "tiger")
    await tables.begin(second.id, "boris")
    assert second.stage == "running"
    other = await three(tables, rounds=1)
    await play_on(tables, other)
    third = await tables.rematch(other.id, "anna")
    await tables.rematch(other.id, "clara")
    await tables.remove(third.id, "anna", 0)
    assert await tables.sit(third.id, "dora", "Dora") == 0
    assert third.stage == "lobby"  # the host looks who has come
    await tables.begin(third.id, "anna")


def test_numbers_people_like() -> None:
    def result(at: float, score: int, other: int, won: bool, game: str = RAT) -> Result:
        return Result("t", 0, "a", "A", game, "s", 0, score, won, (score, other), (0 if won else 1,), at)

    low = [result(1, 30, 20, False), result(2, 9, 20, True), result(3, 10, 11, True), result(4, 12, 12, True)]
    high = [result(5, 70, 60, True, "cat-cafe"), result(6, 80, 90, False, "cat-cafe")]
    cafe, rat = statistics_of([*low, *high])
    assert (rat.game, rat.played, rat.won, rat.streak, rat.longest, rat.best) == (RAT, 4, 3, 3, 3, 9)
    assert rat.average == pytest.approx(15.25)
    assert (cafe.played, cafe.won, cafe.streak, cafe.longest, cafe.best) == (2, 1, 0, 1, 80)
    assert statistics_of([]) == []
