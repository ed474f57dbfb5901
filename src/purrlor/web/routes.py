"""Routes, and what each declares: its rate class, and for an action who may ask and for which seat.

    ActionRoute("/t/{id}/play", table.play, "act", who=Who.COOKIE, seat=("seat",))

The rate class is spent before the handler runs and before a body is read. Then the form of an action is read, and it is
settled who asks and for which seat: the handler gets them ready. Answers go out compressed, but for those to a script's
POST: they are empty or a sentence, and there are hundreds a second.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

from purrlor.core.errors import PurrlorError
from purrlor.core.language import N_
from purrlor.core.seats import WATCHER
from purrlor.tables.errors import NotSeated
from purrlor.tables.tables import Tables
from purrlor.web.forms import Form, read_form
from purrlor.web.rate_limits import FULL, RATES, TooMuch
from purrlor.web.request_context import RequestContext, context_of
from purrlor.web.services import Services, services_of

AnyEndpoint = Callable[..., Awaitable[Response]]  # of a request, or of what a kind of route makes of one
NOT_SEATED = N_("You do not sit at this table.")
NOBODY = N_("We do not know you yet: there is nothing to do here.")


def spend(scope: Scope, rate: str) -> None:
    """Take one from the buckets of the visitor and of their address; TooMuch if one is empty.

    New tables wait while the server has more to do than it can: those who play come first.
    """
    context, services = scope["context"], scope["services"]
    if rate == "table" and services.limits.factor and services.loop_lag.is_overloaded():
        raise TooMuch(FULL, wait=30)
    services.limits.spend(rate, context.identity, context.address)


def compressed(app: ASGIApp) -> ASGIApp:
    return GZipMiddleware(app, minimum_size=500, compresslevel=9)


class RatedRoute(Route):
    def __init__(self, path: str, endpoint: AnyEndpoint, rate: str, methods: Sequence[str] | None = None) -> None:
        super().__init__(path, endpoint, methods=methods)
        self.app = compressed(self.app)
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


# ------------------------------------------------------------ actions: POSTs that change something
class Who(Enum):
    """Who may ask."""

    ANYBODY = auto()  # `me` is "" for somebody new: the handler makes an identity when it needs one
    COOKIE = auto()  # somebody with an identity, else NotSeated; one that the store has forgotten is made again
    KNOWN = auto()  # somebody whom the store knows, else NotSeated


@dataclass(frozen=True, slots=True)
class Action:
    """What somebody asks for, ready to be carried out."""

    request: Request
    services: Services
    context: RequestContext
    me: str
    form: Form
    seat: int  # WATCHER where the route asks for none

    @property
    def tables(self) -> Tables:
        return self.services.tables

    @property
    def table_id(self) -> str:
        return str(self.request.path_params["id"])

    @property
    def is_live(self) -> bool:
        """Whether a script asks: its socket brings what follows."""
        return "x-live" in self.request.headers

    def acknowledge(self, to: str | Callable[[Action], str]) -> Response:
        """The answer to an action: nothing for the live client, else a redirect."""
        if self.is_live:
            return Response(status_code=204)
        return RedirectResponse(to if isinstance(to, str) else to(self), 303)

    def send_to(self, to: str) -> Response:
        """The answer to an action that leads to another page."""
        if self.is_live:
            return Response(json.dumps({"go": to}), media_type="application/json")
        return RedirectResponse(to, 303)


Handler = Callable[[Action], Awaitable[Response]]
OnError = Callable[[Request, PurrlorError], Awaitable[Response | None]]


class ActionRoute(RatedRoute):
    """`seat`: names of the form's field with the seat, the first that is there counts. `on_error`: another answer than
    the error page; None where there is no better one."""

    def __init__(
        self,
        path: str,
        handler: Handler,
        rate: str,
        *,
        who: Who = Who.ANYBODY,
        seat: tuple[str, ...] = (),
        on_error: OnError | None = None,
    ) -> None:
        super().__init__(path, handler, rate, methods=["POST"])
        self.handler, self.who, self.seat, self.on_error = handler, who, seat, on_error
        self.app = self.carry_out

    async def carry_out(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Once the rate is spent: the form is read, the handler does what is asked for, the answer goes out."""
        request = Request(scope, receive)
        try:
            response = await self.handler(await read_action(request, self.who, self.seat))
        except PurrlorError as error:
            answer = await self.on_error(request, error) if self.on_error is not None else None
            if answer is None:
                raise  # here: a frame that held the error and raised it would be garbage for the collector
            response = answer
        is_short = "x-live" in request.headers
        await (response if is_short else compressed(response))(scope, receive, send)


async def read_action(request: Request, who: Who, seat: tuple[str, ...]) -> Action:
    services, context = services_of(request), context_of(request)
    form = await read_form(request)
    me = await identity_for(services, context, who)
    number = form.number(next((name for name in seat if name in form), seat[-1]), high=WATCHER) if seat else WATCHER
    return Action(request, services, context, me, form, number)


async def identity_for(services: Services, context: RequestContext, who: Who) -> str:
    if who is Who.ANYBODY:
        return context.identity or ""
    if context.identity is None:
        raise NotSeated(NOT_SEATED if who is Who.COOKIE else NOBODY)
    if who is Who.COOKIE:
        return await services.person(context)
    if not await services.is_known(context.identity):
        raise NotSeated(NOBODY)
    return context.identity
