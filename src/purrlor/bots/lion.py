"""The search guided by a network: a thinker whose tree asks the game's learned network.

One playout is the network alone: what its policy prefers. Where a game's strategy has ADVICE, the tree is the tiger's,
and the network is asked once, in the end (`Advised`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import log, sqrt

from purrlor.bots.networks.learned import Learned
from purrlor.bots.thinker import Choice, Thinker
from purrlor.bots.tree_search.compiled_twins import ROLLOUT_DEFAULTS, SEARCH, Twin, strategy_or_default, twin
from purrlor.bots.tree_search.network_guide import PRIOR
from purrlor.core.compilers.native import native
from purrlor.core.game import Game
from purrlor.core.seats import first

NETWORK_GUIDE = "purrlor.bots.tree_search.network_guide"
CAPACITY = 60_000  # edges of a tree: half a second asks the network some ten thousand times
UNKNOWN, UNLIKELY = 0.5, 1e-4  # a playout's usual deviation; a policy is never less
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
        "features": f"{game.package}.lab.observation",
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

        row, logits = np.zeros(learned.features, np.int16), np.zeros(learned.actions, np.float32)
        self.lay_out(NetworkTwin(game, learned), capacity, (learned.net, row, learned.own_features, logits))
        self.set_knobs(KNOBS, knobs)

    def want(self, wanted: int, least: int) -> None:
        """A network tries what it thinks good; what a player chose has to be tried as well."""
        plan = self.twin.tree.guide.Plan.from_bytes(self.twin.read(self.plan, 0))
        plan.wanted, plan.least = wanted, least
        self.twin.write(self.plan, 0, plan.to_bytes())

    def unwant(self, usual: bytes) -> None:
        """The next question says what it wants."""

    def policy(self, hidden: bytes, seat: int) -> dict[int, float]:
        """How likely the network alone would take each action."""
        with self.lock:
            self.legal(hidden, seat)
            self.search(seat, 0, 1, None, hurry=False)
            return {edge.action: edge.prior / PRIOR for edge in self.root_edges()}


class Advised(Lion):
    """Searches by roll-outs; of choices that are worth about the same it takes what the network prefers."""

    def __init__(self, game: Game, learned: Learned) -> None:
        super().__init__(game, learned)
        self.rollouts = Thinker(game)
        self.advice: float = game.part("bots.strategy").ADVICE / 1000

    def choose(
        self, hidden: bytes, seat: int, seed: int = 0, *, playouts: int | None = None, seconds: float | None = None
    ) -> int:
        if playouts == 1:
            return super().choose(hidden, seat, seed, playouts=1)
        mask = self.rollouts.legal(hidden, seat)
        if mask & (mask - 1) == 0:
            return first(mask)
        found = self.rollouts.evaluate(hidden, seat, seed, playouts=playouts, seconds=seconds, hurry=True)
        return best_advised(found, self.policy(hidden, seat), self.advice)


def best_advised(choices: Iterable[Choice], policy: Mapping[int, float], advice: float) -> int:
    """The action worth most: by the search, less what few visits leave unknown, and by the logarithm of the policy."""

    def worth(choice: Choice) -> float:
        liked = policy.get(choice.action, 0.0) + UNLIKELY
        return choice.value - UNKNOWN / sqrt(choice.visits) + advice * log(liked)

    return max(choices, key=worth).action


def lion_of(game: Game, learned: Learned, knobs: Mapping[str, int] = NONE) -> Lion:
    """A game's lion. Knobs belong to the search that the network guides: who gives some wants that one."""
    if hasattr(game.part("bots.strategy"), "ADVICE") and not knobs:
        return Advised(game, learned)
    return Lion(game, learned, knobs=knobs)
