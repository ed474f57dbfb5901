"""kill -9 at any moment: every acknowledged decision is there, and every table goes on."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from purrlor.tables.store import open_store
from purrlor.tables.tables import Tables
from tests.fixtures.playing import DEALS, play_on

pytestmark = pytest.mark.anyio
CHILD = """
import asyncio, sys
from tests.fixtures.playing import play_once, two_people
from purrlor.tables.store import open_store
from purrlor.tables.tables import Tables

async def play_for_ever(tables):
    while True:
        table = await two_people(tables)
        while table.stage == "running":
            await play_once(tables, table)
            print(table.id, table.n, flush=True)

async def main():
    tables = Tables(await open_store(sys.argv[1]), most_tables=10**9)
    await tables.start()
    await asyncio.gather(*(play_for_ever(tables) for _ in range(4)))

asyncio.run(main())
"""


def acknowledged_until_killed(url: str, decisions: int) -> dict[str, int]:
    """By table, the last row that was acknowledged before the server was killed, some time after so many decisions."""
    here = os.pathsep.join([str(Path(__file__).parents[3]), *sys.path])
    child = subprocess.Popen(
        [sys.executable, "-c", CHILD, url], stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": here}, text=True
    )
    assert child.stdout is not None
    lines = [child.stdout.readline() for _ in range(decisions)]
    child.send_signal(signal.SIGKILL)
    lines += child.stdout.read().splitlines()
    child.stdout.close()
    child.wait()
    last: dict[str, int] = {}
    for line in lines:
        table_id, _, n = line.strip().partition(" ")
        if n and len(table_id) == 16:
            last[table_id] = int(n)
    return last


@pytest.mark.parametrize("decisions", [20, 150])
async def test_killed_in_the_middle(store_url: str, decisions: int) -> None:
    last = acknowledged_until_killed(store_url, decisions)
    assert sum(last.values()) > decisions
    store = await open_store(store_url)
    tables = Tables(store, entropy=DEALS.randbytes)
    await tables.start()
    for table_id, n in last.items():
        table = await tables.get(table_id)
        rows = (await store.rows(table_id))[
            : table.n
        ]  # PostgreSQL may still finish what the dead process had asked for
        assert [row.n for row in rows] == list(range(1, table.n + 1))
        assert table.n >= n
    await play_on(tables, table)
    assert table.stage == "finished"
    await tables.stop()
    await store.close()
