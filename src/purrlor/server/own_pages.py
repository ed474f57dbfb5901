"""Numbers people like: one's own results, game by game, and the latest matches to look back at."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime
from typing import Any

from babel.dates import format_date
from babel.numbers import format_decimal
from starlette.requests import Request
from starlette.responses import Response

from purrlor.core.game import game, games
from purrlor.core.language import Tongue
from purrlor.server.parlour import Parlour, parlour
from purrlor.server.results import Numbers, numbers_of
from purrlor.server.store import Result
from purrlor.server.visit import Visit, visit

LATEST = 12


async def games_known(house: Parlour, seen: Visit) -> dict[str, bool]:
    """The games the visitor has played to the end, and whether they have ever won."""
    known: dict[str, bool] = {}
    if seen.identity is not None:
        for result in await house.tables.store.results_of(seen.identity):
            known[result.game] = known.get(result.game, False) or result.won
    return known


async def own_results(house: Parlour, seen: Visit) -> list[Result]:
    """The visitor's results, the oldest first.

    Matches of several people on one device are left out: nobody knows which of them is the visitor.
    """
    if seen.identity is None:
        return []
    results, known = await house.tables.results_of(seen.identity), {each.name for each in games()}
    seats = Counter(result.table_id for result in results)
    return [result for result in results if result.game in known and seats[result.table_id] == 1]


async def own(request: Request) -> Response:
    house, seen = parlour(request), visit(request)
    results, t = await own_results(house, seen), seen.tongue
    kept = {line.id for line in await house.tables.tables_of(seen.identity)} if seen.identity and results else set()
    return house.pages.page(
        "own.html",
        seen,
        here="/me",
        devices=await devices(house, seen),
        sentence=greeting(results, t),
        numbers=[in_words(each, seen.language, t) for each in numbers_of(results)],
        latest=[line(result, kept, seen.language, t) for result in results[: -LATEST - 1 : -1]],
    )


async def devices(house: Parlour, seen: Visit) -> list[dict[str, Any]]:
    """The browsers that hold the visitor's identity, this one first."""
    if seen.identity is None:
        return []
    t = seen.tongue
    found = [
        {
            "id": session.id,
            "name": session.device or t.gettext("A browser"),
            "here": session.id == seen.session,
            "since": t.gettext("since {date}").format(date=day(session.created, seen.language)),
            "seen": t.gettext("last seen {date}").format(date=day(session.seen, seen.language)),
        }
        for session in await house.tables.sessions.of(seen.identity)
    ]
    return sorted(found, key=lambda each: not each["here"])


def day(at: float, language: str) -> str:
    return format_date(datetime.fromtimestamp(at, UTC), "medium", locale=language)


def greeting(results: list[Result], t: Tongue) -> str:
    if not results:
        return t.gettext("No match of yours has ended yet. Shall we play one?")
    played, won = len(results), sum(result.won for result in results)
    return " ".join(
        (
            t.ngettext("You have played {n} match to its end.", "You have played {n} matches to their end.", played),
            t.gettext("You have won {won}."),
        )
    ).format(n=played, won=won)


def in_words(numbers: Numbers, language: str, t: Tongue) -> dict[str, Any]:
    of = game(numbers.game)
    facts = [
        (t.ngettext("match", "matches", numbers.played), str(numbers.played)),
        (t.ngettext("win", "wins", numbers.won), str(numbers.won)),
        (t.gettext("wins in a row"), str(numbers.streak)),
        (t.gettext("most in a row"), str(numbers.longest)),
        (t.gettext("best score"), str(numbers.best)),
        (t.gettext("average score"), format_decimal(round(numbers.average, 1), "0.#", locale=language)),
    ]
    return {"name": of.name, "title": of.title(language), "facts": facts}


def line(result: Result, kept: set[str], language: str, t: Tongue) -> dict[str, Any]:
    return {
        "title": game(result.game).title(language),
        "won": result.won,
        "outcome": t.gettext("won") if result.won else t.gettext("lost"),
        "score": t.ngettext("{n} point", "{n} points", result.score).format(n=result.score),
        "when": day(result.at, language),
        "url": f"/t/{result.table_id}/back" if result.table_id in kept else "",
    }
