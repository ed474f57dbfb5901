"""A store made by an older release is brought up to date; one of a newer release is left alone."""

import sqlite3
from collections.abc import Callable

import pytest

from purrlor.tables.errors import StoreError
from purrlor.tables.store import Identity, open_store, schema
from purrlor.tables.store.postgres import WORDS as POSTGRES_WORDS
from purrlor.tables.store.sqlite import WORDS as SQLITE_WORDS

pytestmark = pytest.mark.anyio
Run = Callable[[list[str]], None]
OLD_ROWS = [
    "insert into tables (id, game, host, created, secret, watch_key, series, number, previous)"
    " values ('t', 'rat-a-tat-cat', 'anna', 5.0, {secret}, 'w', 't', 0, '')",
    "insert into log (table_id, n, kind, seat, action, at, note) values ('t', 1, 'set', -1, -1, 5.0, '{}')",
    "insert into identities (id, name, language, created) values ('anna', 'Anna', 'ru', 4.0)",
]


def run_in_sqlite(url: str, statements: list[str]) -> None:
    connection = sqlite3.connect(url.removeprefix("sqlite:///"))
    for statement in statements:
        connection.execute(statement.replace("{secret}", "x'00ff'"))
    connection.commit()
    connection.close()


def run_in_postgres(url: str, statements: list[str]) -> None:
    import psycopg

    with psycopg.connect(url) as connection:
        for statement in statements:
            connection.execute(statement.replace("{secret}", "'\\x00ff'"))  # type: ignore[arg-type]


def run(url: str, statements: list[str]) -> None:
    (run_in_sqlite if url.startswith("sqlite") else run_in_postgres)(url, statements)


def made_by_release(url: str, version: int) -> list[str]:
    """The statements that an old release made its store with."""
    is_postgres = not url.startswith("sqlite")
    statements = [schema.MAKE_META, f"insert into meta (name, value) values ('version', {version})"]
    for number in range(1, version + 1):
        words = POSTGRES_WORDS if is_postgres else SQLITE_WORDS
        statements += [schema.in_words(statement, words) for statement in schema.STEPS[number - 1]]
        statements += schema.POSTGRES_STEPS.get(number, ()) if is_postgres else ()
    return statements


@pytest.mark.parametrize("version", range(1, schema.VERSION + 1))
async def test_from_every_older_version(store_url: str, version: int) -> None:
    run(store_url, made_by_release(store_url, version) + OLD_ROWS)
    for _ in range(2):  # brought up to date, then opened as it is
        store = await open_store(store_url)
        facts = await store.facts("t")
        assert facts is not None
        assert (facts.secret, facts.host, facts.finished) == (b"\x00\xff", "anna", None)
        assert [row.kind for row in await store.rows("t")] == ["set"]
        assert await store.identity("anna") == Identity("anna", "Anna", "ru", 4.0)
        assert await store.results_of("anna") == []
        assert await store.token(b"x") is None
        await store.heartbeat(5.0)
        assert await store.lease("t")
        await store.leave()
        await store.close()


async def test_a_newer_release_made_it(store_url: str) -> None:
    store = await open_store(store_url)
    await store.close()
    run(store_url, ["update meta set value = 99"])
    with pytest.raises(StoreError, match="newer release"):
        await open_store(store_url)
    run(store_url, [f"update meta set value = {schema.VERSION}"])
    store = await open_store(store_url)
    await store.close()


async def test_a_step_that_fails_leaves_the_store_as_it_was(store_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    run(store_url, made_by_release(store_url, 1) + OLD_ROWS)
    with monkeypatch.context() as changed:
        changed.setattr(schema, "STEPS", (*schema.STEPS, ("create table good (x integer)", "create nonsense")))
        changed.setattr(schema, "VERSION", schema.VERSION + 1)
        with pytest.raises(StoreError):
            await open_store(store_url)
    store = await open_store(store_url)
    assert await store.facts("t") is not None
    await store.close()
