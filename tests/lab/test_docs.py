"""docs/lab.md tells the truth: its examples run, its plane tables are those of the games."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path

import pytest

from purrlor.core.game import Game, games
from purrlor.lab.seeing import plane_table

PAGE = (Path(__file__).parents[2] / "docs" / "lab.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
NEEDS = {"pyspiel": "pyspiel", "import pettingzoo": "pettingzoo", "import gymnasium": "gymnasium"}


@pytest.mark.parametrize("example", EXAMPLES, ids=range(len(EXAMPLES)))
def test_the_examples_run(example: str, capsys: pytest.CaptureFixture[str]) -> None:
    for word, package in NEEDS.items():
        if word in example and find_spec(package) is None:
            pytest.skip(f"no {package}")
    assert len(example.splitlines()) <= 12
    exec(compile(example, "docs/lab.md", "exec"), {"__name__": "example"})
    assert capsys.readouterr().out


def test_there_is_an_example_for_each_framework() -> None:
    assert len(EXAMPLES) == 5


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_every_plane_is_documented(game: Game) -> None:
    """If this fails, put the new table of `plane_table(game)` into docs/lab.md."""
    assert f"### {game.title()}\n" in PAGE
    assert plane_table(game) in PAGE
