"""The measurements run: ours alone, for a moment; how they compare is arithmetic."""

from __future__ import annotations

import json
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

BENCH = Path(__file__).parents[2] / "bench"


def test_peers_measures_what_there_is() -> None:
    done = subprocess.run(
        [sys.executable, BENCH / "peers.py", "--only", "nothing else", "--seconds", "0.1", "--json"],
        capture_output=True,
        text=True,
        timeout=300,
        check=True,
    )
    found = json.loads(done.stdout)
    assert len(found["results"]) == 12  # four games in three ways
    assert all(row["decisions_per_second"] > 1000 for row in found["results"])
    assert found["goals"]["vector over Pgx"] is None


def test_our_slowest_is_compared_with_their_fastest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.sched_setaffinity", lambda *facts: None, raising=False)
    for name in ("XLA_FLAGS", "JAX_PLATFORMS", "JAX_LOGGING_LEVEL"):
        monkeypatch.setenv(name, "")
    goals = runpy.run_path(str(BENCH / "peers.py"))["goals"]
    rows = [
        {"library": library, "way": way, "decisions_per_second": speed}
        for library, way, speed in (
            ("purrlor", "vector, 1024 lanes", 600.0),
            ("purrlor", "vector, 1024 lanes", 900.0),
            ("Pgx", "jit", 100.0),
            ("Pgx", "jit", 200.0),
        )
    ]
    assert goals(rows)["vector over Pgx"] == 3.0
