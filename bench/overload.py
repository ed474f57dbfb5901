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
import os
import re
import resource
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import uvloop
from rich.console import Console
from rich.progress import Progress
from rich.table import Table as Grid

sys.path.insert(0, str(Path(__file__).parent))

from decision_cost import Server
from load import Poster, quantile
from server import BenchTable, drive, one_decision

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
    megabytes: float = 0.0


async def capacity(server: Server, seconds: float) -> float:
    """Decisions a second when the tables of a tenth of the load at least are always asked."""
    poster, dice, done = Poster(server.port), Random(2), 0
    until = time.perf_counter() + seconds

    async def play_on(table: BenchTable) -> None:
        nonlocal done
        while time.perf_counter() < until:
            if await one_decision(table, poster, dice) is None:
                return  # its match is over
            done += 1

    await asyncio.gather(*(play_on(table) for table in server.tables[:32]))
    return done / seconds


async def second_of(server: Server, poster: Poster, game: str, phase: str, rate: float) -> Second:
    told = Second(phase, rate)
    for table in server.tables:
        table.waiting_sentence.clear()
    status = await poster.post(f"/play/{game}", "")
    told.opened, told.refused = int(status == 303), int(status == 429)
    found = await drive(server.tables, server.port, rate, 1.0, Progress(disable=True))
    told.times, told.late = found["times"], found["late"]
    told.watchers = [wait for table in server.tables for wait in table.waiting_sentence]
    told.megabytes = server.process.memory() / 1e6
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
                until = time.perf_counter() + args.seconds
                while time.perf_counter() < until:
                    told.append(await second_of(server, poster, args.game, phase, factor * held))
            lost = sum(await lost_decisions(server, table) for table in server.tables)
        finally:
            server.close()
    return held, told, lost


async def lost_decisions(server: Server, table: BenchTable) -> int:
    """How many decisions a screen was shown that a fresh look at the table does not know."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(
        f"GET /w/{table.watch}/live HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nConnection: close\r\n\r\n".encode()
    )
    found = re.search(rb'"n":(\d+)', await reader.read())
    writer.close()
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
            if value == value
        )
        return f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"><title>{title}</title></polyline>'

    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} 420" font-family="sans-serif" font-size="12">',
        f'<rect width="{width}" height="420" fill="#FFFFFF"/>',
        f'<text x="10" y="18" font-size="15">Half, twice and half of the {held:.0f} decisions/s the server holds</text>',
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
    grid = Grid("phase", "asked/s", "done", "move, middle", "99 %", "watcher, middle", "new table", "late", "MB")
    for each in told:
        door = "refused" if each.refused else "opened" if each.opened else "?"
        waits = [f"{quantile(each.times, q):.0f} ms" for q in (0.5, 0.99)]
        watched = f"{quantile(each.watchers, 0.5):.0f} ms"
        done = str(len(each.times))
        grid.add_row(each.phase, f"{each.asked:.0f}", done, *waits, watched, door, str(each.late), f"{each.megabytes:.0f}")
    Console(width=110).print(f"the server holds {held:.0f} decisions/s", grid, f"decisions lost: {lost}")
    if args.svg:
        Path(args.svg).write_text(picture(held, told))
    return int(lost > 0)


if __name__ == "__main__":
    sys.exit(main())
