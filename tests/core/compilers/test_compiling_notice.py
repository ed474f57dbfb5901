"""Whoever uses compiled code for the first time is told that it is being compiled, and nobody after that."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from purrlor.bots import players
from purrlor.core.game import game
from purrlor.core.match import Match
from purrlor.lab import vector
from purrlor.lab.environments import compiled_match

RAT = game("rat-a-tat-cat")


def lanes() -> Callable[[], object]:
    env = vector.VectorEnv(RAT, 2)
    return env.reset


def one_match() -> Callable[[], object]:
    match = compiled_match.CompiledMatch(compiled_match.MatchSetup(RAT, 2, {}))
    return lambda: match.start(1)


def evaluation() -> Callable[[], object]:
    players.COMPILED_HERE.discard(RAT)
    match = Match(RAT, 2, seed=1)
    seat = match.waiting()[0]
    hidden = match.view(seat)
    return lambda: players.evaluate(RAT, hidden, seat, playouts=4)


@pytest.mark.parametrize(("module", "first_use"), [(vector, lanes), (compiled_match, one_match), (players, evaluation)])
def test_the_first_use_says_so_and_the_second_does_not(
    module: object, first_use: Callable[[], Callable[[], object]], monkeypatch: pytest.MonkeyPatch
) -> None:
    said = []

    @contextmanager
    def notice() -> Iterator[None]:
        said.append("compiling")
        yield

    monkeypatch.setattr(module, "show_compiling", notice)
    use = first_use()
    use()
    assert said == ["compiling"]
    use()
    assert said == ["compiling"]
