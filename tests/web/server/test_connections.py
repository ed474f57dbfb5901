"""Exposed directly to the net: silent sockets, endless headers, crowds, talking WebSockets, bodies cut off."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn
from uvicorn.server import ServerState
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from purrlor.web.server import connections
from purrlor.web.server.connections import HEAD_BYTES, BoundedSocket, Doorkeeper, http_protocol
from tests.fixtures.playing import PATIENCE, until
from tests.fixtures.visitors import GAME, running

pytestmark = pytest.mark.anyio


async def app(scope: Any, receive: Any, send: Any) -> None:
    """Reads a body and says how long it was; or listens on a socket."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        while (await receive())["type"] != "websocket.disconnect":
            pass
        return
    size, more = 0, True
    while more:
        message = await receive()
        size += len(message.get("body", b""))
        more = message.get("more_body", False)
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"%d" % len(str(size)))]})
    await send({"type": "http.response.body", "body": str(size).encode()})


@asynccontextmanager
async def door(keeper: Doorkeeper | None = None) -> AsyncIterator[int]:
    """A listening port with the real protocol behind it."""
    protocol = http_protocol(keeper or Doorkeeper(1.0, 1000, ""))
    config = uvicorn.Config(app, http=protocol, ws=BoundedSocket, ws_per_message_deflate=False, lifespan="off")
    config.load()
    state = ServerState()
    server = await asyncio.get_running_loop().create_server(
        lambda: protocol(config=config, server_state=state, app_state={}), "127.0.0.1", 0
    )
    async with server:
        yield server.sockets[0].getsockname()[1]


@asynccontextmanager
async def guest(port: int) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """Somebody who comes in by a plain socket."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        yield reader, writer
    finally:
        writer.close()
        with suppress(ConnectionError):
            await writer.wait_closed()


async def all_of(reader: asyncio.StreamReader) -> bytes:
    """Everything until the other side closes."""
    async with asyncio.timeout(PATIENCE):
        with suppress(ConnectionError):
            return await reader.read()
    return b""


def close_code(screen: ClientConnection) -> int:
    """With which code a screen is closed, whatever it is sent before."""
    try:
        while True:
            screen.recv(PATIENCE)
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd is not None else 1006


async def test_a_silent_socket_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "HEAD_SECONDS", 0.05)
    async with door() as port:
        for begun in (b"", b"\r\n", b"GET / HT", b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: "):
            async with guest(port) as (reader, writer):
                writer.write(begun)
                answer = await all_of(reader)
                assert answer == b"" or answer.startswith(b"HTTP/1.1 408 "), begun


async def test_one_who_drips_is_no_better(monkeypatch: pytest.MonkeyPatch) -> None:
    """The deadline is for the whole head, not for the next byte."""
    monkeypatch.setattr(connections, "HEAD_SECONDS", 0.2)
    async with door() as port, guest(port) as (reader, writer):
        writer.write(b"GET / HTTP/1.1\r\n")
        closed = asyncio.create_task(all_of(reader))

        def drips_until_closed() -> bool:
            with suppress(ConnectionError):
                writer.write(b"X: y\r\n")
            return closed.done()

        await until(drips_until_closed)
        answer = await closed  # nothing, where a drip met the closed door and the answer was lost with the line
        assert answer == b"" or answer.startswith(b"HTTP/1.1 408 ")


async def test_after_an_answer_the_next_head_has_its_time_too(monkeypatch: pytest.MonkeyPatch) -> None:
    async with door() as port, guest(port) as (reader, writer):
        for _ in range(3):
            writer.write(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nmeow")
            assert (await reader.readuntil(b"\r\n\r\n4")).startswith(b"HTTP/1.1 200 ")
        monkeypatch.setattr(connections, "HEAD_SECONDS", 0.05)
        writer.write(b"\r\n")  # a sign that begins no request must not keep the door open
        assert (await all_of(reader)).startswith(b"HTTP/1.1 408 ")


@pytest.mark.parametrize("endless", [b"X-Endless: ", b"X: y\r\n", b"GET /" + b"a" * 100, b"A" * 64])
async def test_endless_headers_are_refused_soon(endless: bytes) -> None:
    """57 MB of them were once taken in."""
    async with door() as port, guest(port) as (reader, writer):
        start = b"" if endless.startswith(b"GET") else b"GET / HTTP/1.1\r\nHost: x\r\n"
        writer.write(start + endless)
        sent = 0
        with suppress(ConnectionError):
            while not writer.transport.is_closing() and sent < 16 * 1024 * 1024 and not reader.at_eof():
                writer.write(endless * 200)
                sent += 200 * len(endless)
                await asyncio.sleep(0)
                if sent > 4 * HEAD_BYTES:
                    await writer.drain()
        answer = await all_of(reader)
        assert answer == b"" or answer.startswith((b"HTTP/1.1 431 ", b"HTTP/1.1 400 "))
        assert sent < 16 * 1024 * 1024


async def test_a_long_body_is_not_taken_for_a_long_head() -> None:
    async with door() as port, guest(port) as (reader, writer):
        body = b"x" * (4 * HEAD_BYTES)
        head = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n" % len(body)
        writer.write((head + body) * 3)  # several at once, as one piece
        for _ in range(3):
            assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 200 ")
            assert await reader.readexactly(len(str(len(body)))) == str(len(body)).encode()


async def test_one_address_holds_only_so_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "OF_ONE_ADDRESS", 5)
    keeper = Doorkeeper(1.0, 1000, "")
    async with door(keeper) as port:
        async with AsyncExitStack() as stack:
            for _ in range(5):
                await stack.enter_async_context(guest(port))
            await until(lambda: keeper.total == 5)
            async with guest(port) as (reader, _):
                assert not await all_of(reader), "the sixth is not let in"
        await until(lambda: keeper.total == 0)
        assert not keeper.open
        async with guest(port) as (reader, writer):
            writer.write(b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            assert (await all_of(reader)).startswith(b"HTTP/1.1 200 ")


def test_proxies_are_not_counted_and_the_house_is_never_overfull() -> None:
    keeper = Doorkeeper(1.0, connections.OF_ONE_ADDRESS + 10, "10.0.0.1")
    assert all(keeper.admit("10.0.0.1") for _ in range(connections.OF_ONE_ADDRESS + 10))
    assert not keeper.admit("10.0.0.2"), "no more than the process can hold"
    assert all(Doorkeeper(0.0, 5000, "").admit("10.0.0.1") for _ in range(3))


async def test_a_screen_is_counted_until_it_is_gone() -> None:
    keeper = Doorkeeper(1.0, 1000, "")
    async with door(keeper) as port:
        counted: list[int] = []

        def look() -> None:
            with connect(f"ws://127.0.0.1:{port}/", open_timeout=PATIENCE):
                counted.append(keeper.total)

        await asyncio.to_thread(look)
        assert counted == [1]
        await until(lambda: keeper.total == 0)


@pytest.mark.parametrize("said", ["meow", b"meow", ["un", "finished"]])
async def test_a_screen_that_speaks_is_closed(said: Any) -> None:
    async with door() as port:

        def speak() -> int:
            with connect(f"ws://127.0.0.1:{port}/", open_timeout=PATIENCE) as screen:
                with suppress(ConnectionClosed):  # before the second half is sent
                    screen.send(said)
                return close_code(screen)

        assert await asyncio.to_thread(speak) in (1006, 1008)  # 1006: what was sent meanwhile cost the reason


async def test_pings_without_end_are_closed_too() -> None:
    async with door() as port:

        def ping() -> int:
            with connect(f"ws://127.0.0.1:{port}/", open_timeout=PATIENCE) as screen:
                with suppress(ConnectionClosed):
                    for _ in range(100_000):
                        screen.ping()
                return close_code(screen)

        assert await asyncio.to_thread(ping) in (1006, 1008)


async def test_whoever_takes_nothing_of_an_answer_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "STUCK_SECONDS", 0.05)
    keeper = Doorkeeper(1.0, 1000, "")

    async def flood(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        for _ in range(200):
            await send({"type": "http.response.body", "body": b"x" * 1024 * 1024, "more_body": True})
        await send({"type": "http.response.body", "body": b""})

    monkeypatch.setitem(globals(), "app", flood)
    async with door(keeper) as port:
        deaf = socket.create_connection(("127.0.0.1", port))
        deaf.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        await until(lambda: keeper.total == 1)
        await until(lambda: keeper.total == 0)
        deaf.close()


def test_a_whole_server_stays_quiet_about_it(tmp_path: Path) -> None:
    """Refused sockets, cut off bodies, broken frames: answered or dropped, and not a line in the log."""
    with running(tmp_path, log="warning") as address:
        port = int(address.rpartition(":")[2])
        with httpx.Client(base_url=address, follow_redirects=True, timeout=PATIENCE) as visitor:
            table = visitor.post(f"/play/{GAME}").url.path
            cookie = "; ".join(f"{name}={value}" for name, value in visitor.cookies.items())
        for path, headers in (
            ("/t/AAAA/live", {}),
            (f"{table}/live", {}),
            (f"{table}/live", {"Origin": "http://["}),
            (f"{table}/live", {"Origin": "https://evil.example"}),
            ("/nowhere", {}),
        ):
            with pytest.raises(InvalidStatus) as refused:
                connect(f"ws://127.0.0.1:{port}{path}", additional_headers=headers, open_timeout=PATIENCE)
            assert refused.value.response.status_code in (403, 404)
        with connect(
            f"ws://127.0.0.1:{port}{table}/live", additional_headers={"Cookie": cookie}, open_timeout=PATIENCE
        ) as screen:
            screen.recv(PATIENCE)
            screen.send(b"\xff\xfe", text=True)
            assert close_code(screen) in (1007, 1008)
        for head in (
            f"POST /play/{GAME} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 900\r\n\r\nlevel=",
            "POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n"
            "Content-Type: application/json\r\n\r\n{",
            f"POST /play/{GAME} HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nlevel",
        ):
            with socket.create_connection(("127.0.0.1", port)) as cut:
                cut.sendall(head.encode())
        upgrade = b"GET / HTTP/1.1\r\nUpgrade: h2c\r\nConnection: upgrade\r\n\r\n"
        for rubbish in (b"\x16\x03\x01\x02", b"GET / HTTP/9\r\n\r\n", upgrade):
            with socket.create_connection(("127.0.0.1", port)) as other:
                other.sendall(rubbish)
        with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as brackets:
            brackets.sendall(b"GET / HTTP/1.1\r\nHost: [\r\nConnection: close\r\n\r\n")
            assert brackets.recv(100).startswith(b"HTTP/1.1 400 ")
        assert httpx.get(f"{address}/healthz", timeout=PATIENCE).status_code == 200
    assert (tmp_path / "trouble").read_text() == ""
