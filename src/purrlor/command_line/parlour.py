"""`purrlor play`, `serve`, `backup`, `restore`: the parlour in a browser, and running a server."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from urllib.parse import urlencode

from purrlor.command_line.arguments import Verbs, read_position, whole
from purrlor.core.errors import BadNotation, BadOption
from purrlor.core.game import Game, game, games
from purrlor.core.language import LANGUAGES, N_, system_language


def add_verbs(verbs: Verbs) -> None:
    verb = verbs.add_parser("play", help="open the parlour on this machine, in your browser")
    verb.add_argument("--port", type=whole, help="default: 8000, or the next free one")
    verb.add_argument("--lan", action="store_true", help="let others at home in, too")
    verb.add_argument("--database", help="default: a file in your data folder")
    verb.add_argument("--no-browser", action="store_true")
    verb.add_argument(
        "--position", type=Path, metavar="FILE", help="play on from this position, in its game's notation"
    )
    verb.set_defaults(run=open_parlour, needs=server_extras)

    verb = verbs.add_parser("serve", help="the parlour for a machine on the net (docs/running.md)")
    verb.add_argument("--host")
    verb.add_argument("--port", type=whole)
    verb.add_argument("--database", help="sqlite:///FILE or postgresql://…")
    verb.add_argument("--secret-file")
    verb.add_argument("--workers", type=whole)
    verb.add_argument("--public", metavar="ADDRESS", help="what people type, such as https://cats.example")
    verb.set_defaults(run=serve_parlour, needs=server_extras)

    verb = verbs.add_parser("print", help="sheets, score pads and rules of a game as a PDF file (docs/real_table.md)")
    verb.add_argument("game")
    verb.add_argument("paper", help="sheets, pads, clans or rules: what a game has is said where it is not known")
    verb.add_argument("out", type=Path, metavar="FILE.pdf")
    verb.add_argument("--size", default="a4", help="a4 (default) or letter")
    verb.add_argument("--ink", default="colour", help="colour (default) or black")
    verb.add_argument("--language", choices=LANGUAGES, default=system_language())
    verb.set_defaults(run=print_paper, needs=lambda _: ("play",))

    verb = verbs.add_parser("backup", help="copy the parlour's database into a file, also while a server runs")
    verb.add_argument("file", type=Path)
    verb.add_argument("--database", help="default: the one that serve uses")
    verb.set_defaults(run=back_up, needs=database_extras)

    verb = verbs.add_parser("restore", help="put a backup back, while no server runs; what it replaces is kept")
    verb.add_argument("file", type=Path)
    verb.add_argument("--database", help="default: the one that serve uses")
    verb.set_defaults(run=restore_backup, needs=database_extras)


def server_extras(args: argparse.Namespace) -> tuple[str, ...]:
    """Those of the parlour; tigers play like cats where nothing can be compiled, and that is said at the start."""
    return ("play", *database_extras(args))


def database_extras(args: argparse.Namespace) -> tuple[str, ...]:
    url = args.database or os.environ.get("PURRLOR_DATABASE", "")
    return ("postgres",) if url.startswith(("postgresql://", "postgres://")) else ()


def open_parlour(args: argparse.Namespace) -> int:
    from purrlor.web.server.run import play

    position = read_position(args.position) if args.position else ""
    return play(
        port=args.port,
        database=args.database,
        open_browser=not args.no_browser,
        lan=args.lan,
        language=system_language(),
        path=f"/play-on/{game_of_position(position).name}?{urlencode({'position': position})}" if position else "",
    )


def game_of_position(position: str) -> Game:
    """The game that can read this position. BadNotation: none of them, with what each of them says."""
    reasons = []
    for known in games():
        try:
            known.read(position)
        except BadNotation as error:
            reasons.append(str(error))
        else:
            return known
    raise BadNotation(N_("This is no position of any game here. {why}"), why=" ".join(reasons))


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


def print_paper(args: argparse.Namespace) -> int:
    from purrlor.web.real_table.papers import paper_pdf

    data = paper_pdf(game(args.game), args.paper, args.language, args.size, args.ink)
    try:
        args.out.write_bytes(data)
    except OSError as error:
        raise BadOption(N_("{path} cannot be written: {why}."), path=args.out, why=error.strerror) from None
    print(args.out)
    return 0


def back_up(args: argparse.Namespace) -> int:
    from purrlor.tables.store.backup import backup
    from purrlor.web.server.settings import settings

    given = settings(database=args.database)
    count = backup(given.database_url, args.file)
    print(
        f"{args.file}: tables in it: {count}. Only you can read it; keep the secret of the cookies, which is not in it,"
        " apart."
    )
    return 0


def restore_backup(args: argparse.Namespace) -> int:
    from purrlor.tables.store.backup import restore
    from purrlor.web.server.settings import settings

    given = settings(database=args.database)
    given.make_data_folder()
    count, moved_to = restore(given.database_url, args.file)
    print(f"Tables restored: {count}." + (f" What was there before is kept as {moved_to}." if moved_to else ""))
    return 0
