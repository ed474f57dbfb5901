"""Who is stronger? `purrlor arena GAME --bots tiger,cat,kitten,random --matches 400 --players 4`."""

from __future__ import annotations

import argparse
import json
import math
import os
from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path

from purrlor.bots.players import LEVELS, extras_for
from purrlor.core.compilers.compiling_notice import show_compiling
from purrlor.core.errors import BadOption
from purrlor.core.game import game
from purrlor.core.language import LANGUAGES, N_, system_language, translations
from purrlor.core.options import options_from
from purrlor.lab.arena import league
from purrlor.lab.arena.league import Rated, open_league, save_league
from purrlor.lab.arena.matches import Plan, Played, play_blocks, read_entrant
from purrlor.lab.arena.parallel import run_here, run_on_ray
from purrlor.lab.arena.ratings import Result, judge
from purrlor.lab.reports.arena_report import headings, row, write_report

PIECES = 100  # of the work for each core: enough that the time left can be estimated
MOST_BLOCKS = 20  # in a piece


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game")
    parser.add_argument(
        "--bots",
        default="tiger,cat,kitten,random",
        help=f"{', '.join(LEVELS)}, or your own as module:name; tiger:1000 and tiger:0.05s have a budget of their own "
        "(default: %(default)s)",
    )
    parser.add_argument("--matches", type=int, default=400, help="rounded up to whole rotations (default: 400)")
    parser.add_argument("--players", type=int, help="default: as many as there are bots, within the game's limits")
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="may be given several times"
    )
    budget = parser.add_mutually_exclusive_group()
    budget.add_argument("--seconds", type=float, help="a tiger's time for a decision (default: 0.5)")
    budget.add_argument("--playouts", type=int, help="… or its playouts: then the same seed gives the same results")
    parser.add_argument("--seed", type=int, help="default: 1; for a league, one it has not had yet")
    parser.add_argument("--processes", type=int, help="default: one a core")
    parser.add_argument("--on", choices=["here", "ray"], default="here", help="ray: on a cluster (purrlor[ray])")
    parser.add_argument("--address", help="of a Ray cluster that is there already")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--html", type=Path, metavar="FILE", help="a report in one page")
    parser.add_argument(
        "--league", type=Path, metavar="FILE", help="add the results to this league, and rate all bots it has seen"
    )
    parser.add_argument("--language", choices=LANGUAGES, default=system_language(), help="of the report")


def extras(args: argparse.Namespace) -> tuple[str, ...]:
    """What an arena with these arguments needs beside the package."""
    ray = ("ray",) if args.on == "ray" else ()
    return ("arena", *extras_for(text.strip() for text in args.bots.split(",")), *ray)


def run(args: argparse.Namespace) -> int:
    """Play, and print what came of it; Ctrl-C prints what is finished."""
    plan = plan_from(args)
    rated_league = None
    if args.league:
        rated_league = open_league(args.league, plan)
        if args.seed is None:
            plan = replace(plan, seed=rated_league.seed())
        rated_league.check(plan)
        save_league(args.league, rated_league)  # if it cannot be written, we know it before the first match
    size = len(plan.seatings)
    blocks = max(1, math.ceil(args.matches / size))
    cores = args.processes or os.cpu_count() or 1
    step = max(1, min(MOST_BLOCKS, blocks // (cores * PIECES)))
    pieces = [range(k, min(k + step, blocks)) for k in range(0, blocks, step)]
    work = partial(play_blocks, plan)
    if args.on == "ray":
        coming = run_on_ray(work, pieces, args.address)
    else:
        with show_compiling():
            play_blocks(with_little_thinking(plan), range(1))  # once, not in every process
        coming = run_here(work, pieces, cores)
    played, stopped = collect(coming, blocks * size)
    if not played:
        return 130
    result = judge(plan, played)
    rated: list[Rated] = []
    if rated_league is not None:
        rated_league.add(plan, played)
        save_league(args.league, rated_league)
        rated = rated_league.ratings()
    if args.json:
        data = result.data() | ({"league": [asdict(bot) for bot in rated]} if rated else {})
        print(json.dumps(data, indent=2, ensure_ascii=False))
    else:
        show(result, rated, stopped)
    if args.html:
        try:
            args.html.write_text(write_report(result, args.language, rated), encoding="utf-8")
        except OSError as error:
            raise BadOption(N_("Cannot write {file}: {why}."), file=args.html, why=error.strerror) from error
    return 130 if stopped else 0


def plan_from(args: argparse.Namespace) -> Plan:
    known = game(args.game)
    line = [read_entrant(text, args.playouts, args.seconds) for text in args.bots.split(",") if text.strip()]
    if not line or args.matches < 1:
        raise BadOption(N_("An arena needs at least one bot and one match."))
    players = args.players or max(known.seats[0], min(known.seats[-1], len(line)))
    given = options_from(args.option)
    options = known.recorded_options(known.settle(players, given))
    return Plan(known.name, players, options, tuple(line), 1 if args.seed is None else args.seed)


def with_little_thinking(plan: Plan) -> Plan:
    """The same with hardly any thinking."""
    line = tuple(replace(entrant, playouts=16, seconds=None) for entrant in plan.line)
    return Plan(plan.game, plan.players, plan.options, line, plan.seed)


def collect(coming: Iterator[list[Played]], total: int) -> tuple[list[Played], bool]:
    """All results with a progress bar; what there is when somebody presses Ctrl-C."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeElapsedColumn, TimeRemainingColumn

    played: list[Played] = []
    columns = (BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=total)
        try:
            for some in coming:
                played += some
                progress.update(task, completed=len(played))
        except KeyboardInterrupt:
            return played, True
    return played, False


def show(result: Result, rated: Sequence[Rated], stopped: bool) -> None:
    from rich.console import Console
    from rich.table import Table

    t = translations(system_language())
    console = Console()
    said = t.gettext("{game}. Players: {players}, matches: {matches}, seed: {seed}").format(
        game=result.game, players=result.players, matches=result.matches, seed=result.seed
    )
    if stopped:
        said += " · " + t.gettext("stopped early")
    found = Table(box=None, pad_edge=False)
    for k, head in enumerate(headings(t)):
        found.add_column(head, justify="right" if k else "left", no_wrap=True)
    for bot in sorted(result.bots, key=lambda bot: bot.even - bot.share.mean):
        found.add_row(*row(bot))
    whole = console.measure(found, options=console.options.update(max_width=1000)).maximum
    console.width = max(console.width, whole)  # a terminal breaks long lines, a file has room: no figure is cut off
    console.print(said, highlight=False)
    console.print(found)
    seats = "  ".join(f"{k + 1}: {100 * seat.mean:.1f} %" for k, seat in enumerate(result.seats))
    console.print(t.gettext("Wins by seat") + "  " + seats, highlight=False)
    if rated:
        table = Table(box=None, pad_edge=False, title=t.gettext("League"), title_justify="left")
        for k, head in enumerate(league.headings(t)):
            table.add_column(head, justify="right" if k else "left", no_wrap=True)
        for one in rated:
            table.add_row(*league.row(one, t))
        console.print(table)
