"""What differs between systems: as this one does it, and as the others would."""

import os
import stat
import subprocess
import sys
import types
from pathlib import Path

import pytest

from purrlor.core.installation import operating_system as system

HOLD = """
import sys
from pathlib import Path
from purrlor.core.installation.operating_system import lock_file
lock_file(Path(sys.argv[1]))
print("held", flush=True)
sys.stdin.read()
"""
SYSTEM_WORDS = ("os.name", "sys.platform", "platform.system", "import fcntl", "import msvcrt", "os.getuid", "os.nice(")
MAY_ASK = {"core/installation/operating_system.py"}


def test_a_file_is_held_by_one_process_until_it_ends(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "held\n"
        with pytest.raises(BlockingIOError):
            system.lock_file(path)
        other.kill()
        other.wait()
    os.close(system.lock_file(path))
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_windows_holds_files_in_its_own_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[int] = []

    def locking(handle: int, mode: int, size: int) -> None:
        if taken:
            raise PermissionError(13, "Permission denied")
        taken.append(size)

    monkeypatch.setitem(sys.modules, "msvcrt", types.SimpleNamespace(locking=locking, LK_NBLCK=2))
    monkeypatch.setattr(system, "IS_WINDOWS", True)
    os.close(system.lock_file(tmp_path / "lock"))
    assert taken == [1]
    with pytest.raises(BlockingIOError):
        system.lock_file(tmp_path / "lock")


def test_windows_has_no_modes_and_no_priorities(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shared = tmp_path / "shared"
    shared.mkdir()
    shared.chmod(0o777)
    assert system.others_can_read(shared)
    assert not system.is_ours_alone(shared)
    monkeypatch.setattr(system, "IS_WINDOWS", True)
    monkeypatch.setattr(os, "nice", None)
    assert not system.others_can_read(shared)
    assert system.is_ours_alone(shared)
    system.lower_priority(10)
    system.sync_folder(tmp_path / "a folder cannot be opened there")
    monkeypatch.setenv("USERNAME", "mira")
    assert system.user_mark() == "mira"


def test_folders_are_where_the_system_wants_them(monkeypatch: pytest.MonkeyPatch) -> None:
    home = Path.home()
    assert system.data_home({}) == home / ".local/share"
    assert system.cache_home({"XDG_CACHE_HOME": "/caches"}) == Path("/caches")
    assert system.cache_home({"XDG_CACHE_HOME": "relative", "LOCALAPPDATA": "/local"}) == home / ".cache"
    monkeypatch.setattr(system, "IS_WINDOWS", True)
    assert system.data_home({"LOCALAPPDATA": "/local"}) == Path("/local")
    assert system.data_home({"LOCALAPPDATA": "/local", "XDG_DATA_HOME": "/data"}) == Path("/data")


@pytest.mark.parametrize(("name", "has"), [("linux", False), ("darwin", True), ("win32", True)])
def test_a_screen_to_open_a_browser_on(name: str, has: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", name)
    assert system.has_screen({}) == has
    assert system.has_screen({"WAYLAND_DISPLAY": "wayland-0"})


def test_nothing_else_asks_which_system_it_is() -> None:
    source = Path(system.__file__).parents[2]
    asking = {
        path.relative_to(source).as_posix()
        for path in source.rglob("*.py")
        if any(word in path.read_text(encoding="utf-8") for word in SYSTEM_WORDS)
    }
    assert asking == MAY_ASK
