"""The door: every request passes here first. Host, origin, size and ticket are checked; every answer is armoured."""

from __future__ import annotations

import asyncio
import ipaddress
import re
import socket
import time
from collections.abc import Callable, Mapping
from functools import lru_cache
from urllib.parse import parse_qsl, urlencode, urlsplit

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, HTTPConnection
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketDisconnect

from purrlor.core.errors import PurrlorError
from purrlor.core.language import LANGUAGES, N_
from purrlor.web.cookies import COOKIE, LIFETIME, SECURE_COOKIE, Signer
from purrlor.web.rate_limits import BODY_BYTES
from purrlor.web.request_context import LANGUAGE_COOKIE, RequestContext, language_of, ticket_of
from purrlor.web.routes import spend
from purrlor.web.server import metrics
from purrlor.web.server.json_logs import LOG
from purrlor.web.server.settings import Settings
from purrlor.web.services import Services

SAFE = ("GET", "HEAD", "OPTIONS")
DRAINED = 2 * 1024 * 1024  # so much of a body that is too large is still read, so that its sender hears why
BODY_SECONDS = 30.0  # for a whole body
HOST = re.compile(r"(\[[0-9a-f:.]{2,45}\]|[a-z0-9._-]{1,253})(:[0-9]{1,5})?", re.I)
HOST_LENGTH = 262
GONE = 499  # in the metrics: the client did not wait for the response
SPOKE = {"type": "websocket.close", "code": 1008}
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; manifest-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'; trusted-types purrlor"
)
SECURITY_HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),  # paths hold keys: other sites never learn them
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=(), payment=(), usb=()"),
    (b"x-frame-options", b"DENY"),
]

# Stylesheets, scripts and pictures hold nothing of anybody's, and there are many of them on a page.
ASSET_HEADERS = [(b"content-security-policy", b"default-src 'none'"), *SECURITY_HEADERS[1:2], *SECURITY_HEADERS[4:5]]
ASSET_PATHS = ("/s/", "/art/", "/face/")


class CrossSite(PurrlorError):
    """A request another site made a browser send."""


class WrongHost(PurrlorError):
    """A host name this server does not answer to."""


class BadHost(PurrlorError):
    """A Host header that is none."""


class TooLarge(PurrlorError):
    """A body over the limit."""


class TooSlow(PurrlorError):
    """A body that did not come in time."""


Answer = Callable[[Scope, Exception], Response]


class SecurityMiddleware:
    """Wraps the whole application. `answer` turns an error into a response in the visitor's language."""

    def __init__(self, app: ASGIApp, services: Services, answer: Answer) -> None:
        self.app, self.services, self.answer = app, services, answer
        self.settings, self.signer = services.settings, services.signer
        self.hosts = own_host_names(self.settings)
        self.public = self.settings.public.rstrip("/").lower()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        began = time.perf_counter()
        connection = HTTPConnection(scope)
        headers = first_headers(scope)
        address = scope["client"][0] if scope.get("client") else ""
        origin = self.settings.public.rstrip("/") or reached_as(scope, headers)
        scope["context"] = RequestContext(None, language_of(connection), address, origin)
        scope["services"] = self.services
        scope["app"] = self  # so that the router raises what it does not find
        reply = SecuredReply(scope, send, self.signer)
        try:
            self.check_host(headers.get("host", ""))
            self.check_origin(scope, headers)
            if "\0" in scope["path"]:
                raise HTTPException(404)  # no address has one, and databases stumble over it
            self.recognise(connection, headers)
            if (elsewhere := language_switch(connection)) is not None:
                spend(scope, "page")
                await elsewhere(scope, receive, reply.send)
            elif scope["type"] == "http":
                body = LimitedBody(receive)
                await body.check(headers.get("content-length", "0"))
                await self.app(scope, body.read, reply.send)
            else:
                await self.app(scope, Silent(receive, reply.send).read, reply.send)
        except (ClientDisconnect, WebSocketDisconnect):  # nobody is there to be answered
            reply.status = reply.status or GONE
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
            self.record_metrics(scope, reply.status, time.perf_counter() - began)

    def record_metrics(self, scope: Scope, status: int, seconds: float) -> None:
        route, context = route_of(scope), scope["context"]
        metrics.answered(route, str(status)).inc()
        if scope["type"] == "http":
            metrics.took(route).observe(seconds)
        if LOG.isEnabledFor(20) and not route.startswith("/s/"):
            who = self.signer.log_name(context.identity) if context.identity else None
            facts = {"method": scope.get("method", "LIVE"), "route": route, "status": status, "who": who}
            LOG.info("request", extra={"facts": {**facts, "ms": round(seconds * 1000, 2)}})

    def recognise(self, connection: HTTPConnection, headers: Mapping[str, str]) -> None:
        """Who comes. A cookie that is not ours, too old, or of a session that was ended, is nobody's: it is taken away,
        and its bearer is a new person as soon as they do something."""
        scope, context = connection.scope, connection.scope["context"]
        ticket, context.dropped = ticket_of(connection, self.signer)
        if ticket is None:
            return
        sessions = self.services.tables.sessions
        if ticket.session in sessions.ended:
            context.dropped = tuple(name for name in (SECURE_COOKIE, COOKIE) if name in connection.cookies)
            return
        context.identity, context.session = ticket.identity, ticket.session
        if scope["type"] == "http" and not scope["path"].startswith(ASSET_PATHS):
            sessions.saw(ticket.identity, ticket.session, headers.get("user-agent", ""))
            context.fresh = ticket.is_due() or (context.is_https and SECURE_COOKIE not in connection.cookies)

    def check_host(self, host: str) -> None:
        """Only names that are ours: else a page elsewhere whose name suddenly leads here could talk to us."""
        if not host:
            return  # no browser leaves it out
        name = name_of(host)
        if not name:
            raise BadHost(N_("The request names no host that can be read. Open the page by its address again."))
        if self.hosts is not None and name.lower() not in self.hosts and not is_local(name.strip("[]").lower()):
            raise WrongHost(
                N_("This parlour does not answer to the name {name}. Whoever runs it can allow it: PURRLOR_HOSTS."),
                name=name[:60],
            )

    def check_origin(self, scope: Scope, headers: Mapping[str, str]) -> None:
        is_live = scope["type"] == "websocket"
        if not is_live and scope["method"] in SAFE:
            return
        site = headers.get("sec-fetch-site")
        if site is not None and not is_live:
            ours = site in ("same-origin", "none")
        else:
            origin = headers.get("origin")
            ours = origin is None or origin.lower() in {reached_as(scope, headers).lower(), self.public} - {""}
        if not ours:
            raise CrossSite(N_("Another site sent your browser here to do this. Nothing was done."))


class SecuredReply:
    """The response: with security headers, and with the cookie of an identity that was just made."""

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
        context: RequestContext = self.scope["context"]
        if self.status in (200, 304) and self.scope["path"].startswith(ASSET_PATHS):
            return ASSET_HEADERS
        found = list(SECURITY_HEADERS)
        if context.is_https:
            found.append((b"strict-transport-security", b"max-age=31536000"))
        if self.scope.get("method") == "GET":  # so that what the installed app keeps is shown to nobody else
            found.append((b"x-reader", self.signer.reader(context.identity or "").encode()))
        if context.fresh and context.identity:
            name, other = (SECURE_COOKIE, COOKIE) if context.is_https else (COOKIE, "")
            found.append(set_cookie(name, self.signer.cookie(context.identity, context.session), context.is_https))
            found += [set_cookie(other, "", context.is_https)] if other and brought(self.scope, other) else []
        else:
            found += [set_cookie(name, "", context.is_https) for name in context.dropped]
        return found


class LimitedBody:
    """Reads a request's body, as long as it is not too long."""

    def __init__(self, receive: Receive) -> None:
        self.receive, self.taken, self.is_whole = receive, 0, False
        self.until = asyncio.get_running_loop().time() + BODY_SECONDS

    async def check(self, length: str) -> None:
        if not length.isdecimal() or int(length) > BODY_BYTES:
            await self.refuse()

    async def read(self) -> Message:
        if self.is_whole:  # what comes now is that the asker has gone, whenever that is
            return await self.receive()
        message = await self.in_time()
        if message["type"] == "http.request":
            self.taken += len(message.get("body", b""))
            self.is_whole = not message.get("more_body", False)
            if self.taken > BODY_BYTES:
                await self.refuse(not self.is_whole)
        return message

    async def in_time(self) -> Message:
        try:
            async with asyncio.timeout_at(self.until):
                return await self.receive()
        except TimeoutError:
            raise TooSlow(N_("What you sent did not arrive in time. Please try again.")) from None

    async def refuse(self, more: bool = True) -> None:
        while more and self.taken < DRAINED:
            message = await self.in_time()
            if message["type"] == "http.disconnect":
                raise ClientDisconnect
            self.taken += len(message.get("body", b""))
            more = message["type"] == "http.request" and message.get("more_body", False)
        raise TooLarge(N_("That is too much to read at once: {limit} kB at most."), limit=BODY_BYTES // 1024)


class Silent:
    """A socket that only listens. Our pages never send on one: a client that does is disconnected."""

    def __init__(self, receive: Receive, send: Send) -> None:
        self.receive, self.send = receive, send

    async def read(self) -> Message:
        message = await self.receive()
        if message["type"] != "websocket.receive":
            return message
        await self.send(SPOKE)
        return {"type": "websocket.disconnect", "code": 1008}


def first_headers(scope: Scope) -> dict[str, str]:
    """By name; of several with one name the first counts."""
    return {name.decode("latin-1"): value.decode("latin-1") for name, value in reversed(scope["headers"])}


def reached_as(scope: Scope, headers: Mapping[str, str]) -> str:
    """The origin a browser sees, if nothing between it and us changes the address."""
    scheme = {"ws": "http", "wss": "https"}.get(scope["scheme"], scope["scheme"])
    host = headers.get("host", "")
    return f"{scheme}://{host if name_of(host) else 'localhost'}"


def route_of(scope: Scope) -> str:
    """The route's pattern, never the path itself."""
    return str(getattr(scope.get("route"), "path", "none"))


def name_of(host: str) -> str:
    """The name in a Host header, without its port; "" if there is none."""
    return parsed_name(host) if len(host) <= HOST_LENGTH else ""


@lru_cache(maxsize=256)  # every request brings one, and nearly always the same
def parsed_name(host: str) -> str:
    found = HOST.fullmatch(host)
    return found[1] if found else ""


def own_host_names(settings: Settings) -> frozenset[str] | None:
    """The host names answered to besides addresses in figures and localhost; None: any."""
    names = {name.strip().lower() for name in settings.hosts.split(",") if name.strip()}
    if "*" in names:
        return None
    names |= {settings.host.lower(), urlsplit(settings.public).hostname or ""}
    if not settings.hosts and not is_loopback(settings.host):
        machine = socket.gethostname().lower()  # others at home may know it by its name
        names |= {machine, f"{machine}.local"}
    return frozenset(names)


@lru_cache(maxsize=256)
def is_local(name: str) -> bool:
    """An address in figures or this machine's own name for itself: no foreign page has such a name."""
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def is_loopback(address: str) -> bool:
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return address == "localhost"


def brought(scope: Scope, name: str) -> bool:
    return name in HTTPConnection(scope).cookies


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
    response.raw_headers.append(set_cookie(LANGUAGE_COOKIE, wanted, connection.scope["context"].is_https))
    return response
