"""How much room the bubble keeps.

What the parlour's cat says is short or long, and how many lines it takes depends on font and text size. So the page
also holds invisible text as long as the longest question and the longest hint of the game: the bubble is as high as
that needs in this very font, and stays where it is from one question to the next.
"""

from __future__ import annotations

from functools import cache

from purrlor.core.game import Game, game
from purrlor.core.language import N_, translations
from purrlor.core.lesson import LessonStep
from purrlor.web.request_context import CATALOGUES

# Never shown: ordinary words, so that it breaks into lines as sentences do.
FILLER = N_(
    "The cat on the sofa looks at all the cards and tokens, counts the points of everybody at the table, takes the "
    "one that brings the most of them, and then it yawns and waits until the others have made up their minds."
)
USUAL = (50, 85)  # letters of a question and of a hint, for a game whose words do not say MOST_LETTERS


@cache
def room(name: str, language: str) -> tuple[str, str]:
    """Text as long as the longest question of this game, and as its longest hint."""
    longest = getattr(game(name).part("words.labels"), "MOST_LETTERS", {})
    question, hint = longest.get(language, USUAL)
    text = translations(language, *CATALOGUES).gettext(FILLER)
    return text[:question], text[:hint]


@cache
def room_of_lesson(name: str, language: str) -> str:
    """The longest text of a game's lesson, whatever the learner does."""
    of = game(name)
    return max((text for step in of.part("words.lesson").STEPS for text in texts(of, step, language)), key=len)


def texts(of: Game, step: LessonStep, language: str) -> list[str]:
    t = of.translations(language)
    first = " ".join(t.gettext(said) for said in (step.when, step.text) if said)
    return [first, *(t.gettext(said) for said in (step.praise, *step.corrections.values()))]
