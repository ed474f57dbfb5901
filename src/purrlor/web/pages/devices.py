"""One's own browsers: take one's identity to another one, sign one out, be forgotten altogether."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from purrlor.core.language import N_
from purrlor.tables.erasure import forget_person
from purrlor.tables.errors import NotSeated
from purrlor.tables.sessions import new_session
from purrlor.web.cookies import COOKIE, SECURE_COOKIE
from purrlor.web.forms import BadForm, read_form
from purrlor.web.pages.seat_links import MINUTES, token_of
from purrlor.web.rendering.sprites import qr_code
from purrlor.web.request_context import RequestContext, context_of
from purrlor.web.services import Services, services_of

NOBODY = N_("We do not know you yet: there is nothing to do here.")


async def known(request: Request) -> tuple[Services, RequestContext, str]:
    """The visitor, who must be somebody already."""
    services, context = services_of(request), context_of(request)
    if context.identity is None or not await services.is_known(context.identity):
        raise NotSeated(NOBODY)
    return services, context, context.identity


async def offer(request: Request) -> Response:
    """A link that makes another browser the same person: deliberate, for minutes, used once."""
    services, seen, me = await known(request)
    await read_form(request)
    link = f"{seen.origin}/me/device/{await services.identities.make_identity_link(me)}"
    return services.templates.page(
        "device_link.html",
        seen,
        here="/me",
        name=await services.name_of(seen),
        minutes=MINUTES,
        link=link,
        square=qr_code(link),
    )


async def arrive(request: Request) -> Response:
    """Whom this browser would become. Looking uses nothing up."""
    services, context, token = services_of(request), context_of(request), token_of(request)
    coming = await services.identities.identity_link(token)
    return services.templates.page(
        "device_arrive.html",
        context,
        here=request.url.path,
        token=token,
        name=coming.name,
        is_me=coming.id == context.identity,
        mine=await services.name_of(context),
        has_own=context.identity is not None and context.identity != coming.id,
    )


async def accept(request: Request) -> Response:
    services, context = services_of(request), context_of(request)
    token = token_of(request)
    await read_form(request)
    coming = await services.identities.use_identity_link(token)
    if coming.id != context.identity:
        context.identity, context.session, context.fresh = coming.id, new_session(), True
        services.tables.sessions.saw(context.identity, context.session, request.headers.get("user-agent", ""))
    return RedirectResponse("/me", 303)


async def sign_out(request: Request) -> Response:
    """One browser is signed out, or all others."""
    services, seen, me = await known(request)
    form = await read_form(request)
    wanted = form.get("session", "")
    if not any(each.id == wanted for each in await services.tables.sessions.of(me)):
        raise BadForm(N_("There is no such device in your list: perhaps it was signed out already."))
    await services.tables.sessions.end(me, wanted)
    if wanted == seen.session:
        leave(seen)
        return RedirectResponse("/", 303)
    return RedirectResponse("/me", 303)


def leave(context: RequestContext) -> None:
    """This browser is nobody's from now on."""
    context.identity, context.fresh, context.dropped = (
        None,
        False,
        (SECURE_COOKIE, COOKIE) if context.is_https else (COOKIE,),
    )


async def ask_forget(request: Request) -> Response:
    services, context = services_of(request), context_of(request)
    if context.identity is None:
        raise HTTPException(404)
    return services.templates.page(
        "forget.html", context, here="/me/forget", name=await services.name_of(context), is_done=False
    )


async def forget(request: Request) -> Response:
    """Asked once more by the page before it; then all that leads to this person goes."""
    services, seen, me = await known(request)
    form = await read_form(request)
    if form.get("sure") != "yes":
        return RedirectResponse("/me/forget", 303)
    await forget_person(services.tables, me)
    services.known.drop(me)
    leave(seen)
    return services.templates.page("forget.html", seen, name="", is_done=True)
