"""What viewers get: the latest, rendered once, in words they may know."""

import asyncio
import subprocess
import sys

import pytest

from purrlor.core.game import game as game_of
from purrlor.core.match import Match
from purrlor.core.seats import WATCHER
from purrlor.core.sentences.narration import narrate
from purrlor.core.sentences.translation_check import faults_in
from purrlor.tables import catalogue
from purrlor.tables.history import match_history
from purrlor.tables.store import open_store
from purrlor.tables.table import Table
from purrlor.tables.tables import Tables
from tests.fixtures.playing import CHANCE, DEALS, GAMES, PATIENCE, play_on, play_once, two_people, until

pytestmark = pytest.mark.anyio


@pytest.fixture
def tables(sqlite_tables: Tables) -> Tables:
    return sqlite_tables


async def test_a_viewer_who_lags_gets_the_latest_only(tables: Tables) -> None:
    table = await two_people(tables)
    with tables.subscribe(table, 0, "anna") as viewer:
        assert (await anext(viewer)) == (table.version, True, ())
        await play_on(tables, table, 5)
        assert (await anext(viewer)) == (table.version, True, ())
        waiting = asyncio.create_task(anext(viewer))  # type: ignore[arg-type]
        await until(lambda: viewer.waiter is not None)
        assert not waiting.done()
        await play_once(tables, table)
        assert (await waiting).version == table.version
        assert tables.numbers()["viewers"] == 1
    assert tables.numbers()["viewers"] == 0


async def test_viewers_end_with_the_server(sqlite_url: str) -> None:
    store = await open_store(sqlite_url)
    tables = Tables(store, entropy=DEALS.randbytes)
    await tables.start()
    table = await two_people(tables)

    async def look() -> int:
        with tables.subscribe(table, 0, "anna") as viewer:
            return len([news async for news in viewer])

    looking = [asyncio.create_task(look()) for _ in range(5)]
    await until(lambda: len(table.subscribers) == 5)
    await tables.stop()
    await asyncio.wait_for(asyncio.gather(*looking), PATIENCE)
    await store.close()


def told_afresh(table: Table, viewer: int, language: str) -> list[str]:
    """The story by the book: every decision told from the record's own states."""
    match = table.playing()
    record = match.record(with_secret=True)
    states = [step.state.copy() for step in Match.steps(record)]
    names = table.names(language)
    said = []
    for number, (seat, action) in enumerate(match.log):
        said += narrate(match.game, states[number], states[number + 1], seat, action, viewer, language, names)
    return said


@pytest.mark.parametrize("game", GAMES)
async def test_the_story_is_the_same_however_it_is_followed(tables: Tables, game: str) -> None:
    """By somebody who listens after every decision, now and then, or only at the end; with decisions taken back."""
    table = await two_people(tables, game)
    while table.stage == "running" and len(table.playing().log) < 150:
        table.story(0, "en")
        if CHANCE.random() < 0.2:
            table.story(WATCHER, "ru")
        if CHANCE.random() < 0.03:
            table.story(1, "en", 5)
        await play_once(tables, table)
        for seat in (0, 1):
            if CHANCE.random() < 0.3 and table.can_undo(seat):
                if CHANCE.random() < 0.5:
                    table.story(0, "en")
                await tables.undo(table.id, table.seats[seat].identity, seat, table.question[seat])
    for viewer, language in ((0, "en"), (WATCHER, "ru"), (1, "en"), (1, "ru")):
        whole = told_afresh(table, viewer, language)
        assert table.story(viewer, language, 10_000) == whole
        assert table.story(viewer, language, 7) == whole[-7:]
        assert len(whole) > 5
    kept = table.history
    assert kept is not None
    assert len(kept.steps) <= match_history.STEPS_CACHED


async def test_a_latecomer_is_told_the_end_first(tables: Tables) -> None:
    table = await two_people(tables, rounds=10)
    await play_on(tables, table, 150)
    kept = table.history
    assert kept is not None
    newest = table.story(WATCHER, "en", 5)
    assert kept.narrations[WATCHER, "en"].start > 0
    assert newest == told_afresh(table, WATCHER, "en")[-5:]
    assert table.story(WATCHER, "en", 10_000) == told_afresh(table, WATCHER, "en")


async def test_nobody_follows_so_nothing_is_kept(tables: Tables) -> None:
    table = await two_people(tables, rounds=10)
    kept = table.history
    assert kept is not None
    table.story(0, "en")
    await play_on(tables, table, 100)
    assert (kept.steps, kept.narrations) == ([], {})


@pytest.mark.parametrize("name", GAMES)
def test_a_question_that_stands_means_the_same(name: str) -> None:
    """What makes a click fresh: while others decide, a seat that is asked for the same actions is asked for the same
    things. So their labels, as the seat may know them, are the same too."""
    game, kept = game_of(name), 0
    for seed in range(6):
        match = Match(game, game.seats[-1], seed=seed)
        while not match.is_over:
            seat = CHANCE.choice(match.waiting())
            before = {other: questions(match, other) for other in match.waiting() if other != seat}
            match.play(seat, CHANCE.choice(match.legal(seat)))
            for other, (legal, labels) in before.items():
                if match.legal(other) == legal:
                    assert questions(match, other) == (legal, labels)
                    kept += 1
    several = kept > 0
    assert several or name not in ("rat-a-tat-cat", "cat-cafe", "more-kitties")


def questions(match: Match, seat: int) -> tuple[tuple[int, ...], list[str]]:
    view, label = match.view(seat), match.game.part("words.labels").label
    legal = match.legal(seat)
    return legal, [label(view, seat, action, match.game.translations("en")) for action in legal]


def test_the_tables_speak_every_language() -> None:
    assert faults_in(catalogue.TABLES_CATALOGUE.parent.rglob("*.py"), catalogue.TABLES_CATALOGUE) == []


def test_the_domain_knows_no_web() -> None:
    for path in catalogue.TABLES_CATALOGUE.parent.rglob("*.py"):
        source = path.read_text()
        assert not any(
            f"import {word}" in source or f"from {word}" in source for word in ("starlette", "uvicorn", "jinja2")
        )
    asked = "import sys, purrlor.tables.tables; print(sorted({name.partition('.')[0] for name in sys.modules}))"
    known = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True).stdout
    assert not any(word in known for word in ("starlette", "uvicorn", "jinja2", "segno"))
