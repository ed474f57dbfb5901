"""Routes with their rate class. What it costs is spent before the handler runs and before a body is read."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket

from purrlor.web.limits import FULL, RATES, TooMuch

Endpoint = Callable[[Request], Awaitable[Response]]


def spend(scope: Scope, rate: str) -> None:
    """Take one from the buckets of the visitor and of their address; TooMuch if one is empty.

    New tables wait while the server has more to do than it can: those who play come first.
    """
    context, services = scope["context"], scope["services"]
    if rate == "table" and services.limits.factor and services.loop_lag.is_overloaded():
        raise TooMuch(FULL, wait=30)
    services.limits.spend(rate, context.identity, context.address)


class RatedRoute(Route):
    def __init__(self, path: str, endpoint: Endpoint, rate: str, methods: Sequence[str] | None = None) -> None:
        super().__init__(path, endpoint, methods=methods)
        assert rate in RATES, rate
        self.rate = rate

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        spend(scope, self.rate)
        await super().handle(scope, receive, send)


class RatedSocket(WebSocketRoute):
    def __init__(self, path: str, endpoint: Callable[[WebSocket], Awaitable[None]], rate: str) -> None:
        super().__init__(path, endpoint)
        assert rate in RATES, rate
        self.rate = rate

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        spend(scope, self.rate)
        await super().handle(scope, receive, send)


async def nowhere(scope: Scope, receive: Receive, send: Send) -> None:
    """An address that nothing is at."""
    spend(scope, "page")
    raise HTTPException(404)
