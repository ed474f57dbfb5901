"""Backup and restore: `purrlor backup FILE` while the server runs, `purrlor restore FILE` while none does.

A backup is one SQLite file whatever the store is, so what was kept in SQLite can be restored into PostgreSQL and the
other way round. It holds the secrets of running matches: only its owner may read it.
"""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from purrlor.core.installation.operating_system import give_to_owner_of, sync_folder
from purrlor.core.language import N_
from purrlor.tables.errors import StoreError
from purrlor.tables.store import schema
from purrlor.tables.store.engine import check_version
from purrlor.tables.store.sqlite import WORDS, lock_store

MOMENTARY = ("meta", "servers", "leases")  # tables that say nothing about matches or people
SIDE_FILES = ("-wal", "-shm", "-journal")
Line = Sequence[object]


def backup(url: str, file: Path) -> int:
    """Write a backup of the store at `url`; how many tables it holds. Servers may be running meanwhile."""
    if file.exists():
        raise StoreError(N_("{file} exists already: name another file."), file=str(file))
    with new_file(file) as draft:
        if url.startswith("sqlite"):
            copy_sqlite(sqlite_path(url), draft)
        else:
            from purrlor.tables.store import postgres_backup

            postgres_backup.copy_out(url, draft)
        count = checked(draft)
        os.replace(draft, file)
        sync_folder(file.parent)
    return count


def restore(url: str, file: Path) -> tuple[int, str]:
    """Replace what the store at `url` holds by a backup; how many tables that is, and where the replaced is kept."""
    if not file.is_file():
        raise StoreError(N_("There is no file {file}."), file=str(file))
    checked(file)
    if url.startswith("sqlite"):
        return restore_sqlite(sqlite_path(url), file)
    from purrlor.tables.store import postgres_backup

    return postgres_backup.copy_in(url, file)


def sqlite_path(url: str) -> Path:
    return Path(url.removeprefix("sqlite:///"))


@contextmanager
def new_file(file: Path) -> Iterator[Path]:
    """An empty file beside this one that only its owner may read; gone afterwards unless it was renamed."""
    draft = file.with_name(f"{file.name}.{os.getpid()}.part")
    try:
        os.close(os.open(draft, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
        yield draft
    except OSError as error:
        raise StoreError(N_("{file} cannot be written: {why}."), file=str(file), why=reason(error)) from error
    except sqlite3.Error as error:
        raise StoreError(N_("{file} cannot be written: {why}."), file=str(file), why=str(error)) from error
    finally:
        for name in (draft, *map(Path, side_files(draft))):
            name.unlink(missing_ok=True)


def copy_sqlite(path: Path, draft: Path) -> None:
    """All pages as they are at one moment, in one step: a writer that comes between would begin it again."""
    if not path.is_file():
        raise StoreError(N_("There is no store at {path}."), path=str(path))
    try:
        with closing(open_sqlite(path)) as source, closing(open_sqlite(draft)) as copy:
            source.backup(copy)
            copy.execute("pragma journal_mode = delete")  # one file, without a log beside it
    except sqlite3.DatabaseError as error:
        raise StoreError(N_("The store {path} cannot be copied: {why}."), path=str(path), why=str(error)) from error
    sync_file(draft)


def restore_sqlite(path: Path, file: Path) -> tuple[int, str]:
    """The new file is whole beside the old one before that is moved away. A log that belonged to the old one must not
    stay: SQLite would write its pages into the new file."""
    try:
        lock = lock_store(path)
    except BlockingIOError:
        raise StoreError(N_("A server uses {path}: stop it first."), path=str(path)) from None
    except OSError as error:
        raise StoreError(N_("The store {path} cannot be used: {why}."), path=str(path), why=reason(error)) from error
    try:
        with new_file(path) as draft:
            copy_sqlite(file, draft)
            count = checked(draft)
            for file_made in (draft, path.with_name(f"{path.name}.lock")):
                give_to_owner_of(path.parent, file_made)
            moved_to = move_away(path)
            os.replace(draft, path)
            sync_folder(path.parent)
    finally:
        os.close(lock)
    return count, moved_to


def move_away(path: Path) -> str:
    """The old file and what belongs to it, under another name; "" if there was none.

    First its log is written into it, so that whatever moment a crash comes at, the file by itself is whole.
    """
    if not path.exists():
        for name in side_files(path):
            Path(name).unlink(missing_ok=True)
        return ""
    with suppress(sqlite3.Error), closing(open_sqlite(path)) as old:  # a damaged file is kept as it is
        old.execute("pragma wal_checkpoint(truncate)")
    moved_to = unused(path.with_name(f"{path.name}.before-{time.strftime('%Y%m%d-%H%M%S', time.gmtime())}"))
    for old_name, new_name in zip((*side_files(path), str(path)), (*side_files(moved_to), str(moved_to)), strict=True):
        if os.path.exists(old_name):
            os.replace(old_name, new_name)
    return str(moved_to)


def unused(path: Path) -> Path:
    number = 1
    found = path
    while found.exists():
        number += 1
        found = path.with_name(f"{path.name}-{number}")
    return found


def side_files(path: Path) -> list[str]:
    return [f"{path}{end}" for end in SIDE_FILES]


def checked(file: Path) -> int:
    """How many tables a backup holds; StoreError if it is damaged, is none, or is of a newer release."""
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as connection:
            found = connection.execute("pragma integrity_check(1)").fetchone()[0]
            if found != "ok":
                raise StoreError(N_("{file} is damaged: {why}."), file=str(file), why=" ".join(found.split()))
            version = version_of(connection)
            check_version(version)
            check_contents(file, connection, version)
            return int(connection.execute("select count(*) from tables").fetchone()[0]) if version else 0
    except sqlite3.Error as error:
        raise StoreError(N_("{file} is no backup of a parlour: {why}."), file=str(file), why=str(error)) from error


def check_contents(file: Path, connection: sqlite3.Connection, version: int) -> None:
    """Nothing but our tables: a trigger would act in the store from then on, and a foreign table's rows would go into
    somebody else's table of the same PostgreSQL schema."""
    with closing(sqlite3.connect(":memory:")) as ours:
        empty_backup(ours, version)
        foreign = contents(connection) - contents(ours)
    if foreign:
        kind, name = min(foreign)
        raise StoreError(N_("{file} is no backup of a parlour: {why}."), file=str(file), why=f"{kind} {name}"[:80])


def contents(connection: sqlite3.Connection) -> set[tuple[str, str]]:
    """Kind and name of all that a database has, but for what SQLite makes for itself; columns too."""
    found: set[tuple[str, str]] = set()
    for kind, name in connection.execute("select type, name from sqlite_master").fetchall():
        if not name.startswith("sqlite_"):
            found.add((kind, name))
            columns = connection.execute("select name from pragma_table_info(?)", (name,)) if kind == "table" else ()
            found |= {("column", f"{name}.{column}") for (column,) in columns}
    return found


def version_of(connection: sqlite3.Connection) -> int:
    found = connection.execute(schema.READ_VERSION).fetchone()
    return int(found[0]) if found else 0


def empty_backup(connection: sqlite3.Connection, version: int) -> None:
    """The tables of the store at this version, without a row."""
    connection.execute(schema.MAKE_META)
    for statement in schema.steps_from(0, WORDS, is_postgres=False, to=version):
        connection.execute(statement)
    connection.execute(schema.WRITE_VERSION, (version,))


def tables_in(connection: sqlite3.Connection) -> dict[str, list[str]]:
    """Names and columns of what a backup keeps, those first that others refer to."""
    found = connection.execute("select name from sqlite_master where type = 'table' order by rowid").fetchall()
    names = [name for (name,) in found if name not in MOMENTARY and not name.startswith("sqlite_")]
    return {name: [line[1] for line in connection.execute(f"pragma table_info({name})")] for name in names}


def open_sqlite(path: Path) -> sqlite3.Connection:
    """An existing file; nothing is made where there is none."""
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True, isolation_level=None, timeout=30.0)


def sync_file(path: Path) -> None:
    handle = os.open(path, os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def reason(error: OSError) -> str:
    return error.strerror or str(error)
