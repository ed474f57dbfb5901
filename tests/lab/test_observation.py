"""Features: numbers within their bounds, nothing in them but what the seat may know, plain and compiled alike."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np

from purrlor.core.game import Game
from purrlor.core.match import Match
from purrlor.core.options import Number
from purrlor.lab.environments.compiled_match import CompiledMatch, match_setup
from purrlor.lab.vector import VectorEnv
from tests.fixtures.catalogue import each_game_with

GAMES = each_game_with("lab/observation.py")


def settings(game: Game) -> list[tuple[int, dict[str, object]]]:
    """Every number of players, and every value of every option once."""
    found: list[tuple[int, dict[str, object]]] = [(players, {}) for players in game.seats]
    for option in game.options:
        values = (option.low, option.high) if isinstance(option, Number) else option.describe()["values"]
        assert isinstance(values, list | tuple)
        for value in values:
            if (option.name, value) != ("length", "minutes"):  # without a clock a match of 200 rounds
                given: dict[str, object] = {option.name: value}
                if option.name == "limit":
                    given["length"] = "limit"
                players = game.seats[0] if option.for_solvers else game.seats[len(found) % len(game.seats)]
                found.append((players, given))
    return [(players, given) for players, given in found if given.get("colours", "6") in ("6", "auto") or players <= 4]


def seen(game: Game, s: Any, seat: int) -> list[int]:
    features = game.part("lab.observation")
    out = [0] * len(features.FEATURES)
    features.observe(game.hidden(s, seat), seat, out)
    return out


@GAMES
def test_every_number_is_within_the_bounds_of_its_feature(game: Game) -> None:
    features = game.part("lab.observation").FEATURES
    low, high = np.full(len(features), 32767), np.full(len(features), -32768)
    for players, given in settings(game):
        env = VectorEnv(game, 64, players, given, seed=players)
        env.reset()
        other, out = CompiledMatch(match_setup(game, players, given)), np.zeros(len(features), np.int16)
        for k in range(500):
            low, high = np.minimum(low, env.observations.min(0)), np.maximum(high, env.observations.max(0))
            other.rows[0] = env.states[k % 64]
            other.observe((int(env.seats[k % 64]) + 1) % players, out)  # somebody who is not asked
            low, high = np.minimum(low, out), np.maximum(high, out)
            assert not (env.legal >> env.masks.shape[1]).any()
            actions = env.draw_actions()
            actions[::4] = env.masks[::4].argmax(axis=1)  # always the first choice: long matches
            env.step(actions)
    outside = [(name, int(a), int(b)) for (name, x, y), a, b in zip(features, low, high, strict=True) if a < x or b > y]
    assert outside == []
    idle = {name for (name, _, _), a, b in zip(features, low, high, strict=True) if a == b}
    assert idle <= {"last toss"}  # a feature that never changes says nothing; a Mouse or Dog in the last toss is rare


@GAMES
def test_feature_names_are_their_own(game: Game) -> None:
    names = [name for name, _, _ in game.part("lab.observation").FEATURES]
    assert len(set(names)) == len(names)
    assert all(low < high for _, low, high in game.part("lab.observation").FEATURES)


@GAMES
def test_plain_and_compiled_features_agree(game: Game) -> None:
    features = game.part("lab.observation").FEATURES
    dice = Random(5)
    for players in game.seats:
        match = Match(game, players, seed=players)
        for _ in range(60):
            if match.is_over:
                break
            s = match.state
            single = CompiledMatch(match_setup(game, players, None))
            single.rows[0] = np.frombuffer(s.to_bytes(), s.dtype())[0]
            for seat in range(players):
                out = np.zeros(len(features), np.int16)
                single.observe(seat, out)
                assert out.tolist() == seen(game, s, seat)
            seat = dice.choice(match.waiting())
            match.play(seat, dice.choice(match.legal(seat)))


@GAMES
def test_what_a_seat_cannot_tell_apart_has_the_same_features(game: Game) -> None:
    """The exchange is the game's own truth, made without `hide`."""
    exchange, dice, exchanged = game.part("invariants").exchange, Random(7), 0
    match = Match(game, game.seats[-1], seed=1)
    while not match.is_over and len(match.log) < 150:
        for seat in range(match.seats):
            other = match.state.copy()
            other.rng[0] |= 1
            if exchange(other, seat):
                exchanged += 1
                assert seen(game, other, seat) == seen(game, match.state, seat)
        seat = dice.choice(match.waiting())
        match.play(seat, dice.choice(match.legal(seat)))
    assert exchanged > 10
