"""People at the parlour's door: browsers without a screen."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
from playing import DEALS, PATIENCE
from starlette.testclient import TestClient

from purrlor.server.app import make_app
from purrlor.server.guard import Guard
from purrlor.server.run import bind
from purrlor.server.settings import settings

SECRET = "5e" * 32
GAME = "rat-a-tat-cat"
SERVE = """
import socket, sys
from purrlor.server import run
run.bind = lambda *_, **__: socket.socket(fileno=int(sys.argv[1]))
run.serve()
"""  # at a door that is open already: a port that was found free may be taken a moment later


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
    """Its clock stands still unless a test moves it: nobody is away, nothing runs out because a machine is slow."""
    usual = {"database": f"sqlite:///{folder}/parlour.db", "secret": SECRET, "hosts": "testserver"}
    told = settings({}, **{**usual, "bots": 0, "pace": 0.0, "log": "error", **given})
    app = make_app(told, DEALS.randbytes)
    with TestClient(app) as host:
        now = app.house.tables.time()
        app.house.tables.time = lambda: now
        yield House(app, host)


@contextmanager
def running(folder: Path, port: int = 0, **wishes: str) -> Iterator[str]:
    """A real server in a process of its own, on a free port of the loopback; its address."""
    server, address = start(folder, port, **wishes)
    try:
        yield address
    finally:
        server.terminate()
        assert server.wait(PATIENCE) == 0


def start(folder: Path, port: int = 0, **wishes: str) -> tuple[subprocess.Popen[bytes], str]:
    """What it complains of is in the folder, in `trouble`."""
    usual = {"secret": SECRET, "bots": "0", "pace": "0", "rate": "0", "log": "error"}
    told = {**usual, "database": f"sqlite:///{folder}/parlour.db", **wishes}
    environment = {**os.environ, **{f"PURRLOR_{name.upper()}": value for name, value in told.items()}}
    with bind("127.0.0.1", port, exact=True) as door, (folder / "trouble").open("wb") as trouble:
        command = [sys.executable, "-c", SERVE, str(door.fileno())]
        server = subprocess.Popen(command, env=environment, pass_fds=[door.fileno()], stderr=trouble)
        address = f"http://127.0.0.1:{door.getsockname()[1]}"
    try:
        httpx.get(f"{address}/healthz", timeout=PATIENCE).raise_for_status()
    except BaseException:
        server.kill()
        server.wait()
        raise
    return server, address


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
    fields = ("seat", "seen", "last") if 'name="last"' in html else ("seat", "seen")
    return {**{name: hidden(html, name) for name in fields}, "action": chosen}


def finish(visitor: httpx.Client | TestClient, game: str) -> str:
    """A match against a kitten, played to its end by forms alone; the table's address."""
    answer = visitor.post(f"/play/{game}", data={"cats": "1", "level": "kitten"})
    assert answer.status_code == 200, answer.text
    play_to_the_end(visitor, answer.url.path)
    return answer.url.path


def play_to_the_end(visitor: httpx.Client | TestClient, address: str) -> str:
    """By forms alone; the last page. Looking again while others think is no turn."""
    page, turn = visitor.get(address).text, 0
    while "/again" not in page:
        choices = actions(page)
        if choices:
            page = visitor.post(f"{address}/play", data=form_of(page, choices[turn % len(choices)])).text
            turn += 1
            assert turn < 3000, "the match does not end"
        else:
            page = visitor.get(address).text
    return page


def asked(visitor: TestClient, address: str) -> str:
    """The page as soon as there is something to choose: nothing moves any more where players take turns."""
    page = visitor.get(address).text
    while not actions(page):
        assert "/again" not in page, "nothing will be asked any more"
        page = visitor.get(address).text
    return page
