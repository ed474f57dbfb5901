"""Faults, each planted into the example game: the laws find them, and say where and what."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from purrlor import Game
from purrlor.command_line.new_games import gathered
from purrlor.core.game_check import game_faults
from purrlor.core.laws import check_game
from purrlor.new_game.writer import write_game
from purrlor.web.checks.board_check import board_check
from tests.games.planted_faults import FAULTS, RULES, WORDS, Fault


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Only the plain side is walked: to compile a game for every fault would take minutes."""
    monkeypatch.setattr("purrlor.core.laws.walk.find_spec", lambda name: None)
    before = set(sys.modules)
    yield tmp_path
    for name in set(sys.modules) - before:
        if name.partition(".")[0].startswith("planted_"):
            del sys.modules[name]


def replaced(path: Path, right: str, wrong: str, more: str = "") -> None:
    text = path.read_text(encoding="utf-8")
    assert text.count(right) == 1, f"{right!r} is {text.count(right)} times in {path.name}"
    path.write_text(text.replace(right, wrong) + more, encoding="utf-8")


def planted(folder: Path, monkeypatch: pytest.MonkeyPatch, number: int, fault: Fault | None) -> Game:
    name = f"planted-{number}"
    write_game(name, folder, in_checkout=False)
    home = folder / name / name.replace("-", "_")
    if fault is not None:
        replaced(home / fault.file, fault.right, fault.wrong, fault.more)
    monkeypatch.syspath_prepend(str(folder / name))
    return Game(name.replace("-", "_"))


def test_the_example_itself_keeps_the_laws(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    known = planted(folder, monkeypatch, 99, None)
    *_, report = check_game(known, 12, board=board_check(known))
    assert report.broken == []
    assert report.untried == {}


@pytest.mark.parametrize("what", FAULTS)
def test_a_planted_fault_is_found(what: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    known = planted(folder, monkeypatch, 100 + list(FAULTS).index(what), FAULTS[what])
    board = board_check(known) if FAULTS[what].file.startswith(("board/", "words/rules")) else None
    broken: list[str] = []
    for report in check_game(known, 12, board=board):
        broken = report.broken
        if any(FAULTS[what].message in line for line in broken):
            print(f"{what}: {broken[0]}")
            return
    pytest.fail(f"not found: {what}. The laws say {broken[:3]}")


def test_what_is_missing_is_one_line(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    known = planted(folder, monkeypatch, 50, Fault(RULES, "def redeal(", "def deal_again(", ""))
    (known.folder / "words" / "labels.py").unlink()
    assert game_faults(known) == ["missing: rules.rules.redeal, words/labels.py"]
    *_, report = check_game(known, 3)
    assert report.broken == ["parts: missing: rules.rules.redeal, words/labels.py"]
    assert report.matches == 0


def test_a_function_that_cannot_be_called_is_named(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    known = planted(
        folder, monkeypatch, 51, Fault(WORDS, "def label(s: State, seat: int, action", "def label(s: State, action", "")
    )
    assert [fault.rpartition(",")[0] for fault in game_faults(known)] == [
        "words.labels.label takes (s, action, t), but it is called with (s, seat, action, t)"
    ]


def test_words_that_are_not_translated_hide_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    known = planted(folder, monkeypatch, 52, Fault(WORDS, '"Bid {card}"', '"Offer {card}"', ""))
    *_, report = check_game(known, 6)
    assert any(line == "languages: ru: not translated: 'Offer {card}'" for line in report.broken)
    assert all(line.startswith("languages: ") for line in report.broken)
    assert report.tried["replays"] > 6
    *_, report = check_game(known, 6, languages=["en"])
    assert report.broken == []


def test_a_score_that_is_not_the_one_of_the_standing_is_found(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody wins by it, and the tally says the same: only the standing knows."""
    wrong = "return s.points[seat] - (1 if seat == 1 else 0)"
    known = planted(folder, monkeypatch, 53, Fault(RULES, "return s.points[seat] + 0", wrong, ""))
    points = "tuple(s.points[p] - (1 if p == 1 else 0) for p in range(s.seats)))]"
    replaced(known.folder / WORDS, "tuple(s.points[: s.seats]))]", points)
    *_, report = check_game(known, 12)
    (line,) = report.broken
    assert line.startswith("winners: standing[seat][0] is the score, but not always: seat 1 has score ")
    assert line.endswith("12 times in 12 matches")


def test_words_that_are_the_same_in_every_language_are_found(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    known = planted(folder, monkeypatch, 54, None)
    words = known.folder / WORDS
    for sentence in ("The bids: {bids}.", "For sale: {n}", "Points"):
        replaced(words, f't.gettext("{sentence}")', f'"{sentence}"')
    replaced(known.folder / "options.py", 'N_("Leftovers"),', '"The rest",')
    (known.folder / "words" / "rules.ru.md").unlink()
    (known.folder / "words" / "questions.en.md").write_text("## What if?\n![](#card-1)\n")
    (known.folder / "words" / "questions.ru.md").write_text("## А если?\n")
    replaced(known.folder / "board" / "view.py", 't.gettext("Round {n} of {all}")', '"Round {n} of {all}"')
    board = known.folder / "board" / "board.html"
    replaced(board, '{{ _("for sale") }}', "on offer")
    replaced(board, "{{ _('Your hand') }}", "Your cards")
    *_, report = check_game(known, 6)
    found = "\n".join(report.broken)
    assert "languages: words/rules.ru.md is missing" in found
    assert (
        "languages: words/questions.ru.md shows other pictures than words/questions.en.md: [], not ['card-1']" in found
    )
    assert "languages: board/board.html line 2: 'on offer' is in no _(…)" in found
    assert "languages: board/board.html line 5: 'Your cards' is in no _(…)" in found
    for name, sentence in (("narrate", "The bids: "), ("sight", "For sale: "), ("tally", "Points")):
        assert f"languages: words.labels.{name} says the same in every language: '{sentence}" in found
    assert "languages: board/view.py says the same in every language: round is 'Round … of …'" in found
    assert "languages: option leftovers says the same in every language: 'The rest'" in found
    assert "languages: ru: nothing says 'Points' any more (was gettext left out?)" in found


def test_laws_that_nobody_tried_say_why(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    known = planted(
        folder,
        monkeypatch,
        55,
        Fault(
            "invariants.py", "    if below(s, 2):\n", "    if s.rng:\n        return False\n    if below(s, 2):\n", ""
        ),
    )
    *_, report = check_game(known, 4)
    assert report.broken == []
    assert list(report.untried) == ["board", "twin"]
    assert report.untried["twin"].startswith("had nothing to do: invariants.exchange never exchanged anything")
    known = planted(folder, monkeypatch, 56, Fault(RULES, "s.shown[p] = NONE", "s.shown[p + 6] = NONE", ""))
    *_, report = check_game(known, 4)
    assert report.untried["replays"] == "was not reached: matches stop at the first law they break"


def test_a_choice_of_numbers_is_refused_by_the_loader(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    known = planted(folder, monkeypatch, 57, None)
    path = known.folder / "options.py"
    replaced(path, "import Option, Switch", "import Choice, Option, Switch")
    replaced(path, '    Switch("leftovers"', '    Choice("pot", (9, 7), "Cards", ("9", "7")),\n    Switch("leftovers"')
    assert game_faults(known) == ["option pot needs values that are strings ('9', not 9), not (9, 7)"]


def test_options_that_are_settled_in_a_copy_are_found(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    known = planted(folder, monkeypatch, 70, None)
    with (known.folder / "options.py").open("a", encoding="utf-8") as file:
        file.write("\n\ndef settle(values, seats, given):\n    return {**values, 'leftovers': False}\n")
    *_, report = check_game(known, 1)
    assert report.broken == [
        "parts: options.settle changes `values` in place and returns nothing: what it returns is lost"
    ]


def test_an_action_that_changes_nothing_is_named(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fault = Fault(RULES, "    s.bid[seat] = action\n", "    s.bid[seat] = action if action else NONE\n", "")
    *_, report = check_game(planted(folder, monkeypatch, 58, fault), 12)
    assert any(", 0) changed nothing: it would be asked for ever (" in line for line in report.broken), report.broken


ENDLESS = """
    while s.round < ROUNDS:
        s.pot += 0
"""


def test_a_function_that_does_not_come_back_is_named(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("purrlor.core.laws.check.SECONDS", 0.3)
    fault = Fault(RULES, "    s.bid[seat] = action\n", f"    s.bid[seat] = action{ENDLESS}", "")
    (report,) = check_game(planted(folder, monkeypatch, 71, fault), 12)
    (line,) = report.broken
    assert line.startswith("ends: a function does not come back: rules/rules.py line 9")


NOTATION = """
from {package}.rules.rules import State


def show(s):
    return " ".join(map(str, s.numbers()))


def read(text):
    numbers = [int(word) for word in text.split(" ")]
    s = State()
    for name, field in s.fields.items():
        setattr(s, name, field.unflatten(tuple(numbers[: field.count])))
        del numbers[: field.count]
    return s
"""


def test_a_notation_that_stumbles_over_damaged_text_is_found(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    known = planted(folder, monkeypatch, 72, None)
    (known.folder / "notation.py").write_text(NOTATION.format(package=known.package), encoding="utf-8")
    report = next(check_game(known, 12))
    (line,) = report.broken
    assert line.startswith("notation: read must raise ValueError with what was wrong, not this: notation.py line ")


def test_settle_that_leaves_what_cannot_be_is_named(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    known = planted(folder, monkeypatch, 73, None)
    with (known.folder / "options.py").open("a", encoding="utf-8") as file:
        file.write("\n\ndef settle(values, seats, given):\n    values['leftovers'] = 'perhaps'\n")
    report = next(check_game(known, 12))
    assert report.broken[0].startswith("parts: options.settle leaves values that cannot be, for 2 players: ")


LESSON = """
from purrlor.core.lesson import LessonStep

STEPS = (
    LessonStep({position!r}, "Bid.", (0,), "Good.", 1),
    LessonStep({position!r}, "Bid.", (), "Good.", 5),
    LessonStep("no position", "Bid.", (), "Good."),
    LessonStep({position!r}, "Bid.", (1,), "Good.", 1, {{1: "No.", 2: "No."}}),
    LessonStep({position!r}, "Bid.", (1,), "Good.", 1, {{2: "No.", 8: "No."}}),
)
"""


def test_positions_of_a_lesson_that_cannot_be_played_are_named(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    known = planted(folder, monkeypatch, 59, None)
    s = known.laid_out(2)
    known.rules.start(s)
    s.hand[1] = [0, 2, 3, 0, 0, 0, 0, 0, 0]
    (known.folder / "words" / "lesson.py").write_text(LESSON.format(position=known.show(s)), encoding="utf-8")
    *_, report = check_game(known, 1, languages=["en"])
    assert report.broken[:2] == [
        "positions: step 1 of words/lesson.py means the actions (0,), but seat 1 may do (1, 2)",
        "positions: step 2 of words/lesson.py asks seat 5, which has nothing to do there",
    ]
    assert report.broken[2].startswith("positions: step 3 of words/lesson.py has a position that cannot be read: ")
    assert report.broken[3:] == [
        "positions: step 4 of words/lesson.py corrects the actions (1,), which it means",
        "positions: step 5 of words/lesson.py corrects the actions (8,), which seat 1 cannot do there",
    ]


def test_faults_that_differ_in_numbers_alone_are_told_once() -> None:
    said = ["undo: doing 4 shows a[1]: 3 / -1 (2 seats, seed 0)", "undo: doing 5 shows a[0]: 8 / 1 (3 seats, seed 4)"]
    assert gathered([*said, "told: 'Ann bids 3.'", "told: 'Boris bids 4.'"]) == [
        f"{said[0]}, 2 times",
        "told: 'Ann bids 3.', 2 times",
    ]


def test_faults_that_stopped_several_matches_are_told_once() -> None:
    said = ["twin: a (2 seats, seed 0)", "native: b (2 seats, seed 1)", "twin: a (3 seats, seed 2)", "parts: c"]
    assert gathered(said) == ["twin: a (2 seats, seed 0), 2 times", "native: b (2 seats, seed 1)", "parts: c"]
