"""Arguments that several verbs take."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TypeAlias

from purrlor.core.errors import BadNotation, BadOption
from purrlor.core.language import N_

CHECKOUT = Path(__file__).resolve().parents[3]

Verbs: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"


def in_checkout(verb: str, *parts: str) -> Path:
    """A path of the checkout that this runs from. BadOption: it runs from an installed package, which has none."""
    if not (CHECKOUT / "purr").is_file():
        raise BadOption(
            N_("purrlor {verb} is for a checkout of the source, and this is an installed package: run it there."),
            verb=verb,
        )
    return CHECKOUT.joinpath(*parts)


def add_match(verb: argparse.ArgumentParser) -> None:
    verb.add_argument("--players", type=int, help="how many (default: the fewest the game allows)")
    verb.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="may be given several times")
    verb.add_argument("--seed", type=int, help="for a match that can be had again")


def whole(text: str) -> int:
    number = int(text)
    if number < 0:
        raise argparse.ArgumentTypeError("give a whole number, 0 or more")
    return number


def read_position(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError):
        raise BadNotation(
            N_("The position in {path} cannot be read: give a text file with a position in the game's notation."),
            path=path,
        ) from None
