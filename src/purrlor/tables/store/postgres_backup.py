"""PostgreSQL to a backup file and back. No tool of PostgreSQL is needed, so its version does not matter either."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import islice
from pathlib import Path
from typing import Any

import psycopg
from psycopg import sql

from purrlor.core.language import N_
from purrlor.tables.errors import StoreError
from purrlor.tables.store import schema
from purrlor.tables.store.backup import checked, empty_backup, open_sqlite, sync_file, tables_in, version_of
from purrlor.tables.store.engine import SqlRow
from purrlor.tables.store.postgres import MIGRATING, WORDS, cause_of, in_postgres

ROWS = 1_000  # copied at a time
Connection = psycopg.Connection[SqlRow]
# Every server process keeps a connection open under its own name.
RUNNING = """select count(*) from pg_stat_activity
    where datname = current_database() and application_name ~ '^[0-9a-f]{16}$'"""
OURS = "select to_regclass('meta') is not null"


@contextmanager
def connected(url: str) -> Iterator[Connection]:
    """A transaction; whatever goes wrong is one sentence."""
    try:
        with psycopg.connect(url, connect_timeout=10) as connection:
            yield connection
    except psycopg.Error as error:
        raise StoreError(N_("The PostgreSQL store cannot be used: {why}."), why=cause_of(error)) from error


def copy_out(url: str, draft: Path) -> None:
    """All rows as they are at one moment."""
    with connected(url) as source, closing(open_sqlite(draft)) as copy:
        source.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        source.read_only = True
        if not one(source, OURS):
            raise StoreError(N_("There is no store at this PostgreSQL address."))
        copy.execute("begin")
        empty_backup(copy, int(one(source, schema.READ_VERSION)))
        for name, columns in tables_in(copy).items():
            places = ", ".join("?" * len(columns))
            put = f"insert into {name} ({', '.join(columns)}) values ({places})"
            with source.cursor(name="backup") as cursor:
                cursor.itersize = ROWS
                cursor.execute(select(name, columns))
                while batch := list(islice(cursor, ROWS)):
                    copy.executemany(put, batch)
        copy.execute("commit")
    sync_file(draft)


def copy_in(url: str, file: Path) -> tuple[int, str]:
    """In one transaction: a crash leaves what was there. The old tables are kept in a schema of their own."""
    count = checked(file)
    with connected(url) as target, closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as source:
        target.execute("select pg_advisory_xact_lock(%s)", (MIGRATING,))  # no server starts meanwhile
        if one(target, RUNNING):
            raise StoreError(N_("A server uses this PostgreSQL store: stop it first."))
        moved_to = move_away(target) if one(target, OURS) else ""
        version = version_of(source)
        target.execute(sql.SQL(schema.MAKE_META))
        for statement in schema.steps_from(0, WORDS, is_postgres=True, to=version):
            target.execute(sql.SQL(statement))
        target.execute(sql.SQL(in_postgres(schema.WRITE_VERSION)), (version,))
        target.execute("alter table log disable trigger user")  # nobody is to be woken for rows of the past
        for name, columns in tables_in(source).items():
            fields = sql.SQL(", ").join(map(sql.Identifier, columns))
            put = sql.SQL("copy {} ({}) from stdin").format(sql.Identifier(name), fields)
            with target.cursor() as cursor, cursor.copy(put) as copying:
                for line in source.execute(f"select {', '.join(columns)} from {name}"):
                    copying.write_row(line)
        target.execute("alter table log enable trigger user")
    return count, moved_to


def move_away(target: Connection) -> str:
    """What is there now goes to a schema that no server looks into."""
    moved_to = f"purrlor_before_{time.strftime('%Y%m%d_%H%M%S', time.gmtime())}"
    number = 1
    while one(target, "select count(*) from pg_namespace where nspname = %s", moved_to):
        number += 1
        moved_to = f"{moved_to.partition('-')[0]}-{number}"
    aside = sql.Identifier(moved_to)
    target.execute(sql.SQL("create schema {}").format(aside))
    tables = target.execute("select tablename from pg_tables where schemaname = current_schema()").fetchall()
    ours = set(schema.TABLES)
    for (name,) in tables:
        if name in ours:
            target.execute(sql.SQL("alter table {} set schema {}").format(sql.Identifier(name), aside))
    if one(target, "select to_regproc('purrlor_row_written') is not null"):
        target.execute(sql.SQL("alter function purrlor_row_written() set schema {}").format(aside))
    return moved_to


def select(name: str, columns: list[str]) -> sql.Composed:
    fields = sql.SQL(", ").join(map(sql.Identifier, columns))
    return sql.SQL("select {} from {}").format(fields, sql.Identifier(name))


def one(connection: Connection, question: str, *values: object) -> Any:
    found = connection.execute(sql.SQL(question), values).fetchone()
    return found[0] if found else None
