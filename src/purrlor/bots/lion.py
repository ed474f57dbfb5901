"""The search guided by a network: a thinker whose tree asks the game's learned network.

One playout is the network alone: what its policy prefers.
"""

from __future__ import annotations

from collections.abc import Mapping

from purrlor.bots.networks.learned import Learned
from purrlor.bots.thinker import Thinker
from purrlor.bots.tree_search.compiled_twins import ROLLOUT_DEFAULTS, SEARCH, Twin, strategy_or_default, twin
from purrlor.core.compilers.native import native
from purrlor.core.game import Game

NETWORK_GUIDE = "purrlor.bots.tree_search.network_guide"
CAPACITY = 60_000  # edges of a tree: half a second asks the network some ten thousand times
NONE: Mapping[str, int] = {}
KNOBS = {"explore": 1200, "doubt": 50, "depth": 1000, "others": 2, "trust": 1}


class NetworkTwin(Twin):
    """A game's rules, strategy, and the search that its network guides."""

    def __init__(self, game: Game, learned: Learned) -> None:
        side = twin(game)
        self.game, self.fast = game, True
        self.rules, self.strategy = side.rules, side.strategy
        self.tree = native(SEARCH, **network_modules(game, learned))


def network_modules(game: Game, learned: Learned) -> dict[str, str]:
    """The modules that a search by this network is compiled with, by their names in search.py and its guide."""
    return {
        "guide": NETWORK_GUIDE,
        "rules": f"{game.package}.rules.rules",
        "planes": f"{game.package}.lab.observation",
        "ahead": f"{game.package}.lab.lookahead" if learned.lookahead else ROLLOUT_DEFAULTS,
        "beliefs": strategy_or_default(game, "believe"),
        "network": learned.module,
    }


class Lion(Thinker):
    """Searches one game by its network; one search at a time."""

    def __init__(
        self, game: Game, learned: Learned, *, capacity: int = CAPACITY, knobs: Mapping[str, int] = NONE
    ) -> None:
        import numpy as np

        row, logits = np.zeros(learned.planes, np.int16), np.zeros(learned.actions, np.float32)
        self.lay_out(NetworkTwin(game, learned), capacity, (learned.net, row, learned.own_planes, logits))
        self.set_knobs(KNOBS, knobs)

    def want(self, wanted: int, least: int) -> None:
        """A network tries what it thinks good; what a player chose has to be tried as well."""
        plan = self.twin.tree.guide.Plan.from_bytes(self.twin.read(self.plan, 0))
        plan.wanted, plan.least = wanted, least
        self.twin.write(self.plan, 0, plan.to_bytes())
