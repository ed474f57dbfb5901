"""A match as plain data: what a record holds, whether data has its form, and its replay with every step checked."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, TypedDict, cast

from purrlor.core import fairness
from purrlor.core.errors import BadOption, BadRecord, PurrlorError
from purrlor.core.game import Game
from purrlor.core.language import N_
from purrlor.core.options import Value, is_whole

if TYPE_CHECKING:
    from purrlor.core.match import Match

FORMAT = 1  # the key is the secret: the maker of the secret could choose it
FAIR_FORMAT = 2  # the key is derived from the secret and the players' contributions


class Result(TypedDict):
    scores: list[int]
    winners: list[int]


class MatchRecord(TypedDict, total=False):
    """A match as plain data for JSON; what `check_shape` has seen has all but the last five."""

    purrlor: int  # FORMAT or FAIR_FORMAT
    game: str
    revision: int
    seats: int
    options: dict[str, Value]
    promise: str
    log: list[list[int | str]]  # seat, action, mark
    digest: str
    secret: str  # once the match is over
    table: str  # FAIR_FORMAT: these three
    key: str
    contributions: list[dict[str, str]]
    result: Result  # once the match is over
    position: str  # of a match that began there
    players: list[str]  # of a recording: the bots by seat


def check_shape(data: object) -> MatchRecord:
    """The data as a finished record, or BadRecord if it has not the form of one."""
    if not isinstance(data, Mapping) or data.get("purrlor") not in (FORMAT, FAIR_FORMAT):
        raise BadRecord(N_('This is not a record of a match: it should be an object with "purrlor": 1 or 2.'))
    if "secret" not in data:
        raise BadRecord(N_("The record has no secret: it is of a match that is not over."))
    kinds: dict[str, type] = {
        "game": str,
        "revision": int,
        "seats": int,
        "options": Mapping,
        "promise": str,
        "secret": str,
        "log": list,
        "digest": str,
    }
    if data["purrlor"] == FAIR_FORMAT:
        kinds |= {"table": str, "key": str, "contributions": list}
    for name, kind in kinds.items():
        if not isinstance(data.get(name), kind) or isinstance(data[name], bool):
            raise BadRecord(N_("The record's {name} is missing or not of the right kind."), name=name)
    try:
        secret = bytes.fromhex(data["secret"])
        if len(secret) != 32 or secret.hex() != data["secret"]:  # capitals and spaces are changed bytes, too
            raise ValueError
    except ValueError:
        raise BadRecord(N_("The record's {name} is missing or not of the right kind."), name="secret") from None
    if not isinstance(data.get("position", ""), str):
        raise BadRecord(N_("The record's {name} is missing or not of the right kind."), name="position")
    for number, entry in enumerate(data["log"], 1):
        if not (
            isinstance(entry, list | tuple)
            and len(entry) == 3
            and is_whole(entry[0])
            and is_whole(entry[1])
            and isinstance(entry[2], str)
        ):
            raise BadRecord(N_("Decision {number} of the record is not a seat, an action and a mark."), number=number)
    return cast(MatchRecord, data)


def read_record(text: str) -> MatchRecord:
    """The data of a record file, or BadRecord."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadRecord(N_("The file is not a record: it is not whole JSON ({why})."), why=str(error)[:80]) from error
    return check_shape(data)


def checked_steps(kind: type[Match], data: MatchRecord, of: Game | None) -> Iterator[Match]:
    """The match of a record, at its beginning and after every decision; BadRecord where it breaks."""
    secret = bytes.fromhex(data["secret"])
    if fairness.seal(secret) != data["promise"]:
        raise BadRecord(N_("The secret is not the one that was promised: the record was changed."))
    contributions = (
        fairness.contributions_from(data["contributions"], data["seats"]) if data["purrlor"] == FAIR_FORMAT else None
    )
    if contributions is not None and (broken := fairness.broken_seat(secret, contributions)) is not None:
        raise BadRecord(fairness.NOT_COMMITTED, seat=broken)
    try:
        match = kind(of or data["game"], data["seats"], data["options"], secret=secret, contributions=contributions)
    except PurrlorError as error:
        raise BadRecord(N_("The record asks for something that is not there: {why}"), why=error) from error
    if "position" in data:
        begin_as_recorded(match, data)
    if match.game.revision != data["revision"]:
        raise BadRecord(
            N_("The record is of rules revision {old}; this is revision {new}: use the release that made it."),
            old=data["revision"],
            new=match.game.revision,
        )
    if contributions is not None and data["key"] != match.key.hex():
        raise BadRecord(N_("The record's key does not follow from its secret, terms and nonces."))
    if contributions is not None and data["table"] != fairness.table_number(match.promise):
        raise BadRecord(N_("The record's table is not the one of its seal."))
    yield match
    for number, (seat, action, mark) in enumerate(data["log"], 1):
        try:
            match.play(int(seat), int(action))
        except PurrlorError as error:
            raise BadRecord(N_("The record breaks at decision {number}: {why}"), number=number, why=error) from error
        if match.digests[-1] != mark:
            raise BadRecord(
                N_("The record breaks at decision {number}: seat {seat} doing {action} leads elsewhere."),
                number=number,
                seat=seat,
                action=action,
            )
        yield match
    if match.digest.hex() != data["digest"]:
        raise BadRecord(N_("The record's digest is not that of its decisions: something was cut off or changed."))
    result = {"scores": list(match.scores()), "winners": list(match.winners())} if match.is_over else None
    if result != data.get("result"):
        raise BadRecord(N_("The record's result is not what its decisions lead to."))


def begin_as_recorded(match: Match, data: MatchRecord) -> None:
    """In the position of a record; records of tables have none."""
    try:
        state = match.game.read(data["position"])
        if data["purrlor"] != FORMAT or (int(state.seats), match.game.options_of(state)) != (
            match.seats,
            match.options,
        ):
            raise BadOption(N_("The position has other players or options than the record."))
        match.begin_at(state)
    except PurrlorError as error:
        raise BadRecord(N_("The record asks for something that is not there: {why}"), why=error) from error
