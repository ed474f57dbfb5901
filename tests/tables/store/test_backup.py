"""Backup and restore: of a running store, after a crash, and what is refused."""

import asyncio
import os
import runpy
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from purrlor.cli import main
from purrlor.tables.errors import StoreError
from purrlor.tables.store import Store, open_store
from purrlor.tables.store.backup import backup, restore
from purrlor.tables.store.sqlite import Sqlite
from purrlor.tables.tables import Tables
from tests.fixtures.playing import play_on, two_people

pytestmark = pytest.mark.anyio
BENCH = Path(__file__).parents[3] / "bench"


async def played(store: Store, decisions: int = 10) -> str:
    """The id of a table with so many decisions."""
    tables = Tables(store)
    await tables.start()
    table = await two_people(tables)
    await play_on(tables, table, decisions)
    await tables.stop()
    return table.id


def test_killed_at_random_moments(store_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """One round of the drill, whose commands are killed too; `purrlor bench backups` does many."""
    drill = runpy.run_path(str(BENCH / "backups.py"), run_name="drill")
    monkeypatch.setattr("sys.argv", ["backups", "--rounds", "1", "--seed", "5", "--database", store_url])
    with pytest.raises(SystemExit) as ended:
        drill["main"]()
    assert ended.value.code == 0


async def test_a_log_of_a_dead_process_does_not_get_into_a_restored_file(sqlite_url: str, memory_folder: Path) -> None:
    """What a copy by hand does: pages of the old log are written into the new file, which is then damaged."""
    store = await open_store(sqlite_url)
    await played(store)
    file, path = memory_folder / "backup.db", Path(sqlite_url.removeprefix("sqlite:///"))
    backup(sqlite_url, file)
    await played(store, 60)
    log = Path(f"{path}-wal").read_bytes()
    pages = path.read_bytes()
    await store.close()
    path.write_bytes(pages)
    Path(f"{path}-wal").write_bytes(log)  # as after kill -9
    rows = await rows_in(f"sqlite:///{file}")
    count, kept = restore(sqlite_url, file)
    assert count == 1
    assert await rows_in(sqlite_url) == rows
    assert len(await rows_in(f"sqlite:///{kept}")) > len(rows), "what was replaced is whole, with its log"


async def rows_in(url: str) -> list[object]:
    store = await open_store(url)
    await store.check()
    found = await store.engine.transact(("select * from log order by table_id, n", ()))  # type: ignore[attr-defined]
    await store.close()
    return list(found[0])


async def test_from_one_kind_to_the_other_and_back(sqlite_url: str, postgres_url: str, tmp_path: Path) -> None:
    store = await open_store(sqlite_url)
    table_id = await played(store)
    identity = "anna"
    await store.close()
    backup(sqlite_url, tmp_path / "first.db")
    assert restore(postgres_url, tmp_path / "first.db") == (1, "")
    shared = await open_store(postgres_url)
    with pytest.raises(StoreError, match="stop it first"):
        await asyncio.to_thread(restore, postgres_url, tmp_path / "first.db")
    assert [line.id for line in await shared.tables_of(identity)] == [table_id]
    assert await played(shared), "it can be played on"
    await shared.close()
    backup(postgres_url, tmp_path / "second.db")
    count, kept = restore(sqlite_url, tmp_path / "second.db")
    assert count == 2
    assert kept
    assert await rows_in(sqlite_url) == await rows_in(postgres_url)
    count, kept = restore(postgres_url, tmp_path / "second.db")
    assert (count, kept.startswith("purrlor_before_")) == (2, True)


async def test_what_is_refused(
    sqlite_url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    file = tmp_path / "backup.db"
    store = await open_store(sqlite_url)
    await played(store)

    def says(*words: str) -> str:
        assert main([*words, "--database", sqlite_url]) == 1
        said = capsys.readouterr()
        assert said.out == ""
        assert said.err.count("\n") == 1
        return said.err

    assert main(["backup", str(file), "--database", sqlite_url]) == 0
    assert f"{file}: tables in it: 1." in capsys.readouterr().out
    assert os.name == "nt" or file.stat().st_mode & 0o777 == 0o600
    assert "exists already" in says("backup", str(file))
    assert "cannot be written" in says("backup", str(tmp_path / "nowhere" / "file.db"))
    assert "stop it first" in says("restore", str(file))
    await store.close()
    assert "no file" in says("restore", str(tmp_path / "mistyped.db"))
    (tmp_path / "list.db").write_text("cream, fish, yarn" * 1000)
    assert "no backup" in says("restore", str(tmp_path / "list.db"))
    damaged = bytearray(file.read_bytes())
    damaged[4096 * 2 : 4096 * 3] = bytes(4096)
    (tmp_path / "damaged.db").write_bytes(damaged)
    assert "damaged" in says("restore", str(tmp_path / "damaged.db"))
    for statement, told in (
        ("create trigger purr after insert on log begin delete from identities; end", "trigger purr"),
        ("create table payments (amount)", "payments"),
        ("create view everybody as select * from identities", "view everybody"),
        ("alter table results add column paid", "column results.paid"),
    ):
        hostile = tmp_path / "hostile.db"
        hostile.write_bytes(file.read_bytes())
        with closing(sqlite3.connect(hostile)) as connection:
            connection.execute(statement)
            connection.commit()
        said = says("restore", str(hostile))
        assert "no backup of a parlour" in said
        assert told in said
        hostile.unlink()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["backup.db", "damaged.db", "list.db"]
    assert main(["backup", str(tmp_path / "x.db"), "--database", f"sqlite:///{tmp_path}/none.db"]) == 1


async def file_in_use(sqlite_url: str) -> tuple[Path, Store, str]:
    """A store whose pages are all in its cache, and most of them in the file."""
    store = await open_store(sqlite_url)
    table_id = await played(store)
    await store.close()
    store = await open_store(sqlite_url)
    await store.check()
    await store.rows(table_id)
    assert isinstance(store.engine, Sqlite)
    assert store.engine.file_check is not None
    store.engine.file_check.due_at = 0.0
    return Path(sqlite_url.removeprefix("sqlite:///")), store, table_id


def overwrite(path: Path) -> None:
    path.write_bytes(b"\xa5" * path.stat().st_size)


def replace_by_copy(path: Path) -> None:
    copy = path.with_name("copy.db")
    copy.write_bytes(path.read_bytes())
    copy.replace(path)


@pytest.mark.parametrize("harm", [overwrite, lambda path: os.truncate(path, 4096), replace_by_copy, Path.unlink])
async def test_a_file_that_was_overwritten_under_a_running_server_is_noticed(
    sqlite_url: str, harm: Callable[[Path], None], caplog: pytest.LogCaptureFixture
) -> None:
    path, store, table_id = await file_in_use(sqlite_url)
    harm(path)
    assert await store.rows(table_id), "the cache still answers"
    with pytest.raises(StoreError, match="damaged"):
        await store.check()
    assert "the store is damaged" in caplog.text
    await store.close()


async def test_looking_at_the_file_harms_neither_it_nor_its_locks(sqlite_url: str) -> None:
    path, store, table_id = await file_in_use(sqlite_url)
    await store.check()
    with sqlite3.connect(path, isolation_level=None) as other:  # a last connection would clear the journal away
        assert other.execute("pragma quick_check").fetchone() == ("ok",)
    other.close()
    assert path.with_name(path.name + "-wal").exists()
    rows = await store.rows(table_id)
    await store.check()
    await store.close()
    store = await open_store(sqlite_url)
    assert await store.rows(table_id) == rows
    await store.close()


async def test_two_questions_at_once_share_one_reading_of_the_file(sqlite_url: str) -> None:
    path, store, _ = await file_in_use(sqlite_url)
    await asyncio.gather(store.check(), store.check())
    overwrite(path)
    assert isinstance(store.engine, Sqlite)
    assert store.engine.file_check is not None
    store.engine.file_check.due_at = 0.0
    found = await asyncio.gather(store.check(), store.check(), return_exceptions=True)
    assert [type(error) for error in found] == [StoreError, StoreError]
    await store.close()


async def test_damage_is_said_at_the_start_and_while_running(sqlite_url: str, caplog: pytest.LogCaptureFixture) -> None:
    path = Path(sqlite_url.removeprefix("sqlite:///"))
    store = await open_store(sqlite_url)
    table_id = await played(store)
    await store.close()
    with sqlite3.connect(path) as connection:
        page = connection.execute("select rootpage from sqlite_master where name = 'log'").fetchone()[0]
    connection.close()
    whole = path.read_bytes()
    store = await open_store(sqlite_url)
    await store.check()
    with path.open("r+b") as file:  # a bad disk, under the running server
        file.seek(4096 * (page - 1))
        file.write(b"\xa5" * 4096)
    await store.engine.transact(("pragma shrink_memory", ()))  # type: ignore[attr-defined]  # pages are read again
    with pytest.raises(StoreError):
        await store.rows(table_id)
    assert store.failures == 1
    assert "the store is damaged" in caplog.text
    with pytest.raises(StoreError, match="damaged"):
        await store.check()
    await store.close()
    with pytest.raises(StoreError, match=r"is damaged .* purrlor restore"):
        await open_store(sqlite_url)
    path.write_bytes(whole)
    await (await open_store(sqlite_url)).close()


async def test_what_the_administrator_restores_belongs_to_the_server(
    sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As with the systemd unit, whose server is another user: it could not open a file of root's."""
    store = await open_store(sqlite_url)
    await store.close()
    file, given = tmp_path / "backup.db", []
    backup(sqlite_url, file)
    monkeypatch.setattr("os.geteuid", lambda: 0)
    monkeypatch.setattr("os.chown", lambda path, *owner: given.append((Path(path), owner)))
    restore(sqlite_url, file)
    path = Path(sqlite_url.removeprefix("sqlite:///"))
    facts = path.parent.stat()
    assert {owner for _, owner in given} == {(facts.st_uid, facts.st_gid)}
    made = [each.name.partition(".")[0] + each.suffix for each, _ in given]
    assert made == ["purrlor.part", "purrlor.lock"], "also the file that tells whether a server runs"
