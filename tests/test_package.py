"""What is published: the contents of wheel and sdist, their metadata, and the wheel at work away from the source."""

import os
import re
import runpy
import subprocess
import sys
import tarfile
import zipfile
from email.parser import BytesParser
from pathlib import Path

import pytest
from packaging.metadata import Metadata

import purrlor
from purrlor.cli import parser

ROOT = Path(__file__).resolve().parents[1]
DATA = (".po", ".html", ".css", ".js", ".md", ".png", ".webp", ".json", ".npz", ".toml", ".typed")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with wheel and sdist, built by the locked builder."""
    pytest.importorskip("hatchling", reason="needs hatchling: ./purr installs it")
    out = tmp_path_factory.mktemp("dist")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-d", out],
        cwd=ROOT,
        env={**os.environ, "GITHUB_REPOSITORY": "cats/parlour", "GITHUB_REF_NAME": "v9"},  # as the workflow has it
        check=True,
        capture_output=True,
    )
    return out


def test_the_wheel_holds_all_that_the_source_does(built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    names = set(zipfile.ZipFile(wheel).namelist())
    source = ROOT / "src"
    wanted = {
        str(path.relative_to(source))
        for path in source.rglob("*")
        if path.is_file() and path.suffix in (".py", *DATA) and "__pycache__" not in path.parts
    }
    assert wanted <= names
    foreign = {name for name in names if not name.startswith(("purrlor/", f"purrlor-{purrlor.__version__}.dist-info/"))}
    assert foreign == set()


def test_the_sdist_is_the_source_without_the_gallery(built: Path) -> None:
    (sdist,) = built.glob("*.tar.gz")
    with tarfile.open(sdist) as packed:
        names = [name.partition("/")[2] for name in packed.getnames()]
    assert not [name for name in names if name.startswith("docs/gallery/")]
    assert {"pyproject.toml", "LICENSE", "README.md", "purr", "src/purrlor/cli.py", "tests/conftest.py"} <= set(names)


def test_the_metadata_is_what_an_index_takes(built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    text = zipfile.ZipFile(wheel).read(f"purrlor-{purrlor.__version__}.dist-info/METADATA")
    found = Metadata.from_email(text, validate=True)
    assert found.name == "purrlor"
    assert BytesParser().parsebytes(text)["Description-Content-Type"] == "text/markdown"
    home = "https://github.com/cats/parlour"
    assert (found.project_urls or {})["Changelog"] == f"{home}/blob/v9/CHANGELOG.md"
    pictures = re.findall(r'src="([^"]+)"', found.description or "")
    assert len(pictures) >= 4
    assert {place.partition("/raw/v9/docs/gallery/")[0] for place in pictures} == {home}, (
        "an index has no files of ours"
    )
    links = re.findall(r"\]\(([^)#]+)", found.description or "")
    assert links
    assert [link for link in links if not link.startswith("https://")] == []
    everybody = {wish.name for wish in found.requires_dist or () if wish.marker is None}
    assert {"starlette", "uvicorn", "numba", "jinja2", "openskill"} <= everybody, "pip install purrlor gives a parlour"


def test_the_wheel_works_away_from_the_source(built: Path, tmp_path: Path) -> None:
    (wheel,) = built.glob("*.whl")
    place = tmp_path / "installed"
    zipfile.ZipFile(wheel).extractall(place)

    def run(*words: str) -> str:
        done = subprocess.run(
            [sys.executable, "-m", "purrlor", *words],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(place), "LC_ALL": "C.UTF-8"},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    record = run("record", "rat-a-tat-cat", "--seed", "7", "--option", "rounds=1")
    (tmp_path / "match.json").write_text(record)
    assert "the record holds" in run("verify", "match.json")
    told = run("--help")
    verbs = parser().parse_args(["games"]) and re.findall(r"^    (\S+)  ", told, re.M)
    assert {"play", "serve", "backup", "restore", "arena", "study"} <= set(verbs)
    pages = (
        "from purrlor.web.app import make_app; from purrlor.web.server.settings import settings;"
        "import purrlor, sys; assert purrlor.__file__.startswith(sys.argv[1]), purrlor.__file__;"
        "app = make_app(settings({}, secret='ab' * 32, database='sqlite:///x.db'));"
        "print(len(app.services.templates.asset_store.by_name));"
        "from purrlor.cli import main;"
        "print(*[main(words.split()) for words in ('features', 'pieces', 'golden pocket-cats', 'bench engine')])"
    )
    done = subprocess.run(
        [sys.executable, "-c", pages, str(place)],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(place), "LC_ALL": "C.UTF-8"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assets, statuses = done.stdout.splitlines()
    assert int(assets) > 20
    assert statuses == "1 1 1 1", "what needs a checkout is refused"
    assert re.findall(r"purrlor: purrlor (\w+) is for a checkout of the source", done.stderr) == [
        "features", "pieces", "golden", "bench"
    ]  # fmt: skip


def test_one_file_installs_itself_once_and_runs(built: Path, tmp_path: Path) -> None:
    (wheel,) = built.glob("*.whl")
    file = tmp_path / "purrlor.pyz"
    runpy.run_path(str(ROOT / "deploy" / "single_file.py"))["build"](wheel, file)
    script = f"""
import sys, zipfile, runpy, subprocess, venv, os
calls = []
venv.create = lambda place, with_pip: place.mkdir()
subprocess.run = lambda words: (calls.append(words[5:]), subprocess.CompletedProcess(words, 0))[1]
os.execv = lambda path, words: print(len(calls), *words[1:])
for turn in range(2):
    sys.argv = [{str(file)!r}, "games", "--json"]
    runpy.run_path({str(file)!r}, run_name="__main__")
for words in calls:
    print(*[word.rpartition(os.sep)[2] for word in words])
"""
    done = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, "XDG_CACHE_HOME": str(tmp_path / "cache")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [
        "2 -m purrlor games --json",
        "2 -m purrlor games --json",
        "--disable-pip-version-check --require-hashes -r play.lock",
        f"--disable-pip-version-check --no-deps {wheel.name}",
    ]
