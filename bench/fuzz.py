"""Hostile input in numbers: requests, raw bytes and socket frames that nobody well meant would send.

    python bench/fuzz.py                      # 100 000 against a server of its own
    python bench/fuzz.py --count 2000 --seed 7

Ends with an error if one answer is a 5xx, if the log holds a traceback, or if the server does not live any more. Memory
before and after is printed.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import quote

from purrlor import games
from purrlor.web.app import make_app
from purrlor.web.server.settings import settings

GAMES = (*(known.name for known in games()), "chess", "..", "%00")
IN_FLIGHT = 32
VISIT = 5000  # requests until there is a new visitor with new tables
PATIENCE, SILENCE = 60.0, 0.2  # seconds to wait for an answer: to a whole request, and to one that may get none
STARTS = 600.0  # seconds for what is needed first: the server is still starting then
UNSURE = {"Content-Length", "Transfer-Encoding", "Expect", "Upgrade", "Connection"}
SERVE = """
import socket, sys
from purrlor.web.server import run
run.bind = lambda *_, **__: socket.socket(fileno=int(sys.argv[1]))
run.serve()
"""
JUNK = (
    "", "0", "-1", "1e9", "9" * 40, "a" * 5000, "%00", "%ff%fe", "..%2f..%2fetc%2fpasswd", "..%5C..%5Cx", "<script>",
    "'\"><img src=x onerror=1>", "{{7*7}}", "%0d%0aSet-Cookie:%20x=1", "🐱", "\u202e", "null", "true", "[]", "{}", "١٢",
)  # fmt: skip
METHODS = ("GET", "GET", "GET", "POST", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH", "MEOW", "CONNECT")
HEADERS = (
    ("Host", ("localhost", "[", "[::1", "evil.example", "", "a b", "x" * 300, "localhost:99999", "é")),
    ("Origin", ("http://[", "null", "", "https://localhost", "http://localhost", "[", "\xff")),
    ("Sec-Fetch-Site", ("cross-site", "same-origin", "none", "rubbish")),
    ("Cookie", ("purrlor=x", "purrlor=a.b.c.d", "purrlor=..", "__Host-purrlor=x.y.z", "=;=;", "purrlor", "\xff=\xff")),
    ("Accept-Language", ("ru", "en;q=x", "*" * 300, ",,,;;;")),
    ("Authorization", ("Bearer x", "Bearer ", "Basic eDp5", "\xff")),
    ("Content-Type", ("application/json", "application/x-www-form-urlencoded", "text/xml", "multipart/form-data", "")),
    ("Content-Length", ("-1", "x", "99999999999999999999", "5", "0", "5, 6")),
    ("Transfer-Encoding", ("chunked", "gzip, chunked", "identity")),
    ("Expect", ("100-continue", "rubbish")),
    ("X-Forwarded-For", ("127.0.0.1", "rubbish", "1.2.3.4, 5.6.7.8")),
    ("X-Live", ("1",)),
    ("Upgrade", ("websocket", "h2c")),
    ("Connection", ("upgrade", "close", "keep-alive")),
    ("Range", ("bytes=0-", "bytes=9999999999-", "rubbish")),
    ("If-None-Match", ('"x"', "*")),
)
ODD_PATHS = (
    "/leave/{t}", "/new/{g}/friends", "/new/{g}/device", "/art/{x}", "/{x}", "//evil.example", "/t//", "*",
    "http://evil.example/", "",
)  # fmt: skip
FIELDS = (
    "name", "seat", "seen", "action", "instead", "level", "cats", "seats", "who", "kind", "key", "away", "clock",
    "session", "sure", "option-rounds", "name-0", "code", "wanted", "nonce", "commit", "tried", "at", "as", "n", "part",
    "r0-0", "r1-1", "t0-0", "h3-0", "c2-1", "paws-0", "pile-0", "colour-0", "clan-0", "x4", "turned", "over",
)  # fmt: skip


class Fuzzer:
    def __init__(self, port: int, seed: int, paths: list[tuple[str, str]]) -> None:
        self.port, self.dice, self.paths = port, random.Random(seed), paths
        self.cookie = ""
        self.tables: list[str] = []
        self.keys: list[str] = []  # of watchers
        self.tokens: list[str] = []  # of programs
        self.statuses: Counter[str] = Counter()

    async def sit_down(self) -> None:
        """A real visitor, and real tables of every game and stage: much is only reached from there."""
        self.cookie, self.tables, self.keys, self.tokens = "", [], [], []
        for known in games():
            text = await self.plain("POST", f"/play/{known.name}", f"Cookie: {self.cookie}\r\n" if self.cookie else "")
            if not self.cookie:
                self.cookie = re.search(r"set-cookie: (purrlor=[^;]+)", text, re.I)[1]  # type: ignore[index]
            self.tables.append(re.search(r"location: /t/([\w-]+)", text, re.I)[1])  # type: ignore[index]
        await self.create(begin=False)
        await self.play_whole_match(await self.create(begin=True))

    async def plain(self, method: str, path: str, headers: str = "", body: str = "") -> str:
        head = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{headers}"
        wish = f"{head}Content-Length: {len(body)}\r\n\r\n{body}"
        return (await self.ask(wish.encode(), STARTS, whole=True)).decode("utf-8", "replace")

    async def call(self, method: str, path: str, headers: str = "", **fields: object) -> dict[str, Any]:
        """The answer of the API."""
        text = await self.plain(method, path, f"Content-Type: application/json\r\n{headers}", json.dumps(fields))
        found: dict[str, Any] = json.loads(text.partition("\r\n\r\n")[2])
        return found

    async def create(self, *, begin: bool) -> dict[str, Any]:
        wish: dict[str, Any] = {"game": "pocket-cats", "name": "Robot", "cats": ["kitten"], "begin": begin}
        seat = await self.call("POST", "/api/tables", **wish)
        self.tables.append(seat["table"])
        self.keys.append(seat["watch"].rpartition("/")[2])
        self.tokens.append(seat["token"])
        return seat

    async def play_whole_match(self, seat: dict[str, Any]) -> None:
        at, token = f"/api/tables/{seat['table']}", f"Authorization: Bearer {seat['token']}\r\n"
        while (view := await self.call("GET", at, token))["stage"] == "running":
            if view["actions"]:
                await self.call("POST", f"{at}/act", token, action=view["actions"][0]["action"], seen=view["seen"])

    async def ask(self, data: bytes, patience: float = PATIENCE, *, stays: bool = True, whole: bool = False) -> bytes:
        """Bytes as they are, and the beginning of the answer, or all of it until the other side closes."""
        with suppress(ConnectionError, TimeoutError):
            async with asyncio.timeout(patience):
                reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
                try:
                    writer.write(data)
                    if not stays:
                        return b""  # gone before the answer
                    return await reader.read(-1 if whole else 65536)
                finally:
                    writer.close()
        return b""

    def text(self) -> str:
        """Rubbish, most often written as an address or a form may hold it."""
        found = self.dice.choice((*JUNK, self.dice.choice(self.tables), str(self.dice.randrange(8))))
        return quote(found, safe="%") if self.dice.random() < 0.8 else found

    def address(self) -> tuple[str, str]:
        """A method and an address of the server, with what is there or with rubbish in its places."""
        dice, table, key = self.dice, self.dice.choice(self.tables), self.dice.choice(self.keys)
        if dice.random() < 0.2:
            table = key = self.text()
        method, path = dice.choice(self.paths)
        if dice.random() < 0.2:
            method = dice.choice(METHODS)
        return method, path.format(g=dice.choice(GAMES), t=table, w=key, x=self.text())

    def request(self) -> tuple[bytes, bool]:
        """And whether it is sure to be answered."""
        dice = self.dice
        method, path = self.address()
        if dice.random() < 0.4:
            path += "?" + "&".join(f"{dice.choice(FIELDS)}={self.text()}" for _ in range(dice.randrange(4)))
            path += dice.choice(("", "&lang=ru", "&part=1", "&at=5&as=0", "&lobby=1", "&up=1", "&changes=1"))
        lines = [f"{method} {path} HTTP/1.1"]
        body = self.body() if dice.random() < 0.6 else b""
        headers = {"Host": "localhost", "Connection": "close", "Content-Length": str(len(body))}
        headers["Content-Type"] = dice.choice(("application/x-www-form-urlencoded", "application/json"))
        if dice.random() < 0.6:
            headers["Cookie"] = self.cookie
        if dice.random() < 0.3:
            headers["Authorization"] = f"Bearer {dice.choice(self.tokens)}"
        chosen = dice.sample(HEADERS, dice.randrange(4))
        for name, values in chosen:
            headers[name] = dice.choice(values)
        is_sure = not UNSURE & {name for name, _ in chosen}
        lines += [f"{name}: {value}" for name, value in headers.items()]
        data = "\r\n".join(lines).encode("utf-8", "replace") + b"\r\n\r\n" + body
        if dice.random() < 0.15:  # some of it broken
            is_sure = False
            at = dice.randrange(len(data))
            data = data[:at] + dice.randbytes(dice.randrange(6)) + data[at + dice.randrange(6) :]
        return (data[: dice.randrange(len(data))], False) if dice.random() < 0.05 else (data, is_sure)

    def body(self) -> bytes:
        dice = self.dice
        if dice.random() < 0.4:
            kinds: tuple[object, ...] = (1, -1, None, [], {}, "x", 1e308, self.text())
            value = {dice.choice(FIELDS): dice.choice(kinds) for _ in range(3)}
            text = json.dumps(value)
            return text[: dice.randrange(len(text) + 1)].encode()
        if dice.random() < 0.1:
            return dice.randbytes(dice.randrange(40_000))
        return "&".join(f"{dice.choice(FIELDS)}={self.text()}" for _ in range(dice.randrange(6))).encode("utf-8")

    def screen(self) -> tuple[bytes, bool]:
        """A WebSocket's beginning, and frames that no browser sends."""
        dice = self.dice
        live = f"/t/{dice.choice(self.tables)}/live"
        watched = f"/w/{dice.choice((*self.keys, 'AAAA'))}/live"
        path = dice.choice((live, watched, f"{live}?seat={self.text()}", f"{live}?changes=1&up={self.text()}", "/"))
        key = base64.b64encode(dice.randbytes(16)).decode()
        cookie = f"Cookie: {self.cookie}\r\n" if dice.random() < 0.8 else ""
        head = (
            f"GET {path} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n{cookie}"
            f"Sec-WebSocket-Version: {dice.choice(('13', '13', '13', '8', 'x'))}\r\nSec-WebSocket-Key: {key}\r\n\r\n"
        )
        frames = b"".join(self.frame() for _ in range(dice.randrange(5)))
        return head.encode("utf-8", "replace") + frames, True

    def frame(self) -> bytes:
        dice = self.dice
        data = dice.randbytes(dice.choice((0, 1, 5, 125)))
        mask = dice.randbytes(4)
        first = dice.choice((0x81, 0x82, 0x88, 0x89, 0x8A, 0x01, 0x00, 0x80, 0xFF, 0xC1))
        return bytes((first, dice.choice((0x80, 0x80, 0x00)) | len(data))) + mask + data

    async def one(self) -> None:
        data, is_sure = self.screen() if self.dice.random() < 0.15 else self.request()
        answer = await self.ask(data, PATIENCE if is_sure else SILENCE, stays=self.dice.random() < 0.9)
        found = re.match(rb"HTTP/1\.1 (\d\d\d)", answer)
        self.statuses[found[1].decode() if found else "none"] += 1

    async def run(self, count: int) -> None:
        await self.sit_down()
        left = count

        async def worker() -> None:
            nonlocal left
            while left > 0:
                left -= 1
                await self.one()

        await asyncio.gather(*(worker() for _ in range(IN_FLIGHT)))


def addresses(folder: str) -> list[tuple[str, str]]:
    """Every method and address the server has, so that none is left out that is new."""
    app = make_app(settings({}, database=f"sqlite:///{folder}/unused.db", secret="5e" * 32))
    found = [("GET", path) for path in ODD_PATHS]
    for route in app.app.routes:  # type: ignore[attr-defined]
        if route.path == "/healthz":
            continue  # it says 503 where the store is slow: that is what it is for
        path = re.sub(r"{(\w+)}", place_of, route.path)
        found += [(method, path) for method in getattr(route, "methods", ("GET",)) if method != "HEAD"]
    return sorted(found)


def place_of(found: re.Match[str]) -> str:
    """What stands in an address: a game, a table, a watcher's key; anything else is rubbish."""
    if found.string.startswith(("/w/", "/api/watch/")):
        return "{w}"
    return {"game": "{g}", "id": "{t}"}.get(found[1], "{x}")


def memory(pid: int) -> float:
    """MB a process holds."""
    found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())
    return int(found[1]) / 1024 if found else 0.0


def fuzz(count: int, seed: int, bots: int) -> dict[str, object]:
    """A server of its own in a folder of its own; what came of it."""
    import socket

    with tempfile.TemporaryDirectory(prefix="purrlor-fuzz") as folder, socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        door.listen(512)
        log = Path(folder) / "log"
        settings = {
            "DATABASE": f"sqlite:///{folder}/parlour.db", "SECRET": "5e" * 32, "BOTS": str(bots), "RATE": "0",
            "PACE": "0", "LOG": "warning",
            "OPEN_TABLES": "10000",
        }  # fmt: skip
        environment = {**os.environ, **{f"PURRLOR_{name}": value for name, value in settings.items()}}
        with log.open("wb") as errors:
            command = [sys.executable, "-c", SERVE, str(door.fileno())]
            server = subprocess.Popen(command, env=environment, pass_fds=[door.fileno()], stderr=errors)
        try:
            fuzzer = Fuzzer(door.getsockname()[1], seed, addresses(folder))
            began = time.monotonic()
            asyncio.run(fuzzer.run(min(count, 200)))  # warm
            before = memory(server.pid)
            for done in range(min(count, 200), count, VISIT):  # a visitor may be signed out or forgotten meanwhile
                asyncio.run(fuzzer.run(min(VISIT, count - done)))
            took, after, lives = time.monotonic() - began, memory(server.pid), server.poll() is None
        finally:
            server.terminate()
            server.wait(60)
        text = log.read_text()
    return {
        "asked": sum(fuzzer.statuses.values()),
        "statuses": dict(sorted(fuzzer.statuses.items())),
        "5xx": sum(n for status, n in fuzzer.statuses.items() if status.startswith("5")),
        "tracebacks": text.count("Traceback"),
        "errors in the log": len(re.findall(r'"level": "(?:error|critical)"', text)),
        "lives": lives,
        "ended well": server.returncode == 0,
        "MB before": round(before, 1),
        "MB after": round(after, 1),
        "seconds": round(took, 1),
        "log": text[:2000],
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=13)
    parser.add_argument("--bots", type=int, default=0, help="processes that think, for advice and reviews")
    args = parser.parse_args()
    found = fuzz(args.count, args.seed, args.bots)
    for name, value in found.items():
        print(f"{name:20} {value}")
    return 0 if is_well(found) else 1


def is_well(found: dict[str, object]) -> bool:
    return not (found["5xx"] or found["tracebacks"] or found["errors in the log"]) and bool(found["lives"])


if __name__ == "__main__":
    sys.exit(main())
