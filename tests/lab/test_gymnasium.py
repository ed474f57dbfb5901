"""Gymnasium's own checker on our games, and what a single seat may count on."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest

gym: Any = pytest.importorskip("gymnasium")

from gymnasium.utils.env_checker import check_env  # noqa: E402

from purrlor.core.errors import BadOption, NotYourTurn  # noqa: E402
from purrlor.core.game import Game, game  # noqa: E402
from purrlor.lab import gymnasium as ours  # noqa: E402
from tests.fixtures.catalogue import each_game_with  # noqa: E402

GAMES = each_game_with("lab/observation.py")
NAMES = ours.register()
RAT = game("rat-a-tat-cat")


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


def last(hidden: Any, seat: int) -> int:
    return RAT.legal(hidden, seat)[-1]


class First:
    """A player that counts its decisions."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game, self.seed, self.asked = game, seed, 0

    def choose(self, hidden: Any, seat: int) -> int:
        assert hidden == self.game.hidden(hidden, seat)
        self.asked += 1
        return self.game.legal(hidden, seat)[0]


def test_own_and_mixed_opponents() -> None:
    for level in (last, First, [last, First, "cat", "tiger:8"], [f"{__name__}:First", "kitten"]):
        env = ours.SeatEnv(RAT, 4, {"rounds": 1}, level=level)
        for seed in range(4):
            play(env, seed)
    assert {other.name for other in env.others} <= {f"{__name__}:First", "kitten"}
    mixed = {
        tuple(entrant.name for entrant in env.others)
        for env in [ours.SeatEnv(RAT, 4, {"rounds": 1}, level=["cat", "random"])]
        for seed in range(12)
        if env.reset(seed=seed)
    }
    assert len(mixed) > 4
    for wrong in ("puma", [], ["cat", "puma"]):
        with pytest.raises(BadOption):
            ours.SeatEnv(RAT, level=wrong)


@GAMES
@pytest.mark.parametrize(
    "way", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["deepcopy", "pickle"]
)
def test_an_environment_copies_and_pickles(game: Game, way: Any) -> None:
    env = ours.SeatEnv(game, level=["cat", First])
    way(env)  # before the first match, too
    _, info = env.reset(seed=3)
    for _ in range(3):
        _, _, over, _, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
        assert not over
    other = way(env)
    runs = []
    for one in (env, other):
        found = []
        for _ in range(30):
            seen, reward, over, _, _ = one.step(int(np.flatnonzero(one.action_masks())[0]))
            found.append((seen.tobytes(), reward, over))
            if over:
                one.reset()
        runs.append(found)
    assert runs[0] == runs[1]


def test_a_step_before_a_reset_is_refused() -> None:
    with pytest.raises(NotYourTurn, match=r"call reset\(\) before step"):
        ours.SeatEnv("cat-cafe").step(0)
