"""One game's rules, strategy and search side by side, compiled or plain, over rows of its states."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from typing import TYPE_CHECKING

from purrlor.core.compilers.native import native, plain
from purrlor.core.game import Game
from purrlor.core.record import Record, Row

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Rows = Row | npt.NDArray[np.void]  # records side by side: plain, or compiled

SEARCH = "purrlor.bots.tree_search.search"
ROLLOUT_GUIDE = "purrlor.bots.tree_search.rollout_guide"
ROLLOUT_DEFAULTS = "purrlor.bots.tree_search.rollout_defaults"
# names of the search and its guide, and what a strategy may give
OPTIONAL = {"stages": "stage", "ends": "stop", "habits": "rough", "beliefs": "believe"}


class Twin:
    """The same calls on both sides: `twin.rules.legal(row[0], seat)`; the compiled side counts in NumPy numbers."""

    def __init__(self, game: Game, fast: bool) -> None:
        load = native if fast else plain
        bound = search_modules(game)
        self.game, self.fast = game, fast
        self.rules = load(bound["rules"])
        self.strategy = load(bound["strategy"])
        self.tree = load(SEARCH, **bound)

    def row(self, length: int, kind: type[Record] | None = None) -> Rows:
        """So many records, states unless another kind is given."""
        kind = kind or self.rules.State
        return kind.array(length) if self.fast else kind.row(length)

    def write(self, row: Rows, place: int, data: bytes) -> None:
        """A record's bytes into the row."""
        if isinstance(row, Row):
            row[place] = type(row[place]).from_bytes(data)
        else:
            import numpy as np

            row[place] = np.frombuffer(data, row.dtype)[0]

    def read(self, row: Rows, place: int) -> bytes:
        return row[place].to_bytes() if isinstance(row, Row) else bytes(row[place].tobytes())


def strategy_or_default(game: Game, name: str) -> str:
    """The module that has this function of a strategy: the game's own, or the defaults."""
    return game.module_name("bots.strategy") if hasattr(game.part("bots.strategy"), name) else ROLLOUT_DEFAULTS


def search_modules(game: Game) -> dict[str, str]:
    """The modules that the search of this game is compiled with, by their names in search.py."""
    parts = {key: strategy_or_default(game, name) for key, name in OPTIONAL.items()}
    rules, strategy = f"{game.package}.rules.rules", game.module_name("bots.strategy")
    return {"guide": ROLLOUT_GUIDE, "rules": rules, "strategy": strategy, **parts}


@cache
def twin(game: Game, fast: bool = True) -> Twin:
    """The game's twin in this process; compiled functions are compiled, or found in the cache, when first called."""
    return Twin(game, fast)


@cache
def can_compile() -> bool:
    return find_spec("numba") is not None and find_spec("numpy") is not None
