"""What is shown of a finished match beside its score: what chance gave to whom, and how the series stands."""

from __future__ import annotations

import asyncio
import re
from typing import TYPE_CHECKING, NamedTuple

from babel.numbers import get_decimal_symbol

from purrlor.core.game import game
from purrlor.core.language import LANGUAGES
from purrlor.tables.commands.series import matches_of_series, wins_in_series
from purrlor.tables.history.habits import habits_in
from purrlor.tables.history.next_level import level_to_offer
from purrlor.tables.history.replay import Replay, replay_of
from purrlor.tables.store import Result, Store

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
    """Made once, off the loop: the whole match is replayed for it. Viewers are shown it when it is there."""
    if table.summary is None:
        replay = await replay_of(table)
        luck = await asyncio.to_thread(luck_of, replay, len(table.seats))
        await store.add_habits(await asyncio.to_thread(habits_in, table, replay))
        series = await store.series(table.facts.series) if table.facts.number else []
        table.summary = MatchSummary(luck, series, await level_to_offer(table, store))
        table.show()
    return table.summary


def luck_lines(table: Table, language: str) -> list[Line]:
    """Lines for a table below the score; none before the end, nor while they are being made."""
    return [] if table.summary is None else table.summary.luck[language]


class Evening(NamedTuple):
    """The score of all matches with the same people."""

    matches: list[Line]  # over all games, the oldest first
    wins: list[int]  # by seat


def evening_of(table: Table, language: str) -> Evening | None:
    """None where this was the first match."""
    if table.summary is None or not table.summary.series:
        return None
    series = table.summary.series
    played = [
        (game(name).title(language), [score_in_words(result) for result in line])
        for name, line in matches_of_series(table, series)[-MATCHES_SHOWN:]
    ]
    return Evening(played, wins_in_series(table, series))


def score_in_words(result: Result | None) -> str:
    """A star for a winner; a dash for a player who was not there."""
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
