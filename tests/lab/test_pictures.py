"""A position as a picture: the pieces that lie there, and nothing that the viewer may not know."""

from __future__ import annotations

import random
import re
import shutil
from pathlib import Path
from xml.etree import ElementTree

import pytest

from purrlor import Match, game
from purrlor.cli import main
from purrlor.core.positions.position_picture import position_svg
from purrlor.core.seats import WATCHER
from tests.fixtures.playing import GAMES

USED = re.compile(r'<use href="#([^"]+)"')


def played(name: str, decisions: int, seed: int = 3) -> Match:
    match, chance = Match(name, game(name).seats[0], seed=seed), random.Random(seed)
    while match.waiting() and len(match.log) < decisions:
        seat = match.waiting()[0]
        match.play(seat, chance.choice(match.legal(seat)))
    return match


@pytest.mark.parametrize("name", GAMES)
def test_every_moment_of_a_match_is_drawn(name: str) -> None:
    for decisions in (0, 3, 11, 40, 100_000):
        match = played(name, decisions)
        for viewer, language in ((0, "en"), (1, "ru"), (WATCHER, "ru")):
            text = match.svg(viewer, language)
            root = ElementTree.fromstring(text)
            ids = {part.get("id") for part in root.iter() if part.get("id")}
            assert set(USED.findall(text)) == ids, "every piece is in the file, and no piece that does not lie there"
            assert "var(" not in text, "other programs than browsers draw it, too"
            assert ("seat 0" if language == "en" else "место 0") in text
    assert match._repr_svg_() == match.svg(WATCHER)


@pytest.mark.parametrize("name", GAMES)
def test_two_truths_that_look_the_same_have_one_picture(name: str) -> None:
    differ = 0
    for decisions in (2, 9, 20):
        for viewer in (0, 1):
            match = played(name, decisions)
            if not match.waiting():
                continue
            seen = match.game.show(match.view(viewer))
            others = [Match.from_notation(name, seen, viewer=viewer, seed=seed) for seed in (1, 2)]
            differ += others[0].state.to_bytes() != others[1].state.to_bytes()
            assert others[0].svg(viewer) == others[1].svg(viewer) == match.svg(viewer)
    assert differ, "the truths were different ones"


def test_what_must_be_remembered_lies_face_down() -> None:
    match = Match("rat-a-tat-cat", 2, {"rounds": 1}, seed=1)
    shown = [name for name in USED.findall(match.svg(0)) if name != "rat-a-tat-cat-card-back"]
    assert len(shown) == 2 + 1, "the two outer cards and the discard"
    for seat in (0, 1):
        match.play(seat, 0)
    assert len([name for name in USED.findall(match.svg(0)) if name != "rat-a-tat-cat-card-back"]) == 1


def test_a_game_without_a_picture_is_drawn_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    match = played("cat-cafe", 5)
    monkeypatch.setattr(type(match.game), "has", lambda self, path: path != "board/picture.py")
    text = position_svg(match.game, match.view(0), 0, names=["<Anna>", "Boris"])
    assert "&lt;Anna&gt;: " in text
    ElementTree.fromstring(text)


def test_the_verb(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    match = played("more-kitties", 12)
    text = match.game.show(match.state)
    out = tmp_path / "position.svg"
    assert main(["picture", "more-kitties", text, str(out), "--viewer", "1"]) == 0
    assert out.read_text(encoding="utf-8") == match.svg(1)
    monkeypatch.setattr(shutil, "which", lambda _: None)
    monkeypatch.setattr("purrlor.lab.position_files.missing_from", lambda extra: ["resvg_py"])
    for words, why in (
        (["nonsense", str(out)], "not a position of more-kitties"),
        ([text, str(out), "--viewer", "5"], "This table has no seat 5."),
        ([text, str(tmp_path / "position.gif")], "A picture is FILE.svg or FILE.png, not position.gif."),
        ([text, str(tmp_path / "nowhere" / "position.svg")], "Cannot write"),
        ([text, str(tmp_path / "position.png")], "pip install 'purrlor[pictures]'"),
    ):
        capsys.readouterr()
        assert main(["picture", "more-kitties", *words]) == 1
        assert why in capsys.readouterr().err
