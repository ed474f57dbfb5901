"""What if …? Settled readings of a game's rules, from `words/questions.LANGUAGE.md`.

A question is a heading, then comes its answer with a picture, then a line with the name of the test that holds it.
Lines `= POSITION` between them show a case: positions in the game's notation (` / ` for a new line), as everybody sees
them.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from markupsafe import Markup

from purrlor.core.game import Game, State
from purrlor.core.position_picture import position_svg
from purrlor.core.seats import WATCHER
from purrlor.web.pages.rulebook import written
from purrlor.web.rendering.templating import translations_for

HEAD = "## "


CASE = "= "


class Question(NamedTuple):
    question: str
    answer: Markup
    test: str
    case: Markup  # a position, drawn; empty where the answer needs none


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
    cases = [line.removeprefix(CASE) for line in lines if line.startswith(CASE)]
    return Question(
        head, written(answer, of.name), lines[-1], Markup("").join(drawn(of, case, language) for case in cases)
    )


def drawn(of: Game, position: str, language: str) -> Markup:
    state = of.read(position.replace(" / ", "\n"))
    return Markup(position_svg(of, of.hidden(state, WATCHER), WATCHER, language, names_at(state, of, language)))


def names_at(state: State, of: Game, language: str) -> list[str]:
    t = translations_for(language, of)
    return [t.gettext("Player {n}").format(n=seat + 1) for seat in range(int(state.seats))]
