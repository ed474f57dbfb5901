"""Starting and ending: one household, several workers, Ctrl-C with screens open."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from visitors import GAME, SECRET

from purrlor.server.run import bind, lan_address
from purrlor.server.settings import CannotStart

PLAY = "import sys; from purrlor.server.run import play; sys.exit(play(open_browser=False{more}))"


def started(code: str, **environment: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", code],
        env={**os.environ, "PURRLOR_BOTS": "0", "PURRLOR_PACE": "0", **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_one_line_with_the_address_and_the_end_within_a_second(tmp_path: Path) -> None:
    from websockets.sync.client import connect

    httpx: Any = pytest.importorskip("httpx")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        server = started(PLAY.format(more=""), XDG_DATA_HOME=str(tmp_path), PURRLOR_PORT=str(port))
        assert server.stdout is not None
        line = server.stdout.readline()
        found = re.search(r"http://localhost:(\d+)", line)
        assert found is not None, line
        assert port < int(found[1]) < port + 50, "the next free port"
        address = f"http://127.0.0.1:{found[1]}"
        for _ in range(200):
            try:
                httpx.get(f"{address}/healthz")
                break
            except httpx.TransportError:
                time.sleep(0.05)
        with httpx.Client(base_url=address, follow_redirects=True) as visitor:
            table = visitor.post(f"/play/{GAME}").url.path
            cookie = "; ".join(f"{name}={value}" for name, value in visitor.cookies.items())
        with ExitStack() as screens:
            for _ in range(5):
                screen = connect(f"{address.replace('http', 'ws')}{table}/live", additional_headers={"Cookie": cookie})
                assert screens.enter_context(screen).recv(5)
            began = time.monotonic()
            server.send_signal(signal.SIGINT)
            assert server.wait(5) == 0
            assert time.monotonic() - began < 1.5 * max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))
    assert server.stdout.read() == "", "one line and no more"
    server.stdout.close()
    assert server.stderr is not None
    assert server.stderr.read() == ""
    server.stderr.close()
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
    httpx: Any = pytest.importorskip("httpx")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    code = "import sys; from purrlor.server.run import serve\nif __name__ == '__main__': sys.exit(serve(workers=2))"
    server = started(
        code,
        PURRLOR_DATABASE=postgres_url,
        PURRLOR_SECRET=SECRET,
        PURRLOR_PORT=str(port),
        PURRLOR_RATE="0",
        PURRLOR_LOG="warning",
    )
    address = f"http://127.0.0.1:{port}"
    try:
        for _ in range(400):
            try:
                httpx.get(f"{address}/healthz", timeout=5)
                break
            except httpx.TransportError:
                time.sleep(0.05)
        wish = {"game": GAME, "name": "Robot", "cats": ["kitten"], "begin": True}
        seat = httpx.post(f"{address}/api/tables", json=wish).json()
        headers = {"authorization": f"Bearer {seat['token']}"}
        at = f"{address}/api/tables/{seat['table']}"
        for turn in range(12):  # every request by a connection of its own: whichever worker takes it
            view = httpx.get(at, headers=headers).json()
            if view["actions"]:
                action = view["actions"][turn % len(view["actions"])]["action"]
                answer = httpx.post(f"{at}/act", json={"action": action, "seen": view["seen"]}, headers=headers)
                assert answer.status_code in (200, 409)
                assert answer.status_code == 200 or answer.json()["error"]["code"] == "stale-turn"
        assert httpx.get(at, headers=headers).json()["seen"] >= view["seen"]
        workers = children(server.pid)
        assert len(workers) >= 2
        os.kill(workers[-1], signal.SIGKILL)
        for _ in range(100):
            time.sleep(0.1)
            if len(children(server.pid)) >= 2 and workers[-1] not in children(server.pid):
                break
        assert httpx.get(at, headers=headers, timeout=10).status_code == 200
    finally:
        server.terminate()
        assert server.wait(10) == 0
        assert server.stdout is not None
        assert server.stderr is not None
        server.stdout.close()
        server.stderr.close()


def children(pid: int) -> list[int]:
    """The worker processes of a server, oldest first."""
    found = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [int(one) for one in found if b"spawn_main" in Path(f"/proc/{one}/cmdline").read_bytes()]
