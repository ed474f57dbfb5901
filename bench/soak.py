"""Memory over many requests of every kind, good and bad: it must stay flat.

A server in a process of its own is sent pages, clicks, answers for programs, sockets that are let in and sockets that
are refused, unknown tables, broken forms and bad tokens, in turn. Its memory is noted along the way.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import TypedDict

from load import Process, free_port, tables_in

from purrlor.lab.reports.plots import lines_plot, page, section

SECRET = "50" * 32
SERVER = """
import sys
from purrlor.web.server.run import serve
port, database, secret = int(sys.argv[1]), sys.argv[2], sys.argv[3]
sys.exit(serve(host="127.0.0.1", port=port, database=database, secret=secret, rate=0, log="error", bots=0))
"""
LANES = 8  # requests under way at a time
POINTS = 50
MOST = 10_000_000
WARM = 0.2  # of all requests: until then caches fill
FLAT = 24 * 1024 * 1024  # bytes that memory may rise after that: garbage between two collections
MB = 1024 * 1024
FORM = "Content-Type: application/x-www-form-urlencoded\r\nSec-Fetch-Site: same-origin\r\n"
UPGRADE = (
    "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
)


class Lane:
    """One after another, on a connection that is kept as long as the server keeps it."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.line: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, headers: str = "", body: str = "") -> int:
        """The status of the answer. A socket that was let in is left after its first frame."""
        is_socket = "Upgrade" in headers
        if self.line is None or is_socket:
            self.leave()
            self.line = await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self.line
        length = f"Content-Length: {len(body)}\r\n" if method == "POST" else ""
        writer.write(f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n{headers}{length}\r\n{body}".encode())
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
            status = int(head.split(" ", 2)[1])
            if status == 101:
                await reader.readexactly(2)
            else:
                await self.read_body(reader, head)
        except (asyncio.IncompleteReadError, ConnectionError):
            self.leave()
            return 0
        if is_socket or "connection: close" in head.lower():
            self.leave()
        return status

    async def read_body(self, reader: asyncio.StreamReader, head: str) -> None:
        found = re.search(r"content-length: (\d+)", head, re.IGNORECASE)
        if found:
            await reader.readexactly(int(found[1]))
        elif "chunked" in head.lower():
            while size := int((await reader.readuntil(b"\r\n")).strip(), 16):
                await reader.readexactly(size + 2)
            await reader.readexactly(2)

    def leave(self) -> None:
        if self.line is not None:
            self.line[1].close()
            self.line = None


Kind = tuple[str, str, str, str]  # method, path, headers, body


def kinds_of(table: str, watch: str, cookie: str, token: str) -> dict[str, Callable[[int], Kind]]:
    """Every kind of request there is, by name; the number makes addresses differ."""
    mine, program = f"Cookie: purrlor={cookie}\r\n", f"Authorization: Bearer {token}\r\n"
    return {
        "first page": lambda n: ("GET", "/", "", ""),
        "own table": lambda n: ("GET", f"/t/{table}", mine, ""),
        "frame": lambda n: ("GET", f"/t/{table}/live", mine, ""),
        "watcher's page": lambda n: ("GET", f"/w/{watch}", "", ""),
        "program's view": lambda n: ("GET", f"/api/tables/{table}", program, ""),
        "rules": lambda n: ("GET", "/rules/cat-cafe", "", ""),
        "QR code": lambda n: ("GET", f"/qr/{table}.svg", "", ""),
        "reaction": lambda n: ("POST", f"/t/{table}/react", mine + FORM, "seat=0&kind=purr"),
        "socket": lambda n: ("GET", f"/t/{table}/live", mine + UPGRADE, ""),
        "watcher's socket": lambda n: ("GET", f"/w/{watch}/live", UPGRADE, ""),
        "unknown table": lambda n: ("GET", f"/t/nowhere{n}", "", ""),
        "unknown to watch": lambda n: ("GET", f"/w/nowhere{n}", "", ""),
        "unknown page": lambda n: ("GET", f"/nowhere/{n}", "", ""),
        "unknown QR code": lambda n: ("GET", f"/qr/nowhere{n}.svg", "", ""),
        "socket to nowhere": lambda n: ("GET", f"/t/nowhere{n}/live", UPGRADE, ""),
        "socket refused": lambda n: ("GET", f"/t/{table}/live", UPGRADE, ""),
        "bad token": lambda n: ("GET", f"/api/tables/{table}", f"Authorization: Bearer x{n}\r\n", ""),
        "bad cookie": lambda n: ("GET", f"/t/{table}", f"Cookie: purrlor=x{n}.1.y\r\n", ""),
        "bad form": lambda n: ("POST", f"/t/{table}/play", mine + FORM, f"seat=x&seen={n}"),
        "stale click": lambda n: ("POST", f"/t/{table}/play", mine + FORM, "seat=0&seen=0&action=0"),
        "look back too early": lambda n: ("GET", f"/t/{table}/replay?part=1", mine, ""),
        "review too early": lambda n: ("GET", f"/t/{table}/review", mine, ""),
        "advice not allowed": lambda n: ("POST", f"/t/{table}/advice", mine + FORM, "seat=0&seen=0"),
        "claim to nowhere": lambda n: ("POST", f"/t/nowhere{n}/claim", mine + FORM, "wanted=0"),
        "wrong code": lambda n: ("POST", "/code", FORM, f"code={n:09}"),
        "counted sheet": lambda n: ("GET", f"/count/more-kitties/result?seats=2&pile-0={n % 9}", "", ""),
        "sheet that cannot be": lambda n: ("GET", f"/count/more-kitties/result?seats={n}", "", ""),
        "puzzle": lambda n: ("GET", f"/puzzle/cat-cafe/{n % 5 + 1}", "", ""),
        "bad JSON": lambda n: ("POST", "/api/tables", "Content-Type: application/json\r\n", '{"game": '),
    }


class Soaked(TypedDict):
    requests: int
    seconds: float
    curve: list[tuple[int, int]]  # requests so far, bytes
    rise_bytes: int
    flat: bool
    server_errors: int
    statuses: dict[str, dict[int, int]]


async def soak(requests: int, progress: Callable[[int, int], None]) -> Soaked:
    with tempfile.TemporaryDirectory() as folder:
        database, port = f"sqlite:///{folder}/soak.db", free_port()
        async with tables_in(database, SECRET) as (tables, signer):
            me = (await tables.identities.create("Ann", "en")).id
            table = await tables.create(me, "cat-cafe", 2, people=["Ann", "Boris"], begin=True)
            token = await tables.identities.make_token(table.id, me, 0)
            kinds = list(kinds_of(table.id, table.facts.watch_key, signer.cookie(me), token).items())
        server = Process(SERVER, str(port), database, SECRET)
        statuses: dict[str, Counter[int]] = {name: Counter() for name, _ in kinds}
        curve: list[tuple[int, int]] = []
        numbers, began = iter(range(requests)), time.perf_counter()
        try:
            await server.until_open(port)

            async def work() -> None:
                lane = Lane(port)
                for n in numbers:
                    name, make = kinds[n % len(kinds)]
                    statuses[name][await lane.ask(*make(n))] += 1
                    if n % max(1, requests // POINTS) == 0:
                        curve.append((n, server.memory()))
                        progress(n, curve[-1][1])
                lane.leave()

            await asyncio.gather(*(work() for _ in range(LANES)))
            curve.append((requests, server.memory()))
        finally:
            server.end()
    warm = [memory for n, memory in curve if n >= WARM * requests]
    return {
        "requests": requests,
        "seconds": round(time.perf_counter() - began, 1),
        "curve": curve,
        "rise_bytes": max(warm) - warm[0],
        "flat": max(warm) - warm[0] <= FLAT,
        "server_errors": sum(n for found in statuses.values() for status, n in found.items() if status >= 500),
        "statuses": {name: dict(sorted(found.items())) for name, found in statuses.items()},
    }


def picture(found: Soaked) -> str:
    """The curve as a page of its own, drawn as the lab draws."""
    title = f"Memory of the server over {found['requests']} requests of every kind, MB"
    line = [(float(n), memory / MB) for n, memory in found["curve"]]
    return page("Soak", [section(title, lines_plot({"memory": line}, title, percent=False))], "en")


def picture_alone(found: Soaked) -> str:
    """The drawing itself, for any place that can show a picture."""
    whole = picture(found)
    drawing = whole[whole.index("<svg") : whole.index("</svg>") + len("</svg>")]
    style = whole[whole.index("<style>") : whole.index("</style>") + len("</style>")]
    return drawing.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1).replace(
        "><title>", f">{style}<title>", 1
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--requests", type=int, default=100_000)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--picture", type=Path, default=None, help="an SVG file to draw the curve into")
    args = parser.parse_args()

    def progress(n: int, memory: int) -> None:
        print(f"\r{n} requests, {memory / MB:.1f} MB", end="", file=sys.stderr)

    found = asyncio.run(soak(max(100, min(args.requests, MOST)), progress))
    print(file=sys.stderr)
    if args.picture is not None:
        args.picture.write_text(picture_alone(found))
    if args.json:
        print(json.dumps(found, indent=2))
    else:
        print("requests      MB")
        for n, memory in found["curve"]:
            print(f"{n:>8}  {memory / MB:>6.1f}")
        for name, statuses in found["statuses"].items():
            print(f"{name:<20} {', '.join(f'{n} × {status}' for status, n in statuses.items())}")
        print(f"{found['rise_bytes'] / MB:.1f} MB more after the first fifth, {found['server_errors']} server errors")
    return 0 if found["flat"] and not found["server_errors"] else 1


if __name__ == "__main__":
    sys.exit(main())
