"""Compiled twins of plain modules.

    fast = native("purrlor.games.rat_a_tat_cat.rules.rules")               # the rules
    tree = native("purrlor.bots.tree_search.search", rules="purrlor.games…")  # its global `rules` bound to that twin

A twin is the same source loaded a second time, every function of it put through Numba. Numba's own cache goes wrong
when a callee in another file changed and mixes up two games whose records look alike. So every twin has a cache folder
of its own, named by a hash of all our source it can reach. Where nothing can be written, or the cache is
damaged, we compile again; a folder that others may write to is refused, because the cache is unpickled.
"""

from __future__ import annotations

import ast
import hashlib
import importlib
import importlib.util
import os
import shutil
import sys
import tempfile
import threading
import types
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol

from purrlor.core.installation.operating_system import cache_home, is_ours_alone, user_mark

OPTIONS = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}  # the last: less to compile
HOME = Path(__file__).resolve().parents[2]
FOLDERS_PER_TWIN = 3  # cache folders kept of one twin
LOCK = threading.RLock()


def native(name: str, **bound: str) -> types.ModuleType:
    """The compiled twin of module `name`; `bound` names the modules for its open globals, and for theirs in turn."""
    return twin_of(name, all_bindings(name, bound), True)


def plain(name: str, **bound: str) -> types.ModuleType:
    """The same without Numba: to compare with, and to debug."""
    return twin_of(name, all_bindings(name, bound), False)


def all_bindings(name: str, bound: dict[str, str]) -> dict[str, str]:
    if bound and (unknown := bound.keys() - bindings_of(name, bound).keys()):
        raise ImportError(f"module {name} has no open global {', '.join(sorted(unknown))}")
    return bound


def bindings_of(name: str, bound: dict[str, str]) -> dict[str, str]:
    """Those of `bound` that the module, or a module bound to one of its names, leaves open: a global that is None."""
    module = importlib.import_module(name)
    own = {key: bound[key] for key in bound if getattr(module, key, name) is None}
    for bound_name in list(own.values()):
        own |= bindings_of(bound_name, bound)
    return own


def twin_of(name: str, bound: dict[str, str], fast: bool) -> types.ModuleType:
    label = label_of(name, bound)
    twin_name = f"{label}:{'native' if fast else 'plain'}"
    with LOCK:
        if twin_name not in sys.modules:
            sys.modules[twin_name] = make_twin(name, bound, fast, label, twin_name)
        return sys.modules[twin_name]


def is_cached(name: str, **bound: str) -> bool:
    """Whether all code of the compiled twin is in the cache already, and this machine can use it."""
    mark = mark_of_whole(name, bound)
    return mark is not None and mark.exists()


def mark_whole(name: str, **bound: str) -> None:
    """Say that nothing of the compiled twin is left to compile: an interrupted compiler leaves a part behind."""
    mark = mark_of_whole(name, bound)
    if mark is not None:
        with suppress(OSError):
            mark.parent.mkdir(parents=True, exist_ok=True)
            mark.touch()


def mark_of_whole(name: str, bound: dict[str, str]) -> Path | None:
    """A file named by all that makes Numba compile again: the processor, and when our source files were written."""
    folder = cache_folder(label_of(name, bound), [name, *bound.values()])
    if folder is None:
        return None
    stamps = [path.stat().st_mtime_ns for path in sorted(sources_of([name, *bound.values()]))]
    return folder / f"whole-{hashlib.blake2b(f'{processor()} {stamps}'.encode(), digest_size=8).hexdigest()}"


def processor() -> str:
    binding = importlib.import_module("llvmlite.binding")
    return f"{binding.get_host_cpu_name()} {binding.get_host_cpu_features().flatten()}"


def label_of(name: str, bound: dict[str, str]) -> str:
    return "-".join([name, *(bound[key] for key in sorted(bound))])


def make_twin(name: str, bound: dict[str, str], fast: bool, label: str, twin_name: str) -> types.ModuleType:
    path = origin(name)
    if path is None:
        raise ImportError(f"no module {name}")
    twin = types.ModuleType(twin_name)
    twin.__file__ = str(path)
    exec(compile(path.read_bytes(), str(path), "exec"), twin.__dict__)
    for key, module in bound.items():
        if getattr(twin, key, name) is None:
            setattr(twin, key, twin_of(module, bindings_of(module, bound), fast))
    folder = cache_folder(label, [name, *bound.values()]) if fast else None
    for key, value in list(vars(twin).items()):
        if isinstance(value, types.FunctionType):
            if value.__module__ == twin_name:
                setattr(twin, key, compiled(value, folder) if fast else value)
            elif fast and is_ours(origin(value.__module__)):
                setattr(twin, key, getattr(twin_of(value.__module__, {}, True), value.__name__))
    return twin


def compiled(function: types.FunctionType, folder: Path | None) -> object:
    twin = dispatcher(function, folder)
    typed = twin.get_call_template
    twin.get_call_template = lambda args, kws: typed(any_number(args), dict(zip(kws, any_number(kws.values()))))
    return twin


def any_number(kinds: Iterable[object]) -> list[object]:
    """A constant is any number to the function that is given it.

    Otherwise Numba compiles a function again for each constant, one of Cat Café's for 14. The code was no faster.
    """
    unliteral = importlib.import_module("numba.core.types").unliteral
    return [unliteral(kind) for kind in kinds]


def dispatcher(function: types.FunctionType, folder: Path | None) -> Any:
    numba = importlib.import_module("numba")
    if folder is None:
        return numba.njit(**OPTIONS)(function)
    before, numba.config.CACHE_DIR = numba.config.CACHE_DIR, str(folder)
    try:
        twin = numba.njit(cache=True, **OPTIONS)(function)
    except RuntimeError:  # no place for a cache
        return numba.njit(**OPTIONS)(function)
    finally:
        numba.config.CACHE_DIR = before
    twin._cache = ForgivingCache(twin._cache)
    return twin


class FunctionCache(Protocol):
    """What we call of Numba's cache of one function."""

    def load_overload(self, signature: object, context: object) -> object: ...
    def save_overload(self, signature: object, data: object) -> None: ...
    def flush(self) -> None: ...


class ForgivingCache:
    """Numba's cache of one function, which must never be the reason that a game stops."""

    def __init__(self, cache: FunctionCache) -> None:
        self.cache = cache

    def __getattr__(self, name: str) -> object:
        return getattr(self.cache, name)

    def load_overload(self, signature: object, context: object) -> object:
        try:
            return self.cache.load_overload(signature, context)
        except Exception:  # half-written or damaged: compile instead
            self.try_or_ignore(self.cache.flush)
            return None

    def save_overload(self, signature: object, data: object) -> None:
        self.try_or_ignore(lambda: self.cache.save_overload(signature, data))

    def try_or_ignore(self, act: Callable[[], None]) -> None:
        try:
            act()
        except Exception:  # disk full, folder gone: then there is no cache
            return


def cache_folder(label: str, names: list[str]) -> Path | None:
    root = cache_root()
    if root is None:
        return None
    short = hashlib.blake2b(label.encode(), digest_size=4).hexdigest()
    stem = f"{names[0].rpartition('.')[2]}-{short}"
    folder = root / f"{stem}-{fingerprint(names)}"
    if not folder.is_dir():
        for old in sorted(root.glob(f"{stem}-*"), key=age)[: 1 - FOLDERS_PER_TWIN]:
            shutil.rmtree(old, ignore_errors=True)
    return folder


def age(folder: Path) -> float:
    try:
        return folder.stat().st_mtime
    except OSError:
        return 0.0


def cache_root() -> Path | None:
    """The first folder that will do, or None: then every process compiles again."""
    return next((folder for folder in cache_choices() if is_usable(folder)), None)


def cache_choices() -> Iterator[Path]:
    """PURRLOR_CACHE alone where it is set: an operator who names a folder wants no other one."""
    chosen = os.environ.get("PURRLOR_CACHE")
    if chosen:
        yield Path(chosen)
        return
    yield cache_home() / "purrlor"
    with suppress(OSError):  # a system that is read-only has no temporary folder either
        yield Path(tempfile.gettempdir()) / f"purrlor-{user_mark()}"


def is_usable(folder: Path) -> bool:
    """Ours alone, writable, and not full."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not is_ours_alone(folder):
            return False
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(bytes(1 << 20))
            file.flush()
        return True
    except OSError:
        return False


def fingerprint(names: list[str]) -> str:
    """A hash of every source file of ours that these modules can reach, and of what compiles them."""
    numba = importlib.import_module("numba")
    found = sources_of(names)
    h = hashlib.blake2b(f"{sys.version_info[:3]} {numba.__version__} {OPTIONS}".encode(), digest_size=8)
    for path in sorted(found):
        h.update(str(path.relative_to(HOME) if path.is_relative_to(HOME) else path).encode() + b"\0")
        h.update(found[path] + b"\0")
    return h.hexdigest()


def sources_of(names: list[str]) -> dict[Path, bytes]:
    """Every source file of ours that these modules can reach."""
    found: dict[Path, bytes] = {}
    for name in names:
        collect_sources(name, found)
    return found


def collect_sources(name: str, found: dict[Path, bytes]) -> None:
    path = origin(name)
    if path is None or path in found or (found and not is_ours(path)):
        return
    found[path] = path.read_bytes()
    for node in ast.walk(ast.parse(found[path])):
        if isinstance(node, ast.Import):
            for part in node.names:
                collect_sources(part.name, found)
        elif isinstance(node, ast.ImportFrom) and node.module:
            collect_sources(node.module, found)
            for part in node.names:
                collect_sources(f"{node.module}.{part.name}", found)


def origin(name: str) -> Path | None:
    """The file of a module, twins included; None for what has none."""
    known = sys.modules.get(name)
    if known is not None:
        path = getattr(known, "__file__", None)
        return Path(path) if path else None
    try:
        spec = importlib.util.find_spec(name)
    except (ImportError, ValueError, AttributeError):
        return None
    return Path(spec.origin) if spec is not None and spec.origin not in (None, "built-in", "frozen") else None


def is_ours(path: Path | None) -> bool:
    return path is not None and (path.is_relative_to(HOME) or any(path.is_relative_to(place) for place in EXTRA_ROOTS))


EXTRA_ROOTS: list[Path] = []  # further folders whose modules have twins: games of other packages


def allow_twins_in(folder: Path) -> None:
    if folder not in EXTRA_ROOTS:
        EXTRA_ROOTS.append(folder)
