"""Browsers and programs without a network: requests, sockets and streams straight into the application.

Everything runs in the test's own event loop, so that a test knows exactly when an answer was made, and thousands of
them cost little. What was sent is noted at the moment the application sends it.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from visitors import SECRET

from purrlor.server.app import make_app, opened
from purrlor.server.guard import Guard
from purrlor.server.identity import COOKIE
from purrlor.server.settings import settings

HOST = "parlour.test"


@asynccontextmanager
async def open_app(folder: Path, **given: Any) -> AsyncIterator[Guard]:
    """The whole application, started, in this event loop."""
    usual = {"secret": SECRET, "bots": 0, "pace": 0.0, "log": "error", "rate": 0.0}
    app = make_app(settings({}, database=f"sqlite:///{folder}/parlour.db", **{**usual, **given}))
    async with opened(app.house):
        yield app


@dataclass
class Answer:
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()

    def json(self) -> Any:
        return json.loads(self.body)


def scope_of(kind: str, path: str, headers: dict[str, str]) -> dict[str, Any]:
    path, _, query = path.partition("?")
    return {
        "type": kind,
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "scheme": "ws" if kind == "websocket" else "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "headers": [(name.lower().encode(), value.encode()) for name, value in {"host": HOST, **headers}.items()],
        "client": ("127.0.0.1", 50_000),
        "server": (HOST, 80),
        "extensions": {"websocket.http.response": {}},
    }


@dataclass
class Client:
    """One browser (with the cookie of an identity), one program (with a token), or a stranger."""

    app: Guard
    identity: str = ""
    token: str = ""

    @property
    def headers(self) -> dict[str, str]:
        if self.token:
            return {"authorization": f"Bearer {self.token}"}
        return {"cookie": f"{COOKIE}={self.app.signer.cookie(self.identity)}"} if self.identity else {}

    async def ask(self, method: str, path: str, data: dict[str, Any] | None = None, **headers: str) -> Answer:
        body, kind = b"", {}
        if data is not None and path.startswith("/api"):
            body, kind = json.dumps(data).encode(), {"content-type": "application/json"}
        elif data is not None:
            body, kind = urlencode(data).encode(), {"content-type": "application/x-www-form-urlencoded"}
        scope = scope_of("http", path, {**self.headers, **kind, "content-length": str(len(body)), **headers})
        scope["method"] = method
        answer, messages = Answer(0, {}, b""), [{"type": "http.request", "body": body, "more_body": False}]

        async def receive() -> dict[str, Any]:
            return messages.pop() if messages else {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            if message["type"] == "http.response.start":
                answer.status = message["status"]
                answer.headers = {name.decode(): value.decode() for name, value in message["headers"]}
            else:
                answer.body += message.get("body", b"")

        await self.app(scope, receive, send)
        return answer

    async def get(self, path: str, **headers: str) -> Answer:
        return await self.ask("GET", path, **headers)

    async def post(self, path: str, data: dict[str, Any] | None = None, **headers: str) -> Answer:
        return await self.ask("POST", path, data or {}, **headers)


@dataclass
class Line:
    """An open socket or stream. `heard` is called with every text at the moment it is sent."""

    app: Guard
    scope: dict[str, Any]
    heard: Callable[[str], None]
    code: int = 0  # of a socket that the server closed, or the status of a refusal
    status: int = 0
    ended: bool = False
    gone: asyncio.Event = field(default_factory=asyncio.Event)
    opening: bool = True
    task: asyncio.Task[None] = field(init=False)

    def start(self) -> Line:
        self.task = asyncio.get_running_loop().create_task(self.run())
        return self

    async def run(self) -> None:
        try:
            await self.app(self.scope, self.receive, self.send)
        finally:
            self.ended = True

    async def receive(self) -> dict[str, Any]:
        if self.opening:
            self.opening = False
            is_socket = self.scope["type"] == "websocket"
            return {"type": "websocket.connect"} if is_socket else {"type": "http.request", "body": b""}
        await self.gone.wait()
        return {"type": "websocket.disconnect" if self.scope["type"] == "websocket" else "http.disconnect"}

    async def send(self, message: Any) -> None:
        kind = message["type"]
        if kind == "websocket.send":
            self.heard(message["text"])
        elif kind == "websocket.close":
            self.code = message.get("code", 1000)
            self.gone.set()
        elif kind.endswith("response.start"):
            self.status = message["status"]
        elif kind == "http.response.body" and self.status == 200 and message.get("body"):
            self.heard(message["body"].decode())

    async def close(self) -> None:
        self.gone.set()
        await self.task


def socket(client: Client, path: str, heard: Callable[[str], None]) -> Line:
    return Line(client.app, scope_of("websocket", path, client.headers), heard).start()


def stream(client: Client, path: str, heard: Callable[[str], None]) -> Line:
    scope = scope_of("http", path, client.headers)
    scope["method"] = "GET"
    return Line(client.app, scope, heard).start()


async def settle(turns: int = 12) -> None:
    """Let everything that can go on go on, as far as it does without the store or time."""
    for _ in range(turns):
        await asyncio.sleep(0)
