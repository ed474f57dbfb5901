"""The notebooks of examples/ run from top to bottom and find what they say they find."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).parents[2] / "examples" / "notebooks"


def run(name: str) -> dict[str, Any]:
    """All code cells in one namespace, as a kernel would."""
    found: dict[str, Any] = {"__name__": "notebook"}
    notebook = json.loads((FOLDER / name).read_text(encoding="utf-8"))
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            assert cell["outputs"] == [], "keep the outputs out of the repository"
            exec(compile("".join(cell["source"]), name, "exec"), found)
    return found


@pytest.fixture(autouse=True)
def apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_every_notebook_is_tested() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {
        "analyse_a_match.ipynb",
        "study_a_game.ipynb",
        "train_a_player.ipynb",
    }


def test_study_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    found = run("study_a_game.ipynb")
    assert len(found["lengths"]) > 1000
    assert found["rewards"].sum(axis=1) == pytest.approx(1.0)
    assert "seat 2: " in capsys.readouterr().out


def test_train_a_player() -> None:
    found = run("train_a_player.ipynb")
    assert found["before"] < 0.55
    assert found["after"] > 0.65
    assert 0 <= found["own"] <= 1


def test_analyse_a_match() -> None:
    found = run("analyse_a_match.ipynb")
    assert found["lost"]["random"] > found["lost"]["cat"]
    assert found["costs"][0][0] > 0
    assert found["branch"].is_over
