"""The command purrlor. Each verb imports what it needs when it runs, so that the light ones stay light."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TypeAlias

import purrlor
from purrlor.bots.players import extras_for
from purrlor.core.errors import BadOption, BadRecord, PurrlorError
from purrlor.core.extras import require
from purrlor.core.fairness import CAT, check_kept
from purrlor.core.game import Game, catalogue, game, games, packages
from purrlor.core.language import HOME, LANGUAGES, N_, system_language, translations
from purrlor.core.match import Match, read_record
from purrlor.core.options import options_from
from purrlor.lab import puzzles, recording, study
from purrlor.lab.arena import level_scale
from purrlor.lab.arena import run as arena
from purrlor.lab.train import run as train

LEVEL_HELP = (
    "the opponents: random, beginner, kitten, cat, tiger, lion, your own as module:name; several with commas "
    "(default: random)"
)
CATALOGUES = tuple(HOME / room / "locale" for room in ("tables", "web"))  # a server that cannot start says why, too
CHECKOUT = Path(__file__).resolve().parents[2]

Verbs: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"


def main(words: Sequence[str] | None = None) -> int:
    """Run one verb; the exit status. What is wrong is said in one sentence, never as a traceback."""
    args = parser().parse_args(words)
    try:
        if args.needs is not None:
            require(f"purrlor {args.verb}", *args.needs(args))
        status: int = args.run(args)
        return status
    except PurrlorError as error:
        print(f"purrlor: {error.message(translations(system_language(), *CATALOGUES))}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        sys.stderr.close()
        return 1


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(
        prog="purrlor", description="Board games about cats: to play, to play against, to study."
    )
    top.add_argument("--version", action="version", version=f"purrlor {purrlor.__version__}")
    top.set_defaults(needs=None)  # of a verb: which extras it needs for these arguments
    verbs = top.add_subparsers(metavar="VERB", required=True, dest="verb")
    add_match_verbs(verbs)
    add_parlour_verbs(verbs)
    add_lab_verbs(verbs)
    add_checkout_verbs(verbs)
    return top


def add_match_verbs(verbs: Verbs) -> None:
    """Games, matches and their records."""
    verb = verbs.add_parser("games", help="list the games")
    verb.add_argument("--json", action="store_true")
    verb.set_defaults(run=list_games)

    verb = verbs.add_parser("terminal", help="play a match in the terminal")
    verb.add_argument("game")
    add_match(verb)
    verb.add_argument("--level", default="random", help=LEVEL_HELP)
    verb.add_argument("--language", choices=LANGUAGES, default=system_language())
    verb.set_defaults(run=play_in_terminal, needs=lambda args: extras_for(args.level.split(",")))

    verb = verbs.add_parser("record", help="let bots play, and print or keep the records of their matches")
    verb.add_argument("game")
    add_match(verb)
    recording.add_arguments(verb)
    verb.set_defaults(run=lambda args: recording.run(args, options_from(args.option)), needs=recording.extras)

    verb = verbs.add_parser("verify", help="replay a record or a collection and say what that proves")
    verb.add_argument("file", type=Path)
    verb.add_argument("--seal", default="", help="the seal you saw before the match")
    verb.add_argument("--nonce", default="", help="the nonce your own browser or program gave")
    verb.add_argument("--terms", default="", help="SHA-256 of the terms you kept when you revealed it")
    verb.set_defaults(run=verify_record)

    verb = verbs.add_parser("laws", help="check the laws that every game must obey")
    verb.add_argument("--game", help="one game only")
    verb.add_argument("--matches", type=whole, default=200, help="random matches a game (default: 200)")
    verb.add_argument("--seed", type=whole, default=0)
    verb.add_argument("--language", choices=LANGUAGES, help="the words of one language only (default: all)")
    verb.add_argument("--json", action="store_true")
    verb.set_defaults(run=check_laws, needs=lambda _: ("native", "play"))  # it reads the templates' messages, too


def add_parlour_verbs(verbs: Verbs) -> None:
    """The parlour: playing in a browser, and running a server."""
    verb = verbs.add_parser("play", help="open the parlour on this machine, in your browser")
    verb.add_argument("--port", type=whole, help="default: 8000, or the next free one")
    verb.add_argument("--lan", action="store_true", help="let others at home in, too")
    verb.add_argument("--database", help="default: a file in your data folder")
    verb.add_argument("--no-browser", action="store_true")
    verb.set_defaults(run=open_parlour, needs=server_extras)

    verb = verbs.add_parser("serve", help="the parlour for a machine on the net (docs/running.md)")
    verb.add_argument("--host")
    verb.add_argument("--port", type=whole)
    verb.add_argument("--database", help="sqlite:///FILE or postgresql://…")
    verb.add_argument("--secret-file")
    verb.add_argument("--workers", type=whole)
    verb.add_argument("--public", metavar="ADDRESS", help="what people type, such as https://cats.example")
    verb.set_defaults(run=serve_parlour, needs=server_extras)

    verb = verbs.add_parser("backup", help="copy the parlour's database into a file, also while a server runs")
    verb.add_argument("file", type=Path)
    verb.add_argument("--database", help="default: the one that serve uses")
    verb.set_defaults(run=back_up, needs=database_extras)

    verb = verbs.add_parser("restore", help="put a backup back, while no server runs; what it replaces is kept")
    verb.add_argument("file", type=Path)
    verb.add_argument("--database", help="default: the one that serve uses")
    verb.set_defaults(run=restore_backup, needs=database_extras)


def add_lab_verbs(verbs: Verbs) -> None:
    """Bots against bots, studies, training."""
    verb = verbs.add_parser("arena", help="let bots play against one another")
    arena.add_arguments(verb)
    verb.set_defaults(run=arena.run, needs=arena.extras)

    verb = verbs.add_parser("levels", help="measure the levels at the tables, each against the one below it")
    level_scale.add_arguments(verb)
    verb.set_defaults(run=level_scale.run, needs=lambda _: ("native",))

    verb = verbs.add_parser("study", help="let bots play, and say what a designer wants to know")
    study.add_arguments(verb)
    verb.set_defaults(run=study.run, needs=lambda _: ("native",))

    verb = verbs.add_parser("train", help="let a network learn a game by playing against itself (purrlor[gpu])")
    train.add_arguments(verb)
    verb.set_defaults(run=train.run)


def add_checkout_verbs(verbs: Verbs) -> None:
    """What is made and measured in a checkout."""
    verb = verbs.add_parser("gallery", help="photograph every screen into docs/gallery (from a checkout)")
    verb.add_argument("--game", help="one game only")
    verb.add_argument("--out", type=Path, default=CHECKOUT / "docs" / "gallery")
    verb.add_argument("--art", type=Path, metavar="FILE", help="instead, all that the artist draws, on one page")
    verb.add_argument("--windows", type=Path, metavar="DIR", help="instead, one picture a game with every window size")
    verb.set_defaults(run=make_pictures, needs=lambda _: ("native", "play", "browser"))

    verb = verbs.add_parser("audit", help="measure the layout of every screen in many fonts, windows and text sizes")
    verb.add_argument("--game", help="one game only")
    verb.add_argument("--only", default="*", metavar="PATTERN", help="screens whose name is like this: 'cat-cafe.*'")
    verb.add_argument("--languages", default="en,ru")
    verb.add_argument("--sizes", help="windows in pixels: 360x740,1280x800; all the layout is made for, if not given")
    verb.add_argument("--fonts", help="names, with commas between them")
    verb.add_argument("--text", default="100,130,200", help="text sizes in per cent")
    verb.add_argument("--json", action="store_true")
    verb.add_argument("--pictures", type=Path, metavar="DIR", help="a picture of every finding")
    verb.set_defaults(run=audit_layout)

    verb = verbs.add_parser("new-game", help="write a small complete game to begin with")
    verb.add_argument("name", help="such as nine-lives")
    verb.add_argument(
        "--into", type=Path, metavar="DIR", help="a package of its own in this folder (default: here, or the checkout)"
    )
    verb.set_defaults(run=new_game)

    verb = verbs.add_parser("words", help="write and update a game's translation files (words/ru.po)")
    verb.add_argument("game")
    verb.set_defaults(run=update_translations, needs=lambda _: ("play",))  # it reads the templates' messages, too

    verb = verbs.add_parser(
        "puzzles", help="look for positions with one clearly best choice, for the puzzle of the day"
    )
    puzzles.add_arguments(verb)
    verb.set_defaults(run=puzzles.run, needs=lambda _: ("native",))

    verb = verbs.add_parser("golden", help="write the records of a game that must replay for ever (from a checkout)")
    verb.add_argument("game")
    verb.add_argument("--out", type=Path, default=CHECKOUT / "tests" / "games" / "golden")
    verb.set_defaults(run=write_records)

    verb = verbs.add_parser("pieces", help="draw the kit's pieces and write the tables of docs/adding_a_game.md")
    verb.add_argument("--docs", type=Path, default=CHECKOUT / "docs")
    verb.set_defaults(run=write_pieces, needs=lambda _: ("play",))

    verb = verbs.add_parser("planes", help="write the plane tables of docs/lab.md (from a checkout)")
    verb.add_argument("--page", type=Path, default=CHECKOUT / "docs" / "lab.md")
    verb.set_defaults(run=write_plane_tables)

    verb = verbs.add_parser("bench", help="measure (engine …), from a checkout", add_help=False)
    verb.add_argument("name")
    verb.add_argument("more", nargs=argparse.REMAINDER)
    verb.set_defaults(run=run_bench)


def add_match(verb: argparse.ArgumentParser) -> None:
    verb.add_argument("--players", type=int, help="how many (default: the fewest the game allows)")
    verb.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="may be given several times")
    verb.add_argument("--seed", type=int, help="for a match that can be had again")


def whole(text: str) -> int:
    number = int(text)
    if number < 0:
        raise argparse.ArgumentTypeError("give a whole number, 0 or more")
    return number


def server_extras(args: argparse.Namespace) -> tuple[str, ...]:
    """Those of the parlour; tigers play like cats where nothing can be compiled, and that is said at the start."""
    return ("play", *database_extras(args))


def database_extras(args: argparse.Namespace) -> tuple[str, ...]:
    url = args.database or os.environ.get("PURRLOR_DATABASE", "")
    return ("postgres",) if url.startswith(("postgresql://", "postgres://")) else ()


def list_games(args: argparse.Namespace) -> int:
    if args.json:
        print(json.dumps([describe(known) for known in games()], indent=2))
        return 0
    from rich.console import Console
    from rich.table import Table

    table = Table("game", "players", "options (default first)", "rules", box=None, pad_edge=False)
    for known in games():
        options = "\n".join(f"{option.name}: {option_words(option.describe())}" for option in known.options)
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


def play_in_terminal(args: argparse.Namespace) -> int:
    from purrlor.terminal import play

    known = game(args.game)
    return play(known, args.players, options_from(args.option), args.seed, args.level, args.language)


def verify_record(args: argparse.Namespace) -> int:
    if ".jsonl" in args.file.suffixes:
        return verify_collection(args.file)
    try:
        text = args.file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise BadRecord(N_("Cannot read {file}: {why}."), file=args.file, why=reason) from error
    record = read_record(text)
    match = Match.replay(record)
    check_kept(record, seal=args.seal, nonce=args.nonce, digest=args.terms)
    if not match.is_over:
        print(f"{match.game.name}: {len(match.log)} decisions hold; the match is not over.")
        return 0
    scores = ", ".join(f"seat {seat}: {score}" for seat, score in enumerate(match.scores()))
    winners = ", ".join(map(str, match.winners()))
    began = f"- It begins in a position, not with the usual set-up: {match.position}\n" if match.position else ""
    print(
        f"{match.game.name}, rules revision {match.game.revision}, {match.seats} seats: the record holds.\n"
        f"- SHA-256 of the secret is the seal: {match.promise}\n"
        + began
        + "".join(f"- {line}\n" for line in what_is_proven(match, args.seal, args.nonce, args.terms))
        + f"- All {len(match.log)} decisions are legal and lead where it says.\n"
        f"- Result: {scores}; won by seat {winners}."
    )
    return 0


def what_is_proven(match: Match, seal: str, nonce: str, terms: str) -> list[str]:
    """What the record says about chance, and no more than that."""
    kept = "the one you kept" if seal else "not compared: give the one you saw before the match with --seal"
    lines = [f"The seal is {kept}."]
    if match.contributions is None:
        lines.append("All chance came from that secret alone (format 1): who made the secret could choose it.")
        return lines
    lines.append("All chance came from a key of that secret, the terms and the nonces below (format 2).")
    for seat, given in enumerate(match.contributions):
        if given.by == CAT:
            said = "a cat's nonce, which follows from the secret and proves nothing by itself"
        elif given.nonce:
            said = "a nonce that fits its commitment" + (", yours" if given.nonce == nonce else "")
        else:
            said = "withheld a nonce it had committed to" if given.is_withheld else "gave no nonce"
        lines.append(f"Seat {seat}: {said}.")
    withheld = sum(given.is_withheld for given in match.contributions)
    choice = f", but for a choice between {2**withheld} keys by withheld nonces" if withheld else ""
    if seal and nonce and terms:
        lines.append("The terms are those you kept.")
        lines.append(f"You kept them before you revealed your nonce: then nobody else could choose the key{choice}.")
    else:
        lines.append("Whether somebody chose the key, only what a player kept can tell: --seal, --nonce and --terms.")
    return lines


def verify_collection(file: Path) -> int:
    from purrlor.lab.collection import read_records

    decisions = number = 0
    for number, record in enumerate(read_records(file), 1):
        try:
            decisions += len(Match.replay(record).log)
        except BadRecord as error:
            raise BadRecord(N_("Line {number} of the collection: {why}"), number=number, why=error) from error
    print(f"{number} records with {decisions} decisions: all hold.")
    return 0


def check_laws(args: argparse.Namespace) -> int:
    from rich.console import Console
    from rich.progress import Progress

    from purrlor.core.laws import LAWS, Report, check_game

    chosen = [law_game(args.game)] if args.game else list(games())
    languages = [args.language] if args.language else list(LANGUAGES)
    reports: list[Report] = []
    stopped = False
    with Progress(console=Console(stderr=True), transient=True) as progress:
        for known in chosen:
            task = progress.add_task(known.name, total=args.matches)
            report = Report(known.name)
            try:
                for report in check_game(known, args.matches, args.seed, languages):
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
            for law, sentence in LAWS.items():
                print(f"  {report.tried[law]:>9} × {law}: {sentence}")
            for law, why in report.untried.items():
                print(f"  not tried: {law} {why}")
            for fault in report.broken[:20]:
                print(f"  BROKEN {fault}")
        print(f"{'stopped early; ' if stopped else ''}{broken} broken")
    return 1 if broken else 130 if stopped else 0


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
        print(f"{done.path}: {done.kept} kept, {done.new} new, {done.gone} gone; {done.empty} to translate")
    return 0


def write_records(args: argparse.Namespace) -> int:
    from purrlor.lab.papers import write_golden

    for path in write_golden(game(args.game), args.out):
        print(path)
    return 0


def write_pieces(args: argparse.Namespace) -> int:
    from purrlor.web.gallery import pieces

    for path in pieces.write_pieces(args.docs):
        print(path)
    return 0


def write_plane_tables(args: argparse.Namespace) -> int:
    from purrlor.lab.papers import with_plane_tables

    args.page.write_text(with_plane_tables(args.page.read_text(encoding="utf-8")), encoding="utf-8")
    print(args.page)
    return 0


def law_game(name: str) -> Game:
    """Also a game that is left out of the catalogue: the laws say what it lacks."""
    known = next((known for known in games() if known.name == name), None)
    return known or next((known for known in map(Game, packages()) if known.name == name), None) or game(name)


def open_parlour(args: argparse.Namespace) -> int:
    from purrlor.web.server.run import play

    return play(
        port=args.port,
        database=args.database,
        open_browser=not args.no_browser,
        lan=args.lan,
        language=system_language(),
    )


def serve_parlour(args: argparse.Namespace) -> int:
    from purrlor.web.server.run import serve

    return serve(
        host=args.host,
        port=args.port,
        database=args.database,
        secret_file=args.secret_file,
        workers=args.workers,
        public=args.public,
    )


def back_up(args: argparse.Namespace) -> int:
    from purrlor.tables.store.backup import backup
    from purrlor.web.server.settings import settings

    given = settings(database=args.database)
    count = backup(given.database_url, args.file)
    print(
        f"{args.file}: {count} tables. Only you can read it; the secret of the cookies is not in it, keep that apart."
    )
    return 0


def restore_backup(args: argparse.Namespace) -> int:
    from purrlor.tables.store.backup import restore
    from purrlor.web.server.settings import settings

    given = settings(database=args.database)
    given.make_data_folder()
    count, kept = restore(given.database_url, args.file)
    print(f"{count} tables restored." + (f" What was there before is kept as {kept}." if kept else ""))
    return 0


def make_pictures(args: argparse.Namespace) -> int:
    from purrlor.web.gallery.screenshots import make_contact_sheet, make_gallery

    if args.art:
        return make_contact_sheet(args.art)
    only = args.game and game(args.game).name
    if args.windows:
        from purrlor.web.gallery.contact_sheets import make_contact_sheets

        return make_contact_sheets(args.windows, only)
    return make_gallery(args.out, only)


def audit_layout(args: argparse.Namespace) -> int:
    from purrlor.web.gallery import audit

    try:
        sizes = audit.sizes(args.sizes) if args.sizes else audit.SIZES
        text = tuple(int(each) for each in args.text.split(","))
    except ValueError:
        raise BadOption(N_("Write windows as 360x740,1280x800 and text sizes as 100,130.")) from None
    trial = audit.Trial(
        tuple(args.languages.split(",")),
        sizes,
        tuple(args.fonts.split(",")) if args.fonts else audit.FONTS,
        text,
        args.game and game(args.game).name,
        args.only,
    )
    return audit.run(trial, args.pictures, args.json)


def run_bench(args: argparse.Namespace) -> int:
    import runpy

    bench = CHECKOUT / "bench"
    path = bench / f"{args.name}.py"
    if args.name.startswith("-") or not path.is_file():
        there = ", ".join(sorted(file.stem for file in bench.glob("*.py"))) or "—"
        raise BadOption(
            N_("There is no benchmark {name}: a checkout of the source has {names}."), name=args.name, names=there
        )
    sys.argv = [f"purrlor bench {args.name}", *args.more]
    runpy.run_path(str(path), run_name="__main__")
    return 0
