"""Thousands of matches at once, on the compiled rules.

    env = VectorEnv("cat-cafe", lanes=4096, players=3, seed=1)
    env.reset()
    while True:
        env.step(policy(env.observations, env.masks))        # one decision in every lane, by the seat env.seats[k]

The arrays are made once and written over by every step: copy what must last. `rewards[k]` and `done[k]` speak of the
decision just made; where a match ended, observation, mask and seat are already those of the next match in that lane.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from purrlor.core.errors import BadOption, IllegalAction
from purrlor.core.game import Game, game
from purrlor.core.language import N_
from purrlor.core.seats import members
from purrlor.lab.seeing import compiled_lanes, laid_row, plane_bounds

Array = npt.NDArray[Any]


class VectorEnv:
    """One environment step is one decision in every lane; choices made at the same time come one after the other,
    hidden from one another. With `skip`, decisions that leave no choice are made by themselves."""

    def __init__(
        self,
        of: str | Game,
        lanes: int = 1024,
        players: int | None = None,
        options: Mapping[str, object] | None = None,
        *,
        seed: int = 0,
        skip: bool = False,
        threads: int = 1,
    ) -> None:
        self.game = of if isinstance(of, Game) else game(of)
        self.players = self.game.seats[0] if players is None else players
        if lanes < 1 or threads < 1:
            raise BadOption(N_("A vector environment needs at least one lane and one thread."))
        self.lanes, self.skip, self.seed = lanes, skip, seed
        self.native = compiled_lanes(self.game)
        low, high = plane_bounds(self.game)
        self.low, self.high = low, high
        width = int(self.game.part("planes").ACTIONS)
        self.legal = np.zeros(lanes, np.int64)  # the masks as bits
        self.seats = np.zeros(lanes, np.int8)  # who decides
        self.observations = np.zeros((lanes, len(low)), np.int16)  # … what that seat may know
        self.masks = np.zeros((lanes, width), np.bool_)  # … and may do
        self.rewards = np.zeros((lanes, self.players), np.float32)  # shares of the victory where a match ended, else 0
        self.done = np.zeros(lanes, np.bool_)  # whether a match ended with the last decision
        self.scores = np.zeros((lanes, self.players), np.int32)  # … its points
        self.lengths = np.zeros(lanes, np.int32)  # decisions made here in the match so far, or in the one that ended
        self.actions = np.zeros(lanes, np.int64)  # room for the next decisions; any array of lanes numbers will do
        fresh = laid_row(self.game, self.players, options)
        self.states = fresh.repeat(lanes)
        begun = np.zeros(lanes, np.int64)
        shared = (self.legal, self.seats, begun, self.observations, self.masks)
        found = (self.rewards, self.done, self.scores, self.lengths)
        ends = np.linspace(0, lanes, min(threads, lanes) + 1).astype(int)
        self.slices = [(int(a), int(b)) for a, b in pairwise(ends)]
        self.desks = [(self.states, fresh.repeat(2), *shared, *found) for _ in self.slices]
        self.pool = ThreadPoolExecutor(len(self.slices) - 1) if len(self.slices) > 1 else None
        self.lock = threading.Lock()
        self.drawn = 0

    def reset(self, seed: int | None = None) -> None:
        """All lanes begin anew; the same seed gives the same matches for the same decisions."""
        self.seed = self.seed if seed is None else seed
        self.drawn = 0
        self.spread(self.actions, anew=True)

    def step(self, actions: npt.ArrayLike | None = None) -> None:
        """One decision in every lane, by default those in `self.actions`; if one is illegal, nothing moves."""
        chosen = self.actions if actions is None else np.asarray(actions)
        if chosen.shape != (self.lanes,) or chosen.dtype.kind not in "iu":
            raise IllegalAction(N_("Give one whole number for each of the {lanes} lanes."), lanes=self.lanes)
        chosen = chosen.astype(np.int64, copy=False)
        wrong = int(self.native.refused(self.legal, chosen))
        if wrong >= 0:
            raise IllegalAction(
                N_("Seat {seat} cannot do {action} now: its choices are {choices}."),
                seat=int(self.seats[wrong]),
                action=int(chosen[wrong]),
                choices=", ".join(map(str, members(int(self.legal[wrong])))),
            )
        self.spread(chosen, anew=False)

    def draw_actions(self) -> Array:
        """A random legal action for every lane, into `self.actions`."""
        self.drawn += 1
        self.native.draw_actions(self.legal, self.actions, self.seed * 1_000_003 + self.drawn)
        return self.actions

    def spread(self, actions: Array, anew: bool) -> None:
        """The compiled work on each slice of lanes, the last one in this thread; the GIL is released."""
        work = self.native.step
        with self.lock:
            jobs: list[tuple[Any, ...]] = [
                (desk, low, high, self.lanes, int(self.skip), self.seed, actions, int(anew))
                for desk, (low, high) in zip(self.desks, self.slices, strict=True)
            ]
            waiting = [self.pool.submit(work, *job) for job in jobs[:-1]] if self.pool else []
            work(*jobs[-1])
            for future in waiting:
                future.result()

    def close(self) -> None:
        if self.pool is not None:
            self.pool.shutdown()

    def __enter__(self) -> VectorEnv:
        return self

    def __exit__(self, *trouble: object) -> None:
        self.close()
