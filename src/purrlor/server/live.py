"""Screens that follow a table: frames go down a WebSocket; a screen that lags gets the latest one only."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Callable

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.websockets import WebSocket, WebSocketDisconnect

from purrlor.core.seats import WATCHER
from purrlor.server import metrics
from purrlor.server.errors import NotSeated
from purrlor.server.frames import Look, frame
from purrlor.server.lobby_pages import NOT_SEATED, lobby_text
from purrlor.server.logs import LOG
from purrlor.server.parlour import Parlour, parlour
from purrlor.server.rights import check_owns, owns
from purrlor.server.table import Table
from purrlor.server.table_pages import look_of
from purrlor.server.viewers import Audience, Viewer
from purrlor.server.visit import visit

BEAT = 25.0  # seconds a screen may hear nothing
LOOK_ROUND = 5.0
SERVER_STOPS, NOT_ALLOWED, BROKEN = 1012, 1008, 1011  # why a socket closes


async def find(connection: HTTPConnection) -> tuple[Table, Look]:
    """The table and the look of a live address: /t/ID/live for those who sit, /w/KEY/live for those who watch."""
    house, seen = parlour(connection), visit(connection)
    if "key" in connection.path_params:
        return await house.tables.watched(connection.path_params["key"]), Look(WATCHER, seen.language)
    table = await house.tables.get(connection.path_params["id"])
    look = look_of(connection, table)
    if look is None:
        raise NotSeated(NOT_SEATED)
    return table, look


def text_of(connection: HTTPConnection, table: Table, look: Look) -> str:
    """What the screen should show now, as it goes over the wire."""
    house, seen = parlour(connection), visit(connection)
    if table.match is None:
        if look.watches:
            return ""
        return lobby_text(house.pages, table, seen.identity or "", look.language, "called" in connection.query_params)
    if "lobby" in connection.query_params and "key" not in connection.path_params:
        return json.dumps({"go": f"/t/{table.id}"})
    return frame(house.pages, table, look).text


def news_of(connection: HTTPConnection, table: Table, look: Look) -> Callable[[int], tuple[int, str]]:
    """For a screen that shows what has the mark given: the mark of what it should show, and what leads there."""
    pages, asked = parlour(connection).pages, connection.query_params
    by_changes = "changes" in asked and "lobby" not in asked  # a page of an older release waits for whole frames

    def news(shown: int) -> tuple[int, str]:
        if by_changes and table.match is not None:
            return table.news(look, frame(pages, table, look).text, shown)
        text = text_of(connection, table, look)
        return hash(text), "" if hash(text) == shown else text

    return news


async def now(request: Request) -> Response:
    """One frame, for those who cannot or need not keep a socket open."""
    house, seen = parlour(request), visit(request)
    table, look = await find(request)
    if seen.identity is not None and look.seat != WATCHER:
        table = await house.tables.visit(table.id, seen.identity)
        check_owns(table, seen.identity, look.seats)
    return Response(
        text_of(request, table, look) or "{}", media_type="text/plain", headers={"cache-control": "no-store"}
    )


async def follow(socket: WebSocket) -> None:
    house, seen = parlour(socket), visit(socket)
    table, look = await find(socket)
    who = seen.identity or f"watcher {seen.address}"
    house.limits.connect(who, seen.address)
    metrics.CONNECTIONS.inc()
    try:
        await socket.accept()
        house.screens[socket] = house.tables.time()
        audience = Audience(look.here[0] if look.here else look.seat, look.language)
        with house.tables.viewing(table, audience, seen.identity or "") as viewer:
            sending = asyncio.create_task(send_news(socket, viewer, table, look))
            try:
                await until_gone(socket)
            finally:
                sending.cancel()
                with contextlib.suppress(asyncio.CancelledError, RuntimeError):
                    await sending
    finally:
        house.screens.pop(socket, None)
        metrics.CONNECTIONS.dec()
        house.limits.disconnect(who, seen.address)


async def send_news(socket: WebSocket, viewer: Viewer, table: Table, look: Look) -> None:
    """A frame for every change, as long as the seats it shows belong to who looks: another may sit there by now."""
    house, since, identity = parlour(socket), news_of(socket, table, look), visit(socket).identity
    shown, end = 0, SERVER_STOPS  # by its mark: thousands of screens must not hold what they have shown
    try:
        async for news in viewer:
            if not owns(table, identity, look.seats):
                end = NOT_ALLOWED
                break
            if news.changed:
                shown, text = since(shown)
                if text:
                    await socket.send_text(text)
                    house.screens[socket] = house.tables.time()
                    metrics.FRAMES.inc()
                del text  # or it would be held until the next news
            if news.reactions:
                await socket.send_text(json.dumps({"reactions": news.reactions}))
    except (WebSocketDisconnect, RuntimeError):
        return  # gone while a frame was on its way
    except Exception:
        LOG.exception("A frame could not be drawn")
        end = BROKEN
    await socket.close(end)


async def keep_alive(house: Parlour) -> None:
    """A sign of life for whoever has heard nothing for a while: else they would think that the line is dead."""

    async def beat(socket: WebSocket) -> None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError, TimeoutError):
            await asyncio.wait_for(socket.send_text(""), 1)

    while True:
        await asyncio.sleep(LOOK_ROUND)
        metrics.show_tables(house.tables.numbers())
        now = house.tables.time()
        waiting = [socket for socket, heard in house.screens.items() if now - heard > BEAT]
        for k in range(0, len(waiting), 10):
            await asyncio.gather(*map(beat, waiting[k : k + 10]))
            house.screens.update((socket, now) for socket in waiting[k : k + 10] if socket in house.screens)


async def until_gone(socket: WebSocket) -> None:
    """Screens say nothing; whatever they send is not listened to."""
    with contextlib.suppress(WebSocketDisconnect):
        while True:
            message = await socket.receive()
            if message["type"] == "websocket.disconnect":
                return
