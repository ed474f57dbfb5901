"""The games as Gymnasium environments (extra `purrlor[gymnasium]`): one seat, the others are bots of a level.

    from purrlor.lab import gymnasium
    env = gymnasium.SeatEnv("rat-a-tat-cat", players=4, level="cat")

A reward is the share of the victory, given at the end. `info["action_mask"]` and `action_masks()` say what is legal;
anything else loses the match at once, with a reward of -1 and `info["illegal"]`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from purrlor.bots.players import THINKING, at_once, check_level, thinker
from purrlor.bots.twins import twin
from purrlor.core.chance import mix
from purrlor.core.errors import BadOption
from purrlor.core.game import Game, games
from purrlor.core.language import N_
from purrlor.lab.lane import VEIL
from purrlor.lab.picture import picture
from purrlor.lab.seeing import check_render_mode, plane_bounds, sight
from purrlor.lab.single import Single, side

Planes = npt.NDArray[np.int16]


class SeatEnv(gymnasium.Env[Planes, Any]):
    """One match an episode. `seat` is ours; without one it is drawn anew for every match."""

    metadata: dict[str, Any] = {"render_modes": ["ansi", "rgb_array"], "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        of: str | Game,
        players: int | None = None,
        options: Mapping[str, object] | None = None,
        *,
        seat: int | None = None,
        level: str = "cat",
        playouts: int | None = None,
        seconds: float | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.side = side(of, players, options)
        self.level, self.playouts, self.seconds = check_level(level), playouts, seconds
        if seat is not None and not 0 <= seat < self.side.players:
            raise BadOption(
                N_("There is no seat {seat}: this match has seats 0 to {last}."), seat=seat, last=self.side.players - 1
            )
        self.wanted = seat
        self.render_mode = check_render_mode(render_mode, self.metadata["render_modes"])
        low, high = plane_bounds(self.side.game)
        self.observation_space = spaces.Box(low, high, dtype=np.int16)
        self.action_space = spaces.Discrete(self.side.actions)
        self.seat = seat or 0
        self.match = Single(self.side)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Planes, dict[str, Any]]:
        super().reset(seed=seed)
        seats = self.side.players
        while True:  # a match that ends before we are asked is nothing to learn from
            self.seat = int(self.np_random.integers(seats)) if self.wanted is None else self.wanted
            self.chance = int(self.np_random.integers(1 << 60))
            self.match = Single(self.side)
            self.match.start(self.chance)
            self.let_others_play()
            if self.match.seat >= 0:
                return self.seen(), self.facts()

    def step(self, action: Any) -> tuple[Planes, float, bool, bool, dict[str, Any]]:
        if not 0 <= int(action) < self.side.actions or not self.match.mask >> int(action) & 1:
            return self.seen(), -1.0, True, False, {**self.facts(), "illegal": True}
        self.match.play(int(action))
        self.let_others_play()
        over = self.match.seat < 0
        reward = float(self.match.shares()[self.seat]) if over else 0.0
        return self.seen(), reward, over, False, self.facts()

    def let_others_play(self) -> None:
        while self.match.seat not in (self.seat, -1):
            self.chance = mix(self.chance, 1)
            self.match.play(bot_action(self.match, self.level, self.chance, self.playouts, self.seconds))

    def seen(self) -> Planes:
        planes = np.zeros(self.side.planes, np.int16)
        self.match.observe(self.seat, planes)
        return planes

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """What is legal now, for learners that mask."""
        mask = np.zeros(self.side.actions, np.bool_)
        mask[self.match.legal()] = True
        return mask

    def facts(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks().astype(np.int8), "seat": self.seat}

    def render(self) -> Any:
        """ "ansi": the table in words; "rgb_array": a picture of them and of the planes; as our seat may know it."""
        if self.render_mode == "ansi":
            return sight(self.match, self.seat)
        if self.render_mode == "rgb_array":
            return picture(self.match, self.seat, self.seen())
        return None


def bot_action(match: Single, level: str, seed: int, playouts: int | None, seconds: float | None) -> int:
    """What a bot does that is handed what the deciding seat may know."""
    known, seat = match.side.game, match.seat
    match.side.native.look(match.rows, seat)
    if level in THINKING:
        hidden = match.words[VEIL].tobytes()
        return thinker(known, level).choose(hidden, seat, seed, playouts=playouts, seconds=seconds)
    return at_once(twin(known), match.rows[VEIL], seat, level, seed)


def register() -> list[str]:
    """Make `gymnasium.make("purrlor/cat-cafe-v0", players=3)` work; the names."""
    names = [f"purrlor/{known.name}-v0" for known in games()]
    for name, known in zip(names, games(), strict=True):
        if name not in gymnasium.registry:
            gymnasium.register(name, entry_point="purrlor.lab.gymnasium:SeatEnv", kwargs={"of": known.name})
    return names
