"""A table before its match: who sits where, how it is played, the door for friends."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from purrlor.core.errors import PurrlorError
from purrlor.core.language import N_, Translations
from purrlor.core.sentences.name_lists import join_names
from purrlor.tables.commands.lobby import begins_by_itself, check_welcome
from purrlor.tables.commands.nonces import terms_of
from purrlor.tables.seats import DEFAULT_AWAY, NAME_LENGTH, TableSettings, clean_name, level_name
from purrlor.tables.short_codes import in_groups
from purrlor.tables.table import Table
from purrlor.web.errors import status_of
from purrlor.web.live.seat_questions import questions_for
from purrlor.web.pages.home import levels
from purrlor.web.pages.learning.rulebook import in_short
from purrlor.web.pages.parts.option_controls import controls
from purrlor.web.pages.parts.presence import duration, missing_seats, presence_note
from purrlor.web.pages.pictures.previews import preview_of
from purrlor.web.pages.seats.seat_claims import seats_to_ask_for
from purrlor.web.rendering.player_faces import faces_of
from purrlor.web.rendering.templating import Templates, translations_for
from purrlor.web.request_context import context_of
from purrlor.web.routes import Action
from purrlor.web.services import services_of

AWAY = (30, DEFAULT_AWAY, 300, None)
KEY_LENGTH = 24
START_WITH = {
    2: N_("Start with 2 players"),
    3: N_("Start with 3 players"),
    4: N_("Start with 4 players"),
    5: N_("Start with 5 players"),
    6: N_("Start with 6 players"),
}
CLOCKS = (None, 30, 60, 120)


async def lobby_page(request: Request, table: Table, seat: int, error: PurrlorError | None = None) -> Response:
    if table.called_at is not None:
        return call_page(request, table, seat, error)
    services, context = services_of(request), context_of(request)
    t = translations_for(context.language, table.game)
    return page_of(
        request,
        table,
        "lobby/lobby.html",
        error,
        link=context.origin + table.invitation_path,
        may_open=services.settings.open_seats,
        is_public=table.settings.public,
        code=in_groups(await services.tables.offer_code(table)),
        square=f"/qr/{table.id}.svg" + (f"?key={table.door}" if table.door else ""),
        live=f"/t/{table.id}/live?seat={seat}&lobby=1",
        bare=any(not table.seats[k].commit for k in table.seats_of(context.identity or "")),
        **lobby_values(table, context.identity or "", t, context.language),
        levels=levels(t, services.templates, table.game.name),
    )


def call_page(request: Request, table: Table, seat: int, error: PurrlorError | None = None) -> Response:
    """A called match: browsers read the terms here and reveal their nonces; it begins in a moment."""
    language = context_of(request).language
    return page_of(
        request,
        table,
        "lobby/call.html",
        error,
        live=f"/t/{table.id}/live?seat={seat}&lobby=1&called=1",
        seal=table.seal,
        terms=terms_of(table),
        names=table.names(language),
        face_url=faces_of(table, language).url,
    )


def page_of(request: Request, table: Table, template: str, error: PurrlorError | None, **values: object) -> Response:
    """A page at the table's address, before the match; `error`: with the sentence of something that cannot be done."""
    services, context = services_of(request), context_of(request)
    t = translations_for(context.language, table.game)
    return services.templates.page(
        template,
        context,
        t=t,
        here=f"/t/{table.id}",
        status=status_of(error) if error else 200,
        note=error.message(t) if error else "",
        id=table.id,
        title=table.game.title(context.language),
        **values,
    )


def lobby_text(templates: Templates, table: Table, identity: str, language: str, is_called: bool = False) -> str:
    """The lobby as it goes over the wire; once the match is called or begins, the way to it. `is_called`: the screen
    shows the call already."""
    if table.stage != "lobby" or (table.called_at is not None and not is_called):
        return json.dumps({"go": f"/t/{table.id}"})
    if is_called:
        return json.dumps({"html": "", "title": f"{table.game.title(language)} · Purrlor", "n": 0, "call": False})
    t = translations_for(language, table.game)
    values = lobby_values(table, identity, t, language)
    html = templates.fragment("lobby/lobby_frame.html", t, **values, levels=levels(t, templates, table.game.name))
    return json.dumps({"html": html, "title": f"{table.game.title(language)} · Purrlor", "n": 0, "call": False})


class Chair(NamedTuple):
    """One seat as lobby_frame.html shows it."""

    seat: int
    open: bool
    name: str
    note: str  # who sits there, in a word
    you: bool
    can_free: bool
    free_label: str
    asks_first: str  # before somebody else is sent away; "" where nobody is


def lobby_values(table: Table, identity: str, t: Translations, language: str) -> dict[str, object]:
    """All that lobby_frame.html names."""
    is_host, names = identity == table.host, table.names(language)
    free, missing = sum(chair.is_open for chair in table.seats), missing_seats(table)
    chairs = [
        chair_of(table, seat, identity, names[seat], t)
        for seat in sorted(range(len(table.seats)), key=table.chair)  # who begins changes, where one sits does not
    ]
    usual = {option.name: option.usual for option in table.game.options}  # "as few as do" stays so with more seats
    options = controls(table.game.options, {**usual, **table.options}, t)
    has_rare_choice = any(each.is_rare and not each.is_usual for each in options)
    return {
        "game": table.game.name,
        "in_short": in_short(table.game, language),
        "has_lesson": table.game.has("words/lesson.py"),
        "face_url": faces_of(table, language).url,
        "address": f"/t/{table.id}",
        "chairs": chairs,
        "host": next((name for name, chair in zip(names, table.seats) if chair.identity == table.host), ""),
        "questions": questions_for(table, identity, t, language),
        "is_missing": any(not chair.came for chair in table.seats),
        "free": free,
        "is_host": is_host,
        "barred": list(table.barred.values()) if is_host else [],
        "sentence": lobby_sentence(free, [names[seat] for seat in missing], is_host, t, begins_by_itself(table)),
        "start": t.ngettext("Seat a cat and start", "Seat cats and start", free)
        if free
        else start_label(len(chairs), t),
        "seal": table.seal,
        "counts": list(table.game.seats),
        "options": [each for each in options if not each.is_rare],
        "more": [each for each in options if each.is_rare],
        "is_unusual": table.settings != TableSettings() or has_rare_choice,
        "away": [(str(s or "never"), duration(s, t) if s else t.gettext("no hurry: never")) for s in AWAY],
        "away_now": str(table.settings.away or "never"),
        "clocks": [(str(s or "never"), duration(s, t) if s else t.gettext("all you like")) for s in CLOCKS],
        "advice": table.settings.advice,
        "clock_now": str(table.settings.clock or "never"),
    }


def start_label(players: int, t: Translations) -> str:
    """In some languages one says "the three of us"."""
    if players in START_WITH:
        return t.gettext(START_WITH[players])
    return t.ngettext("Start with {n} player", "Start with {n} players", players).format(n=players)


def chair_of(table: Table, seat: int, identity: str, name: str, t: Translations) -> Chair:
    chair, is_host = table.seats[seat], identity == table.host
    you = bool(chair.identity) and chair.identity == identity
    if chair.level:
        note = level_name(chair.level, t)
    elif you:
        note = t.gettext("you, the host") if is_host else t.gettext("you")
    else:
        note = presence_note(table, seat, t)
        if chair.identity == table.host and table.is_here(seat):
            note = t.gettext("the host")
    can_free = (is_host and chair.identity != table.host) or (you and not is_host)
    free_label = t.gettext("Stand up") if you else t.gettext("Free the seat of {name}").format(name=name)
    asks_first = "" if you or not chair.is_person else t.gettext("Free the seat of {name}? Press once more.")
    return Chair(seat, chair.is_open, name, note, you, can_free, free_label, asks_first.format(name=name))


def lobby_sentence(
    free: int, missing: list[str], is_host: bool, t: Translations, begins_by_itself: bool = False
) -> str:
    """What the lobby waits for. Who is here is told by the same source as beside the chairs."""
    if free:
        sentence = t.ngettext("{n} seat is free.", "{n} seats are free.", free).format(n=free)
        return f"{sentence} " + (
            t.ngettext("Wait, or seat a cat?", "Wait, or seat cats?", free)
            if is_host
            else t.gettext("Waiting for friends.")
        )
    if missing:
        who = join_names(missing, t)
        if begins_by_itself:
            said = t.ngettext(
                "The match begins as soon as {names} is here.",
                "The match begins as soon as {names} are here.",
                len(missing),
            )
            return said.format(names=who)
        waits = t.gettext("Waiting for {names}.").format(names=who)
        then = t.gettext("Then you start the match. To play without them, free the seat (×).")
        return f"{waits} {then}" if is_host else waits
    return t.gettext("Everybody is here. Shall we?") if is_host else t.gettext("The host will start any moment now.")


def check_visitor(request: Request, table: Table) -> None:
    """NotWelcome for somebody without a seat who was sent away, or has the link as it was before it was renewed."""
    check_welcome(table, context_of(request).identity or "", request.query_params.get("key", ""))


async def join_page(
    request: Request, table: Table, error: PurrlorError | None = None, name: str = "", key: str = ""
) -> Response:
    """What somebody sees who has the link and no seat."""
    services, context = services_of(request), context_of(request)
    t = translations_for(context.language, table.game)
    host = next((chair.name for chair in table.seats if chair.identity == table.host), "")
    shares = context.identity is not None and bool(table.seats_of(context.identity))
    return services.templates.page(
        "lobby/join.html",
        context,
        t=t,
        game=table.game.name,
        in_short=in_short(table.game, context.language),
        here=f"/t/{table.id}",
        status=status_of(error) if error else 200,
        id=table.id,
        title=table.game.title(context.language),
        host=host,
        open=table.stage == "lobby" and any(chair.is_open for chair in table.seats),
        asks=seats_to_ask_for(table, context.identity or "", context.language),
        is_asking=(context.identity or "") in table.claims,
        was_refused=(context.identity or "") in table.refused,
        watch=table.facts.watch_key,
        preview=preview_of(
            context,
            table.game,
            t.gettext("{host} saved you a seat at the table.").format(host=host)
            if host
            else t.gettext("There is a seat for you at the table."),
        ),
        names=table.names(context.language),
        face_url=faces_of(table, context.language).url,
        shares=shares,
        key=key or request.query_params.get("key", "")[:KEY_LENGTH],
        name=name or ("" if shares else await services.name_of(context)),
        note=error.message(t) if error else "",
    )


async def sit(action: Action) -> Response:
    form, table_id, services = action.form, action.table_id, action.services
    table = await services.tables.get(table_id)
    try:
        name = clean_name(form.get("name"))
        me = await services.person(action.context)
        key, commit, look = form.get("key", ""), form.get("commit", ""), await services.look_of(action.context)
        seat = await services.tables.sit(table_id, me, name, form.maybe("seat", high=5), key, commit, look)
    except PurrlorError as error:
        if status_of(error) not in (409, 422):
            raise
        typed, key = form.get("name", "")[:NAME_LENGTH], form.get("key", "")[:KEY_LENGTH]
        return await join_page(action.request, table, error, typed, key)
    if table.seats_of(me) != (seat,):  # one more who shares this device
        return RedirectResponse(f"/t/{table_id}", 303)
    await services.identities.change(me, name=name)
    return RedirectResponse(f"/t/{table_id}?seat={seat}", 303)


async def seat_cat(action: Action) -> Response:
    seat, level = action.form.maybe("seat", high=5), action.form.get("level", "cat")
    await action.tables.seat_bot(action.table_id, action.me, seat, level)
    return action.acknowledge(f"/t/{action.table_id}")


async def free_seat(action: Action) -> Response:
    """The host frees a seat; somebody leaves their own."""
    table = await action.tables.get(action.table_id)
    if action.seat in table.seats_of(action.me) and action.me != table.host:
        await action.tables.stand_up(table.id, action.me, action.seat)
        return action.send_to("/")
    await action.tables.remove(table.id, action.me, action.seat)
    return action.acknowledge(f"/t/{table.id}")


async def let_in_again(action: Action) -> Response:
    await action.tables.let_in_again(action.table_id, action.me, action.form.number("who", high=100))
    return action.acknowledge(f"/t/{action.table_id}")


async def renew_link(action: Action) -> Response:
    """The old link leads nobody to a seat any more."""
    await action.tables.renew_door(action.table_id, action.me)
    return action.send_to(f"/t/{action.table_id}")


async def set_table(action: Action) -> Response:
    form = action.form
    settings = TableSettings.from_data({key: form[key] for key in ("away", "clock", "advice") if key in form})
    settings = replace(settings, public=(await action.tables.get(action.table_id)).settings.public)  # not asked here
    seats, options = form.maybe("seats", low=1, high=6), form.starting("option-")
    await action.tables.change(action.table_id, action.me, seats=seats, options=options, settings=settings)
    return action.acknowledge(f"/t/{action.table_id}")


async def show_free_seats(action: Action) -> Response:
    """The host shows the table's free seats on the first page, or hides them."""
    now = (await action.tables.get(action.table_id)).settings
    settings = replace(now, public=action.form.get("public") == "on")
    await action.tables.change(action.table_id, action.me, settings=settings)
    return action.send_to(f"/t/{action.table_id}")


async def begin(action: Action) -> Response:
    if "level" in action.form:
        await action.tables.seat_bot(action.table_id, action.me, None, action.form["level"])
    await action.tables.begin(action.table_id, action.me)
    return action.send_to(f"/t/{action.table_id}")


async def commit(action: Action) -> Response:
    """A browser commits to a nonce for its seats that have none: it took them over, or came without a form."""
    await action.tables.commit(action.table_id, action.me, action.form.get("commit", ""))
    return action.acknowledge(f"/t/{action.table_id}")


async def reveal_nonce(action: Action) -> Response:
    """A browser shows the nonce it had committed to."""
    table = await action.tables.reveal_nonce(action.table_id, action.me, action.form.get("nonce", ""))
    url = f"/t/{action.table_id}"
    return action.acknowledge(url) if table.match is None else action.send_to(url)
