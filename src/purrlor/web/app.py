"""The application: every address, and what is there."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import AsyncIterator
from threading import Thread
from typing import Any

from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Router
from starlette.types import ASGIApp, Receive, Scope, Send

from purrlor.bots.workers import Pool
from purrlor.tables.commands.series import Entropy
from purrlor.tables.store import open_store
from purrlor.tables.tables import Tables
from purrlor.web.api.endpoints import api_routes
from purrlor.web.cookies import Signer, read_secrets
from purrlor.web.errors import ErrorResponder
from purrlor.web.limits import Limits
from purrlor.web.live import socket
from purrlor.web.live.socket import keep_alive
from purrlor.web.pages import (
    devices,
    home,
    images,
    lesson,
    lobby,
    own_results,
    previews,
    replay,
    result_picture,
    seat_claims,
    seat_links,
    short_code,
    table,
)
from purrlor.web.rendering.templating import Templates
from purrlor.web.request_context import context_of
from purrlor.web.routes import RatedRoute, RatedSocket, nowhere
from purrlor.web.security import SecurityMiddleware, is_local, is_loopback
from purrlor.web.server import metrics
from purrlor.web.server.settings import Settings, settings
from purrlor.web.services import Services, services_of

A_DAY = 86400.0
PASSED_ON = ("forwarded", "x-forwarded-for", "x-forwarded-proto", "x-real-ip", "via")


def make_app(given: Settings, entropy: Entropy = secrets.token_bytes) -> SecurityMiddleware:
    """The whole server as one ASGI application."""
    templates = Templates(dev=given.dev)
    services = Services(
        settings=given,
        signer=Signer(*read_secrets(given.secret_path, given.secret)),
        limits=Limits(given.rate, given.connections),
        templates=templates,
    )
    routes: list[BaseRoute] = [
        *table_routes(),  # first: they are asked for most
        RatedRoute("/", home.home, "page"),
        RatedRoute("/play/{game}", home.play_now, "table", methods=["POST"]),
        RatedRoute("/new/{game}/{way}", home.new_table, "page", methods=["GET"]),
        RatedRoute("/new/{game}/{way}", home.create_table, "table", methods=["POST"]),
        RatedRoute("/leave/{id}", home.leave, "act", methods=["POST"]),
        RatedRoute("/code", short_code.ask, "page", methods=["GET"]),
        RatedRoute("/code", short_code.enter, "code", methods=["POST"]),
        RatedRoute("/rules/{game}", home.rules, "page"),
        *own_routes(),
        RatedRoute("/learn/{game}", lesson.learn, "page", methods=["GET"]),
        RatedRoute("/learn/{game}/{step}", lesson.learn, "page", methods=["GET"]),
        RatedRoute("/learn/{game}/{step}", lesson.answer, "page", methods=["POST"]),
        *api_routes(),
        RatedRoute("/s/{file}", serve_static, "file"),
        RatedRoute("/art/{file}", templates.sprites.serve, "file"),
        RatedRoute("/face/{key}.svg", images.face, "file"),
        RatedRoute("/preview/{game}.jpg", previews.game_preview, "file"),
        RatedRoute("/qr/{id}.svg", images.invitation, "page"),
        RatedRoute("/manifest.webmanifest", images.manifest, "file"),
        RatedRoute("/robots.txt", robots, "file"),
        RatedRoute("/healthz", health, "page"),
        RatedRoute("/metrics", figures, "page"),
    ]

    @contextlib.asynccontextmanager
    async def lifespan(_: Any) -> AsyncIterator[None]:
        async with opened(services, entropy):
            yield

    return SecurityMiddleware(
        CompressedResponses(Router(routes, default=nowhere, lifespan=lifespan)), services, ErrorResponder(templates)
    )


class CompressedResponses:
    """Answers go out compressed. To a script's POST they are empty or a sentence, and there are hundreds a second."""

    def __init__(self, app: ASGIApp) -> None:
        self.app, self.packing = app, GZipMiddleware(app, minimum_size=500, compresslevel=9)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_short = scope["type"] == "http" and scope["method"] == "POST" and (b"x-live", b"1") in scope["headers"]
        await (self.app if is_short else self.packing)(scope, receive, send)


def table_routes() -> list[BaseRoute]:
    acts = {
        "play": table.play,
        "bot": lobby.seat_cat,
        "free": lobby.free_seat,
        "set": lobby.set_table,
        "begin": lobby.begin,
        "commit": lobby.commit,
        "nonce": lobby.reveal,
        "undo": table.undo,
        "cat": table.let_cat_play,
        "return": table.return_to_seat,
        "back": table.return_to_seat,  # pages of an older release
        "react": table.react,
        "again": table.rematch,
        "link": seat_links.make_link,
        "unlink": seat_links.drop_link,
        "grant": seat_claims.grant,
        "refuse": seat_claims.refuse,
        "hand": seat_claims.hand,
        "show": lobby.show_free_seats,
        "admit": lobby.let_in_again,
        "renew": lobby.renew_link,
    }
    return [
        *(
            RatedRoute(f"/t/{{id}}/{name}", table.answer_with_table(act), "act", methods=["POST"])
            for name, act in acts.items()
        ),
        RatedRoute("/t/{id}/sit", table.answer_with_table(lobby.sit), "door", methods=["POST"]),
        RatedRoute("/t/{id}/claim", table.answer_with_table(seat_claims.ask), "door", methods=["POST"]),
        RatedRoute("/t/{id}/seats", table.answer_with_table(seat_claims.seats_page), "page", methods=["GET"]),
        RatedRoute("/t/{id}", table.table_page, "page"),
        RatedRoute("/t/{id}/record.json", table.record, "page"),
        RatedRoute("/t/{id}/replay", replay.replay_page, "page"),
        RatedRoute("/t/{id}/back", replay.moved, "page"),
        RatedRoute("/t/{id}/scores.csv", replay.scores, "page"),
        RatedRoute("/t/{id}/live", socket.current_frame, "live"),
        RatedSocket("/t/{id}/live", socket.follow, "live"),
        RatedRoute("/w/{key}", table.watch_page, "door"),
        RatedRoute("/w/{key}/result.svg", result_picture.result_picture, "door"),
        RatedRoute("/w/{key}/qr.svg", images.watch_invitation, "door"),
        RatedRoute("/w/{key}/replay", replay.replay_page, "door"),
        RatedRoute("/w/{key}/back", replay.moved, "door"),
        RatedRoute("/w/{key}/record.json", replay.record, "door"),
        RatedRoute("/w/{key}/scores.csv", replay.scores, "door"),
        RatedRoute("/w/{key}/live", socket.current_frame, "live"),
        RatedSocket("/w/{key}/live", socket.follow, "live"),
    ]


def own_routes() -> list[BaseRoute]:
    return [
        RatedRoute("/me", own_results.own, "page"),
        RatedRoute("/me/device", devices.offer, "act", methods=["POST"]),
        RatedRoute("/me/device/{token}", devices.arrive, "door", methods=["GET"]),
        RatedRoute("/me/device/{token}", devices.accept, "door", methods=["POST"]),
        RatedRoute("/me/sign-out", devices.sign_out, "act", methods=["POST"]),
        RatedRoute("/me/forget", devices.ask_forget, "page", methods=["GET"]),
        RatedRoute("/me/forget", devices.forget, "act", methods=["POST"]),
        RatedRoute("/me/{token}", seat_links.arrive, "door", methods=["GET"]),
        RatedRoute("/me/{token}", seat_links.accept_personal_link, "door", methods=["POST"]),
    ]


@contextlib.asynccontextmanager
async def opened(services: Services, entropy: Entropy) -> AsyncIterator[None]:
    """Store, thinkers and tables, from the first request to the last."""
    given = services.settings
    async with contextlib.AsyncExitStack() as stack:
        store = await open_store(given.database_url)
        stack.push_async_callback(store.close)
        think = (await stack.enter_async_context(Pool(given.bots))).think if given.bots else None
        services.tables = Tables(
            store,
            think,
            pace=given.pace,
            keep_finished=given.keep_days * A_DAY,
            keep_abandoned=given.keep_open_days * A_DAY,
            keep_results=given.keep_results_days * A_DAY,
            entropy=entropy,
        )
        services.tables.sessions.on_end = services.close_screens
        await services.tables.start()
        stack.push_async_callback(services.close)
        beating = asyncio.create_task(keep_alive(services))
        stack.callback(beating.cancel)
        Thread(target=services.templates.sprites.draw_all, daemon=True).start()
        yield


async def serve_static(request: Request) -> Response:
    return await services_of(request).templates.asset_store.serve(request)


async def health(request: Request) -> Response:
    """For whoever watches over the server: the store answers."""
    await services_of(request).tables.store.facts("health")
    return PlainTextResponse("ok\n")


async def figures(request: Request) -> Response:
    """For the machine itself, or for whoever brings the token. What a proxy passed on is not the machine itself, nor is
    a page elsewhere whose name was made to lead here."""
    services = services_of(request)
    token = services.settings.metrics_token
    brought = request.headers.get("authorization", "").removeprefix("Bearer ")
    is_known = bool(token) and secrets.compare_digest(brought.encode(), token.encode())
    if not is_known and not is_from_here(request):
        raise HTTPException(404)
    metrics.show_tables(services.tables.numbers())
    data, kind = metrics.exposition()
    return Response(data, headers={"content-type": kind})


def is_from_here(request: Request) -> bool:
    host = request.url.hostname or "localhost"
    was_passed_on = any(name in request.headers for name in PASSED_ON)
    return is_loopback(context_of(request).address) and is_local(host) and not was_passed_on


async def robots(_: Request) -> Response:
    return PlainTextResponse("User-agent: *\nAllow: /$\nDisallow: /\n")


def from_environment() -> SecurityMiddleware:
    """For process managers that want a factory: purrlor.web.app:from_environment."""
    return make_app(settings())
