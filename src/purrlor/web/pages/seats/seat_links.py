"""Continue a seat elsewhere: a link for one seat of one table, for minutes, used once."""

from __future__ import annotations

import re

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from purrlor.core.seats import WATCHER
from purrlor.tables.commands.lobby import own_seat
from purrlor.tables.errors import NotYourSeat
from purrlor.tables.people.identities import LINK_SECONDS, require_link
from purrlor.tables.store import Link
from purrlor.tables.table import Table
from purrlor.web.live.beside_table import beside_table
from purrlor.web.live.table_connection import table_url
from purrlor.web.rendering.player_faces import faces_of
from purrlor.web.rendering.sprites import qr_code
from purrlor.web.rendering.templating import translations_for
from purrlor.web.request_context import context_of
from purrlor.web.routes import Action
from purrlor.web.services import services_of

TOKEN = re.compile(r"[A-Za-z0-9_-]{22}")
LINK_MINUTES = int(LINK_SECONDS // 60)


def token_of(request: Request) -> str:
    """The token of the address; what cannot be one is no address of ours."""
    token: str = request.path_params["token"]
    if not TOKEN.fullmatch(token):
        raise HTTPException(404)
    return token


async def make_link(action: Action) -> Response:
    services, context, me, seat = action.services, action.context, action.me, action.seat
    found = await services.tables.get(action.table_id)
    if seat == WATCHER and found.seats_of(me):
        seat = found.seats_of(me)[0]
    token = await services.identities.make_link(found.id, me, seat)
    link = f"{context.origin}/me/{token}"
    return services.templates.page(
        "personal/personal_link.html",
        context,
        here=f"/t/{found.id}",
        line_to_table=beside_table(found, me, context.language),
        title=found.game.title(context.language),
        name=found.names(context.language)[seat],
        minutes=LINK_MINUTES,
        link=link,
        square=qr_code(link),
        seat=seat,
        address=f"/t/{found.id}",
        table_url=table_url(action),
    )


async def drop_link(action: Action) -> Response:
    await action.services.identities.revoke_links(action.table_id, action.me, action.seat)
    return RedirectResponse(f"/t/{action.table_id}", 303)


async def arrive(request: Request) -> Response:
    """A link opened: whose seat it is, and where. Looking uses nothing up: programs that preview links look too."""
    services, context, token = services_of(request), context_of(request), token_of(request)
    link, found = await seat_of(request, await services.identities.link(token))
    return services.templates.page(
        "personal/personal_link_arrival.html",
        context,
        t=translations_for(context.language, found.game),
        here=request.url.path,
        token=token,
        name=found.names(context.language)[link.seat],
        title=found.game.title(context.language),
        game=found.game.name,
        face_url=faces_of(found, context.language).url,
        others=[name for k, name in enumerate(found.names(context.language)) if name and k != link.seat],
        is_mine=context.identity == link.identity,
    )


async def seat_of(request: Request, link: Link) -> tuple[Link, Table]:
    """The table of a link; BadLink if the seat is not its giver's any more."""
    found = await services_of(request).tables.get(link.table_id)
    try:
        own_seat(found, link.identity, link.seat)
    except NotYourSeat:
        require_link(None)
    return link, found


async def accept_personal_link(action: Action) -> Response:
    """The link is exchanged, once: the seat moves to this browser. A new browser gets an identity of its own, which
    has this seat and nothing else of the giver's."""
    services, identities, token = action.services, action.services.identities, token_of(action.request)
    await seat_of(action.request, await identities.link(token))
    link = await identities.use_link(token)
    me = await services.person(action.context)
    if me != link.identity:
        found = await services.tables.move_seat(link.table_id, link.identity, link.seat, me)
        if not await services.name_of(action.context):
            await identities.change(me, name=found.seats[link.seat].name)
    return RedirectResponse(f"/t/{link.table_id}?seat={link.seat}", 303)
