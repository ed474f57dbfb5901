"""From a real table to one of the parlour: a match that goes on from a position, against cats.

`/count/GAME/play-on` makes the position of a sheet, `/play-on/GAME` takes any in the game's notation. Both show it and
ask how clever the cats shall be. What is hidden from the first seat never leaves the server: the page holds what that
seat sees, and the rest is dealt when the match begins.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from purrlor.core.errors import BadNotation
from purrlor.core.game import Game, game
from purrlor.core.language import N_
from purrlor.core.match import Match
from purrlor.core.options import Value
from purrlor.core.positions.position_picture import position_svg
from purrlor.tables.commands.lobby import check_position
from purrlor.web.pages.home import levels
from purrlor.web.real_table.counting import FIRST_SEAT, asked_game, name_of, position_of_sheet, sheet_of
from purrlor.web.rendering.templating import translations_for
from purrlor.web.request_context import context_of
from purrlor.web.routes import Action
from purrlor.web.services import GUEST, services_of

LONGEST_POSITION = 4_000  # letters


@dataclass(frozen=True)
class Offered:
    """A position to go on from, as the first seat sees it."""

    position: str
    seats: int
    options: dict[str, Value]
    picture: Markup


def offered(of: Game, position: str, language: str) -> Offered:
    """BadNotation: it is no position of this game, or the match is over."""
    if len(position) > LONGEST_POSITION:
        raise BadNotation(N_("This position is too long: a position of {game} is a few lines."), game=of.name)
    state = of.read(position)
    seats, options = int(state.seats), of.options_of(state)
    check_position(of, seats, options, position)
    match = Match(of, seats, options, secret=bytes(32))
    match.begin_from(position)
    t = translations_for(language, of)
    names = [name_of({}, seat, t) for seat in range(seats)]
    drawn = position_svg(of, match.view(FIRST_SEAT), FIRST_SEAT, language, names)
    return Offered(position, seats, options, Markup(drawn))


async def from_sheet(request: Request) -> Response:
    of, language = asked_game(request), context_of(request).language
    t = translations_for(language, of)
    position = await asyncio.to_thread(position_of_sheet, of, sheet_of(request), t)
    return await ask(request, of, position)


async def from_position(request: Request) -> Response:
    return await ask(request, game(request.path_params["game"]), request.query_params.get("position", ""))


async def ask(request: Request, of: Game, position: str) -> Response:
    services, context = services_of(request), context_of(request)
    found = await asyncio.to_thread(offered, of, position, context.language)
    t = translations_for(context.language, of)
    return services.templates.page(
        "real_table/play_on.html",
        context,
        t=t,
        here=f"/count/{of.name}",
        game=of.name,
        title=of.title(context.language),
        position=found.position,
        picture_of_it=found.picture,
        cats=found.seats - 1,
        levels=levels(t, services.templates, of.name),
    )


async def begin(action: Action) -> Response:
    """The table, already begun."""
    services, context, form = action.services, action.context, action.form
    of = game(action.request.path_params["game"])
    services.check_openings(context)
    position = form.get("position", "")[: LONGEST_POSITION + 1]
    found = await asyncio.to_thread(offered, of, position, context.language)
    me = await services.person(context)
    name = await services.name_of(context) or context.translations.gettext(GUEST)
    table = await services.tables.create(
        me,
        of.name,
        found.seats,
        found.options,
        people=[name],
        bots=[form.get("level", "cat")] * (found.seats - 1),
        begin=True,
        position=position,
    )
    services.openings.add(context.address, table.id, table.time())
    return RedirectResponse(f"/t/{table.id}", 303)
