"""Extras × verbs: without a library a verb either works or says at once, in one sentence, what to install."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import Any

import pytest

from purrlor.cli import parser
from purrlor.core.installation.extras import EXTRAS

GAME = "rat-a-tat-cat"
ONE = ["--option", "rounds=1"]
# What a verb needs, and whether it ends well here once it has that (PORT is in use, and there is no game chess)
VERBS: dict[str, tuple[set[str], bool, list[str]]] = {
    "games": (set(), True, ["games"]),
    "record": (set(), True, ["record", GAME, *ONE]),
    "terminal": (set(), True, ["terminal", GAME]),
    "terminal, tigers": ({"native"}, True, ["terminal", GAME, "--level", "tiger"]),
    "laws": ({"native", "play"}, True, ["laws", "--game", GAME, "--matches", "1"]),
    "play": ({"play"}, False, ["play", "--no-browser", "--port", "PORT", "--database", "sqlite:///FOLDER/p.db"]),
    "serve": ({"play"}, False, ["serve", "--port", "PORT", "--database", "sqlite:///FOLDER/s.db"]),
    "serve, PostgreSQL": ({"play", "postgres"}, False, ["serve", "--port", "PORT", "--database", "postgresql://x/y"]),
    "arena": ({"arena"}, True, ["arena", GAME, "--bots", "cat,random", "--matches", "2", "--processes", "1", *ONE]),
    "arena, tigers": (
        {"arena", "native"},
        True,
        ["arena", GAME, "--bots", "tiger:8,cat", "--matches", "2", "--processes", "1", *ONE],
    ),
    "arena, Ray": (
        {"arena", "ray"},
        False,
        ["arena", GAME, "--bots", "cat", "--on", "ray", "--address", "127.0.0.1:1"],
    ),
    "study": ({"native"}, True, ["study", GAME, "--matches", "2", "--level", "random", *ONE]),
    "league": (set(), True, ["league", "FOLDER/league.json"]),
    "picture": (
        set(),
        True,
        ["picture", GAME, "players=2 rounds=1 row0=?,?,?,? row1=?,?,?,? discard=3", "FOLDER/p.svg"],
    ),
    "picture, PNG": (set(), False, ["picture", GAME, "no position", "FOLDER/p.png"]),
    "export": ({"native"}, False, ["export", "FOLDER/none.jsonl", "FOLDER/n.npz"]),
    "export, Parquet": ({"native", "parquet"}, False, ["export", "FOLDER/none.jsonl", "FOLDER/n.parquet"]),
    "verify": (set(), False, ["verify", "FOLDER/none.json"]),
    "print": ({"play"}, True, ["print", GAME, "pads", "FOLDER/pads.pdf", "--language", "en"]),
    "backup": (set(), False, ["backup", "FOLDER/b.db", "--database", "sqlite:///FOLDER/none.db"]),
    "backup, PostgreSQL": ({"postgres"}, False, ["backup", "FOLDER/b.db", "--database", "postgresql://127.0.0.1:1/y"]),
    "restore": (set(), False, ["restore", "FOLDER/none.db", "--database", "sqlite:///FOLDER/r.db"]),
    "levels": ({"native"}, False, ["levels", "chess"]),
    "puzzles": ({"native"}, False, ["puzzles", "chess"]),
    "train": ({"native", "gpu"}, False, ["train", "chess", "--out", "FOLDER/training"]),
    "new-game": (set(), True, ["new-game", "nine-lives", "--into", "FOLDER"]),
    "words": ({"play"}, False, ["words", "chess"]),
    "gallery": ({"native", "play", "browser"}, False, ["gallery", "--game", "chess"]),
    "audit": ({"native", "play", "browser"}, False, ["audit", "--game", "chess"]),
    "golden": ({"native"}, False, ["golden", "chess"]),
    "pieces": ({"play"}, True, ["pieces", "--docs", "FOLDER"]),
    "features": ({"native"}, True, ["features", "--page", "FOLDER/lab.md"]),
    "bench": (set(), False, ["bench", "none"]),
}
LEAGUE = {
    "purrlor-league": 1, "game": GAME, "players": 2, "options": {"rounds": 1}, "levels": ["cat", "random"],
    "runs": [{"bots": ["cat", "random"], "seed": 1, "matches": 2}],
    "tables": [{"seats": {"cat": 1, "random": 1}, "matches": 2, "wins": {"cat": 1.0, "random": 1.0}}],
}  # fmt: skip
FILES = {"league.json": json.dumps(LEAGUE), "lab.md": "## Features\n### ", "adding_a_game.md": "<!-- parts -->\n"}
UNLOCKED = ("ray", "parquet", "pictures", "gpu")  # not installed for tests: every run of the others is one without them
RUN = """
import contextlib, io, json, socket, sys, tempfile
for name in json.loads(sys.argv[1]):
    sys.modules[name] = None  # as if it were not installed: find_spec has nothing, and importing it fails
from purrlor.cli import main
taken = socket.create_server(("127.0.0.1", 0))
found = {}
with tempfile.TemporaryDirectory() as folder:
    for name, text in json.loads(sys.argv[3]).items():
        with open(f"{folder}/{name}", "w") as file:
            file.write(text)
    for verb, words in json.loads(sys.argv[2]).items():
        port = str(taken.getsockname()[1])
        words = [word.replace("PORT", port).replace("FOLDER", folder) for word in words]
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            status = main(words)
        found[verb] = status, out.getvalue(), err.getvalue()
print(json.dumps(found))
"""


def run_without(modules: list[str], verbs: list[str], language: str = "C") -> dict[str, Any]:
    words = {verb: VERBS[verb][2] for verb in verbs}
    done = subprocess.run(
        [sys.executable, "-c", RUN, json.dumps(modules), json.dumps(words), json.dumps(FILES)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
        env={**os.environ, "LC_ALL": f"{language}.UTF-8"},
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def test_the_table_has_every_verb() -> None:
    told = parser().format_help()
    assert {words[0] for _, _, words in VERBS.values()} == set(re.findall(r"^    ([a-z-]+)(?: {2}|$)", told, re.M))


def modules_of(extras: set[str]) -> list[str]:
    return [name for extra in EXTRAS if extra in extras for name in EXTRAS[extra]]


@pytest.mark.parametrize("missing", [*(extra for extra in EXTRAS if extra not in UNLOCKED), "everything"])
def test_a_verb_says_what_to_install(missing: str) -> None:
    lacking = set(EXTRAS) if missing == "everything" else {missing}
    lame = [verb for verb, (needs, _, _) in VERBS.items() if needs & lacking]
    for verb, (status, out, err) in run_without(modules_of(lacking), lame).items():
        needs = VERBS[verb][0]
        assert status == 1, verb
        assert out == "", f"{verb} began before it said what it lacks"
        assert err.count("\n") == 1, err
        extras = re.search(r"pip install 'purrlor\[(.*?)\]'", err)
        assert extras, err
        assert needs & lacking <= set(extras[1].split(",")) <= needs


@pytest.mark.parametrize(
    "needs",
    [set(each) for each in sorted({tuple(sorted(needs)) for needs, _, _ in VERBS.values() if not needs & {*UNLOCKED}})],
    ids=lambda needs: "+".join(sorted(needs)) or "nothing",
)
def test_a_verb_works_with_what_it_needs_alone(needs: set[str]) -> None:
    verbs = [verb for verb, each in VERBS.items() if each[0] == needs]
    for verb, (status, _, err) in run_without(modules_of(set(EXTRAS) - needs), verbs).items():
        assert (status == 0) == VERBS[verb][1], f"{verb}: {err}"
        assert "pip install" not in err


def test_it_is_said_in_russian() -> None:
    status, _, err = run_without(["openskill"], ["arena"], "ru_RU")["arena"]
    assert (status, err) == (
        1,
        "purrlor: purrlor arena: не хватает openskill. Установите: pip install 'purrlor[arena]'.\n",
    )


def libraries(line: str) -> set[str]:
    """psycopg[pool]>=3 is psycopg and psycopg-pool."""
    words = re.findall(r"[\w.-]+", line.partition(";")[0].split(">")[0].lower().replace("_", "-"))
    return {words[0], *(f"{words[0]}-{more}" for more in words[1:])}


def test_the_extras_are_those_of_the_package() -> None:
    """Every module comes from a library that pyproject.toml lists for the extra, or for everybody."""
    project = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text())["project"]
    homes = packages_distributions()
    for extra, modules in EXTRAS.items():
        listed = [*project["dependencies"], *project["optional-dependencies"][extra]]
        names = {name for line in listed for name in libraries(line)}
        for module in modules:
            homes_of = {home.lower().replace("_", "-") for home in homes.get(module, [])}
            assert names & homes_of or (not homes_of and module.replace("_", "-") in names), (
                f"{module} is not in purrlor[{extra}]"
            )
