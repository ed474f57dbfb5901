"""Whole matches that were played once and must replay for ever."""

import json
from pathlib import Path

import pytest

from purrlor import Match, games

GOLDEN = sorted((Path(__file__).parent / "golden").glob("*.json"))


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_replays(path: Path) -> None:
    record = json.loads(path.read_text(encoding="utf-8"))
    match = Match.replay(record)
    assert match.is_over
    assert json.loads(json.dumps(match.record())) == record


def test_every_game_has_some() -> None:
    names = {json.loads(path.read_text(encoding="utf-8"))["game"] for path in GOLDEN}
    lacking = {known.name for known in games() if not known.is_from_outside} - names
    assert not lacking, f"purrlor golden {' '.join(lacking)} makes them"
