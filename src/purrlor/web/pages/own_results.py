"""Numbers people like: one's own results, game by game, and the latest matches to look back at."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime
from typing import NamedTuple

from babel.dates import format_date
from babel.numbers import format_decimal
from starlette.requests import Request
from starlette.responses import Response

from purrlor.core.game import game, games
from purrlor.core.language import N_, Translations
from purrlor.core.sentences.name_lists import join_names
from purrlor.tables.history.results import Companion, Statistics, company_of, statistics_of
from purrlor.tables.store import Result
from purrlor.web.pages.installable_app import readable_offline
from purrlor.web.pages.learning.own_habits import own_habits
from purrlor.web.personal.choose_cat import own_cat
from purrlor.web.request_context import RequestContext, context_of
from purrlor.web.services import Services, services_of

LATEST = 12
COMPANY = 12
DATES = {"en": "en_GB"}
PLACES = (N_("2nd of {n}"), N_("3rd of {n}"), N_("4th of {n}"), N_("5th of {n}"), N_("6th of {n}"))


class Played(NamedTuple):
    """A game that the visitor has played to the end."""

    has_won: bool  # ever
    opponents: int  # of the last match


async def games_finished(services: Services, context: RequestContext) -> dict[str, Played]:
    """By the name of the game."""
    known: dict[str, Played] = {}
    if context.identity is not None:
        for result in await services.tables.store.results_of(context.identity):
            before = known.get(result.game)
            has_won = result.won or (before is not None and before.has_won)
            known[result.game] = Played(has_won, len(result.scores) - 1)
    return known


async def own_results(services: Services, context: RequestContext) -> list[Result]:
    """The visitor's results, the oldest first.

    Matches of several people on one device are left out: nobody knows which of them is the visitor.
    """
    if context.identity is None:
        return []
    results, known = await services.identities.results_of(context.identity), {each.name for each in games()}
    seats = Counter(result.table_id for result in results)
    return [result for result in results if result.game in known and seats[result.table_id] == 1]


async def own_results_page(request: Request) -> Response:
    services, context = services_of(request), context_of(request)
    results, t = await own_results(services, context), context.translations
    company = await services.tables.store.results_with(context.identity) if context.identity and results else []
    still_stored = (
        {line.id for line in await services.identities.tables_of(context.identity)}
        if context.identity and results
        else set()
    )
    page = services.templates.page(
        "personal/own_results.html",
        context,
        here="/me",
        devices=await devices(services, context),
        cat=own_cat(person, t) if (person := await services.known_person(context)) is not None else "",
        sentence=greeting(results, t),
        is_glad=any(result.won for result in results),
        numbers=[statistics_in_words(each, context.language, t) for each in statistics_of(results)],
        latest=[line(result, company, still_stored, context.language, t) for result in results[: -LATEST - 1 : -1]],
        company=[company_in_words(each, t) for each in company_of(results, company)[:COMPANY]],
        habits=await own_habits(context.identity, services.tables.store, context.language) if results else [],
    )
    return readable_offline(page, t)


async def devices(services: Services, context: RequestContext) -> list[dict[str, object]]:
    """The browsers that hold the visitor's identity, this one first."""
    if context.identity is None:
        return []
    t = context.translations
    found: list[dict[str, object]] = [
        {
            "id": session.id,
            "name": session.device or t.gettext("A browser"),
            "here": session.id == context.session,
            "since": t.gettext("since {date}").format(date=day(session.created, context.language)),
            "last_seen": t.gettext("last seen {date}").format(date=day(session.last_seen, context.language)),
        }
        for session in await services.tables.sessions.of(context.identity)
    ]
    return sorted(found, key=lambda each: not each["here"])


def day(at: float, language: str) -> str:
    """In English the day comes first, as in most of the world."""
    return format_date(datetime.fromtimestamp(at, UTC), "medium", locale=DATES.get(language, language))


def greeting(results: list[Result], t: Translations) -> str:
    if not results:
        return t.gettext("No match of yours has ended yet. Shall we play one?")
    played, won = len(results), sum(result.won for result in results)
    return " ".join(
        (
            t.ngettext("You have finished {n} match.", "You have finished {n} matches.", played),
            t.gettext("You have won {won}.") if won else t.gettext("The first win is still to come."),
        )
    ).format(n=played, won=won)


def statistics_in_words(statistics: Statistics, language: str, t: Translations) -> dict[str, object]:
    of = game(statistics.game)
    facts = [
        (t.ngettext("match", "matches", statistics.played), str(statistics.played)),
        (t.ngettext("win", "wins", statistics.won), str(statistics.won)),
        (t.ngettext("win in a row", "wins in a row", statistics.streak), str(statistics.streak)),
        (t.gettext("best streak"), str(statistics.longest)),
        (t.gettext("fewest points") if statistics.is_low_best else t.gettext("best score"), str(statistics.best)),
        (t.gettext("average score"), format_decimal(round(statistics.average, 1), "0.#", locale=language)),
    ]
    return {"name": of.name, "title": of.title(language), "facts": facts}


def company_in_words(each: Companion, t: Translations) -> dict[str, str]:
    played = t.ngettext("{n} match together", "{n} matches together", each.played).format(n=each.played)
    return {
        "name": each.name,
        "played": played,
        "won": t.gettext("you won {mine}, {name} won {theirs}").format(
            mine=each.mine, name=each.name, theirs=each.theirs
        ),
    }


def with_whom(result: Result, company: list[Result], t: Translations) -> str:
    """The others of a match: people by name, cats by number."""
    others = [each for each in company if each.table_id == result.table_id and each.seat != result.seat]
    names = [each.name or t.gettext("Somebody") for each in others if each.identity]
    cats = len(result.scores) - 1 - len(names)
    if cats > 0:
        names.append(t.ngettext("{n} cat", "{n} cats", cats).format(n=cats))
    return t.gettext("with {names}").format(names=join_names(names, t)) if names else ""


def outcome(result: Result, t: Translations) -> str:
    """Won, or the place; of two, lost. Where points are equal, those who won come first."""
    if result.won:
        return t.gettext("won")
    players, is_low = len(result.scores), game(result.game).fewest_win
    if players == 2 or not result.winners:
        return t.gettext("lost")
    better = sum(
        seat in result.winners or (score < result.score if is_low else score > result.score)
        for seat, score in enumerate(result.scores)
    )
    return t.gettext(PLACES[better - 1]).format(n=players)


def line(
    result: Result, company: list[Result], still_stored: set[str], language: str, t: Translations
) -> dict[str, object]:
    return {
        "with": with_whom(result, company, t),
        "title": game(result.game).title(language),
        "won": result.won,
        "outcome": outcome(result, t),
        "score": t.ngettext("{n} point", "{n} points", result.score).format(n=result.score),
        "when": day(result.at, language),
        "url": f"/t/{result.table_id}/replay" if result.table_id in still_stored else "",
        "review": f"/t/{result.table_id}/review",
    }
