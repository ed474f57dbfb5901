"""The arena: fair seatings, the same results however it is spread, and what is finished is never lost."""

from __future__ import annotations

import argparse
import json
import os
import re
import signal
import subprocess
import sys
from collections import Counter
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import pytest

from purrlor.bots.levels import level_of
from purrlor.cli import main
from purrlor.core.errors import BadOption, UnknownGame
from purrlor.core.game import game
from purrlor.core.installation.extras import MissingExtra
from purrlor.lab.arena import level_scale
from purrlor.lab.arena import run as arena
from purrlor.lab.arena.matches import Plan, Played, bin_time, play_blocks, read_entrant, time_bin
from purrlor.lab.arena.parallel import NoCluster, check_listener, run_on_ray
from purrlor.lab.arena.ratings import interval, judge, quantile, student

GAME = "rat-a-tat-cat"


def plan(bots: str, players: int, seed: int = 1) -> Plan:
    line = tuple(read_entrant(text, 40, None) for text in bots.split(","))
    return Plan(GAME, players, game(GAME).settle(players), line, seed)


def args(*words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    arena.add_arguments(parser)
    return parser.parse_args(words)


def run(*words: str) -> int:
    return arena.run(args(*words))


# ------------------------------------------------------------ who sits where
def test_everybody_sits_everywhere() -> None:
    assert plan("tiger,cat,kitten,random", 4).seatings == [(0, 1, 2, 3), (1, 2, 3, 0), (2, 3, 0, 1), (3, 0, 1, 2)]


def test_one_against_many() -> None:
    one = plan("tiger,cat,cat", 3)
    assert [entrant.name for entrant in one.entrants] == ["tiger", "cat"]
    assert one.seatings == [(0, 1, 1), (1, 1, 0), (1, 0, 1)]


def test_too_few_are_seated_again_and_too_many_take_turns() -> None:
    assert plan("cat,random", 4).seatings == [(0, 1, 0, 1), (1, 0, 1, 0)]
    seatings = plan("cat,kitten,random", 2).seatings
    assert len(seatings) == 6
    assert Counter(seat for seating in seatings for seat in seating) == {0: 4, 1: 4, 2: 4}


# ------------------------------------------------------------ bots by name
def test_bots_have_budgets() -> None:
    tiger = read_entrant("tiger:0.05s:explore=700", 100, None)
    assert (tiger.playouts, tiger.seconds, tiger.knobs) == (None, 0.05, (("explore", 700),))
    assert read_entrant("tiger:200", None, 0.5).playouts == 200
    assert (read_entrant("cat:mistakes=200").mistakes, read_entrant("cat").mistakes) == (200, None)
    assert read_entrant("tiger", 100, None).playouts == 100
    assert read_entrant("cat", 100, None).playouts is None


@pytest.mark.parametrize(
    "text",
    [
        "lynx",
        "lion:bias=1",
        "tiger:",
        "tiger:0",
        "tiger:-1s",
        "tiger:fast",
        "tiger:claws=3",
        "tiger:bias=x",
        "cat:mistakes=1001",
    ],
)
def test_a_bot_that_is_none(text: str) -> None:
    with pytest.raises(BadOption):
        read_entrant(text, None, None)


@pytest.mark.parametrize("words", [(GAME, "--bots", ","), (GAME, "--matches", "0"), (GAME, "--players", "9")])
def test_an_arena_that_is_none(words: tuple[str, ...]) -> None:
    with pytest.raises(BadOption):
        run(*words)


def test_a_game_that_is_none() -> None:
    with pytest.raises(UnknownGame):
        run("chess")


# ------------------------------------------------------------ matches
def test_the_same_seed_gives_the_same_matches() -> None:
    def story(seed: int) -> list[tuple[object, ...]]:
        return [
            (match.block, match.seating, match.scores, match.winners, match.decisions)
            for match in play_blocks(plan("tiger,cat", 2, seed), range(3))
        ]

    assert story(1) == story(1) != story(2)


def test_results_do_not_depend_on_how_the_work_is_spread(capsys: pytest.CaptureFixture[str]) -> None:
    found = []
    for processes in ("1", "2"):
        words = ("--bots", "tiger,cat,random", "--playouts", "30", "--matches", "30", "--json")
        assert run(GAME, *words, "--processes", processes) == 0
        found.append(json.loads(capsys.readouterr().out))
    for result in found:
        for bot in result["bots"]:
            for name in ("median_ms", "p99_ms", "times"):
                assert bot.pop(name)
    assert found[0] == found[1]
    assert found[0]["matches"] == 30
    assert [bot["name"] for bot in found[0]["bots"]] == ["tiger", "cat", "random"]
    assert sum(bot["share"]["mean"] for bot in found[0]["bots"]) == pytest.approx(1.0)


def test_a_table_for_people(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    for language, said in (("en", "even share"), ("ru", "равная доля")):
        monkeypatch.setenv("LC_ALL", language)
        assert run(GAME, "--bots", "cat,random", "--matches", "9", "--processes", "1", "--option", "rounds=1") == 0
        shown = capsys.readouterr().out
        assert said in shown
        assert " 10 " in shown  # rounded up to whole rotations
        assert "…" not in shown


def test_a_long_name_of_a_bot_cuts_no_figure_off(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    source = "from purrlor import game\nrat = game('rat-a-tat-cat')\n"
    (tmp_path / "bots_of_somebody.py").write_text(
        f"{source}def the_first_choice(hidden, seat): return rat.legal(hidden, seat)[0]\n"
    )
    monkeypatch.chdir(tmp_path)
    bots = "bots_of_somebody:the_first_choice,random"
    assert run(GAME, "--bots", bots, "--matches", "2", "--processes", "1", "--option", "rounds=1") == 0
    shown = capsys.readouterr().out
    assert "bots_of_somebody:the_first_choice " in shown
    assert "…" not in shown


# ------------------------------------------------------------ standings
def test_shares_ratings_and_times() -> None:
    line = plan("cat,random", 2)
    times = {0: Counter({time_bin(0.001): 99, time_bin(1.0): 1}), 1: Counter({time_bin(0.002): 10})}
    swapped = {0: times[0], 1: times[1]}
    played = [Played(block, (0, 1), (5, 9), (0,), 20, times) for block in range(10)]
    played += [Played(block, (1, 0), (7, 7), (0, 1), 20, swapped) for block in range(10)]
    cat, other = judge(line, played).bots
    assert (cat.share.mean, other.share.mean) == (0.75, 0.25)
    assert (cat.share.low, cat.share.high) == (0.75, 0.75)  # the blocks all say the same
    assert cat.even == 0.5
    assert cat.mu > 25 > other.mu
    assert cat.sigma < 25 / 3
    assert cat.score == 6
    assert cat.median_ms == pytest.approx(1, rel=0.02)
    assert quantile(Counter(cat.times), 0.999) == pytest.approx(1.0, rel=0.02)
    assert judge(line, reversed(played)) == judge(line, played)


def test_intervals() -> None:
    assert interval([]).high - interval([]).low == 1.0
    assert interval([0.5]).low == 0.0
    found = interval([0.0, 1.0] * 50)
    assert found.mean == 0.5
    assert found.low == pytest.approx(0.5 - 1.984 * 0.5 / 99**0.5, abs=1e-3)
    always, never = interval([1.0] * 60), interval([0.0] * 60)
    assert (always.mean, always.high) == (1.0, 1.0)
    assert always.low == pytest.approx(0.9404, abs=1e-4)  # Clopper and Pearson
    assert (never.mean, never.low) == (0.0, 0.0)
    assert never.high == pytest.approx(1 - always.low)
    for free, known in ((1, 12.706), (2, 4.303), (4, 2.776), (10, 2.228), (30, 2.042), (1000, 1.962)):
        assert student(free) == pytest.approx(known, rel=0.012)
    assert bin_time(time_bin(0.123)) == pytest.approx(0.123, rel=0.011)


# ------------------------------------------------------------ the report
class Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: Counter[str] = Counter()
        self.outside: list[str] = []
        self.words = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        self.outside += [value for name, value in attrs if value and name in ("src", "href")]

    def handle_data(self, data: str) -> None:
        self.words += data


@pytest.mark.parametrize(("language", "word"), [("en", "Decision times"), ("ru", "Время решений")])
def test_the_report_is_one_page(tmp_path: Path, language: str, word: str, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "arena.html"
    words = ("--bots", "tiger,cat", "--playouts", "20", "--matches", "8", "--processes", "1")
    assert run(GAME, *words, "--html", str(file), "--language", language) == 0
    page = Page()
    page.feed(file.read_text(encoding="utf-8"))
    assert page.tags["svg"] == 5
    assert page.tags["script"] == 0
    assert page.outside == []
    assert word in page.words
    assert game(GAME).title(language) in page.words
    assert capsys.readouterr().out


def test_a_report_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match="Cannot write"):
        run(GAME, "--bots", "cat", "--matches", "1", "--processes", "1", "--html", str(tmp_path / "no" / "x.html"))


# ------------------------------------------------------------ Ctrl-C, clusters
def interrupted() -> tuple[int, bytes, bytes]:
    """As soon as its progress bar says that something is finished."""
    words = ("arena", GAME, "--bots", "tiger,cat", "--playouts", "10", "--matches", "1000000", "--json")
    with subprocess.Popen(
        [sys.executable, "-m", "purrlor", *words, "--processes", "2"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        env={**os.environ, "FORCE_COLOR": "1"},  # the bar is drawn though nobody looks
    ) as process:
        assert process.stderr is not None
        said = b""
        try:
            while not re.search(rb"[1-9]\d*/1000000", said):
                more = os.read(process.stderr.fileno(), 4096)
                assert more, said
                said += more
            os.killpg(process.pid, signal.SIGINT)  # as a terminal does: everybody hears it
            out, err = process.communicate(timeout=300)
        except BaseException:
            os.killpg(process.pid, signal.SIGKILL)
            raise
    return process.returncode, out, said + err


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_ctrl_c_keeps_what_is_finished() -> None:
    status, out, err = interrupted()
    assert status == 130
    assert 0 < json.loads(out)["matches"] < 1_000_000
    assert b"Traceback" not in err


def test_no_ray_is_said_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(MissingExtra, match=r"purrlor\[ray\]"):
        list(run_on_ray(print, [1]))


def test_no_cluster_is_said_soon() -> None:
    for address in ("127.0.0.1:1", "ray://127.0.0.1:1", "127.0.0.1:99999"):
        with pytest.raises(NoCluster, match="no Ray cluster at"):
            check_listener(address)
    for other in (None, "auto", "local"):
        check_listener(other)


@pytest.mark.slow
def test_ray_gives_the_same_results(capsys: pytest.CaptureFixture[str]) -> None:
    found = []
    for where in ("here", "ray"):
        assert run(GAME, "--bots", "tiger,cat", "--playouts", "30", "--matches", "12", "--json", "--on", where) == 0
        result = json.loads(capsys.readouterr().out)
        found.append([(bot["name"], bot["share"], bot["mu"], bot["scores"]) for bot in result["bots"]])
    assert found[0] == found[1]


def test_the_levels_at_the_tables_are_measured_step_by_step(capsys: pytest.CaptureFixture[str]) -> None:
    steps = [[entrant.name for entrant in one.line] for one in level_scale.plans(game(GAME), 2, 1, None)]
    names = ["beginner", *(str(level_of(GAME, level)) for level in ("kitten", "cat", "tiger", "lion"))]
    assert steps == [[strong, weak] for weak, strong in pairwise(names)]
    words = ["levels", GAME, "--only", "cat", "--players", "2", "--matches", "40", "--processes", "1"]
    assert main(words) == 0
    line = capsys.readouterr().out.splitlines()[-1]
    assert re.fullmatch(rf"\| 2 \| {names[2]} \| {names[1]} \| [\d.]+ % \([\d.]+–[\d.]+\), 40 \|", line)
