"""The locks: everything pyproject.toml asks for is pinned, by hash, the same in each of them, from nowhere special."""

import re
import runpy
import tomllib
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[1]
PURR = runpy.run_path(str(ROOT / "purr"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
PIN = re.compile(r"([\w.-]+)==([\w.]+)(?: ; [^\\\n]+?)?((?: \\\n    --hash=sha256:[0-9a-f]{64})+)\n")


def lines(name: str) -> str:
    return Path(PURR["lock_of"](name)).read_text(encoding="utf-8")


def pins(name: str) -> set[tuple[str, str]]:
    return {(canonicalize_name(found[1]), found[2]) for found in PIN.finditer(lines(name))}


def asked(extras: list[str]) -> list[Requirement]:
    """What these extras ask for, with the extras they name themselves."""
    found = [Requirement(line) for line in PROJECT["dependencies"]]
    for extra in extras:
        for line in PROJECT["optional-dependencies"][extra]:
            wish = Requirement(line)
            found += asked(sorted(wish.extras)) if wish.name == PROJECT["name"] else [wish]
    return found


@pytest.mark.parametrize("name", PURR["SETS"])
def test_every_wish_is_pinned(name: str) -> None:
    """Fails when pyproject.toml was changed and ./purr lock was forgotten."""
    pinned = pins(name)
    for wish in asked(PURR["SETS"][name]):
        found = [version for package, version in pinned if package == canonicalize_name(wish.name)]
        assert found, f"{wish} is not locked: ./purr lock"
        assert all(wish.specifier.contains(version) for version in found), f"{wish}: ./purr lock"


@pytest.mark.parametrize("name", PURR["SETS"])
def test_a_lock_is_a_comment_and_pins_with_hashes_alone(name: str) -> None:
    comment, _, rest = lines(name).partition("\n")
    assert comment.startswith("# ")
    assert PIN.sub("", rest) == ""
    assert pins(name) <= pins("dev"), "one version in all sets, so that one venv serves every verb"


@pytest.mark.parametrize("name", PURR["SETS"])
def test_a_lock_is_whole(name: str) -> None:
    """./purr installs a lock without looking for dependencies, so the lock has to name every one of them."""
    pinned = dict(pins(name))
    looked, left = set(), [(canonicalize_name(wish.name), frozenset(wish.extras)) for wish in asked(PURR["SETS"][name])]
    while left:
        package, extras = left.pop()
        if (package, extras) in looked:
            continue
        looked.add((package, extras))
        try:
            lines_of_package = requires(package) or []
        except PackageNotFoundError:  # for another system or another Python
            continue
        for wish in map(Requirement, lines_of_package):
            if any(not wish.marker or wish.marker.evaluate({"extra": extra}) for extra in extras | {""}):
                found = pinned.get(canonicalize_name(wish.name))
                assert found, f"{package} needs {wish}, which is not locked: ./purr lock"
                assert wish.specifier.contains(found), f"{package} needs {wish}, locked is {found}: ./purr lock"
                left.append((canonicalize_name(wish.name), frozenset(wish.extras)))
    assert len(looked) > 5


def test_every_extra_is_in_a_set_or_known_to_be_unlocked() -> None:
    known = {extra for extras in PURR["SETS"].values() for extra in extras} | set(PURR["UNLOCKED"])
    listed = {name for name, libraries in PROJECT["optional-dependencies"].items() if libraries}
    assert listed - known == {"peers", "docs"}  # what a benchmark measures beside; what builds the docs site
