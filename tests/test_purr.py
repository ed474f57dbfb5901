"""The checkout's own entry: what it says when it cannot go on."""

import os
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[1]
pytestmark = pytest.mark.skipif(not (ROOT / "purr").exists(), reason="not a checkout")


@pytest.fixture
def purr(tmp_path: Path) -> dict[str, Any]:
    """The script's own functions, looking at an empty folder."""
    space = runpy.run_path(str(ROOT / "purr"))
    (tmp_path / "pyproject.toml").write_text("[project]\n")
    for function in ("install", "make_venv", "fingerprint", "is_installed", "run", "main"):
        space[function].__globals__.update(
            HERE=str(tmp_path), VENV=str(tmp_path / ".venv"), PYTHON=str(tmp_path / ".venv" / "bin" / "python")
        )
    return space


def test_help_needs_no_set_up() -> None:
    done = subprocess.run([sys.executable, str(ROOT / "purr")], capture_output=True, text=True, check=True, timeout=300)
    assert "./purr VERB" in done.stdout


def test_too_old_a_python(purr: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 9, 0))
    with pytest.raises(SystemExit, match=r"3\.11 or newer is needed"):
        purr["main"]()


def test_no_venv_module(purr: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.setitem(sys.modules, "ensurepip", None)
    with pytest.raises(SystemExit, match="has no venv module: install it"):
        purr["make_venv"]()


def test_no_network(purr: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", os.devnull)
    python = tmp_path / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text("#!/bin/sh\nexit 1\n")
    python.chmod(0o755)
    with pytest.raises(SystemExit, match="is there a network"):
        purr["install"](["test"])


def test_what_is_installed_is_remembered_until_pyproject_changes(
    purr: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", os.devnull)
    python, calls = tmp_path / ".venv" / "bin" / "python", tmp_path / "calls"
    python.parent.mkdir(parents=True)
    python.write_text(f"#!/bin/sh\necho \"$@\" >> '{calls}'\n")
    python.chmod(0o755)
    purr["install"](["test", "lint"])
    purr["install"](["lint"])
    purr["install"]([])
    assert calls.read_text().count("\n") == 1
    assert ".[test,lint]" in calls.read_text()
    (tmp_path / "pyproject.toml").write_text("[project]\nname = 'x'\n")
    purr["install"](["lint"])
    assert calls.read_text().count("\n") == 2
