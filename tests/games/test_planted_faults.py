"""Faults, each planted into the example game: the laws find them, and say where and what."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from purrlor import Game
from purrlor.core.game_check import game_faults
from purrlor.core.laws import check_game
from purrlor.new_game.writer import write_game
from purrlor.verbs.new_games import gathered
from purrlor.web.live.board_check import board_check

RULES, WORDS, STRATEGY = "rules/rules.py", "words/labels.py", "bots/strategy.py"
VIEW, PAGE, LAB = "board/view.py", "board/board.html", "lab/observation.py"


class Fault(NamedTuple):
    file: str
    right: str
    wrong: str
    message: str  # of the law that finds it, as much as says what and where
    more: str = ""  # added at the end of the file


BEST = """

def deal_best(s: State, p: int) -> None:
    k = KINDS - 1
    while s.deck[k] == 0:
        k -= 1
    s.deck[k] -= 1
    s.hand[p][k] += 1
"""
BY_KIND = """

def deal_kind(s: State, p: int) -> None:
    kinds = 0
    for k in range(KINDS):
        if s.deck[k]:
            kinds += 1
    n = below(s, kinds)
    k = 0
    while n > 0 or s.deck[k] == 0:
        if s.deck[k]:
            n -= 1
        k += 1
    s.deck[k] -= 1
    s.hand[p][k] += 1
"""
FAULTS = {
    "hide leaves another's hand": Fault(
        RULES,
        "                s.hand[p][k] = 0\n    for k in range(KINDS):\n        s.deck",
        "                s.hand[p][k] += 0\n    for k in range(KINDS):\n        s.deck",
        "twin: viewer",
    ),
    "hide leaves the generator": Fault(
        RULES,
        "    forget_rng(s)\n    for p in range(s.seats):\n        if p != seat",
        "    for p in range(s.seats):\n        if p != seat",
        "leaves s.rng: call forget_rng(s) in hide",
    ),
    "hide leaves a secret bid": Fault(
        RULES, "        if p != seat:\n            s.bid[p] = NONE\n", "        if p != seat:\n", "at once: hide(s, "
    ),
    "hide leaves what is to come": Fault(
        RULES, "        s.catches[k] = 0\n", "        s.catches[k] += 0\n", "twin: viewer"
    ),
    "redeal deals the highest cards": Fault(
        RULES,
        "                deal(s, p)\n    left",
        "                deal_best(s, p)\n    left",
        "deals: redeal makes ",
        BEST,
    ),
    "redeal deals each kind as likely, not each card": Fault(
        RULES,
        "                deal(s, p)\n    left",
        "                deal_kind(s, p)\n    left",
        "deals: redeal makes the spread of deck larger than it is in truth",
        BY_KIND,
    ),
    "a bid that nobody holds": Fault(
        RULES,
        "            mask |= 1 << k\n    return mask\n\n\ndef apply",
        "            mask |= 1 << k\n    return mask | 1\n\n\ndef apply",
        "conserves: after decision",
    ),
    "redeal forgets what was played": Fault(
        RULES, "COPIES - s.seen[k]", "COPIES - 0", "conserves: dealt anew for viewer"
    ),
    "start leaves the points": Fault(
        RULES,
        "        s.points[p] = 0\n",
        "        s.points[p] += 0\n",
        "starts: start leaves what was there: points[0]",
    ),
    "a card vanishes": Fault(RULES, "        s.seen[k] += 1\n", "", "vanished and nothing appeared"),
    "nothing is said to be revealed": Fault(
        RULES, "return 1 if waiting(s) == 1 << seat else 0", "return 0", " is 0 although viewer "
    ),
    "hide shows who has bid, not what": Fault(
        RULES,
        "        if p != seat:\n            s.bid[p] = NONE\n",
        "        if p != seat:\n            s.bid[p] = min(s.bid[p], 0)\n",
        " has chosen while others are still asked: bid[",
    ),
    "redeal deals a card too few": Fault(
        RULES,
        "for _ in range(ROUNDS - s.round):",
        "for _ in range(ROUNDS - s.round - 1):",
        "worlds: played on from what",
    ),
    "hide takes the own cards": Fault(
        RULES,
        "        s.deck[k] = 0\n    for k in range(catches_shown(s), CATCHES):\n        s.catches[k] = 0",
        "        s.deck[k] = 0\n        s.hand[seat % s.seats][k] = 0\n"
        "    for k in range(catches_shown(s), CATCHES):\n        s.catches[k] = 0",
        " changes what seat ",
    ),
    "winners that do not play": Fault(
        RULES,
        "    mask = 0\n    for p in range(s.seats):\n        if s.points",
        "    mask = 0\n    for p in range(5):\n        if s.points",
        "asks: winners(s) names seats 0 and 1 and 2 and 3 and 4, but only 2 play",
    ),
    "choices of those who are not asked": Fault(
        RULES,
        "    if not waiting(s) >> seat & 1:\n",
        "    if waiting(s) == 0 or seat >= s.seats:\n",
        "must be 0 for a seat that is not asked",
    ),
    "start changes an option": Fault(
        RULES,
        "    s.round = 0\n",
        "    s.round = 0\n    s.leftovers = 0\n",
        "starts: after start, options or seats are",
    ),
    "an index outside in the strategy": Fault(
        STRATEGY,
        "        rank -= s.hand[seat][k]\n",
        "        rank -= s.hand[seat][k - 1]\n",
        "index -1 outside 0..8 in `rank -= s.hand[seat][k - 1]`",
    ),
    "an observation with gaps": Fault(
        LAB,
        "    for k in range(MOST):\n        p =",
        "    for k in range(s.seats):\n        p =",
        "observes: observe leaves plane 25 (second points) as it was before",
    ),
    "an observation outside its bounds": Fault(
        LAB, '("points for sale", 0, 36)', '("points for sale", 0, 3)', "plane 3 (points for sale) is "
    ),
    "a match longer than the longest": Fault(
        LAB,
        "ACTIONS = KINDS\n",
        "ACTIONS = KINDS + 0\n",
        "ends: lab.observation.longest says 8 decisions at most, but a match had 10",
        "\n\ndef longest(players, options):\n    return 4 * players\n",
    ),
    "a first match with an option that is not there": Fault(
        "options.py",
        "OPTIONS: tuple",
        'FIRST_MATCH = {"rest": True}\nOPTIONS: tuple',
        "parts: options.FIRST_MATCH is no set of options of this game: There is no option 'rest'",
    ),
    "a question to those who wait": Fault(
        WORDS,
        '        return ""\n    return t.ng',
        '        return "Wait."\n    return t.ng',
        "words.labels.status must be '' where nothing is asked",
    ),
    "a tally with seats that are empty": Fault(
        WORDS, "tuple(s.points[: s.seats]))]", "tuple(s.points))]", "words: a row of words.labels.tally is "
    ),
    "sight that is no list": Fault(
        WORDS, "    return lines\n", '    return " ".join(lines)\n', "words.labels.sight must return a list"
    ),
    "a view that changes the state": Fault(
        VIEW, "    own = s.hand", "    s.pot += 1\n    own = s.hand", "looks: board.view.board changed the state"
    ),
    "a choice that is twice on the page": Fault(
        VIEW,
        "if k in choices and n == 0 else",
        "if k in choices else",
        "board: the page of a seat has 2 buttons of action ",
    ),
    "a choice that is not on the page": Fault(
        VIEW, "if k in choices and n == 0 else", "if k in choices[1:] and n == 0 else", "has no button of action "
    ),
    "a view that cannot be drawn for watchers": Fault(
        VIEW,
        "s.hand[viewer] if viewer < s.seats else [0] * KINDS",
        "s.hand[viewer]",
        "board: the page of a watcher cannot be drawn (en): board/view.py line 14",
    ),
    "a drawing that is not in the sprite": Fault(
        VIEW,
        'f"card-{k + 1}"',
        'f"card-{k + 2}"',
        "board: the board shows the drawing 'card-10', which is not in board/sprite.py",
    ),
    "a key that templates have already": Fault(
        VIEW,
        '        "pot": s.pot,\n',
        '        "pot": s.pot,\n        "names": [],\n',
        "board/view.py uses the key 'names'",
    ),
    "a template that names what is not there": Fault(
        PAGE, "<b>{{ pot }}</b>", "<b>{{ pots }}</b>", "board/board.html line 2: UndefinedError: 'pots' is undefined"
    ),
    "a button that says nothing": Fault(PAGE, ' aria-label="{{ card.label }}"', "", "neither an aria-label nor a text"),
    "an id that is twice on the page": Fault(
        PAGE, '<li id="{{ card.id }}">', '<li id="card">', "board: the id 'card' is on one page more than once"
    ),
    "the lowest wins": Fault(
        RULES, "if s.points[p] > best:", "if best < 0 or s.points[p] < best:", "winners: winners are seats "
    ),
    "an index outside": Fault(RULES, "s.shown[p] = k", "s.shown[p + 4] = k", "shown[6]: index 6 outside 0..5"),
    "a number that does not fit": Fault(
        RULES, "s.points[winner] += s.pot", "s.points[winner] += 40 * s.pot", "does not fit into -128..127"
    ),
    "a dict in compiled code": Fault(
        RULES,
        "    best = -1\n    mask = 0\n",
        "    best = {0: -1}[0]\n    mask = 0\n",
        "a dict is not allowed in compiled code",
    ),
    "an option without its field": Fault(
        RULES,
        "    leftovers: int = i8()  #",
        "    kept: int = i8()  #",
        "option leftovers needs a field `leftovers: int = i8()` in State",
    ),
    "chance of another module": Fault(
        RULES,
        "    n = below(s, n)\n",
        "    n = random.randrange(n)\n",
        "random (of random; chance is below, pick, shuffle of purrlor.core.chance) is not allowed in compiled code",
        "\n\nimport random\n",
    ),
    "a function of another module": Fault(
        STRATEGY,
        "    rank = (",
        "    if now() == 0:\n        return -1\n    rank = (",
        "now (of time; ",
        "\n\nfrom time import time_ns as now\n",
    ),
    "a built-in function that does not compile": Fault(
        RULES,
        "return s.points[seat] + 0",
        "return sum(s.points[seat : seat + 1])",
        "sum (of Python's built-in functions",
    ),
    "legal changes the state": Fault(
        RULES,
        "    mask = 0\n    for k in range(KINDS):\n        if s.hand[seat][k]:",
        "    mask = 0\n    s.shown[seat] = 3\n    for k in range(KINDS):\n        if s.hand[seat][k]:",
        "looks: legal(s, 0) changed the state, before / after: shown[0]: -1 / 3",
    ),
    "score changes the state": Fault(
        RULES,
        "    return s.points[seat] + 0",
        "    s.points[seat] += s.round - s.round % 2\n    return s.points[seat] + 0",
        "looks: score(s, 0) changed the state",
    ),
    "a strategy that peeks": Fault(
        STRATEGY,
        "    rank = (",
        "    if s.deck[0] == 3:\n        return -1\n    rank = (",
        "sensible: sensible reads s.deck, which hide(s, ",
    ),
    "nobody is in front before the end": Fault(
        RULES,
        "def winners(s: State) -> int:\n",
        "def winners(s: State) -> int:\n    if waiting(s):\n        return 0\n",
        "winners: winners are seats nobody now, but by standing 0",
    ),
    "an index below zero in a constant": Fault(
        RULES,
        "    best = -1\n    mask = 0\n",
        "    best = WORTH[s.round - 1] - 2\n    mask = 0\n",
        "WORTH[-1]: index -1 outside 0..2 in `best = WORTH[s.round - 1] - 2`",
        "\n\nWORTH = (1, 1, 1)\n",
    ),
    "a sensible player that tosses a coin": Fault(
        STRATEGY,
        "    rank = (",
        "    if below(s, 2):\n        return -1\n    rank = (",
        "sensible: sensible uses chance",
        "\n\nfrom purrlor.core.chance import below\n",
    ),
    "a field that has a name of the record": Fault(
        RULES,
        "    pot: int",
        "    numbers: int = i8()\n    pot: int",
        "State.numbers: Record keeps this name for itself, call the field something else",
    ),
    "who was the last to choose": Fault(
        WORDS,
        'bids = ", ".join(',
        'bids = names[seat] + ", " + ", ".join(',
        "told: words.labels.narrate tells who was the last to choose, which nobody sees: ",
    ),
    "two choices of one name": Fault(
        WORDS, "card=action + 1)\n\n\ndef status", "card=action // 2)\n\n\ndef status", "words: en: labels ["
    ),
}


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
    board = board_check(known) if FAULTS[what].file in (VIEW, PAGE) else None
    *_, report = check_game(known, 12, board=board)
    print(f"{what}: {report.broken[0] if report.broken else 'not found'}")
    assert any(FAULTS[what].message in line for line in report.broken), report.broken[:3]


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


LESSON = """
from purrlor.core.lesson import LessonStep

STEPS = (
    LessonStep({position!r}, "Bid.", (0,), "Good.", 1),
    LessonStep({position!r}, "Bid.", (), "Good.", 5),
    LessonStep("no position", "Bid.", (), "Good."),
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


def test_faults_that_differ_in_numbers_alone_are_told_once() -> None:
    said = ["undo: doing 4 shows a[1]: 3 / -1 (2 seats, seed 0)", "undo: doing 5 shows a[0]: 8 / 1 (3 seats, seed 4)"]
    assert gathered([*said, "told: 'Ann bids 3.'", "told: 'Boris bids 4.'"]) == [
        f"{said[0]}, 2 times",
        "told: 'Ann bids 3.', 2 times",
    ]


def test_faults_that_stopped_several_matches_are_told_once() -> None:
    said = ["twin: a (2 seats, seed 0)", "native: b (2 seats, seed 1)", "twin: a (3 seats, seed 2)", "parts: c"]
    assert gathered(said) == ["twin: a (2 seats, seed 0), 2 times", "native: b (2 seats, seed 1)", "parts: c"]
