"""What the benchmarks of the server stand on: a server in a process of its own, and clicks and screens, all lean."""

from __future__ import annotations

import asyncio
import base64
import os
import re
import secrets
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import cast

from purrlor.tables.store import open_store
from purrlor.tables.tables import Tables
from purrlor.web.cookies import Signer


@asynccontextmanager
async def tables_in(database: str, secret: str) -> AsyncIterator[tuple[Tables, Signer]]:
    """Tables to be laid before the server starts, and who signs the cookies of those who sit there."""
    store = await open_store(database)
    tables = Tables(store)
    await tables.start()
    yield tables, Signer(bytes.fromhex(secret))
    await tables.stop()
    await store.close()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def quantile(values: list[float], q: float) -> float:
    ordered = sorted(values)
    return 1e3 * ordered[min(len(ordered) - 1, int(q * len(ordered)))] if ordered else float("nan")


class Process:
    """A server in a process of its own, and what it uses."""

    def __init__(self, code: str, *words: str, environment: Mapping[str, str] | None = None) -> None:
        self.process = subprocess.Popen([sys.executable, "-c", code, *words], env=environment)
        self.ticks = os.sysconf("SC_CLK_TCK")

    def cpu(self) -> float:
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / self.ticks

    def memory(self) -> int:
        for line in Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS"):
                return int(line.split()[1]) * 1024
        return 0

    async def until_open(self, port: int) -> None:
        for _ in range(400):
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.close()
                return
            except OSError:
                await asyncio.sleep(0.05)
        raise SystemExit("the server did not start")

    def end(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(5)
        except subprocess.TimeoutExpired:
            self.process.kill()


class Poster:
    """A few keep-alive connections that send form POSTs, as lean as can be."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.idle: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []

    async def post(self, path: str, body: str, cookie: str = "") -> int:
        reader, writer = self.idle.pop() if self.idle else await asyncio.open_connection("127.0.0.1", self.port)
        head = (
            f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nContent-Length: {len(body)}\r\n"
            f"Content-Type: application/x-www-form-urlencoded\r\nX-Live: 1\r\nSec-Fetch-Site: same-origin\r\n"
            f"Cookie: purrlor={cookie}\r\n\r\n"
        )
        writer.write(head.encode() + body.encode())
        lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        length = re.search(r"content-length: (\d+)", lines, re.I)
        if length and int(length[1]):
            await reader.readexactly(int(length[1]))
        self.idle.append((reader, writer))
        return int(lines.split(" ", 2)[1])


class Screen(asyncio.Protocol):
    """One live screen, as lean as can be: the load must not be what is measured. `take` gets every frame's bytes."""

    def __init__(self, request: bytes, take: Callable[[bytes], None]) -> None:
        self.request, self.take = request, take
        self.lines = bytearray()
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self.transport.write(self.request)

    def data_received(self, data: bytes) -> None:
        self.lines += data
        if not self.opened.done():
            head, end, rest = self.lines.partition(b"\r\n\r\n")
            if not end:
                return
            if not head.startswith(b"HTTP/1.1 101"):
                self.opened.set_exception(SystemExit(f"a screen was refused: {bytes(head[:60])!r}"))
                return
            self.lines = rest
            self.opened.set_result(None)
        while (frame := self.next_frame()) is not None:
            kind, payload = frame
            if kind == 1:
                self.take(payload)
            elif kind == 9:  # are you there? yes
                self.transport.write(bytes((0x8A, 0x80 | len(payload), 0, 0, 0, 0)) + payload)

    def next_frame(self) -> tuple[int, bytes] | None:
        lines = self.lines
        if len(lines) < 2:
            return None
        size, start = lines[1] & 127, 2
        if size > 125:
            start = 4 if size == 126 else 10
            if len(lines) < start:
                return None
            size = int.from_bytes(lines[2:start], "big")
        if len(lines) < start + size:
            return None
        kind, payload = lines[0] & 15, bytes(lines[start : start + size])
        del lines[: start + size]
        return kind, payload


async def open_screen(port: int, path: str, cookie: str, take: Callable[[bytes], None]) -> Screen:
    key = base64.b64encode(secrets.token_bytes(16)).decode()
    request = (
        f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n"
        f"{f'Cookie: purrlor={cookie}' + chr(13) + chr(10) if cookie else ''}\r\n"
    )
    _, screen = await asyncio.get_running_loop().create_connection(
        lambda: Screen(request.encode(), take), "127.0.0.1", port
    )
    await screen.opened
    return screen
