"""The application: every address, and what is there."""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import secrets
from collections.abc import AsyncIterator
from threading import Thread
from typing import Any

from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route, Router, WebSocketRoute
from starlette.types import ASGIApp, Receive, Scope, Send

from purrlor.bots.workers import Pool
from purrlor.server import (
    back_pages,
    home_pages,
    learn_pages,
    live,
    lobby_pages,
    metrics,
    own_pages,
    pictures,
    table_pages,
)
from purrlor.server.api import api_routes
from purrlor.server.guard import Guard
from purrlor.server.identity import Signer, read_secret
from purrlor.server.limits import Limits
from purrlor.server.live import keep_alive
from purrlor.server.pages import Pages
from purrlor.server.parlour import Parlour, parlour
from purrlor.server.settings import Settings, settings
from purrlor.server.store import open_store
from purrlor.server.tables import Tables
from purrlor.server.trouble import Trouble
from purrlor.server.visit import visit

A_DAY = 86400.0


def make_app(given: Settings) -> Guard:
    """The whole server as one ASGI application."""
    pages = Pages(dev=given.dev)
    house = Parlour(
        settings=given,
        signer=Signer(read_secret(given.secret_path, given.secret)),
        limits=Limits(given.rate, given.connections),
        pages=pages,
    )
    routes: list[BaseRoute] = [
        *table_routes(),  # first: they are asked for most
        Route("/", home_pages.home),
        Route("/play/{game}", home_pages.play_now, methods=["POST"]),
        Route("/new/{game}/{way}", home_pages.new_table, methods=["GET"]),
        Route("/new/{game}/{way}", home_pages.lay_table, methods=["POST"]),
        Route("/leave/{id}", home_pages.leave, methods=["POST"]),
        Route("/rules/{game}", home_pages.rules),
        Route("/me", own_pages.own),
        Route("/learn/{game}", learn_pages.learn, methods=["GET"]),
        Route("/learn/{game}/{step}", learn_pages.learn, methods=["GET"]),
        Route("/learn/{game}/{step}", learn_pages.answer, methods=["POST"]),
        *api_routes(),
        Route("/s/{file}", serve_static),
        Route("/art/{file}", pages.pictures.serve),
        Route("/face/{key}.svg", pictures.face),
        Route("/qr/{id}.svg", pictures.invitation),
        Route("/manifest.webmanifest", pictures.manifest),
        Route("/robots.txt", robots),
        Route("/healthz", health),
        Route("/metrics", figures),
    ]

    @contextlib.asynccontextmanager
    async def lifespan(_: Any) -> AsyncIterator[None]:
        async with opened(house):
            yield

    return Guard(Packed(Router(routes, lifespan=lifespan)), house, Trouble(pages))


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
        "sit": lobby_pages.sit,
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
        "link": table_pages.make_link,
        "unlink": table_pages.drop_link,
    }
    return [
        *(Route(f"/t/{{id}}/{name}", table_pages.kindly(act), methods=["POST"]) for name, act in acts.items()),
        Route("/t/{id}", table_pages.table),
        Route("/t/{id}/record.json", table_pages.record),
        Route("/t/{id}/back", back_pages.back),
        Route("/t/{id}/scores.csv", back_pages.scores),
        Route("/t/{id}/live", live.now),
        WebSocketRoute("/t/{id}/live", live.follow),
        Route("/w/{key}", table_pages.watch),
        Route("/w/{key}/back", back_pages.back),
        Route("/w/{key}/record.json", back_pages.record),
        Route("/w/{key}/scores.csv", back_pages.scores),
        Route("/w/{key}/live", live.now),
        WebSocketRoute("/w/{key}/live", live.follow),
        Route("/me/{token}", table_pages.arrive, methods=["GET"]),
        Route("/me/{token}", table_pages.settle_in, methods=["POST"]),
    ]


@contextlib.asynccontextmanager
async def opened(house: Parlour) -> AsyncIterator[None]:
    """Store, thinkers and tables, from the first request to the last."""
    given = house.settings
    async with contextlib.AsyncExitStack() as stack:
        store = await open_store(given.database_url)
        stack.push_async_callback(store.close)
        think = (await stack.enter_async_context(Pool(given.bots))).think if given.bots else None
        house.tables = Tables(store, think, pace=given.pace, keep_finished=given.keep_days * A_DAY)
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
    """For the machine itself, or for whoever brings the token."""
    house, address = parlour(request), visit(request).address
    token = house.settings.metrics_token
    brought = request.headers.get("authorization", "").removeprefix("Bearer ")
    if not (token and secrets.compare_digest(brought.encode(), token.encode())) and not is_loopback(address):
        raise HTTPException(404)
    metrics.show_tables(house.tables.numbers())
    data, kind = metrics.exposition()
    return Response(data, headers={"content-type": kind})


def is_loopback(address: str) -> bool:
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False


async def robots(_: Request) -> Response:
    return PlainTextResponse("User-agent: *\nAllow: /$\nDisallow: /\n")


def from_environment() -> Guard:
    """For process managers that want a factory: purrlor.server.app:from_environment."""
    return make_app(settings())
