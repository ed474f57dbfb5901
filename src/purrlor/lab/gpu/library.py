"""Translated rules as a shared library: written, compiled by nvcc or by the system's C++ compiler, kept, called.

A library is in a folder named by a hash of its source and of the compiler's command, so it is never out of date.
"""

from __future__ import annotations

import ctypes
import hashlib
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from purrlor.core.compilers.cpp import translation
from purrlor.core.compilers.native import cache_root
from purrlor.core.errors import PurrlorError
from purrlor.core.game import Game
from purrlor.core.language import N_

LANES = Path(__file__).with_name("lanes.cu")
NVCC = ("-O3", "-std=c++17", "-arch=native", "-w", "-Xcompiler", "-fPIC", "-shared")
PLAIN = ("-x", "c++", "-O1", "-std=c++17", "-w", "-fPIC", "-shared")


class NoCompiler(PurrlorError):
    """Nothing here can build the library."""


class LaneMemory(ctypes.Structure):
    """`LaneMemory` of lanes.cu: pointers to the caller's arrays, and four numbers."""

    POINTERS = (
        "states", "tables", "begun", "legal", "actions", "seats", "observations", "masks", "rewards", "done", "scores",
        "lengths",
    )  # fmt: skip
    _fields_ = (
        *((name, ctypes.c_void_p) for name in POINTERS),
        *((name, ctypes.c_longlong) for name in ("kinds", "lanes", "seed", "skip")),
    )


class Teacher(ctypes.Structure):
    """`Teacher` of lanes.cu: what its search does, and the arrays it adds to."""

    _fields_ = (
        *((name, ctypes.c_longlong) for name in ("seed", "rollouts", "horizon", "margin", "points")),
        ("worth", ctypes.c_void_p),
        ("tries", ctypes.c_void_p),
    )


def find_compiler(for_gpu: bool) -> str:
    """nvcc, or a C++ compiler; the variables NVCC and CXX come first, as they do in a makefile."""
    wanted = [os.environ.get("NVCC"), "nvcc", "/usr/local/cuda/bin/nvcc"] if for_gpu else [os.environ.get("CXX"), "g++"]
    for name in wanted:
        if name and (found := shutil.which(name)):
            return found
    if for_gpu:
        raise NoCompiler(
            N_("There is no nvcc here: install the CUDA toolkit, or say where it is in the variable NVCC.")
        )
    raise NoCompiler(N_("There is no C++ compiler here: install g++, or name yours in the variable CXX."))


def build(game: Game, *, for_gpu: bool, lookahead: bool = False) -> Path:
    """The library's file, compiled if it was not yet; with `lookahead` observations are followed by the game's."""
    compiler = find_compiler(for_gpu)
    header = translation(game)
    command = [compiler, *(NVCC if for_gpu else PLAIN), *(["-DWITH_LOOKAHEAD"] if lookahead else [])]
    facts = "\0".join([header, LANES.read_text(encoding="utf-8"), *command])
    name = f"{game.name}-{hashlib.blake2b(facts.encode(), digest_size=8).hexdigest()}"
    root = cache_root() or Path(tempfile.mkdtemp(prefix="purrlor-"))
    folder = root / "cpp" / name
    library = folder / "lanes.so"
    if library.exists():
        return library
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "game.h").write_text(header, encoding="utf-8")
    part = folder / f"lanes-{os.getpid()}.so"
    full = [*command, f'-DGAME="{folder / "game.h"}"', str(LANES), "-o", str(part)]
    done = subprocess.run(full, capture_output=True, text=True, check=False)
    if done.returncode:
        why = (done.stderr.strip() or done.stdout.strip()).splitlines()
        raise NoCompiler(
            N_("{compiler} could not build {game}: {why}"),
            compiler=compiler,
            game=game.name,
            why=why[0] if why else "?",
        )
    part.replace(library)  # at once: another process may be looking
    return library


class Library:
    """The calls of one library."""

    def __init__(self, path: Path) -> None:
        self.calls = ctypes.CDLL(str(path))
        number, pointer = ctypes.c_longlong, ctypes.c_void_p
        for name in ("step", "look", "draw", "sensible"):
            getattr(self.calls, f"lanes_{name}").argtypes = [ctypes.POINTER(LaneMemory), number, pointer]
        self.calls.lanes_teach.argtypes = [ctypes.POINTER(LaneMemory), ctypes.POINTER(Teacher), pointer]
        self.calls.lanes_error.restype = ctypes.c_char_p
        if hasattr(self.calls, "lanes_roll"):
            self.calls.lanes_roll.argtypes = [
                ctypes.POINTER(LaneMemory), number, ctypes.c_int, ctypes.c_int, pointer, pointer
            ]  # fmt: skip
        if hasattr(self.calls, "lanes_expand"):
            self.calls.lanes_expand.argtypes = [
                pointer, pointer, number, ctypes.c_int, pointer, pointer, pointer, pointer, pointer, pointer
            ]  # fmt: skip
        self.state_size = int(self.calls.lanes_state_size())
        self.features = int(self.calls.lanes_features())
        self.actions = int(self.calls.lanes_actions())
        self.seats = int(self.calls.lanes_seats())

    def call(self, name: str, workspace: LaneMemory, *facts: int | Teacher, stream: int = 0) -> None:
        """One kernel; a failed launch is an error, not a silence."""
        code = getattr(self.calls, f"lanes_{name}")(ctypes.byref(workspace), *facts, stream)
        if code:
            raise RuntimeError(f"lanes_{name}: {self.calls.lanes_error(code).decode()}")
