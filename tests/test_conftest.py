"""How a run of the tests ends where something was skipped, and what it says on its way."""

import os
import re
import runpy
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

HERE = Path(__file__).parent
SKIPS = """
import pytest
def test_one(): pass
@pytest.mark.skip(reason={reason!r})
def test_two(): pass
"""


def run(*words: str, **changed: str) -> tuple[int, list[str]]:
    """The status of a run of pytest and the lines it said."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "COV_"))}
    environment |= {"CI": "", **changed}
    command = [sys.executable, "-m", "pytest", "-q", "-rs", "-p", "no:cacheprovider", *words]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=300)
    return done.returncode, done.stdout.strip().splitlines()


@pytest.mark.parametrize("workers", [[], ["-n", "1"]], ids=["alone", "xdist"])
def test_without_a_browser_the_run_says_what_helps_and_fails(workers: list[str]) -> None:
    status, said = run(str(HERE / "web" / "browser" / "test_end_width.py"), *workers, PATH=os.devnull)
    assert status == 1
    found = re.fullmatch(r"passed, except (\d+) that need a browser: (.+)", said[-1])
    assert found is not None, said
    assert int(found[1]) > 1
    assert "apt install chromium" in found[2]
    told, _ = (line for line in said if found[2] in line)
    assert told.startswith(f"SKIPPED [{found[1]}]"), "all of them in one line"


@pytest.mark.parametrize(
    ("reason", "ci", "status"),
    [
        ("only with ./purr test --slow", "true", 0),
        ("the moon is full", "true", 1),
        ("the moon is full", "", 0),
    ],
)
def test_in_ci_a_skip_without_a_known_reason_fails_the_run(tmp_path: Path, reason: str, ci: str, status: int) -> None:
    shutil.copy(HERE / "conftest.py", tmp_path)
    (tmp_path / "test_it.py").write_text(SKIPS.format(reason=reason))
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers =\n  slow\n  browser\n")
    done, said = run("--rootdir", str(tmp_path), str(tmp_path), CI=ci)
    assert done == status, said
    assert any(line.endswith(f"ALLOWED_SKIPS of tests/conftest.py: {reason}") for line in said) == bool(status)


def test_a_run_says_how_far_it_is(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    space, now = runpy.run_path(str(HERE / "conftest.py")), [1000.0]
    monkeypatch.setattr(space["time"], "monotonic", lambda: now[0])
    progress = space["Progress"]()
    progress.pytest_collection_finish(SimpleNamespace(items=range(2280)))
    for _ in range(1200):
        now[0] += 0.15
        for when in ("setup", "call", "teardown"):
            progress.pytest_runtest_logreport(SimpleNamespace(when=when))
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 6
    assert lines[-1].startswith("tests 1200 of 2280, 52 %, ")
    assert lines[-1].endswith("3:00 min")
