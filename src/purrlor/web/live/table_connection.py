"""What goes between a table and the screens that show it.

Actions come in by POST, and change the table. Updates go out by a WebSocket; a screen that
lags gets the latest one only.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Callable

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.websockets import WebSocket, WebSocketDisconnect

from purrlor.core.seats import WATCHER
from purrlor.tables.errors import NotSeated
from purrlor.tables.table import Subscriber, Table
from purrlor.tables.viewers.rights import check_owns_seats, owns
from purrlor.web.live.beside_table import LIVE, beside_text
from purrlor.web.live.viewpoint import Viewpoint, viewpoint_of, watcher_viewpoint
from purrlor.web.pages.lobby import lobby_text
from purrlor.web.request_context import context_of
from purrlor.web.routes import NOT_SEATED, Action
from purrlor.web.server import metrics
from purrlor.web.server.json_logs import LOG
from purrlor.web.services import Services, services_of

KEEP_ALIVE_AFTER = 25.0  # seconds a screen may hear nothing
KEEP_ALIVE_CHECK = 5.0
SERVER_STOPS, NOT_ALLOWED, BROKEN = 1012, 1008, 1011  # why a socket closes


# ------------------------------------------------------------ actions: what those who sit there do
def table_url(action: Action) -> str:
    """The table again, from where the form was sent."""
    viewpoint = [
        f"{name}={value}"
        for name, value in action.request.query_params.items()
        if name in ("seat", "up") and len(value) == 1
    ]
    return f"/t/{action.table_id}" + (f"?{viewpoint[0]}" if viewpoint else "")


async def play(action: Action) -> Response:
    form, seen = action.form, action.form.number("seen")
    if "instead" in form:
        instead = form.number("instead", high=62)
        await action.tables.play_instead(action.table_id, action.me, action.seat, instead, seen)
    else:
        chosen = form.number("action", high=62)
        await action.tables.play(action.table_id, action.me, action.seat, chosen, seen)
    return action.acknowledge(table_url)


async def undo(action: Action) -> Response:
    seen = action.form.number("last" if "last" in action.form else "seen")
    await action.tables.undo(action.table_id, action.me, action.seat, seen)
    return action.acknowledge(table_url)


async def let_cat_play(action: Action) -> Response:
    await action.tables.let_cat_play(action.table_id, action.me, action.seat)
    return action.acknowledge(table_url)


async def return_to_seat(action: Action) -> Response:
    await action.tables.return_to_seat(action.table_id, action.me, action.seat)
    return action.acknowledge(table_url)


async def react(action: Action) -> Response:
    tables, seat = action.tables, action.seat
    if seat == WATCHER:  # a shared device under its cover: the first of those who share it
        seat = next(iter((await tables.get(action.table_id)).seats_of(action.me)), seat)
    await tables.react(action.table_id, action.me, seat, action.form.get("kind", ""))
    return action.acknowledge(table_url)


async def rematch(action: Action) -> Response:
    commit, game = action.form.get("commit", ""), action.form.get("game", "")
    level = action.form.get("level", "")
    next_table = await action.tables.rematch(action.table_id, action.me, commit, game, level)
    return action.send_to(f"/t/{next_table.id}")


# ------------------------------------------------------------ updates: what a screen is sent
async def find_table(connection: HTTPConnection) -> tuple[Table, Viewpoint]:
    """The table and the viewpoint of a live address: /t/ID/live for those who sit, /w/KEY/live for those who watch."""
    services, context = services_of(connection), context_of(connection)
    if "key" in connection.path_params:
        table = await services.tables.watched(connection.path_params["key"])
        return table, watcher_viewpoint(table, context.identity, context.language)
    table = await services.tables.get(connection.path_params["id"])
    viewpoint = viewpoint_of(connection, table)
    if viewpoint is None:
        raise NotSeated(NOT_SEATED)
    return table, viewpoint


def frame_text(connection: HTTPConnection, table: Table, viewpoint: Viewpoint) -> str:
    """What the screen should show now, as it goes over the wire."""
    services, context = services_of(connection), context_of(connection)
    if LIVE in connection.query_params:
        return beside_text(table, context.identity or "", viewpoint.language)
    if table.match is None:
        if viewpoint.watches:
            return ""
        return lobby_text(
            services.templates, table, context.identity or "", viewpoint.language, "called" in connection.query_params
        )
    if "lobby" in connection.query_params and "key" not in connection.path_params:
        return json.dumps({"go": f"/t/{table.id}"})
    return services.frames.frame(table, viewpoint).text


def updates_for(connection: HTTPConnection, table: Table, viewpoint: Viewpoint) -> Callable[[int], tuple[int, str]]:
    """For a screen that shows what has the mark given: the mark of what it should show, and what leads there."""
    frames, asked = services_of(connection).frames, connection.query_params
    by_changes = "changes" in asked and "lobby" not in asked  # a page of an older release waits for whole frames

    def update(shown: int) -> tuple[int, str]:
        if by_changes and table.match is not None:
            return frames.update(table, viewpoint, shown)
        text = frame_text(connection, table, viewpoint)
        return hash(text), "" if hash(text) == shown else text

    return update


async def current_frame(request: Request) -> Response:
    """One frame, for those who cannot or need not keep a socket open."""
    services, context = services_of(request), context_of(request)
    table, viewpoint = await find_table(request)
    if context.identity is not None and viewpoint.seat != WATCHER:
        table = await services.tables.check_in(table.id, context.identity)
        check_owns_seats(table, context.identity, viewpoint.seats)
    return Response(
        frame_text(request, table, viewpoint) or "{}", media_type="text/plain", headers={"cache-control": "no-store"}
    )


async def follow(socket: WebSocket) -> None:
    services, context = services_of(socket), context_of(socket)
    table, viewpoint = await find_table(socket)
    who = context.identity or f"watcher {context.address}"
    services.limits.connect(who, context.address)
    metrics.CONNECTIONS.inc()
    try:
        await socket.accept()
        services.screens[socket] = services.tables.time()
        seat = viewpoint.here[0] if viewpoint.here else viewpoint.seat
        with services.tables.subscribe(table, seat, context.identity or "") as subscriber:
            sending = asyncio.create_task(send_updates(socket, subscriber, table, viewpoint))
            try:
                await wait_until_closed(socket)
            finally:
                sending.cancel()
                with contextlib.suppress(asyncio.CancelledError, RuntimeError):
                    await sending
    finally:
        if not table.subscribers:
            services.frames.forget(table)
        services.screens.pop(socket, None)
        metrics.CONNECTIONS.dec()
        services.limits.disconnect(who, context.address)


async def send_updates(socket: WebSocket, subscriber: Subscriber, table: Table, viewpoint: Viewpoint) -> None:
    """A frame for every change, as long as the seats it shows belong to who looks: another may sit there by now."""
    services, since, identity = services_of(socket), updates_for(socket, table, viewpoint), context_of(socket).identity
    shown, end = 0, SERVER_STOPS  # by its mark: thousands of screens must not hold what they have shown
    try:
        async for update in subscriber:
            if not owns(table, identity, viewpoint.seats):
                end = NOT_ALLOWED
                break
            if viewpoint.sees_chances:
                if watcher_viewpoint(table, identity, viewpoint.language).is_player:  # they have sat down meanwhile
                    viewpoint = viewpoint._replace(is_player=True)
                    since = updates_for(socket, table, viewpoint)
                services.chances.refresh(table)
            if update.changed:
                shown, text = since(shown)
                if text:
                    await socket.send_text(text)
                    services.screens[socket] = services.tables.time()
                    metrics.FRAMES.inc()
                del text  # or it would be held until the next news
            if update.reactions:
                await socket.send_text(json.dumps({"reactions": update.reactions}))
    except (WebSocketDisconnect, RuntimeError):
        return  # gone while a frame was on its way
    except Exception:
        LOG.exception("A frame could not be drawn")
        end = BROKEN
    await socket.close(end)


async def keep_alive(services: Services) -> None:
    """A heartbeat for a client that has heard nothing for a while: else it would think that the connection is dead."""

    async def beat(socket: WebSocket) -> None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError, TimeoutError):
            await asyncio.wait_for(socket.send_text(""), 1)

    while True:
        await asyncio.sleep(KEEP_ALIVE_CHECK)
        metrics.show_tables(services.tables.numbers())
        now = services.tables.time()
        waiting = [socket for socket, heard in services.screens.items() if now - heard > KEEP_ALIVE_AFTER]
        for k in range(0, len(waiting), 10):
            await asyncio.gather(*map(beat, waiting[k : k + 10]))
            services.screens.update((socket, now) for socket in waiting[k : k + 10] if socket in services.screens)


async def wait_until_closed(socket: WebSocket) -> None:
    """Screens say nothing; whatever they send is not listened to."""
    with contextlib.suppress(WebSocketDisconnect):
        while True:
            message = await socket.receive()
            if message["type"] == "websocket.disconnect":
                return
