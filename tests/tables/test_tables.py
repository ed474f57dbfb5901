"""Sitting down and playing, the same over both stores."""

import asyncio
import gc
from typing import Any

import pytest

from purrlor.core.errors import BadOption, CannotUndo, IllegalAction, NotYourTurn, UnknownGame
from purrlor.core.match import Match
from purrlor.tables.errors import (
    AlreadyStarted,
    BadLevel,
    BadLink,
    BadName,
    BadSetting,
    NotFinished,
    NotHost,
    NotReady,
    NotStarted,
    NotYourSeat,
    Overtaken,
    SeatTaken,
    StaleTurn,
    StoreError,
    TableFull,
    TooManyTables,
    UnknownIdentity,
    UnknownTable,
)
from purrlor.tables.seats import TableSettings
from purrlor.tables.tables import Tables
from tests.fixtures.playing import GAMES, PATIENCE, board, play_on, play_once, two_people

pytestmark = pytest.mark.anyio
RAT = "rat-a-tat-cat"


async def test_a_legal_decision_is_known_without_the_rules(
    sqlite_tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, asked = await two_people(sqlite_tables), []
    monkeypatch.setattr(Match, "check", lambda match, seat, action: asked.append(action))
    await play_once(sqlite_tables, table)
    assert not asked


@pytest.mark.parametrize("game", GAMES)
async def test_a_whole_match_against_a_cat(tables: Tables, game: str) -> None:
    table = await tables.create("anna", game, 2, people=["Anna"], bots=["cat"], begin=True)
    await play_on(tables, table)
    assert table.stage == "finished"
    assert Match.replay(table.record()).digest == table.playing().digest
    (result,) = await tables.identities.results_of("anna")
    assert (result.score, result.won) == (table.playing().scores()[0], 0 in table.playing().winners())
    assert [row.n for row in await tables.store.rows(table.id)] == list(range(1, table.n + 1))
    assert (await tables.identities.tables_of("anna"))[0].finished is not None
    assert await tables.store.inherit() == []  # nobody need move it any more


async def test_sitting_down(tables: Tables) -> None:
    table = await tables.create("anna", RAT, 4, {"rounds": "2"}, TableSettings(away=None, clock=30))
    assert (table.stage, table.options, table.settings) == ("lobby", {"rounds": 2}, TableSettings(None, 30))
    assert await tables.sit(table.id, "anna", "  Anna ") == 0
    assert await tables.sit(table.id, "anna", "Her son") == 1  # one device
    assert await tables.sit(table.id, "boris", "Anna", 3) == 3
    assert table.names("en") == ["Anna", "Her son", "", "Anna 2"]
    assert table.seats_of("anna") == (0, 1)
    with pytest.raises(SeatTaken):
        await tables.sit(table.id, "boris", "Boris", 0)
    with pytest.raises(NotYourSeat):
        await tables.sit(table.id, "boris", "Boris", 4)
    with pytest.raises(NotYourSeat):
        await tables.stand_up(table.id, "boris", 0)
    with pytest.raises(NotReady, match="Seat 3"):
        await tables.begin(table.id, "anna")
    await tables.sit(table.id, "boris", "Boris", 2)
    with pytest.raises(TableFull):
        await tables.sit(table.id, "clara", "Clara")
    await tables.stand_up(table.id, "boris", 3)
    assert await tables.sit(table.id, "clara", "Clara") == 3
    assert await tables.sit(table.id, "clara", "Clarissa", 3) == 3  # another name
    await tables.begin(table.id, "anna")
    assert table.stage == "running"
    assert table.names("ru") == ["Anna", "Her son", "Boris", "Clarissa"]
    for wish in (
        tables.begin(table.id, "anna"),
        tables.stand_up(table.id, "boris", 2),
        tables.sit(table.id, "dora", "Dora"),
        tables.remove(table.id, "anna", 2),
        tables.change(table.id, "anna", seats=3),
        tables.seat_bot(table.id, "anna", None, "cat"),
    ):
        with pytest.raises(AlreadyStarted):
            await wish


async def test_the_host_and_the_cats(tables: Tables) -> None:
    table = await tables.create("anna", RAT, 3, people=["Anna"])
    for wish in (
        tables.begin(table.id, "boris"),
        tables.seat_bot(table.id, "boris", None, "cat"),
        tables.remove(table.id, "boris", 0),
        tables.change(table.id, "boris", seats=2),
    ):
        with pytest.raises(NotHost):
            await wish
    with pytest.raises(BadLevel):
        await tables.seat_bot(table.id, "anna", None, "panther")
    with pytest.raises(SeatTaken):
        await tables.seat_bot(table.id, "anna", 0, "cat")
    await tables.seat_bot(table.id, "anna", None, "kitten")
    await tables.seat_bot(table.id, "anna", 2, "tiger")
    assert [seat.level for seat in table.seats] == ["", "kitten", "tiger"]
    assert table.names("en") == ["Anna", "Ginger", "Smokey"]
    assert table.names("ru") == ["Anna", "Рыжик", "Дымок"]
    await tables.remove(table.id, "anna", 1)
    await tables.remove(table.id, "anna", 1)  # it is free already
    assert table.seats[1].is_open
    await tables.sit(table.id, "boris", "Boris")
    await tables.change(table.id, "anna", seats=2, options={"rounds": 1})
    assert (len(table.seats), table.options) == (2, {"rounds": 1})
    with pytest.raises(BadOption):
        await tables.change(table.id, "anna", seats=1)
    with pytest.raises(BadOption):
        await tables.change(table.id, "anna", options={"rounds": 0})
    await tables.change(table.id, "anna", seats=3, settings=TableSettings(clock=10))
    await tables.sit(table.id, "clara", "Clara")
    with pytest.raises(SeatTaken):
        await tables.change(table.id, "anna", seats=2)
    assert (len(table.seats), table.options, table.settings.clock) == (3, {"rounds": 1}, 10)


@pytest.mark.parametrize("name", ["", "   ", "x" * 25, "x" * 1_000_000, "a\u202eb", "a\x00b", None, 7])
async def test_names_that_are_none(tables: Tables, name: str) -> None:
    table = await tables.create("anna", RAT, 2)
    with pytest.raises(BadName):
        await tables.sit(table.id, "anna", name)
    with pytest.raises(BadName):
        await tables.create("anna", RAT, 2, people=[name])


async def test_tables_that_cannot_be(tables: Tables) -> None:
    tables.most_tables = 2
    with pytest.raises(UnknownGame):
        await tables.create("anna", "chess", 2)
    with pytest.raises(BadOption):
        await tables.create("anna", RAT, 7)
    with pytest.raises(BadOption):
        await tables.create("anna", RAT, 2, {"colour": "blue"})
    with pytest.raises(TableFull):
        await tables.create("anna", RAT, 2, people=["Anna", "Boris"], bots=["cat"])
    with pytest.raises(NotReady):
        await tables.create("anna", RAT, 2, people=["Anna"], begin=True)
    with pytest.raises(BadSetting):
        TableSettings.from_data({"away": "-1"})
    with pytest.raises(BadSetting):
        TableSettings.from_data({"hurry": 1})
    assert TableSettings.from_data({"away": "90", "clock": "never"}) == TableSettings(90, None)
    assert await tables.identities.tables_of("anna") == []
    for _ in range(2):
        await tables.create("anna", RAT, 2)
    with pytest.raises(TooManyTables):
        await tables.create("anna", RAT, 2)
    with pytest.raises(UnknownTable):
        await tables.get("nowhere")
    with pytest.raises(UnknownTable):
        await tables.watched("nowhere")


async def test_ids_cannot_be_guessed(tables: Tables) -> None:
    table = await tables.create("anna", RAT, 2)
    assert len(table.id) == 16  # 96 bits
    assert len(table.facts.watch_key) == 22  # 128 bits
    assert table.id not in table.facts.watch_key
    assert table.id not in repr(table)
    assert await tables.watched(table.facts.watch_key) is table


async def test_what_is_refused_changes_nothing(tables: Tables) -> None:
    table = await two_people(tables)
    (seat, *_), n, before = table.waiting(), table.n, board(table)
    me, q = table.seats[seat].identity, table.question[seat]
    for wish, error in (
        (tables.play(table.id, me, 1 - seat, 0, q), NotYourSeat),
        (tables.play(table.id, "stranger", seat, 0, q), NotYourSeat),
        (tables.play(table.id, "", seat, 0, q), NotYourSeat),
        (tables.play(table.id, me, 5, 0, q), NotYourSeat),
        (tables.play(table.id, me, -1, 0, q), NotYourSeat),
        (tables.play(table.id, me, seat, 61, q), IllegalAction),
        (tables.play(table.id, me, seat, -1, q), IllegalAction),
        (tables.play(table.id, me, seat, table.legal(seat)[0], q - 1), StaleTurn),
        (tables.play(table.id, me, seat, table.legal(seat)[0], q + 1), StaleTurn),
        (tables.play("nowhere", me, seat, 0, q), UnknownTable),
        (tables.undo(table.id, me, seat, q), CannotUndo),
    ):
        with pytest.raises(error):
            await wish
    assert (table.n, board(table)) == (n, before)
    assert len(await tables.store.rows(table.id)) == n
    with pytest.raises(NotFinished):
        table.record()
    lobby = await tables.create("anna", RAT, 2, people=["Anna"])
    with pytest.raises(NotStarted):
        await tables.play(lobby.id, "anna", 0, 0, lobby.n)
    with pytest.raises(NotStarted):
        lobby.record()


async def test_a_decision_made_twice_counts_once(tables: Tables) -> None:
    """Two clicks on the same button, or the same button in two windows."""
    table = await two_people(tables)
    for _ in range(12):
        (seat, *_), n = table.waiting(), table.n
        me, action = table.seats[seat].identity, table.legal(seat)[0]
        question = table.question[seat]
        wishes = [tables.play(table.id, me, seat, action, question) for _ in range(3)]
        answers = await asyncio.gather(*wishes, return_exceptions=True)
        assert sum(not isinstance(answer, Exception) for answer in answers) == 1
        assert all(isinstance(answer, StaleTurn | NotYourTurn) for answer in answers if isinstance(answer, Exception))
        assert table.n == n + 1


async def test_the_choices_of_others_do_not_make_mine_stale(tables: Tables) -> None:
    """Everybody looks at their cards at once in the beginning: each may click on what they saw first."""
    table = await two_people(tables)
    assert table.waiting() == (0, 1)
    n = table.n
    questions = list(table.question)
    await tables.play(table.id, "boris", 1, table.legal(1)[0], questions[1])
    await tables.play(table.id, "anna", 0, table.legal(0)[0], questions[0])
    assert table.n == n + 2


async def test_taking_back(tables: Tables) -> None:
    """Tried at every decision of a match: what may be taken back leads back to the same bytes, the rest is refused."""
    table = await two_people(tables, rounds=5)
    took = refused = 0
    while table.stage == "running":
        before, seat = board(table), table.waiting()[0]
        await play_once(tables, table)
        if table.stage != "running":
            break
        me, other = table.seats[seat].identity, table.seats[1 - seat].identity
        with pytest.raises(NotYourSeat):
            await tables.undo(table.id, other, seat, table.question[seat])
        with pytest.raises(CannotUndo):
            await tables.undo(table.id, other, 1 - seat, table.question[1 - seat])
        after, n = board(table), table.question[seat]
        if table.can_undo(seat):
            await tables.undo(table.id, me, seat, n)
            assert board(table)[32:] == before[32:]  # the generator comes first: it is keyed again anyway
            with pytest.raises((CannotUndo, StaleTurn)):  # a second click on the same button
                await tables.undo(table.id, me, seat, n)
            took += 1
            await play_once(tables, table)
        else:
            with pytest.raises(CannotUndo):
                await tables.undo(table.id, me, seat, n)
            assert board(table) == after
            refused += 1
    assert took
    assert refused
    kinds = [row.kind for row in await tables.store.rows(table.id)]
    assert kinds.count("undo") == took
    assert Match.replay(table.record()).digest == table.playing().digest


@pytest.mark.parametrize("game", GAMES)
async def test_what_ended_a_match_is_not_taken_back(tables: Tables, game: str) -> None:
    """Its secret has been shown: whoever took it back would know all chance to come."""
    table = await two_people(tables, game)
    await play_on(tables, table)
    last = table.playing().log[-1][0]
    assert not table.can_undo(last)
    with pytest.raises(CannotUndo, match="over"):
        await tables.undo(table.id, table.seats[last].identity, last, table.question[last])


async def test_a_store_that_contradicts_itself(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await two_people(tables)

    async def refuse(*facts: object) -> None:
        raise Overtaken

    monkeypatch.setattr(tables.store, "append", refuse)
    with pytest.raises(StoreError):
        await asyncio.wait_for(play_once(tables, table), PATIENCE)


async def test_who_asks_for_no_table_and_leaves_is_no_error(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    asked, answer = asyncio.Event(), asyncio.Event()
    errors: list[dict[str, Any]] = []

    async def facts(table_id: str) -> None:
        asked.set()
        await answer.wait()

    monkeypatch.setattr(tables.store, "facts", facts)
    asyncio.get_running_loop().set_exception_handler(lambda loop, context: errors.append(context))
    getting = asyncio.create_task(tables.registry.get("nosuchtable"))
    await asked.wait()
    loading = tables.registry.loading["nosuchtable"]
    getting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await getting
    answer.set()
    await asyncio.wait([loading])
    del loading, getting
    gc.collect()
    assert errors == []


async def test_personal_links_and_tokens(tables: Tables) -> None:
    table = await two_people(tables)
    with pytest.raises(NotYourSeat):
        await tables.identities.make_link(table.id, "boris", 0)
    first = await tables.identities.make_link(table.id, "anna", 0)
    second = await tables.identities.make_link(table.id, "anna", 0)
    with pytest.raises(BadLink):
        await tables.identities.use_link(first)  # replaced by the second
    link = await tables.identities.use_link(second)
    assert (link.identity, link.table_id, link.seat) == ("anna", table.id, 0)
    with pytest.raises(BadLink):
        await tables.identities.use_link(second)
    third = await tables.identities.make_link(table.id, "anna", 0)
    assert await tables.identities.revoke_links(table.id, "anna", 0) == 1
    for bad in (third, "", "x" * 100_000, "\ud800"):
        with pytest.raises(BadLink):
            await tables.identities.use_link(bad)
    token = await tables.identities.make_token(table.id, "boris", 1)
    assert len(token) == 22
    assert (await tables.identities.token(token)).identity == "boris"
    assert await tables.identities.revoke_tokens(table.id, "boris", 1) == 1
    with pytest.raises(BadLink):
        await tables.identities.token(token)


async def test_one_device_becomes_two(tables: Tables) -> None:
    table = await tables.create("anna", RAT, 2, people=["Anna", "Boris"], begin=True)
    with pytest.raises(NotYourSeat):
        await tables.move_seat(table.id, "boris", 1, "clara")
    await tables.move_seat(table.id, "anna", 1, "boris")
    await tables.play(table.id, "boris", 1, table.legal(1)[0], table.question[1])
    assert table.names("en") == ["Anna", "Boris"]
    assert [line.id for line in await tables.identities.tables_of("boris")] == [table.id]


async def test_identities(tables: Tables) -> None:
    anna = await tables.identities.create("Anna", "en")
    assert len(anna.id) == 22
    await tables.identities.change(anna.id, name=" Anna Karenina ", language="ru")
    assert (await tables.identities.get(anna.id)).name == "Anna Karenina"
    assert (await tables.identities.get(anna.id)).language == "ru"
    with pytest.raises(BadName):
        await tables.identities.change(anna.id, name="x" * 25)
    with pytest.raises(UnknownIdentity):
        await tables.identities.get("nobody")
