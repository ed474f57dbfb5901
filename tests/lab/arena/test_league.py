"""A league keeps what arenas found out, and the levels in it are fixed points."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest

from purrlor.cli import main
from purrlor.core.game import game
from purrlor.lab.arena.league import FIXED, League, Rated, Tables, fit, label
from purrlor.lab.arena.matches import Plan, Played, read_entrant

RAT = "rat-a-tat-cat"
WORDS = ["arena", RAT, "--matches", "6", "--processes", "1", "--option", "rounds=1"]


def last(hidden: object, seat: int) -> int:
    return game(RAT).legal(hidden, seat)[-1]


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C.UTF-8")


def league_of(*results: tuple[str, str, int, int]) -> League:
    """Matches of two: who, against whom, won how many, lost how many. Small names are levels."""
    made = League(RAT, 2, {})
    for one, other, won, lost in results:
        made.tables.append(Tables({one: 1, other: 1}, won + lost, {one: won, other: lost}))
        made.levels = sorted({*made.levels, *(name for name in (one, other) if name.islower())})
    return made


def ratings(league: League) -> dict[str, Rated]:
    return {bot.name: bot for bot in league.ratings()}


def test_four_hundred_points_are_ten_to_one() -> None:
    found = ratings(league_of(("cat", "random", 10_000, 1_000)))
    assert found["cat"].rating == FIXED
    assert found["cat"].deviation == 0
    assert found["random"].rating == pytest.approx(FIXED - 400, abs=1)
    assert found["random"].deviation == pytest.approx(400 / math.log(10) / math.sqrt(11_000 * 10 / 121), rel=0.01)


def test_the_fit_is_the_most_likely_one() -> None:
    """Expected and real wins agree, which is what makes a likelihood of this kind highest."""
    tables = [
        Tables({"a": 1, "b": 2, "c": 1}, 400, {"a": 180, "b": 140, "c": 80}),
        Tables({"a": 2, "c": 2}, 200, {"a": 150, "c": 50}),
    ]
    found = fit(tables, ["a", "b", "c"], {"b": 1.0})
    assert found["b"] == 1.0
    for name in ("a", "c"):
        own = [one for one in tables if name in one.seats]
        real = 0.5 + sum(one.wins[name] for one in own)
        expected = found[name] / (found[name] + 1) + sum(
            one.matches * one.seats[name] * found[name] / sum(n * found[o] for o, n in one.seats.items()) for one in own
        )
        assert expected == pytest.approx(real)


def test_a_newcomer_moves_no_level() -> None:
    before = ratings(league_of(("cat", "random", 80, 20), ("cat", "kitten", 60, 40)))
    played = league_of(("cat", "random", 80, 20), ("cat", "kitten", 60, 40), ("Mine", "kitten", 300, 0))
    after = ratings(played)
    for level in ("cat", "kitten", "random"):
        assert after[level].rating == before[level].rating
        assert after[level].fixed
    assert after["Mine"].rating > FIXED
    assert math.isfinite(after["Mine"].rating)
    assert not after["Mine"].fixed


def test_results_add_up_over_runs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "league.json"
    bot = f"{__name__}:last"
    for run in range(3):
        bots = ("cat,random", f"{bot},cat", f"tiger:8,{bot}")[run]
        assert main([*WORDS, "--bots", bots, "--league", str(path), "--html", str(tmp_path / "l.html")]) == 0
    shown = capsys.readouterr().out
    assert shown.count("League") == 3
    kept = json.loads(path.read_text())
    assert [run["seed"] for run in kept["runs"]] == [1, 2, 3]
    assert kept["levels"] == ["cat", "random", "tiger:8"]
    assert sum(tables["matches"] for tables in kept["tables"]) == 18
    assert all(sum(tables["wins"].values()) == pytest.approx(tables["matches"]) for tables in kept["tables"])
    page = (tmp_path / "l.html").read_text()
    assert "League" in page
    assert bot in page


def test_the_same_matches_count_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = [*WORDS, "--bots", "cat,random", "--league", str(tmp_path / "league.json"), "--seed", "7", "--json"]
    assert main(words) == 0
    assert {bot["name"] for bot in json.loads(capsys.readouterr().out)["league"]} == {"cat", "random"}
    assert main(words) == 1
    found = capsys.readouterr()
    assert found.out == ""
    assert "in the league already" in found.err


def test_another_game_has_another_league(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "league.json"
    assert main([*WORDS, "--bots", "cat,random", "--league", str(path)]) == 0
    assert main([*WORDS[:-1], "rounds=2", "--bots", "cat,random", "--league", str(path)]) == 1
    assert "This league is of rat-a-tat-cat with 2 players" in capsys.readouterr().err
    path.write_text("{}")
    assert main([*WORDS, "--bots", "cat,random", "--league", str(path)]) == 1
    assert "is not a league" in capsys.readouterr().err
    assert main([*WORDS, "--bots", "cat,random", "--league", str(tmp_path / "no" / "where.json")]) == 1
    found = capsys.readouterr()
    assert "Cannot write" in found.err
    assert found.out == ""  # said before the first match


def test_a_tiger_with_more_time_is_another_player() -> None:
    named = [
        read_entrant(*facts) for facts in (("tiger", 50, None), ("tiger", None, 0.1), ("tiger:9:bias=3", None, None))
    ]
    assert [label(entrant) for entrant in (*named, read_entrant("tiger"))] == [
        "tiger:50",
        "tiger:0.1s",
        "tiger:9:bias=3",
        "tiger:0.5s",
    ]


def test_a_bot_on_several_seats() -> None:
    plan = Plan(RAT, 3, game(RAT).settle(3), tuple(read_entrant(bot) for bot in ("cat", "cat", "random")), 1)
    league = League(RAT, 3, dict(plan.options))
    league.add(plan, [Played(0, (0, 0, 1), (1, 2, 3), (0, 1), 9), Played(0, (0, 1, 0), (1, 2, 3), (1,), 9)])
    (tables,) = league.tables
    assert (tables.seats, tables.matches, tables.wins) == ({"cat": 2, "random": 1}, 2, {"cat": 1.0, "random": 1.0})


def test_a_league_is_shown_without_playing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, page = tmp_path / "league.json", tmp_path / "league.html"
    assert main([*WORDS, "--bots", "cat,random", "--league", str(path)]) == 0
    capsys.readouterr()
    assert main(["league", str(path), "--json", "--html", str(page)]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["game"], found["players"], found["matches"]) == (RAT, 2, 6)
    assert {bot["name"]: bot["rating"] for bot in found["league"]}["cat"] == FIXED
    assert "<svg" in page.read_text(encoding="utf-8")
    assert main(["league", str(path)]) == 0
    assert "1500" in capsys.readouterr().out
    for wrong in (page, tmp_path / "nowhere.json"):
        assert main(["league", str(wrong)]) == 1
        assert "is not a league" in capsys.readouterr().err


def test_a_level_that_met_levels_only_beside_others_is_rated_by_that() -> None:
    mixed = Tables({"cat": 1, "Mine": 1, "random": 1}, 300, {"cat": 200, "Mine": 80, "random": 20})
    found = ratings(League(RAT, 3, {}, levels=["cat", "random"], tables=[mixed]))
    assert found["cat"].rating == FIXED
    assert found["random"].rating == pytest.approx(FIXED - 400, abs=20)
    assert [found[name].fixed for name in ("cat", "random", "Mine")] == [True, False, False]


@pytest.mark.parametrize("text", ["[" * 100_000, '{"purrlor-league": 1, "players": NaN}', "no paws"])
def test_a_file_that_is_no_league_is_refused_in_a_sentence(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "league.json").write_text(text)
    assert main(["league", str(tmp_path / "league.json")]) == 1
    assert capsys.readouterr().err.count("\n") == 1
