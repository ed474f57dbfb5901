"""Puzzles: positions with one clearly best choice, kept as notations in a game's `puzzles.json`.

`purrlor puzzles GAME` finds them (`lab/puzzles.py`). A position is what its seat may know, so no puzzle holds a secret.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cache
from typing import Any

from purrlor.core.game import Game

FILE = "puzzles.json"
log = logging.getLogger("purrlor.games")


@dataclass(frozen=True)
class Puzzle:
    """A position, whose choice it is, the best one and the next best, with the chance to win after each."""

    position: str  # in the game's notation, hidden for the seat
    seat: int
    best: int
    chance: float
    second: int
    second_chance: float
    chances: Mapping[int, float]  # to win, after every choice


@cache
def puzzles_of(game: Game) -> tuple[Puzzle, ...]:
    """All puzzles of a game; none where it has no file, or one that was made for other rules."""
    if not game.has(FILE):
        return ()
    data = json.loads((game.folder / FILE).read_text(encoding="utf-8"))
    if data["revision"] != game.revision:
        log.warning(
            "The puzzles of %s are for revision %s of its rules: run purrlor puzzles", game.name, data["revision"]
        )
        return ()
    return tuple(from_json(each) for each in data["puzzles"])


def from_json(stored: dict[str, Any]) -> Puzzle:
    chances = {int(action): chance for action, chance in stored["chances"].items()}
    return Puzzle(**{**stored, "chances": chances})


def write_puzzles(game: Game, puzzles: list[Puzzle]) -> None:
    data = {"revision": game.revision, "puzzles": [asdict(puzzle) for puzzle in puzzles]}
    (game.folder / FILE).write_text(json.dumps(data, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
