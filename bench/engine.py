"""How fast the rules run: plain Python, the compiled twin and, for one game, hand-written C; in one interleaved run.

    purrlor bench engine [--game NAME] [--seconds 3] [--json]

Whole random matches, one core, CPU time. Every way plays the same seeds, and all must end in the same bytes.
"""

from __future__ import annotations

import argparse
import ctypes
import json
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypedDict

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from purrlor import Game, game, games
from purrlor.core.compilers.native import native, plain
from purrlor.core.record import words

HERE = Path(__file__).resolve().parent
SETTINGS: dict[str, tuple[int, dict[str, object]]] = {  # players and options measured; elsewhere the fewest players
    "rat-a-tat-cat": (4, {"rounds": 1}),
    "more-kitties": (4, {}),
}
SEEDS = 10_000
Way = Callable[[int, int], int]  # first seed, how many matches -> decisions


class Measured(TypedDict):
    """Whole matches a second by way of playing, and what else is known of them."""

    game: str
    players: int
    plain: float
    native: float
    c: float | None
    native_over_plain: float
    native_over_c: float | None
    decisions_per_second: float
    decisions_per_match: float
    start_up_cpu_seconds: float
    same_bytes: bool
    seeds: int


class Bench:
    """One game, ready to be played in each way."""

    def __init__(self, known: Game) -> None:
        self.game = known
        seats, options = SETTINGS.get(known.name, (known.seats[0], {}))
        self.seats = seats
        start = known.laid_out(seats, options)
        began = time.process_time()
        self.fast = native("purrlor.core.playout", rules=f"{known.package}.rules.rules")
        self.array = known.native.State.array(2)
        for name in start.fields:
            self.array[name][0] = getattr(start, name)
        self.fast.play_matches(self.array, 0, 1)
        self.start_up = time.process_time() - began
        self.slow = plain("purrlor.core.playout", rules=f"{known.package}.rules.rules")
        self.row = known.rules.State.row(2)
        self.row[0] = start
        self.ways: dict[str, Way] = {
            "plain": lambda seed, count: int(self.slow.play_matches(self.row, seed, count)),
            "native": lambda seed, count: int(self.fast.play_matches(self.array, seed, count)),
        }
        self.c = c = compile_c(HERE / f"{known.name.replace('-', '_')}.c")
        if c is not None:
            self.memory = (ctypes.c_byte * (2 * known.rules.State.size())).from_buffer_copy(self.array.tobytes())
            self.ways["c"] = lambda seed, count: int(c.play_matches(self.memory, seed, count))

    def digests(self) -> set[int]:
        """Every bit of every final state of all seeds, as each way has it."""
        found = {
            int(self.slow.digest_matches(self.row, words(self.row), 0, SEEDS)),
            int(self.fast.digest_matches(self.array, words(self.array), 0, SEEDS)),
        }
        if self.c is not None:
            found.add(int(self.c.digest_matches(self.memory, 0, SEEDS)))
        return found

    def measure(self, seconds: float) -> Measured:
        """Games and decisions a second of CPU time, each way taking its turn in short slices."""
        spent = dict.fromkeys(self.ways, 0.0)
        matches, decisions = dict.fromkeys(self.ways, 0), dict.fromkeys(self.ways, 0)
        portion = dict.fromkeys(self.ways, 4)
        while min(spent.values()) < seconds:
            for name, way in self.ways.items():
                began = time.thread_time()
                decisions[name] += way(matches[name] % 1_000_000, portion[name])
                took = time.thread_time() - began
                spent[name] += took
                matches[name] += portion[name]
                portion[name] = max(4, int(portion[name] * min(4.0, 0.05 / max(took, 1e-6))))
        speed = {name: matches[name] / spent[name] for name in self.ways}
        return {
            "game": self.game.name,
            "players": self.seats,
            "plain": speed["plain"],
            "native": speed["native"],
            "c": speed.get("c"),
            "native_over_plain": speed["native"] / speed["plain"],
            "native_over_c": speed["native"] / speed["c"] if "c" in speed else None,
            "decisions_per_second": decisions["native"] / spent["native"],
            "decisions_per_match": decisions["native"] / matches["native"],
            "start_up_cpu_seconds": self.start_up,
            "same_bytes": len(self.digests()) == 1,
            "seeds": SEEDS,
        }


def compile_c(source: Path) -> ctypes.CDLL | None:
    """The C version of a game where there is one and a compiler to compile it."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None or not source.exists():
        return None
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder) / "game.so"
        command = [compiler, "-O3", "-march=native", "-shared", "-fPIC", "-o", str(library), str(source)]
        subprocess.run(command, check=True)
        loaded = ctypes.CDLL(str(library))
    for function in (loaded.play_matches, loaded.digest_matches):
        function.restype = ctypes.c_int64
        function.argtypes = [ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64]
    return loaded


def print_table(found: list[Measured]) -> None:
    table = Table(box=None, pad_edge=False)
    for heading in ("game", "players", "plain", "native", "C", "native/plain", "native/C", "decisions/s", "start-up"):
        table.add_column(heading, justify="left" if heading == "game" else "right")
    for row in found:
        table.add_row(
            row["game"],
            str(row["players"]),
            f"{row['plain']:,.0f}/s",
            f"{row['native']:,.0f}/s",
            f"{row['c']:,.0f}/s" if row["c"] else "–",
            f"{row['native_over_plain']:.0f} ×",
            f"{row['native_over_c']:.2f} ×" if row["c"] else "–",
            f"{row['decisions_per_second']:,.0f}",
            f"{row['start_up_cpu_seconds']:.1f} s",
        )
    console = Console(width=max(Console().width, 110))  # a table cut off says nothing
    console.print("Whole random matches a second of CPU time, one core, all ways in one interleaved run")
    console.print(table)
    for row in found:
        verdict = "same bytes" if row["same_bytes"] else "DIFFERENT bytes"
        console.print(f"{row['game']}: {verdict} on {row['seeds']} seeds")


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--game", help="one game only")
    parser.add_argument("--seconds", type=float, default=3.0, help="CPU time for each way (default: 3)")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    chosen = [game(args.game)] if args.game else list(games())
    found = []
    with Progress(console=Console(stderr=True), transient=True) as progress:
        for known in progress.track(chosen, description="measuring"):
            found.append(Bench(known).measure(args.seconds))
    if args.json:
        print(json.dumps(found, indent=2))
    else:
        print_table(found)
    return 0 if all(row["same_bytes"] for row in found) else 1


if __name__ == "__main__":
    sys.exit(main())
