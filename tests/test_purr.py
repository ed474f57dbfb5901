"""The checkout's own entry: what it says when it cannot go on."""

import os
import runpy
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[1]
CHILD = """
import os, signal
def close(*_):
    os.write(1, b"closed\\n")  # print may be at work just now
    os._exit(2)
signal.signal(signal.SIGINT, close)
print("ready", flush=True)
signal.pause()
"""
pytestmark = pytest.mark.skipif(not (ROOT / "purr").exists(), reason="not a checkout")


@pytest.fixture
def purr(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """The script's own functions, looking at a folder with empty locks; neither uv nor apt is on the path."""
    monkeypatch.setenv("PATH", os.devnull)
    space = runpy.run_path(str(ROOT / "purr"))
    (tmp_path / "pyproject.toml").write_text("[project]\n")
    (tmp_path / "requirements").mkdir()
    for name in space["SETS"]:
        (tmp_path / "requirements" / f"{name}.lock").write_text("")
    places = {"HERE": str(tmp_path), "VENV": str(tmp_path / ".venv"), "NEWEST": str(tmp_path / ".venv-newest")}
    space["main"].__globals__.update(places)
    return space


def stand_in(venv: Path, script: str) -> None:
    """What answers instead of the Python of this venv."""
    python = venv / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text(f"#!/bin/sh\n{script}\n")
    python.chmod(0o755)


def test_help_needs_no_set_up() -> None:
    done = subprocess.run([sys.executable, str(ROOT / "purr")], capture_output=True, text=True, check=True, timeout=300)
    assert "./purr VERB" in done.stdout


def test_too_old_a_python(purr: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 9, 0))
    with pytest.raises(SystemExit, match=r"3\.11 or newer is needed"):
        purr["main"]()


def test_no_venv_module(purr: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ensurepip", None)
    with pytest.raises(SystemExit, match="has no venv module: install it"):
        purr["make_venv"](str(tmp_path / ".venv"))


def test_no_network_is_one_sentence(purr: dict[str, Any], tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    stand_in(tmp_path / ".venv", "echo 'WARNING: Retrying: Temporary failure in name resolution' >&2; exit 1")
    with pytest.raises(SystemExit, match="is there a network") as stopped:
        purr["install"]("dev")
    assert str(stopped.value).count("\n") == 0
    assert "Retrying" not in "".join(capfd.readouterr())


def test_another_failure_is_shown(purr: dict[str, Any], tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    stand_in(tmp_path / ".venv", "echo 'No space left on device' >&2; exit 1")
    with pytest.raises(SystemExit, match="installation failed"):
        purr["install"]("dev")
    assert "No space left on device" in capfd.readouterr().err


def test_what_is_installed_is_remembered_until_pyproject_or_a_lock_changes(
    purr: dict[str, Any], tmp_path: Path
) -> None:
    calls = tmp_path / "calls"
    stand_in(tmp_path / ".venv", f"echo \"$@\" >> '{calls}'")
    for name in ("dev", "play", "gallery"):  # the largest holds the others
        purr["install"](name)
    first, second = calls.read_text().splitlines()
    assert "--no-deps --require-hashes" in first, "a resolver fails by itself on the day a newer release appears"
    assert first.endswith("dev.lock")
    assert second.endswith("--no-deps --no-build-isolation -e .")
    (tmp_path / "pyproject.toml").write_text("[project]\nname = 'x'\n")
    purr["install"]("play")
    assert len(calls.read_text().splitlines()) == 4
    (tmp_path / "requirements" / "play.lock").write_text("x==1\n")
    purr["install"]("play")
    assert len(calls.read_text().splitlines()) == 6


def test_the_newest_have_a_place_of_their_own(
    purr: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = tmp_path / "calls"
    made = lambda venv: stand_in(Path(venv), f"echo \"$0 $@\" >> '{calls}'")  # noqa: E731
    monkeypatch.setitem(purr["main"].__globals__, "make_venv", made)
    monkeypatch.setattr(sys, "argv", ["purr", "newest", "tests/core"])
    assert purr["main"]() == 0
    installs, tests = calls.read_text().splitlines()
    assert all(line.startswith(str(tmp_path / ".venv-newest")) for line in (installs, tests))
    assert "--upgrade" in installs
    assert "lock" not in installs
    assert tests.endswith("-m pytest tests/core")


def test_what_is_compiled_is_compiled_before_the_tests_and_kept_in_the_venv(
    purr: dict[str, Any], tmp_path: Path
) -> None:
    calls = tmp_path / "calls"
    stand_in(tmp_path / ".venv", f"echo \"$PURRLOR_CACHE $@\" >> '{calls}'")
    assert purr["test"]([]) == 0
    kept = tmp_path / ".venv" / "compiled"
    said = calls.read_text().splitlines()
    assert said[0] == f"{kept} -m tests.compile_first"
    assert sum(line.startswith(f"{kept} -m pytest ") for line in said) == 1


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_ctrl_c_ends_quietly_and_lets_the_child_end_first(purr: dict[str, Any], tmp_path: Path) -> None:
    shutil.copy(ROOT / "purr", tmp_path / "purr")
    (tmp_path / "child.py").write_text(CHILD)
    stand_in(tmp_path / ".venv", f"case $2 in pip) ;; *) exec '{sys.executable}' '{tmp_path}/child.py' ;; esac")
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen([sys.executable, tmp_path / "purr", "lint"], start_new_session=True, **pipes) as started:
        assert "installing" in started.stdout.readline()
        assert started.stdout.readline() == "ready\n"
        os.killpg(started.pid, signal.SIGINT)  # as a terminal does
        said, trouble = started.communicate(timeout=300)
    assert (started.returncode, said, trouble) == (130, "closed\n", "")
