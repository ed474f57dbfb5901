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
from purrlor.server import (
    back_pages,
    device_pages,
    home_pages,
    learn_pages,
    live,
    lobby_pages,
    metrics,
    own_pages,
    pictures,
    seat_links,
    table_pages,
)
from purrlor.server.api import api_routes
from purrlor.server.guard import Guard, is_local, is_loopback
from purrlor.server.identity import Signer, read_secrets
from purrlor.server.limits import Limits
from purrlor.server.live import keep_alive
from purrlor.server.pages import Pages
from purrlor.server.parlour import Parlour, parlour
from purrlor.server.routes import RatedRoute, RatedSocket, nowhere
from purrlor.server.series import Entropy
from purrlor.server.settings import Settings, settings
from purrlor.server.store import open_store
from purrlor.server.tables import Tables
from purrlor.server.trouble import Trouble
from purrlor.server.visit import visit

A_DAY = 86400.0
PASSED_ON = ("forwarded", "x-forwarded-for", "x-forwarded-proto", "x-real-ip", "via")


def make_app(given: Settings, entropy: Entropy = secrets.token_bytes) -> Guard:
    """The whole server as one ASGI application."""
    pages = Pages(dev=given.dev)
    house = Parlour(
        settings=given,
        signer=Signer(*read_secrets(given.secret_path, given.secret)),
        limits=Limits(given.rate, given.connections),
        pages=pages,
    )
    routes: list[BaseRoute] = [
        *table_routes(),  # first: they are asked for most
        RatedRoute("/", home_pages.home, "page"),
        RatedRoute("/play/{game}", home_pages.play_now, "table", methods=["POST"]),
        RatedRoute("/new/{game}/{way}", home_pages.new_table, "page", methods=["GET"]),
        RatedRoute("/new/{game}/{way}", home_pages.lay_table, "table", methods=["POST"]),
        RatedRoute("/leave/{id}", home_pages.leave, "act", methods=["POST"]),
        RatedRoute("/rules/{game}", home_pages.rules, "page"),
        *own_routes(),
        RatedRoute("/learn/{game}", learn_pages.learn, "page", methods=["GET"]),
        RatedRoute("/learn/{game}/{step}", learn_pages.learn, "page", methods=["GET"]),
        RatedRoute("/learn/{game}/{step}", learn_pages.answer, "page", methods=["POST"]),
        *api_routes(),
        RatedRoute("/s/{file}", serve_static, "file"),
        RatedRoute("/art/{file}", pages.pictures.serve, "file"),
        RatedRoute("/face/{key}.svg", pictures.face, "file"),
        RatedRoute("/qr/{id}.svg", pictures.invitation, "page"),
        RatedRoute("/manifest.webmanifest", pictures.manifest, "file"),
        RatedRoute("/robots.txt", robots, "file"),
        RatedRoute("/healthz", health, "page"),
        RatedRoute("/metrics", figures, "page"),
    ]

    @contextlib.asynccontextmanager
    async def lifespan(_: Any) -> AsyncIterator[None]:
        async with opened(house, entropy):
            yield

    return Guard(Packed(Router(routes, default=nowhere, lifespan=lifespan)), house, Trouble(pages))


class Packed:
    """Answers go out compressed. To a script's POST they are empty or a sentence, and there are hundreds a second."""

    def __init__(self, app: ASGIApp) -> None:
        self.app, self.packing = app, GZipMiddleware(app, minimum_size=500, compresslevel=9)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_short = scope["type"] == "http" and scope["method"] == "POST" and (b"x-live", b"1") in scope["headers"]
        await (self.app if is_short else self.packing)(scope, receive, send)


def table_routes() -> list[BaseRoute]:
    acts = {
        "play": table_pages.play,
        "bot": lobby_pages.seat_cat,
        "free": lobby_pages.free_seat,
        "set": lobby_pages.set_table,
        "begin": lobby_pages.begin,
        "commit": lobby_pages.commit,
        "nonce": lobby_pages.reveal,
        "undo": table_pages.undo,
        "cat": table_pages.let_cat_play,
        "back": table_pages.come_back,
        "react": table_pages.react,
        "again": table_pages.again,
        "link": seat_links.make_link,
        "unlink": seat_links.drop_link,
        "admit": lobby_pages.let_in_again,
        "renew": lobby_pages.renew_link,
    }
    return [
        *(
            RatedRoute(f"/t/{{id}}/{name}", table_pages.kindly(act), "act", methods=["POST"])
            for name, act in acts.items()
        ),
        RatedRoute("/t/{id}/sit", table_pages.kindly(lobby_pages.sit), "door", methods=["POST"]),
        RatedRoute("/t/{id}", table_pages.table, "page"),
        RatedRoute("/t/{id}/record.json", table_pages.record, "page"),
        RatedRoute("/t/{id}/back", back_pages.back, "page"),
        RatedRoute("/t/{id}/scores.csv", back_pages.scores, "page"),
        RatedRoute("/t/{id}/live", live.now, "live"),
        RatedSocket("/t/{id}/live", live.follow, "live"),
        RatedRoute("/w/{key}", table_pages.watch, "door"),
        RatedRoute("/w/{key}/back", back_pages.back, "door"),
        RatedRoute("/w/{key}/record.json", back_pages.record, "door"),
        RatedRoute("/w/{key}/scores.csv", back_pages.scores, "door"),
        RatedRoute("/w/{key}/live", live.now, "live"),
        RatedSocket("/w/{key}/live", live.follow, "live"),
    ]


def own_routes() -> list[BaseRoute]:
    return [
        RatedRoute("/me", own_pages.own, "page"),
        RatedRoute("/me/device", device_pages.offer, "act", methods=["POST"]),
        RatedRoute("/me/device/{token}", device_pages.arrive, "door", methods=["GET"]),
        RatedRoute("/me/device/{token}", device_pages.accept, "door", methods=["POST"]),
        RatedRoute("/me/sign-out", device_pages.sign_out, "act", methods=["POST"]),
        RatedRoute("/me/forget", device_pages.ask_forget, "page", methods=["GET"]),
        RatedRoute("/me/forget", device_pages.forget, "act", methods=["POST"]),
        RatedRoute("/me/{token}", seat_links.arrive, "door", methods=["GET"]),
        RatedRoute("/me/{token}", seat_links.settle_in, "door", methods=["POST"]),
    ]


@contextlib.asynccontextmanager
async def opened(house: Parlour, entropy: Entropy) -> AsyncIterator[None]:
    """Store, thinkers and tables, from the first request to the last."""
    given = house.settings
    async with contextlib.AsyncExitStack() as stack:
        store = await open_store(given.database_url)
        stack.push_async_callback(store.close)
        think = (await stack.enter_async_context(Pool(given.bots))).think if given.bots else None
        house.tables = Tables(
            store,
            think,
            pace=given.pace,
            keep_finished=given.keep_days * A_DAY,
            keep_forgotten=given.keep_open_days * A_DAY,
            keep_results=given.keep_results_days * A_DAY,
            entropy=entropy,
        )
        house.tables.sessions.on_end = house.close_screens
        await house.tables.start()
        stack.push_async_callback(house.close)
        beating = asyncio.create_task(keep_alive(house))
        stack.callback(beating.cancel)
        Thread(target=house.pages.pictures.draw_all, daemon=True).start()
        yield


async def serve_static(request: Request) -> Response:
    return await parlour(request).pages.shelf.serve(request)


async def health(request: Request) -> Response:
    """For whoever watches over the server: the store answers."""
    await parlour(request).tables.store.facts("health")
    return PlainTextResponse("ok\n")


async def figures(request: Request) -> Response:
    """For the machine itself, or for whoever brings the token. What a proxy passed on is not the machine itself, nor is
    a page elsewhere whose name was made to lead here."""
    house = parlour(request)
    token = house.settings.metrics_token
    brought = request.headers.get("authorization", "").removeprefix("Bearer ")
    is_known = bool(token) and secrets.compare_digest(brought.encode(), token.encode())
    if not is_known and not is_from_here(request):
        raise HTTPException(404)
    metrics.show_tables(house.tables.numbers())
    data, kind = metrics.exposition()
    return Response(data, headers={"content-type": kind})


def is_from_here(request: Request) -> bool:
    host = request.url.hostname or "localhost"
    was_passed_on = any(name in request.headers for name in PASSED_ON)
    return is_loopback(visit(request).address) and is_local(host) and not was_passed_on


async def robots(_: Request) -> Response:
    return PlainTextResponse("User-agent: *\nAllow: /$\nDisallow: /\n")


def from_environment() -> Guard:
    """For process managers that want a factory: purrlor.server.app:from_environment."""
    return make_app(settings())
