"""Connections: deadlines and sizes for what comes before a request is one, and how many an address may hold.

uvicorn bounds none of this for httptools: a socket may stay silent for ever, and a header may be endless.
"""

from __future__ import annotations

import asyncio
import ipaddress
from collections import Counter
from typing import TYPE_CHECKING, cast

from uvicorn.config import Config
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import OPEN

from purrlor.web.live.encoded_text import EncodedText
from purrlor.web.rate_limits import address_group, network_of

if TYPE_CHECKING:
    from uvicorn._types import ASGISendEvent
    from uvicorn.server import ServerState
    from websockets.frames import Frame

HEAD_BYTES = 32 * 1024  # the request line and all headers of one request
HEAD_SECONDS = 20.0  # from the first moment until they are whole
STUCK_SECONDS = 60.0  # somebody who takes nothing of an answer for so long is gone
OF_ONE_ADDRESS = 1000  # a school behind one address: screens and what pages are made of
SPARE = 2000  # connections besides the live screens of a process
FRAMES, FRAMES_A_SECOND = 60, 1.0  # a browser answers our pings and says nothing else


class Doorkeeper:
    """Counts open connections by address. Proxies are not counted: behind them is everybody."""

    def __init__(self, factor: float, most: int, proxies: str) -> None:
        self.factor, self.most = factor, most
        self.proxies = [network for name in proxies.split(",") if (network := network_of(name.strip())) is not None]
        self.open: Counter[str] = Counter()
        self.total = 0

    def admit(self, address: str) -> bool:
        place = address_group(address)
        is_crowd = self.factor > 0 and not self.is_proxy(address)
        if self.total >= self.most or (is_crowd and self.open[place] >= OF_ONE_ADDRESS * self.factor):
            return False
        self.total += 1
        self.open[place] += 1
        return True

    def is_proxy(self, address: str) -> bool:
        try:
            return any(ipaddress.ip_address(address) in network for network in self.proxies)
        except ValueError:
            return False

    def leave(self, address: str) -> None:
        place = address_group(address)
        self.total -= 1
        self.open[place] -= 1
        if not self.open[place]:
            del self.open[place]


def http_protocol(keeper: Doorkeeper) -> type[BoundedHttp]:
    """The protocol for one server, with its own count."""

    class CountedHttp(BoundedHttp):
        pass

    CountedHttp.keeper = keeper
    return CountedHttp


class BoundedHttp(HttpToolsProtocol):
    """HTTP with an end to everything: silence, headers, answers that nobody takes."""

    keeper: Doorkeeper

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, object],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.in_head, self.head_bytes = True, 0
        self.deadline: asyncio.TimerHandle | None = None
        self.stuck: asyncio.TimerHandle | None = None
        self.address = ""
        self.is_counted = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.address = self.client[0] if self.client else ""
        self.is_counted = self.keeper.admit(self.address)
        if self.is_counted:
            self.wait_for_head()
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self.stop_waiting()
        self.resume_writing()
        self.uncount()
        super().connection_lost(exc)

    def uncount(self) -> None:
        if self.is_counted:
            self.is_counted = False
            self.keeper.leave(self.address)

    # the head of a request
    def data_received(self, data: bytes) -> None:
        """In pieces, so that a long body is not taken for a long head."""
        if self.in_head and self.deadline is None:
            self.wait_for_head()
        rest = memoryview(data)
        while rest and not self.transport.is_closing():
            size = HEAD_BYTES - self.head_bytes if self.in_head else len(rest)
            piece, rest = bytes(rest[:size]), rest[size:]
            if self.in_head:
                self.head_bytes += len(piece)
            super().data_received(piece)
            if self.transport.get_protocol() is not self:
                return  # it is a WebSocket from now on
            if self.in_head and self.head_bytes >= HEAD_BYTES:
                self.refuse(431, b"The headers of this request are too long.\n")
                return

    def on_headers_complete(self) -> None:
        self.in_head, self.head_bytes = False, 0
        self.stop_waiting()
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self.in_head, self.head_bytes = True, 0
        super().on_message_complete()

    def wait_for_head(self) -> None:
        self.deadline = self.loop.call_later(HEAD_SECONDS, self.head_is_late)

    def stop_waiting(self) -> None:
        if self.deadline is not None:
            self.deadline.cancel()
            self.deadline = None

    def head_is_late(self) -> None:
        self.deadline = None
        if self.cycle is not None and not self.cycle.response_complete:
            self.wait_for_head()  # an answer is under way: an event stream may go on for hours
        elif self.head_bytes:
            self.refuse(408, b"This request did not arrive in time.\n")
        else:
            self.transport.close()

    def refuse(self, status: int, why: bytes) -> None:
        if self.cycle is not None and not self.cycle.response_complete:
            self.transport.abort()  # another answer is under way on this connection
            return
        head = b"content-type: text/plain; charset=utf-8\r\ncontent-length: %d\r\nconnection: close\r\n\r\n" % len(why)
        self.transport.write(STATUS_LINE[status] + head + why)
        self.transport.close()

    # an answer that nobody takes
    def pause_writing(self) -> None:
        self.stuck = self.loop.call_later(STUCK_SECONDS, self.transport.abort)
        super().pause_writing()

    def resume_writing(self) -> None:
        if self.stuck is not None:
            self.stuck.cancel()
            self.stuck = None
        if self.flow is not None:
            super().resume_writing()

    # a screen
    def handle_websocket_upgrade(self) -> None:
        self.stop_waiting()
        super().handle_websocket_upgrade()
        screen = cast(BoundedSocket, self.transport.get_protocol())
        screen.counted_by = self


class BoundedSocket(WebSocketsSansIOProtocol):
    """A WebSocket for those who only listen: one that speaks, or pings without end, is closed."""

    counted_by: BoundedHttp | None = None

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, object],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.heard, self.began = 0, self.loop.time()

    def connection_lost(self, exc: Exception | None) -> None:
        if self.counted_by is not None:
            self.counted_by.uncount()
        super().connection_lost(exc)

    async def send(self, message: ASGISendEvent) -> None:
        text = message.get("text")
        if type(text) is EncodedText and self.may_write():
            self.transport.write(text.as_message())  # the same for every screen
            return
        await super().send(message)
        if self.initial_response is not None and self.close_sent:
            self.handshake_complete = True  # refused in words: uvicorn would call that an error

    def may_write(self) -> bool:
        """Whether a message can go out as it is: the line is open and taken from, and nothing is compressed on it."""
        is_open = self.handshake_complete and not self.close_sent and not self.disconnected and self.conn.state is OPEN
        return is_open and self.writable.is_set() and self.initial_response is None and not self.conn.extensions

    def handle_ping(self) -> None:
        self.count_frame()
        super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        self.count_frame()
        super().handle_pong(event)

    def count_frame(self) -> None:
        self.heard += 1
        if self.heard > FRAMES + FRAMES_A_SECOND * (self.loop.time() - self.began):
            self.show_out()

    def handle_text(self, event: Frame) -> None:
        self.show_out()

    def handle_bytes(self, event: Frame) -> None:
        self.show_out()

    def handle_cont(self, event: Frame) -> None:
        self.show_out()

    def show_out(self) -> None:
        if self.close_sent or self.transport.is_closing():
            return
        self.queue.put_nowait({"type": "websocket.disconnect", "code": 1008})
        self.conn.fail(1008, "this socket only listens")
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.transport.close()

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.transport.abort()  # what it was sent would be waited for without end
