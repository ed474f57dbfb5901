"""Rubbish of every kind: no 5xx, no traceback, and the server lives. `bench/fuzz.py` asks as often as one likes."""

import subprocess
import sys
from pathlib import Path

import pytest

FUZZ = Path(__file__).parents[2] / "bench" / "fuzz.py"


def fuzzed(count: int, seed: int) -> dict[str, str]:
    """What the command says, line by line."""
    command = [sys.executable, str(FUZZ), "--count", str(count), "--seed", str(seed)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return {line[:20].strip(): line[21:] for line in done.stdout.splitlines() if line[20:21] == " "}


def test_a_little_rubbish() -> None:
    found = fuzzed(600, seed=3)
    assert int(found["asked"]) >= 600
    assert found["5xx"] == found["tracebacks"] == found["errors in the log"] == "0"
    assert "'400'" in found["statuses"]
    assert "'200'" in found["statuses"]


@pytest.mark.slow
def test_much_rubbish() -> None:
    assert int(fuzzed(100_000, seed=13)["asked"]) >= 100_000
