"""The command purrlor: finds the verb, runs it, says what went wrong. The verbs are in command_line/."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

import purrlor
from purrlor.command_line import checkout, lab, matches, new_games, parlour, verify
from purrlor.core.errors import PurrlorError
from purrlor.core.installation.extras import require
from purrlor.core.language import HOME, system_language, translations

GROUPS = (matches, verify, parlour, lab, new_games, checkout)  # in the order of the help
CATALOGUES = tuple(HOME / room / "locale" for room in ("tables", "web"))  # a server that cannot start says why, too


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
    for group in GROUPS:
        group.add_verbs(verbs)
    return top
