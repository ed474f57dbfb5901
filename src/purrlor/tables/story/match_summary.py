"""What is shown of a finished match beside its score: what chance gave to whom, and how the series stands."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from babel.numbers import get_decimal_symbol

from purrlor.core.game import game
from purrlor.core.language import LANGUAGES, Translations
from purrlor.tables.commands.series import matches_of_series, wins_in_series
from purrlor.tables.store import Result, Store
from purrlor.tables.story.habits import habits_in
from purrlor.tables.story.next_level import level_to_offer
from purrlor.tables.story.replay import Replay, replay_of

if TYPE_CHECKING:
    from purrlor.tables.table import Table

Line = tuple[str, list[str]]  # a label, and a value for each seat
MATCHES_SHOWN = 8  # of a long evening the latest ones
POINT = re.compile(r"(?<=\d)\.(?=\d)")


class MatchSummary(NamedTuple):
    luck: dict[str, list[Line]]  # by language
    series: list[Result]  # of every finished match of the series, this one too; none where there is no series
    next_level: str  # of cats, offered after some wins in a row, or ""


async def summary_of(table: Table, store: Store) -> MatchSummary:
    """Made once, off the loop: the whole match is replayed for it. Whoever looks is shown it when it is there."""
    if table.summary is None:
        replay = await replay_of(table)
        luck = await asyncio.to_thread(luck_of, replay, len(table.seats))
        await store.add_habits(await asyncio.to_thread(habits_in, table, replay))
        series = await store.series(table.facts.series) if table.facts.number else []
        table.summary = MatchSummary(luck, series, await level_to_offer(table, store))
        table.show()
    return table.summary


def summary_lines(table: Table, language: str, t: Translations) -> list[Line]:
    """Lines for a table below the score; none before the end, nor while it is being reckoned."""
    if table.summary is None:
        return []
    luck, series, _ = table.summary
    return luck[language] + series_lines(table, series, language, t)


def series_lines(table: Table, series: Sequence[Result], language: str, t: Translations) -> list[Line]:
    """The evening so far, match by match over all games, and who has won how often."""
    if not series:
        return []
    played = [
        (game(name).title(language), [score_in_words(result) for result in line])
        for name, line in matches_of_series(table, series)[-MATCHES_SHOWN:]
    ]
    wins = (t.gettext("Wins in this series"), [str(won) for won in wins_in_series(table, series)])
    return [*played, wins]


def score_in_words(result: Result | None) -> str:
    """A star for whoever won; a dash for whoever was not there."""
    return "–" if result is None else f"{result.score} ★" if result.won else str(result.score)


def luck_of(replay: Replay, seats: int) -> dict[str, list[Line]]:
    return {
        language: [in_digits(row, language) for row in replay.luck(seats, replay.game.translations(language))]
        for language in LANGUAGES
    }


def in_digits(row: Line, language: str) -> Line:
    """Numbers as the language writes them: 3.5 or 3,5."""
    mark, (label, values) = get_decimal_symbol(language), row
    return POINT.sub(mark, label), [POINT.sub(mark, value) for value in values]
