"""docs/lab.md tells the truth: its examples run, its feature tables are those of the games."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path

import pytest

from purrlor.core.game import Game, games
from purrlor.core.match import Match
from purrlor.core.seats import first
from purrlor.lab.papers import with_feature_tables

PAGE = (Path(__file__).parents[2] / "docs" / "lab.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
NEEDS = {"pyspiel": "pyspiel", "import pettingzoo": "pettingzoo", "gymnasium import": "gymnasium"}
NEEDS["import gymnasium"] = "gymnasium"
OURS = [game for game in games() if game.has("lab/observation.py") and not game.is_from_outside]
POSITIONS = re.findall(r"```position-([\w-]+)\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize("example", EXAMPLES, ids=range(len(EXAMPLES)))
def test_the_examples_run(
    example: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for word, package in NEEDS.items():
        if word in example and find_spec(package) is None:
            pytest.skip(f"no {package}")
    assert len(example.splitlines()) <= 12
    exec(compile(example, "docs/lab.md", "exec"), {"__name__": "example"})
    assert capsys.readouterr().out


def test_there_is_an_example_for_each_framework() -> None:
    assert len(EXAMPLES) == 12


@pytest.mark.parametrize("game", [game for game in OURS if game.has("notation.py")], ids=lambda game: game.name)
def test_every_notation_has_an_example(game: Game) -> None:
    """It can be read, shown, and played on from."""
    (text,) = (text for name, text in POSITIONS if name == game.name)
    state = game.read(text)
    assert game.read(game.show(state)) == state
    seat = first(game.rules.waiting(state))
    match = Match.from_notation(game, text, viewer=seat, seed=1)
    assert match.view(seat) == game.hidden(state, seat)
    match.play(seat, match.legal(seat)[0])


def test_every_feature_is_documented() -> None:
    assert with_feature_tables(PAGE) == PAGE, "`purrlor features` writes the tables of docs/lab.md"
    assert all(f"### {game.title()}\n" in PAGE for game in OURS)
