"""What one decision with five viewers costs the server, in CPU time, by stage, and beside another checkout in turns.

    purrlor bench decision_cost [--game cat-cafe …] [--against OTHER/src] [--seconds 6] [--svg docs/decision_cost.svg]

One server a checkout, all at once, each with the same few tables of two players and three watchers. They are driven in
turns, a second each, so that a busy machine is unfair to all alike; the CPU time of each process is counted, not the
clock on the wall. Then this checkout is driven once more with a sampler inside (a SIGPROF every two milliseconds of CPU
time): it says which stage the interpreter was in. `--stacks FILE` has the samples as folded stacks, for a flame graph.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

import uvloop
from rich.console import Console
from rich.progress import Progress
from rich.table import Table as Grid

sys.path.insert(0, str(Path(__file__).parent))

from load import Process, Screen, free_port, open_screen
from server import SECRET, BenchTable, Seat, drive, frame_taker, look_away

GAMES = ("rat-a-tat-cat", "more-kitties", "pocket-cats", "cat-cafe")
LAY = """
import asyncio, json, sys
sys.path.insert(0, sys.argv[1])
from server import lay_tables
laid = asyncio.run(lay_tables(sys.argv[2], int(sys.argv[3]), sys.argv[4]))
print(json.dumps([(table.id, table.watch, [seat.cookie for seat in table.seats]) for table in laid]))
"""
SERVER = """
import sys
try:
    from purrlor.web.server.run import serve
except ImportError:
    from purrlor.server.run import serve  # as it was called in the first release
port, database, secret, rate = int(sys.argv[1]), sys.argv[2], sys.argv[3], float(sys.argv[5])
sys.exit(serve(host="127.0.0.1", port=port, database=database, secret=secret, rate=rate, log="error", bots=0))
"""
SAMPLED_SERVER = """
import atexit, collections, json, signal, sys
samples, is_on = collections.Counter(), [False]
def sample(_, frame):
    if not is_on[0]:
        return
    stack = []
    while frame is not None:
        stack.append(frame.f_code.co_filename + ":" + frame.f_code.co_name)
        frame = frame.f_back
    samples[";".join(reversed(stack))] += 1
def toggle(*_):
    is_on[0] = not is_on[0]
    if not is_on[0]:
        open(sys.argv[4], "w").write(json.dumps(samples))
signal.signal(signal.SIGPROF, sample)
signal.signal(signal.SIGUSR1, toggle)
signal.setitimer(signal.ITIMER_PROF, 0.002, 0.002)
"""
STAGES = (  # a sample belongs to the first of these that its stack names; what a stage calls is looked for first
    ("telling what changed", ("live/frames.py:record_frame", "live/frames.py:diff_lines")),
    ("templates", ("rendering/templating.py:render", "rendering/templating.py:fragment")),
    ("the view's Python", ("board/view.py:", "rendering/templating.py:draw_board")),
    ("the story", ("history/match_history.py:sentences",)),
    ("around the board", ("live/frames.py:",)),
    ("handing to sockets", ("websockets.py:send", "websockets_sansio_impl.py:", "connections.py:send")),
    (
        "rules and log",
        (
            "registry.py:apply_rows",
            "tables/table.py:",
            "core/match.py:",
            "commands/turns.py:play",
            "commands/series.py:",
        ),
    ),
    ("store", ("tables/store/", "tables/pipeline.py:")),
    ("the POST", ("web/security.py:", "web/app.py:", "httptools_impl.py:", "web/routes.py:", "starlette/routing.py:")),
)
REST = "event loop and threads"
COLOURS = ("#7A4E9E", "#C2557A", "#E08A5B", "#E5B95C", "#A9B665", "#6FA8A0", "#5B83B0", "#8C8C9E", "#4F5D75", "#C9C2B8")


class Server:
    """One server with its tables and screens."""

    def __init__(self, source: str, folder: str, samples: str = "", rate: int = 0) -> None:
        self.source, self.folder, self.samples, self.rate = source, folder, samples, rate
        self.cpu, self.decisions = 0.0, 0
        self.turns: list[float] = []  # milliseconds a decision, by turn

    async def open(self, game: str, tables: int) -> None:
        self.port, database = free_port(), f"sqlite:///{self.folder}/bench.db"
        code = SAMPLED_SERVER + SERVER if self.samples else SERVER
        environment = {**os.environ, "PYTHONPATH": self.source}
        words = (str(Path(self.source).parent / "bench"), database, str(tables), game)  # by the checkout itself
        laid = subprocess.run([sys.executable, "-c", LAY, *words], env=environment, stdout=subprocess.PIPE, check=True)
        self.tables = [
            BenchTable(id, watch, [Seat(cookie) for cookie in cookies])
            for id, watch, cookies in json.loads(laid.stdout.splitlines()[-1])
        ]
        words = (str(self.port), database, SECRET, self.samples, str(self.rate))
        self.process = Process(code, *words, environment=environment)
        self.screens: list[Screen] = []
        await self.process.until_open(self.port)
        for table in self.tables:
            self.screens += await asyncio.gather(*self.screens_of(table))
        while any(seat.decided < 0 for table in self.tables for seat in table.seats):
            await asyncio.sleep(0.05)

    def screens_of(self, table: BenchTable) -> list[asyncio.Task[Screen]]:
        wanted = [(f"/t/{table.id}/live?changes=1", seat.cookie, frame_taker(seat)) for seat in table.seats]
        wanted += [(f"/w/{table.watch}/live?changes=1", "", take) for take in (table.watch_on, look_away, look_away)]
        return [asyncio.ensure_future(open_screen(self.port, *each)) for each in wanted]

    async def play(self, rate: float, seconds: float) -> None:
        before = self.process.cpu()
        found = await drive(self.tables, self.port, rate, seconds, Progress(disable=True))
        await asyncio.sleep(0.1)  # the last watchers
        spent, done = self.process.cpu() - before, len(found["times"])
        self.cpu += spent
        self.decisions += done
        self.turns.append(1e3 * spent / max(1, done))

    def close(self) -> None:
        for screen in self.screens:
            screen.transport.abort()
        self.process.end()


async def in_turns(args: argparse.Namespace, game: str, sources: Sequence[str]) -> tuple[list[float], list[float]]:
    """Milliseconds of CPU a decision, by checkout; and turn by turn the last over the first, the least ratio first."""
    with tempfile.TemporaryDirectory() as folder:
        servers = []
        try:
            for number, source in enumerate(sources):
                os.mkdir(f"{folder}/{number}")
                servers.append(Server(source, f"{folder}/{number}"))
                await servers[-1].open(game, args.tables)
                await servers[-1].play(args.rate, 1)  # warm
                servers[-1].cpu, servers[-1].decisions, servers[-1].turns = 0.0, 0, []
            for turn in range(args.seconds):
                for server in servers[:: 1 if turn % 2 else -1]:
                    await server.play(args.rate, 1)
        finally:
            for server in servers:
                server.close()
    ratios = sorted(now / before for before, now in zip(servers[0].turns, servers[-1].turns) if before)
    return [1e3 * server.cpu / max(1, server.decisions) for server in servers], ratios


async def sampled(args: argparse.Namespace, game: str, source: str) -> Counter[str]:
    """Samples by their stack, of the decisions alone."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(source, folder, f"{folder}/samples.json")
        try:
            await server.open(game, args.tables)
            await server.play(args.rate, 1)
            os.kill(server.process.process.pid, 10)
            await server.play(args.rate, args.seconds)
            os.kill(server.process.process.pid, 10)
            while not os.path.exists(f"{folder}/samples.json"):
                await asyncio.sleep(0.1)
            await asyncio.sleep(0.5)
            return Counter(json.loads(Path(server.samples).read_text()))
        finally:
            server.close()


def by_stage(samples: Mapping[str, int]) -> dict[str, float]:
    """The share of every stage."""
    counts = dict.fromkeys([stage for stage, _ in STAGES] + [REST], 0)
    for stack, count in samples.items():
        counts[next((stage for stage, marks in STAGES if any(mark in stack for mark in marks)), REST)] += count
    return {stage: count / max(1, sum(counts.values())) for stage, count in counts.items()}


def picture(bars: Sequence[tuple[str, float, Mapping[str, float]]]) -> str:
    """One bar a game and checkout, as long as its milliseconds, of its stages."""
    left, scale, row = 190, 260, 34
    height = row * len(bars) + 130
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 860 {height}" font-family="sans-serif" font-size="13">',
        f'<rect width="860" height="{height}" fill="#FFFFFF"/>',
        '<text x="10" y="22" font-size="15">CPU a decision with five viewers, by stage</text>',
    ]
    for number, (label, ms, shares) in enumerate(bars):
        x, y = float(left), 40 + row * number
        lines.append(f'<text x="{left - 8}" y="{y + 16}" text-anchor="end">{label}</text>')
        for (stage, share), colour in zip(shares.items(), COLOURS, strict=True):
            width = scale * ms * share
            title = f"<title>{stage}: {ms * share:.2f} ms</title>"
            lines.append(f'<rect x="{x:.1f}" y="{y}" width="{width:.1f}" height="24" fill="{colour}">{title}</rect>')
            x += width
        lines.append(f'<text x="{x + 6:.1f}" y="{y + 16}">{ms:.2f} ms</text>')
    for k, (stage, colour) in enumerate(zip([stage for stage, _ in STAGES] + [REST], COLOURS, strict=True)):
        x, y = 20 + 210 * (k % 4), 52 + row * len(bars) + 22 * (k // 4)
        lines.append(f'<rect x="{x}" y="{y}" width="13" height="13" fill="{colour}"/>')
        lines.append(f'<text x="{x + 19}" y="{y + 11}">{stage}</text>')
    return "\n".join([*lines, "</svg>", ""])


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--game", action="append", choices=GAMES)
    parser.add_argument("--against", metavar="OTHER/src", help="the source of another checkout")
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--rate", type=float, default=250, help="decisions a second")
    parser.add_argument("--seconds", type=int, default=6)
    parser.add_argument("--no-turns", action="store_true", help="only the samples")
    parser.add_argument("--no-samples", action="store_true", help="only the turns")
    parser.add_argument("--svg", metavar="FILE")
    parser.add_argument("--stacks", metavar="FILE")
    args = parser.parse_args()
    own = str(Path(__file__).parents[1] / "src")
    sources = [*([args.against] if args.against else []), own]
    bars, stacks, console = [], [], Console(width=150)
    grid = Grid(
        "game", *(["before", "now", "ratio"] if args.against else ["ms"]), *[stage for stage, _ in STAGES], REST
    )
    for game in args.game or GAMES:
        found, ratios = ([1.0], []) if args.no_turns else uvloop.run(in_turns(args, game, sources))
        cells = [f"{ms:.2f}" for ms in found]
        if args.against and not args.no_turns:
            cells.append(f"{found[1] / found[0]:.2f} ({ratios[0]:.2f} to {ratios[-1]:.2f} by turn)")
        for source, ms in [] if args.no_samples else list(zip(sources, found)):
            samples = uvloop.run(sampled(args, game, source))
            shares = by_stage(samples)
            bars.append((f"{game}{', before' if len(sources) > 1 and source != own else ''}", ms, shares))
            if source == own:
                cells += [f"{ms * share:.2f}" for share in shares.values()]
                stacks += [f"{game};{stack} {count}" for stack, count in samples.items()]
        grid.add_row(game, *cells)
        console.print(game, *cells, style="dim")  # what is known so far: a busy machine takes its time
        if args.svg:
            Path(args.svg).write_text(picture(bars))
    console.print(grid)
    if args.stacks:
        Path(args.stacks).write_text("\n".join(stacks))
    return 0


if __name__ == "__main__":
    sys.exit(main())
