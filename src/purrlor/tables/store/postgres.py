"""PostgreSQL for any number of processes: the key (table, n) lets one racing row win, NOTIFY wakes the others.

NOTIFY is only a hint: who hears of a row reads it from the log. After a lost connection, and when a process has
died that may not have told all, everything is read again.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from functools import cache

import psycopg
from psycopg import errors as pg
from psycopg_pool import AsyncConnectionPool, PoolClosed, PoolTimeout

from purrlor.core.language import N_
from purrlor.tables.errors import Overtaken, StoreError, UnknownTable
from purrlor.tables.store import schema
from purrlor.tables.store.announcer import Announcer
from purrlor.tables.store.engine import Heard, SqlRow, Statement, check_version, store_error

WORDS = {
    "real": "double precision",
    "bytes": "bytea",
    "packed": "",
    "now": "extract(epoch from clock_timestamp())::float8",
}
MIGRATING = 7081991  # key of the advisory lock that lets one process at a time change the schema
CONNECTIONS = 8
logger = logging.getLogger("purrlor.store")
Connection = psycopg.AsyncConnection[SqlRow]


class Postgres:
    is_shared = True
    failures, damage = 0, ""

    def __init__(self, url: str) -> None:
        self.url = url
        self.server = secrets.token_hex(8)
        self.settings = {"application_name": self.server, "autocommit": True}
        self.pool: AsyncConnectionPool[Connection] = AsyncConnectionPool(
            url, min_size=1, max_size=CONNECTIONS, open=False, kwargs=self.settings, timeout=10.0, configure=configure
        )
        self.announcer: Announcer | None = None
        self.listener: asyncio.Task[None] | None = None

    @classmethod
    async def open(cls, url: str) -> Postgres:
        made = cls(url)
        try:
            async with await psycopg.AsyncConnection.connect(url, autocommit=True, connect_timeout=10) as connection:
                await migrate(connection)
            await made.pool.open(wait=True, timeout=10.0)
            made.announcer = Announcer(url, made.server, schema.CHANNEL)
        except (psycopg.Error, PoolTimeout) as error:
            await made.pool.close()
            raise StoreError(N_("The PostgreSQL store cannot be used: {why}."), why=cause_of(error)) from error
        return made

    async def transact(self, *statements: Statement) -> list[list[SqlRow]]:
        try:
            async with self.pool.connection() as connection:
                if len(statements) == 1:
                    return [await run(connection, statements[0])]
                async with connection.transaction():
                    return [await run(connection, statement) for statement in statements]
        except pg.UniqueViolation as error:
            raise Overtaken from error
        except pg.ForeignKeyViolation as error:
            raise UnknownTable(N_("There is no such table.")) from error
        except (pg.DataCorrupted, pg.IndexCorrupted) as error:
            raise store_error(self, error, is_damage=True) from error
        except (psycopg.OperationalError, psycopg.InterfaceError, PoolTimeout, PoolClosed) as error:
            raise store_error(self, error, is_damage=False) from error

    async def check_file(self) -> None:
        """The files are the database server's own, which checks what it reads."""

    async def send_to_peers(self, table_id: str, text: str) -> None:
        if self.announcer is not None:
            self.announcer.tell(table_id, text)

    def announce_row(self, table_id: str, n: int) -> None:
        if self.announcer is not None:
            self.announcer.tell_row(table_id, n)

    def listen(self, heard: Heard) -> None:
        self.listener = asyncio.get_running_loop().create_task(self.hear(heard))

    async def hear(self, heard: Heard) -> None:
        wait = 0.1
        while True:
            try:
                async with await psycopg.AsyncConnection.connect(self.url, autocommit=True) as connection:
                    await connection.execute(f"listen {schema.CHANNEL}")
                    heard("", "", "")
                    wait = 0.1
                    async for notice in connection.notifies():
                        self.pass_on(notice.payload, heard)
            except psycopg.Error:
                await asyncio.sleep(wait)
                wait = min(wait * 2, 5.0)

    def pass_on(self, payload: str, heard: Heard) -> None:
        try:
            server, table_id, text = payload.split(" ", 2)
            if server != self.server:
                heard(server, table_id, text)
        except Exception:  # whatever somebody else says on our channel, we go on listening
            logger.exception("a notice was not understood")

    async def close(self) -> None:
        if self.listener is not None:
            self.listener.cancel()
            await asyncio.gather(self.listener, return_exceptions=True)
        if self.announcer is not None:
            await self.announcer.close()
        await self.pool.close()


async def configure(connection: Connection) -> None:
    """The trigger of the log tells of rows whose writer does not: an older release, a person with psql."""
    await connection.execute(f"set {schema.ANNOUNCES} = 'on'")


async def migrate(connection: Connection) -> None:
    async with connection.transaction():
        await connection.execute("select pg_advisory_xact_lock(%s)", (MIGRATING,))
        await connection.execute(schema.MAKE_META)
        found = await (await connection.execute(schema.READ_VERSION)).fetchone()
        version = int(found[0]) if found else 0
        check_version(version)
        for statement in schema.steps_from(version, WORDS, is_postgres=True):
            await connection.execute(statement)
        await connection.execute(in_postgres(schema.WRITE_VERSION), (schema.VERSION,))


async def run(connection: Connection, statement: Statement) -> list[SqlRow]:
    sql, values = statement
    cursor = await connection.execute(in_postgres(sql), values)
    return await cursor.fetchall() if cursor.description else []


@cache
def in_postgres(sql: str) -> str:
    return sql.replace("?", "%s").replace("{now}", WORDS["now"])


def cause_of(error: Exception) -> str:
    """What the driver says, as a part of one sentence: without the questions that it asks the reader."""
    lines = [line.strip() for line in str(error).splitlines()]
    return " ".join(line for line in lines if not line.endswith("?")).removesuffix(".")
