"""Back to your seat: a visitor asks for a seat, somebody who sits there answers; and the host's page of seats."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from purrlor.core.language import Translations
from purrlor.tables.commands.claims import SeatClaim, can_be_asked_for
from purrlor.tables.commands.lobby import check_host, check_welcome
from purrlor.tables.seats import OPEN_SEAT, level_name
from purrlor.tables.table import Table
from purrlor.web.live.beside_table import beside_table
from purrlor.web.rendering.player_faces import faces_of
from purrlor.web.rendering.templating import translations_for
from purrlor.web.request_context import context_of
from purrlor.web.routes import Action
from purrlor.web.services import Services, services_of

KEY_LENGTH = 24


@dataclass(frozen=True, slots=True)
class SeatToAskFor:
    seat: int
    name: str
    is_person: bool
    is_here: bool  # open on some screen: its player may have come from another browser


def seats_to_ask_for(table: Table, identity: str, language: str) -> list[SeatToAskFor]:
    """For somebody at the door: whose seats they may ask for."""
    if identity and table.seats_of(identity):
        return []
    names, has_room = table.names(language), table.stage == "lobby" and OPEN_SEAT in table.seats
    return [
        SeatToAskFor(k, names[k], chair.is_person, table.is_here(k))
        for k, chair in enumerate(table.seats)
        if can_be_asked_for(table, k) and (not has_room or not table.is_here(k))
    ]


async def ask(action: Action) -> Response:
    tables, key = action.tables, action.form.get("key", "")[:KEY_LENGTH]
    check_welcome(await tables.get(action.table_id), action.me, key)
    me = await action.services.person(action.context)
    await tables.ask_for_seat(action.table_id, me, action.seat, action.form.get("name", ""), key)
    return RedirectResponse(f"/t/{action.table_id}" + (f"?key={key}" if key else ""), 303)


async def grant(action: Action) -> Response:
    tables, table_id, key = action.tables, action.table_id, action.form.get("claim", "")
    claim = next((each for each in (await tables.get(table_id)).claims.values() if each.key == key), None)
    table = await tables.grant_seat(table_id, action.me, key)
    if claim is not None and claim.is_return:
        await take_along(action.services, table, claim)
    return action.acknowledge(f"/t/{table_id}")


async def take_along(services: Services, table: Table, claim: SeatClaim) -> None:
    """A browser that is new here is called as before, and its cat is the one of the seat."""
    person, look = await services.identities.get(claim.identity), table.seats[claim.seat].look
    await services.identities.change(claim.identity, name=person.name or claim.name, look=person.look or look)


async def refuse(action: Action) -> Response:
    await action.tables.refuse_seat(action.table_id, action.me, action.form.get("refused", ""))
    return action.acknowledge(f"/t/{action.table_id}")


async def seats_page(request: Request) -> Response:
    """For the host during a match: every seat, and what can be done about it."""
    services, context = services_of(request), context_of(request)
    table = await services.tables.get(request.path_params["id"])
    check_host(table, context.identity or "")
    t = translations_for(context.language, table.game)
    names = table.names(context.language)
    return services.templates.page(
        "lobby/seats.html",
        context,
        t=t,
        here=f"/t/{table.id}/seats",
        line_to_table=beside_table(table, context.identity, context.language),
        id=table.id,
        title=table.game.title(context.language),
        link=context.origin + table.invitation_path,
        is_running=table.stage == "running",
        face_url=faces_of(table, context.language).url,
        seats=[
            {
                "seat": k,
                "name": names[k],
                "note": t.gettext("you") if chair.identity == table.host else state_of_seat(table, k, t),
                "is_own": chair.identity == table.host,
                "is_person": chair.is_person,
                "cat": chair.cat,
                "asks_first": asks_first(table, k, names[k], t),
            }
            for k, chair in enumerate(table.seats)
        ],
    )


def asks_first(table: Table, seat: int, name: str, t: Translations) -> str:
    """Before a cat plays for somebody who is at the table and perhaps only thinks; "" where nobody is."""
    chair = table.seats[seat]
    if not chair.is_person or chair.cat or not table.is_here(seat):
        return ""
    return t.gettext("{name} is at the table. A cat all the same? Press once more.").format(name=name)


def state_of_seat(table: Table, seat: int, t: Translations) -> str:
    chair = table.seats[seat]
    if chair.level:
        return level_name(chair.level, t)
    if chair.cat:
        return t.gettext("a cat plays")
    return t.gettext("is here") if table.is_here(seat) else t.gettext("away")


async def hand(action: Action) -> Response:
    """The host hands a seat to a cat, for good or until its player is back, or back to its player."""
    tables, table_id, me, form = action.tables, action.table_id, action.me, action.form
    if "return" in form:
        await tables.return_seat(table_id, me, form.number("return", high=5))
    elif "good" in form:
        await tables.hand_to_cat(table_id, me, form.number("good", high=5), for_good=True)
    else:
        await tables.hand_to_cat(table_id, me, form.number("cat", high=5))
    return RedirectResponse(f"/t/{table_id}/seats", 303)
