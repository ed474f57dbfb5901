"""What a process tells the others by NOTIFY: one transaction carries whatever has gathered since the last one.

A transaction that notifies holds a lock of the whole cluster until its commit is on the disk. So no row of the log is
written by one: rows are committed first and told afterwards, on a connection that waits for no disk.
"""

from __future__ import annotations

import asyncio
from collections import deque

import psycopg

from purrlor.tables.store.engine import SqlRow

MOST = 10_000  # messages kept while the database does not answer; then everybody reads all again in any case
TELL = "select pg_notify(%s, payload) from unnest(%s::text[]) as payload"


class Announcer:
    def __init__(self, url: str, server: str, channel: str) -> None:
        self.url, self.server, self.channel = url, server, channel
        self.rows: dict[str, int] = {}  # the latest row of each table
        self.messages: deque[str] = deque(maxlen=MOST)
        self.is_wanted = asyncio.Event()
        self.transactions = 0
        self.task = asyncio.get_running_loop().create_task(self.run())

    def tell_row(self, table_id: str, n: int) -> None:
        self.rows[table_id] = max(n, self.rows.get(table_id, 0))
        self.is_wanted.set()

    def tell(self, table_id: str, text: str) -> None:
        self.messages.append(f"{self.server} {table_id} {text}")
        self.is_wanted.set()

    async def run(self) -> None:
        wait = 0.1
        while True:
            try:
                async with await psycopg.AsyncConnection.connect(self.url, autocommit=True) as connection:
                    await connection.execute("set synchronous_commit = off")
                    while True:
                        await self.is_wanted.wait()
                        await self.send(connection)
                        wait = 0.1
            except psycopg.Error:
                await asyncio.sleep(wait)
                wait = min(wait * 2, 5.0)

    async def send(self, connection: psycopg.AsyncConnection[SqlRow]) -> None:
        """All that has gathered; what the database may not have got is told again."""
        self.is_wanted.clear()
        rows, messages = dict(self.rows), list(self.messages)
        self.rows.clear()
        self.messages.clear()
        payloads = messages + [f"{self.server} {table_id} n {n}" for table_id, n in rows.items()]
        if not payloads:
            return
        try:
            await connection.execute(TELL, (self.channel, payloads))
        except BaseException:
            self.messages.extendleft(reversed(messages))
            for table_id, n in rows.items():
                self.tell_row(table_id, n)
            self.is_wanted.set()
            raise
        self.transactions += 1

    async def close(self) -> None:
        """What is left is told, if the database answers at all."""
        self.task.cancel()
        await asyncio.gather(self.task, return_exceptions=True)
        try:
            async with await psycopg.AsyncConnection.connect(
                self.url, autocommit=True, connect_timeout=2
            ) as connection:
                await self.send(connection)
        except psycopg.Error:
            return
