"""Thousands of matches at once, on the compiled rules.

    env = VectorEnv("cat-cafe", lanes=4096, players=3, seed=1)
    env.reset()
    while True:
        env.step(policy(env.observations, env.masks))        # one decision in every lane, by the seat env.seats[k]

With `opponents` bots play some of the seats (lab/environments/opponents.py); only the other seats are asked.

The arrays are made once and written over by every step: copy what must last. `rewards[k]` and `done[k]` speak of the
decision just made; where a match ended, observation, mask and seat are already those of the next match in that lane.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, TypedDict, cast

import numpy as np
import numpy.typing as npt

from purrlor.core.chance import mix
from purrlor.core.compilers.compiling_notice import show_compiling
from purrlor.core.errors import BadOption, IllegalAction, NotYourTurn
from purrlor.core.game import Game, State, game
from purrlor.core.installation.extras import require
from purrlor.core.language import N_
from purrlor.core.seats import members
from purrlor.lab.environments.environment import compiled_lanes, feature_bounds, laid_row
from purrlor.lab.environments.opponents import Guests, Opponents, Others
from purrlor.lab.kernels.vector import LEARN, REPLY, RESTART

if TYPE_CHECKING:
    from gymnasium import spaces

Array = npt.NDArray[np.int64]


Saved = dict[str, object]  # everything of an environment by its name: plain arrays and numbers, and bots of one's own


class Pickled(TypedDict):
    facts: dict[str, object]
    saved: Saved


ARRAYS = (
    "states", "begun", "early", "legal", "seats", "observations", "masks", "rewards", "done", "scores", "lengths",
    "actions",
)  # fmt: skip
NUMBERS = ("seed", "drawn", "answered", "started")


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
        opponents: Opponents | None = None,
    ) -> None:
        self.game = of if isinstance(of, Game) else game(of)
        self.players = self.game.seats[0] if players is None else players
        if lanes < 1 or threads < 1:
            raise BadOption(N_("A vector environment needs at least one lane and one thread."))
        self.lanes, self.skip, self.seed, self.threads, self.opponents = int(lanes), skip, int(seed), threads, opponents
        self.options = self.game.settle(self.players, options)
        self.native = compiled_lanes(self.game)
        low, high = feature_bounds(self.game)
        self.low, self.high = low, high
        width = int(self.game.part("lab.observation").ACTIONS)
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
        self.begun = np.zeros(lanes, np.int64)
        self.early = np.zeros(lanes, np.int32)
        shared = (self.legal, self.seats, self.begun, self.early, self.observations, self.masks)
        found = (self.rewards, self.done, self.scores, self.lengths)
        ends = np.linspace(0, lanes, min(threads, lanes) + 1).astype(int)
        self.slices = [(int(a), int(b)) for a, b in pairwise(ends)]
        self.workspaces = [(self.states, fresh.repeat(2), *shared, *found) for _ in self.slices]
        self.pool = ThreadPoolExecutor(len(self.slices) - 1) if len(self.slices) > 1 else None
        self.lock = threading.Lock()
        self.others = None if opponents is None else Others(self.game, lanes, self.players, opponents)
        self.replies = np.zeros(lanes, np.int64)
        self.drawn = self.answered = 0
        self.started = False

    def reset(self, seed: int | None = None) -> None:
        """All lanes start again; the same seed gives the same matches for the same decisions."""
        self.seed = self.seed if seed is None else int(seed)
        self.drawn = self.answered = 0
        if self.others is not None:
            self.others.guests.clear()
        with nullcontext() if self.started else show_compiling():
            self.spread(self.actions, RESTART)
            self.let_others_play()
        self.started = True

    def step(self, actions: npt.ArrayLike | None = None) -> None:
        """One decision in every lane, by default those in `self.actions`; if one is illegal, nothing moves."""
        if not self.started:
            raise NotYourTurn(N_("No match has begun: call reset() before step()."))
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
        self.spread(chosen, LEARN)
        self.let_others_play()

    def let_others_play(self) -> None:
        """The opponents' decisions, until the learner is asked in every lane."""
        others = self.others
        if others is None:
            return
        while True:
            self.answered += 1
            seed = mix(mix(self.seed, self.answered), 3)
            shared = (self.legal, self.seats, others.who, self.replies, seed)
            jobs = [
                (self.states, workspace[1], *shared, *ends)
                for workspace, ends in zip(self.workspaces, self.slices, strict=True)
            ]
            if not any(self.run(others.native.answer, jobs)):
                return
            others.fill_in(self.states, self.seats, self.begun, self.replies, seed)
            self.spread(self.replies, REPLY)

    def draw_actions(self) -> Array:
        """A random legal action for every lane, into `self.actions`."""
        self.drawn += 1
        self.native.draw_actions(self.legal, self.actions, self.seed * 1_000_003 + self.drawn)
        return self.actions

    def spread(self, actions: Array, what: int) -> None:
        """One step of all lanes."""
        facts = (self.lanes, int(self.skip), self.seed, actions, what)
        self.run(
            self.native.step,
            [(workspace, *ends, *facts) for workspace, ends in zip(self.workspaces, self.slices, strict=True)],
        )

    def run(self, work: Callable[..., int | None], jobs: Sequence[tuple[object, ...]]) -> list[int | None]:
        """The compiled work on each slice of lanes, the last one in this thread; the GIL is released."""
        with self.lock:
            waiting = [self.pool.submit(work, *job) for job in jobs[:-1]] if self.pool else []
            last = work(*jobs[-1])
            return [*(future.result() for future in waiting), last]

    # ------------------------------------------------------------ what the numbers mean
    @property
    def observation_names(self) -> tuple[str, ...]:
        """Of the columns of `observations`."""
        return tuple(name for name, _, _ in self.game.part("lab.observation").FEATURES)

    def action_names(self, lane: int) -> dict[int, str]:
        """What the deciding seat of a lane may do, in words."""
        hidden, seat = self.view(lane), int(self.seats[lane])
        label, t = self.game.words.label, self.game.translations("en")
        return {action: label(hidden, seat, action, t) for action in members(int(self.legal[lane]))}

    def view(self, lane: int) -> State:
        """What the deciding seat of a lane may know, as the plain rules have it."""
        state = self.game.rules.State.from_bytes(self.states[lane].tobytes())
        return self.game.hidden(state, int(self.seats[lane]))

    @cached_property
    def single_observation_space(self) -> spaces.Space[npt.NDArray[np.int16]]:
        """Of one lane, as Gymnasium has it; like the other spaces it needs `purrlor[gymnasium]`."""
        require("VectorEnv.observation_space", "gymnasium")
        from gymnasium import spaces

        return spaces.Box(self.low, self.high, dtype=np.int16)

    @cached_property
    def single_action_space(self) -> spaces.Space[np.int64]:
        require("VectorEnv.action_space", "gymnasium")
        from gymnasium import spaces

        return spaces.Discrete(self.masks.shape[1])

    @cached_property
    def observation_space(self) -> spaces.Space[npt.NDArray[np.int16]]:
        """Of all lanes together."""
        space = self.single_observation_space
        from gymnasium.vector.utils import batch_space

        return batch_space(space, self.lanes)

    @cached_property
    def action_space(self) -> spaces.Space[npt.NDArray[np.int64]]:
        space = self.single_action_space
        from gymnasium.vector.utils import batch_space

        return batch_space(space, self.lanes)

    # ------------------------------------------------------------ to go back, and to go on elsewhere
    def save(self) -> Saved:
        """Everything as it is now, for `restore`."""
        saved: Saved = {name: getattr(self, name).copy() for name in ARRAYS}
        saved |= {name: getattr(self, name) for name in NUMBERS}
        saved["others"] = None if self.others is None else self.others.save()
        return saved

    def restore(self, saved: Saved) -> None:
        """Go back to what `save` gave: the same decisions then lead to the same matches again."""
        states = saved["states"]
        if not isinstance(states, np.ndarray) or (states.shape, states.dtype) != (self.states.shape, self.states.dtype):
            raise BadOption(N_("These states are of another game or of another number of lanes."))
        for name in ARRAYS:
            np.copyto(getattr(self, name), np.asarray(saved[name]))
        for name in NUMBERS:
            setattr(self, name, saved[name])
        if self.others is not None:
            self.others.restore(cast(Guests, saved["others"]))

    def __getstate__(self) -> Pickled:
        facts = {name: getattr(self, name) for name in ("lanes", "players", "options", "skip", "threads", "opponents")}
        return {"facts": {"of": self.game, **facts}, "saved": self.save()}

    def __setstate__(self, state: Pickled) -> None:
        VectorEnv.__init__(self, **state["facts"])  # type: ignore[arg-type]
        self.restore(state["saved"])

    def close(self) -> None:
        if self.pool is not None:
            self.pool.shutdown()

    def __enter__(self) -> VectorEnv:
        return self

    def __exit__(self, *problem: object) -> None:
        self.close()
