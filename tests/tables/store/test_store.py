"""What is kept, the same in both stores."""

import asyncio
import os
import re
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from purrlor.tables.commands.series import new_facts
from purrlor.tables.errors import Overtaken, StoreError, UnknownTable
from purrlor.tables.store import Identity, Link, Result, Row, Store, TableFacts, open_store
from purrlor.tables.store.backup import backup
from tests.fixtures.playing import DEALS

pytestmark = pytest.mark.anyio


def facts_of(host: str = "host", at: float = 100.0) -> TableFacts:
    return new_facts("rat-a-tat-cat", host, at, DEALS.randbytes)


def act(n: int, at: float = 100.0) -> Row:
    return Row(n, "act", n % 2, n % 5, at, "")


async def test_a_table_comes_back_as_it_was(store: Store) -> None:
    facts = facts_of()
    await store.create(facts, [Row(1, "set", -1, -1, 100.5, '{"seats":2}'), Row(2, "sit", 0, -1, 100.5, "Аня")])
    await store.append(facts.id, [act(3), act(4)])
    assert await store.facts(facts.id) == facts
    assert await store.rows(facts.id) == [
        Row(1, "set", -1, -1, 100.5, '{"seats":2}'), Row(2, "sit", 0, -1, 100.5, "Аня"), act(3), act(4),
    ]  # fmt: skip
    assert await store.rows(facts.id, 3) == [act(4)]
    assert await store.watched(facts.watch_key) == facts.id
    assert await store.watched(facts.id) is None
    assert await store.facts("nowhere") is None
    assert await store.rows("nowhere") == []


async def test_a_number_is_given_once(store: Store) -> None:
    facts = facts_of()
    await store.create(facts, [act(1)])
    with pytest.raises(Overtaken):
        await store.append(facts.id, [act(1)])
    with pytest.raises(Overtaken):
        await store.append(facts.id, [act(2), act(1)], ["somebody"])
    assert await store.rows(facts.id) == [act(1)]  # nothing of the refused ones, not even their good rows
    assert await store.tables_of("somebody") == []


async def test_no_row_without_a_table(store: Store) -> None:
    with pytest.raises(UnknownTable):
        await store.append("nowhere", [act(1)])


async def test_a_refused_row_disturbs_no_other(store: Store) -> None:
    """Everything waiting goes into one commit; each is accepted or refused by itself."""
    tables = [facts_of() for _ in range(40)]
    await asyncio.gather(*(store.create(facts, [act(1)]) for facts in tables))
    wishes = [store.append(facts.id, [act(2 - k % 2)]) for k, facts in enumerate(tables)]
    answers = await asyncio.gather(*wishes, return_exceptions=True)
    for k, (facts, answer) in enumerate(zip(tables, answers, strict=True)):
        assert isinstance(answer, Overtaken) if k % 2 else answer is None
        assert len(await store.rows(facts.id)) == (1 if k % 2 else 2)


async def test_a_rematch_is_made_once(store: Store) -> None:
    old, one, two = facts_of(), facts_of(), facts_of()
    await store.create(old, [act(1)])
    await store.create(one, [act(1)], after=(old.id, Row(2, "again", -1, -1, 1.0, one.id)))
    with pytest.raises(Overtaken):
        await store.create(two, [act(1)], after=(old.id, Row(2, "again", -1, -1, 1.0, two.id)))
    assert await store.facts(two.id) is None
    assert (await store.rows(old.id))[-1].note == one.id


async def test_where_somebody_sits(store: Store) -> None:
    early, late = facts_of("anna", 1.0), facts_of("boris", 2.0)
    await store.create(early, [act(1)], ["anna"])
    await store.create(late, [act(1)], ["boris"])
    await store.append(late.id, [act(2)], ["anna", "anna"])
    assert [line.id for line in await store.tables_of("anna")] == [late.id, early.id]
    assert [line.id for line in await store.tables_of("anna", 1)] == [late.id]
    assert (await store.tables_of("nobody"), await store.open_tables("anna", 0.0)) == ([], 1)
    assert await store.open_tables("anna", 1.5) == 0
    await store.append(early.id, [act(2, at=9.0)], results=[])
    assert (await store.tables_of("anna"))[1].finished == 9.0
    assert await store.open_tables("anna", 0.0) == 0


async def test_a_sitting_is_forgotten_until_the_next(store: Store) -> None:
    facts = facts_of("anna", 1.0)
    await store.create(facts, [act(1)], ["anna", "boris"])
    await store.forget_sitting(facts.id, "anna")
    await store.forget_sitting(facts.id, "nobody")
    assert await store.tables_of("anna") == []
    assert [line.id for line in await store.tables_of("boris")] == [facts.id]
    await store.append(facts.id, [act(2)], ["anna"])
    assert [line.id for line in await store.tables_of("anna")] == [facts.id]


async def test_results_outlive_their_table(store: Store) -> None:
    facts = replace(facts_of(at=1.0), series="first")
    await store.create(facts, [act(1, at=1.0)])
    game = facts.game
    results = [
        Result(facts.id, 0, "anna", "Anna", game, "first", 1, 12, True, (12, 30), (0,), 50.0),
        Result(facts.id, 1, "", "Ginger", game, "first", 0, 30, False, (12, 30), (0,), 50.0),
    ]
    await store.append(facts.id, [act(2, at=50.0)], results=results)
    with pytest.raises(Overtaken):  # the end is written once
        await store.append(facts.id, [act(2, at=60.0)], results=results)
    assert (await store.facts(facts.id)) == replace(facts, finished=50.0)
    assert await store.clear(51.0, 0.0) == 1
    assert await store.facts(facts.id) is None
    assert await store.rows(facts.id) == []
    assert await store.results_of("anna") == results[:1]
    assert await store.series("first") == [results[1], results[0]]
    assert await store.results_of("boris") == []


async def test_only_the_finished_and_forgotten_are_cleared(store: Store) -> None:
    done, forgotten, alive = facts_of(at=1.0), facts_of(at=1.0), facts_of(at=1.0)
    for facts, last in ((done, 500.0), (forgotten, 40.0), (alive, 500.0)):
        await store.create(facts, [act(1, 1.0), act(2, last)])
    await store.append(done.id, [act(3, 90.0)], results=[])
    assert await store.clear(finished_before=80.0, abandoned_before=30.0) == 0
    assert await store.clear(finished_before=100.0, abandoned_before=100.0) == 2
    assert await store.facts(alive.id) is not None
    with pytest.raises(UnknownTable):
        await store.append(forgotten.id, [act(3)])


async def test_identities(store: Store) -> None:
    anna = Identity("a" * 22, "Аня", "ru", 5.0)
    await store.add_identity(anna)
    assert await store.identity(anna.id) == anna
    await store.change_identity(anna.id, name="Анна")
    await store.change_identity(anna.id, language="en")
    assert await store.identity(anna.id) == Identity(anna.id, "Анна", "en", 5.0)
    assert await store.identity("nobody") is None
    facts = facts_of()
    await store.create(facts, [act(1)], [anna.id])
    await store.add_identity(Identity("passer-by", "", "en", 5.0))
    await store.clear(0.0, 50.0)
    assert await store.identity("passer-by") is None
    assert await store.identity(anna.id) is not None


async def test_a_personal_link_works_once(store: Store) -> None:
    facts = facts_of()
    await store.create(facts, [act(1)])
    link = Link("anna", facts.id, 1, 7.0)
    await store.add_link(b"h" * 32, link)
    assert await store.token(b"h" * 32) is None  # a link is no token
    answers = await asyncio.gather(*(store.use_link(b"h" * 32, 8.0) for _ in range(5)))
    assert sorted(answer == link for answer in answers) == [False] * 4 + [True]
    await store.add_link(b"i" * 32, link)
    assert await store.revoke_links(facts.id, "anna", 0) == 0
    assert await store.revoke_links(facts.id, "anna", 1) == 1
    assert await store.use_link(b"i" * 32, 8.0) is None


async def test_a_token_works_until_revoked(store: Store) -> None:
    facts = facts_of()
    await store.create(facts, [act(1)])
    link = Link("anna", facts.id, 1, 7.0)
    await store.add_token(b"t" * 32, link)
    assert await store.use_link(b"t" * 32, 8.0) is None
    assert [await store.token(b"t" * 32), await store.token(b"t" * 32)] == [link, link]
    assert await store.revoke_tokens(facts.id, "anna", 1) == 1
    assert await store.token(b"t" * 32) is None


async def test_a_table_is_moved_by_one_process_and_inherited(store: Store) -> None:
    facts = facts_of()
    await store.create(facts, [act(1)])
    assert store.server in await store.heartbeat(60.0)
    assert await store.lease(facts.id)
    assert await store.lease(facts.id)
    assert await store.inherit() == []  # we live
    await store.leave()
    assert await store.inherit() == [facts.id]  # whoever asks first
    await store.heartbeat(60.0)
    await store.release([facts.id])
    await store.release([])
    await store.leave()
    assert await store.inherit() == []


@pytest.mark.parametrize("url", ["mysql://x", "sqlite://", "sqlite:///", "nonsense", "", "postgresql://127.0.0.1:1/x"])
async def test_a_store_that_is_none(url: str) -> None:
    with pytest.raises(StoreError):
        await open_store(url)


async def test_a_postgresql_that_is_not_there_is_said_in_one_sentence(tmp_path: Path) -> None:
    """Its library asks "Is the server running …?" in a second line."""
    url = "postgresql://127.0.0.1:1/x"
    with pytest.raises(StoreError) as opened:
        await open_store(url)
    with pytest.raises(StoreError) as backed_up:
        backup(url, tmp_path / "b.db")
    for found in (opened, backed_up):
        assert re.fullmatch(r"The PostgreSQL store cannot be used: [^?\n]* Connection refused\.", str(found.value))


async def test_one_sqlite_file_serves_one_process(sqlite_url: str) -> None:
    store = await open_store(sqlite_url)
    with pytest.raises(StoreError, match="another server"):
        await open_store(sqlite_url)
    await store.close()
    with pytest.raises(StoreError):
        await store.rows("x")
    again = await open_store(sqlite_url)
    await again.close()


async def test_a_file_that_is_no_store(tmp_path: Path) -> None:
    path = tmp_path / "note.db"
    path.write_text("This is a shopping list: cream, fish, yarn." * 100)
    with pytest.raises(StoreError, match="cannot be used"):
        await open_store(f"sqlite:///{path}")
    with pytest.raises(StoreError, match="There is no folder"):
        await open_store(f"sqlite:///{path}/below/a/file.db")
    with pytest.raises(StoreError, match="There is no folder"):
        await open_store(f"sqlite:///{tmp_path}/mistyped/a/file.db")
    assert not (tmp_path / "mistyped").exists()


async def test_secrets_are_not_for_others(sqlite_url: str) -> None:
    store = await open_store(sqlite_url)
    await store.create(facts_of(), [act(1)])
    for path in Path(sqlite_url.removeprefix("sqlite:///")).parent.iterdir():
        assert os.stat(path).st_mode & 0o077 == 0, path.name
    await store.close()
    assert "secret" not in repr(facts_of())
    assert facts_of().watch_key not in repr(facts_of())


async def test_a_full_disk_is_said_and_nothing_is_half_written(sqlite_url: str) -> None:
    store = await open_store(sqlite_url)
    facts = facts_of()
    await store.create(facts, [act(1)])
    other = sqlite3.connect(sqlite_url.removeprefix("sqlite:///"))
    pages = other.execute("pragma page_count").fetchone()[0]
    other.close()
    await store.engine.transact((f"pragma max_page_count = {pages}", ()))  # type: ignore[attr-defined]
    with pytest.raises(StoreError):
        await store.append(facts.id, [Row(2, "act", 0, 0, 1.0, "x" * 100_000)])
    await store.append(facts.id, [act(2)])
    assert await store.rows(facts.id) == [act(1), act(2)]
    await store.close()
