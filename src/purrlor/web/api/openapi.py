"""The OpenAPI 3.1 document of the API."""

from __future__ import annotations

from functools import partial

import purrlor
from purrlor.core.game import games
from purrlor.tables.seats import LEVELS, LONGEST, NAME_LENGTH
from purrlor.web.rate_limits import BODY_BYTES

Schema = dict[str, object]  # of JSON, and whatever OpenAPI puts around it
WHOLE: Schema = {"type": "integer", "minimum": 0, "maximum": 1 << 53}
SEAT: Schema = {"type": "integer", "minimum": 0, "maximum": 5}
TEXT: Schema = {"type": "string"}
HEX: Schema = {"type": "string", "pattern": "^[0-9a-f]{64}$"}
AT = "/api/tables/{id}"
LEVEL: Schema = {
    "anyOf": [
        {"type": "string", "enum": list(LEVELS)},
        {
            "type": "string",
            "pattern": "^own:",
            "description": "A bot of this server's own, as the game's levels name it.",
        },
    ]
}


def document(origin: str) -> Schema:
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Purrlor",
            "version": purrlor.__version__,
            "summary": "Cat games for programs: sit down, look, act.",
            "description": (
                "A token stands for one seat: `Authorization: Bearer …`. A view holds what that seat may know "
                "and nothing else; `actions` are its choices now, empty when it is not asked. Send `seen` of the "
                "view you decided on: an act on a board that is gone is answered with 409 `stale-turn`. Sentences "
                "follow Accept-Language. To have a part in the shuffle, send `commit` when you sit down; when the view "
                "has `terms`, keep them and reveal your `nonce` within 8 seconds. "
                f"Bodies have at most {BODY_BYTES} bytes; 429 says when to try again."
            ),
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": origin}],
        "paths": paths(),
        "components": {
            "schemas": schemas(),
            "securitySchemes": {"seat": {"type": "http", "scheme": "bearer"}},
            "responses": {"Error": {"description": "What is wrong, in a sentence.", "content": content(ref("Error"))}},
        },
    }


def ref(name: str) -> Schema:
    return {"$ref": f"#/components/schemas/{name}"}


def content(schema: Schema, kind: str = "application/json") -> Schema:
    return {kind: {"schema": schema}}


def thing(required: str = "", **properties: object) -> Schema:
    made: Schema = {"type": "object", "properties": properties, "additionalProperties": False}
    return made | {"required": required.split()} if required else made


def array(of: Schema) -> Schema:
    return {"type": "array", "items": of}


def operation(
    name: str,
    summary: str,
    answer: Schema | None,
    *,
    status: int = 200,
    body: Schema | None = None,
    path: str = "",
    errors: str = "",
    token: bool = False,
    kind: str = "application/json",
) -> Schema:
    """One operation with everything it may answer."""
    expected = ["400", "429", *errors.split(), *(["401", "403"] if token else []), *(["413", "415"] if body else [])]
    good: Schema = {"description": "Done."}
    if answer is not None:
        good["content"] = content(answer, kind)
    made: Schema = {
        "operationId": name,
        "summary": summary,
        "responses": {str(status): good}
        | {code: {"$ref": "#/components/responses/Error"} for code in sorted(expected)},
    }
    if body is not None:
        made["requestBody"] = {"required": True, "content": content(body)}
    if path:
        made["parameters"] = [
            {"name": path, "in": "path", "required": True, "schema": {"type": "string", "minLength": 1}}
        ]
    if token:
        made["security"] = [{"seat": []}]
    return made


def paths() -> Schema:
    return {**open_paths(), **seat_paths()}


def open_paths() -> Schema:
    """What needs no token."""
    view, seat = ref("View"), ref("Seat")
    name = {"type": "string", "minLength": 1, "maxLength": NAME_LENGTH}
    commit = {**HEX, "description": "SHA-256 of the nonce you will reveal: 32 random bytes, new for every match."}
    seconds = {"anyOf": [{"type": "integer", "minimum": 5, "maximum": LONGEST}, {"type": "null"}]}
    new = thing(
        "game name",
        game={"type": "string", "enum": [game.name for game in games()]},
        name=name,
        seats={"type": "integer", "minimum": 1, "maximum": 6},
        options={"type": "object", "description": "Names and values of the game's options."},
        settings=thing(away=seconds, clock=seconds),
        cats={"type": "array", "items": LEVEL, "maxItems": 5, "description": "Levels of the cats after seat 0."},
        begin={"type": "boolean"},
        commit=commit,
    )
    return {
        "/api/games": {"get": operation("listGames", "All games.", thing("games", games=array(ref("Game"))))},
        "/api/games/{game}": {
            "get": operation("showGame", "One game and its options.", ref("Game"), path="game", errors="404")
        },
        "/api/tables": {
            "post": operation(
                "createTable", "Lay a table and sit at seat 0.", seat, status=201, body=new, errors="404 409 422"
            )
        },
        f"{AT}/seats": {
            "post": operation(
                "join",
                "Take an open seat.",
                seat,
                status=201,
                body=thing("name", name=name, seat=SEAT, key=TEXT, commit=commit),
                path="id",
                errors="403 404 409 422",
            )
        },
        "/api/watch/{key}": {"get": operation("watch", "What a watcher may know.", view, path="key", errors="404")},
    }


def seat_paths() -> Schema:
    """What the token of a seat opens."""
    view = ref("View")
    acted = thing("action seen", action={"type": "integer", "minimum": 0, "maximum": 62}, seen=WHOLE)
    of_seat = partial(operation, path="id", token=True)
    return {
        AT: {"get": of_seat("look", "What the seat may know, and its choices.", view, errors="404")},
        f"{AT}/cats": {
            "post": of_seat(
                "seatCats",
                "The host puts a cat on a seat, or on every open one.",
                view,
                body=thing(seat=SEAT, level=LEVEL),
                errors="404 409 422",
            )
        },
        f"{AT}/begin": {"post": of_seat("begin", "The host begins the match.", view, body=thing(), errors="404 409")},
        f"{AT}/nonce": {
            "post": of_seat(
                "reveal",
                "Reveal the nonce you committed to, after you have kept the view's `terms`.",
                view,
                body=thing("nonce", nonce=HEX),
                errors="404 409 422",
            )
        },
        f"{AT}/act": {"post": of_seat("act", "Decide: one of the view's actions.", view, body=acted, errors="404 409")},
        f"{AT}/undo": {
            "post": of_seat(
                "undo", "Take the last decision back.", view, body=thing("seen", seen=WHOLE), errors="404 409"
            )
        },
        f"{AT}/events": {
            "get": of_seat(
                "follow",
                "Server-sent events: a view now and after every change, to the end of the match.",
                TEXT,
                kind="text/event-stream",
                errors="404",
            )
        },
        f"{AT}/record": {
            "get": of_seat("record", "The record of a finished match.", {"type": "object"}, errors="404 409")
        },
        f"{AT}/token": {
            "delete": of_seat("forget", "Make this seat's tokens worthless.", None, status=204, errors="404")
        },
    }


def schemas() -> Schema:
    nullable = {"type": ["string", "null"]}
    return {
        "Error": thing("error", error=thing("code message", code=TEXT, message=TEXT)),
        "Game": thing(
            "name title revision seats levels options",
            name=TEXT,
            title=TEXT,
            revision={"type": "integer"},
            seats=thing("fewest most", fewest={"type": "integer"}, most={"type": "integer"}),
            levels=array(TEXT),
            options=array(
                {"type": "object", "properties": {"name": TEXT, "label": TEXT}, "required": ["name", "label"]}
            ),
        ),
        "Seat": thing(
            "table seat token stage join watch", table=TEXT, seat=SEAT, token=TEXT, stage=TEXT, join=TEXT, watch=TEXT
        ),
        "View": thing(
            "table game stage seat seen seats waiting actions position status scores winners story promise terms "
            "can_undo",
            table=TEXT,
            game=TEXT,
            stage={"type": "string", "enum": ["lobby", "running", "finished"]},
            seat={"anyOf": [SEAT, {"type": "null"}]},
            seen=WHOLE,
            seats=array(thing("name kind level here", name=TEXT, kind=TEXT, level=nullable, here={"type": "boolean"})),
            waiting=array(SEAT),
            actions=array(thing("action words", action={"type": "integer"}, words=TEXT)),
            position=nullable,
            status=TEXT,
            scores=array({"type": "integer"}),
            winners=array(SEAT),
            story=array(TEXT),
            promise={**HEX, "description": "The seal: SHA-256 of the secret that the record shows at the end."},
            terms={**nullable, "description": "While a called match waits for nonces: all that they are for."},
            can_undo={"type": "boolean"},
        ),
    }
