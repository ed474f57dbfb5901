"""At the real table: the parlour counts a match that was played with the box.

Nothing is stored here. The browser keeps the sheet and sends all its fields as the query of `/count/GAME/result`; the
game's `board/real_table/counting.py` makes a position of them, and the rules count it.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Sequence
from typing import Any, NamedTuple

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from purrlor.core.errors import BadSheet, MissingPart
from purrlor.core.game import Game, State, game, games
from purrlor.core.language import N_, Translations
from purrlor.core.seats import WATCHER, members
from purrlor.core.sentences.name_lists import join_names
from purrlor.tables.errors import BadName
from purrlor.tables.seats import clean_name
from purrlor.web.live.sentences import who_wins
from purrlor.web.pages.installable_app import readable_offline
from purrlor.web.pages.parts.podium import podium, score_lines
from purrlor.web.pages.pictures.result_picture import drawn_score
from purrlor.web.real_table.offline_rules import has_offline_rules
from purrlor.web.real_table.papers import papers_of
from purrlor.web.rendering.templating import NO_STORE, Templates, shell_values, translations_for
from purrlor.web.request_context import context_of
from purrlor.web.services import services_of

FIRST_SEAT = 0  # of the person who plays on; cats have the others
LONGEST_SHEET = 8_000  # letters of an address: the longest evening of six players has about half of it


class Counted(NamedTuple):
    """A sheet that can be: its position, who played, and what is said of the outcome."""

    game: Game
    state: State
    is_over: bool
    names: list[str]
    ending: str
    sheet: dict[str, str]

    @property
    def winners(self) -> tuple[int, ...]:
        return members(int(self.game.rules.winners(self.state)))


def is_counted(of: Game) -> bool:
    """Whether the game's folder says how it is counted: it is a game's own choice."""
    return of.has("board/real_table/counting.py") and of.has("board/real_table/counting.html")


def asked_game(request: Request) -> Game:
    of = game(request.path_params["game"])
    if not is_counted(of):
        raise HTTPException(404)
    return of


async def room(request: Request) -> Response:
    """The counters of all games that have one, and the small tools."""
    context = context_of(request)
    page = services_of(request).templates.page(
        "real_table/real_table.html",
        context,
        here="/count",
        games=[(of.name, of.title(context.language)) for of in games() if is_counted(of)],
    )
    return readable_offline(page, context.translations)


async def counter(request: Request) -> Response:
    """An empty sheet of one game; the browser fills in what it has kept."""
    context, of, templates = context_of(request), asked_game(request), services_of(request).templates
    t = translations_for(context.language, of)
    page = templates.page(
        "real_table/count.html",
        context,
        t=t,
        here=f"/count/{of.name}",
        game=of.name,
        title=of.title(context.language),
        seats=of.seats,
        is_printed=bool(papers_of(of, context.language)),
        sheets=[
            templates.file(f"{of.name}{end}")
            for end in (".css", "-counting.css")
            if templates.has_asset(f"{of.name}{end}")
        ],
        offline_rules=templates.file(f"{of.name}-offline.js") if has_offline_rules(of) else "",
        offline_parts=[t.gettext(label) for label, _ in of.part("board.real_table.counting_offline").PARTS]
        if has_offline_rules(of)
        else [],
        form=templates.fragment(
            f"{of.name}/real_table/counting.html",
            t,
            game=of.name,
            seats=of.seats,
            players=[name_of({}, seat, t) for seat in range(of.seats[-1])],
            **of.part("board.real_table.counting").form(t),
        ),
    )
    return readable_offline(page, context.translations)


def sheet_of(request: Request) -> dict[str, str]:
    if len(request.url.query) > LONGEST_SHEET:
        raise BadSheet(N_("This sheet is too long to be counted. Begin a new one for the next match."))
    return dict(request.query_params)


def names_of(of: Game, sheet: dict[str, str], t: Translations) -> list[str]:
    """Who plays. BadSheet: too few or too many for this box."""
    text = sheet.get("seats", str(of.seats[0]))
    seats = int(text) if text.isascii() and text.isdecimal() and len(text) < 4 else 0
    if seats not in of.seats:
        raise BadSheet(
            N_("This box is for {low} to {high} players, not {seats}."),
            low=of.seats[0],
            high=of.seats[-1],
            seats=text[:20],
        )
    return [name_of(sheet, seat, t) for seat in range(seats)]


def count(of: Game, sheet: dict[str, str], t: Translations) -> Counted:
    """BadSheet: a sentence about what cannot be, or is still missing."""
    names = names_of(of, sheet, t)
    match = of.part("board.real_table.counting").counted(sheet, names, t)
    winners = members(int(of.rules.winners(match.state)))
    ending = who_wins(winners, t, names) if match.is_over else who_leads(winners, t, names)
    return Counted(of, match.state, match.is_over, names, ending, sheet)


def name_of(sheet: dict[str, str], seat: int, t: Translations) -> str:
    """What was typed, or a number: a name is never a reason not to count."""
    try:
        return clean_name(sheet.get(f"name-{seat}", ""))
    except BadName:
        return t.gettext("Player {n}").format(n=seat + 1)


def who_leads(winners: Sequence[int], t: Translations, names: Sequence[str]) -> str:
    if len(winners) == len(names):
        return t.gettext("Nobody is ahead yet.")
    said = t.ngettext("{names} is ahead.", "{names} are ahead.", len(winners))
    return said.format(names=join_names([names[seat] for seat in winners], t))


async def result(request: Request) -> Response:
    """A fragment for the page: the score with what explains it, or what is still missing or cannot be; and whether the
    parlour can play on from there."""
    templates, context, of = services_of(request).templates, context_of(request), asked_game(request)
    t = translations_for(context.language, of)
    text = await asyncio.to_thread(result_text, templates, of, request, t)
    return HTMLResponse(text, headers=NO_STORE)


def result_text(templates: Templates, of: Game, request: Request, t: Translations) -> str:
    query, play_on = request.url.query, ""
    try:
        sheet = sheet_of(request)
        play_on = f"/count/{of.name}/play-on?{query}" if can_go_on(of, sheet, t) else ""
        counted = count(of, sheet, t)
    except BadSheet as error:
        return templates.fragment(
            "real_table/count_problem.html", t, game=of.name, problem=error.message(t), play_on=play_on
        )
    values = result_values(templates, counted, t)
    picture_address = f"/count/{of.name}/result.svg?{query}"
    return templates.fragment(
        "real_table/count_result.html", t, **values, picture_address=picture_address, play_on=play_on
    )


def result_values(templates: Templates, counted: Counted, t: Translations) -> dict[str, object]:
    of, state, names = counted.game, counted.state, counted.names
    explanation = explanation_of(counted, t)
    return {
        "game": of.name,
        "names": names,
        "you": -1,
        "winners": counted.winners if counted.is_over else (),
        "is_over": counted.is_over,
        "ending": counted.ending,
        "podium": podium(of, state),
        "tally": score_lines(of, state, t, counted.winners, explanation.get("tally_art", ())),
        "beside": (),
        "explained": templates.fragment(
            f"{of.name}/real_table/counted.html", t, **{**shell_values(of, WATCHER, names), **explanation}
        )
        if of.has("board/real_table/counted.html")
        else "",
    }


def explanation_of(counted: Counted, t: Translations) -> dict[str, Any]:
    """Where the points come from, for the game's own `board/real_table/counted.html`."""
    make = getattr(counted.game.part("board.real_table.counting"), "explanation", None)
    return make(counted.sheet, counted.state, t, counted.names) if make else {}


def position_of_sheet(of: Game, sheet: dict[str, str], t: Translations) -> str:
    """Where the parlour can play on from this sheet, as the first seat sees it: what that seat does not know stays
    here. BadSheet, MissingPart: it does not tell enough, or nothing is left to be played."""
    make = getattr(of.part("board.real_table.counting"), "going_on", None)
    if make is None:
        raise MissingPart(
            N_("From a sheet of {game} the parlour cannot play on: it does not tell where all pieces are."),
            game=of.name,
        )
    state = make(sheet, names_of(of, sheet, t), t, secrets.token_bytes(32))
    return of.show(of.hidden(state, FIRST_SEAT))


def can_go_on(of: Game, sheet: dict[str, str], t: Translations) -> bool:
    try:
        position_of_sheet(of, sheet, t)
    except (BadSheet, MissingPart):
        return False
    return True


async def picture(request: Request) -> Response:
    """The result to be sent to friends."""
    language, of = context_of(request).language, asked_game(request)
    counted = count(of, sheet_of(request), translations_for(language, of))
    text = await asyncio.to_thread(drawn_score, of, counted.state, counted.names, counted.ending, language)
    return Response(text, media_type="image/svg+xml", headers={"cache-control": "private, max-age=60"})
