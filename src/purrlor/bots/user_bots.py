"""Bots of your own: anything with `choose(hidden, seat)` can play where a level can.

A bot is a function `choose(hidden, seat)` or a class whose objects have this method. Of a class, every match and seat
gets an object of its own, made with those of `game=` and `seed=` that its constructor takes. A bot is named by the
place it is imported from, `module:name` (modules of the current folder are found, too), or by an entry point of the
group `purrlor.bots`.
"""

from __future__ import annotations

import importlib
import inspect
import os
import sys
import traceback
from collections.abc import Callable
from functools import cache
from importlib.metadata import entry_points
from typing import Protocol, cast

from purrlor.bots.players import check_level
from purrlor.core.errors import BadOption, PurrlorError
from purrlor.core.game import Game, State
from purrlor.core.language import N_
from purrlor.core.options import is_whole

GROUP = "purrlor.bots"
Choose = Callable[[State, int], int]


class BotObject(Protocol):
    """What a bot class makes."""

    def choose(self, hidden: State, seat: int, /) -> int: ...


Source = Choose | type[BotObject]  # a function, or a class


class BotFailed(PurrlorError):
    """A bot from outside raised an error or chose what is not legal."""


@cache
def find_bot(name: str) -> Source:
    """The function or class of this name; an unknown name without a colon is an unknown level."""
    for found in entry_points(group=GROUP, name=name):
        return load(name, found.load)
    module, colon, attribute = name.partition(":")
    if not colon:
        check_level(name)
    if os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())
    return load(name, lambda: getattr(importlib.import_module(module), attribute))


def load(name: str, get: Callable[[], object]) -> Source:
    try:
        found = get()
    except Exception as error:
        why = f"{type(error).__name__}: {error}"
        raise BadOption(N_("Cannot load the bot {name}: {why}."), name=name, why=why.rstrip(".")) from error
    if not callable(found) or (isinstance(found, type) and not callable(getattr(found, "choose", None))):
        raise BadOption(
            N_("{name} is no bot: it must be a function choose(hidden, seat), or a class with that method."), name=name
        )
    return cast(Source, found)


class SeatedBot:
    """A bot on one seat of one match. What it does wrong is said with its name."""

    def __init__(self, choose: Choose, name: str, game: Game) -> None:
        self.choose, self.name, self.game = choose, name, game

    def __call__(self, hidden: State, seat: int) -> int:
        choices = self.game.legal(hidden, seat)
        try:
            action = self.choose(hidden, seat)
        except Exception as error:
            raise failure(self.name, error) from error
        if not is_whole(action) or action not in choices:
            raise BotFailed(
                N_("The bot {bot} chose {action} on seat {seat}: its choices were {choices}."),
                bot=self.name,
                action=repr(action)[:60],
                seat=seat,
                choices=", ".join(map(str, choices)),
            )
        return int(action)


def seat_bot(found: Source, name: str, game: Game, seed: int) -> SeatedBot:
    """The bot ready for one match: the function itself, or a new object of the class."""
    return SeatedBot(instance(found, name, game, seed).choose if isinstance(found, type) else found, name, game)


def instance(kind: type[BotObject], name: str, game: Game, seed: int) -> BotObject:
    offered = {"game": game, "seed": seed}
    try:
        taken = inspect.signature(kind).parameters
        return kind(**{key: value for key, value in offered.items() if key in taken})
    except Exception as error:
        raise failure(name, error) from error


def failure(name: str, error: Exception) -> BotFailed:
    place = traceback.extract_tb(error.__traceback__)[-1]
    return BotFailed(
        N_("The bot {bot} failed in {file}, line {line}: {why}."),
        bot=name,
        file=os.path.basename(place.filename),
        line=place.lineno,
        why=f"{type(error).__name__}: {error}".rstrip("."),
    )
