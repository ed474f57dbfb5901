"""Collections of matches: many records in one file, one a line (JSON Lines), compressed where the name ends in .gz.

    with Writer("matches.jsonl.gz") as file:
        file.add(match.record())
    for record in read_records("matches.jsonl.gz"):
        for moment in moments(record):                # every decision, with what its seat could know
            ...
    calls = find_moments(read_records(…), lambda moment: moment.before.phase == 9 and moment.action == 1)
    arrays = to_arrays(read_records("matches.jsonl.gz"))
    write_parquet(read_records("matches.jsonl.gz"), "matches.parquet")   # needs purrlor[parquet]

A line is what `Match.record()` gives, and may have more: `players` names the bots by seat.
"""

from __future__ import annotations

import gzip
import io
import json
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, TYPE_CHECKING, Self, cast

from purrlor.core.errors import BadOption, BadRecord, PurrlorError
from purrlor.core.game import Game, State, game
from purrlor.core.installation.extras import require
from purrlor.core.language import N_
from purrlor.core.match import Match
from purrlor.core.match_record import MatchRecord, read_record
from purrlor.core.seats import TABLE

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

COLUMNS = {
    "observations": "int16", "masks": "bool", "actions": "int8", "seats": "int8", "matches": "int32",
    "rewards": "float32",
}  # fmt: skip
GZIP = b"\x1f\x8b"
LONGEST_LINE = 32 * 1024 * 1024  # bytes: hundreds of times the longest match; packed, zeros without end are a few


class Writer:
    """A new collection; what was in the file before is gone."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self.open = ExitStack()
        try:
            file: IO[bytes] = self.open.enter_context(self.path.open("wb"))
        except OSError as error:
            raise BadOption(N_("Cannot write {file}: {why}."), file=self.path, why=error.strerror) from error
        if self.path.suffix == ".gz":  # without name and time: the same records give the same bytes
            file = cast("IO[bytes]", self.open.enter_context(gzip.GzipFile("", "wb", fileobj=file, mtime=0)))
        self.file = self.open.enter_context(io.TextIOWrapper(file, encoding="utf-8"))

    def add(self, record: MatchRecord) -> None:
        self.file.write(json.dumps(record, separators=(",", ":")) + "\n")

    def close(self) -> None:
        self.open.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *problem: object) -> None:
        self.close()


def read_records(path: str | Path) -> Iterator[MatchRecord]:
    """The records of a collection, or the single one of a record file, their shape checked but not replayed."""
    number = 0
    try:
        with open(path, "rb") as raw:
            packed = raw.read(2) == GZIP
            raw.seek(0)
            file = gzip.GzipFile(fileobj=raw) if packed else raw
            while line := file.readline(LONGEST_LINE):
                number += 1
                if len(line) == LONGEST_LINE:
                    raise BadRecord(N_("Line {number} of the collection is too long for a match."), number=number)
                if line.strip():
                    yield read_line(line, number)
    except (OSError, EOFError, zlib.error) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise BadRecord(N_("Cannot read {file}: {why}."), file=path, why=why.rstrip(".")) from error


def read_line(line: bytes, number: int) -> MatchRecord:
    try:
        return read_record(line.decode())
    except (UnicodeDecodeError, BadRecord) as error:
        raise BadRecord(N_("Line {number} of the collection: {why}"), number=number, why=error) from error


@dataclass
class Moment:
    """One decision of a match."""

    number: int  # from 0
    seat: int
    action: int
    before: State  # the truth
    hidden: State  # … as the seat may know it


def moments(record: MatchRecord) -> Iterator[Moment]:
    """Every decision of a record, replayed and checked; what the table itself enters is left out."""
    steps = Match.steps(record)
    match = next(steps)
    for number, (seat, action) in enumerate((int(entry[0]), int(entry[1])) for entry in record["log"]):
        if seat != TABLE:
            check_decision(match, seat, action, number)
            yield Moment(number, seat, action, match.state.copy(), match.view(seat))
        match = next(steps)
    for _ in steps:
        pass  # what follows the last decision: its digest and result are checked


def find_moments(
    records: Iterable[MatchRecord], wanted: Callable[[Moment], object]
) -> Iterator[tuple[MatchRecord, Moment]]:
    """All decisions of these records that fulfil a condition, each with its record."""
    for record in records:
        for moment in moments(record):
            if wanted(moment):
                yield record, moment


def check_decision(match: Match, seat: int, action: int, number: int) -> None:
    """Nobody is handed a decision that cannot be: the replay would only find out afterwards."""
    try:
        match.check(seat, action)
    except PurrlorError as error:
        raise BadRecord(N_("The record breaks at decision {number}: {why}"), number=number + 1, why=error) from error


def to_arrays(records: Iterable[MatchRecord]) -> dict[str, npt.NDArray[np.generic]]:
    """All decisions of matches of one game as NumPy arrays, a row each, for learning from them.

    `observations` and `masks` are those of the environments; `actions`, `seats`; `matches` counts the records from 0;
    `rewards` is the share of the victory that the seat had in the end.
    """
    import numpy as np

    known: Game | None = None
    columns = Columns()
    for number, record in enumerate(records):
        own = game(record["game"])
        known = known or own
        if known is not own:
            names = f"{known.name}, {own.name}"
            raise BadOption(N_("A table of numbers is of one game: there are matches of {names}."), names=names)
        seats = [add_row(columns, own, moment) for moment in moments(record)]
        won = record["result"]["winners"] if "result" in record else []
        columns.matches += [number] * len(seats)
        columns.rewards += [1 / len(won) if seat in won else 0.0 for seat in seats]
    return {name: np.array(getattr(columns, name), kind) for name, kind in COLUMNS.items()}


def write_parquet(records: Iterable[MatchRecord], path: str | Path) -> int:
    """The same rows as a Parquet file, for data frames and databases; how many rows it has.

    Columns: `match`, `seat`, `action`, `reward`, `mask` as a list, and one for each feature by its name.
    """
    require(f"{Path(path).name}", "parquet")
    import pyarrow
    from pyarrow import parquet

    records = list(records)
    arrays = to_arrays(records)
    if not records:
        raise BadOption(N_("There are no matches to write."))
    columns = {name: arrays[f"{name}{end}"] for name, end in (("match", "es"), ("seat", "s"), ("action", "s"))}
    columns["reward"] = arrays["rewards"]
    columns["mask"] = pyarrow.array(arrays["masks"].tolist(), pyarrow.list_(pyarrow.bool_()))
    names = [name for name, _, _ in game(records[0]["game"]).part("lab.observation").FEATURES]
    columns |= {name: arrays["observations"][:, k] for k, name in enumerate(names)}
    try:
        parquet.write_table(pyarrow.table(columns), path)
    except OSError as error:
        raise BadOption(N_("Cannot write {file}: {why}."), file=path, why=error.strerror or error) from error
    return len(arrays["actions"])


@dataclass
class Columns:
    """What is known of all decisions, a list for each of COLUMNS."""

    observations: list[list[int]] = field(default_factory=list)
    masks: list[list[bool]] = field(default_factory=list)
    actions: list[int] = field(default_factory=list)
    seats: list[int] = field(default_factory=list)
    matches: list[int] = field(default_factory=list)
    rewards: list[float] = field(default_factory=list)


def add_row(columns: Columns, known: Game, moment: Moment) -> int:
    """What is known of one decision while it is made; the seat."""
    features = known.part("lab.observation")
    row, choices = [0] * len(features.FEATURES), known.legal(moment.hidden, moment.seat)
    features.observe(moment.hidden, moment.seat, row)
    columns.observations.append(row)
    columns.masks.append([action in choices for action in range(features.ACTIONS)])
    columns.actions.append(moment.action)
    columns.seats.append(moment.seat)
    return moment.seat
