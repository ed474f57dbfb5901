"""How much one server process carries: tables with viewers, decisions a second, and how long a click takes.

    purrlor bench server [--tables 1000] [--rate 500] [--seconds 20] [--game pocket-cats] [--json]

The server runs on one core, the load on another, both on 127.0.0.1; all of it stops by itself. Every table has two
players and three watchers, each with an open live screen. A decision is a form POST as the page sends it; its time
runs until the *other* player's frame has arrived. Beside it, in the same run, a bare Starlette application that does
nothing but pass each POST on to five WebSockets: what this machine can do at best.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import resource
import secrets
import socket
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import websockets
from rich.console import Console
from rich.progress import Progress
from rich.table import Table as Grid

SECRET = "cd" * 32
BUTTON = re.compile(r'<button[^>]*\bname=\\?"action\\?"[^>]*\bvalue=\\?"(\d+)\\?"')
SEEN = re.compile(r'name=\\?"seen\\?"[^>]*value=\\?"(\d+)\\?"')
SERVER = """
import os, sys
if len(os.sched_getaffinity(0)) > 1:
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
from purrlor.server.run import serve
sys.exit(serve(host="127.0.0.1", port=int(sys.argv[1]), database=sys.argv[2], secret=sys.argv[3], rate=0, log="error"))
"""
ECHO = """
import os, sys, uvicorn
if len(os.sched_getaffinity(0)) > 1:
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
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
    ws_per_message_deflate=False,
)
"""


@dataclass
class Seat:
    """One live screen of somebody who may decide."""

    cookie: str
    text: str = ""
    decided: int = -1  # decisions the latest frame knows of
    news: asyncio.Event = field(default_factory=asyncio.Event)


@dataclass
class Desk:
    """One table of the load."""

    id: str
    watch: str
    seats: list[Seat]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


async def lay_tables(database: str, count: int, game: str) -> list[Desk]:
    """The tables, written into the database before the server starts."""
    from purrlor.server.identity import Signer
    from purrlor.server.store import open_store
    from purrlor.server.tables import Tables

    signer = Signer(bytes.fromhex(SECRET))
    store = await open_store(database)
    tables = Tables(store)
    await tables.start()
    desks = []
    for _ in range(count):
        ann = (await tables.make_identity("Ann", "en")).id
        boris = (await tables.make_identity("Boris", "ru")).id
        table = await tables.create(ann, game, 2, people=["Ann"])
        await tables.sit(table.id, boris, "Boris")
        await tables.begin(table.id, ann)
        desks.append(Desk(table.id, table.facts.watch_key, [Seat(signer.cookie(ann)), Seat(signer.cookie(boris))]))
    await tables.stop()
    await store.close()
    return desks


class Process:
    """A server in a process of its own, and what it uses."""

    def __init__(self, code: str, *words: str) -> None:
        self.process = subprocess.Popen([sys.executable, "-c", code, *words])
        self.ticks = os.sysconf("SC_CLK_TCK")

    def cpu(self) -> float:
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / self.ticks

    def memory(self) -> int:
        for line in Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS"):
                return int(line.split()[1]) * 1024
        return 0

    async def until_open(self, port: int) -> None:
        for _ in range(400):
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.close()
                return
            except OSError:
                await asyncio.sleep(0.05)
        raise SystemExit("the server did not start")

    def end(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(5)
        except subprocess.TimeoutExpired:
            self.process.kill()


class Poster:
    """A few keep-alive connections that send form POSTs, as lean as can be."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.idle: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []

    async def post(self, path: str, body: str, cookie: str = "") -> int:
        reader, writer = self.idle.pop() if self.idle else await asyncio.open_connection("127.0.0.1", self.port)
        head = (
            f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nContent-Length: {len(body)}\r\n"
            f"Content-Type: application/x-www-form-urlencoded\r\nX-Live: 1\r\nSec-Fetch-Site: same-origin\r\n"
            f"Cookie: purrlor={cookie}\r\n\r\n"
        )
        writer.write(head.encode() + body.encode())
        lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        length = re.search(r"content-length: (\d+)", lines, re.I)
        if length and int(length[1]):
            await reader.readexactly(int(length[1]))
        self.idle.append((reader, writer))
        return int(lines.split(" ", 2)[1])


async def listen(url: str, cookie: str, on_text: Any, opened: asyncio.Semaphore, up: list[int], origin: str) -> None:
    headers = {"Cookie": f"purrlor={cookie}"} if cookie else {}
    async with opened:
        line = await websockets.connect(
            url, additional_headers=headers, origin=origin, compression=None, max_size=None, ping_interval=None
        )  # type: ignore[call-arg]
        up.append(1)
    async with line:
        async for text in line:
            on_text(text)


def frame_taker(seat: Seat) -> Any:
    number = re.compile(r'"n":(\d+)')

    def take(text: str) -> None:
        found = number.search(text)
        if found:
            seat.text, seat.decided = text, int(found[1])
            seat.news.set()

    return take


async def one_decision(desk: Desk, poster: Poster, dice: Random) -> tuple[float, int] | None:
    """A random choice of whoever is asked; seconds until the other one's screen knows, and the answer's status."""
    for k in dice.sample((0, 1), 2):
        seat, other = desk.seats[k], desk.seats[1 - k]
        actions = BUTTON.findall(seat.text)
        if not actions:
            continue
        seen = SEEN.search(seat.text)
        target = max(seat.decided, other.decided) + 1
        began = time.perf_counter()
        body = f"seat={k}&seen={seen[1] if seen else 0}&action={dice.choice(actions)}"
        status = await poster.post(f"/t/{desk.id}/play", body, seat.cookie)
        if status != 204:
            return 0.0, status
        while other.decided < target or seat.decided < target:
            other.news.clear()
            seat.news.clear()
            if other.decided >= target:
                took = time.perf_counter() - began
                while seat.decided < target:
                    seat.news.clear()
                    await asyncio.wait_for(seat.news.wait(), 5)
                return took, status
            await asyncio.wait_for(other.news.wait(), 5)
        return time.perf_counter() - began, status
    return None


async def drive(desks: list[Desk], port: int, rate: float, seconds: float, progress: Progress) -> dict[str, Any]:
    poster, dice, times, statuses, late = Poster(port), Random(1), [], [], 0
    busy: set[str] = set()
    jobs: set[asyncio.Task[None]] = set()

    async def work(desk: Desk) -> None:
        nonlocal late
        busy.add(desk.id)
        try:
            found = await one_decision(desk, poster, dice)
            if found is not None:
                statuses.append(found[1])
                if found[1] == 204:
                    times.append(found[0])
        except TimeoutError:
            late += 1
        finally:
            busy.discard(desk.id)

    task = progress.add_task("decisions", total=int(rate * seconds))
    began = time.perf_counter()
    for number in range(int(rate * seconds)):
        wait = began + number / rate - time.perf_counter()
        if wait > 0:
            await asyncio.sleep(wait)
        desk = dice.choice(desks)
        if desk.id not in busy:
            job = asyncio.create_task(work(desk))
            jobs.add(job)
            job.add_done_callback(jobs.discard)
        if number % 100 == 0:
            progress.update(task, completed=number)
    await asyncio.gather(*jobs)
    took = time.perf_counter() - began
    return {"times": times, "seconds": took, "late": late, "refused": sum(status != 204 for status in statuses)}


def quantile(values: list[float], q: float) -> float:
    ordered = sorted(values)
    return 1e3 * ordered[min(len(ordered) - 1, int(q * len(ordered)))] if ordered else float("nan")


async def measure(args: argparse.Namespace, progress: Progress) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{folder}/bench.db"
        desks = await lay_tables(database, args.tables, args.game)
        port = free_port()
        server = Process(SERVER, str(port), database, SECRET)
        screens: list[asyncio.Task[None]] = []
        try:
            await server.until_open(port)
            await asyncio.sleep(2)  # cats wake up in the background
            before = server.memory()
            opened, up, origin = asyncio.Semaphore(50), [], f"http://127.0.0.1:{port}"  # type: ignore[var-annotated]
            for desk in desks:
                for seat in desk.seats:
                    url = f"ws://127.0.0.1:{port}/t/{desk.id}/live"
                    screens.append(asyncio.create_task(listen(url, seat.cookie, frame_taker(seat), opened, up, origin)))
                for _ in range(3):
                    url = f"ws://127.0.0.1:{port}/w/{desk.watch}/live"
                    screens.append(asyncio.create_task(listen(url, "", lambda text: None, opened, up, origin)))
            task = progress.add_task("screens", total=len(screens))
            while len(up) < len(screens) or any(seat.decided < 0 for desk in desks for seat in desk.seats):
                progress.update(task, completed=len(up))
                await asyncio.sleep(0.2)
            await asyncio.sleep(2)
            memory = server.memory() - before
            await drive(desks, port, args.rate / 5, 2, progress)  # warm
            cpu = server.cpu()
            found = await drive(desks, port, args.rate, args.seconds, progress)
            cpu = server.cpu() - cpu
        finally:
            for screen in screens:
                screen.cancel()
            await asyncio.gather(*screens, return_exceptions=True)
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
        "cpu_ms_per_decision": 1e3 * cpu / max(1, done),
        "kilobytes_per_connection": memory / len(screens) / 1024,
        "late": found["late"],
        "refused": found["refused"],
    }


async def measure_echo(args: argparse.Namespace, progress: Progress) -> dict[str, Any]:
    """The bare application at the same rate, five screens a room."""
    port = free_port()
    server = Process(ECHO, str(port))
    rooms = min(args.tables, 200)
    stamps: dict[str, asyncio.Event] = {}
    screens: list[asyncio.Task[None]] = []
    times: list[float] = []
    try:
        await server.until_open(port)
        opened, up, origin = asyncio.Semaphore(50), [], f"http://127.0.0.1:{port}"  # type: ignore[var-annotated]

        def take(text: str) -> None:
            event = stamps.pop(text.partition(" ")[0], None)
            if event is not None:
                event.set()

        for room in range(rooms):
            for _ in range(5):
                url = f"ws://127.0.0.1:{port}/{room}"
                screens.append(asyncio.create_task(listen(url, "", take, opened, up, origin)))
        while len(up) < len(screens):
            await asyncio.sleep(0.1)
        poster, dice, jobs = Poster(port), Random(1), set()

        async def one() -> None:
            key = secrets.token_hex(6)
            stamps[key] = event = asyncio.Event()
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
            screen.cancel()
        await asyncio.gather(*screens, return_exceptions=True)
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
    if len(os.sched_getaffinity(0)) > 1:
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    with Progress(console=Console(stderr=True), transient=True) as progress:
        echo = asyncio.run(measure_echo(args, progress))
        found = asyncio.run(measure(args, progress))
    found = {"game": args.game, **found, "echo": echo, "p99_over_echo": found["p99_ms"] / echo["p99_ms"]}
    if args.json:
        print(json.dumps(found, indent=2))
        return 0
    grid = Grid("", "Purrlor", "bare echo", box=None, pad_edge=False)
    grid.add_row("live screens", f"{found['screens']:,}", "")
    grid.add_row("decisions/s (asked for)", f"{found['decisions_per_second']:.0f} ({args.rate:.0f})", "")
    for label, key in (("POST to the other's frame, median", "median_ms"), ("… p99", "p99_ms")):
        grid.add_row(label, f"{found[key]:.1f} ms", f"{echo[key]:.1f} ms")
    grid.add_row(
        "CPU a decision with 5 viewers", f"{found['cpu_ms_per_decision']:.2f} ms", f"{echo['cpu_ms_per_post']:.2f} ms"
    )
    grid.add_row("memory a connection", f"{found['kilobytes_per_connection']:.0f} kB", "")
    grid.add_row("refused, late", f"{found['refused']}, {found['late']}", "")
    Console(width=100).print(grid)
    return 0


if __name__ == "__main__":
    sys.exit(main())
