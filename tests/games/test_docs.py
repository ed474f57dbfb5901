"""docs/adding_a_game.md tells the truth: its smallest game plays, its example runs, tables and pictures are made."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from purrlor import Game, Match
from purrlor.bots.thinker import KNOBS
from purrlor.core.laws import check_game
from purrlor.web.gallery.pieces import page_of_games, piece_files

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "adding_a_game.md").read_text(encoding="utf-8")


def test_tables_and_pictures_are_those_of_the_source() -> None:
    assert page_of_games(PAGE) == PAGE, "`purrlor pieces` writes them"
    found = {path.name: path.read_text(encoding="utf-8") for path in (DOCS / "pieces").iterdir()}
    assert found == piece_files(), "`purrlor pieces` draws them"
    assert all(f'src="pieces/{name}"' in PAGE for name in found)


def test_every_knob_is_there_with_its_usual_value() -> None:
    assert dict(re.findall(r"^\| `(\w+)` \| (\d+) \|", PAGE, re.M)) == {name: str(n) for name, n in KNOBS.items()}


def test_the_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", PAGE, re.S)
    exec(compile(example, "docs/adding_a_game.md", "exec"), {"__name__": "example"})
    assert capsys.readouterr().out


def test_the_smallest_game_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its laws on the plain side, its notation as the page shows it, and words in both languages by default."""
    monkeypatch.setattr("purrlor.core.laws.walk.find_spec", lambda name: None)
    files = re.findall(r"```python (\S+)\n(.*?)```", PAGE, re.S)
    assert [name for name, _ in files] == ["rules/rules.py", "words/labels.py"]
    for name, text in files:
        path = tmp_path / "last_fish" / name
        path.parent.mkdir(parents=True)
        path.write_text(text, encoding="utf-8")
        (path.parent / "__init__.py").touch()
    (tmp_path / "last_fish" / "__init__.py").touch()
    monkeypatch.syspath_prepend(str(tmp_path))
    known = Game("last_fish")
    *_, report = check_game(known, 20)
    assert report.broken == []
    assert set(report.untried) == {"twin", "conserves", "sensible", "observes", "board"}
    (position,) = re.findall(r"```\n(last-fish .*?)```", PAGE, re.S)
    assert known.show(known.read(position)) == position.strip()
    match = Match(known, 2, seed=1)
    t, words = known.translations("ru"), known.words
    assert words.label(match.view(0), 0, 1, t) == "Вариант 1"
    assert words.status(match.view(0), 0, t, ["А", "Б"]) == "Ваш ход: выбирайте."
    while not match.is_over:
        seat = match.waiting()[0]
        match.play(seat, match.legal(seat)[-1])
    assert words.tally(match.state, t) == [("Очки", (1, 0))]
    assert known.invariants.standing(match.state) == [(1, 1), (0, 0)]
