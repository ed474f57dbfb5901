"""One's own browsers: take one's identity to another one, sign one out, be forgotten altogether."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from purrlor.core.language import N_
from purrlor.server.drawings import square
from purrlor.server.errors import NotSeated
from purrlor.server.forgetting import forget_person
from purrlor.server.forms import BadForm, read_form
from purrlor.server.identity import COOKIE, SECURE_COOKIE
from purrlor.server.parlour import Parlour, parlour
from purrlor.server.seat_links import MINUTES, token_of
from purrlor.server.sessions import new_session
from purrlor.server.visit import Visit, visit

NOBODY = N_("We do not know you yet: there is nothing to do here.")


async def known(request: Request) -> tuple[Parlour, Visit, str]:
    """The visitor, who must be somebody already."""
    house, seen = parlour(request), visit(request)
    if seen.identity is None or not await house.is_known(seen.identity):
        raise NotSeated(NOBODY)
    return house, seen, seen.identity


async def offer(request: Request) -> Response:
    """A link that makes another browser the same person: deliberate, for minutes, used once."""
    house, seen, me = await known(request)
    await read_form(request)
    link = f"{seen.origin}/me/device/{await house.tables.make_identity_link(me)}"
    return house.pages.page(
        "device_link.html",
        seen,
        here="/me",
        name=await house.name_of(seen),
        minutes=MINUTES,
        link=link,
        square=square(link),
    )


async def arrive(request: Request) -> Response:
    """Whom this browser would become. Looking uses nothing up."""
    house, seen, token = parlour(request), visit(request), token_of(request)
    coming = await house.tables.identity_link(token)
    return house.pages.page(
        "device_arrive.html",
        seen,
        here=request.url.path,
        token=token,
        name=coming.name,
        is_me=coming.id == seen.identity,
        mine=await house.name_of(seen),
        has_own=seen.identity is not None and seen.identity != coming.id,
    )


async def accept(request: Request) -> Response:
    house, seen = parlour(request), visit(request)
    token = token_of(request)
    await read_form(request)
    coming = await house.tables.use_identity_link(token)
    if coming.id != seen.identity:
        seen.identity, seen.session, seen.fresh = coming.id, new_session(), True
        house.tables.sessions.saw(seen.identity, seen.session, request.headers.get("user-agent", ""))
    return RedirectResponse("/me", 303)


async def sign_out(request: Request) -> Response:
    """One browser is signed out, or all others."""
    house, seen, me = await known(request)
    form = await read_form(request)
    wanted = form.get("session", "")
    if not any(each.id == wanted for each in await house.tables.sessions.of(me)):
        raise BadForm(N_("There is no such device in your list: perhaps it was signed out already."))
    await house.tables.sessions.end(me, wanted)
    if wanted == seen.session:
        leave(seen)
        return RedirectResponse("/", 303)
    return RedirectResponse("/me", 303)


def leave(seen: Visit) -> None:
    """This browser is nobody's from now on."""
    seen.identity, seen.fresh, seen.dropped = None, False, (SECURE_COOKIE, COOKIE) if seen.is_https else (COOKIE,)


async def ask_forget(request: Request) -> Response:
    house, seen = parlour(request), visit(request)
    if seen.identity is None:
        raise HTTPException(404)
    return house.pages.page("forget.html", seen, here="/me/forget", name=await house.name_of(seen), is_done=False)


async def forget(request: Request) -> Response:
    """Asked once more by the page before it; then all that leads to this person goes."""
    house, seen, me = await known(request)
    form = await read_form(request)
    if form.get("sure") != "yes":
        return RedirectResponse("/me/forget", 303)
    await forget_person(house.tables, me)
    house.known.pop(me, None)
    leave(seen)
    return house.pages.page("forget.html", seen, name="", is_done=True)
