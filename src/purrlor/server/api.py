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
from purrlor.server.errors import BadLink, NotYourSeat
from purrlor.server.forms import BadForm, read_json, whole
from purrlor.server.openapi import document
from purrlor.server.pages import NO_STORE, tongue_of
from purrlor.server.parlour import Parlour, parlour
from purrlor.server.rights import check_owns, owns
from purrlor.server.routes import RatedRoute
from purrlor.server.seating import LEVELS, Settings, clean_name
from purrlor.server.store import Link
from purrlor.server.table import Table
from purrlor.server.table_pages import record_of
from purrlor.server.viewers import Audience, Viewer
from purrlor.server.visit import NoToken, visit

STORY = 10
SILENCE = 15.0  # seconds after which a stream says that it still lives


def api_routes() -> list[BaseRoute]:
    return [
        RatedRoute("/api/openapi.json", describe, "page"),
        RatedRoute("/api/games", list_games, "page"),
        RatedRoute("/api/games/{game}", show_game, "page"),
        RatedRoute("/api/tables", create, "table", methods=["POST"]),
        RatedRoute("/api/tables/{id}", look, "page", methods=["GET"]),
        RatedRoute("/api/tables/{id}/seats", join, "door", methods=["POST"]),
        RatedRoute("/api/tables/{id}/cats", seat_cats, "act", methods=["POST"]),
        RatedRoute("/api/tables/{id}/begin", begin, "act", methods=["POST"]),
        RatedRoute("/api/tables/{id}/nonce", reveal, "act", methods=["POST"]),
        RatedRoute("/api/tables/{id}/act", act, "act", methods=["POST"]),
        RatedRoute("/api/tables/{id}/undo", undo, "act", methods=["POST"]),
        RatedRoute("/api/tables/{id}/events", follow, "live"),
        RatedRoute("/api/tables/{id}/record", record, "page"),
        RatedRoute("/api/tables/{id}/token", forget, "act", methods=["DELETE"]),
        RatedRoute("/api/watch/{key}", watch, "door"),
    ]


def answer(data: object, status: int = 200) -> JSONResponse:
    return JSONResponse(data, status, headers=NO_STORE)


# The door


async def asked(request: Request, **fields: type | tuple[type, ...]) -> dict[str, Any]:
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


async def seated(request: Request, kind: str = "act") -> tuple[Parlour, Link, Table]:
    """Whose token it is, and the table; NoToken or NotYourSeat."""
    house, seen = parlour(request), visit(request)
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    try:
        if scheme.lower() != "bearer":
            raise BadLink(N_("Bring the token of your seat: Authorization: Bearer …"))
        link = await house.tables.token(token.strip())
    except BadLink as error:
        house.limits.spend("door", None, seen.address)
        raise NoToken(error.sentence, **error.facts) from None
    house.limits.spend(kind, link.identity, None)  # what the address may do was asked at the door
    if link.table_id != request.path_params["id"]:
        raise NotYourSeat(N_("This token is for a seat at another table."))
    table = await house.tables.get(link.table_id)
    check_owns(table, link.identity, (link.seat,))
    return house, link, table


async def sit_down(house: Parlour, table: Table, identity: str, seat: int, origin: str) -> dict[str, Any]:
    return {
        "table": table.id,
        "seat": seat,
        "token": await house.tables.make_token(table.id, identity, seat),
        "stage": table.stage,
        "join": f"{origin}/t/{table.id}",
        "watch": f"{origin}/w/{table.facts.watch_key}",
    }


# What there is


async def describe(request: Request) -> Response:
    return answer(document(visit(request).origin))


async def list_games(request: Request) -> Response:
    language = visit(request).language
    return answer({"games": [about(each, language) for each in games() if each.has("words.py")]})


async def show_game(request: Request) -> Response:
    return answer(about(game(request.path_params["game"]), visit(request).language))


def about(of: Game, language: str) -> dict[str, Any]:
    t = tongue_of(language, of)
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
    house, seen = parlour(request), visit(request)
    data = await asked(
        request, game=str, name=str, seats=int, options=dict, settings=dict, cats=list, begin=bool, commit=str
    )
    of, cats = game(str(data.get("game", ""))), data.get("cats", [])
    name = clean_name(data.get("name", ""))
    seats = whole(data, "seats", low=1, high=6, usual=max(of.seats[0], 1 + len(cats)))
    settings = Settings.from_data(data.get("settings", {}))
    house.check_openings(seen)
    me = (await house.tables.make_identity(name, seen.language)).id
    table = await house.tables.create(
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
    house.openings.add(seen.address, table.id, table.time())
    return answer(await sit_down(house, table, me, 0, seen.origin), 201)


async def join(request: Request) -> Response:
    house, seen = parlour(request), visit(request)
    data = await asked(request, name=str, seat=int, key=str, commit=str)
    name = clean_name(data.get("name", ""))
    table = await house.tables.get(request.path_params["id"])
    me = (await house.tables.make_identity(name, seen.language)).id
    wanted = whole(data, "seat", high=5) if "seat" in data else None
    seat = await house.tables.sit(table.id, me, name, wanted, data.get("key", ""), data.get("commit", ""))
    return answer(await sit_down(house, table, me, seat, seen.origin), 201)


async def seat_cats(request: Request) -> Response:
    """The host puts a cat on a seat, or on every open one."""
    house, link, table = await seated(request)
    data = await asked(request, seat=int, level=str)
    seat = whole(data, "seat", high=5) if "seat" in data else None
    table = await house.tables.seat_bot(table.id, link.identity, seat, data.get("level", "cat"))
    return answer(own_view(table, link, visit(request).language))


async def begin(request: Request) -> Response:
    house, link, table = await seated(request)
    await asked(request)
    table = await house.tables.begin(table.id, link.identity)
    return answer(own_view(table, link, visit(request).language))


async def reveal(request: Request) -> Response:
    """The nonce this seat had committed to, once the match is called and its terms are read."""
    house, link, table = await seated(request)
    data = await asked(request, nonce=str)
    table = await house.tables.reveal(table.id, link.identity, data.get("nonce", ""))
    return answer(own_view(table, link, visit(request).language))


async def forget(request: Request) -> Response:
    """The tokens of this seat are good no more."""
    house, link, table = await seated(request)
    await house.tables.revoke_tokens(table.id, link.identity, link.seat)
    return Response(status_code=204)


# Playing


async def look(request: Request) -> Response:
    house, link, table = await seated(request, "page")
    table = await house.tables.visit(table.id, link.identity)
    return answer(own_view(table, link, visit(request).language))


async def watch(request: Request) -> Response:
    house, seen = parlour(request), visit(request)
    found = view(await house.tables.watched(request.path_params["key"]), WATCHER, seen.language)
    return answer({**found, "table": ""})  # who knows the id may sit down: watchers do not


async def act(request: Request) -> Response:
    house, link, table = await seated(request)
    data = await asked(request, action=int, seen=int)
    table = await house.tables.play(
        table.id, link.identity, link.seat, whole(data, "action", high=62), whole(data, "seen")
    )
    return answer(own_view(table, link, visit(request).language))


async def undo(request: Request) -> Response:
    house, link, table = await seated(request)
    data = await asked(request, seen=int)
    table = await house.tables.take_back(table.id, link.identity, link.seat, whole(data, "seen"))
    return answer(own_view(table, link, visit(request).language))


async def record(request: Request) -> Response:
    _, _, table = await seated(request, "page")
    return record_of(table)


async def follow(request: Request) -> Response:
    """Server-sent events: the view of the seat now and whenever something changes; who lags gets the latest."""
    house, link, table = await seated(request, "live")
    seen = visit(request)
    house.limits.connect(link.identity, seen.address)

    async def events() -> AsyncIterator[str]:
        try:
            with house.tables.viewing(table, Audience(link.seat, seen.language), link.identity) as viewer:
                async for told in news(viewer, lambda: own_event(table, link, seen.language)):
                    yield f"data: {told}\n\n" if told else ": purr\n\n"
                    if table.stage == "finished":
                        return
        finally:
            house.limits.disconnect(link.identity, seen.address)

    return StreamingResponse(events(), media_type="text/event-stream", headers=NO_STORE)


def own_view(table: Table, link: Link, language: str) -> dict[str, Any]:
    """What the seat of a token may know, if it still is who asks that sits there; else NotYourSeat."""
    check_owns(table, link.identity, (link.seat,))
    return view(table, link.seat, language)


def own_event(table: Table, link: Link, language: str) -> str | None:
    """The same for a stream; None once the seat is somebody else's."""
    if not owns(table, link.identity, (link.seat,)):
        return None
    return json.dumps(view(table, link.seat, language), ensure_ascii=False)


async def news(viewer: Viewer, tell: Callable[[], str | None]) -> AsyncIterator[str]:
    """What there is to tell, whenever it is something else than before, and "" after a while without; ends when the
    server does or there is nobody to tell. What the reader cannot see must not even move the signs of life."""
    last, clock = "", asyncio.get_running_loop().time
    heard = clock()
    while True:
        try:
            found = await asyncio.wait_for(anext(viewer), max(0.0, heard + SILENCE - clock()))
        except TimeoutError:
            told: str | None = ""
        except StopAsyncIteration:
            return
        else:
            told = tell() if found.changed else last
        if told is None:
            return
        if told != last or not told:
            yield told
            heard = clock()
        last = told or last


def view(table: Table, seat: int, language: str) -> dict[str, Any]:
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
        table.game.part("words"),
        tongue_of(language, table.game),
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
        can_undo=seat != WATCHER and table.can_take_back(seat),
    )
    return found
