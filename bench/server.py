"""How much one server process carries: tables with viewers, decisions a second, and how long a click takes.

    purrlor bench server [--tables 1000] [--rate 500] [--seconds 20] [--game pocket-cats] [--json]

The server runs on one core, the load on another, both on 127.0.0.1; all of it stops by itself. Every table has two
players and three watchers, each with an open live screen. A decision is a form POST as the page sends it; its time
runs until the *other* player's frame has arrived. Beside it, in the same run, a bare Starlette application that does
nothing but pass each POST on to five WebSockets: what this machine can do at best. No cats sit at these tables: see
`tigers` for them, and `clicks` for what a browser adds.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import resource
import secrets
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import TypedDict

import uvloop
from rich.console import Console
from rich.progress import Progress
from rich.table import Table as Grid

sys.path.insert(0, str(Path(__file__).parent))

from load import Poster, Process, Screen, free_port, open_screen, quantile, tables_in

from purrlor.web.live.frames import apply_diff

SECRET = "cd" * 32
SERVER_CORE, *_, LOAD_CORE = sorted(os.sched_getaffinity(0)) * 2  # the same where there is only one
BUTTON = re.compile(r'<button[^>]*\bname="action"[^>]*\bvalue="(\d+)"')
SEEN = re.compile(r'name="seen"[^>]*value="(\d+)"')
NUMBER = re.compile(rb'"n":(\d+)')
SERVER = """
import os, sys
os.sched_setaffinity(0, {int(sys.argv.pop())})
from purrlor.web.server.run import serve
host, port, database, secret = "127.0.0.1", int(sys.argv[1]), sys.argv[2], sys.argv[3]
sys.exit(serve(host=host, port=port, database=database, secret=secret, rate=0, log="error", bots=0))
"""
ECHO = """
import os, sys, uvicorn
os.sched_setaffinity(0, {int(sys.argv.pop())})
from starlette.applications import Starlette
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
rooms = {}
async def post(request):
    body = (await request.body()).decode()
    room, _, text = body.partition(" ")
    for other in rooms.get(room, ()):
        await other.send_text(text + "x" * 6000)
    return Response(status_code=204)
async def follow(ws):
    await ws.accept()
    rooms.setdefault(ws.path_params["room"], []).append(ws)
    try:
        while True:
            await ws.receive_text()
    except Exception:
        pass
app = Starlette(routes=[Route("/", post, methods=["POST"]), WebSocketRoute("/{room}", follow)])
uvicorn.run(
    app, host="127.0.0.1", port=int(sys.argv[1]), log_level="error", ws="websockets-sansio",
    ws_per_message_deflate=False, timeout_keep_alive=30,
)
"""


@dataclass
class Seat:
    """One live screen of somebody who may decide."""

    cookie: str
    text: str = ""
    decided: int = -1  # decisions the latest frame knows of
    frames: int = 0
    at: float = 0.0  # when the latest came
    news: asyncio.Event = field(default_factory=asyncio.Event)


@dataclass
class BenchTable:
    """One table of the load."""

    id: str
    watch: str
    seats: list[Seat]
    asked: dict[int, float] = field(default_factory=dict)  # when a decision that its watchers have not seen was sent
    waiting_sentence: list[float] = field(default_factory=list)  # how long they waited for each

    def watch_on(self, text: bytes) -> None:
        """A watcher's frame: it shows every decision up to its number."""
        found = NUMBER.search(text, 0, 400)
        for number in [number for number in self.asked if found and number <= int(found[1])]:
            self.waiting_sentence.append(time.perf_counter() - self.asked.pop(number))


async def lay_tables(database: str, count: int, game: str) -> list[BenchTable]:
    """The tables, written into the database before the server starts."""
    laid_tables = []
    async with tables_in(database, SECRET) as (tables, signer):
        for _ in range(count):
            ann = (await tables.identities.create("Ann", "en")).id
            boris = (await tables.identities.create("Boris", "ru")).id
            table = await tables.create(ann, game, 2, people=["Ann"])
            await tables.sit(table.id, boris, "Boris")
            await tables.begin(table.id, ann)
            seats = [Seat(signer.cookie(who, secrets.token_hex(8))) for who in (ann, boris)]  # as browsers hold them
            laid_tables.append(BenchTable(table.id, table.facts.watch_key, seats))
    return laid_tables


def frame_taker(seat: Seat) -> Callable[[bytes], None]:
    shown: list[str] = []

    def take(text: bytes) -> None:
        found = NUMBER.search(text, 0, 400)
        if found:
            shown[:] = apply_diff(shown, text.decode())
            seat.text, seat.decided = "\n".join(shown), int(found[1])
            seat.frames, seat.at = seat.frames + 1, time.perf_counter()
            seat.news.set()

    return take


def look_away(_: bytes) -> None:
    """A second watcher of the same table."""


async def one_decision(bench_table: BenchTable, poster: Poster, dice: Random) -> tuple[float, int] | None:
    """A random choice of a seat that is asked; seconds until the other one's screen knows, and the answer's status."""
    for k in dice.sample((0, 1), 2):
        seat, other = bench_table.seats[k], bench_table.seats[1 - k]
        actions = BUTTON.findall(seat.text)
        if not actions:
            continue
        seen = SEEN.search(seat.text)
        target, frames = max(seat.decided, other.decided) + 1, seat.frames
        began = bench_table.asked[target] = time.perf_counter()
        body = f"seat={k}&seen={int(seen[1]) if seen else 0}&action={int(dice.choice(actions))}"
        status = await poster.post(f"/t/{bench_table.id}/play", body, seat.cookie)
        if status != 204:
            return 0.0, status
        while seat.frames == frames:
            seat.news.clear()
            await asyncio.wait_for(seat.news.wait(), 5)
        if seat.decided < target:  # a secret choice: nobody else is shown anything
            del bench_table.asked[target]
            return seat.at - began, status
        while other.decided < target:
            other.news.clear()
            await asyncio.wait_for(other.news.wait(), 5)
        return other.at - began, status
    return None


class Driven(TypedDict):
    times: list[float]
    seconds: float
    late: int
    refused: int


async def drive(
    laid_tables: list[BenchTable],
    port: int,
    rate: float,
    seconds: float,
    progress: Progress,
    poster: Poster | None = None,
) -> Driven:
    poster, dice, times, statuses, late = poster or Poster(port), Random(1), [], [], 0
    busy: set[str] = set()
    jobs: set[asyncio.Task[None]] = set()

    async def work(bench_table: BenchTable) -> None:
        nonlocal late
        try:
            found = await one_decision(bench_table, poster, dice)
            if found is not None:
                statuses.append(found[1])
                if found[1] == 204:
                    times.append(found[0])
        except TimeoutError:
            late += 1
        finally:
            busy.discard(bench_table.id)

    task = progress.add_task("decisions", total=int(rate * seconds))
    began = time.perf_counter()
    for number in range(int(rate * seconds)):
        wait = began + number / rate - time.perf_counter()
        if wait > 0:
            await asyncio.sleep(wait)
        bench_table = dice.choice(laid_tables)
        if bench_table.id not in busy:
            busy.add(bench_table.id)
            job = asyncio.create_task(work(bench_table))
            jobs.add(job)
            job.add_done_callback(jobs.discard)
        if number % 100 == 0:
            progress.update(task, completed=number)
    await asyncio.gather(*jobs)
    took = time.perf_counter() - began
    return {"times": times, "seconds": took, "late": late, "refused": sum(status != 204 for status in statuses)}


async def measure(args: argparse.Namespace, progress: Progress) -> dict[str, float]:
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{folder}/bench.db"
        laid_tables = await lay_tables(database, args.tables, args.game)
        port = free_port()
        server = Process(SERVER, str(port), database, SECRET, str(SERVER_CORE))
        screens: list[Screen] = []
        try:
            await server.until_open(port)
            await asyncio.sleep(2)  # cats wake up in the background
            before = server.memory()
            task = progress.add_task("screens", total=5 * len(laid_tables))
            for bench_table in laid_tables:
                wanted = [
                    (f"/t/{bench_table.id}/live?changes=1", seat.cookie, frame_taker(seat))
                    for seat in bench_table.seats
                ]
                watching = (bench_table.watch_on, look_away, look_away)
                wanted += [(f"/w/{bench_table.watch}/live?changes=1", "", take) for take in watching]
                screens += await asyncio.gather(*(open_screen(port, *each) for each in wanted))
                progress.update(task, completed=len(screens))
            while any(seat.decided < 0 for bench_table in laid_tables for seat in bench_table.seats):
                await asyncio.sleep(0.2)
            await asyncio.sleep(2)
            memory = server.memory() - before
            await drive(laid_tables, port, args.rate / 5, 2, progress)  # warm
            for bench_table in laid_tables:
                bench_table.asked.clear()
                bench_table.waiting_sentence.clear()
            cpu, own = server.cpu(), time.process_time()
            found = await drive(laid_tables, port, args.rate, args.seconds, progress)
            cpu, own = server.cpu() - cpu, time.process_time() - own
            waiting_sentence = [seconds for bench_table in laid_tables for seconds in bench_table.waiting_sentence]
        finally:
            for screen in screens:
                screen.transport.abort()
            server.end()
    done = len(found["times"])
    return {
        "tables": args.tables,
        "screens": len(screens),
        "decisions": done,
        "decisions_per_second": done / found["seconds"],
        "asked_per_second": args.rate,
        "median_ms": quantile(found["times"], 0.5),
        "p99_ms": quantile(found["times"], 0.99),
        "watcher_median_ms": quantile(waiting_sentence, 0.5),
        "watcher_p99_ms": quantile(waiting_sentence, 0.99),
        "cpu_ms_per_decision": 1e3 * cpu / max(1, done),
        "load_core_used": own / found["seconds"],
        "kilobytes_per_connection": memory / len(screens) / 1024,
        "late": found["late"],
        "refused": found["refused"],
    }


async def measure_echo(args: argparse.Namespace, progress: Progress) -> dict[str, float]:
    """The bare application at the same rate, five screens a room."""
    port = free_port()
    server = Process(ECHO, str(port), str(SERVER_CORE))
    rooms = min(args.tables, 200)
    stamps: dict[bytes, asyncio.Event] = {}
    screens: list[Screen] = []
    times: list[float] = []
    try:
        await server.until_open(port)

        def take(text: bytes) -> None:
            event = stamps.pop(text.partition(b" ")[0], None)
            if event is not None:
                event.set()

        for room in range(rooms):
            screens += await asyncio.gather(*(open_screen(port, f"/{room}", "", take) for _ in range(5)))
        poster, dice, jobs = Poster(port), Random(1), set()

        async def one() -> None:
            key = secrets.token_hex(6)
            stamps[key.encode()] = event = asyncio.Event()
            began = time.perf_counter()
            await poster.post("/", f"{dice.randrange(rooms)} {key} ")
            await asyncio.wait_for(event.wait(), 5)
            times.append(time.perf_counter() - began)

        cpu, began = server.cpu(), time.perf_counter()
        seconds = min(10.0, args.seconds)
        task = progress.add_task("bare echo", total=int(args.rate * seconds))
        for number in range(int(args.rate * seconds)):
            wait = began + number / args.rate - time.perf_counter()
            if wait > 0:
                await asyncio.sleep(wait)
            job = asyncio.create_task(one())
            jobs.add(job)
            job.add_done_callback(jobs.discard)
            progress.update(task, completed=number)
        await asyncio.gather(*jobs, return_exceptions=True)
        cpu = server.cpu() - cpu
    finally:
        for screen in screens:
            screen.transport.abort()
        server.end()
    return {
        "median_ms": quantile(times, 0.5),
        "p99_ms": quantile(times, 0.99),
        "cpu_ms_per_post": 1e3 * cpu / max(1, len(times)),
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--rate", type=float, default=500, help="decisions a second")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--game", default="pocket-cats")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    args.tables, args.seconds, args.rate = min(args.tables, 2000), min(args.seconds, 120), min(args.rate, 2000)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard if hard > 0 else soft, hard))
    os.sched_setaffinity(0, {LOAD_CORE})
    with Progress(console=Console(stderr=True), transient=True) as progress:
        echo = uvloop.run(measure_echo(args, progress))
        found = uvloop.run(measure(args, progress))
    if args.json:
        more = {"echo": echo, "p99_over_echo": found["p99_ms"] / echo["p99_ms"]}
        print(json.dumps({"game": args.game, **found, **more}, indent=2))
        return 0
    grid = Grid("", "Purrlor", "bare echo", box=None, pad_edge=False)
    grid.add_row("live screens", f"{found['screens']:,}", "")
    grid.add_row("decisions/s (asked for)", f"{found['decisions_per_second']:.0f} ({args.rate:.0f})", "")
    for label, key in (("POST to the other's frame, median", "median_ms"), ("… p99", "p99_ms")):
        grid.add_row(label, f"{found[key]:.1f} ms", f"{echo[key]:.1f} ms")
    for label, key in (("POST to a watcher's frame, median", "watcher_median_ms"), ("… p99", "watcher_p99_ms")):
        grid.add_row(label, f"{found[key]:.1f} ms", "")
    grid.add_row(
        "CPU a decision with 5 viewers", f"{found['cpu_ms_per_decision']:.2f} ms", f"{echo['cpu_ms_per_post']:.2f} ms"
    )
    grid.add_row("memory a connection", f"{found['kilobytes_per_connection']:.0f} kB", "")
    grid.add_row("of its core the load itself used", f"{found['load_core_used']:.0%}", "")
    grid.add_row("refused, late", f"{found['refused']}, {found['late']}", "")
    Console(width=100).print(grid)
    return 0


if __name__ == "__main__":
    sys.exit(main())
