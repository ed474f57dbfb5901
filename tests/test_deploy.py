"""The files for operators: every command, file and setting in them is one that there is."""

import json
import os
import re
import subprocess
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import pytest

from purrlor.cli import parser
from purrlor.web.art.print_fonts import no_font
from purrlor.web.rate_limits import network_of
from purrlor.web.server.settings import settings

ROOT = Path(__file__).parents[1]
CONTAINER = (ROOT / "deploy" / "Containerfile").read_text()
COMPOSE = (ROOT / "deploy" / "compose.yaml").read_text()


def instruction(name: str) -> str:
    """What follows the word, a line for each time that it is there."""
    found = re.findall(rf"^{name} ((?:.*\\\n)*.*)$", CONTAINER, re.M)
    assert found, name
    return "\n".join(found).replace("\\\n", "")


def test_the_container_builds_from_what_it_is_given() -> None:
    """What it copies is let through, what it installs is locked, and the package's own files are among it."""
    let_through = [
        line[1:] for line in (ROOT / "deploy" / "Containerfile.dockerignore").read_text().split() if line[0] == "!"
    ]
    assert all((ROOT / name).exists() for name in let_through)
    assert {"src", "pyproject.toml", "README.md", "LICENSE", "deploy/project_page.py"} <= set(let_through)
    for lock in re.findall(r"-r /src/(\S+)", instruction("RUN")):
        assert lock in let_through
        pins = (ROOT / lock).read_text()
        assert "hatchling==" in pins, "it builds the package without isolation"
        assert all(f"{name}==" in pins for name in ("starlette", "uvicorn", "numba"))


def test_the_container_can_print_in_every_language() -> None:
    """The image has no fonts of its own; without one a Russian PDF is refused."""
    installed = re.search(r"apt-get install -y --no-install-recommends (\S+)", instruction("RUN"))
    assert installed is not None
    assert installed[1] in str(no_font()), "a package that is known to do"


def test_the_container_serves_with_settings_there_are() -> None:
    given = dict(pair.split("=", 1) for pair in instruction("ENV").split())
    assert settings(given).host == "0.0.0.0"
    assert given["XDG_DATA_HOME"] in instruction("RUN")
    assert given["PURRLOR_CACHE"] in instruction("RUN")
    _, command = re.findall(r"^(?:  )?CMD (.*)$", CONTAINER, re.M)
    assert json.loads(command) == ["purrlor", "serve"]
    assert parser().parse_args(["serve"]).verb == "serve"


class Sick(BaseHTTPRequestHandler):
    status = 503

    def do_GET(self) -> None:
        self.send_response(self.status if self.path == "/healthz" else 404)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        return


@pytest.mark.parametrize("status", [200, 503])
def test_the_health_check_hears_what_the_server_says(status: int) -> None:
    class Parlour(Sick):
        pass

    Parlour.status = status
    words = json.loads(instruction("HEALTHCHECK").partition("CMD ")[2])
    with HTTPServer(("127.0.0.1", 0), Parlour) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        code = words[2].replace(":8000", f":{server.server_port}")
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False, env=dict(os.environ))
        server.shutdown()
    assert (done.returncode == 0) == (status == 200)


def test_compose_names_settings_there_are() -> None:
    given = dict(re.findall(r"^      (PURRLOR_\w+): (.*)$", COMPOSE, re.M))
    told = {name: re.sub(r"\$\{\w+:\?\}", "cats.example", value) for name, value in given.items()}
    assert settings(told).workers == 2
    assert network_of(told["PURRLOR_PROXIES"]) is not None
    assert COMPOSE.count(told["PURRLOR_PROXIES"]) == 2, "the network that is believed is the one they share"
    assert "dockerfile: deploy/Containerfile" in COMPOSE
