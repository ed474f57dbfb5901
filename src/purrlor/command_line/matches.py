"""`purrlor games`, `terminal`, `record`, `export`, `picture`: the games, matches of them, positions."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from purrlor.bots.players import extras_for
from purrlor.command_line.arguments import Verbs, add_match, read_position, whole
from purrlor.core.errors import BadOption
from purrlor.core.game import Game, catalogue, game, games
from purrlor.core.language import LANGUAGES, N_, system_language
from purrlor.core.options import options_from
from purrlor.core.positions.position_picture import position_svg
from purrlor.core.seats import WATCHER
from purrlor.lab import recording

LEVEL_HELP = (
    "the opponents: random, beginner, kitten, cat, tiger, lion, your own as module:name; several with commas "
    "(default: random)"
)


def add_verbs(verbs: Verbs) -> None:
    verb = verbs.add_parser("games", help="list the games")
    verb.add_argument("--json", action="store_true")
    verb.set_defaults(run=list_games)

    verb = verbs.add_parser("terminal", help="play a match in the terminal")
    verb.add_argument("game")
    add_match(verb)
    verb.add_argument("--level", default="random", help=LEVEL_HELP)
    verb.add_argument("--position", type=Path, metavar="FILE", help="go on from this position, in the game's notation")
    verb.add_argument("--language", choices=LANGUAGES, default=system_language())
    verb.set_defaults(run=play_in_terminal, needs=lambda args: extras_for(args.level.split(",")))

    verb = verbs.add_parser("record", help="let bots play, and print or keep the records of their matches")
    verb.add_argument("game")
    add_match(verb)
    recording.add_arguments(verb)
    verb.set_defaults(run=lambda args: recording.run(args, options_from(args.option)), needs=recording.extras)

    verb = verbs.add_parser("export", help="write all decisions of a collection as a table of numbers")
    verb.add_argument("collection", type=Path, help="what purrlor record --out has written")
    verb.add_argument("out", type=Path, help="FILE.npz for NumPy, FILE.parquet for data frames (purrlor[parquet])")
    verb.set_defaults(run=export_collection, needs=lambda args: extras_of_export(args.out))

    verb = verbs.add_parser("picture", help="draw a position into an SVG or PNG file")
    verb.add_argument("game")
    verb.add_argument("position", help="in the game's notation, as Game.show writes it")
    verb.add_argument("out", type=Path, help="FILE.svg, or FILE.png (with purrlor[pictures], or where Chromium is)")
    verb.add_argument("--viewer", type=whole, default=WATCHER, metavar="SEAT", help="default: somebody who looks on")
    verb.add_argument("--language", choices=LANGUAGES, default="en")
    verb.set_defaults(run=draw_position)


def list_games(args: argparse.Namespace) -> int:
    if args.json:
        print(json.dumps([describe(known) for known in games()], indent=2))
        return 0
    from rich.console import Console
    from rich.table import Table

    table = Table("game", "players", "options (default first)", "rules", box=None, pad_edge=False)
    for known in games():
        options = "\n".join(
            f"{option.name}: {option_words(option.describe())}{' for solvers' if option.for_solvers else ''}"
            for option in known.options
        )
        low, high = known.seats[0], known.seats[-1]
        table.add_row(known.name, str(low) if low == high else f"{low}–{high}", options, f"revision {known.revision}")
    Console().print(table)
    for name, why in catalogue().refused.items():
        print(f"left out: {name}: {why}", file=sys.stderr)
    return 0


def describe(known: Game) -> dict[str, object]:
    return {
        "name": known.name,
        "title": {language: known.title(language) for language in LANGUAGES},
        "seats": [known.seats[0], known.seats[-1]],
        "options": [option.describe() for option in known.options],
        "revision": known.revision,
    }


def option_words(facts: dict[str, object]) -> str:
    if "low" in facts:
        return f"{facts['default']} ({facts['low']}–{facts['high']})"
    words = {True: "on", False: "off"}
    values = facts["values"]
    assert isinstance(values, list)
    ordered = sorted(values, key=lambda value: value != facts["default"])
    return ", ".join(words[value] if isinstance(value, bool) else str(value) for value in ordered)


def extras_of_export(out: Path) -> tuple[str, ...]:
    return ("native", "parquet") if out.suffix == ".parquet" else ("native",)


def export_collection(args: argparse.Namespace) -> int:
    import numpy as np

    from purrlor.lab.collection import read_records, to_arrays, write_parquet

    records = read_records(args.collection)
    if args.out.suffix == ".parquet":
        rows = write_parquet(records, args.out)
    elif args.out.suffix == ".npz":
        arrays = to_arrays(records)
        rows = len(arrays["actions"])
        try:
            np.savez_compressed(args.out, **arrays)  # type: ignore[arg-type]
        except OSError as error:
            raise BadOption(N_("Cannot write {file}: {why}."), file=args.out, why=error.strerror) from error
    else:
        raise BadOption(N_("A table of numbers is FILE.npz or FILE.parquet, not {file}."), file=args.out.name)
    print(f"{args.out}: {rows} decisions")
    return 0


def draw_position(args: argparse.Namespace) -> int:
    from purrlor.lab.position_files import write_picture

    known = game(args.game)
    state = known.read(args.position)
    if args.viewer != WATCHER and args.viewer >= state.seats:
        raise BadOption(N_("This table has no seat {seat}."), seat=args.viewer)
    hidden = known.hidden(state, args.viewer)
    write_picture(position_svg(known, hidden, args.viewer, args.language), args.out)
    print(args.out)
    return 0


def play_in_terminal(args: argparse.Namespace) -> int:
    from purrlor.terminal import play

    known = game(args.game)
    position = read_position(args.position) if args.position else ""
    options = options_from(args.option)
    return play(known, args.players, options, args.seed, args.level, args.language, position=position)
