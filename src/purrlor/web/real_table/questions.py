"""What if …? Settled readings of a game's rules, from `words/questions.LANGUAGE.md`.

A question is a heading, then comes its answer with a picture, then a line with the name of the test that holds it.
Lines `= POSITION` between them show a case: positions in the game's notation (` / ` for a new line), as everybody sees
them.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from markupsafe import Markup

from purrlor.core.game import Game
from purrlor.web.pages.learning.rulebook import rules_html
from purrlor.web.real_table.question_cases import CASE, HEAD, case_name


class Question(NamedTuple):
    question: str
    answer: Markup
    test: str
    case: str  # the file of a position, drawn; empty where the answer needs none


@cache
def questions(of: Game, language: str) -> tuple[Question, ...]:
    """In this language, or in English; none where the game has not written any."""
    for tried in (language, "en"):
        file = of.folder / f"words/questions.{tried}.md"
        if file.exists():
            text = file.read_text(encoding="utf-8")
            return tuple(read_question(part, of, language) for part in f"\n{text}".split(f"\n{HEAD}")[1:])
    return ()


def read_question(text: str, of: Game, language: str) -> Question:
    head, *lines = text.strip().splitlines()
    answer = "\n".join(line for line in lines[:-1] if not line.startswith(CASE))
    has_case = any(line.startswith(CASE) for line in lines)
    return Question(
        head, rules_html(answer, of.name), lines[-1], case_name(of, lines[-1], language) if has_case else ""
    )
