"""The proxy of docs/running.md that keeps a table's people together: a real Caddy before two small servers."""

from __future__ import annotations

import re
import shutil
import socket
import subprocess
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

DOCS = Path(__file__).parents[3] / "docs" / "running.md"
CADDYFILE = re.compile(r"```\n(purrlor\.example \{\n[^`]*lb_policy[^`]*)```")
OF_A_TABLE = ("/t/{}", "/t/{}/play", "/t/{}/live?changes=1", "/t/{}?seat=1", "/api/tables/{}/act")


class SaysItsPort(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(str(self.connection.getsockname()[1]).encode())

    def log_message(self, *_: object) -> None:
        return


@contextmanager
def a_server() -> Iterator[ThreadingHTTPServer]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), SaysItsPort)
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@contextmanager
def caddy(folder: Path, ports: tuple[int, int]) -> Iterator[str]:
    """Caddy with the words of the docs, without TLS; its address."""
    program = shutil.which("caddy")
    if program is None:
        pytest.skip("no Caddy on this machine")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{probe.getsockname()[1]}"
    found = CADDYFILE.search(DOCS.read_text(encoding="utf-8"))
    assert found is not None
    words = found[1].replace("purrlor.example", address).replace("8001", str(ports[0])).replace("8002", str(ports[1]))
    file = folder / "Caddyfile"
    file.write_text("{\n    admin off\n    auto_https off\n}\n" + words)
    command = [program, "run", "--config", str(file), "--adapter", "caddyfile"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, env={"HOME": str(folder)}, text=True) as process:
        assert process.stderr is not None
        try:
            for line in process.stderr:
                if "serving initial configuration" in line:
                    break
            Thread(target=process.stderr.read, daemon=True).start()
            yield address
        finally:
            process.terminate()


def answer(address: str, path: str) -> int:
    with urllib.request.urlopen(address + path, timeout=30) as response:
        return int(response.read())


def test_what_belongs_to_a_table_goes_to_one_process_and_tables_go_to_both(tmp_path: Path) -> None:
    with a_server() as one, a_server() as other, caddy(tmp_path, (one.server_port, other.server_port)) as address:
        seen = Counter[int]()
        for number in range(24):
            where = {answer(address, path.format(f"table-{number}")) for path in OF_A_TABLE}
            assert len(where) == 1, f"the people of one table are at {where}"
            seen.update(where)
        assert set(seen) == {one.server_port, other.server_port}
        with pytest.raises(urllib.error.HTTPError, match="404"):
            answer(address, "/metrics")


def test_while_a_process_is_away_its_tables_go_to_the_other(tmp_path: Path) -> None:
    with a_server() as one, a_server() as other, caddy(tmp_path, (one.server_port, other.server_port)) as address:
        at_other = next(f"/t/{k}" for k in range(99) if answer(address, f"/t/{k}") == other.server_port)
        other.shutdown()
        other.server_close()
        assert answer(address, at_other) == one.server_port
