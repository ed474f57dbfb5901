"""How strong are the levels at the tables? `purrlor levels GAME`: each against the one below it, a kitten against a
beginner, with the fewest and with the most players."""

from __future__ import annotations

import argparse
import math
import os
from collections.abc import Iterator
from functools import partial
from itertools import pairwise

from purrlor.bots.levels import LEVELS, level_of
from purrlor.core.compilers.compiling_notice import show_compiling
from purrlor.core.game import Game, game
from purrlor.core.language import Translations, system_language, translations
from purrlor.lab.arena.matches import Plan, play_blocks, read_entrant
from purrlor.lab.arena.parallel import run_here
from purrlor.lab.arena.ratings import Result, judge
from purrlor.lab.arena.run import with_little_thinking

BEGINNER = "beginner"  # the stand-in for a person who plays for the first time: bots/players.py


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game")
    parser.add_argument("--matches", type=int, default=200, help="a pair, rounded up to whole rotations (default: 200)")
    parser.add_argument("--players", type=int, help="default: the fewest, then the most")
    parser.add_argument("--only", choices=LEVELS, help="this level alone against the one below it")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, help="default: one a core")


def run(args: argparse.Namespace) -> int:
    """Prints a Markdown table as it comes."""
    known, t = game(args.game), translations(system_language())
    counts = [args.players] if args.players else sorted({known.seats[0], known.seats[-1]})
    print("| " + " | ".join(headings(t)) + " |\n|---|---|---|---|")
    for players in counts:
        for plan in plans(known, players, args.seed, args.only):
            print(row(plan, measured(plan, args.matches, args.processes)), flush=True)
    return 0


def headings(t: Translations) -> tuple[str, ...]:
    return t.gettext("players"), t.gettext("level"), t.gettext("against"), t.gettext("wins")


def plans(known: Game, players: int, seed: int, only: str | None) -> Iterator[Plan]:
    """One for every step of the scale: half the seats for one level, half for the one below."""
    steps = [(BEGINNER, BEGINNER), *((level, str(level_of(known.name, level))) for level in LEVELS)]
    for (_, weak), (level, strong) in pairwise(steps):
        if only in (None, level):
            line = (read_entrant(strong), read_entrant(weak))
            yield Plan(known.name, players, known.settle(players), line, seed)


def measured(plan: Plan, matches: int, processes: int | None) -> Result:
    with show_compiling():
        play_blocks(with_little_thinking(plan), range(1))  # once, not in every process
    blocks = range(max(1, math.ceil(matches / len(plan.seatings))))
    pieces = [blocks[k : k + 1] for k in blocks]
    played = [
        each for some in run_here(partial(play_blocks, plan), pieces, processes or os.cpu_count()) for each in some
    ]
    return judge(plan, played)


def row(plan: Plan, result: Result) -> str:
    strong, weak = (entrant.name for entrant in plan.line)
    share = next(bot.share for bot in result.bots if bot.name == strong)
    wins = f"{100 * share.mean:.1f} % ({100 * share.low:.1f}–{100 * share.high:.1f}), {result.matches}"
    return f"| {plan.players} | {strong} | {weak} | {wins} |"
