"""The command line: what it prints, what it refuses, and how."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

import purrlor
from purrlor import Match, games
from purrlor.cli import main
from purrlor.core.fairness import (
    CAT,
    PERSON,
    Contribution,
    cat_nonce,
    commitment,
    terms_digest,
    terms_of_record,
)

RAT = "rat-a-tat-cat"


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C.UTF-8")


@pytest.fixture
def record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    assert main(["record", RAT, "--seed", "7", "--option", "rounds=1"]) == 0
    path = tmp_path / "m.json"
    path.write_text(capsys.readouterr().out)
    return path


def test_the_version_has_one_place(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert ended.value.code == 0
    assert capsys.readouterr().out == f"purrlor {purrlor.__version__}\n"


def test_games_as_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games"]) == 0
    out = capsys.readouterr().out
    for known in games():
        assert known.name in out
    assert "2–6" in out
    assert "revision 1" in out


def test_games_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games", "--json"]) == 0
    found = {entry["name"]: entry for entry in json.loads(capsys.readouterr().out)}
    assert set(found) == {known.name for known in games()}
    assert found[RAT]["seats"] == [2, 6]
    assert found[RAT]["revision"] == 1
    assert {"name": "rounds", "low": 1, "high": 20, "default": 3} in found[RAT]["options"]
    assert found[RAT]["title"]["ru"] == "Кот-за-хвост"


def test_a_record_verifies(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(record)]) == 0
    out = capsys.readouterr().out
    assert "the record holds" in out
    assert "SHA-256" in out
    assert "decisions are legal" in out
    assert "secret alone (format 1): who made the secret could choose it" in out
    assert "nonce" not in out


@pytest.fixture
def fair(tmp_path: Path) -> tuple[Path, str]:
    """A record with everybody's nonce but one that was withheld, and the nonce of seat 0."""
    nonce, secret = "1a" * 32, bytes(32)
    given = [
        Contribution(PERSON, commitment(nonce), nonce),
        Contribution(PERSON, "2b" * 32),
        Contribution(PERSON),
        Contribution(CAT, nonce=cat_nonce(secret, 3)),
    ]
    match = Match(RAT, 4, {"rounds": 1}, secret=secret, contributions=given)
    while waiting := match.waiting():
        match.play(waiting[0], match.legal(waiting[0])[0])
    path = tmp_path / "fair.json"
    path.write_text(json.dumps(match.record()))
    return path, nonce


def test_verify_says_which_of_the_two_was_proven(fair: tuple[Path, str], capsys: pytest.CaptureFixture[str]) -> None:
    path, nonce = fair
    assert main(["verify", str(path)]) == 0
    out = capsys.readouterr().out
    assert "(format 2)" in out
    assert "The seal is not compared" in out
    assert "Seat 0: a nonce that fits its commitment." in out
    assert "Seat 1: withheld a nonce it had committed to." in out
    assert "Seat 2: gave no nonce." in out
    assert "Seat 3: a cat's nonce, which follows from the secret and proves nothing by itself." in out
    assert "nobody else could choose the key" not in out
    record = json.loads(path.read_text())
    kept = ["--seal", record["promise"], "--nonce", nonce]
    assert main(["verify", str(path), *kept]) == 0
    assert "only what a player kept can tell" in capsys.readouterr().out, "a seat of the server's own could be late"
    assert main(["verify", str(path), *kept, "--terms", terms_digest(terms_of_record(record))]) == 0
    out = capsys.readouterr().out
    assert "The seal is the one you kept." in out
    assert "fits its commitment, yours." in out
    assert "nobody else could choose the key, but for a choice between 2 keys by withheld nonces." in out
    assert main(["verify", str(path), "--seal", "00" * 32]) == 1
    assert "not the one you kept" in capsys.readouterr().err
    assert main(["verify", str(path), "--terms", "00" * 32]) == 1
    assert "terms of the record are not those you kept" in capsys.readouterr().err
    assert main(["verify", str(path), "--nonce", "00" * 32]) == 1
    assert "not in the record" in capsys.readouterr().err


def test_a_changed_action_is_named(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = json.loads(record.read_text())
    data["log"][4][1] ^= 1
    record.write_text(json.dumps(data))
    assert main(["verify", str(record)]) == 1
    assert "breaks at decision 5" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["record", "chess"], "There is no game 'chess'"),
        (["record", RAT, "--players", "1"], "2 to 6 players"),
        (["record", RAT, "--players", "7"], "2 to 6 players"),
        (["record", RAT, "--option", "rounds=99"], "from 1 to 20"),
        (["record", RAT, "--option", "rounds"], "write NAME=VALUE"),
        (["verify", "/nowhere/m.json"], "Cannot read"),
        (["verify", "/"], "Cannot read"),
        (["laws", "--game", "chess"], "There is no game 'chess'"),
        (["bench", "nothing"], "There is no benchmark nothing"),
        (["terminal", RAT, "--level", "lynx"], "There is no level 'lynx'"),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(words: list[str], why: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 1
    err = capsys.readouterr().err
    assert why in err
    assert "Traceback" not in err
    assert err.count("\n") == 1


def test_a_broken_file_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for content in (b"", b"{", b"\xff\xfe", b"[1]", b'{"purrlor": 1}'):
        path = tmp_path / "bad.json"
        path.write_bytes(content)
        assert main(["verify", str(path)]) == 1
        assert "Traceback" not in capsys.readouterr().err


def test_errors_in_russian(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("LC_ALL", "ru_RU.UTF-8")
    assert main(["record", "chess"]) == 1
    assert "Игры 'chess' нет" in capsys.readouterr().err


def test_laws_print_what_they_tried(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("purrlor.core.laws.check.check_extremes", lambda *facts: [])  # seconds before the walks
    assert main(["laws", "--game", RAT, "--matches", "2"]) == 0
    out = capsys.readouterr().out
    assert "2 matches" in out
    assert "× twin" in out
    assert out.endswith("0 broken\n")
    assert main(["laws", "--game", RAT, "--matches", "1", "--json"]) == 0
    (report,) = json.loads(capsys.readouterr().out)
    assert report["broken"] == []


def test_the_installed_command_leaves_no_traceback() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "purrlor", "record", "chess"], capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 1
    assert "Traceback" not in done.stderr


def test_a_sentence_within_a_sentence_has_one_full_stop(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["picture", "rat-a-tat-cat", "players=2 rounds=21", str(tmp_path / "p.svg")]) == 1
    assert capsys.readouterr().err.endswith("from 1 to 20.\n")
