"""A match in the terminal, from beginning to end, by number."""

import random
from pathlib import Path

import pytest

from purrlor import Match, game, games
from purrlor.cli import main
from purrlor.terminal import play


@pytest.mark.parametrize("name", [known.name for known in games()])
@pytest.mark.parametrize("language", ["en", "ru"])
def test_a_whole_match(name: str, language: str, capsys: pytest.CaptureFixture[str]) -> None:
    dice = random.Random(1)

    def answer(prompt: str) -> str:
        last = int(prompt.rstrip(": ").rpartition("–")[2])
        return str(dice.randint(1, last))

    assert play(game(name), None, {}, 5, "random", language, ask=answer) == 0
    out = capsys.readouterr().out
    assert ("The match is over." if language == "en" else "Партия окончена.") in out
    assert ("Won by" if language == "en" else "Победа:") in out


def test_silly_answers_are_answered(capsys: pytest.CaptureFixture[str]) -> None:
    answers = iter(["", "0", "99", "x", "-1", "1" * 30, "?", "1", "q"])
    assert play(game("rat-a-tat-cat"), 4, {}, 5, "random", "en", ask=lambda _: next(answers)) == 0
    out = capsys.readouterr().out
    assert out.count("Type a number from 1 to") == 6
    assert "Goodbye" in out


def test_end_of_input_leaves_quietly(capsys: pytest.CaptureFixture[str]) -> None:
    def nothing(_: str) -> str:
        raise EOFError

    assert play(game("rat-a-tat-cat"), 2, {}, 5, "random", "ru", ask=nothing) == 0
    assert "До встречи" in capsys.readouterr().out


def test_opponents_know_only_what_they_may(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot is asked with a view, never with the true state."""
    seen: list[bool] = []
    original = Match.view

    def view(self: Match, seat: int) -> object:
        seen.append(True)
        return original(self, seat)

    monkeypatch.setattr(Match, "view", view)
    answers = iter(["1"] * 10)

    def answer(_: str) -> str:
        try:
            return next(answers)
        except StopIteration:
            raise EOFError from None

    play(game("rat-a-tat-cat"), 2, {}, 5, "cat", "en", ask=answer)
    assert seen


@pytest.mark.parametrize("name", [known.name for known in games()])
def test_a_match_goes_on_from_a_position(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """From a whole position, and from what seat 0 sees of it."""
    match = Match(game(name), seed=3)
    for _ in range(5):
        match.play(match.waiting()[0], match.legal(match.waiting()[0])[0])
    for state in (match.state, match.view(0)):
        text = game(name).show(state)
        assert play(game(name), None, {}, 5, "random", "en", ask=lambda _: "q", position=text) == 0
        assert "Goodbye" in capsys.readouterr().out


def test_a_position_that_cannot_be_read_is_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["terminal", "cat-cafe", "--position", str(tmp_path / "nowhere")]) == 1
    assert "cannot be read" in capsys.readouterr().err
    (tmp_path / "wrong").write_text("round 1 nowhere")
    assert main(["terminal", "cat-cafe", "--position", str(tmp_path / "wrong")]) == 1
    assert "This is not a position of cat-cafe" in capsys.readouterr().err
