"""Backup and restore with crashes at random moments: nothing that a backup holds may be lost or damaged.

    purrlor bench backups [--rounds 20] [--postgres] [--database postgresql://…]

Each round: a server process plays on many tables and is backed up while it does; a while later it is killed with
SIGKILL. The backup is restored beside the log that the dead process left, everything is checked and replayed, and the
next round begins from there. Every other round is killed in the middle of a backup or of a restore as well.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

from purrlor.tables.errors import StoreError
from purrlor.tables.store import open_store
from purrlor.tables.store.backup import backup, restore
from purrlor.tables.tables import Tables

PLAYER = """
import asyncio, random, sys
from purrlor.tables.store import open_store
from purrlor.tables.tables import Tables

async def play_for_ever(tables):
    while True:
        table = await tables.create("anna", "rat-a-tat-cat", 2, {}, people=["Anna", "Boris"], begin=True)
        while table.stage == "running":
            seat = table.waiting()[0]
            action = random.choice(table.legal(seat))
            await tables.play(table.id, table.seats[seat].identity, seat, action, table.question[seat])
            print(table.id, table.n, flush=True)

async def main():
    tables = Tables(await open_store(sys.argv[1]), most_tables=10**9)
    await tables.start()
    await asyncio.gather(*(play_for_ever(tables) for _ in range(4)))

asyncio.run(main())
"""
COMMAND = "import sys; from purrlor.cli import main; sys.exit(main(sys.argv[1:]))"


class Player:
    """A server process that plays, and the last row of each table that it acknowledged."""

    def __init__(self, url: str) -> None:
        self.process = subprocess.Popen([sys.executable, "-c", PLAYER, url], stdout=subprocess.PIPE, text=True)
        self.rows: dict[str, int] = {}

    def play(self, decisions: int) -> dict[str, int]:
        """So many decisions more; by table, the last row."""
        assert self.process.stdout is not None
        for _ in range(decisions):
            self.note(self.process.stdout.readline())
        return dict(self.rows)

    def note(self, line: str) -> None:
        table_id, _, n = line.strip().partition(" ")
        if n.isdigit() and line.endswith("\n"):
            self.rows[table_id] = int(n)

    def kill(self) -> None:
        assert self.process.stdout is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.stdout.read()
        self.process.wait()
        self.process.stdout.close()


def run_command(*words: str, kill_after: float | None = None) -> int:
    child = subprocess.Popen([sys.executable, "-c", COMMAND, *words], stdout=subprocess.DEVNULL)
    try:
        return child.wait(kill_after)
    except subprocess.TimeoutExpired:
        child.kill()
        return child.wait()


async def replayed(url: str, rows: dict[str, int]) -> list[str]:
    """What is wrong with a store that must hold at least these rows."""
    faults = []
    store = await open_store(url)
    tables = Tables(store)
    await tables.start()
    for table_id, n in rows.items():
        try:
            table = await tables.get(table_id)
        except Exception as error:
            faults.append(f"{table_id}: {type(error).__name__}: {error}")
            continue
        numbers = [row.n for row in await store.rows(table_id)][: table.n]
        if table.n < n or numbers != list(range(1, table.n + 1)):
            faults.append(f"{table_id}: {table.n} rows of {n}")
    await store.check()
    await tables.stop()
    await store.close()
    return faults


def one_round(url: str, folder: Path, number: int, chance: random.Random) -> tuple[int, list[str]]:
    """How many rows the backup was to hold, and what was wrong after it was put back."""
    player = Player(url)
    before = player.play(chance.randint(5, 60))
    file = folder / f"backup-{number}.db"
    if number % 2:
        run_command("backup", str(file), "--database", url, kill_after=chance.uniform(0.1, 1.0))
        file.unlink(missing_ok=True)  # it was done sooner
    backup(url, file)
    faults = [] if file.stat().st_mode & 0o077 == 0 else ["others can read the backup"]
    try:
        restore(url, file)
        faults.append("it was restored under a running server")
    except StoreError:
        pass
    player.play(chance.randint(1, 60))
    player.kill()
    if number % 2:
        until = time.monotonic() + 30
        while run_command("restore", str(file), "--database", url, kill_after=chance.uniform(0.2, 1.5)) not in (0, -9):
            if time.monotonic() > until:  # PostgreSQL takes a moment to see that the process is gone
                break
    restore_when_free(url, file)
    return sum(before.values()), faults + asyncio.run(replayed(url, before))


def restore_when_free(url: str, file: Path) -> None:
    """PostgreSQL takes a moment to see that a killed process is gone."""
    until = time.monotonic() + 30
    while True:
        try:
            restore(url, file)
            return
        except StoreError as error:
            if "stop it first" not in str(error) or time.monotonic() > until:
                raise
            time.sleep(0.05)


def main() -> None:
    parser = argparse.ArgumentParser(prog="purrlor bench backups", description=__doc__.splitlines()[0])
    parser.add_argument("--database", help="default: an SQLite file in a folder of its own; what is there is replaced")
    parser.add_argument("--postgres", action="store_true", help="a PostgreSQL server of its own")
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--seed", type=int, default=int.from_bytes(os.urandom(2)))
    args = parser.parse_args()
    chance = random.Random(args.seed)
    faults: list[str] = []
    rows = 0
    with tempfile.TemporaryDirectory(prefix="purrlor-backups-") as name, ExitStack() as stack:
        url = args.database or f"sqlite:///{name}/parlour.db"
        if args.postgres:
            sys.path.insert(0, str(Path(__file__).parent))
            from crashes import own_postgres

            url = stack.enter_context(own_postgres())
        for number in range(1, args.rounds + 1):
            held, found = one_round(url, Path(name), number, chance)
            rows, faults = rows + held, faults + found
    print(f"{args.rounds} rounds, {rows} rows backed up while playing, seed {args.seed}: {len(faults)} faults")
    print("".join(f"  {fault}\n" for fault in faults), end="")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
