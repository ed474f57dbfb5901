"""Training on the processor, in miniature: it learns, stops, goes on; what it exports plays alike. Needs PyTorch."""

from __future__ import annotations

import math
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="needs PyTorch: purrlor[gpu]")
pytestmark = pytest.mark.skipif(shutil.which("g++") is None, reason="needs a C++ compiler")

from purrlor.bots.networks.learned import Learned  # noqa: E402
from purrlor.core.compilers.native import native  # noqa: E402
from purrlor.core.errors import BadOption, IllegalAction  # noqa: E402
from purrlor.core.game import Game, game  # noqa: E402
from purrlor.lab.gpu.env import GpuVectorEnv  # noqa: E402
from purrlor.lab.train.run import CHECKPOINT, NotANumber, Trainer  # noqa: E402
from purrlor.lab.train.settings import read_settings  # noqa: E402
from purrlor.lab.vector import VectorEnv  # noqa: E402
from tests.fixtures.catalogue import each_game_with  # noqa: E402

GAMES = each_game_with("lab/observation.py")
TINY = {"lanes": 16, "steps": 4, "batches": 2, "judged": 2, "device": "cpu", "minutes": 1e-6, "judge_every": 1e9}


def trainer(known: Game, out: Path, **more: Any) -> Trainer:
    torch.set_num_threads(1)
    return Trainer(known, read_settings(known, **{**TINY, **more}), out)


@GAMES
def test_the_device_environment_plays_the_same_matches(game: Game) -> None:
    ours, plain = GpuVectorEnv(game, 8, seed=4, device="cpu"), VectorEnv(game, 8, seed=4)
    ours.reset()
    plain.reset()
    for _ in range(60):
        ours.step(ours.draw_actions())
        plain.step(plain.draw_actions())
        for name in ("states", "observations", "masks", "seats", "legal", "done"):
            assert getattr(ours, name).numpy().tobytes() == getattr(plain, name).tobytes(), name
    with pytest.raises(IllegalAction):
        ours.step(torch.full((8,), 62))


@GAMES
def test_what_is_exported_answers_as_what_was_trained(game: Game, tmp_path: Path) -> None:
    made = trainer(game, tmp_path)
    with torch.no_grad():
        for each in made.net.parameters():
            each.add_(0.02 * torch.randn_like(each))
    made.env.reset()
    for _ in range(12):
        made.env.step(made.env.draw_actions())
    made.keep()
    with torch.no_grad():
        logits, values = made.net(made.env.observations, made.env.masks)
    found = Learned(game, tmp_path)
    out = np.zeros(found.actions, np.float32)
    for k in range(made.env.lanes):
        mask = made.env.masks[k].numpy()
        row, legal = made.env.observations[k].numpy(), int(made.env.legal[k])
        value = native(found.module).answer(found.net, row, legal, out)
        assert np.allclose(out[mask], logits[k].numpy()[mask], atol=0.05)
        assert value == pytest.approx(float(values[k]), abs=0.01)


def test_stops_and_goes_on(tmp_path: Path) -> None:
    rat = game("rat-a-tat-cat")
    first = trainer(rat, tmp_path)
    first.go_on()
    second = trainer(rat, tmp_path)
    assert (second.decisions, second.lessons) == (first.decisions, first.lessons)
    assert second.lessons == 1
    for one, other in zip(first.net.parameters(), second.net.parameters(), strict=True):
        assert torch.equal(one, other)


def test_a_damaged_checkpoint_is_refused(tmp_path: Path) -> None:
    (tmp_path / CHECKPOINT).write_bytes(b"no checkpoint")
    with pytest.raises(BadOption, match="Cannot read"):
        trainer(game("rat-a-tat-cat"), tmp_path)


def test_not_a_number_stops_the_training(tmp_path: Path) -> None:
    made = trainer(game("rat-a-tat-cat"), tmp_path, minutes=1.0)
    made.keep()
    before = (tmp_path / CHECKPOINT).read_bytes()
    with torch.no_grad():
        made.net.value.bias.fill_(math.nan)
    with pytest.raises(NotANumber, match="lesson 0"):
        made.go_on()
    assert (tmp_path / CHECKPOINT).read_bytes() == before
