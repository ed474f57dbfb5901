"""Tigers at the tables: how long each thinks, and what twenty tables of three tigers do to people's clicks.

    purrlor bench tigers [--game rat-a-tat-cat] [--tables 20] [--seconds 30] [--json]

A real server with its thinking processes, on 127.0.0.1; it stops by itself. At every table sit one person, who clicks
as soon as something is asked, and three tigers (one in Pocket Cats, which is for two). First one table alone: the time
from one decision to the next one of a tiger. Then all tables: the time from a click to the clicker's own frame.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import resource
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from typing import TypedDict

import uvloop
from rich.console import Console
from rich.table import Table as Grid

sys.path.insert(0, str(Path(__file__).parent))

from load import Poster, Process, free_port, open_screen, quantile, tables_in
from server import BUTTON, SECRET, SEEN, BenchTable, Seat, frame_taker

from purrlor.core.game import game

SERVER = """
import sys
from purrlor.web.server.run import serve
sys.exit(serve(
    host="127.0.0.1", port=int(sys.argv[1]), database=sys.argv[2], secret=sys.argv[3], rate=0, log="error",
    pace=float(sys.argv[4]),
))
"""
SPARE = 6  # matches for each table: when one is over, the next begins


async def lay_tables(database: str, count: int, name: str) -> list[BenchTable]:
    """Tables in their lobby, with the tigers seated: the server's own begin to think when the match begins."""
    seats, laid_tables = min(4, max(game(name).seats)), []
    async with tables_in(database, SECRET) as (tables, signer):
        for _ in range(count):
            ann = (await tables.identities.create("Ann", "en")).id
            table = await tables.create(ann, name, seats, people=["Ann"], bots=["tiger"] * (seats - 1))
            laid_tables.append(BenchTable(table.id, table.facts.watch_key, [Seat(signer.cookie(ann))]))
    return laid_tables


class Evening:
    """One person at one table after another."""

    def __init__(self, port: int, poster: Poster, dice: Random) -> None:
        self.port, self.poster, self.dice = port, poster, dice
        self.clicks: list[float] = []
        self.thoughts: list[float] = []

    async def sit(self, laid_tables: list[BenchTable], until: float) -> None:
        for bench_table in laid_tables:
            if time.perf_counter() < until:
                await self.play(bench_table, until)

    async def play(self, bench_table: BenchTable, until: float) -> None:
        seat = bench_table.seats[0]
        status = await self.poster.post(f"/t/{bench_table.id}/begin", "", seat.cookie)
        assert status in (200, 303), status
        screen = await open_screen(
            self.port, f"/t/{bench_table.id}/live?seat=0&changes=1", seat.cookie, frame_taker(seat)
        )
        try:
            while time.perf_counter() < until and "record.json" not in seat.text and '"board over' not in seat.text:
                await self.step(bench_table, seat)
        except TimeoutError:
            return  # it waits for somebody who never comes: the next table
        finally:
            screen.transport.abort()

    async def step(self, bench_table: BenchTable, seat: Seat) -> None:
        """One decision: the person's if they are asked, else a tiger's."""
        before, began = seat.decided, time.perf_counter()
        actions = BUTTON.findall(seat.text)
        if actions:
            seen = SEEN.search(seat.text)
            body = f"seat=0&seen={int(seen[1]) if seen else 0}&action={int(self.dice.choice(actions))}"
            status = await self.poster.post(f"/t/{bench_table.id}/play", body, seat.cookie)
            if status != 204:
                await asyncio.sleep(0.05)  # somebody else's choice changed the question
                return
        while seat.decided <= before:
            seat.news.clear()
            await asyncio.wait_for(seat.news.wait(), 20)
        (self.clicks if actions else self.thoughts).append(time.perf_counter() - began)


class Measured(TypedDict):
    """Numbers of answers and clicks, and their median and 99th percentile."""

    game: str
    pace: float
    tigers_alone: int
    answer_ms: list[float]
    clicks: int
    click_ms: list[float]
    crowded_answers: int
    crowded_answer_ms: list[float]


async def measure(args: argparse.Namespace, pace: float) -> Measured:
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{folder}/bench.db"
        laid_tables = await lay_tables(database, (args.tables + 1) * SPARE, args.game)
        port = free_port()
        server = Process(SERVER, str(port), database, SECRET, str(pace))
        try:
            await server.until_open(port)
            await asyncio.sleep(args.warm)  # the thinkers compile, or find what they compiled last time
            poster = Poster(port)
            alone = Evening(port, poster, Random(1))
            await alone.sit(laid_tables[:SPARE], time.perf_counter() + args.seconds / 2)
            crowd = [Evening(port, poster, Random(k)) for k in range(args.tables)]
            until = time.perf_counter() + args.seconds
            groups = [laid_tables[k * SPARE : (k + 1) * SPARE] for k in range(1, args.tables + 1)]
            await asyncio.gather(*(one.sit(group, until) for one, group in zip(crowd, groups, strict=True)))
        finally:
            server.end()
    clicks = [t for one in crowd for t in one.clicks]
    thoughts = [t for one in crowd for t in one.thoughts]
    return {
        "game": args.game,
        "pace": pace,
        "tigers_alone": len(alone.thoughts),
        "answer_ms": [quantile(alone.thoughts, q) for q in (0.5, 0.99)],
        "clicks": len(clicks),
        "click_ms": [quantile(clicks, q) for q in (0.5, 0.99)],
        "crowded_answers": len(thoughts),
        "crowded_answer_ms": [quantile(thoughts, q) for q in (0.5, 0.99)],
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--game", default="rat-a-tat-cat")
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--warm", type=float, default=15, help="seconds for the thinkers to start")
    parser.add_argument("--pace", type=float, default=0.0, help="pause before a cat's act; the parlour's own is 0.6")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    args.tables, args.seconds, args.warm = min(args.tables, 200), min(args.seconds, 120), min(args.warm, 120)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard if hard > 0 else soft, hard))
    found = uvloop.run(measure(args, args.pace))
    if args.json:
        print(json.dumps(found, indent=2))
        return 0
    grid = Grid(args.game, "number", "median", "p99", box=None, pad_edge=False)
    for label, number, times in (
        ("a tiger's answer, one table", found["tigers_alone"], found["answer_ms"]),
        (f"a click, {args.tables} tables of tigers", found["clicks"], found["click_ms"]),
        (f"a tiger's answer, {args.tables} tables", found["crowded_answers"], found["crowded_answer_ms"]),
    ):
        grid.add_row(label, str(number), *(f"{t:.0f} ms" for t in times))
    Console(width=100).print(grid)
    return 0


if __name__ == "__main__":
    sys.exit(main())
