"""`purrlor league FILE`: what a league has found out so far, without playing anything."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from pathlib import Path

from purrlor.core.errors import BadOption
from purrlor.core.game import game
from purrlor.core.language import LANGUAGES, N_, system_language, translations
from purrlor.lab.arena import league
from purrlor.lab.reports.arena_report import league_section
from purrlor.lab.reports.plots import page


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, help="what `purrlor arena … --league FILE` keeps")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--html", type=Path, metavar="FILE", help="ratings as a page with a picture")
    parser.add_argument("--language", choices=LANGUAGES, default=system_language())


def run(args: argparse.Namespace) -> int:
    found = league.read_league(args.file)
    rated, t = found.ratings(), translations(args.language)
    matches = sum(run["matches"] for run in found.runs)
    if args.html:
        facts = t.gettext("Matches: {matches}. Players: {players}.").format(matches=matches, players=found.players)
        title = game(found.game).title(args.language)
        try:
            args.html.write_text(page(title, [league_section(rated, t)], args.language, facts), encoding="utf-8")
        except OSError as error:
            raise BadOption(N_("Cannot write {file}: {why}."), file=args.html, why=error.strerror) from error
    if args.json:
        facts_of = {"game": found.game, "players": found.players, "options": found.options, "matches": matches}
        print(json.dumps({**facts_of, "league": [asdict(bot) for bot in rated]}, indent=2))
        return 0
    from rich.console import Console
    from rich.table import Table

    table = Table(*league.headings(t), box=None, pad_edge=False)
    for bot in rated:
        table.add_row(*league.row(bot, t))
    Console().print(table)
    return 0
