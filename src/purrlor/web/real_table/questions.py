"""What if …? Settled readings of a game's rules, from `words/questions.LANGUAGE.md`.

A question is a heading, then comes its answer, then a line with the name of the test that holds it.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from markupsafe import Markup

from purrlor.core.game import Game
from purrlor.web.pages.rulebook import written

HEAD = "## "


class Question(NamedTuple):
    question: str
    answer: Markup
    test: str


@cache
def questions(of: Game, language: str) -> tuple[Question, ...]:
    """In this language, or in English; none where the game has not written any."""
    for tried in (language, "en"):
        file = of.folder / f"words/questions.{tried}.md"
        if file.exists():
            text = file.read_text(encoding="utf-8")
            return tuple(read_question(part, of.name) for part in f"\n{text}".split(f"\n{HEAD}")[1:])
    return ()


def read_question(text: str, game: str) -> Question:
    head, *lines = text.strip().splitlines()
    return Question(head, written("\n".join(lines[:-1]), game), lines[-1])
