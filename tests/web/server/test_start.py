"""What keeps a server from starting is one sentence and a status; a second start opens the first; read-only systems."""

import json
import logging
import os
import socket
import subprocess
import sys
import tomllib
from pathlib import Path

import httpx
import pytest

from purrlor.core.compilers.native import cache_root
from purrlor.web.server.json_logs import configure_logging, log_event
from tests.fixtures.playing import PATIENCE
from tests.fixtures.visitors import SECRET
from tests.web.server.test_run import answers, started, until

MAIN = "import sys; from purrlor.cli import main\nif __name__ == '__main__': sys.exit(main(sys.argv[1:]))"
FULL = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))\n"  # nothing more can be written
NO_TEMPORARY_FOLDER = """
import tempfile
def none(): raise FileNotFoundError(2, "No usable temporary directory found")
tempfile._get_default_tempdir = none
"""


def run(folder: Path, *words: str, before: str = "", **environment: str) -> tuple[int, str]:
    """The status and what was said on standard error; nothing else may be said."""
    done = subprocess.run(
        [sys.executable, "-c", before + MAIN, *words],
        env={**os.environ, "XDG_DATA_HOME": str(folder), "PURRLOR_BOTS": "0", "LC_ALL": "C.UTF-8", **environment},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.stdout == "", "it is not open"
    return done.returncode, done.stderr


@pytest.fixture
def garbage(tmp_path: Path) -> Path:
    file = tmp_path / "list.db"
    file.write_text("cream, fish, yarn" * 1000)
    return file


def test_each_cause_is_one_sentence_and_a_status(tmp_path: Path, garbage: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        causes: list[tuple[str, dict[str, str], str]] = [
            ("Address already in use", {"PURRLOR_PORT": port}, ""),
            ("not a database", {"PURRLOR_DATABASE": f"sqlite:///{garbage}"}, ""),
            ("The secret file", {}, FULL),
        ]
        for k, (sentence, environment, before) in enumerate(causes):
            status, said = run(tmp_path / f"data-{k}", "serve", before=before, **{"PURRLOR_PORT": "0", **environment})
            lines = [json.loads(line) for line in said.splitlines()]
            assert status == 1, said
            assert lines[-1]["level"] == "critical", said
            assert sentence in lines[-1]["message"], said
            assert "Traceback" not in said
    status, said = run(tmp_path, "play", "--no-browser", "--database", f"sqlite:///{garbage}")
    assert (status, said.count("\n")) == (1, 1)
    assert said.startswith("purrlor: ")


def test_a_second_play_opens_the_first(tmp_path: Path) -> None:
    code = "import sys; from purrlor.web.server.run import play; sys.exit(play(open_browser=False, port=0))"
    with started(code, XDG_DATA_HOME=str(tmp_path)) as first:
        assert first.stdout is not None
        address = first.stdout.readline().split()[4]
        until((tmp_path / "purrlor" / "parlour.db.address").exists)
        with started(code, XDG_DATA_HOME=str(tmp_path)) as second:
            assert second.stdout is not None
            assert second.wait(PATIENCE) == 0
            assert second.stdout.read() == f"Purrlor is open already at {address}\n"
    with started(code, XDG_DATA_HOME=str(tmp_path)) as again:  # the first has ended: its note counts no more
        assert again.stdout is not None
        assert "is open at" in again.stdout.readline()


def test_a_read_only_system_serves(tmp_path: Path, postgres_url: str) -> None:
    """No temporary folder at all, a home that cannot be written, one folder for the cache: two workers, figures of
    both, and a cache for the searches."""
    cache = tmp_path / "cache"
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{probe.getsockname()[1]}"
        wishes = {
            "PURRLOR_DATABASE": postgres_url,
            "PURRLOR_SECRET": SECRET,
            "PURRLOR_PORT": address.rpartition(":")[2],
            "PURRLOR_CACHE": str(cache),
            "HOME": "/proc/nowhere",
            "XDG_CACHE_HOME": "",
            "XDG_DATA_HOME": "/proc/nowhere",
        }
        code = (
            NO_TEMPORARY_FOLDER + "import sys; from purrlor.web.server.run import serve\n"
            "if __name__ == '__main__': sys.exit(serve(workers=2))"
        )
        with started(code, **wishes) as server:
            until(lambda: answers(address))
            until(lambda: httpx.get(f"{address}/metrics", timeout=PATIENCE).text.count("purrlor_tigers_ready 0.0") == 1)
            assert [folder.name for folder in cache.iterdir()] == [f"figures-{server.pid}"]
            server.terminate()
            assert server.wait(PATIENCE) == 0
            assert server.stderr is not None
            lines = [json.loads(line) for line in server.stderr.read().splitlines()]
    assert {line["message"] for line in lines} >= {"listening", "no tigers: PURRLOR_BOTS is 0, they play like cats"}
    assert list(cache.iterdir()) == []


def test_the_cache_needs_no_temporary_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def none() -> str:
        raise FileNotFoundError(2, "No usable temporary directory found")

    monkeypatch.setattr("tempfile.gettempdir", none)
    monkeypatch.setenv("PURRLOR_CACHE", str(tmp_path / "cache"))
    assert cache_root() == tmp_path / "cache"
    monkeypatch.delenv("PURRLOR_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", "/proc/nowhere")
    assert cache_root() is None, "then every process compiles again"


def test_the_unit_names_only_settings_there_are() -> None:
    """And its folders are those that systemd makes."""
    root = Path(__file__).parents[3]
    unit = (root / "deploy" / "purrlor.service").read_text()
    given = dict(
        line.removeprefix("Environment=").split("=", 1) for line in unit.splitlines() if line.startswith("Environment=")
    )
    from purrlor.web.server.settings import settings

    assert settings(given).public == "https://purrlor.example"
    assert given["PURRLOR_CACHE"] == "/var/cache/purrlor"
    assert given["XDG_DATA_HOME"] == "/var/lib"
    assert "MemoryDenyWriteExecute=" not in unit
    project = tomllib.loads((root / "pyproject.toml").read_text())["project"]
    assert "ExecStart=/opt/purrlor/bin/purrlor serve" in unit
    assert "purrlor" in project["scripts"]


def test_every_line_is_json(capsys: pytest.CaptureFixture[str]) -> None:
    """Ours, a library's, a warning's."""
    configure_logging("info")
    log_event("a worker died", logging.WARNING, pid=7)
    logging.getLogger("some.library").warning("no paws")
    lines = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    assert [(line["level"], line["message"]) for line in lines] == [
        ("warning", "a worker died"),
        ("warning", "no paws"),
    ]
    assert lines[0]["pid"] == 7
