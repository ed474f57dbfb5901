"""A game from outside, added at run time: every test that runs once for each game takes it up, and it passes."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.fixtures.catalogue import installed

ROOT = Path(__file__).parents[2]
NAME = "nine-lives"
QUICK = ("tests/games", "tests/core", "tests/web/pages")  # without compiling searches and environments: those are slow
BROWSER = "--ignore=tests/web/browser"


def pytest_on(game: Path, where: Path, *words: str) -> str:
    """What pytest says with this game installed; it must pass."""
    places = [str(ROOT / "src"), str(game), os.environ.get("PYTHONPATH", "")]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("COV_")}
    done = subprocess.run(
        # asserts as they are: to rewrite those of three folders takes longer than the tests
        [sys.executable, "-m", "pytest", "-q", "-x", "--assert=plain", "-p", "no:cacheprovider", *words],
        cwd=where,
        env={**environment, "PYTHONPATH": os.pathsep.join(places), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        timeout=900,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]
    return done.stdout


def test_the_catalogue_of_tests_passes_for_a_fifth_game(tmp_path: Path) -> None:
    game = installed(NAME, tmp_path)
    said = pytest_on(game, ROOT, *QUICK, "-k", NAME)
    assert passed(said) >= 20, said[-500:]
    assert passed(pytest_on(game, game, "tests")) == 5  # its own tests, which new-game writes beside it


@pytest.mark.slow
def test_all_other_tests_pass_too(tmp_path: Path) -> None:
    said = pytest_on(installed(NAME, tmp_path), ROOT, "tests", BROWSER, "-k", NAME)
    assert passed(said) >= 80, said[-500:]


def passed(said: str) -> int:
    return int((re.findall(r"(\d+) passed", said) or ["0"])[0])
