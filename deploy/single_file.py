"""The parlour as one file: python deploy/single_file.py WHEEL OUT makes a purrlor.pyz to be run as

    python purrlor.pyz play

It holds the wheel and the lock. The first run makes an environment in the user's cache and installs both there, every
library by its hash; later runs start at once. A newer file has an environment of its own.
"""

from __future__ import annotations

import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LOCK = ROOT / "requirements" / "play.lock"
MAIN = '''\
"""Installs what this file holds, once, and runs it."""
import hashlib, os, pathlib, shutil, subprocess, sys, tempfile, venv, zipfile

if sys.version_info < (3, 11):
    sys.exit(f"purrlor: this is Python {sys.version.split()[0]}, but 3.11 or newer is needed.")
HERE = pathlib.Path(sys.argv[0]).resolve()


def cache():
    usual = os.environ.get("LOCALAPPDATA") if os.name == "nt" else None
    return pathlib.Path(os.environ.get("XDG_CACHE_HOME") or usual or pathlib.Path.home() / ".cache") / "purrlor"


def python_of(place):
    return place / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def install(place):
    """Beside its place and then renamed: an interrupted installation is none."""
    place.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=place.parent) as folder:
        zipfile.ZipFile(HERE).extractall(folder)
        files = pathlib.Path(folder)
        shutil.rmtree(place, ignore_errors=True)
        print("purrlor: installing, once …", file=sys.stderr, flush=True)
        venv.create(place, with_pip=True)
        pip = [str(python_of(place)), "-m", "pip", "install", "-q", "--disable-pip-version-check"]
        wheel = next(files.glob("*.whl"))
        for what in (["--require-hashes", "-r", str(files / "play.lock")], ["--no-deps", str(wheel)]):
            if subprocess.run([*pip, *what]).returncode:
                shutil.rmtree(place, ignore_errors=True)
                sys.exit("purrlor: the installation failed: see the message above, and run the same command again.")
        (place / "installed").touch()


def main():
    place = cache() / f"app-{hashlib.sha256(HERE.read_bytes()).hexdigest()[:12]}"
    if not (place / "installed").exists():
        install(place)
    command = [str(python_of(place)), "-m", "purrlor", *sys.argv[1:]]
    if os.name == "posix":
        os.execv(command[0], command)
    else:
        sys.exit(subprocess.call(command))


if __name__ == "__main__":
    main()
'''


def build(wheel: Path, out: Path) -> None:
    with out.open("wb") as file:
        file.write(b"#!/usr/bin/env python3\n")
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
            packed.writestr("__main__.py", MAIN)
            packed.write(LOCK, "play.lock")
            packed.write(wheel, wheel.name, zipfile.ZIP_STORED)
    out.chmod(0o755)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    build(Path(sys.argv[1]), Path(sys.argv[2]))
