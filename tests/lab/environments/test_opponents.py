"""A vector environment with opponents on some seats; going back, and going on elsewhere."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest

from purrlor.core.errors import BadOption, NotYourTurn
from purrlor.core.game import Game, game, games
from purrlor.lab.vector import VectorEnv
from tests.fixtures.catalogue import each_game_with

GAMES = each_game_with("lab/observation.py", name="known")
QUICK = {"rat-a-tat-cat": {"rounds": 1}}
KNOWN = {known.rules.State: known for known in games()}


def last(hidden: Any, seat: int) -> int:
    return KNOWN[type(hidden)].legal(hidden, seat)[-1]


class Alternating:
    """Remembers how often it was asked, so that a copy must remember, too."""

    def __init__(self, game: Game) -> None:
        self.game, self.asked = game, 0

    def choose(self, hidden: Any, seat: int) -> int:
        assert hidden == self.game.hidden(hidden, seat)
        self.asked += 1
        choices = self.game.legal(hidden, seat)
        return choices[self.asked % len(choices)]


def made(known: Game, lanes: int, opponents: Any, **more: Any) -> VectorEnv:
    env = VectorEnv(known, lanes, known.seats[-1], QUICK.get(known.name), opponents=opponents, **more)
    env.reset()
    return env


def run(env: VectorEnv, steps: int) -> list[bytes]:
    found = []
    for _ in range(steps):
        env.step(env.draw_actions())
        found.append(b"".join(a.tobytes() for a in (env.states, env.observations, env.rewards, env.done, env.lengths)))
    return found


@GAMES
def test_opponents_play_as_if_the_learner_played_their_seats(known: Game) -> None:
    """The same match twice: once with a bot on seat 1, once with all its decisions made from outside."""
    for seed in range(3):
        env = made(known, 1, {1: last}, seed=seed)
        plain = made(known, 1, None, seed=seed)
        ended = 0
        for _ in range(150):
            while plain.seats[0] == 1:
                plain.step([max(plain.action_names(0))])
            assert env.seats[0] == plain.seats[0] != 1
            assert env.states.tobytes() == plain.states.tobytes()
            assert env.observations.tobytes() == plain.observations.tobytes()
            action = env.draw_actions().copy()
            env.step(action)
            plain.step(action)
            paid = plain.rewards.copy(), plain.lengths.copy(), bool(plain.done[0])
            while not paid[2] and plain.seats[0] == 1:
                plain.step([max(plain.action_names(0))])
                paid = plain.rewards.copy(), plain.lengths.copy(), bool(plain.done[0])
            assert bool(env.done[0]) == paid[2]
            ended += paid[2]
            if paid[2]:
                assert env.rewards.tobytes() == paid[0].tobytes()
                assert env.lengths.tobytes() == paid[1].tobytes()
        assert ended or known.name in ("more-kitties", "cat-cafe")


@GAMES
def test_one_bot_takes_all_seats_but_the_learners(known: Game) -> None:
    env = made(known, 13, "random", seed=3)
    for _ in range(60):
        assert env.seats.tolist() == [lane % env.players for lane in range(13)]
        env.step(env.draw_actions())


def test_every_kind_of_bot_on_its_seat() -> None:
    bots = {0: "cat", 1: "kitten", 2: "tiger:4", 3: last, 4: Alternating}
    env = made(game("rat-a-tat-cat"), 6, bots, seed=2)
    ended = 0
    for _ in range(60):
        assert (env.seats == 5).all()
        env.step(env.draw_actions())
        ended += int(env.done.sum())
    assert ended


def test_sensible_opponents_beat_a_random_learner() -> None:
    won = {}
    for level in ("random", "cat"):
        env = VectorEnv("rat-a-tat-cat", 64, 2, {"rounds": 1}, opponents={1: level}, seed=1)
        env.reset()
        paid = np.zeros(2)
        for _ in range(200):
            env.step(env.draw_actions())
            paid += env.rewards.sum(axis=0)
        won[level] = paid[0] / paid.sum()
    assert won["cat"] < 0.3
    assert 0.4 < won["random"] < 0.6


@GAMES
def test_threads_make_no_difference(known: Game) -> None:
    alone, shared = made(known, 11, "cat", seed=5), made(known, 11, "cat", seed=5, threads=3)
    assert run(alone, 30) == run(shared, 30)
    shared.close()


@GAMES
@pytest.mark.parametrize("opponents", [None, "random", {0: Alternating}], ids=["none", "random", "own"])
def test_going_back(known: Game, opponents: Any) -> None:
    env = made(known, 7, opponents, seed=4)
    run(env, 9)
    saved, places = env.save(), env.observations.ctypes.data
    first = run(env, 25)
    env.restore(saved)
    assert run(env, 25) == first
    env.restore(pickle.loads(pickle.dumps(saved)))
    assert run(env, 25) == first
    assert env.observations.ctypes.data == places  # the arrays are still the same ones


@pytest.mark.parametrize(
    "way", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["deepcopy", "pickle"]
)
@pytest.mark.parametrize("opponents", [None, {0: Alternating, 1: "random"}], ids=["none", "own"])
def test_going_on_elsewhere(opponents: Any, way: Any) -> None:
    env = made(game("rat-a-tat-cat"), 5, opponents, seed=4, threads=2, skip=True)
    run(env, 5)
    other = way(env)
    assert run(other, 20) == run(env, 20)
    env.close()
    other.close()


def test_states_of_another_environment_are_refused() -> None:
    saved = made(game("cat-cafe"), 4, None).save()
    for other in (made(game("cat-cafe"), 5, None), made(game("pocket-cats"), 4, None)):
        with pytest.raises(BadOption, match="another game or of another number"):
            other.restore(saved)


def test_a_step_before_a_reset_is_refused() -> None:
    with pytest.raises(NotYourTurn, match=r"call reset\(\) before step"):
        VectorEnv("cat-cafe", 2).step([0, 0])


@pytest.mark.parametrize("wrong", ["puma", {0: "puma"}, {7: "cat"}, {-1: "cat"}, {0: "cat", 1: "cat"}, {"0": "cat"}])
def test_opponents_that_are_none(wrong: Any) -> None:
    with pytest.raises(BadOption):
        VectorEnv("cat-cafe", 2, 2, opponents=wrong)


@GAMES
def test_numbers_have_names(known: Game) -> None:
    env = made(known, 3, "random", seed=1)
    assert len(env.observation_names) == len(set(env.observation_names)) == env.observations.shape[1]
    for lane in range(3):
        names = env.action_names(lane)
        assert sorted(names) == np.flatnonzero(env.masks[lane]).tolist()
        assert all(names.values())
        assert env.view(lane) == known.hidden(env.view(lane), int(env.seats[lane]))


def test_spaces() -> None:
    pytest.importorskip("gymnasium")
    env = made(game("rat-a-tat-cat"), 3, "random")
    assert env.observation_space.shape == env.observations.shape
    assert env.observation_space.contains(env.observations)
    assert env.single_observation_space.contains(env.observations[0])
    assert env.action_space.contains(env.draw_actions())
    assert env.single_action_space.n == env.masks.shape[1]
