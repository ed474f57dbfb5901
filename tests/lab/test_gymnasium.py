"""Gymnasium's own checker on our games, and what a single seat may count on."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

gym: Any = pytest.importorskip("gymnasium")

from gymnasium.utils.env_checker import check_env  # noqa: E402

from purrlor.core.errors import BadOption  # noqa: E402
from purrlor.core.game import Game, games  # noqa: E402
from purrlor.lab import gymnasium as ours  # noqa: E402

GAMES = pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
NAMES = ours.register()


def play(env: Any, seed: int) -> float:
    """One match by chance; the reward."""
    dice = np.random.default_rng(seed)
    seen, info = env.reset(seed=seed)
    while True:
        assert env.observation_space.contains(seen)
        mask = info["action_mask"]
        assert mask.any()
        seen, reward, over, cut, info = env.step(int(dice.choice(np.flatnonzero(mask))))
        assert not cut
        if over:
            return float(reward)
        assert reward == 0


@pytest.mark.parametrize("name", NAMES)
def test_check_env(name: str) -> None:
    check_env(gym.make(name, level="random").unwrapped)
    check_env(gym.make(name, level="cat", render_mode="rgb_array").unwrapped)


@GAMES
def test_whole_matches(game: Game) -> None:
    env = ours.SeatEnv(game, players=game.seats[-1], level="random")
    assert all(0.0 <= play(env, seed) <= 1.0 for seed in range(5))


def test_bots_of_every_level() -> None:
    for level in ("random", "kitten", "cat", "tiger", "lion"):
        env = ours.SeatEnv("rat-a-tat-cat", 2, {"rounds": 1}, level=level, playouts=16)
        play(env, 3)
    with pytest.raises(BadOption):
        ours.SeatEnv("cat-cafe", level="lynx")


def test_a_better_level_wins_more() -> None:
    """Against cats a random player wins less than against random ones."""
    won = {
        level: np.mean([play(ours.SeatEnv("rat-a-tat-cat", 2, {"rounds": 1}, level=level), seed) for seed in range(60)])
        for level in ("random", "cat")
    }
    assert won["cat"] < 0.3 < won["random"]


@GAMES
def test_the_same_seed_gives_the_same_match(game: Game) -> None:
    runs = []
    for _ in range(2):
        env = ours.SeatEnv(game, level="cat")
        seen, info = env.reset(seed=5)
        found = [seen.tobytes()]
        for _ in range(10):
            seen, _, over, _, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
            found.append(seen.tobytes())
            if over:
                seen, info = env.reset()
        runs.append(found)
    assert runs[0] == runs[1]
    other, _ = ours.SeatEnv(game, level="cat").reset(seed=6)
    assert game.name == "pocket-cats" or other.tobytes() != runs[0][0]


def test_seats() -> None:
    seats = {ours.SeatEnv("cat-cafe", 4).reset(seed=seed)[1]["seat"] for seed in range(40)}
    assert seats == {0, 1, 2, 3}
    assert ours.SeatEnv("cat-cafe", 4, seat=2).reset(seed=1)[1]["seat"] == 2
    with pytest.raises(BadOption, match="no seat 4"):
        ours.SeatEnv("cat-cafe", 4, seat=4)


def test_an_illegal_action_loses() -> None:
    env = ours.SeatEnv("cat-cafe", 2, level="random")
    env.reset(seed=1)
    wrong = int(np.flatnonzero(~env.action_masks())[0])
    _, reward, over, _, info = env.step(wrong)
    assert (reward, over, info["illegal"]) == (-1.0, True, True)


@GAMES
def test_render(game: Game) -> None:
    env = ours.SeatEnv(game, render_mode="ansi")
    env.reset(seed=2)
    assert len(env.render()) > 20
    assert ours.SeatEnv(game).render() is None
    with pytest.raises(BadOption, match="movie is no way to render"):
        ours.SeatEnv(game, render_mode="movie")
