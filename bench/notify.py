"""What NOTIFY costs PostgreSQL: its commit takes one lock for the whole cluster.

    purrlor bench notify --database 'postgresql://…' [--seconds 3]

Into the store's own `log` table as the server writes it: one row a transaction, 1 to 16 writers at once. In turns: told
by the trigger in the same transaction, told by the server's announcer (store/announcer.py) many rows at a time, and not
told at all. Two listeners hear all of it, as two other processes would. The database is left with
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
from purrlor.tables.store.announcer import Announcer
from purrlor.tables.store.postgres import WORDS

SCHEMA = "purrlor_bench"
WRITERS = (1, 2, 4, 8, 16)
WAYS = ("trigger", "announcer", "not told")
INSERT = "insert into log (table_id, n, kind, seat, action, at, note) values (%s, %s, 'act', 0, 0, 0, '')"


async def connected(url: str, announces: bool = False) -> psycopg.AsyncConnection[tuple[object, ...]]:
    made = await psycopg.AsyncConnection.connect(url, autocommit=True, application_name="bench")
    await made.execute(f"set search_path to {SCHEMA}")
    await made.execute(f"set {schema.ANNOUNCES} = '{'on' if announces else 'off'}'".encode())
    return made


async def listen(url: str) -> None:
    async with await connected(url) as connection:
        await connection.execute(f"listen {schema.CHANNEL}")
        async for _ in connection.notifies():
            pass


async def write(
    connection: psycopg.AsyncConnection[tuple[object, ...]], announcer: Announcer | None, until: float
) -> int:
    table, done = f"{Random().getrandbits(64):x}", 0
    while time.perf_counter() < until:
        done += 1
        await connection.execute(INSERT, (table, done))
        if announcer is not None:
            announcer.tell_row(table, done)
    return done


async def commits(url: str, writers: int, way: str, seconds: float) -> float:
    connections = [await connected(url, way != "trigger") for _ in range(writers)]
    announcer = Announcer(url, "bench", schema.CHANNEL) if way == "announcer" else None
    until = time.perf_counter() + seconds
    found = sum(await asyncio.gather(*(write(connection, announcer, until) for connection in connections)))
    for connection in connections:
        await connection.close()
    if announcer is not None:
        await announcer.close()
    return found / seconds


async def measure(url: str, seconds: float) -> list[tuple[int, dict[str, float]]]:
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
        sums = dict.fromkeys(WAYS, 0.0)
        for turn in range(2):
            for way in WAYS[:: 1 if turn else -1]:
                sums[way] += await commits(url, writers, way, seconds) / 2
        found.append((writers, sums))
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
    grid = Grid("writers", *(f"commits/s, {way}" for way in WAYS))
    for writers, found in asyncio.run(measure(args.database, args.seconds)):
        grid.add_row(str(writers), *(f"{found[way]:.0f}" for way in WAYS))
    Console(width=80).print(grid)
    return 0


if __name__ == "__main__":
    sys.exit(main())
