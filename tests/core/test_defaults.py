"""What stands in for parts a game leaves out, and what compiled code may not hold."""

from __future__ import annotations

import ast
import random
import re
from types import ModuleType

import pytest

from purrlor import WATCHER, BadNotation, BadOption, Game, Match, game
from purrlor.core.defaults.notation import RecordNotation
from purrlor.core.defaults.words import PlainWords
from purrlor.core.errors import MissingPart
from purrlor.core.game_check import CHECKS, missing_names
from purrlor.core.game_interface import PARTS
from purrlor.core.laws.files.compiled_subset import forbidden

MARKET = Game("purrlor.new_game.fish_market")


@pytest.mark.parametrize("name", ["fish-market", "rat-a-tat-cat", "pocket-cats"])
def test_the_derived_notation_is_exact_both_ways(name: str) -> None:
    """For true and hidden states, whatever the record: also of games that have a notation of their own."""
    known = MARKET if name == MARKET.name else game(name)
    notation, dice = RecordNotation(known), random.Random(1)
    match = Match(known, known.seats[-1], seed=3)
    for _ in range(12):
        for s in (match.state, match.view(0), match.view(WATCHER)):
            text = notation.show(s)
            assert notation.read(text) == s, text
            assert notation.show(notation.read(text)) == text
        seat = dice.choice(match.waiting())
        match.play(seat, dice.choice(match.legal(seat)))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "begins with fish-market"),
        ("cat-cafe 3", "begins with fish-market"),
        ("fish-market 9", "2 to 5 players"),
        ("fish-market 2\nhat: 3", "no field 'hat'"),
        ("fish-market 2\npot 3", "a line is FIELD: NUMBERS"),
        ("fish-market 2\npot: 3\npot: 4", "pot is there twice"),
        ("fish-market 2\npot: x", "'x' is not a number"),
        ("fish-market 2\npot: 1 2", "pot has 1 numbers, not more"),
        ("fish-market 2\npot: 300", "300 is outside -128..127"),
        ("fish-market 2\nplayed: 0*4", "played has 9 numbers, not 4"),
        ("fish-market 2\nplayed: 0*999999999", "is not NUMBER*TIMES"),
        ("fish-market 2\nhand: 0*9 / 0*9", "hand has 6 rows, not 2"),
        ("fish-market 2\nleftovers: perhaps", "leftovers cannot be"),
    ],
)
def test_a_position_that_cannot_be_read_says_why(text: str, why: str) -> None:
    with pytest.raises((BadNotation, BadOption), match=re.escape(why)):
        MARKET.read(text)


def test_plain_words_tell_no_secret_and_count_right() -> None:
    match, names = Match(MARKET, 2, seed=1), ["Ann", "Boris"]
    words, t = PlainWords(MARKET), MARKET.translations("en")
    before = match.state.copy()
    match.play(0, match.legal(0)[0])
    assert words.narrate(before, match.state, 0, 3, 1, t, names) == ["Ann has chosen."]
    match.play(1, match.legal(1)[-1])
    told = words.narrate(before, match.state, 1, 3, 0, t, names)
    assert told[0] == "Boris has chosen."
    assert told[1].endswith(f"points 0 → {max(match.scores())}.")
    assert words.status(match.view(WATCHER), WATCHER, t, names) == ""
    shown = words.sight(match.view(0), 0, t, names)
    assert "hand, Boris: 0 0 0 0 0 0 0 0 0" in shown
    assert not any(line.startswith(("rng", "seats", "leftovers")) for line in shown)


def test_a_part_that_nothing_stands_in_for_is_named() -> None:
    with pytest.raises(MissingPart, match=r"fish-market has no lab/study\.py, which is needed for this"):
        MARKET.part("lab.study")


@pytest.mark.parametrize(
    ("source", "named"),
    [
        ("x = {}", "a dict"),
        ("x = {1}", "a set"),
        ("x = [1]", "a list made here"),
        ("x = 'a'", "a string ('a')"),
        ("x = f'{s}'", "a string"),
        ("x = None", "None"),
        ("x = 1.5", "a number with a fraction (1.5)"),
        ("x = s.a / 2", "/ (use //)"),
        ("x = 2 ** 3", "** (use <<)"),
        ("for x in s.hand:\n        pass", "a loop over anything but range(…)"),
        ("x = min(1, key=2)", "a keyword argument (key)"),
        ("x = 1\n    x = (1, 2)", "x, a number before and a tuple here,"),
        ("x = 1\n    x = s.a > 2", "x, a number before and a bool here,"),
        ("raise ValueError", "raise"),
        ("x = lambda: 1", "a lambda"),
        ("x = s.hand[1:]", "a slice"),
    ],
)
def test_what_does_not_compile_is_named(source: str, named: str) -> None:
    tree = ast.parse(f'def f(s: State) -> None:\n    """A text."""\n    {source}\n').body[0]
    assert isinstance(tree, ast.FunctionDef)
    assert any(what.startswith(named) for _, what in forbidden(tree)), list(forbidden(tree))


def test_what_compiles_is_not_refused() -> None:
    body = "    x: int = s.a + 0\n    for k in range(3):\n        x += s.b[k] // 2\n    return x\n"
    tree = ast.parse(f"def f(s: State) -> int:\n{body}").body[0]
    assert isinstance(tree, ast.FunctionDef)
    assert list(forbidden(tree)) == []


WRONG_CONSTANTS = (
    ("SEATS", (0, 4)),
    ("SEATS", (3, 2)),
    ("SEATS", 4),
    ("BOUND", 0),
    ("REVISION", True),
    ("TITLE", ""),
    ("OPTIONS", []),
    ("FEATURES", (("a", 0),)),
    ("ACTIONS", 63),
    ("STATES", ()),
    ("STEPS", ["x"]),
    ("State", int),
)


@pytest.mark.parametrize(("name", "wrong"), WRONG_CONSTANTS)
def test_constants_are_checked(name: str, wrong: object) -> None:
    assert not CHECKS[name][0](wrong)


def test_a_constant_under_its_former_name_is_told_the_new_one() -> None:
    found = ModuleType("observation")
    found.ACTIONS, found.observe = 4, print  # type: ignore[attr-defined]
    (part,) = (part for part in PARTS if part.module == "lab.observation")
    assert missing_names(part, found) == ["lab.observation.FEATURES"]
    found.PLANES = ()  # type: ignore[attr-defined]
    assert missing_names(part, found) == ["lab.observation.FEATURES (before: PLANES)"]
