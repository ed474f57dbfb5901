"""Writes the example game under a name of your own: into a checkout, or as a package of its own outside."""

from __future__ import annotations

import keyword
import re
from pathlib import Path

from purrlor.core.errors import PurrlorError
from purrlor.core.game import HOME as GAMES
from purrlor.core.game import catalogue
from purrlor.core.game_interface import PARTS, TABLE_HEAD
from purrlor.core.language import N_

EXAMPLE = Path(__file__).parent / "fish_market"
TESTS = Path(__file__).parent / "example_tests.py"
NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
PROJECT = """\
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "{name}"
version = "0.1.0"
description = "{title}: a game for Purrlor"
requires-python = ">=3.11"
dependencies = ["purrlor"]

[project.optional-dependencies]
test = ["pytest"]

[project.entry-points."purrlor.games"]
{name} = "{package}"

[tool.hatch.build.targets.wheel]
packages = ["{package}"]
"""
README = """\
# {title}
A game for Purrlor. {begin}

{rows}

`locale`: `words/ru.po` is written and updated by `purrlor words {name}`; `words/rules.en.md` and `words/rules.ru.md`
are the rules as text. What each function does: `docs/adding_a_game.md` of Purrlor.
"""


class CannotWriteGame(PurrlorError):
    """A name that will not do, or a place that is taken."""


def write_game(name: str, where: Path, *, in_checkout: bool) -> list[Path]:
    """The files that were written. `where` is the root of the checkout, else the folder that gets the project."""
    package = checked_name(name)
    title = " ".join(word.capitalize() for word in name.split("-"))
    if in_checkout:
        module, home = f"{GAMES}.{package}", where / "src" / "purrlor" / "games" / package
        tests = where / "tests" / "games" / package
    else:
        module, home, tests = package, where / name / package, where / name / "tests"
    for place in (home, tests):
        if place.exists():
            raise CannotWriteGame(N_("{place} is there already: choose another name or folder."), place=place)
    words = {
        "purrlor.new_game.fish_market": module,
        "fish-market": name,
        "Fish Market": title,
        "MARKET": package.upper(),
    }
    written = [copied(path, home / path.relative_to(EXAMPLE), words) for path in sources(EXAMPLE)]
    test_name = "test_rules.py" if in_checkout else f"test_{package}.py"
    written.append(copied(TESTS, tests / test_name, words))
    begin = (
        f"`purrlor laws --game {name}` says whether it keeps the laws; `purrlor terminal {name} --level cat` plays it."
    )
    if in_checkout:
        written.append(put(tests / "__init__.py", ""))
        written.append(put(home / "README.md", readme(name, title, begin)))
    else:
        begin = f"`pip install -e '.[test]'` puts it on the first page. {begin} `pytest` runs its tests."
        written.append(put(where / name / "README.md", readme(name, title, begin)))
        written.append(put(where / name / "pyproject.toml", PROJECT.format(name=name, package=package, title=title)))
    return sorted(written)


def checked_name(name: str) -> str:
    """The package's name for a game's name."""
    package = name.replace("-", "_")
    if not NAME.fullmatch(name) or len(name) > 40 or keyword.iskeyword(package):
        raise CannotWriteGame(N_("{name} is no name for a game: use small letters, as in nine-lives."), name=name[:60])
    if name in {known.name for known in catalogue().games} | set(catalogue().refused):
        raise CannotWriteGame(N_("There is a game {name} already: choose another name."), name=name)
    return package


def sources(folder: Path) -> list[Path]:
    return [path for path in sorted(folder.rglob("*")) if path.is_file() and "__pycache__" not in path.parts]


def copied(source: Path, target: Path, words: dict[str, str]) -> Path:
    text = source.read_text(encoding="utf-8")
    for old, new in words.items():
        text = text.replace(old, new)
    return put(target, text)


def put(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def readme(name: str, title: str, begin: str) -> str:
    rows = [part.row("" if (EXAMPLE / part.file).exists() else " (not here)") for part in PARTS]
    return README.format(title=title, name=name, begin=begin, rows="\n".join([*TABLE_HEAD, *rows]))
