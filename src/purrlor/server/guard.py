"""The door: every request passes here first. Host, origin, size and ticket are checked; every answer is armoured."""

from __future__ import annotations

import time
from collections.abc import Callable
from urllib.parse import parse_qsl, urlencode, urlsplit

from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from purrlor.core.errors import PurrlorError
from purrlor.core.language import LANGUAGES, N_
from purrlor.server import metrics
from purrlor.server.identity import COOKIE, LIFETIME, ForgedIdentity, Signer
from purrlor.server.limits import BODY_BYTES
from purrlor.server.logs import LOG
from purrlor.server.parlour import Parlour
from purrlor.server.visit import TONGUE_COOKIE, Visit, identity_of, language_of

SAFE = ("GET", "HEAD", "OPTIONS")
DRAINED = 2 * 1024 * 1024  # so much of a body that is too large is still read, so that its sender hears why
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; manifest-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
ARMOUR = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),  # paths hold keys: other sites never learn them
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=(), payment=(), usb=()"),
    (b"x-frame-options", b"DENY"),
]

# Stylesheets, scripts and pictures hold nothing of anybody's, and there are many of them on a page.
LIGHT_ARMOUR = [(b"content-security-policy", b"default-src 'none'"), *ARMOUR[1:2], *ARMOUR[4:5]]
LIGHT = ("/s/", "/art/", "/face/")


class CrossSite(PurrlorError):
    """A request another site made a browser send."""


class WrongHost(PurrlorError):
    """A host name this server does not answer to."""


class TooLarge(PurrlorError):
    """A body over the limit."""


Answer = Callable[[Scope, Exception], Response]


class Guard:
    """Wraps the whole application. `answer` turns an error into a response in the visitor's language."""

    def __init__(self, app: ASGIApp, house: Parlour, answer: Answer) -> None:
        self.app, self.house, self.answer = app, house, answer
        self.settings, self.signer = house.settings, house.signer
        self.hosts = frozenset(name.strip().lower() for name in self.settings.hosts.split(",") if name.strip())
        self.public = urlsplit(self.settings.public).netloc.lower()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        began = time.perf_counter()
        connection = HTTPConnection(scope)
        address = connection.client.host if connection.client else ""
        scope["visit"] = Visit(None, language_of(connection), address, self.origin_of(connection))
        scope["parlour"] = self.house
        scope["app"] = self  # so that the router raises what it does not find
        reply = Reply(scope, send, self.signer)
        try:
            self.check_host(connection)
            self.check_origin(connection)
            if "\0" in scope["path"]:
                raise HTTPException(404)  # no address has one, and databases stumble over it
            scope["visit"].identity = self.identity_of(connection)
            if (elsewhere := language_switch(connection)) is not None:
                await elsewhere(scope, receive, reply.send)
            elif scope["type"] == "http":
                body = Body(receive)
                await body.check(connection)
                await self.app(scope, body.read, reply.send)
            else:
                await self.app(scope, receive, reply.send)
        except (PurrlorError, HTTPException) as error:
            if reply.status:
                raise
            await self.answer(scope, error)(scope, receive, reply.send)
        except Exception as error:
            LOG.exception("Something broke", extra={"facts": {"route": route_of(scope)}})
            if reply.status:
                raise
            await self.answer(scope, error)(scope, receive, reply.send)
        finally:
            self.count(scope, reply.status, time.perf_counter() - began)

    def count(self, scope: Scope, status: int, seconds: float) -> None:
        route, visit = route_of(scope), scope["visit"]
        metrics.answered(route, str(status)).inc()
        if scope["type"] == "http":
            metrics.took(route).observe(seconds)
        if LOG.isEnabledFor(20) and not route.startswith("/s/"):
            who = self.signer.shadow(visit.identity) if visit.identity else None
            facts = {"method": scope.get("method", "LIVE"), "route": route, "status": status, "who": who}
            LOG.info("request", extra={"facts": {**facts, "ms": round(seconds * 1000, 2)}})

    def origin_of(self, connection: HTTPConnection) -> str:
        if self.settings.public:
            return self.settings.public.rstrip("/")
        scheme = {"ws": "http", "wss": "https"}.get(connection.scope["scheme"], connection.scope["scheme"])
        return f"{scheme}://{connection.headers.get('host', '')}"

    def identity_of(self, connection: HTTPConnection) -> str | None:
        try:
            return identity_of(connection, self.signer)
        except ForgedIdentity:
            connection.scope["forged"] = True
            raise

    def check_host(self, connection: HTTPConnection) -> None:
        """Only names that are ours: else a page elsewhere whose name suddenly leads here could talk to us."""
        name = urlsplit(f"//{connection.headers.get('host', '')}").hostname or ""
        if self.hosts and name.lower() not in self.hosts and not is_local(name):
            raise WrongHost(N_("This parlour does not answer to the name {name}."), name=name[:60])

    def check_origin(self, connection: HTTPConnection) -> None:
        is_live = connection.scope["type"] == "websocket"
        if not is_live and connection.scope["method"] in SAFE:
            return
        site = connection.headers.get("sec-fetch-site")
        if site is not None and not is_live:
            ours = site in ("same-origin", "none")
        else:
            origin = connection.headers.get("origin")
            at = urlsplit(origin or "").netloc.lower()
            ours = origin is None or (at != "" and at in (connection.headers.get("host", "").lower(), self.public))
        if not ours:
            raise CrossSite(N_("Another site sent your browser here to do this. Nothing was done."))


class Reply:
    """What goes back: with the armour on, and with the ticket of whoever just became somebody."""

    def __init__(self, scope: Scope, send: Send, signer: Signer) -> None:
        self.scope, self.out, self.signer, self.status = scope, send, signer, 0

    async def send(self, message: Message) -> None:
        if message["type"] in ("http.response.start", "websocket.http.response.start"):
            self.status = message["status"]
            message["headers"] = [*message.get("headers", ()), *self.headers()]
        elif message["type"] == "websocket.accept":
            self.status = 101
        await self.out(message)

    def headers(self) -> list[tuple[bytes, bytes]]:
        visit: Visit = self.scope["visit"]
        if self.status in (200, 304) and self.scope["path"].startswith(LIGHT):
            return LIGHT_ARMOUR
        found = list(ARMOUR)
        if visit.is_https:
            found.append((b"strict-transport-security", b"max-age=31536000"))
        if visit.fresh and visit.identity:
            found.append(set_cookie(COOKIE, self.signer.cookie(visit.identity), visit.is_https))
        elif self.scope.get("forged"):
            found.append(set_cookie(COOKIE, "", visit.is_https))
        return found


class Body:
    """Reads a request's body, as long as it is not too long."""

    def __init__(self, receive: Receive) -> None:
        self.receive, self.taken = receive, 0

    async def check(self, connection: HTTPConnection) -> None:
        length = connection.headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > BODY_BYTES:
            await self.refuse()

    async def read(self) -> Message:
        message = await self.receive()
        if message["type"] == "http.request":
            self.taken += len(message.get("body", b""))
            if self.taken > BODY_BYTES:
                await self.refuse(message.get("more_body", False))
        return message

    async def refuse(self, more: bool = True) -> None:
        while more and self.taken < DRAINED:
            message = await self.receive()
            self.taken += len(message.get("body", b""))
            more = message["type"] == "http.request" and message.get("more_body", False)
        raise TooLarge(N_("That is too much to read at once: {limit} kB at most."), limit=BODY_BYTES // 1024)


def route_of(scope: Scope) -> str:
    """The route's pattern, never the path itself."""
    return str(getattr(scope.get("route"), "path", "none"))


def is_local(name: str) -> bool:
    """An address in figures or this machine's own name for itself: no foreign page has such a name."""
    return name == "localhost" or name.replace(".", "").isdecimal() or ":" in name


def set_cookie(name: str, value: str, is_https: bool, *, hidden: bool = True) -> tuple[bytes, bytes]:
    age = LIFETIME if value else 0
    parts = [f"{name}={value}", f"Max-Age={age}", "Path=/", "SameSite=Lax"]
    parts += ["HttpOnly"] * hidden + ["Secure"] * is_https
    return b"set-cookie", "; ".join(parts).encode()


def language_switch(connection: HTTPConnection) -> Response | None:
    """`?lang=ru` on any page keeps the language and comes back to the same place."""
    if connection.scope["type"] != "http" or connection.scope["method"] != "GET":
        return None
    wanted = connection.query_params.get("lang")
    if wanted not in LANGUAGES:
        return None
    rest = [(key, value) for key, value in parse_qsl(connection.url.query) if key != "lang"]
    path = "/" + connection.url.path.lstrip("/")  # never //elsewhere
    response = RedirectResponse(path + (f"?{urlencode(rest)}" if rest else ""), 303)
    response.raw_headers.append(set_cookie(TONGUE_COOKIE, wanted, connection.scope["visit"].is_https))
    return response
