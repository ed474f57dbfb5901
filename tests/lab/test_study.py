"""Studies: the same seed gives the same answers; habits are tried as they say; what is stopped is kept."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from purrlor.cli import main
from purrlor.core.game import Game, game
from purrlor.lab import study
from purrlor.lab.arena import parallel
from purrlor.lab.reports.study_findings import answers, kinds, lengths
from tests.fixtures.catalogue import each_game_with

GAMES = each_game_with("lab/study.py", "lab/decision_names.py", name="known")


def arguments(*words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    study.add_arguments(parser)
    return parser.parse_args([*words, "--language", "en"])


def studied(*words: str) -> list[study.Finished]:
    args = arguments(*words)
    known = game(args.game)
    return study.play_all(known, list(study.all_match_series(known, args)), 1)[0]


@GAMES
def test_a_report_in_every_language(known: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for language, word in (("en", "Length"), ("ru", "Длина")):
        page = tmp_path / f"{language}.html"
        words = ["study", known.name, "--matches", "60", "--level", "random", "--language", language]
        assert main([*words, "--html", str(page)]) == 0
        assert word in capsys.readouterr().out
        text = page.read_text(encoding="utf-8")
        assert word in text
        assert "http" not in text.replace("http-equiv", "")  # nothing to fetch
        assert text.count("<section>") >= 5


@GAMES
def test_the_same_seed_gives_the_same_answers(known: Game, capsys: pytest.CaptureFixture[str]) -> None:
    found = []
    for seed in ("3", "3", "4"):
        words = ["study", known.name, "--matches", "50", "--players", str(known.seats[-1]), "--seed", seed, "--json"]
        assert main([*words, "--language", "ru" if found else "en"]) == 0
        found.append(json.loads(capsys.readouterr().out))
    assert found[0] == found[1]
    assert found[0]["answers"] != found[2]["answers"]
    assert found[0]["matches"] == 50


@GAMES
def test_finals_are_what_the_plain_rules_say(known: Game) -> None:
    """Scores, winners and the number of decisions by name, against the plain rules."""
    matches = studied(known.name, "--matches", "20", "--level", "cat")[0]
    for k, s in enumerate(matches.sample):
        won = known.rules.winners(s)
        assert known.rules.waiting(s) == 0
        assert [known.rules.score(s, seat) for seat in range(s.seats)] == matches.scores[k].tolist()
        assert [share > 0 for share in matches.shares[k]] == [bool(won >> seat & 1) for seat in range(s.seats)]
    assert (matches.used.sum(axis=1) <= matches.lengths).all()
    assert matches.used.sum() > 0


@GAMES
def test_plain_and_compiled_names_of_decisions_agree(known: Game) -> None:
    from random import Random

    from purrlor.core.match import Match

    fast, plain = known.twin("lab.decision_names"), known.part("lab.decision_names")
    names, dice, found = known.part("lab.study").DECISION_NAMES, Random(1), set()

    match = Match(known, known.seats[-1], seed=2)
    while not match.is_over and len(match.log) < 120:
        seat = dice.choice(match.waiting())
        s = match.state
        row = np.frombuffer(s.to_bytes(), s.dtype()).copy()
        for action in match.legal(seat):
            name = plain.decision_name(s, seat, action)
            assert name == fast.decision_name(row[0], seat, action)
            assert -1 <= name < len(names)
            found.add(name)
        match.play(seat, dice.choice(match.legal(seat)))
    assert len(found) > 3


def test_points_by_kind_add_up() -> None:
    """A kind that does not come up in a match counts as 0 there; the total is the last row."""
    known = game("pocket-cats")
    matches = studied("pocket-cats", "--matches", "300")[0]
    found = kinds(matches, known.translations("en"))
    assert found["rows"][-1][0] == "Total"
    total = found["data"].pop("Total")
    assert total["everybody"] == pytest.approx(matches.scores.mean())
    parts = [both["everybody"] for label, both in found["data"].items() if not label.startswith("Prey tiles")]
    assert sum(parts) == pytest.approx(total["everybody"])


def test_tigers_can_be_studied() -> None:
    matches = studied("rat-a-tat-cat", "--matches", "2", "--level", "tiger", "--playouts", "8", "--option", "rounds=1")
    assert len(matches[0].finals) == 2
    assert (matches[0].lengths > 8).all()


def test_clans_meet_as_the_experiment_says() -> None:
    """Every pair of different clans, on both seats, and each player really has the clan."""
    matches = studied("pocket-cats", "--matches", "84", "--level", "random")[1]
    assert matches.finals["clan"].tolist() == matches.habits.tolist()
    assert len({tuple(pair) for pair in matches.habits.tolist()}) == 42
    found = game("pocket-cats").part("lab.study").clan_against_clan(matches, game("pocket-cats").translations("en"))
    rows = found["data"]["shares"]
    for a in range(7):
        for b in range(7):
            assert (rows[a][b] is None) == (a == b)
            assert a == b or rows[a][b] + rows[b][a] == pytest.approx(1.0)


def test_a_caller_calls_at_the_threshold() -> None:
    """The habit calls at once with a row as low as that, and not before."""
    known = game("rat-a-tat-cat")
    habit, rules = known.part("lab.decision_names").habit, known.rules
    s = known.laid_out(2)
    rules.start(s)
    table = known.part("rules.state")
    s.phase, s.turn = table.CALL, 0
    for i, card in enumerate((1, 2, -1, 3)):
        s.rows[0][i] = card
    assert habit(s, 0, 11) == table.YES  # 1 + 2 + 3, and 5 for the one not known
    assert habit(s, 0, 10) == table.NO
    s.phase = table.SOURCE
    assert habit(s, 0, 11) == -1


def test_thresholds_that_cannot_be_told_apart_are_named() -> None:
    """Thresholds 4 and 6 win alike, 8 clearly less, the others never."""
    study_of = game("rat-a-tat-cat").part("lab.study")
    values = np.array(study_of.THRESHOLDS).repeat(100)
    wins = {4: 60, 6: 59, 8: 30}
    shares = np.concatenate([np.arange(100) < wins.get(value, 0) for value in study_of.THRESHOLDS]).astype(float)
    habits = np.stack([values, np.full_like(values, -1)], axis=1)
    matches = SimpleNamespace(habits=habits, shares=np.stack([shares, 1 - shares], axis=1), players=2)
    found = study_of.best_threshold(matches, game("rat-a-tat-cat").translations("en"))
    assert (found["data"]["best"], found["data"]["as_good_as_best"]) == (4, [6])
    assert found["note"].endswith("Most wins: 4. So few matches cannot tell these from it: 6.")


def test_ctrl_c_keeps_what_is_done(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupted(work: Any, pieces: Any, cores: Any) -> Iterator[Any]:
        yield work(pieces[0])
        raise KeyboardInterrupt

    monkeypatch.setattr(parallel, "run_here", interrupted)
    assert main(["study", "pocket-cats", "--matches", "4000", "--language", "en"]) == 130
    said = capsys.readouterr().out
    assert "matches: 1000 · stopped early" in said
    assert "Clan against clan" not in said  # it was not played


def test_wrong_requests(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["study", "chess"]) == 1
    assert main(["study", "cat-cafe", "--matches", "0"]) == 1
    assert main(["study", "cat-cafe", "--option", "mice"]) == 1
    assert main(["study", "cat-cafe", "--matches", "5", "--html", str(tmp_path / "no" / "where.html")]) == 1
    assert "Traceback" not in capsys.readouterr().err


def test_lengths_are_told_in_quantiles() -> None:
    matches = studied("pocket-cats", "--matches", "50")[0]
    found = lengths(matches, game("pocket-cats").translations("en"))["data"]
    assert found["low"] <= found["median"] <= found["high"] <= found["most"] == matches.lengths.max()
    assert len(answers(game("pocket-cats"), [matches], [], game("pocket-cats").translations("en"))) == 5
