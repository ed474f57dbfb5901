"""The vector environment: the same matches as one by one, wherever the lanes are cut; nothing illegal, no copies."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from purrlor.core.chance import mix, seed_rng
from purrlor.core.errors import BadOption, IllegalAction
from purrlor.core.game import Game, games
from purrlor.core.seats import first, members
from purrlor.lab.vector import VectorEnv
from tests.fixtures.catalogue import each_game_with

GAMES = each_game_with("lab/observation.py")
QUICK = {"rat-a-tat-cat": {"rounds": 1}}


def made(game: Game, lanes: int, **more: Any) -> VectorEnv:
    env = VectorEnv(game, lanes, game.seats[-1], QUICK.get(game.name), **more)
    env.reset()
    return env


@GAMES
def test_lanes_are_the_matches_of_the_plain_rules(game: Game) -> None:
    """Played beside the plain rules from the same seeds: all that is seen is the same."""
    lanes, features = 3, game.part("lab.observation")
    env = made(game, lanes, seed=11)
    begun = [0] * lanes
    tables = [new_table(game, env, k, 0) for k in range(lanes)]
    ended = 0
    for _ in range(400):
        for k, s in enumerate(tables):
            seat = first(game.rules.waiting(s))
            assert env.seats[k] == seat
            assert np.flatnonzero(env.masks[k]).tolist() == list(members(game.rules.legal(s, seat)))
            out = [0] * len(features.FEATURES)
            features.observe(game.hidden(s, seat), seat, out)
            assert env.observations[k].tolist() == out
        actions = env.draw_actions().copy()
        env.step(actions)
        for k, s in enumerate(tables):
            game.rules.apply(s, first(game.rules.waiting(s)), int(actions[k]))
            over = game.rules.waiting(s) == 0
            assert env.done[k] == over
            if over:
                won = members(game.rules.winners(s))
                assert env.rewards[k].tolist() == pytest.approx(
                    [1 / len(won) if seat in won else 0.0 for seat in range(env.players)]
                )
                assert env.scores[k].tolist() == [game.rules.score(s, seat) for seat in range(env.players)]
                begun[k] += 1
                ended += 1
                tables[k] = new_table(game, env, k, begun[k])
            else:
                assert not env.rewards[k].any()
    assert ended or game.name == "more-kitties"


def new_table(game: Game, env: VectorEnv, lane: int, number: int) -> Any:
    s = game.laid_out(env.players, QUICK.get(game.name))
    seed_rng(s, mix(env.seed, number * env.lanes + lane))
    game.rules.start(s)
    return s


@GAMES
def test_threads_and_seeds(game: Game) -> None:
    """However many threads, the same; another seed, other matches."""
    alone, shared, other = made(game, 37, seed=5), made(game, 37, seed=5, threads=3), made(game, 37, seed=6)
    for _ in range(80):
        for env in (alone, shared, other):
            env.step(env.draw_actions())
        assert alone.states.tobytes() == shared.states.tobytes()
        assert alone.observations.tobytes() == shared.observations.tobytes()
    assert alone.states.tobytes() != other.states.tobytes()
    first_seen = shared.observations.copy()
    shared.reset(seed=5)
    for _ in range(80):
        shared.step(shared.draw_actions())
    assert shared.observations.tobytes() == first_seen.tobytes()
    shared.close()


@GAMES
def test_skipping_leaves_real_choices_only(game: Game) -> None:
    env = made(game, 50, seed=2, skip=True)
    for _ in range(100):
        assert (env.masks.sum(axis=1) > 1).all()
        env.step(env.draw_actions())


def test_arrays_are_made_once() -> None:
    env = made(games()[0], 8)
    arrays = [env.observations, env.masks, env.rewards, env.done, env.seats, env.scores]
    places = [array.ctypes.data for array in arrays]
    for _ in range(20):
        env.step(env.draw_actions())
    assert [array.ctypes.data for array in (env.observations, env.masks, env.rewards, env.done)] == places[:4]


def test_an_illegal_action_is_refused_and_nothing_moves() -> None:
    env = made(games()[0], 8)
    before = env.states.tobytes()
    actions = env.draw_actions().copy()
    actions[5] = 23
    with pytest.raises(IllegalAction, match="cannot do 23"):
        env.step(actions)
    for wrong in (actions[:5], actions.astype(float), np.full(8, -1), np.full(8, 99)):
        with pytest.raises(IllegalAction):
            env.step(wrong)
    assert env.states.tobytes() == before


def test_bad_sizes_are_refused() -> None:
    with pytest.raises(BadOption):
        VectorEnv("cat-cafe", 0)
    with pytest.raises(BadOption):
        VectorEnv("cat-cafe", 4, 9)
