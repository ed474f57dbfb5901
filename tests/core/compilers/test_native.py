"""Twins and their cache: whatever happens to the folder, the results are right."""

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from purrlor.core.compilers import native as loader

GAME = "from lib_{0} import step\n\n\ndef move(a: int) -> int:\n    return step(a) * {1}\n"
USER = "rules = None\n\n\ndef play(a: int) -> int:\n    return rules.move(a) + 1\n"
MAIN = """
import os, shutil, sys
from pathlib import Path
from purrlor.core.compilers import native as loader
loader.EXTRA_ROOTS.append(Path.cwd())
sys.path.insert(0, str(Path.cwd()))
twins = [loader.native("user_{0}", rules=name) for name in sys.argv[1:]]
if os.environ.get("LOSE_IT"):
    shutil.rmtree(os.environ["PURRLOR_CACHE"])
    Path(os.environ["PURRLOR_CACHE"]).touch()
print(*(twin.play(3) for twin in twins), "hits", sum(twins[0].play.stats.cache_hits.values()))
"""


class Shelf:
    """Two look-alike games and a module that uses either, in a folder of their own."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.cache = folder, folder / "cache"
        (folder / "user_t.py").write_text(USER)
        (folder / "ga_t.py").write_text(GAME.format("t", 2))
        (folder / "gb_t.py").write_text(GAME.format("t", 3))
        (folder / "main.py").write_text(MAIN.format("t"))
        self.step(10)

    def step(self, more: int) -> None:
        (self.folder / "lib_t.py").write_text(f"def step(x: int) -> int:\n    return x + {more}\n")

    def command(self, *games: str) -> list[str]:
        return [sys.executable, "main.py", *(games or ("ga_t", "gb_t"))]

    def env(self, **more: str) -> dict[str, str]:
        kept = {
            key: value for key, value in os.environ.items() if not key.startswith(("PURRLOR", "NUMBA", "XDG", "COV"))
        }
        return {**kept, "PURRLOR_CACHE": str(self.cache), "HOME": str(self.folder), **more}

    def go(self, *games: str, limit: str = "", **more: str) -> str:
        command = self.command(*games)
        if limit:
            command = ["bash", "-c", f'{limit}; exec "$@"', "bash", *command]
        done = subprocess.run(
            command, cwd=self.folder, env=self.env(**more), capture_output=True, text=True, timeout=600, check=False
        )
        return done.stdout.strip() or done.stderr


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    made = Shelf(tmp_path_factory.mktemp("twins"))
    assert made.go() == "27 40 hits 0"
    return made


def test_look_alike_games_keep_their_own_cache(shelf: Shelf) -> None:
    assert shelf.go() == "27 40 hits 1"
    assert shelf.go("gb_t") == "40 hits 1"


def test_a_changed_callee_in_another_file_is_noticed(shelf: Shelf) -> None:
    shelf.step(20)
    assert shelf.go() == "47 70 hits 0"
    shelf.step(10)
    assert shelf.go() == "27 40 hits 1"


def test_nothing_writable_compiles_anew(shelf: Shelf) -> None:
    nowhere = {"PURRLOR_CACHE": "/proc/none", "HOME": "/proc/none", "TMPDIR": "/proc/none"}
    assert shelf.go("ga_t", **nowhere).startswith("27 hits 0")


def test_a_full_disk_is_no_reason_to_stop(shelf: Shelf) -> None:
    full = {"PURRLOR_CACHE": str(shelf.folder / "full"), "HOME": "/proc/none", "TMPDIR": "/proc/none"}
    assert shelf.go("ga_t", limit="ulimit -f 4; trap '' XFSZ", **full).startswith("27")


def test_damaged_files_are_repaired(shelf: Shelf) -> None:
    for path in shelf.cache.rglob("*.nb[ci]"):
        with path.open("r+b") as file:
            file.truncate(40)
    assert shelf.go().startswith("27 40 hits 0")
    assert shelf.go() == "27 40 hits 1"


def test_a_folder_that_vanishes_is_no_reason_to_stop(shelf: Shelf) -> None:
    assert shelf.go(PURRLOR_CACHE=str(shelf.folder / "gone"), LOSE_IT="1").startswith("27 40")


def test_a_folder_others_may_write_to_is_refused(shelf: Shelf) -> None:
    shelf.cache.chmod(0o777)
    try:
        assert shelf.go("ga_t", HOME=str(shelf.folder / "home")) == "27 hits 0"
    finally:
        shelf.cache.chmod(0o700)


def test_four_processes_may_start_at_once(shelf: Shelf) -> None:
    env = shelf.env(PURRLOR_CACHE=str(shelf.folder / "race"))
    racers = [
        subprocess.Popen(shelf.command(), cwd=shelf.folder, env=env, stdout=subprocess.PIPE, text=True)
        for _ in range(4)
    ]
    assert {racer.communicate(timeout=600)[0][:5] for racer in racers} == {"27 40"}


def test_old_folders_are_cleared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PURRLOR_CACHE", str(tmp_path))
    for age, hash_ in enumerate(("one", "two", "three")):
        folder = loader.cache_folder("some.label", ["purrlor.core.seats"])
        assert folder is not None
        made = tmp_path / folder.name.replace(folder.name.rpartition("-")[2], hash_)
        made.mkdir()
        os.utime(made, (age, age))  # quicker than the file system's clock, they would be of one age
    folder = loader.cache_folder("some.label", ["purrlor.core.seats"])
    assert folder is not None
    assert sorted(path.name.rpartition("-")[2] for path in tmp_path.iterdir()) == ["three", "two"]


def test_what_an_interrupted_compiler_left_is_not_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else a process that thinks for months compiles the rest, and keeps what a compiler needs."""
    name = "purrlor.core.chance"
    tmp_path.chmod(0o700)
    monkeypatch.setenv("PURRLOR_CACHE", str(tmp_path))
    folder = loader.cache_folder(name, [name])
    assert folder is not None
    folder.mkdir()
    (folder / "chance.below-1.py311.nbi").touch()
    assert not loader.is_cached(name)
    loader.mark_whole(name)
    assert loader.is_cached(name)
    monkeypatch.setattr(loader, "processor", lambda: "another one")
    assert not loader.is_cached(name), "Numba compiles anew for another processor"


def test_plain_twins_are_not_compiled() -> None:
    twin = loader.plain("purrlor.core.chance")
    assert twin.mix(1, 2) == loader.native("purrlor.core.chance").mix(1, 2)
    assert type(twin.mix).__name__ == "function"


def test_constants_need_no_code_of_their_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loader, "EXTRA_ROOTS", [tmp_path])
    monkeypatch.setenv("PURRLOR_CACHE", str(tmp_path / "cache"))
    monkeypatch.syspath_prepend(str(tmp_path))
    lines = [
        "def twice(a):",
        "    return a + a",
        "",
        "",
        "def sums(b):",
        "    return twice(100) + twice(7) + twice(a=b)",
    ]
    (tmp_path / "constants_t.py").write_text("\n".join(lines))
    twin = loader.native("constants_t")
    assert twin.sums(3) == 220
    assert len(twin.twice.overloads) == 1


def test_threads_share_one_twin() -> None:
    found: list[object] = []
    threads = [threading.Thread(target=lambda: found.append(loader.native("purrlor.core.seats"))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(map(id, found))) == 1


def test_a_module_that_is_not_there() -> None:
    with pytest.raises(ImportError, match="no module"):
        loader.native("purrlor.core.nothing_of_the_kind")


def test_a_name_that_is_not_an_open_global_cannot_be_bound() -> None:
    with pytest.raises(ImportError, match="no open global features"):
        loader.plain("purrlor.lab.kernels.vector", features="purrlor.core.seats")


def test_the_plain_side_never_loads_the_compiler() -> None:
    code = "import purrlor, purrlor.cli, sys; purrlor.games(); assert not {'numba', 'numpy'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True, timeout=300)


def test_what_a_bound_module_leaves_open_is_bound_too() -> None:
    rules, own = "purrlor.games.pocket_cats.rules.rules", "purrlor.games.pocket_cats.bots.strategy"
    defaults = "purrlor.bots.tree_search.rollout_defaults"
    parts = {"stages": defaults, "ends": defaults, "habits": defaults, "beliefs": defaults}
    tree = loader.plain(
        "purrlor.bots.tree_search.search",
        guide="purrlor.bots.tree_search.rollout_guide",
        rules=rules,
        strategy=own,
        **parts,
    )
    assert tree.rules is tree.guide.rules
    assert tree.guide.strategy.__file__.endswith("strategy.py")
    with pytest.raises(ImportError, match="no open global strategy"):  # nothing that it binds has one
        loader.plain("purrlor.bots.tree_search.search", rules=rules, strategy=own)
