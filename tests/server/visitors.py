"""People at the parlour's door: browsers without a screen."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient

from purrlor.server.app import make_app
from purrlor.server.guard import Guard
from purrlor.server.settings import settings

SECRET = "5e" * 32
GAME = "rat-a-tat-cat"


@dataclass
class House:
    """A parlour of its own, and the way in for as many visitors as a test likes."""

    app: Guard
    host: TestClient

    def visitor(self, **headers: str) -> TestClient:
        """Another browser: own cookies, same server."""
        made = TestClient(self.app, headers=headers, follow_redirects=True)
        made.portal = self.host.portal
        return made

    def call(self, function: Any, *args: Any) -> Any:
        """Run something of the server's own in its loop."""
        assert self.host.portal is not None
        return self.host.portal.call(function, *args)


@contextmanager
def open_house(folder: Path, **given: Any) -> Iterator[House]:
    app = make_app(
        settings({}, database=f"sqlite:///{folder}/parlour.db", secret=SECRET, bots=0, pace=0.0, log="error", **given)
    )
    with TestClient(app) as host:
        yield House(app, host)


@contextmanager
def running(folder: Path, port: int = 0, **wishes: str) -> Iterator[str]:
    """A real server in a process of its own, on a free port of the loopback; its address."""
    server, address = start(folder, port, **wishes)
    try:
        yield address
    finally:
        began = time.monotonic()
        server.terminate()
        assert server.wait(10) == 0
        assert time.monotonic() - began < 2.5, "it ends at once"


def start(folder: Path, port: int = 0, **wishes: str) -> tuple[subprocess.Popen[bytes], str]:
    if not port:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
    usual = {"secret": SECRET, "bots": "0", "pace": "0", "rate": "0", "log": "error"}
    told = {**usual, "database": f"sqlite:///{folder}/parlour.db", "port": str(port), **wishes}
    environment = {**os.environ, **{f"PURRLOR_{name.upper()}": value for name, value in told.items()}}
    server = subprocess.Popen([sys.executable, "-c", "from purrlor.server.run import serve; serve()"], env=environment)
    for _ in range(400):
        with socket.socket() as probe:
            if not probe.connect_ex(("127.0.0.1", port)):
                break
        time.sleep(0.05)
    return server, f"http://127.0.0.1:{port}"


def play_now(visitor: TestClient, game: str = GAME, **form: str) -> str:
    """Click "Play now"; the table's address."""
    answer = visitor.post(f"/play/{game}", data=form)
    assert answer.status_code == 200, answer.text
    return answer.url.path


def lay(visitor: TestClient, name: str = "Mira", game: str = GAME) -> str:
    """A table for friends; its address."""
    answer = visitor.post(f"/new/{game}/friends", data={"name": name})
    assert answer.status_code == 200, answer.text
    return answer.url.path


def heard(text: str) -> dict[str, Any]:
    """What a screen hears: a line of JSON; a frame's HTML follows it as it is."""
    head, _, html = text.partition("\n")
    found: dict[str, Any] = json.loads(head)
    return {**found, "html": html} if html else found


def actions(html: str) -> list[str]:
    return re.findall(r'name="action" value="(\d+)"', html)


def hidden(html: str, name: str) -> str:
    found = re.search(rf'name="{name}" value="(\d+)"', html)
    assert found is not None, name
    return found[1]


def form_of(html: str, action: str | None = None) -> dict[str, str]:
    """What a click on a choice of this page sends."""
    chosen = action if action is not None else actions(html)[0]
    return {"seat": hidden(html, "seat"), "seen": hidden(html, "seen"), "action": chosen}


def finish(visitor: TestClient, game: str) -> str:
    """A match played to its end by forms alone; the table's address."""
    address = play_now(visitor, game, cats="1", level="kitten")
    page = visitor.get(address).text
    for turn in range(3000):
        if "/again" in page:
            return address
        choices = actions(page)
        page = (
            visitor.post(f"{address}/play", data=form_of(page, choices[turn % len(choices)])).text
            if choices
            else visitor.get(address).text
        )
    raise AssertionError("the match does not end")
