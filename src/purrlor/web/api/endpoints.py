"""The same tables for programs: JSON in, JSON out, a token for each seat. `openapi.py` describes it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import BaseRoute

from purrlor.core.game import Game, game, games
from purrlor.core.language import N_
from purrlor.core.seats import WATCHER
from purrlor.tables.errors import BadLink, NotYourSeat
from purrlor.tables.rights import check_owns, owns
from purrlor.tables.seats import LEVELS, TableSettings, clean_name
from purrlor.tables.store import Link
from purrlor.tables.subscribers import Audience, Subscriber
from purrlor.tables.table import Table
from purrlor.web.api.openapi import document
from purrlor.web.forms import BadForm, read_json, whole
from purrlor.web.pages.table import record_of
from purrlor.web.rendering.templating import NO_STORE, translations_for
from purrlor.web.request_context import NoToken, context_of
from purrlor.web.routes import RatedRoute
from purrlor.web.services import Services, services_of

STORY = 10
SILENCE = 15.0  # seconds after which a stream says that it still lives


def api_routes() -> list[BaseRoute]:
    return [
        RatedRoute("/api/openapi.json", openapi_document, "page"),
        RatedRoute("/api/games", list_games, "page"),
        RatedRoute("/api/games/{game}", show_game, "page"),
        RatedRoute("/api/tables", create, "table", methods=["POST"]),
        RatedRoute("/api/tables/{id}", show_table, "page", methods=["GET"]),
        RatedRoute("/api/tables/{id}/seats", join, "door", methods=["POST"]),
        RatedRoute("/api/tables/{id}/cats", seat_cats, "act", methods=["POST"]),
        RatedRoute("/api/tables/{id}/begin", begin, "act", methods=["POST"]),
        RatedRoute("/api/tables/{id}/nonce", reveal, "act", methods=["POST"]),
        RatedRoute("/api/tables/{id}/act", act, "act", methods=["POST"]),
        RatedRoute("/api/tables/{id}/undo", undo, "act", methods=["POST"]),
        RatedRoute("/api/tables/{id}/events", follow, "live"),
        RatedRoute("/api/tables/{id}/record", record, "page"),
        RatedRoute("/api/tables/{id}/token", revoke_token, "act", methods=["DELETE"]),
        RatedRoute("/api/watch/{key}", watch, "door"),
    ]


def answer(data: object, status: int = 200) -> JSONResponse:
    return JSONResponse(data, status, headers=NO_STORE)


# The door


async def read_fields(request: Request, **fields: type | tuple[type, ...]) -> dict[str, Any]:
    """The body of a request, with the fields it may have and their kinds; BadForm for anything else."""
    data = await read_json(request)
    for name, value in data.items():
        if name not in fields:
            raise BadForm(
                N_("There is no field {name} here: it has {names}."),
                name=repr(name)[:40],
                names=", ".join(fields) or "—",
            )
        if not isinstance(value, fields[name]) or (isinstance(value, bool) and fields[name] is not bool):
            raise BadForm(N_("The field {name} is not of the right kind."), name=name)
    return data


async def authenticate(request: Request, kind: str = "act") -> tuple[Services, Link, Table]:
    """Whose token it is, and the table; NoToken or NotYourSeat."""
    services, context = services_of(request), context_of(request)
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    try:
        if scheme.lower() != "bearer":
            raise BadLink(N_("Bring the token of your seat: Authorization: Bearer …"))
        link = await services.identities.token(token.strip())
    except BadLink as error:
        services.limits.spend("door", None, context.address)
        raise NoToken(error.sentence, **error.facts) from None
    services.limits.spend(kind, link.identity, None)  # what the address may do was asked at the door
    if link.table_id != request.path_params["id"]:
        raise NotYourSeat(N_("This token is for a seat at another table."))
    table = await services.tables.get(link.table_id)
    check_owns(table, link.identity, (link.seat,))
    return services, link, table


async def seat_answer(services: Services, table: Table, identity: str, seat: int, origin: str) -> dict[str, Any]:
    return {
        "table": table.id,
        "seat": seat,
        "token": await services.identities.make_token(table.id, identity, seat),
        "stage": table.stage,
        "join": f"{origin}/t/{table.id}",
        "watch": f"{origin}/w/{table.facts.watch_key}",
    }


# What there is


async def openapi_document(request: Request) -> Response:
    return answer(document(context_of(request).origin))


async def list_games(request: Request) -> Response:
    language = context_of(request).language
    return answer({"games": [describe_game(each, language) for each in games() if each.has("words/labels.py")]})


async def show_game(request: Request) -> Response:
    return answer(describe_game(game(request.path_params["game"]), context_of(request).language))


def describe_game(of: Game, language: str) -> dict[str, Any]:
    t = translations_for(language, of)
    return {
        "name": of.name,
        "title": of.title(language),
        "revision": of.revision,
        "seats": {"fewest": of.seats[0], "most": of.seats[-1]},
        "levels": list(LEVELS),
        "options": [{**option.describe(), "label": t.gettext(option.label)} for option in of.options],
    }


# Sitting down


async def create(request: Request) -> Response:
    """A new table with oneself at seat 0; `cats` are levels for the seats after it."""
    services, context = services_of(request), context_of(request)
    data = await read_fields(
        request, game=str, name=str, seats=int, options=dict, settings=dict, cats=list, begin=bool, commit=str
    )
    of, cats = game(str(data.get("game", ""))), data.get("cats", [])
    name = clean_name(data.get("name", ""))
    seats = whole(data, "seats", low=1, high=6, usual=max(of.seats[0], 1 + len(cats)))
    settings = TableSettings.from_data(data.get("settings", {}))
    services.check_openings(context)
    me = (await services.identities.create(name, context.language)).id
    table = await services.tables.create(
        me,
        of.name,
        seats,
        data.get("options", {}),
        settings,
        people=[name],
        bots=cats,
        begin=data.get("begin", False),
        commit=data.get("commit", ""),
    )
    services.openings.add(context.address, table.id, table.time())
    return answer(await seat_answer(services, table, me, 0, context.origin), 201)


async def join(request: Request) -> Response:
    services, context = services_of(request), context_of(request)
    data = await read_fields(request, name=str, seat=int, key=str, commit=str)
    name = clean_name(data.get("name", ""))
    table = await services.tables.get(request.path_params["id"])
    me = (await services.identities.create(name, context.language)).id
    wanted = whole(data, "seat", high=5) if "seat" in data else None
    seat = await services.tables.sit(table.id, me, name, wanted, data.get("key", ""), data.get("commit", ""))
    return answer(await seat_answer(services, table, me, seat, context.origin), 201)


async def seat_cats(request: Request) -> Response:
    """The host puts a cat on a seat, or on every open one."""
    services, link, table = await authenticate(request)
    data = await read_fields(request, seat=int, level=str)
    seat = whole(data, "seat", high=5) if "seat" in data else None
    table = await services.tables.seat_bot(table.id, link.identity, seat, data.get("level", "cat"))
    return answer(own_view(table, link, context_of(request).language))


async def begin(request: Request) -> Response:
    services, link, table = await authenticate(request)
    await read_fields(request)
    table = await services.tables.begin(table.id, link.identity)
    return answer(own_view(table, link, context_of(request).language))


async def reveal(request: Request) -> Response:
    """The nonce this seat had committed to, once the match is called and its terms are read."""
    services, link, table = await authenticate(request)
    data = await read_fields(request, nonce=str)
    table = await services.tables.reveal(table.id, link.identity, data.get("nonce", ""))
    return answer(own_view(table, link, context_of(request).language))


async def revoke_token(request: Request) -> Response:
    """The tokens of this seat are good no more."""
    services, link, table = await authenticate(request)
    await services.identities.revoke_tokens(table.id, link.identity, link.seat)
    return Response(status_code=204)


# Playing


async def show_table(request: Request) -> Response:
    services, link, table = await authenticate(request, "page")
    table = await services.tables.check_in(table.id, link.identity)
    return answer(own_view(table, link, context_of(request).language))


async def watch(request: Request) -> Response:
    services, context = services_of(request), context_of(request)
    found = table_view(await services.tables.watched(request.path_params["key"]), WATCHER, context.language)
    return answer({**found, "table": ""})  # who knows the id may sit down: watchers do not


async def act(request: Request) -> Response:
    services, link, table = await authenticate(request)
    data = await read_fields(request, action=int, seen=int)
    table = await services.tables.play(
        table.id, link.identity, link.seat, whole(data, "action", high=62), whole(data, "seen")
    )
    return answer(own_view(table, link, context_of(request).language))


async def undo(request: Request) -> Response:
    services, link, table = await authenticate(request)
    data = await read_fields(request, seen=int)
    table = await services.tables.undo(table.id, link.identity, link.seat, whole(data, "seen"))
    return answer(own_view(table, link, context_of(request).language))


async def record(request: Request) -> Response:
    _, _, table = await authenticate(request, "page")
    return record_of(table)


async def follow(request: Request) -> Response:
    """Server-sent events: the view of the seat now and whenever something changes; who lags gets the latest."""
    services, link, table = await authenticate(request, "live")
    context = context_of(request)
    services.limits.connect(link.identity, context.address)

    async def events() -> AsyncIterator[str]:
        try:
            with services.tables.subscribe(table, Audience(link.seat, context.language), link.identity) as subscriber:
                async for update in changes_for(subscriber, lambda: own_event(table, link, context.language)):
                    yield f"data: {update}\n\n" if update else ": purr\n\n"
                    if table.stage == "finished":
                        return
        finally:
            services.limits.disconnect(link.identity, context.address)

    return StreamingResponse(events(), media_type="text/event-stream", headers=NO_STORE)


def own_view(table: Table, link: Link, language: str) -> dict[str, Any]:
    """What the seat of a token may know, if it still is who asks that sits there; else NotYourSeat."""
    check_owns(table, link.identity, (link.seat,))
    return table_view(table, link.seat, language)


def own_event(table: Table, link: Link, language: str) -> str | None:
    """The same for a stream; None once the seat is somebody else's."""
    if not owns(table, link.identity, (link.seat,)):
        return None
    return json.dumps(table_view(table, link.seat, language), ensure_ascii=False)


async def changes_for(subscriber: Subscriber, tell: Callable[[], str | None]) -> AsyncIterator[str]:
    """What there is to tell, whenever it is something else than before, and "" after a while without; ends when the
    server does or there is nobody to tell. What the reader cannot see must not even move the signs of life."""
    last, clock = "", asyncio.get_running_loop().time
    heard = clock()
    while True:
        try:
            found = await asyncio.wait_for(anext(subscriber), max(0.0, heard + SILENCE - clock()))
        except TimeoutError:
            update: str | None = ""
        except StopAsyncIteration:
            return
        else:
            update = tell() if found.changed else last
        if update is None:
            return
        if update != last or not update:
            yield update
            heard = clock()
        last = update or last


def table_view(table: Table, seat: int, language: str) -> dict[str, Any]:
    """What a seat (or WATCHER) may know of a table."""
    names = table.names(language)
    found: dict[str, Any] = {
        "table": table.id,
        "game": table.game.name,
        "stage": table.stage,
        "seat": seat if seat != WATCHER else None,
        "seen": table.number_for(seat),
        "seats": [
            {
                "name": names[k],
                "kind": "open" if chair.is_open else "cat" if chair.level else "person",
                "level": chair.level or None,
                "here": table.is_here(k),
            }
            for k, chair in enumerate(table.seats)
        ],
        "waiting": [],
        "actions": [],
        "position": None,
        "status": "",
        "scores": [],
        "winners": [],
        "story": [],
        "promise": table.seal,
        "terms": table.terms() if table.begins_at() is not None else None,
        "can_undo": False,
    }
    if table.match is None:
        return found
    state, rules, words, t = (
        table.view(seat),
        table.game.rules,
        table.game.part("words.labels"),
        translations_for(language, table.game),
    )
    choices = table.legal(seat) if seat != WATCHER else ()
    found.update(
        waiting=table.waiting_for(seat),
        actions=[{"action": action, "words": words.label(state, seat, action, t)} for action in choices],
        position=table.game.show_on_screen(state, seat),
        status=words.status(state, seat, t, names),
        scores=[int(rules.score(state, k)) for k in range(len(names))],
        winners=list(table.match.winners()) if table.stage == "finished" else [],
        story=table.story(seat, language, STORY),
        can_undo=seat != WATCHER and table.can_undo(seat),
    )
    return found
