"""One game's rules, strategy and search side by side, compiled or plain, over rows of its states."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from typing import Any

from purrlor.core.game import Game
from purrlor.core.native import native, plain

SEARCH = "purrlor.bots.search"
ROLLOUT_DEFAULTS = "purrlor.bots.rollout_defaults"
# names of search.py, and what a strategy may give
OPTIONAL = {"stages": "stage", "ends": "stop", "habits": "rough", "beliefs": "believe"}


def search_modules(game: Game) -> dict[str, str]:
    """The modules that the search of this game is compiled with, by their names in search.py."""
    own = f"{game.package}.bots.strategy"
    has = dir(game.part("bots.strategy"))
    parts = {key: own if name in has else ROLLOUT_DEFAULTS for key, name in OPTIONAL.items()}
    return {"rules": f"{game.package}.rules.rules", "strategy": own, **parts}


class Twin:
    """The same calls on both sides: `twin.rules.legal(row[0], seat)`; the compiled side counts in NumPy numbers."""

    def __init__(self, game: Game, fast: bool) -> None:
        load = native if fast else plain
        bound = search_modules(game)
        self.game, self.fast = game, fast
        self.rules = load(bound["rules"])
        self.strategy = load(bound["strategy"])
        self.tree = load(SEARCH, **bound)

    def row(self, length: int, kind: Any = None) -> Any:
        """So many records, states unless another kind is given."""
        kind = self.rules.State if kind is None else kind
        return kind.array(length) if self.fast else kind.row(length)

    def write(self, row: Any, place: int, data: bytes) -> None:
        """A record's bytes into the row."""
        if self.fast:
            import numpy as np

            row[place] = np.frombuffer(data, row.dtype)[0]
        else:
            row[place] = type(row[place]).from_bytes(data)

    def read(self, row: Any, place: int) -> bytes:
        return bytes(row[place].tobytes() if self.fast else row[place].to_bytes())


@cache
def twin(game: Game, fast: bool = True) -> Twin:
    """The game's twin in this process; compiled functions are compiled, or found in the cache, when first called."""
    return Twin(game, fast)


@cache
def can_compile() -> bool:
    return find_spec("numba") is not None and find_spec("numpy") is not None
