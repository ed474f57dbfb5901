"""Words that are the same in every language: somebody forgot gettext."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from purrlor.core.game import Game
from purrlor.core.laws.report import Report
from purrlor.core.options import Choice

WORD = re.compile(r"[^\W\d_]{2,}")  # one letter is a column of a board, or a piece on it
Spoken = Mapping[str, Mapping[str, Sequence[str]]]  # by language, then by the function that said it


def note_same_words(game: Game, report: Report, spoken: Spoken, names: Sequence[str]) -> None:
    """Names of players aside. What the game leaves to the defaults is not its own to translate."""
    if len(spoken) < 2:
        return
    own = game.module("words.labels")
    first = next(iter(spoken.values()))
    for function in (name for name in first if hasattr(own, name)):
        for said in zip(*(each[function] for each in spoken.values()), strict=False):
            if len(set(said)) == 1 and has_words(said[0], names):
                report.note("languages", f"words.labels.{function} says the same in every language: {str(said[0])!r}")


def note_same_options(game: Game, report: Report, languages: Sequence[str]) -> None:
    for option in game.options:
        texts = [option.label, option.help, *((*option.labels, *option.means) if isinstance(option, Choice) else ())]
        for text in texts:
            said = {game.translations(language).gettext(text) for language in languages if text}
            if len(said) == 1 and has_words(text, ()):
                report.note("languages", f"option {option.name} says the same in every language: {text!r}")


def has_words(text: str, names: Sequence[str]) -> bool:
    for name in names:
        text = text.replace(name, "")
    return WORD.search(text) is not None
