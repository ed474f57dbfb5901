"""Starting and ending: one household, several workers, Ctrl-C with screens open."""

import os
import re
import resource
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest

from purrlor.web.server.run import bind, lan_address
from purrlor.web.server.settings import CannotStart
from tests.fixtures.playing import PATIENCE
from tests.fixtures.visitors import GAME, SECRET

PLAY = "import sys; from purrlor.web.server.run import play; sys.exit(play(open_browser=False{more}))"
SERVE = "import sys; from purrlor.web.server.run import serve\nif __name__ == '__main__': sys.exit(serve(workers=2))"


@contextmanager
def started(code: str, **environment: str) -> Iterator[subprocess.Popen[str]]:
    """A process of its own, gone afterwards whatever happened."""
    with subprocess.Popen(
        [sys.executable, "-c", code],
        env={**os.environ, "PURRLOR_BOTS": "0", "PURRLOR_PACE": "0", **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as server:
        try:
            yield server
        finally:
            if server.poll() is None:
                server.terminate()
                try:
                    server.wait(PATIENCE)
                except subprocess.TimeoutExpired:
                    server.kill()


def until(holds: Callable[[], Any]) -> Any:
    """What it answers as soon as that is something."""
    late = time.monotonic() + PATIENCE
    while not (found := holds()):
        assert time.monotonic() < late, "it never comes"
        time.sleep(0.05)
    return found


def answers(address: str) -> bool:
    with suppress(httpx.TransportError):
        return httpx.get(f"{address}/healthz", timeout=PATIENCE).status_code == 200
    return False


def used(pid: int) -> float:
    """Seconds of a processor that a process has used so far."""
    facts = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(facts[11]) + int(facts[12])) / os.sysconf("SC_CLK_TCK")


def used_by_the_dead() -> float:
    facts = resource.getrusage(resource.RUSAGE_CHILDREN)
    return facts.ru_utime + facts.ru_stime


def test_one_line_with_the_address_and_the_end_at_once(tmp_path: Path) -> None:
    """At once: with screens open, it waits for nothing (the web server would say so) and hardly works."""
    from websockets.sync.client import connect

    with ExitStack() as stack:
        taken = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        port = taken.getsockname()[1]
        wishes = {"XDG_DATA_HOME": str(tmp_path), "PURRLOR_PORT": str(port)}
        server = stack.enter_context(started(PLAY.format(more=""), **wishes))
        assert server.stdout is not None
        assert server.stderr is not None
        line = server.stdout.readline()
        found = re.search(r"http://localhost:(\d+)", line)
        assert found is not None, line
        assert port < int(found[1]) < port + 50, "the next free port"
        address = f"http://127.0.0.1:{found[1]}"
        until(lambda: answers(address))
        with httpx.Client(base_url=address, follow_redirects=True, timeout=PATIENCE) as visitor:
            table = visitor.post(f"/play/{GAME}").url.path
            cookie = "; ".join(f"{name}={value}" for name, value in visitor.cookies.items())
        live = f"{address.replace('http', 'ws')}{table}/live"
        for _ in range(5):
            screen = connect(live, additional_headers={"Cookie": cookie}, open_timeout=PATIENCE)
            assert stack.enter_context(screen).recv(PATIENCE)
        before = used(server.pid) + used_by_the_dead()
        server.send_signal(signal.SIGINT)
        assert server.wait(PATIENCE) == 0
        assert used_by_the_dead() - before < 1.0
        assert server.stdout.read() == "", "one line and no more"
        assert server.stderr.read() == "", "no screen had to be cut off"
    assert sorted(path.name for path in (tmp_path / "purrlor").iterdir())[0] == "parlour.db"
    assert (tmp_path / "purrlor" / "secret").stat().st_mode & 0o777 == 0o600


def test_what_keeps_it_from_starting_is_said_in_a_sentence() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(CannotStart, match=f"Nothing can listen at 127.0.0.1:{port}"):
            bind("127.0.0.1", port, exact=True)
        with bind("127.0.0.1", port, exact=False) as other:
            assert other.getsockname()[1] > port
    assert re.fullmatch(r"[\d.]+", lan_address())


def test_several_workers_serve_the_same_tables(postgres_url: str) -> None:
    with socket.socket() as probe:  # bound and not listening: nobody else is given this port meanwhile
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
        wishes = {"PURRLOR_DATABASE": postgres_url, "PURRLOR_SECRET": SECRET, "PURRLOR_PORT": str(port)}
        with started(SERVE, **wishes, PURRLOR_RATE="0", PURRLOR_LOG="warning") as server:
            play_with_many_workers(server, f"http://127.0.0.1:{port}")
            server.terminate()
            assert server.wait(PATIENCE) == 0


def play_with_many_workers(server: subprocess.Popen[str], address: str) -> None:
    until(lambda: answers(address))
    wish = {"game": GAME, "name": "Robot", "cats": ["kitten"], "begin": True}
    seat = httpx.post(f"{address}/api/tables", json=wish, timeout=PATIENCE).json()
    at = f"{address}/api/tables/{seat['table']}"
    facts: dict[str, Any] = {"headers": {"authorization": f"Bearer {seat['token']}"}, "timeout": PATIENCE}
    played = 0
    for turn in range(12):  # every request by a connection of its own: whichever worker takes it
        view = httpx.get(at, **facts).json()
        if view["actions"]:
            action = view["actions"][turn % len(view["actions"])]["action"]
            answer = httpx.post(f"{at}/act", json={"action": action, "seen": view["seen"]}, **facts)
            assert answer.status_code in (200, 409)
            assert answer.status_code == 200 or answer.json()["error"]["code"] == "stale-turn"
            played += answer.status_code == 200
    assert played
    assert httpx.get(at, **facts).json()["seen"] >= view["seen"]
    killed = until(lambda: len(found := children(server.pid)) >= 2 and found)[-1]
    os.kill(killed, signal.SIGKILL)
    until(lambda: len(found := children(server.pid)) >= 2 and killed not in found)
    assert until(lambda: status_of(at, facts)) == 200


def status_of(at: str, facts: dict[str, Any]) -> int:
    """0 if the connection had just been taken by the worker that died."""
    with suppress(httpx.TransportError):
        return httpx.get(at, **facts).status_code
    return 0


def children(pid: int) -> list[int]:
    """The worker processes of a server, oldest first."""
    found = []
    for one in Path(f"/proc/{pid}/task/{pid}/children").read_text().split():
        with suppress(OSError):  # it has ended meanwhile
            if b"spawn_main" in Path(f"/proc/{one}/cmdline").read_bytes():
                found.append(int(one))
    return found
