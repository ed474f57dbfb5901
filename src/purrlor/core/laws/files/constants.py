"""Constants of compiled code that refuse an index below zero: Python counts from the end, C++ reads what is before."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import SupportsIndex

from purrlor.core.game import Game

COMPILED = ("rules", "bots", "lab.observation", "lab.decision_names")


class Constant(tuple[int, ...]):
    """A flat tuple of numbers that knows its name."""

    name: str

    def __getitem__(self, index: SupportsIndex | slice) -> int | tuple[int, ...]:  # type: ignore[override]
        if isinstance(index, int) and index < 0:
            raise IndexError(f"{self.name}[{index}]: index {index} outside 0..{len(self) - 1}")
        return super().__getitem__(index)


@contextmanager
def checked_constants(game: Game) -> Iterator[None]:
    """While this lasts, the plain modules of the game's compiled part hold constants that check.

    A compiled twin takes its constants from the same modules when it is loaded: so that is done before.
    """
    if find_spec("numba") is not None:
        game.twin("rules.rules")
    changed = []
    for module in game_modules(game):
        for name, value in list(vars(module).items()):
            if type(value) is tuple and value and all(type(each) is int for each in value):
                constant = Constant(value)
                constant.name = name
                changed.append((module, name, value))
                setattr(module, name, constant)
    try:
        yield
    finally:
        for module, name, value in changed:
            setattr(module, name, value)


def game_modules(game: Game) -> list[object]:
    prefixes = tuple(game.module_name(part) for part in COMPILED)
    return [
        module
        for name, module in list(sys.modules.items())
        if any(name == prefix or name.startswith(f"{prefix}.") for prefix in prefixes) and ":" not in name
    ]
