"""Choosing one's own cat: coat, eyes, and what it wears. From one's own page, or from the chair in a lobby."""

from __future__ import annotations

from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from purrlor.core.language import N_, Translations
from purrlor.tables.commands.lobby import own_seat
from purrlor.tables.errors import BadSetting
from purrlor.tables.seats import NO_SUCH_CAT
from purrlor.tables.store import Identity
from purrlor.web.art import BORN, LOOKS, OWN_WEAR, face_key, is_look
from purrlor.web.forms import Form
from purrlor.web.live.beside_table import BesideTable, beside_table
from purrlor.web.rendering.player_faces import faces_of, url_of
from purrlor.web.request_context import context_of
from purrlor.web.routes import Action
from purrlor.web.services import GUEST, services_of

MOST_SEATS = 6
COAT_NAMES = {
    "ginger": N_("ginger cat"),
    "grey": N_("grey cat"),
    "black": N_("black cat"),
    "white": N_("white cat"),
    "cream": N_("cream cat"),
    "brown": N_("brown cat"),
    "calico": N_("calico cat"),
}
PATTERN_NAMES = {
    "plain": N_("one colour"),
    "tabby": N_("striped"),
    "tuxedo": N_("white chest"),
    "spots": N_("spotted"),
    "point": N_("dark face"),
    "calico": N_("patches of three colours"),
}
EYE_NAMES = {"content": N_("gentle"), "curious": N_("curious"), "sly": N_("sly"), "pleased": N_("happy")}
WEAR_NAMES = {
    "": N_("no outfit"),
    "bow": N_("a bow"),
    "flower": N_("a flower"),
    "glasses": N_("glasses"),
    "scarf": N_("a scarf"),
    "bell": N_("a bell"),
}


class Picture(NamedTuple):
    """One radio button: its value, the picture beside it, what it is called, whether it is chosen."""

    value: str
    url: str
    label: str
    is_chosen: bool


def own_cat(person: Identity, t: Translations) -> str:
    """Where the picture of somebody's own cat is: as at the tables, where who has no name is a guest."""
    return url_of(person.look if is_look(person.look) else "", person.name or t.gettext(GUEST))


async def own_page(request: Request) -> Response:
    """For all tables at which the visitor sits down from now on."""
    services, context = services_of(request), context_of(request)
    person = await services.known_person(context)
    look, name = (person.look, person.name) if person is not None else ("", "")
    return choice_page(request, "/me/cat", look, name or context.translations.gettext(GUEST))


async def seat_page(request: Request) -> Response:
    """For a seat of one's own, before the match."""
    services, context = services_of(request), context_of(request)
    table = await services.tables.get(request.path_params["id"])
    seat, me = Form(request.query_params).number("seat", high=MOST_SEATS - 1), context.identity or ""
    chair = own_seat(table, me, seat)
    shown = faces_of(table, context.language).key(table.names(context.language)[seat])
    return choice_page(
        request,
        f"/t/{table.id}/look",
        chair.look,
        chair.name,
        seat=seat,
        is_shared=len(table.seats_of(me)) > 1,
        is_taken=bool(chair.look) and shown != chair.look,
        line_to_table=beside_table(table, me, context.language),
    )


def choice_page(
    request: Request,
    address: str,
    look: str,
    name: str,
    *,
    seat: int | None = None,
    is_shared: bool = False,
    is_taken: bool = False,
    line_to_table: BesideTable | None = None,
) -> Response:
    """`is_shared`: several people play on this device, so the page says whose cat it is. `is_taken`: the chosen cat is
    another one's at this table."""
    services, context = services_of(request), context_of(request)
    now = look if is_look(look) else face_key(name)
    coats, eyes, wear = pictures(now, context.translations)
    return services.templates.page(
        "personal/choose_cat.html",
        context,
        here=address if seat is None else f"{address}?seat={seat}",
        address=address,
        seat=seat,
        cancel_url="/me" if seat is None else address.removesuffix("/look"),
        name=name if is_shared else "",
        is_taken=is_taken,
        line_to_table=line_to_table,
        whole_cat=url_of(now, "", pose="sit"),
        coats=coats,
        eyes=eyes,
        wear=wear,
    )


def pictures(look: str, t: Translations) -> tuple[list[Picture], list[Picture], list[Picture]]:
    """The three groups of radio buttons."""
    coat, pattern, eyes, wear = (*look.split("-"), "")[:4]
    coats = [
        Picture(f"{c}-{p}", url_of(f"{c}-{p}-content", ""), coat_label(c, p, t), (c, p) == (coat, pattern))
        for c, p in LOOKS
    ]
    kinds = [
        Picture(e, url_of(f"{coat}-{pattern}-{e}", "", wear=wear), t.gettext(EYE_NAMES[e]), e == eyes) for e in BORN
    ]
    worn = [
        Picture(w, url_of(f"{coat}-{pattern}-{eyes}", "", wear=w), t.gettext(WEAR_NAMES[w]), w == wear)
        for w in OWN_WEAR
    ]
    return coats, kinds, worn


def coat_label(coat: str, pattern: str, t: Translations) -> str:
    name = t.gettext(COAT_NAMES[coat])
    return name if coat == pattern else f"{name}, {t.gettext(PATTERN_NAMES[pattern])}"


def chosen_look(form: Form) -> str:
    look = "-".join(filter(None, (form.get("coat", ""), form.get("eyes", ""), form.get("wear", ""))))
    if not is_look(look):
        raise BadSetting(NO_SUCH_CAT)
    return look


async def choose(action: Action) -> Response:
    look = chosen_look(action.form)
    me = await action.services.person(action.context)
    await action.services.identities.change(me, look=look)
    return RedirectResponse("/me", 303)


async def choose_for_seat(action: Action) -> Response:
    look = chosen_look(action.form)
    table = await action.tables.choose_look(action.table_id, action.me, action.seat, look)
    if table.seats_of(action.me)[0] == action.seat:  # others who share the device have a cat for this table only
        await action.services.identities.change(action.me, look=look)
    return RedirectResponse(f"/t/{table.id}", 303)
