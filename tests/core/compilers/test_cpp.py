"""The rules as C++, compiled by the system's compiler: the same bytes as plain and compiled Python; refusals."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from collections.abc import Iterator
from importlib.util import module_from_spec, spec_from_file_location
from itertools import product
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest

from purrlor.core.compilers.cpp import CannotTranslate, translation
from purrlor.core.compilers.cpp.header import PRELUDE
from purrlor.core.compilers.cpp.unit import Unit
from purrlor.core.errors import BadOption
from purrlor.core.game import Game, games
from purrlor.lab.environments.environment import laid_row
from purrlor.lab.gpu.library import LaneMemory, Library, build
from purrlor.lab.vector import VectorEnv
from tests.fixtures.catalogue import each_game_with

GAMES = each_game_with("lab/observation.py")
COMPILER = pytest.mark.skipif(shutil.which("g++") is None, reason="needs a C++ compiler")
LANES, STEPS = 24, 150


def tables(game: Game) -> Iterator[tuple[int, dict[str, object]]]:
    """All numbers of players with the usual options; then every value of every option."""
    for players in game.seats:
        yield players, {}
    for option in game.options:
        facts = option.describe()
        values = facts.get("values") or [facts.get("low", False), facts.get("high", True)]
        for players, value in product((game.seats[0], game.seats[-1]), values):
            yield players, {option.name: value}


class Lanes:
    """The translated lanes over NumPy arrays."""

    def __init__(self, game: Game, env: VectorEnv, row: Any, lookahead: bool = False) -> None:
        self.library = Library(build(game, for_gpu=False, lookahead=lookahead))
        n, seats = env.lanes, self.library.seats
        self.arrays = {
            "states": np.zeros(n, row.dtype),
            "tables": row.copy(),
            "begun": np.zeros(n, np.int64),
            "legal": np.zeros(n, np.int64),
            "actions": np.zeros(n, np.int64),
            "seats": np.zeros(n, np.int8),
            "observations": np.full((n, self.library.features), 99, np.int16),
            "masks": np.zeros((n, self.library.actions), np.bool_),
            "rewards": np.zeros((n, seats), np.float32),
            "done": np.zeros(n, np.bool_),
            "scores": np.zeros((n, seats), np.int32),
            "lengths": np.zeros(n, np.int32),
        }
        self.memory = LaneMemory(
            *(self.arrays[name].ctypes.data for name in LaneMemory.POINTERS), 1, n, env.seed, int(env.skip)
        )

    def compare(self, env: VectorEnv) -> None:
        for name in ("states", "legal", "seats", "observations", "masks", "done", "lengths"):
            assert self.arrays[name].tobytes() == getattr(env, name).tobytes(), name
        for name in ("rewards", "scores"):
            mine = self.arrays[name]
            assert (mine[:, : env.players] == getattr(env, name)).all(), name
            assert not mine[:, env.players :].any(), name


@COMPILER
@GAMES
def test_translated_lanes_are_the_compiled_ones(game: Game) -> None:
    """States, observations, masks, rewards, step for step, with every number of players and every option; the compiled
    lanes are compared with the plain rules by test_vector."""
    tried = 0
    for players, options in tables(game):
        try:
            row = laid_row(game, players, options)
        except BadOption:
            continue
        env = VectorEnv(game, LANES, players, options, seed=7 + tried, skip=bool(tried % 2))
        env.reset()
        lanes = Lanes(game, env, row)
        lanes.library.call("step", lanes.memory, 1)
        lanes.compare(env)
        for step in range(STEPS):
            env.draw_actions()
            lanes.library.call("draw", lanes.memory, env.seed * 1_000_003 + step + 1)
            assert lanes.arrays["actions"].tobytes() == env.actions.tobytes()
            env.step()
            lanes.library.call("step", lanes.memory, 0)
            lanes.compare(env)
        tried += 1
    assert tried >= len(game.seats)


@COMPILER
@GAMES
def test_the_sensible_player_is_the_same(game: Game) -> None:
    """In C++ and in plain Python, from the same hidden states, tuples as values included."""
    players = game.seats[-1]
    env = VectorEnv(game, 6, players, seed=3)
    env.reset()
    lanes = Lanes(game, env, laid_row(game, players, None))
    lanes.library.call("step", lanes.memory, 1)
    sensible = game.part("bots.strategy").sensible
    agreed = 0
    for step in range(60):
        lanes.library.call("sensible", lanes.memory, step)
        for k in range(env.lanes):
            s = game.rules.State.from_bytes(env.states[k].tobytes())
            wanted = int(sensible(game.hidden(s, int(env.seats[k])), int(env.seats[k])))
            if wanted >= 0:
                assert lanes.arrays["actions"][k] == wanted
                agreed += 1
        env.step(lanes.arrays["actions"])
        lanes.library.call("step", lanes.memory, 0)
    assert agreed > 100


@GAMES
def test_a_translation_is_the_same_every_time(game: Game) -> None:
    assert translation(game) == translation(game)


REFUSED = {
    "a loop over anything but a range": "def f(a: int) -> int:\n    for k in (1, 2):\n        a += k\n    return a\n",
    "the operator Div": "def f(a: int) -> int:\n    a += 1\n    return a / 2\n",
    "'a or 3' used as a number": "def f(a: int) -> int:\n    return a or 3\n",
    "f, which calls itself,": "def f(a: int) -> int:\n    return f(a - 1)\n",
    "print, which is no function of the rules,": "def f(a: int) -> int:\n    print(a)\n    return a\n",
    "NAMES, which is neither a number nor a tuple of numbers,": "NAMES = {}\n\n\ndef f() -> int:\n    return NAMES\n",
    "a function with anything but plain parameters": "def f(a: int = 1) -> int:\n    return a\n",
    "x, a number here and a tuple there,": "def f(a: int) -> int:\n    x = a\n    x = (a, a)\n    return x[0]\n",
    "[a, 1]": "def f(a: int) -> int:\n    x = [a, 1]\n    return x[0]\n",
}


def load(path: Path) -> ModuleType:
    """A module from a file of the test's own."""
    spec = spec_from_file_location("odd", path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("what", REFUSED)
def test_what_cannot_be_translated_is_refused_with_its_place(what: str, tmp_path: Path) -> None:
    path = tmp_path / "odd.py"
    path.write_text("\n\n" + REFUSED[what])
    module = load(path)
    with pytest.raises(CannotTranslate) as refused:
        Unit().need(module.f)
    assert what in str(refused.value)
    line = int(str(refused.value).partition("line ")[2].partition(":")[0])
    assert str(path) in str(refused.value)
    assert 3 <= line <= len(path.read_text().splitlines())


STEPS_OF_A_TURN = """
def end(s: object, by: int) -> None:
    s.x += by


def count(s: object) -> None:
    s.x *= 2
    if s.x > 20:
        end(s, 3)
        return
    s.x += 100
    end(s, s.x)


def act(s: object, action: int) -> None:
    for k in range(action):
        if k == 4:
            end(s, 1000)
            return
        s.x += k
    if action == 0:
        end(s, 5)
    elif action == 1:
        count(s)
    else:
        end(s, 7)
        count(s)
"""


@COMPILER
def test_last_calls_are_made_once_by_the_outermost_caller(tmp_path: Path) -> None:
    """Each step that may follow is in the text once, and the result is that of plain Python."""
    path = tmp_path / "odd.py"
    path.write_text(STEPS_OF_A_TURN)
    act, unit = load(path).act, Unit()
    unit.need(act)
    whole = unit.bodies[-1].partition("odd_act(K_s& s_")[2]
    assert whole.count("odd_count_part(s_") == whole.count("odd_end(s_") == 1
    run = 'struct S { i64 x_; };\nextern "C" i64 run(i64 x, i64 a) { S s{x}; odd_act(s, a); return s.x_; }\n'
    source, library = tmp_path / "odd.cpp", tmp_path / "odd.so"
    source.write_text("\n".join([PRELUDE.read_text(encoding="utf-8"), *unit.bodies, run]))
    subprocess.run(["g++", "-std=c++17", "-w", "-fPIC", "-shared", str(source), "-o", str(library)], check=True)
    translated = ctypes.CDLL(str(library)).run
    translated.argtypes, translated.restype = [ctypes.c_longlong] * 2, ctypes.c_longlong
    for x, action in product((0, 3, 9, 30), range(6)):
        s = SimpleNamespace(x=x)
        act(s, action)
        assert translated(x, action) == s.x


@COMPILER
@pytest.mark.parametrize("game", [g for g in games() if g.has("lab/lookahead.py")], ids=lambda game: game.name)
def test_the_lookahead_is_the_same(game: Game) -> None:
    """Behind the features, in C++ and in plain Python."""
    env = VectorEnv(game, 4, seed=9)
    env.reset()
    lanes = Lanes(game, env, laid_row(game, env.players, None), lookahead=True)
    own, facts = len(game.part("lab.observation").FEATURES), game.part("lab.lookahead")
    lanes.library.call("step", lanes.memory, 1)
    seen = 0
    for step in range(90):
        for k in range(env.lanes):
            seat = int(env.seats[k])
            out = [0] * len(facts.LOOKAHEAD)
            facts.lookahead(game.hidden(game.rules.State.from_bytes(env.states[k].tobytes()), seat), seat, out)
            assert lanes.arrays["observations"][k, own:].tolist() == out
            assert all(low <= value <= high for value, (_, low, high) in zip(out, facts.LOOKAHEAD, strict=True))
            seen += any(value not in (0, facts.NO_CHOICE) for value in out)
        lanes.library.call("draw", lanes.memory, step)
        env.step(lanes.arrays["actions"])
        lanes.library.call("step", lanes.memory, 0)
    assert seen > 50
