"""Collections of matches: written, read, verified, asked, and turned into arrays."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from purrlor import BadOption, BadRecord, Match, game
from purrlor.cli import main
from purrlor.lab.collection import LONGEST_LINE, Writer, find_moments, moments, read_records, to_arrays
from tests.fixtures.catalogue import each_game_with

RAT = "rat-a-tat-cat"


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C.UTF-8")


def record(path: Path, *words: str, of: str = RAT) -> Path:
    shortened = ["--option", "rounds=1"] if of == RAT else []
    assert main(["record", of, "--seed", "3", *shortened, "--out", str(path), *words]) == 0
    return path


@pytest.fixture
def collection(tmp_path: Path) -> Path:
    return record(tmp_path / "m.jsonl.gz", "--matches", "10", "--bots", "cat,kitten", "--processes", "1")


def test_the_same_seed_gives_the_same_file(collection: Path, tmp_path: Path) -> None:
    words = ("--matches", "10", "--bots", "cat,kitten", "--processes")
    assert record(tmp_path / "two.jsonl.gz", *words, "2").read_bytes() == collection.read_bytes()
    plain = record(tmp_path / "plain.jsonl", *words, "1").read_bytes()
    assert gzip.decompress(collection.read_bytes()) == plain
    assert plain.count(b"\n") == 10


def test_records_hold_and_name_the_bots(collection: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = list(read_records(collection))
    assert len(found) == 10
    assert [one["players"] for one in found[:2]] == [["cat", "kitten"], ["kitten", "cat"]]
    assert len({one["promise"] for one in found}) == 10
    assert main(["verify", str(collection)]) == 0
    decisions = sum(len(one["log"]) for one in found)
    assert capsys.readouterr().out == f"10 records with {decisions} decisions: all hold.\n"


def test_a_record_without_a_file_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["record", RAT, "--option", "rounds=1", "--matches", "2", "--bots", "cat,random,cat"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [Match.replay(json.loads(line)).seats for line in lines] == [3, 3]


def test_a_damaged_collection_says_where(collection: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = gzip.decompress(collection.read_bytes()).splitlines(keepends=True)
    changed = json.loads(lines[4])
    changed["log"][3][1] ^= 1
    bad = tmp_path / "bad.jsonl"
    bad.write_bytes(b"".join([*lines[:4], json.dumps(changed).encode() + b"\n"]))
    assert main(["verify", str(bad)]) == 1
    assert "Line 5 of the collection: The record breaks at decision 4" in capsys.readouterr().err
    bad.write_bytes(b"".join([*lines[:2], lines[2][:100]]))
    with pytest.raises(BadRecord, match="Line 3 of the collection: The file is not a record"):
        list(read_records(bad))
    bad.write_bytes(collection.read_bytes()[:-200])
    with pytest.raises(BadRecord, match="Cannot read"):
        list(read_records(bad))
    with pytest.raises(BadRecord, match="Cannot read"):
        list(read_records(tmp_path / "nowhere.jsonl"))
    with gzip.open(bad, "wb", 9) as endless:
        endless.write(bytes(2 * LONGEST_LINE))
    assert bad.stat().st_size < 100_000
    with pytest.raises(BadRecord, match="Line 1 of the collection is too long"):
        list(read_records(bad))
    with pytest.raises(BadOption, match="Cannot write"):
        Writer(tmp_path / "no" / "folder.jsonl")


def test_every_decision_can_be_asked(collection: Path) -> None:
    """The example of the docs: how often a call of rat-a-tat cat was right."""
    known = game(RAT)
    for one in read_records(collection):
        asked = list(moments(one))
        assert [(moment.seat, moment.action) for moment in asked] == [tuple(entry[:2]) for entry in one["log"]]
        for moment in asked:
            assert moment.hidden == known.hidden(moment.before, moment.seat)
            assert moment.action in known.legal(moment.hidden, moment.seat)
    broken = {**one, "log": [*one["log"][:2], [0, 61, "00000000"], *one["log"][3:]]}
    with pytest.raises(BadRecord, match="decision 3"):
        list(moments(broken))


@each_game_with("lab/observation.py", name="known")
def test_arrays_for_learning(known: Any, tmp_path: Path) -> None:
    path = record(tmp_path / "m.jsonl", "--matches", "3", "--processes", "1", of=known.name)
    records = list(read_records(path))
    arrays = to_arrays(records)
    rows = sum(len(one["log"]) for one in records)
    features = known.part("lab.observation")
    assert arrays["observations"].shape == (rows, len(features.FEATURES))
    assert arrays["masks"].shape == (rows, features.ACTIONS)
    assert arrays["masks"][np.arange(rows), arrays["actions"]].all()
    assert arrays["matches"].tolist() == [k for k, one in enumerate(records) for _ in one["log"]]
    for k, one in enumerate(records):
        mine = arrays["matches"] == k
        winners = one["result"]["winners"]
        assert set(arrays["seats"][mine & (arrays["rewards"] > 0)].tolist()) == set(winners)
    low, high = ([feature[k] for feature in features.FEATURES] for k in (1, 2))
    assert (arrays["observations"] >= low).all()
    assert (arrays["observations"] <= high).all()


def test_arrays_are_of_one_game(collection: Path, tmp_path: Path) -> None:
    other = record(tmp_path / "other.jsonl", "--matches", "1", of="cat-cafe")
    with pytest.raises(BadOption, match="rat-a-tat-cat, cat-cafe"):
        to_arrays([*read_records(collection), *read_records(other)])


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--matches", "0"], "at least one bot and one match"),
        (["--bots", ","], "at least one bot and one match"),
        (["--bots", "puma"], "There is no level 'puma'"),
        (["--out", "/nowhere/m.jsonl"], "Cannot write"),
    ],
)
def test_what_is_no_recording(words: list[str], why: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["record", RAT, *words]) == 1
    assert why in capsys.readouterr().err


def test_a_query_finds_the_moments_that_it_wants(collection: Path) -> None:
    every = [moment for one in read_records(collection) for moment in moments(one)]
    found = list(find_moments(read_records(collection), lambda moment: moment.before.phase == 9 and moment.action == 1))
    assert 0 < len(found) < len(every)
    assert [moment.number for _, moment in found] == [
        one.number for one in every if one.before.phase == 9 and one.action
    ]
    assert all(one["log"][moment.number][:2] == [moment.seat, 1] for one, moment in found)


def test_a_collection_as_numpy_file(collection: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "m.npz"
    assert main(["export", str(collection), str(out)]) == 0
    wanted = to_arrays(read_records(collection))
    found = np.load(out)
    assert {name: found[name].tolist() for name in found} == {name: wanted[name].tolist() for name in wanted}
    assert capsys.readouterr().out == f"{out}: {len(wanted['actions'])} decisions\n"
    for name, why in (("m.csv", "FILE.npz or FILE.parquet, not m.csv"), ("none/m.npz", "Cannot write")):
        assert main(["export", str(collection), str(tmp_path / name)]) == 1
        assert why in capsys.readouterr().err


def test_a_collection_as_parquet(collection: Path, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="needs purrlor[parquet]: ./purr test --slow installs it")
    out = tmp_path / "m.parquet"
    assert main(["export", str(collection), str(out)]) == 0
    wanted, table = to_arrays(read_records(collection)), parquet.read_table(out)
    assert table["action"].to_pylist() == wanted["actions"].tolist()
    assert table["mask"].to_pylist() == wanted["masks"].tolist()
    assert table["own seat"].to_pylist() == wanted["observations"][:, 1].tolist()
