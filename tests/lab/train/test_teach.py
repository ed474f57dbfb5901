"""A search that teaches, on the processor in miniature: honest, within its budget, learned from. Needs PyTorch."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch", reason="needs PyTorch: purrlor[gpu]")
pytestmark = pytest.mark.skipif(shutil.which("g++") is None, reason="needs a C++ compiler")

from purrlor.core.chance import seed_rng  # noqa: E402
from purrlor.core.game import Game, game  # noqa: E402
from purrlor.lab.gpu.env import GpuVectorEnv  # noqa: E402
from purrlor.lab.train.run import CHECKPOINT, Trainer  # noqa: E402
from purrlor.lab.train.settings import read_settings  # noqa: E402
from purrlor.lab.train.teach import teach  # noqa: E402
from tests.fixtures.catalogue import each_game_with  # noqa: E402

GAMES = each_game_with("lab/observation.py")
ROLLOUTS = 400
TINY = {
    "lanes": 8, "steps": 4, "batches": 2, "judged": 2, "device": "cpu", "minutes": 1e-6, "judge_every": 1e9,
    "imitate": 0.0, "teach": 1.0, "rollouts": ROLLOUTS,
}  # fmt: skip


def in_the_middle(known: Game) -> GpuVectorEnv:
    env = GpuVectorEnv(known, 8, known.seats[-1], seed=5, skip=True, device="cpu")
    env.reset()
    for _ in range(9):
        env.step(env.draw_actions())
    return env


def searched(env: GpuVectorEnv) -> tuple[Any, Any]:
    env.drawn = 0  # the same chance each time
    return env.searched(ROLLOUTS, 12, 0.3, read_settings(env.game).points)


def trainer(known: Game, out: Path) -> Trainer:
    torch.set_num_threads(1)
    return Trainer(known, read_settings(known, **TINY), out)


@GAMES
def test_the_search_knows_no_more_than_the_seat_that_decides(game: Game) -> None:
    env = in_the_middle(game)
    worth, tries = searched(env)
    before = env.states.clone()
    for lane in range(env.lanes):
        state = game.rules.State.from_bytes(bytes(env.states[lane].numpy()))
        seat = int(env.seats[lane])
        game.rules.hide(state, seat)
        seed_rng(state, 77 + lane)
        game.rules.redeal(state, seat)
        env.states[lane] = torch.frombuffer(bytearray(state.to_bytes()), dtype=torch.uint8)
    assert not torch.equal(before, env.states)
    again, as_often = searched(env)
    assert torch.equal(worth, again)
    assert torch.equal(tries, as_often)


@GAMES
def test_every_choice_is_tried_and_the_better_ones_more_often(game: Game) -> None:
    env = in_the_middle(game)
    worth, tries = searched(env)
    assert bool((tries.sum(1) <= ROLLOUTS).all())
    assert bool((tries.sum(1) > 0).any())
    for lane in range(env.lanes):
        if tries[lane].sum():
            assert torch.equal(tries[lane] > 0, env.masks[lane])
            last = tries[lane] == tries[lane].max()  # the two that were left for the last round have as many, or one
            assert int(last.sum()) <= 2
    assert 0.0 <= float(worth.min()) <= float(worth.max()) <= 1.0


def test_a_lesson_is_what_the_search_wants_and_is_learned(tmp_path: Path) -> None:
    made = trainer(game("pocket-cats"), tmp_path)
    made.env.reset()
    for _ in range(9):
        made.env.step(made.env.draw_actions())
    teach(made.env, made.net, made.memory, made.settings)
    wanted, legal = made.memory.wanted.flatten(0, 1).float(), made.memory.masks(made.memory.legal.flatten())
    assert torch.allclose(wanted.sum(1), torch.ones(len(wanted)), atol=0.01)
    assert float(wanted[~legal].abs().max()) == 0.0
    assert int(((wanted > 0).sum(1) > 1).sum()) > 0  # more than one hot choice: a search, not a cat
    losses = [made.learner.learn(0.0, watched=True, epochs=2).loss for _ in range(12)]
    assert min(losses[-3:]) < losses[0]


def test_positions_taught_are_counted_and_kept(tmp_path: Path) -> None:
    rat = game("rat-a-tat-cat")
    first = trainer(rat, tmp_path)
    first.go_on()
    assert first.taught == first.decisions > 0
    assert trainer(rat, tmp_path).taught == first.taught


def test_a_checkpoint_from_before_there_was_a_teacher_goes_on(tmp_path: Path) -> None:
    rat = game("rat-a-tat-cat")
    first = trainer(rat, tmp_path)
    first.go_on()
    saved = torch.load(tmp_path / CHECKPOINT, weights_only=True)
    del saved["taught"]
    torch.save(saved, tmp_path / CHECKPOINT)
    second = trainer(rat, tmp_path)
    assert (second.decisions, second.taught) == (first.decisions, 0)
