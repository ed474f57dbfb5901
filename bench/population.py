"""What a population of players needs: a day simulated minute by minute, from costs that were measured.

    purrlor bench population [--players 1000 10000 100000 1000000] [--check] [--svg docs/population.svg]

People come by the hour of the day, sit down in companies, play one to three matches and leave; a match lasts as many
decisions as matches between cats do (played here), each after a time to think. From tables, screens and decisions a
second follow cores, memory, database and money, by the COSTS below. `--players` are those at once in the busiest
minute. `--check` lays the tables of a small town on a real server and compares its CPU and memory with the prediction.
"""

from __future__ import annotations

import argparse
import sqlite3
import sys
import tempfile
from dataclasses import dataclass
from heapq import heappop, heappush
from pathlib import Path
from random import Random

import uvloop
from rich.console import Console
from rich.table import Table as Grid

sys.path.insert(0, str(Path(__file__).parent))

from decision_cost import GAMES, Server

from purrlor.bots.players import player
from purrlor.core.game import game
from purrlor.core.match import Match
from purrlor.tables.store import open_store
from purrlor.tables.tables import Tables

# How many people play at an hour of their day, of those at the busiest one: an evening, a smaller noon.
HOURS = (18, 9, 5, 3, 3, 4, 8, 14, 20, 25, 30, 36, 42, 40, 36, 38, 46, 58, 74, 90, 100, 92, 66, 36)
SAMPLE = 4000  # people at once in the simulated town
THINK = (4.0, 0.8)  # seconds a decision: the middle, and the spread (of its logarithm)
COMPANY = ((2, 0.6), (3, 0.25), (4, 0.15))  # people at a table
WATCHERS = 0.3  # at a table


@dataclass(frozen=True)
class Costs:
    """Measured (docs/scale.md); a core is filled to `filled`, so that the busiest minute is not the last one."""

    decision_ms: float = 0.75  # CPU without its viewers
    viewer_ms: float = 0.30  # CPU of one more viewpoint that is drawn
    table_kb: float = 45.0
    screen_kb: float = 38.0
    process_mb: float = 90.0
    match_kb: float = 10.8  # in the database, with its indexes
    filled: float = 0.6
    core_month: float = 8.0  # money: what hosters ask for a virtual core, for 4 GB and for 100 GB a month
    memory_month: float = 8.0
    disk_month: float = 8.0
    kept_days: float = 30.0


@dataclass
class Day:
    """What the simulated town did, for one person at once in its busiest minute."""

    tables: float
    decisions: float  # a second
    screens: float
    matches: float  # a day
    people: float  # a day


def lengths(name: str, seats: int, matches: int, dice: Random) -> list[int]:
    """Decisions of matches between cats."""
    found = []
    for _ in range(matches):
        seed = dice.getrandbits(32)
        match, cats = Match(game(name), seats, seed=seed), player(game(name), "cat", seed=seed)
        while match.waiting():
            seat = match.waiting()[0]
            match.play(seat, cats.choose(match.view(seat), seat))
        found.append(len(match.log))
    return found


def simulate(by_game: dict[str, list[int]], dice: Random) -> Day:
    """Companies come so that people at once follow HOURS; the busiest minute counts."""
    leaving: list[tuple[float, int]] = []  # when, how many
    tables: list[tuple[float, float]] = []  # until when a table plays, its decisions a second
    here = people = matches = 0
    busiest = Day(0, 0, 0, 0, 0)
    most = 0
    for minute in range(24 * 60):
        hour = minute / 60
        share = HOURS[int(hour)] + (HOURS[(int(hour) + 1) % 24] - HOURS[int(hour)]) * (hour % 1)
        while leaving and leaving[0][0] <= minute:
            here -= heappop(leaving)[1]
        while tables and tables[0][0] <= minute:
            heappop(tables)
        while here < SAMPLE * share / 100:
            company = dice.choices([n for n, _ in COMPANY], [weight for _, weight in COMPANY])[0]
            until, decisions, rounds = float(minute), 0, dice.choice((1, 1, 2, 3))
            for _ in range(rounds):
                count = dice.choice(by_game[dice.choice(GAMES)])
                until += sum(dice.lognormvariate(0, THINK[1]) * THINK[0] for _ in range(count)) / 60 + 0.5
                decisions += count
            heappush(leaving, (until, company))
            heappush(tables, (until, decisions / (60 * max(0.5, until - minute))))
            here, people, matches = here + company, people + company, matches + rounds
        if here > most:
            most = here
            screens = here + WATCHERS * len(tables)
            busiest = Day(len(tables) / here, sum(rate for _, rate in tables) / here, screens / here, 0, 0)
    busiest.matches, busiest.people = matches / most, people / most
    return busiest


def needs(day: Day, players: int, costs: Costs) -> dict[str, float]:
    tables, decisions, screens = (players * each for each in (day.tables, day.decisions, day.screens))
    viewpoints = screens / tables
    cpu = decisions * (costs.decision_ms + costs.viewer_ms * viewpoints) / 1e3
    cores = max(1.0, cpu / costs.filled)
    memory = (tables * costs.table_kb + screens * costs.screen_kb) / 1e6 + cores * costs.process_mb / 1e3
    stored = players * day.matches * costs.match_kb / 1e6
    kept = stored * costs.kept_days
    price = cores * costs.core_month + memory / 4 * costs.memory_month + kept / 100 * costs.disk_month
    return {
        "tables": tables,
        "decisions": decisions,
        "screens": screens,
        "cores": cores,
        "memory": memory,
        "stored": stored,
        "kept": kept,
        "price": price,
        "cpu": cpu,
    }


async def check(day: Day, costs: Costs, tables: int, seconds: int) -> None:
    """The tables of a small town on a real server: two people and three watchers each, three viewpoints."""
    rate = tables * day.decisions / day.tables
    out = Grid("game", "CPU of a core: predicted", "measured", "memory, MB: predicted", "measured")
    for name in GAMES:
        with tempfile.TemporaryDirectory() as folder:
            server = Server(str(Path(__file__).parents[1] / "src"), folder)
            try:
                await server.open(name, tables)
                await server.play(rate, 2)
                server.cpu, server.decisions = 0.0, 0
                await server.play(rate, seconds)
                cpu = rate * (costs.decision_ms + 3 * costs.viewer_ms) / 1e3
                memory = costs.process_mb + tables * (costs.table_kb + 5 * costs.screen_kb) / 1e3
                measured = (server.cpu / seconds, server.process.memory() / 1e6)
            finally:
                server.close()
        out.add_row(name, f"{cpu:.1%}", f"{measured[0]:.1%}", f"{memory:.0f}", f"{measured[1]:.0f}")
    Console(width=110).print(f"{tables} tables, {rate:.0f} decisions/s, {seconds} s", out)


async def measure_storage(matches: int) -> None:
    """Kilobytes a finished match takes in a database: whole matches of two people, written as a server writes them."""
    dice = Random(5)
    for name in GAMES:
        with tempfile.TemporaryDirectory() as folder:
            store = await open_store(f"sqlite:///{folder}/parlour.db")
            tables = Tables(store)
            ann, ben = [(await tables.identities.create(who, "en")).id for who in ("Ann", "Ben")]
            rows = 0
            for _ in range(matches):
                table = await tables.create(ann, name, 2, people=["Ann"])
                await tables.sit(table.id, ben, "Ben")
                await tables.begin(table.id, ann)
                while table.stage == "running":
                    seat = table.waiting()[0]
                    action, seen = dice.choice(table.legal(seat)), table.number_for(seat)
                    await tables.play(table.id, (ann, ben)[seat], seat, action, seen)
                rows += table.n
            await store.close()
            with sqlite3.connect(f"{folder}/parlour.db") as file:
                file.execute("pragma wal_checkpoint(truncate)")
            size = Path(folder, "parlour.db").stat().st_size
        print(f"{name}: {size / matches / 1024:.1f} kB a match of {rows / matches:.0f} rows")


def picture(rows: dict[int, dict[str, float]]) -> str:
    """The hours of the day, and cores and money beside the number of players."""
    lines = [
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 820 260" font-family="sans-serif" font-size="12">',
        '<rect width="820" height="260" fill="#FFFFFF"/>',
        '<text x="10" y="18" font-size="15">Players by hour, and what the busiest minute needs</text>',
    ]
    for hour, share in enumerate(HOURS):
        x, high = 20 + 14 * hour, 1.8 * share
        lines.append(f'<rect x="{x}" y="{230 - high:.0f}" width="12" height="{high:.0f}" fill="#5B83B0"/>')
        if hour % 6 == 0:
            lines.append(f'<text x="{20 + 14 * hour}" y="246">{hour} h</text>')
    for k, (players, found) in enumerate(rows.items()):
        needed = f"{found['decisions']:,.0f} decisions/s, {found['cores']:,.0f} cores, {found['memory']:,.0f} GB"
        said, stored = f"{players:,} players: {needed}", f"{found['stored']:,.1f} GB stored a day"
        lines.append(f'<text x="400" y="{60 + 40 * k}">{said}</text>')
        lines.append(f'<text x="400" y="{76 + 40 * k}" fill="#6B6B78">{stored}, {found["price"]:,.0f} a month</text>')
    return "\n".join([*lines, "</svg>", ""])


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--players", type=int, nargs="+", default=[1000, 10_000, 100_000, 1_000_000])
    parser.add_argument("--matches", type=int, default=12, help="of cats, for each game's lengths")
    parser.add_argument("--check", type=int, metavar="TABLES", default=0)
    parser.add_argument("--storage", type=int, metavar="MATCHES", default=0, help="how large stored matches are")
    parser.add_argument("--seconds", type=int, default=6, help="of the check, a game")
    parser.add_argument("--svg", metavar="FILE")
    args = parser.parse_args()
    dice, costs = Random(1), Costs()
    by_game = {name: lengths(name, max(2, game(name).seats[0]), args.matches, dice) for name in GAMES}
    day = simulate(by_game, dice)
    console = Console(width=120)
    for name, found in by_game.items():
        console.print(f"{name}: {min(found)}–{max(found)} decisions, {sorted(found)[len(found) // 2]} in the middle")
    rows = {players: needs(day, players, costs) for players in args.players}
    grid = Grid(
        "players at once", "tables", "decisions/s", "screens", "cores", "memory", "stored a day", "kept", "a month"
    )
    for players, found in rows.items():
        grid.add_row(
            f"{players:,}", f"{found['tables']:,.0f}", f"{found['decisions']:,.0f}", f"{found['screens']:,.0f}",
            f"{found['cores']:,.0f}", f"{found['memory']:,.1f} GB", f"{found['stored']:,.2f} GB",
            f"{found['kept']:,.1f} GB", f"{found['price']:,.0f}",
        )  # fmt: skip
    console.print(grid, f"{day.people:.1f} people and {day.matches:.1f} matches a day for each of those at once")
    if args.svg:
        Path(args.svg).write_text(picture(rows))
    if args.storage:
        uvloop.run(measure_storage(args.storage))
    if args.check:
        uvloop.run(check(day, costs, args.check, args.seconds))
    return 0


if __name__ == "__main__":
    sys.exit(main())
