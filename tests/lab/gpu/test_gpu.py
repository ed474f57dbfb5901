"""The environment on a device and the training, where there is neither GPU nor PyTorch: clear sentences; settings."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

from purrlor.bots.networks.learned import features_of
from purrlor.cli import main
from purrlor.core.errors import BadOption
from purrlor.core.game import Game, games
from purrlor.lab.gpu import library
from purrlor.lab.gpu.env import GpuVectorEnv, NoGpu
from purrlor.lab.gpu.library import NoCompiler, build
from purrlor.lab.train.columns import column_table, columns_of
from purrlor.lab.train.settings import read_settings, tables_of
from tests.fixtures.catalogue import each_game_with

GAMES = each_game_with("lab/observation.py")


def test_without_pytorch_one_sentence(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(NoGpu, match="PyTorch is not installed"):
        GpuVectorEnv("cat-cafe")
    assert main(["train", "cat-cafe", "--out", "unused"]) == 1
    said = capsys.readouterr().err
    assert "purrlor[gpu]" in said
    assert said.count("\n") == 1


def test_without_a_compiler_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library.shutil, "which", lambda name: None)
    for for_gpu, wanted in ((True, "no nvcc"), (False, "no C")):
        with pytest.raises(NoCompiler, match=wanted):
            build(games()[0], for_gpu=for_gpu)


@GAMES
def test_every_game_has_settings_for_its_tables(game: Game) -> None:
    settings = read_settings(game)
    tables = tables_of(settings)
    assert {players for players, _ in tables} == set(game.seats)
    for players, options in tables:
        game.settle(players, options)


def test_a_setting_that_is_none(tmp_path: Path) -> None:
    path = tmp_path / "training.toml"
    path.write_text("widht = 3\n")
    with pytest.raises(BadOption, match="no setting widht"):
        read_settings(games()[0], path)
    path.write_text("width = = 3\n")
    with pytest.raises(BadOption, match="Cannot read"):
        read_settings(games()[0], path)


@GAMES
def test_columns_tell_values_apart(game: Game) -> None:
    """Every feature sets one of its own columns; narrow features a different one for every value."""
    features = features_of(game, game.has("lab/lookahead.py"))
    columns = columns_of(features)
    feature, low, high, scale = column_table(columns, 64)
    assert len(feature) % 64 == 0
    for p, (_, lowest, highest) in enumerate(features):
        own = np.flatnonzero((feature == p) & (scale == 0) & (low <= high))
        for value in (lowest, (lowest + highest) // 2, highest):
            hit = [c for c in own if low[c] <= value <= high[c]]
            bucket = min(max(0, value - int(columns.low[p])) // int(columns.width[p]), int(columns.last[p]))
            assert hit == [columns.base[p] + bucket]
        if highest - lowest < 40:
            assert len(own) == highest - lowest + 1
