"""`purrlor gallery`, `audit`, `golden`, `pieces`, `features`, `bench`: what is made and measured in a checkout."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from purrlor.command_line.arguments import Verbs, in_checkout
from purrlor.core.errors import BadOption
from purrlor.core.game import game
from purrlor.core.language import N_


def add_verbs(verbs: Verbs) -> None:
    verb = verbs.add_parser("gallery", help="photograph every screen into docs/gallery (from a checkout)")
    verb.add_argument("--game", help="one game only")
    verb.add_argument("--out", type=Path, help="default: docs/gallery of the checkout")
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
    verb.set_defaults(run=audit_layout, needs=lambda _: ("native", "play", "browser"))

    verb = verbs.add_parser("golden", help="write the records of a game that must replay for ever (from a checkout)")
    verb.add_argument("game")
    verb.add_argument("--out", type=Path, help="default: tests/games/golden of the checkout")
    verb.set_defaults(run=write_records, needs=lambda _: ("native",))

    verb = verbs.add_parser("pieces", help="draw the kit's pieces and write the tables of docs/adding_a_game.md")
    verb.add_argument("--docs", type=Path, help="default: docs of the checkout")
    verb.set_defaults(run=write_pieces, needs=lambda _: ("play",))

    verb = verbs.add_parser("features", help="write the feature tables of docs/lab.md (from a checkout)")
    verb.add_argument("--page", type=Path, help="default: docs/lab.md of the checkout")
    verb.set_defaults(run=write_feature_tables, needs=lambda _: ("native",))

    verb = verbs.add_parser("bench", help="measure (engine …), from a checkout", add_help=False)
    verb.add_argument("name")
    verb.add_argument("more", nargs=argparse.REMAINDER)
    verb.set_defaults(run=run_bench)


def make_pictures(args: argparse.Namespace) -> int:
    from purrlor.web.gallery.screenshots import make_contact_sheet, make_gallery

    if args.art:
        return make_contact_sheet(args.art)
    only = args.game and game(args.game).name
    if args.windows:
        from purrlor.web.gallery.contact_sheets import make_contact_sheets

        return make_contact_sheets(args.windows, only)
    return make_gallery(args.out or in_checkout(args.verb, "docs", "gallery"), only)


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


def write_records(args: argparse.Namespace) -> int:
    from purrlor.lab.papers import write_golden

    known, folder = game(args.game), args.out or in_checkout(args.verb, "tests", "games", "golden")
    for path in write_golden(known, folder):
        print(path)
    return 0


def write_pieces(args: argparse.Namespace) -> int:
    from purrlor.web.gallery import pieces

    for path in pieces.write_pieces(args.docs or in_checkout(args.verb, "docs")):
        print(path)
    return 0


def write_feature_tables(args: argparse.Namespace) -> int:
    from purrlor.lab.papers import with_feature_tables

    page = args.page or in_checkout(args.verb, "docs", "lab.md")
    page.write_text(with_feature_tables(page.read_text(encoding="utf-8")), encoding="utf-8")
    print(page)
    return 0


def run_bench(args: argparse.Namespace) -> int:
    import runpy

    bench = in_checkout(args.verb, "bench")
    path = bench / f"{args.name}.py"
    if args.name.startswith("-") or not path.is_file():
        there = ", ".join(sorted(file.stem for file in bench.glob("*.py")))
        raise BadOption(
            N_("There is no benchmark {name}: a checkout of the source has {names}."), name=args.name, names=there
        )
    sys.argv = [f"purrlor bench {args.name}", *args.more]
    sys.path.insert(0, str(bench))  # as for a script of its own: some import others beside them
    runpy.run_path(str(path), run_name="__main__")
    return 0
