"""Back to your seat: a visitor asks for a seat, somebody who sits there answers; and the host's page of seats."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from purrlor.core.language import Translations
from purrlor.tables.commands.lobby import check_host, check_welcome
from purrlor.tables.seats import LEVEL_NAMES
from purrlor.tables.table import Table
from purrlor.web.forms import read_form
from purrlor.web.pages.table_actions import acknowledge, read_action
from purrlor.web.rendering.templating import translations_for
from purrlor.web.request_context import context_of
from purrlor.web.services import services_of

KEY_LENGTH = 24


async def ask(request: Request) -> Response:
    services, context = services_of(request), context_of(request)
    form, table_id = await read_form(request), request.path_params["id"]
    key = form.get("key", "")[:KEY_LENGTH]
    check_welcome(await services.tables.get(table_id), context.identity or "", key)
    me = await services.person(context)
    await services.tables.ask_for_seat(table_id, me, form.number("wanted", high=5), form.get("name", ""), key)
    return RedirectResponse(f"/t/{table_id}" + (f"?key={key}" if key else ""), 303)


async def grant(request: Request) -> Response:
    _, me, table_id, form = await read_action(request)
    await services_of(request).tables.grant_seat(table_id, me, form.get("claim", ""))
    return acknowledge(request, f"/t/{table_id}")


async def refuse(request: Request) -> Response:
    _, me, table_id, form = await read_action(request)
    await services_of(request).tables.refuse_seat(table_id, me, form.get("refused", ""))
    return acknowledge(request, f"/t/{table_id}")


async def seats_page(request: Request) -> Response:
    """For the host during a match: every seat, and what can be done about it."""
    services, context = services_of(request), context_of(request)
    table = await services.tables.get(request.path_params["id"])
    check_host(table, context.identity or "")
    t = translations_for(context.language, table.game)
    names = table.names(context.language)
    return services.templates.page(
        "seats.html",
        context,
        t=t,
        here=f"/t/{table.id}/seats",
        id=table.id,
        title=table.game.title(context.language),
        link=context.origin + table.invitation,
        is_running=table.stage == "running",
        seats=[
            {
                "seat": k,
                "name": names[k],
                "note": state_of_seat(table, k, t),
                "is_own": chair.identity == table.host,
                "is_person": chair.is_person,
                "cat": chair.cat,
            }
            for k, chair in enumerate(table.seats)
        ],
    )


def state_of_seat(table: Table, seat: int, t: Translations) -> str:
    chair = table.seats[seat]
    if chair.level:
        return t.gettext(LEVEL_NAMES[chair.level])
    if chair.cat:
        return t.gettext("a cat plays")
    return t.gettext("is here") if table.is_here(seat) else t.gettext("away")


async def hand(request: Request) -> Response:
    """The host hands a seat to a cat, for good or until its player is back, or back to its player."""
    _, me, table_id, form = await read_action(request)
    tables = services_of(request).tables
    if "back" in form:
        await tables.hand_back(table_id, me, form.number("back", high=5))
    elif "good" in form:
        await tables.hand_to_cat(table_id, me, form.number("good", high=5), for_good=True)
    else:
        await tables.hand_to_cat(table_id, me, form.number("cat", high=5))
    return RedirectResponse(f"/t/{table_id}/seats", 303)
