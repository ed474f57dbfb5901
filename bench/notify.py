"""What NOTIFY costs PostgreSQL: its commit takes one lock for the whole cluster.

    purrlor bench notify --database 'postgresql://…' [--seconds 3]

Into the store's own `log` table as the server writes it: one row a transaction, 1 to 16 writers at once, with its
trigger and without it, in turns. Two listeners hear all of it, as two other processes would. The database is left with
an empty schema named purrlor_bench. `synchronous_commit` is as the server has it: say so with the figures.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from random import Random

import psycopg
from rich.console import Console
from rich.table import Table as Grid

from purrlor.tables.store import schema
from purrlor.tables.store.postgres import WORDS

SCHEMA = "purrlor_bench"
WRITERS = (1, 2, 4, 8, 16)
INSERT = "insert into log (table_id, n, kind, seat, action, at, note) values (%s, %s, 'act', 0, 0, 0, '')"


async def connected(url: str) -> psycopg.AsyncConnection[tuple[object, ...]]:
    made = await psycopg.AsyncConnection.connect(url, autocommit=True, application_name="bench")
    await made.execute(f"set search_path to {SCHEMA}")
    return made


async def listen(url: str) -> None:
    async with await connected(url) as connection:
        await connection.execute(f"listen {schema.CHANNEL}")
        async for _ in connection.notifies():
            pass


async def write(connection: psycopg.AsyncConnection[tuple[object, ...]], until: float) -> int:
    table, done = f"{Random().getrandbits(64):x}", 0
    while time.perf_counter() < until:
        done += 1
        await connection.execute(INSERT, (table, done))
    return done


async def commits(url: str, writers: int, seconds: float) -> float:
    connections = [await connected(url) for _ in range(writers)]
    until = time.perf_counter() + seconds
    found = sum(await asyncio.gather(*(write(connection, until) for connection in connections)))
    for connection in connections:
        await connection.close()
    return found / seconds


async def measure(url: str, seconds: float) -> list[tuple[int, float, float]]:
    setup = await psycopg.AsyncConnection.connect(url, autocommit=True)
    await setup.execute(f"drop schema if exists {SCHEMA} cascade")
    await setup.execute(f"create schema {SCHEMA}")
    await setup.execute(f"set search_path to {SCHEMA}")
    await setup.execute(schema.MAKE_META)
    for statement in schema.steps_from(0, WORDS, is_postgres=True):
        await setup.execute(statement.encode())
    keys = await (
        await setup.execute("select conname from pg_constraint where conrelid = 'log'::regclass and contype = 'f'")
    ).fetchall()
    for (name,) in keys:
        await setup.execute(f"alter table log drop constraint {name}".encode())
    listening = [asyncio.create_task(listen(url)) for _ in range(2)]
    found = []
    for writers in WRITERS:
        sums = {"enable": 0.0, "disable": 0.0}
        for turn in range(2):
            for way in list(sums)[:: 1 if turn else -1]:
                await setup.execute(f"alter table log {way} trigger row_written".encode())
                sums[way] += await commits(url, writers, seconds) / 2
        found.append((writers, sums["enable"], sums["disable"]))
    for task in listening:
        task.cancel()
    await setup.execute(f"drop schema {SCHEMA} cascade")
    await setup.close()
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--database", required=True)
    parser.add_argument("--seconds", type=float, default=3)
    args = parser.parse_args()
    grid = Grid("writers", "commits/s with NOTIFY", "without", "ratio")
    for writers, with_it, without in asyncio.run(measure(args.database, args.seconds)):
        grid.add_row(str(writers), f"{with_it:.0f}", f"{without:.0f}", f"{with_it / max(1.0, without):.2f}")
    Console(width=80).print(grid)
    return 0


if __name__ == "__main__":
    sys.exit(main())
