"""The Python side of the guided search: a thinker whose tree asks the game's learned network.

One playout is the network alone: what its policy prefers.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping

from purrlor.bots.learned import Learned
from purrlor.bots.thinker import Thinker
from purrlor.bots.twins import ENDLESS, Twin, twin
from purrlor.core.game import Game
from purrlor.core.native import native
from purrlor.core.record import words

GUIDED = "purrlor.bots.guided"
CAPACITY = 60_000  # edges of a tree: half a second asks the network some ten thousand times
NONE: Mapping[str, int] = {}
KNOBS = {"explore": 1200, "doubt": 50, "trust": 1}


class GuidedTwin(Twin):
    """A game's rules, strategy, and the guided search over them."""

    def __init__(self, game: Game, learned: Learned) -> None:
        side = twin(game)
        self.game, self.fast = game, True
        self.rules, self.strategy = side.rules, side.strategy
        self.tree = native(
            GUIDED,
            rules=f"{game.package}.rules",
            planes=f"{game.package}.planes",
            ahead=f"{game.package}.lookahead" if learned.lookahead else ENDLESS,
            beliefs=f"{game.package}.strategy" if hasattr(game.part("strategy"), "believe") else ENDLESS,
            network=learned.module,
        )


class Lion(Thinker):
    """Searches one game by its network; one search at a time."""

    def __init__(
        self, game: Game, learned: Learned, *, capacity: int = CAPACITY, knobs: Mapping[str, int] = NONE
    ) -> None:
        import numpy as np

        self.twin = GuidedTwin(game, learned)
        tree, row = self.twin.tree, self.twin.row
        size = 1
        while 3 * size < 4 * (capacity + 2):
            size *= 2
        self.states, self.plan = row(3), row(1, tree.Plan)
        self.nodes, self.edges = row(size, tree.Node), row(capacity + 2, tree.Edge)
        self.desk = (
            self.states, words(self.states), self.nodes, self.edges, row(tree.PATH, tree.Step), self.plan, learned.net,
            np.zeros(learned.planes, np.int16), learned.own_planes, np.zeros(learned.actions, np.float32),
        )  # fmt: skip
        self.lock = threading.Lock()
        plan = tree.Plan()
        for name, value in {**KNOBS, **knobs}.items():
            if name not in KNOBS:
                raise ValueError(f"no knob {name}: there are {', '.join(KNOBS)}")
            setattr(plan, name, value)
        self.twin.write(self.plan, 0, plan.to_bytes())
