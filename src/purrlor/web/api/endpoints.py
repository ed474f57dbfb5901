"""The same tables for programs: JSON in, JSON out, a token for each seat. `openapi.py` describes it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import BaseRoute

from purrlor.core.game import Game, game, games
from purrlor.core.language import N_
from purrlor.core.seats import WATCHER
from purrlor.tables.commands.nonces import terms_of
from purrlor.tables.errors import BadLink, NotYourSeat
from purrlor.tables.seats import TableSettings, clean_name
from purrlor.tables.store import Link
from purrlor.tables.table import Subscriber, Table
from purrlor.tables.time_limits import nonces_due_at
from purrlor.tables.viewers.rights import check_owns_seats, owns
from purrlor.web.api.openapi import document
from purrlor.web.forms import BadForm, Fields, read_json
from purrlor.web.pages.table import record_of
from purrlor.web.rendering.templating import NO_STORE, translations_for
from purrlor.web.request_context import NoToken, context_of
from purrlor.web.routes import RatedRoute
from purrlor.web.services import Services, services_of

STORY = 10
SILENCE = 15.0  # seconds after which a stream says that it still lives


class ApiCall(NamedTuple):
    """A request with the token of a seat, ready to be answered."""

    request: Request
    services: Services
    link: Link
    table: Table
    fields: Fields

    @property
    def language(self) -> str:
        return context_of(self.request).language

    def answer(self, table: Table) -> Response:
        """The table as the seat of the token may know it."""
        return answer(own_view(table, self.link, self.language))


class SeatTokenRoute(RatedRoute):
    """Needs the token of a seat at this table. `fields`: what the body may hold, and of which kind; None: no body."""

    def __init__(
        self,
        path: str,
        handler: Callable[[ApiCall], Awaitable[Response]],
        rate: str,
        method: str = "GET",
        **fields: type,
    ) -> None:
        async def endpoint(request: Request) -> Response:
            services, link, table = await authenticate(request, rate)
            body = await read_fields(request, **fields) if method == "POST" else Fields()
            return await handler(ApiCall(request, services, link, table, body))

        super().__init__(path, endpoint, rate, methods=[method])


def api_routes() -> list[BaseRoute]:
    at = "/api/tables/{id}"
    return [
        RatedRoute("/api/openapi.json", openapi_document, "page"),
        RatedRoute("/api/games", list_games, "page"),
        RatedRoute("/api/games/{game}", show_game, "page"),
        RatedRoute("/api/tables", create, "table", methods=["POST"]),
        RatedRoute(f"{at}/seats", join, "door", methods=["POST"]),
        RatedRoute("/api/watch/{key}", watch, "door"),
        SeatTokenRoute(at, show_table, "page"),
        SeatTokenRoute(f"{at}/cats", seat_cats, "act", "POST", seat=int, level=str),
        SeatTokenRoute(f"{at}/begin", begin, "act", "POST"),
        SeatTokenRoute(f"{at}/nonce", reveal_nonce, "act", "POST", nonce=str),
        SeatTokenRoute(f"{at}/act", act, "act", "POST", action=int, seen=int),
        SeatTokenRoute(f"{at}/undo", undo, "act", "POST", seen=int),
        SeatTokenRoute(f"{at}/events", follow, "live"),
        SeatTokenRoute(f"{at}/record", record, "page"),
        SeatTokenRoute(f"{at}/token", revoke_token, "act", "DELETE"),
    ]


def answer(data: object, status: int = 200) -> JSONResponse:
    return JSONResponse(data, status, headers=NO_STORE)


# The door


async def read_fields(request: Request, **fields: type) -> Fields:
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


async def authenticate(request: Request, kind: str) -> tuple[Services, Link, Table]:
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
    check_owns_seats(table, link.identity, (link.seat,))
    return services, link, table


async def seat_answer(services: Services, table: Table, identity: str, seat: int, origin: str) -> dict[str, object]:
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
    return answer(
        {
            "games": [
                describe_game(services_of(request), each, language) for each in games() if each.has("words/labels.py")
            ]
        }
    )


async def show_game(request: Request) -> Response:
    return answer(describe_game(services_of(request), game(request.path_params["game"]), context_of(request).language))


def describe_game(services: Services, of: Game, language: str) -> dict[str, object]:
    t = translations_for(language, of)
    return {
        "name": of.name,
        "title": of.title(language),
        "revision": of.revision,
        "seats": {"fewest": of.seats[0], "most": of.seats[-1]},
        "levels": services.tables.levels(of.name),
        "options": [{**option.describe(), "label": t.gettext(option.label)} for option in of.options],
    }


# Sitting down


async def create(request: Request) -> Response:
    """A new table with oneself at seat 0; `cats` are levels for the seats after it."""
    services, context = services_of(request), context_of(request)
    data = await read_fields(
        request, game=str, name=str, seats=int, options=dict, settings=dict, cats=list, begin=bool, commit=str
    )
    of, cats = game(data.text("game")), data.items_of("cats")
    name = clean_name(data.text("name"))
    seats = data.number("seats", low=1, high=6, usual=max(of.seats[0], 1 + len(cats)))
    settings = TableSettings.from_data(data.mapping("settings"))
    services.check_openings(context)
    me = (await services.identities.create(name, context.language)).id
    table = await services.tables.create(
        me,
        of.name,
        seats,
        data.mapping("options"),
        settings,
        people=[name],
        bots=cats,
        begin=data.flag("begin"),
        commit=data.text("commit"),
    )
    services.openings.add(context.address, table.id, table.time())
    return answer(await seat_answer(services, table, me, 0, context.origin), 201)


async def join(request: Request) -> Response:
    services, context = services_of(request), context_of(request)
    data = await read_fields(request, name=str, seat=int, key=str, commit=str)
    name = clean_name(data.text("name"))
    table = await services.tables.get(request.path_params["id"])
    me = (await services.identities.create(name, context.language)).id
    wanted = data.maybe("seat", high=5)
    seat = await services.tables.sit(table.id, me, name, wanted, data.text("key"), data.text("commit"))
    return answer(await seat_answer(services, table, me, seat, context.origin), 201)


async def seat_cats(call: ApiCall) -> Response:
    """The host puts a cat on a seat, or on every open one."""
    seat, level = call.fields.maybe("seat", high=5), call.fields.text("level", "cat")
    return call.answer(await call.services.tables.seat_bot(call.table.id, call.link.identity, seat, level))


async def begin(call: ApiCall) -> Response:
    return call.answer(await call.services.tables.begin(call.table.id, call.link.identity))


async def reveal_nonce(call: ApiCall) -> Response:
    """The nonce this seat had committed to, once the match is called and its terms are read."""
    nonce = call.fields.text("nonce")
    return call.answer(await call.services.tables.reveal_nonce(call.table.id, call.link.identity, nonce))


async def revoke_token(call: ApiCall) -> Response:
    """The tokens of this seat are good no more."""
    await call.services.identities.revoke_tokens(call.table.id, call.link.identity, call.link.seat)
    return Response(status_code=204)


# Playing


async def show_table(call: ApiCall) -> Response:
    return call.answer(await call.services.tables.check_in(call.table.id, call.link.identity))


async def watch(request: Request) -> Response:
    services, context = services_of(request), context_of(request)
    found = table_view(await services.tables.watched(request.path_params["key"]), WATCHER, context.language)
    return answer({**found, "table": ""})  # who knows the id may sit down: watchers do not


async def act(call: ApiCall) -> Response:
    action, seen = call.fields.number("action", high=62), call.fields.number("seen")
    return call.answer(await call.services.tables.play(call.table.id, call.link.identity, call.link.seat, action, seen))


async def undo(call: ApiCall) -> Response:
    seen = call.fields.number("seen")
    return call.answer(await call.services.tables.undo(call.table.id, call.link.identity, call.link.seat, seen))


async def record(call: ApiCall) -> Response:
    return record_of(call.table)


async def follow(call: ApiCall) -> Response:
    """Server-sent events: the view of the seat now and whenever something changes; who lags gets the latest."""
    services, link, table, context = call.services, call.link, call.table, context_of(call.request)
    services.limits.connect(link.identity, context.address)

    async def events() -> AsyncIterator[str]:
        try:
            with services.tables.subscribe(table, link.seat, link.identity) as subscriber:
                async for update in changes_for(subscriber, lambda: own_event(table, link, context.language)):
                    yield f"data: {update}\n\n" if update else ": purr\n\n"
                    if table.stage == "finished":
                        return
        finally:
            services.limits.disconnect(link.identity, context.address)

    return StreamingResponse(events(), media_type="text/event-stream", headers=NO_STORE)


def own_view(table: Table, link: Link, language: str) -> dict[str, object]:
    """What the seat of a token may know, if it still is who asks that sits there; else NotYourSeat."""
    check_owns_seats(table, link.identity, (link.seat,))
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


def table_view(table: Table, seat: int, language: str) -> dict[str, object]:
    """What a seat (or WATCHER) may know of a table."""
    names = table.names(language)
    found: dict[str, object] = {
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
        "terms": terms_of(table) if nonces_due_at(table) is not None else None,
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
