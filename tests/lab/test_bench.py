"""The measurements run: ours alone, for a moment; how they compare is arithmetic."""

from __future__ import annotations

import json
import runpy
import subprocess
import sys
from pathlib import Path

from purrlor import games

BENCH = Path(__file__).parents[2] / "bench"


def test_peers_measures_what_there_is() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "purrlor", "bench", "peers", "--only", "nothing else", "--seconds", "0.1", "--json"],
        capture_output=True,
        text=True,
        timeout=900,
        check=True,
    )
    found = json.loads(done.stdout)
    assert len(found["results"]) == 3 * len(games())  # each in three ways
    assert all(row["decisions_per_second"] > 10 for row in found["results"])  # a figure; how high is not for tests
    assert found["goals"]["vector over Pgx"] is None
    assert found["rounds"] == 1


def row(library: str, way: str, name: str, speed: float) -> dict[str, object]:
    facts = {"library": library, "way": way, "game": name, "observations": True, "games_per_second": 1.0}
    return {**facts, "decisions_per_second": speed}


def test_every_game_is_compared_with_every_other() -> None:
    """Our slowest against their fastest is the figure that counts; the tables show all pairs."""
    pairs = runpy.run_path(str(BENCH / "pairs.py"))
    rows = [
        row("purrlor", "vector, 1024 lanes", "cat-cafe", 600.0),
        row("purrlor", "vector, 1024 lanes", "pocket-cats", 900.0),
        row("Pgx", "jit", "2048", 100.0),
        row("Pgx", "jit", "leduc_holdem", 200.0),
    ]
    assert pairs["goals"](rows)["vector over Pgx"] == 3.0
    assert pairs["goals"](rows)["vector over PettingZoo"] is None
    ((title, head, lines),) = pairs["ratio_tables"](rows)
    assert title == "vector over Pgx (aim: 3 ×)"
    assert head == ["", "2048", "leduc_holdem"]
    assert lines == [["cat-cafe", "6.0 ×", "3.0 ×"], ["pocket-cats", "9.0 ×", "4.5 ×"]]
    head, lines = pairs["speed_table"](rows)
    assert pairs["markdown"](head, lines, (3, 4)).splitlines()[2:3] == [
        "| purrlor | vector, 1024 lanes | pocket-cats | 900 | 1 | yes |"
    ]
