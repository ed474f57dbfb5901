"""OpenSpiel's own suites on our games, and what the adapter promises beyond them."""

from __future__ import annotations

import pickle
import random
import sys
import unittest
from random import Random
from typing import Any

import pytest

pyspiel: Any = pytest.importorskip("pyspiel")

from purrlor.core.game import game  # noqa: E402
from purrlor.lab import openspiel  # noqa: E402

NAMES = openspiel.register()
GAMES = pytest.mark.parametrize("name", NAMES)
QUICK = {"purrlor_rat_a_tat_cat": "purrlor_rat_a_tat_cat(players=3,rounds=1)"}


def played(name: str, seed: int, steps: int) -> Any:
    """A state after so many random steps, chance included, or at the end if that comes first."""
    dice, state = Random(seed), pyspiel.load_game(QUICK.get(name, name)).new_initial_state()
    while steps and not state.is_terminal():
        steps -= 0 if state.is_chance_node() else 1
        state.apply_action(dice.choice(state.legal_actions()))
    return state


@GAMES
def test_random_sim_test(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(QUICK.get(name, name)), num_sims=2, serialize=True, verbose=False)


def test_options_are_parameters() -> None:
    for text, options in (
        ("purrlor_cat_cafe(players=4,mice=chains)", {"mice": "chains", "towers": "house"}),
        ("purrlor_more_kitties(players=5,colours=6,open=True)", {"colours": "6", "open": True}),
        ("purrlor_pocket_cats(clans=expert,powers=False)", {"clans": "expert", "powers": False}),
        ("purrlor_rat_a_tat_cat(length=limit,limit=50)", {"length": "limit", "limit": 50}),
    ):
        game = pyspiel.load_game(text)
        assert options.items() <= game.side.options.items()
        pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


def test_api_test() -> None:
    """The integration test of OpenSpiel, for our games: it builds its list of games when it is imported."""
    from absl import flags

    flags.FLAGS(sys.argv[:1])
    from open_spiel.integration_tests import api_test

    flags.FLAGS.test_only_games = "purrlor_.*"
    suite = api_test.load_tests(unittest.TestLoader(), None, None)
    assert suite.countTestCases() == 5 * len(NAMES)
    random.seed(7)  # it samples a few states of a game: the same ones whatever ran before
    result = unittest.TextTestRunner(verbosity=0).run(suite)
    assert result.wasSuccessful(), result.failures + result.errors


@GAMES
def test_is_mcts_plays_a_whole_match(name: str) -> None:
    import numpy as np
    from open_spiel.python.algorithms import ismcts, mcts

    game = pyspiel.load_game(QUICK.get(name, name))
    dice = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, dice), 1.0, 2, random_state=dice)
    state = game.new_initial_state()
    while not state.is_terminal():
        by_chance = state.is_chance_node()
        state.apply_action(int(dice.choice(state.legal_actions()) if by_chance else bot.step(state)))
    assert sum(state.returns()) == pytest.approx(1.0)


@GAMES
def test_resampling_keeps_what_the_player_knows(name: str) -> None:
    different = 0
    for seed in range(6):
        state = played(name, seed, 10 + 5 * seed)
        if state.is_terminal() or state.is_chance_node():
            continue
        player = state.current_player()
        other = state.resample_from_infostate(player, pyspiel.UniformProbabilitySampler(0.0, 1.0))
        assert other.current_player() == player
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.observation_tensor(player) == state.observation_tensor(player)
        assert other.legal_actions() == state.legal_actions()
        different += str(other) != str(state)
    assert different


@GAMES
def test_resampling_where_chance_is_to_speak(name: str) -> None:
    """Before the deal nothing is known; later the decision under way stays under way."""
    dice = Random(2)
    state = pyspiel.load_game(QUICK.get(name, name)).new_initial_state()
    met = 0
    while not state.is_terminal() and met < 40:
        if state.is_chance_node():
            met += 1
            for player in range(state.num_players()):
                other = state.resample_from_infostate(player, dice.random)
                assert other.is_chance_node()
                assert other.information_state_string(player) == state.information_state_string(player)
                while not other.is_terminal() and met % 8 == 0:
                    other.apply_action(dice.choice(other.legal_actions()))
        state.apply_action(dice.choice(state.legal_actions()))
    assert met > 5


def test_games_are_no_longer_than_they_say() -> None:
    for text, most in (
        ("purrlor_rat_a_tat_cat(players=2,rounds=1)", 2_525),
        ("purrlor_rat_a_tat_cat(players=6,length=minutes)", 1_514_401),
        ("purrlor_cat_cafe(players=3)", 384),
    ):
        assert pyspiel.load_game(text).max_game_length() == most


@GAMES
def test_clones_and_pickles_go_on_alike_and_apart(name: str) -> None:
    state = played(name, 3, 12)
    for copy in (state.clone(), pickle.loads(pickle.dumps(state))):
        assert str(copy) == str(state)
        assert copy.history() == state.history()
        before = str(state)
        while not copy.is_terminal():
            copy.apply_action(copy.legal_actions()[0])
        assert str(state) == before
    first, second = state.clone(), state.get_game().deserialize_state(state.serialize())
    while not first.is_terminal():
        action = first.legal_actions()[-1]
        for one in (first, second):
            one.apply_action(action)
    assert str(first) == str(second)


@GAMES
def test_a_history_leads_to_the_same_state(name: str) -> None:
    state = played(name, 4, 60)
    again = state.get_game().new_initial_state()
    for action in state.history():
        again.apply_action(action)
    assert str(again) == str(state)
    for player in range(state.num_players()):
        assert again.information_state_string(player) == state.information_state_string(player)


@GAMES
def test_actions_have_words(name: str) -> None:
    for seed in range(4):
        state = played(name, seed, 8 * seed + 1)
        while state.is_chance_node():
            state.apply_action(7)
        if not state.is_terminal():
            said = [state.action_to_string(action) for action in state.legal_actions()]
            assert len(set(said)) == len(said)
            assert not any(words.startswith("Action") for words in said)
    assert state.action_to_string(pyspiel.PlayerId.CHANCE, 3) == "Chance 3"


def test_hidden_choices_stay_hidden() -> None:
    """Cat Café: what seat 0 draws leaves no trace in what seat 1 knows, not even how many steps it took."""
    state = pyspiel.load_game("purrlor_cat_cafe(players=2)").new_initial_state()
    while state.is_chance_node() or state.play.state().phase != game("cat-cafe").rules.DRAW:
        state.apply_action(state.legal_actions()[0])
    assert state.current_player() == 0
    strings = set()
    for action in state.legal_actions():
        child = state.child(action)
        while child.current_player() == 0:
            child.apply_action(child.legal_actions()[0])
        strings.add((child.information_state_string(1), child.observation_string(1)))
    assert len(state.legal_actions()) > 1
    assert len(strings) == 1


def test_perfect_recall_tells_pasts_apart() -> None:
    """Two orders of the same two swaps can lead to one position, but not to one information state."""
    state = played("purrlor_pocket_cats", 2, 4)
    player, dice = state.current_player(), Random(1)
    seen: dict[str, set[str]] = {}
    for _ in range(300):
        child = state.clone()
        for _ in range(4):
            child.apply_action(dice.choice(child.legal_actions()))
        seen.setdefault(child.observation_string(player), set()).add(child.information_state_string(player))
    assert any(len(pasts) > 1 for pasts in seen.values())


def test_a_wrong_option_is_refused() -> None:
    with pytest.raises(Exception, match="players"):
        pyspiel.load_game("purrlor_pocket_cats(players=3)")
