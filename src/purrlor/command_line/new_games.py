"""`purrlor new-game`, `words`, `laws`: for the author of a game."""

from __future__ import annotations

import argparse
import json
import re
from collections import Counter
from pathlib import Path

from purrlor.command_line.arguments import CHECKOUT, Verbs, whole
from purrlor.core.game import Game, game, games, packages
from purrlor.core.language import LANGUAGES

MOST_LINES = 20  # of faults, on a screen


def add_verbs(verbs: Verbs) -> None:
    verb = verbs.add_parser("new-game", help="write a small complete game to begin with")
    verb.add_argument("name", help="such as nine-lives")
    verb.add_argument(
        "--into", type=Path, metavar="DIR", help="a package of its own in this folder (default: here, or the checkout)"
    )
    verb.set_defaults(run=new_game)

    verb = verbs.add_parser("words", help="write and update a game's translation files (words/ru.po)")
    verb.add_argument("game")
    verb.set_defaults(run=update_translations, needs=lambda _: ("play",))  # it reads the templates' messages, too

    verb = verbs.add_parser("laws", help="check the laws that every game must obey")
    verb.add_argument("--game", help="one game only")
    verb.add_argument("--matches", type=whole, default=200, help="random matches a game (default: 200)")
    verb.add_argument("--seed", type=whole, default=0)
    verb.add_argument("--language", choices=LANGUAGES, help="the words of one language only (default: all)")
    verb.add_argument("--json", action="store_true")
    verb.set_defaults(run=check_laws, needs=lambda _: ("native", "play"))  # it reads the templates' messages, too


def new_game(args: argparse.Namespace) -> int:
    from purrlor.new_game.writer import write_game

    here = Path.cwd()
    in_checkout = args.into is None and (CHECKOUT / "purr").exists() and here.is_relative_to(CHECKOUT)
    where = CHECKOUT if in_checkout else (args.into or here).resolve()
    written = write_game(args.name, where, in_checkout=in_checkout)
    for path in written:
        print(path.relative_to(here) if path.is_relative_to(here) else path)
    lines = [f"purrlor laws --game {args.name}", f"purrlor terminal {args.name} --level cat", "purrlor play"]
    if not in_checkout:
        lines.insert(0, f"pip install -e {where / args.name}")
    print("\nNext:", *lines, sep="\n  ")
    return 0


def update_translations(args: argparse.Namespace) -> int:
    from purrlor.new_game.words_file import update_words

    for done in update_words(law_game(args.game)):
        print(f"{done.path}: {done.unchanged} kept, {done.new} new, {done.gone} gone; {done.empty} to translate")
    return 0


def check_laws(args: argparse.Namespace) -> int:
    from rich.console import Console
    from rich.progress import Progress

    from purrlor.core.laws import LAWS, Report, check_game
    from purrlor.web.checks.board_check import board_check

    chosen = [law_game(args.game)] if args.game else list(games())
    languages = [args.language] if args.language else list(LANGUAGES)
    reports: list[Report] = []
    stopped = False
    with Progress(console=Console(stderr=True), transient=True) as progress:
        for known in chosen:
            task = progress.add_task(known.name, total=args.matches)
            report = Report(known.name)
            try:
                for report in check_game(known, args.matches, args.seed, languages, board_check(known)):
                    progress.update(task, completed=report.matches)
            except KeyboardInterrupt:
                stopped = True
            reports.append(report)
            if stopped:
                break
    broken = sum(len(report.broken) for report in reports)
    if args.json:
        print(json.dumps([vars(report) for report in reports], indent=2))
    else:
        for report in reports:
            print(f"{report.game}: {report.matches} matches, {report.decisions} decisions")
            faults = gathered(report.broken)
            for line in faults[:MOST_LINES]:
                print(f"  BROKEN {line}")
            if len(faults) > MOST_LINES:
                print(f"  … and {len(faults) - MOST_LINES} other faults, left off here: --json has them all")
            for law, sentence in LAWS.items():
                print(f"  {report.tried[law]:>9} × {law}: {sentence}")
            for law, why in report.untried.items():
                print(f"  not tried: {law} {why}")
        print(f"{'stopped early; ' if stopped else ''}{broken} broken")
    return 1 if broken else 130 if stopped else 0


def gathered(faults: list[str]) -> list[str]:
    """What stopped several matches in the same way, once, with its number. A match stands in brackets at the end, and
    other numbers do not make another fault."""
    times: Counter[str] = Counter()
    first: dict[str, str] = {}
    for fault in faults:
        kind = cause(fault)
        times[kind] += 1
        first.setdefault(kind, fault)
    return [first[kind] + (f", {n} times" if n > 1 else "") for kind, n in times.items()]


def cause(fault: str) -> str:
    """A fault without what differs from match to match: numbers, quoted words, how much of it there was."""
    said = re.sub(r"'[^']*'", "…", fault.rpartition(" (")[0] or fault)
    return re.sub(r"-?\d+|(?:[;,] …)+", "#", said)


def law_game(name: str) -> Game:
    """Also a game that is left out of the catalogue: the laws say what it lacks."""
    known = next((known for known in games() if known.name == name), None)
    return known or next((known for known in map(Game, packages()) if known.name == name), None) or game(name)
