"""Continue a seat elsewhere: a link for one seat of one table, for minutes, used once."""

from __future__ import annotations

import re

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from purrlor.core.seats import WATCHER
from purrlor.server.drawings import square
from purrlor.server.errors import NotYourSeat
from purrlor.server.lobby import own_seat
from purrlor.server.lobby_pages import act
from purrlor.server.pages import tongue_of
from purrlor.server.parlour import parlour
from purrlor.server.people import LINK_SECONDS, good
from purrlor.server.store import Link
from purrlor.server.table import Table
from purrlor.server.table_pages import back_to
from purrlor.server.visit import visit

TOKEN = re.compile(r"[A-Za-z0-9_-]{22}")
MINUTES = int(LINK_SECONDS // 60)


def token_of(request: Request) -> str:
    """The token of the address; what cannot be one is no address of ours."""
    token: str = request.path_params["token"]
    if not TOKEN.fullmatch(token):
        raise HTTPException(404)
    return token


async def make_link(request: Request) -> Response:
    seen, me, table_id, form = await act(request)
    house = parlour(request)
    found, seat = await house.tables.get(table_id), form.number("seat", high=7)
    if seat == WATCHER and found.seats_of(me):
        seat = found.seats_of(me)[0]
    token = await house.tables.make_link(table_id, me, seat)
    link = f"{seen.origin}/me/{token}"
    return house.pages.page(
        "link.html",
        seen,
        here=f"/t/{table_id}",
        title=found.game.title(seen.language),
        name=found.names(seen.language)[seat],
        minutes=MINUTES,
        link=link,
        square=square(link),
        seat=seat,
        address=f"/t/{table_id}",
        back=back_to(request, table_id),
    )


async def drop_link(request: Request) -> Response:
    _, me, table_id, form = await act(request)
    await parlour(request).tables.revoke_links(table_id, me, form.number("seat", high=5))
    return RedirectResponse(f"/t/{table_id}", 303)


async def arrive(request: Request) -> Response:
    """A link opened: whose seat it is, and where. Looking uses nothing up: programs that preview links look too."""
    house, seen, token = parlour(request), visit(request), token_of(request)
    link, found = await seat_of(request, await house.tables.link(token))
    return house.pages.page(
        "arrive.html",
        seen,
        t=tongue_of(seen.language, found.game),
        here=request.url.path,
        token=token,
        name=found.names(seen.language)[link.seat],
        title=found.game.title(seen.language),
        game=found.game.name,
        others=[name for k, name in enumerate(found.names(seen.language)) if name and k != link.seat],
        is_mine=seen.identity == link.identity,
    )


async def seat_of(request: Request, link: Link) -> tuple[Link, Table]:
    """The table of a link; BadLink if the seat is not its giver's any more."""
    found = await parlour(request).tables.get(link.table_id)
    try:
        own_seat(found, link.identity, link.seat)
    except NotYourSeat:
        good(None)
    return link, found


async def settle_in(request: Request) -> Response:
    """The link is exchanged, once: the seat moves to this browser. A new browser gets an identity of its own, which
    has this seat and nothing else of the giver's."""
    house, seen = parlour(request), visit(request)
    token = token_of(request)
    await seat_of(request, await house.tables.link(token))
    link = await house.tables.use_link(token)
    me = await house.person(seen)
    if me != link.identity:
        found = await house.tables.move_seat(link.table_id, link.identity, link.seat, me)
        if not await house.name_of(seen):
            await house.tables.change_identity(me, name=found.seats[link.seat].name)
    return RedirectResponse(f"/t/{link.table_id}?seat={link.seat}", 303)
