"""The games as Gymnasium environments (extra `purrlor[gymnasium]`): one seat, the others are bots.

    from purrlor.lab import gymnasium
    env = gymnasium.SeatEnv("rat-a-tat-cat", players=4, level="cat")

A reward is the share of the victory, given at the end. `info["action_mask"]` and `action_masks()` say what is legal;
anything else loses the match at once, with a reward of -1 and `info["illegal"]`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from purrlor.bots.players import THINKING, choose_without_search
from purrlor.bots.tree_search.compiled_twins import twin
from purrlor.bots.user_bots import Choose
from purrlor.core.chance import mix
from purrlor.core.errors import BadOption, NotYourTurn
from purrlor.core.game import Game, games
from purrlor.core.language import N_
from purrlor.lab.arena.matches import OWN, Bot, Entrant, read_entrant, searcher
from purrlor.lab.environments.compiled_match import CompiledMatch, match_setup
from purrlor.lab.environments.environment import RENDER_MODES, check_render_mode, feature_bounds, sight
from purrlor.lab.environments.rgb_picture import Picture, picture
from purrlor.lab.kernels.single_match import VEIL

Features = npt.NDArray[np.int16]


class SeatEnv(gymnasium.Env[Features, np.int64]):
    """One match an episode. `seat` is ours; without one it is drawn for every match. `level` is a level, a bot of one's
    own (bots/user_bots.py), or several of these, of which every other seat draws one for every match."""

    metadata: dict[str, object] = {"render_modes": [*RENDER_MODES], "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        of: str | Game,
        players: int | None = None,
        options: Mapping[str, object] | None = None,
        *,
        seat: int | None = None,
        level: Bot | Sequence[Bot] = "cat",
        playouts: int | None = None,
        seconds: float | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.side = match_setup(of, players, options)
        named = [level] if isinstance(level, str) or callable(level) else level
        self.entrants = [read_entrant(bot, playouts, seconds) for bot in named]
        if not self.entrants:
            raise BadOption(N_("Name at least one opponent."))
        if seat is not None and not 0 <= seat < self.side.players:
            raise BadOption(
                N_("There is no seat {seat}: this match has seats 0 to {last}."), seat=seat, last=self.side.players - 1
            )
        self.wanted = seat
        self.render_mode = check_render_mode(render_mode, RENDER_MODES)
        low, high = feature_bounds(self.side.game)
        self.observation_space = spaces.Box(low, high, dtype=np.int16)
        self.action_space = spaces.Discrete(self.side.actions)
        self.seat = seat or 0
        self.match = CompiledMatch(self.side)
        self.started = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, object] | None = None
    ) -> tuple[Features, dict[str, object]]:
        super().reset(seed=seed)
        self.started = True
        seats = self.side.players
        while True:  # a match that ends before we are asked is nothing to learn from
            self.seat = int(self.np_random.integers(seats)) if self.wanted is None else self.wanted
            self.chance = int(self.np_random.integers(1 << 60))
            self.match = CompiledMatch(self.side)
            self.match.start(self.chance)
            self.seat_others()
            self.let_others_play()
            if self.match.seat >= 0:
                return self.observation(), self.facts()

    def seat_others(self) -> None:
        """Who sits where in this match."""
        seats, many = self.side.players, len(self.entrants)
        drawn = self.np_random.integers(many, size=seats) if many > 1 else [0] * seats
        self.others = [self.entrants[k] for k in drawn]
        self.guests: dict[int, Choose] = {
            seat: entrant.seated(self.side.game, mix(self.chance, seat))
            for seat, entrant in enumerate(self.others)
            if entrant.level == OWN and seat != self.seat
        }

    def step(self, action: np.int64 | int) -> tuple[Features, float, bool, bool, dict[str, object]]:
        if not self.started:
            raise NotYourTurn(N_("No match has begun: call reset() before step()."))
        if not 0 <= int(action) < self.side.actions or not self.match.mask >> int(action) & 1:
            return self.observation(), -1.0, True, False, {**self.facts(), "illegal": True}
        self.match.play(int(action))
        self.let_others_play()
        over = self.match.seat < 0
        reward = float(self.match.shares()[self.seat]) if over else 0.0
        return self.observation(), reward, over, False, self.facts()

    def let_others_play(self) -> None:
        while self.match.seat not in (self.seat, -1):
            self.chance = mix(self.chance, 1)
            seat = self.match.seat
            if seat in self.guests:
                self.match.play(self.guests[seat](self.match.view(seat), seat))
            else:
                self.match.play(bot_action(self.match, self.others[seat], self.chance))

    def observation(self) -> Features:
        features = np.zeros(self.side.features, np.int16)
        self.match.observe(self.seat, features)
        return features

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """What is legal now, for learners that mask."""
        mask = np.zeros(self.side.actions, np.bool_)
        mask[self.match.legal()] = True
        return mask

    def facts(self) -> dict[str, object]:
        return {"action_mask": self.action_masks().astype(np.int8), "seat": self.seat}

    def render(self) -> str | Picture | None:
        """ "ansi": the table in words; "rgb_array": a picture of it and of the features; as our seat may know it."""
        if self.render_mode == "ansi":
            return sight(self.match, self.seat)
        if self.render_mode == "rgb_array":
            return picture(self.match, self.seat, self.observation())
        return None


def bot_action(match: CompiledMatch, bot: Entrant, seed: int) -> int:
    """What a bot of ours does that is handed what the deciding seat may know."""
    known, seat = match.side.game, match.seat
    match.side.native.fill_view(match.rows, seat)
    if bot.level in THINKING:
        hidden, budget = match.words[VEIL].tobytes(), {"playouts": bot.playouts, "seconds": bot.seconds}
        return searcher(known.name, bot.level, bot.knobs).choose(hidden, seat, seed, **budget)  # type: ignore[arg-type]
    return choose_without_search(twin(known), match.rows[VEIL], seat, bot.level, seed, bot.mistakes)


def register() -> list[str]:
    """Make `gymnasium.make("purrlor/cat-cafe-v0", players=3)` work; the names."""
    found = [known for known in games() if known.has("lab/observation.py")]
    names = [f"purrlor/{known.name}-v0" for known in found]
    for name, known in zip(names, found, strict=True):
        if name not in gymnasium.registry:
            gymnasium.register(name, entry_point="purrlor.lab.gymnasium:SeatEnv", kwargs={"of": known.name})
    return names
