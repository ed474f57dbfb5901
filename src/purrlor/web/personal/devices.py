"""One's own browsers: take one's identity to another one, sign one out, be forgotten altogether."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from purrlor.core.language import N_
from purrlor.tables.people.erasure import forget_person
from purrlor.tables.people.sessions import new_session
from purrlor.web.cookies import COOKIE, SECURE_COOKIE
from purrlor.web.forms import BadForm
from purrlor.web.pages.seats.seat_links import LINK_MINUTES, token_of
from purrlor.web.personal.choose_cat import own_cat
from purrlor.web.rendering.sprites import qr_code
from purrlor.web.request_context import RequestContext, context_of
from purrlor.web.routes import Action
from purrlor.web.services import services_of


async def offer(action: Action) -> Response:
    """A link that makes another browser the same person: deliberate, for minutes, used once."""
    services, context = action.services, action.context
    link = f"{context.origin}/me/device/{await services.identities.make_identity_link(action.me)}"
    return services.templates.page(
        "personal/device_link.html",
        context,
        here="/me",
        name=await services.name_of(context),
        minutes=LINK_MINUTES,
        link=link,
        square=qr_code(link),
    )


async def arrive(request: Request) -> Response:
    """Whom this browser would become. Looking uses nothing up."""
    services, context, token = services_of(request), context_of(request), token_of(request)
    coming = await services.identities.identity_link(token)
    return services.templates.page(
        "personal/device_arrive.html",
        context,
        here=request.url.path,
        token=token,
        name=coming.name,
        cat=own_cat(coming, context.translations),
        is_me=coming.id == context.identity,
        mine=await services.name_of(context),
        has_own=context.identity is not None and context.identity != coming.id,
    )


async def accept(action: Action) -> Response:
    services, context = action.services, action.context
    coming = await services.identities.use_identity_link(token_of(action.request))
    if coming.id != context.identity:
        context.identity, context.session, context.fresh = coming.id, new_session(), True
        services.tables.sessions.saw(context.identity, context.session, action.request.headers.get("user-agent", ""))
    return RedirectResponse("/me", 303)


async def sign_out(action: Action) -> Response:
    """One browser is signed out."""
    sessions, wanted = action.tables.sessions, action.form.get("session", "")
    if not any(each.id == wanted for each in await sessions.of(action.me)):
        raise BadForm(N_("There is no such device in your list: perhaps it was signed out already."))
    await sessions.end(action.me, wanted)
    if wanted == action.context.session:
        leave(action.context)
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
        "personal/forget.html", context, here="/me/forget", name=await services.name_of(context), is_done=False
    )


async def forget(action: Action) -> Response:
    """Asked once more by the page before it; then all that leads to this person goes."""
    if action.form.get("sure") != "yes":
        return RedirectResponse("/me/forget", 303)
    await forget_person(action.tables, action.me)
    action.services.known.drop(action.me)
    leave(action.context)
    return action.services.templates.page("personal/forget.html", action.context, name="", is_done=True)
