"""One's own openings and habits beside those of cats and of everybody, in the words of each game's study."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from babel.numbers import format_decimal

from purrlor.core.game import Game, game, games
from purrlor.core.language import Translations
from purrlor.tables.history.habits import GameHabits, HabitLine, habits_of, study_of
from purrlor.tables.store import Store
from purrlor.web.rendering.templating import translations_for

NOBODY_KNOWS = "–"


class HabitTable(NamedTuple):
    title: str  # of the game
    matches: str
    openings: list[tuple[str, str, str, str]]  # name, own, cats', everybody's
    decisions: list[tuple[str, str, str, str]]


async def own_habits(identity: str | None, store: Store, language: str) -> list[HabitTable]:
    if identity is None:
        return []
    known = {each.name for each in games()}
    return [in_words(each, language) for each in await habits_of(identity, store) if each.game in known]


def in_words(habits: GameHabits, language: str) -> HabitTable:
    of = game(habits.game)
    t = translations_for(language, of)
    played = t.ngettext("{n} match", "{n} matches", habits.matches).format(n=habits.matches)
    return HabitTable(
        of.title(language), played, opening_rows(of, habits, t), decision_rows(of, habits.decisions, language, t)
    )


def decision_rows(
    of: Game, lines: Sequence[HabitLine], language: str, t: Translations
) -> list[tuple[str, str, str, str]]:
    """Times in a match."""
    names: Sequence[str] = getattr(study_of(of), "DECISION_NAMES", ())

    def shown(times: float | None) -> str:
        return NOBODY_KNOWS if times is None else format_decimal(round(times, 1), "0.0", locale=language)

    return [
        (t.gettext(names[each.name]), shown(each.own), shown(each.cats), shown(each.people))
        for each in lines
        if each.name < len(names)
    ]


def opening_rows(of: Game, habits: GameHabits, t: Translations) -> list[tuple[str, str, str, str]]:
    """How often one's own matches began so, and how many of them were won, in percent."""
    names: Sequence[str] = getattr(study_of(of), "OPENINGS", ())

    def shown(share: float | None) -> str:
        return NOBODY_KNOWS if share is None else t.gettext("{n}%").format(n=round(100 * share))

    return [
        (
            f"{t.gettext(names[each.name])} × {habits.opened[each.name]}",
            shown(each.own),
            shown(each.cats),
            shown(each.people),
        )
        for each in habits.openings
        if each.name < len(names)
    ]
