"""Numbers people like: how often they played and won, streaks, best scores."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from purrlor.core.game import game
from purrlor.tables.store import Result


@dataclass(frozen=True, slots=True)
class Statistics:
    """Somebody's results in one game. A shared win is a win."""

    game: str
    played: int
    won: int
    streak: int  # wins in a row until now
    longest: int
    best: int  # score; low or high as the game has it
    average: float
    is_low_best: bool = False  # the fewest points win


@dataclass(frozen=True, slots=True)
class Companion:
    """Somebody one has played with, in all games: how often, and who won how often."""

    name: str
    played: int
    mine: int
    theirs: int


def company_of(mine: Sequence[Result], all_results: Sequence[Result]) -> list[Companion]:
    """Whom somebody played with, the most frequent first; told apart by identity, called by the last name."""
    own = {result.table_id: result for result in mine}
    found: dict[str, Companion] = {}
    for other in all_results:
        me = own.get(other.table_id)
        if me is None or not other.identity or other.identity == me.identity:
            continue
        before = found.get(other.identity, Companion(other.name, 0, 0, 0))
        found[other.identity] = Companion(
            other.name, before.played + 1, before.mine + me.won, before.theirs + other.won
        )
    return sorted(found.values(), key=lambda each: -each.played)


def statistics_of(results: Sequence[Result]) -> list[Statistics]:
    """By game, from results with the oldest first."""
    games = sorted({result.game for result in results})
    return [statistics_of_game(name, [result for result in results if result.game == name]) for name in games]


def statistics_of_game(name: str, results: Sequence[Result]) -> Statistics:
    streak = longest = 0
    for result in results:
        streak = streak + 1 if result.won else 0
        longest = max(longest, streak)
    scores, is_low_best = [result.score for result in results], game(name).fewest_win
    return Statistics(
        name,
        len(results),
        sum(result.won for result in results),
        streak,
        longest,
        min(scores) if is_low_best else max(scores),
        sum(scores) / len(scores),
        is_low_best,
    )
