"""PettingZoo's own suites on our games, and Shimmy's wrapper of the OpenSpiel adapter under the same."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pettingzoo")

from pettingzoo.test import api_test, seed_test

from purrlor.core.errors import BadOption, IllegalAction, NotYourTurn
from purrlor.core.game import Game
from purrlor.lab import openspiel, pettingzoo
from purrlor.lab.environments.rgb_picture import WIDTH, plain, written
from tests.fixtures.catalogue import each_game_with

GAMES = each_game_with("lab/observation.py")
# The suite warns of every observation with an action mask beside it, and of the bounds that Shimmy gives.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
    pytest.mark.filterwarnings("ignore:Agent's m.*imum observation space value is:UserWarning"),
]


def made(game: Game, **more: Any) -> Any:
    options = {"rounds": 1} if game.name == "rat-a-tat-cat" else None
    return pettingzoo.env(game, players=game.seats[-1], options=options, **more)


@GAMES
def test_api_test(game: Game) -> None:
    api_test(made(game), num_cycles=300)


@GAMES
def test_seed_test(game: Game) -> None:
    seed_test(lambda: made(game), num_cycles=60)


@GAMES
def test_a_match_to_its_end(game: Game) -> None:
    """Rewards add up to one victory; masks are what the seat may do, and nobody else may do anything."""
    env = made(game)
    env.reset(seed=4)
    total, dice = dict.fromkeys(env.possible_agents, 0.0), np.random.default_rng(1)
    for agent in env.agent_iter():
        seen, reward, over, _, _ = env.last()
        total[agent] += reward
        if over:
            assert not seen["action_mask"].any()
            env.step(None)
            continue
        assert env.observation_space(agent).contains(seen)
        assert seen["action_mask"].any()
        for other in env.agents:
            assert other == agent or not env.observe(other)["action_mask"].any()
        env.step(int(dice.choice(np.flatnonzero(seen["action_mask"]))))
    assert sum(total.values()) == pytest.approx(1.0)


@GAMES
def test_render(game: Game) -> None:
    env = made(game, render_mode="ansi")
    env.reset(seed=1)
    for _ in range(12):
        env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
    assert "seat 0" in env.render()
    env = made(game, render_mode="rgb_array")
    env.reset(seed=1)
    pictures = []
    for _ in range(12):
        pictures.append(env.render())
        env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[-1]))
    assert {(one.dtype, one.shape) for one in pictures} == {(np.dtype(np.uint8), pictures[0].shape)}
    for part in (pictures[0][:, :WIDTH], pictures[0][:, WIDTH:]):  # words, and features
        assert len(np.unique(part.reshape(-1, 3), axis=0)) > 4
    assert any((one[:, :WIDTH] != pictures[0][:, :WIDTH]).any() for one in pictures)  # the table changes


def test_words_fit_the_picture() -> None:
    """The longest table there is, Cat Café with four players, is shown to its last line."""
    said = "\n".join(["Tower 2 (only 5 left): 1 butterfly, 2 house, 3 bowl, 4 butterfly, 5 cushion; free 6"] * 31)
    made = written(said)
    dark = np.flatnonzero(made.sum(axis=2).min(axis=1) < 300)
    assert dark.max() > 31 * 16 - 16
    assert made[:, -8:].min() > 200  # nothing runs over the edge
    assert plain("bulldog ↑↗ café") == "bulldog  N NE cafe"


def test_an_illegal_action_is_an_error_or_loses() -> None:
    raw = pettingzoo.TableEnv("pocket-cats")
    raw.reset(seed=1)
    before = raw.match.facts.tobytes()
    with pytest.raises(IllegalAction):
        raw.step(49)
    assert raw.match.facts.tobytes() == before
    env = pettingzoo.env("pocket-cats")
    env.reset(seed=1)
    agent = env.agent_selection
    env.step(49)
    assert env.terminations[agent]
    assert env.rewards[agent] == -1


def test_a_way_to_render_that_is_none() -> None:
    with pytest.raises(BadOption, match="choose one of ansi, rgb_array"):
        pettingzoo.TableEnv("pocket-cats", render_mode="human")


def test_seeds_go_on() -> None:
    """Without a seed the next match is another one; with the same seed the whole series comes again."""
    env = pettingzoo.TableEnv("cat-cafe")
    series = []
    for _ in range(2):
        env.reset(seed=9)
        first = env.match.facts.tobytes()
        env.reset()
        series.append((first, env.match.facts.tobytes()))
    assert series[0] == series[1]
    assert series[0][0] != series[0][1]


@pytest.mark.parametrize("name", openspiel.register())
def test_shimmy_wraps_the_openspiel_adapter(name: str) -> None:
    shimmy = pytest.importorskip("shimmy")
    pyspiel = pytest.importorskip("pyspiel")
    env = shimmy.OpenSpielCompatibilityV0(env=pyspiel.load_game(name))
    api_test(env, num_cycles=50)


@pytest.mark.parametrize(
    "way", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["deepcopy", "pickle"]
)
def test_an_environment_copies_and_pickles(way: Any) -> None:
    env = pettingzoo.TableEnv("rat-a-tat-cat", 3, {"rounds": 1})
    way(env)  # before the first match, too
    env.reset(seed=2)
    for _ in range(5):
        env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[-1]))
    other = way(env)
    for _ in range(5):
        for one in (env, other):
            one.step(int(np.flatnonzero(one.observe(one.agent_selection)["action_mask"])[0]))
        assert env.match.facts.tobytes() == other.match.facts.tobytes()


def test_a_step_before_a_reset_is_refused() -> None:
    with pytest.raises(NotYourTurn, match=r"call reset\(\) before step"):
        pettingzoo.TableEnv("cat-cafe").step(0)
