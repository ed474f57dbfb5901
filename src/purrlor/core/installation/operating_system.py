"""What differs between Linux, macOS and Windows, in one place: locks, file modes, folders, priorities.

Nothing else in the package asks which system it runs on; `IS_WINDOWS` can be set by tests.
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Mapping
from pathlib import Path

IS_WINDOWS = os.name == "nt"
LOCKED_BYTES = 1


def lock_file(path: Path) -> int:
    """Hold this file (made if need be, readable by its owner alone) until the answer is closed with `os.close`.

    BlockingIOError if another process holds it. The system frees it when the process ends, however it ends.
    """
    handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        take_lock(handle)
    except BaseException:
        os.close(handle)
        raise
    return handle


def take_lock(handle: int) -> None:
    if IS_WINDOWS:
        import msvcrt

        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, LOCKED_BYTES)  # type: ignore[attr-defined,unused-ignore]
        except OSError as error:  # it says "permission denied" or "deadlock avoided"
            raise BlockingIOError(error.errno, "in use by another process") from error
        return
    import fcntl

    fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


def others_can_read(path: Path) -> bool:
    """Whether its mode lets other users read this file. Windows has no modes: its folders of a user are that user's."""
    return not IS_WINDOWS and bool(stat.S_IMODE(path.stat().st_mode) & 0o077)


def is_ours_alone(folder: Path) -> bool:
    """Whether the folder is this user's, and nobody else may write to it."""
    facts = folder.stat()
    return IS_WINDOWS or (facts.st_uid == os.getuid() and not facts.st_mode & 0o022)


def give_to_owner_of(folder: Path, file: Path) -> None:
    """A file that the machine's administrator makes in the folder of another user is that user's."""
    if not IS_WINDOWS and os.geteuid() == 0:
        facts = folder.stat()
        os.chown(file, facts.st_uid, facts.st_gid)


def user_mark() -> str:
    """Tells users of one machine apart, for names in a folder that all of them share."""
    return os.environ.get("USERNAME", "me") if IS_WINDOWS else str(os.getuid())


def data_home(environment: Mapping[str, str] = os.environ) -> Path:
    """The folder for what programs keep for their user."""
    return home_folder(environment, "XDG_DATA_HOME", ".local/share")


def cache_home(environment: Mapping[str, str] = os.environ) -> Path:
    """The folder for what programs can make again."""
    return home_folder(environment, "XDG_CACHE_HOME", ".cache")


def home_folder(environment: Mapping[str, str], variable: str, usual: str) -> Path:
    chosen = environment.get(variable, "")
    if chosen and Path(chosen).is_absolute():
        return Path(chosen)
    local = environment.get("LOCALAPPDATA", "")
    if IS_WINDOWS and local:
        return Path(local)
    return Path.home() / usual


def lower_priority(by: int) -> None:
    """Let other processes of the machine come first, where the system can do that."""
    if not IS_WINDOWS:
        os.nice(by)


def has_screen(environment: Mapping[str, str] = os.environ) -> bool:
    """Whether a browser could be shown to somebody who sits at this machine."""
    if sys.platform.startswith("linux"):
        return bool(environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY"))
    return True


def sync_folder(folder: Path) -> None:
    """Renamed and new names in this folder are on disk afterwards. Windows does that by itself."""
    if IS_WINDOWS:
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
