"""Bots from outside: found by name, seated anywhere, handed only what they may know, blamed by name."""

from __future__ import annotations

import json
import pickle
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from purrlor import Match, game
from purrlor.bots.user_bots import BotFailed, find_bot, seat_bot
from purrlor.cli import main
from purrlor.core.errors import BadOption
from purrlor.terminal import play

RAT = "rat-a-tat-cat"
SOURCE = """
from purrlor import game
rat = game("rat-a-tat-cat")
made = []
def last(hidden, seat):
    return rat.legal(hidden, seat)[-1]
class Careful:
    def __init__(self, game, seed):
        self.game, self.seed = game, seed
        made.append(seed)
    def choose(self, hidden, seat):
        assert not any(hidden.rng), "the generator is no business of a player's"
        assert hidden == self.game.hidden(hidden, seat), "this was not hidden"
        return self.game.legal(hidden, seat)[0]
class Simple:
    def choose(self, hidden, seat):
        return rat.legal(hidden, seat)[0]
def cheat(hidden, seat):
    return 61
def broken(hidden, seat):
    return {}["no { such key"]
class Unwilling:
    def __init__(self):
        raise RuntimeError("not today")
    def choose(self, hidden, seat):
        return 0
class NoBot:
    pass
number = 5
"""


@pytest.fixture(autouse=True)
def own_bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A module of the current folder, and a package installed there that names a bot as an entry point."""
    (tmp_path / "my_bots.py").write_text(SOURCE)
    (tmp_path / "bad_bots.py").write_text("import no_such_library\n")
    info = tmp_path / "my_package-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: my-package\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[purrlor.bots]\nlynx = my_bots:Careful\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path)])
    find_bot.cache_clear()
    yield
    find_bot.cache_clear()
    sys.modules.pop("my_bots", None)


def test_a_module_of_the_current_folder_is_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys, "path", [place for place in sys.path if place != str(tmp_path)])
    assert find_bot("my_bots:last").__name__ == "last"


def test_an_entry_point_is_found() -> None:
    assert find_bot("lynx").__name__ == "Careful"


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("puma", "There is no level 'puma'"),
        ("my_bots:nobody", "Cannot load the bot my_bots:nobody: AttributeError"),
        ("nowhere:bot", "Cannot load the bot nowhere:bot: ModuleNotFoundError"),
        ("bad_bots:bot", "No module named 'no_such_library'"),
        ("my_bots:NoBot", "is no bot: it must be"),
        ("my_bots:number", "is no bot: it must be"),
    ],
)
def test_what_is_no_bot(name: str, why: str) -> None:
    with pytest.raises(BadOption) as caught:
        find_bot(name)
    assert why in str(caught.value)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("my_bots:cheat", "The bot my_bots:cheat chose 61 on seat 0: its choices were"),
        ("my_bots:broken", "The bot my_bots:broken failed in my_bots.py, line 21: KeyError"),
        ("my_bots:Unwilling", "The bot my_bots:Unwilling failed in my_bots.py, line 24: RuntimeError: not today."),
    ],
)
def test_a_fault_is_told_with_the_bots_name(name: str, why: str) -> None:
    match = Match(RAT, seed=1)
    with pytest.raises(BotFailed) as caught:
        seat_bot(find_bot(name), name, match.game, 1)(match.view(0), 0)
    assert why in str(caught.value)
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)  # from another process


@pytest.mark.parametrize("processes", ["1", "2"])
def test_in_the_arena(processes: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["arena", RAT, "--bots", "cat,my_bots:Careful,my_bots:last", "--matches", "12", "--option", "rounds=1"]
    assert main([*words, "--processes", processes, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [bot["name"] for bot in found["bots"]] == ["cat", "my_bots:Careful", "my_bots:last"]
    assert found["bots"][0]["share"]["mean"] > 0.5


def test_every_match_and_seat_has_an_object_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["arena", RAT, "--bots", "lynx,random", "--players", "4", "--matches", "4", "--option", "rounds=1"]
    assert main([*words, "--processes", "1"]) == 0
    seeds = sys.modules["my_bots"].made
    assert len(seeds) == 2 * (4 + 2)  # two seats in four matches, and in the two that warm the compiler
    assert len(set(seeds)) > 4


@pytest.mark.parametrize("processes", ["1", "2"])
def test_a_failing_bot_ends_the_arena_with_one_sentence(processes: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", RAT, "--bots", "cat,my_bots:broken", "--matches", "8", "--processes", processes]) == 1
    err = capsys.readouterr().err
    assert "my_bots.py, line 21" in err
    assert "Traceback" not in err


def test_in_a_study(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["study", RAT, "--matches", "3", "--option", "rounds=1", "--processes", "1", "--json"]
    for level in ("my_bots:Simple", "kitten"):
        assert main([*words, "--level", level]) == 0
        assert json.loads(capsys.readouterr().out)["level"] == level
    assert main([*words, "--level", "my_bots:nobody"]) == 1


def test_in_the_terminal_among_others(capsys: pytest.CaptureFixture[str]) -> None:
    assert play(game(RAT), 4, {"rounds": 1}, 5, "lynx,cat,my_bots:last", "en", ask=lambda _: "1") == 0
    assert len(sys.modules["my_bots"].made) == 1
    assert "The match is over." in capsys.readouterr().out
