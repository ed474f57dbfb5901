"""The games as PettingZoo environments (extra `purrlor[pettingzoo]`): agents in turn, every seat an agent.

    from purrlor.lab import pettingzoo
    env = pettingzoo.env("cat-cafe", players=3)

A reward is the share of the victory, given at the end; before it is 0. Choices made at the same time come one after
the other, lowest seat first, and stay hidden: an observation is made of what its seat may know.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypedDict

import numpy as np
import numpy.typing as npt
import pettingzoo
from gymnasium import spaces
from pettingzoo.utils import wrappers

from purrlor.core.errors import IllegalAction, NotYourTurn
from purrlor.core.game import Game
from purrlor.core.language import N_
from purrlor.core.seats import WATCHER
from purrlor.lab.environments.compiled_match import CompiledMatch, match_setup
from purrlor.lab.environments.environment import RENDER_MODES, check_render_mode, feature_bounds, sight
from purrlor.lab.environments.rgb_picture import Picture, picture


def env(of: str | Game, **facts: Mapping[str, object] | int | str | None) -> pettingzoo.AECEnv:
    """The environment as PettingZoo likes it: an illegal action loses at once, a wrong order is an error."""
    made: pettingzoo.AECEnv = TableEnv(of, **facts)  # type: ignore[arg-type]
    made = wrappers.TerminateIllegalWrapper(made, illegal_reward=-1)
    made = wrappers.AssertOutOfBoundsWrapper(made)
    return wrappers.OrderEnforcingWrapper(made)


class Observed(TypedDict):
    """What an agent observes."""

    observation: npt.NDArray[np.int16]
    action_mask: npt.NDArray[np.int8]


class TableEnv(pettingzoo.AECEnv):  # type: ignore[misc]
    """The environment itself: an illegal action is an error and changes nothing."""

    metadata: dict[str, object] = {"render_modes": [*RENDER_MODES], "is_parallelizable": False, "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        of: str | Game,
        players: int | None = None,
        options: Mapping[str, object] | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.side = match_setup(of, players, options)
        name = f"purrlor_{self.side.game.name.replace('-', '_')}_v0"
        self.metadata = {**type(self).metadata, "name": name}
        self.render_mode = check_render_mode(render_mode, RENDER_MODES)
        self.possible_agents = [f"seat_{seat}" for seat in range(self.side.players)]
        self.agents: list[str] = []
        low, high = feature_bounds(self.side.game)
        actions = self.side.actions
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(low, high, dtype=np.int16),
                    "action_mask": spaces.Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self.dice = np.random.default_rng()
        self.match = CompiledMatch(self.side)

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, object] | None = None) -> None:
        """A new match: of this seed, or the next one of the seed given before."""
        if seed is not None:
            self.dice = np.random.default_rng(seed)
        self.match = CompiledMatch(self.side)
        self.match.start(int(self.dice.integers(1 << 60)))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, object]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.match.seat]

    def observe(self, agent: str) -> Observed:
        seat = self.possible_agents.index(agent)
        features, mask = np.zeros(self.side.features, np.int16), np.zeros(self.side.actions, np.int8)
        self.match.observe(seat, features)
        if seat == self.match.seat:
            mask[self.match.legal()] = 1
        return {"observation": features, "action_mask": mask}

    def step(self, action: int | None) -> None:
        if not self.agents:
            raise NotYourTurn(N_("No match has begun: call reset() before step()."))
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        match = self.match
        if action is None or not 0 <= action < 63 or not match.mask >> int(action) & 1:
            raise IllegalAction(
                N_("Seat {seat} cannot do {action} now: its choices are {choices}."),
                seat=match.seat,
                action=action,
                choices=", ".join(map(str, match.legal())),
            )
        self._clear_rewards()
        self._cumulative_rewards[agent] = 0.0
        match.play(int(action))
        if match.seat >= 0:
            self.agent_selection = self.possible_agents[match.seat]
        else:
            self.rewards = {agent: float(share) for agent, share in zip(self.agents, match.shares(), strict=True)}
            self.terminations = dict.fromkeys(self.agents, True)
            self._deads_step_first()
        self._accumulate_rewards()

    def render(self) -> str | Picture | None:
        """ "ansi": what everybody sees of the table; "rgb_array": a picture of that and of the deciding seat's
        features."""
        if self.render_mode == "ansi":
            return sight(self.match, WATCHER)
        if self.render_mode == "rgb_array":
            agent = self.possible_agents[max(self.match.seat, 0)]
            return picture(self.match, WATCHER, self.observe(agent)["observation"])
        return None

    def close(self) -> None:
        """Nothing is open."""
