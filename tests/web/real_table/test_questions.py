"""What if …? The answers exist in every language, and each names a test of its game that exists."""

import re
from pathlib import Path

import pytest

from purrlor.core.game import games
from purrlor.core.language import LANGUAGES
from purrlor.web.pages.learning.rulebook import pictures_in
from purrlor.web.real_table.question_cases import case_pictures
from purrlor.web.real_table.questions import questions

TESTS = Path(__file__).parents[2] / "games"
ASKED = [known for known in games() if known.has("words/questions.en.md")]


@pytest.mark.parametrize("of", ASKED, ids=lambda of: of.name)
def test_every_answer_is_held_by_a_test_in_every_language(of: object) -> None:
    known = next(each for each in ASKED if each is of)
    sources = (TESTS / known.name.replace("-", "_")).glob("test_*.py")
    defined = {name for file in sources for name in re.findall(r"^def (test_\w+)", file.read_text(), re.M)}
    named = [[each.test for each in questions(known, language)] for language in LANGUAGES]
    assert len(named[0]) > 5
    assert all(each == named[0] for each in named), "every language answers the same questions in the same order"
    assert not [test for test in named[0] if test not in defined]
    files = [known.folder / f"words/questions.{language}.md" for language in LANGUAGES]
    shown = [pictures_in(file.read_text(encoding="utf-8")) for file in files]
    assert all(each == shown[0] for each in shown)
    answers = [each for language in LANGUAGES for each in questions(known, language)]
    assert all("<svg" in each.answer for each in answers), "every answer has a picture"
    assert all(each.case for each in answers), "every answer has a position that shows it"
    assert {each.case for each in answers} == set(case_pictures(known))
    symbols = known.part("board.sprite").symbols()
    assert not [name for name in shown[0] if name.removeprefix("#") not in symbols]
    assert all(each.question and each.answer for language in LANGUAGES for each in questions(known, language))
