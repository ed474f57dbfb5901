"""Variants small enough for exact solvers: whole trees, exact chance, and what OpenSpiel's tools say about players."""

from __future__ import annotations

import random
from typing import Any

import pytest

from purrlor import BadOption, Match, game, games
from purrlor.core.chance import below, shuffle
from purrlor.lab.exact_chance import TooMuchChance, outcomes_of
from purrlor.web.pages.parts.option_controls import controls

pyspiel: Any = pytest.importorskip("pyspiel")

from purrlor.lab import openspiel  # noqa: E402

openspiel.register()
SMALL = [known.name for known in games()]
SMALLEST = "purrlor_more_kitties(small=1)"


@pytest.mark.parametrize("name", SMALL)
def test_a_small_variant_is_for_two_and_ends_soon(name: str) -> None:
    known, dice = game(name), random.Random(1)
    if 3 in known.seats:
        with pytest.raises(BadOption, match="for two players, not for 3"):
            known.settle(3, {"small": 1})
    for small in (1, 2):
        for seed in range(20):
            match = Match(known, 2, {"small": small}, seed=seed)
            assert match.record()["options"]["small"] == small
            while match.waiting():
                seat = match.waiting()[0]
                match.play(seat, dice.choice(match.legal(seat)))
            assert len(match.log) <= 30
    assert "small" not in Match(known, 2, seed=1).record()["options"], "older releases read records of the whole game"


@pytest.mark.parametrize("name", SMALL)
def test_players_are_not_offered_what_is_for_solvers(name: str) -> None:
    known = game(name)
    t, usual = known.translations("en"), known.settle(2)
    assert "option-small" not in {each.name for each in controls(known.options, usual, t)}
    asked_for = known.settle(2, {"small": 1})
    assert "option-small" in {each.name for each in controls(known.options, asked_for, t)}


def test_all_outcomes_of_chance_with_their_probabilities() -> None:
    s = game("rat-a-tat-cat").laid_out(2, {"small": 1})
    s.deck[:4] = [1, 2, 2, 3]
    found = outcomes_of(s, lambda made: shuffle(made, made.deck, 4))
    assert len(found) == 12
    assert all(probability == pytest.approx(1 / 12) for _, probability in found)

    def uneven(made: Any) -> None:
        made.in_hand = below(made, 3)
        if made.in_hand:
            made.in_hand = 1 + below(made, 2)

    held = {type(s).from_bytes(data).in_hand: probability for data, probability in outcomes_of(s, uneven)}
    assert held == pytest.approx({0: 1 / 3, 1: 1 / 3, 2: 1 / 3})
    s.deck[:8] = range(8)
    with pytest.raises(TooMuchChance):
        outcomes_of(s, lambda made: shuffle(made, made.deck, 8))


def walk(state: Any, reach: float = 1.0) -> Any:
    """Every state, with the probability that chance has given it."""
    yield state, reach
    if state.is_chance_node():
        for action, probability in state.chance_outcomes():
            yield from walk(state.child(action), reach * probability)
    elif not state.is_terminal():
        for action in state.legal_actions():
            yield from walk(state.child(action), reach)


def test_the_whole_tree_of_the_smallest() -> None:
    """Information states that are told apart have tensors that are told apart, and the other way round."""
    initial = pyspiel.load_game(SMALLEST).new_initial_state()
    assert sum(probability for _, probability in initial.chance_outcomes()) == pytest.approx(1.0)
    by_text: dict[str, bytes] = {}
    chosen = random.Random(3)
    for state, _ in walk(initial):
        if not state.is_chance_node() and not state.is_terminal() and chosen.random() < 0.2:
            player = state.current_player()
            tensor = bytes(str(state.information_state_tensor(player)), "ascii")
            text = state.information_state_string(player)
            assert by_text.setdefault(text, tensor) == tensor
    assert len(by_text) > 20
    assert len(set(by_text.values())) == len(by_text)


def test_openspiel_measures_how_exploitable_a_player_is() -> None:
    small = pyspiel.load_game(SMALLEST)
    solver = pyspiel.CFRSolver(small)
    for _ in range(5):
        solver.evaluate_and_update_policy()
    by_chance = pyspiel.exploitability(small, pyspiel.UniformRandomPolicy(small))
    assert 0.05 < by_chance < 0.5
    assert pyspiel.exploitability(small, solver.average_policy()) < by_chance / 2


def test_small_variants_pass_openspiels_own_test() -> None:
    for name in SMALL:  # what chance can do in the middle of them, too
        small = pyspiel.load_game(f"purrlor_{name.replace('-', '_')}(small=1)")
        pyspiel.random_sim_test(small, num_sims=2, serialize=True, verbose=False)
