"""What happens at twice the load the server holds, and how soon it recovers.

    purrlor bench overload [--game cat-cafe] [--tables 200] [--seconds 8] [--svg docs/overload.svg]

First as many decisions a second as the server carries are found: every table decides again as soon as its other player
has seen the last decision. Then the same tables are asked for half of that, for twice that, and for half again. Every
second is told: decisions done, how long a POST took and a watcher waited, how often a new table was refused, memory. At
the end every table's page must know every decision that was acknowledged: none is lost.
"""

from __future__ import annotations

import argparse
import asyncio
import re
import resource
import sys
import tempfile
import time
from dataclasses import dataclass, field
from math import isnan
from pathlib import Path
from random import Random

import uvloop
from rich.console import Console
from rich.table import Table as Grid

sys.path.insert(0, str(Path(__file__).parent))

from decision_cost import Server
from load import Poster, quantile
from server import BenchTable, one_decision

PHASES = (("half", 0.5), ("twice", 2.0), ("half again", 0.5))


@dataclass
class Second:
    """What one second was like."""

    phase: str
    asked: float
    times: list[float] = field(default_factory=list)
    watchers: list[float] = field(default_factory=list)
    opened: int = 0
    refused: int = 0
    late: int = 0
    loop_late: float = 0.0  # as /metrics says it
    megabytes: float = 0.0


async def capacity(server: Server, seconds: float) -> float:
    """Decisions a second when every table is always asked."""
    poster, dice, done = Poster(server.port), Random(2), 0
    until = time.perf_counter() + seconds

    async def play_on(table: BenchTable) -> None:
        nonlocal done
        while time.perf_counter() < until:
            if await one_decision(table, poster, dice) is None:
                return  # its match is over
            done += 1

    await asyncio.gather(*(play_on(table) for table in server.tables))
    return done / seconds


async def ask(server: Server, rate: float, seconds: float, done: list[float], late: list[int]) -> None:
    """So many decisions a second at tables that are not busy with their last one, however long they take."""
    poster, dice, busy = Poster(server.port), Random(3), set[str]()

    async def work(table: BenchTable) -> None:
        busy.add(table.id)
        try:
            found = await one_decision(table, poster, dice)
            if found is not None and found[1] == 204:
                done.append(found[0])
        except TimeoutError:
            late.append(1)
        finally:
            busy.discard(table.id)

    began = time.perf_counter()
    async with asyncio.TaskGroup() as jobs:
        for number in range(int(rate * seconds)):
            await asyncio.sleep(max(0.0, began + number / rate - time.perf_counter()))
            table = dice.choice(server.tables)
            if table.id not in busy:
                jobs.create_task(work(table))


async def seconds_of(
    server: Server, poster: Poster, game: str, phase: str, rate: float, seconds: float
) -> list[Second]:
    done, late, told = list[float](), list[int](), []
    asking = asyncio.create_task(ask(server, rate, seconds, done, late))
    while not asking.done():
        second = Second(phase, rate)
        end = time.perf_counter() + 1.0
        status = await poster.post(f"/play/{game}", "")
        second.opened, second.refused = int(status == 303), int(status == 429)
        await asyncio.sleep(max(0.0, end - time.perf_counter()))
        second.times, second.late = done[:], len(late)
        done.clear()
        late.clear()
        for table in server.tables:
            second.watchers += table.waiting_sentence
            table.waiting_sentence.clear()
        second.megabytes = server.process.memory() / 1e6
        found = re.search(rb"purrlor_loop_late_seconds ([0-9.e-]+)", await get(server.port, "/metrics"))
        second.loop_late = float(found[1]) if found else float("nan")
        told.append(second)
    await asking
    return told


async def measure(args: argparse.Namespace) -> tuple[float, list[Second], int]:
    with tempfile.TemporaryDirectory() as folder:
        server = Server(str(Path(__file__).parents[1] / "src"), folder, rate=1000)
        try:
            await server.open(args.game, args.tables)
            await server.play(args.tables / 4, 2)  # warm
            held = await capacity(server, 4)
            told, poster = [], Poster(server.port)
            for phase, factor in PHASES:
                told += await seconds_of(server, poster, args.game, phase, factor * held, args.seconds)
            lost = sum([await lost_decisions(server, table) for table in server.tables])
        finally:
            server.close()
    return held, told, lost


async def get(port: int, path: str) -> bytes:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n".encode())
    found = await reader.read()
    writer.close()
    return found


async def lost_decisions(server: Server, table: BenchTable) -> int:
    """How many decisions a screen was shown that a fresh look at the table does not know."""
    found = re.search(rb'"n":(\d+)', await get(server.port, f"/w/{table.watch}/live"))
    return max(0, max(seat.decided for seat in table.seats) - (int(found[1]) if found else 0))


def picture(held: float, told: list[Second]) -> str:
    """Above: decisions asked for and done. Below: how long a move and a watcher waited."""
    width, high = 820, 150
    step = (width - 110) / max(1, len(told))
    rates = max(max(each.asked, len(each.times)) for each in told)
    waits = max(1.0, *(quantile(each.times, 0.99) for each in told if each.times))

    def line(values: list[float], top: float, base: int, colour: str, title: str) -> str:
        points = " ".join(
            f"{60 + (k + 0.5) * step:.1f},{base - high * min(1.0, value / top):.1f}"
            for k, value in enumerate(values)
            if not isnan(value)
        )
        shape = f'points="{points}" fill="none" stroke="{colour}" stroke-width="2"'
        return f"<polyline {shape}><title>{title}</title></polyline>"

    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} 420" font-family="sans-serif" font-size="12">',
        f'<rect width="{width}" height="420" fill="#FFFFFF"/>',
        f'<text x="10" y="18" font-size="15">Half, twice and half of the {held:.0f} decisions/s it holds</text>',
    ]
    for k, each in enumerate(told):
        if each.phase == "twice":
            lines.append(f'<rect x="{60 + k * step:.1f}" y="30" width="{step:.1f}" height="350" fill="#F6E3D7"/>')
        if each.refused:
            lines.append(f'<circle cx="{60 + (k + 0.5) * step:.1f}" cy="390" r="4" fill="#B5446E"/>')
    lines += [
        line([each.asked for each in told], rates, 190, "#8C8C9E", "asked a second"),
        line([float(len(each.times)) for each in told], rates, 190, "#5B83B0", "done a second"),
        line([quantile(each.times, 0.5) for each in told], waits, 370, "#5B83B0", "a move, the middle"),
        line([quantile(each.times, 0.99) for each in told], waits, 370, "#4F5D75", "a move, 99 %"),
        line([quantile(each.watchers, 0.5) for each in told], waits, 370, "#E08A5B", "a watcher, the middle"),
        f'<text x="4" y="45">{rates:.0f}/s</text><text x="4" y="225">{waits / 1e3:.1f} s</text>',
        '<text x="60" y="410">grey: asked · blue: done, and below the middle wait of a move · dark: its 99 % · '
        "orange: a watcher's · dots: a new table was refused</text>",
    ]
    return "\n".join([*lines, "</svg>", ""])


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--game", default="cat-cafe")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=8)
    parser.add_argument("--svg", metavar="FILE")
    args = parser.parse_args()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard if hard > 0 else soft, hard))
    held, told, lost = uvloop.run(measure(args))
    grid = Grid(
        "phase", "asked/s", "done", "move, middle", "99 %", "watcher, middle", "new table", "loop late", "late", "MB"
    )
    for each in told:
        door = "refused" if each.refused else "opened" if each.opened else "?"
        waits = [f"{quantile(each.times, q):.0f} ms" for q in (0.5, 0.99)]
        watched = f"{quantile(each.watchers, 0.5):.0f} ms"
        done = str(len(each.times))
        loop, late, memory = f"{1e3 * each.loop_late:.0f} ms", str(each.late), f"{each.megabytes:.0f}"
        grid.add_row(each.phase, f"{each.asked:.0f}", done, *waits, watched, door, loop, late, memory)
    Console(width=120).print(f"the server holds {held:.0f} decisions/s", grid, f"decisions lost: {lost}")
    if args.svg:
        Path(args.svg).write_text(picture(held, told))
    return int(lost > 0)


if __name__ == "__main__":
    sys.exit(main())
