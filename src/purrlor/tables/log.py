"""The kinds of rows a table's log is made of, and how they are drafted before they have a number and a time."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from purrlor.core.fairness import Contribution
from purrlor.core.options import Value
from purrlor.tables.seats import Seat, TableSettings

SET = "set"  # how many seats, which options, which settings, from which position; note: JSON
SIT = "sit"  # somebody takes a seat, or comes to one kept for them; note: JSON
BOT = "bot"  # a cat takes a seat; note: its level
OPEN = "open"  # a seat is free again
CALL = "call"  # the match is about to begin: its terms stand, and browsers reveal their nonces
NONCE = "nonce"  # the nonce a seat had committed to
BEGIN = "begin"  # the match begins; note: the revision of its rules; with nonces: JSON
ACT = "act"  # a decision of a seat, or of TABLE; note: who made it if not its player (CAT_DID, CLOCK_DID)
UNDO = "undo"  # the last decision is taken back
CAT = "cat"  # a cat plays for somebody; action: the seat whose player asked it to, -1 for who left or in older rows
RETURN = "back"  # the player has the seat again; note: JSON
ADVICE = "hint"  # somebody who plays with people has asked a cat what to do; stored logs have this word
BAR = "bar"  # the host keeps somebody out; note: JSON
ADMIT = "admit"  # and lets them in again; note: JSON
HOST = "host"  # the person of this seat is the host from now on
DOOR = "door"  # the link is another one from now on; note: its key
AGAIN = "again"  # the rematch is made, by somebody who sits there; note: its table and its game
CAT_DID, CLOCK_DID = "cat", "clock"


class Draft(NamedTuple):
    """A row to be."""

    kind: str
    seat: int = -1
    action: int = -1
    note: str = ""


def set_up(
    seats: int, options: Mapping[str, object], settings: TableSettings, position: str = "", *, by_host: bool = False
) -> Draft:
    """`by_host`: the match waits for the host's button, also where all who were expected have come."""
    data: dict[str, object] = {"seats": seats, "options": dict(options), "settings": settings.to_data()}
    more: dict[str, object] = {"position": position, "by_host": by_host}
    return Draft(SET, note=packed(data | {key: value for key, value in more.items() if value}))


def sit_down(seat: int, identity: str, name: str, came: bool = True, commit: str = "", look: str = "") -> Draft:
    data: dict[str, object] = {"identity": identity, "name": name, "came": came}
    given = {"commit": commit, "look": look}
    return Draft(SIT, seat, note=packed(data | {key: text for key, text in given.items() if text}))


def begin(revision: int, contributions: Sequence[Contribution]) -> Draft:
    return Draft(
        BEGIN, note=packed({"revision": revision, "contributions": [each._asdict() for each in contributions]})
    )


def keep_out(identity: str, name: str) -> Draft:
    return Draft(BAR, note=packed({"identity": identity, "name": name}))


def let_in_again(identity: str) -> Draft:
    return Draft(ADMIT, note=packed({"identity": identity}))


def play_again(seat: int, table_id: str, game: str) -> Draft:
    return Draft(AGAIN, seat, note=f"{table_id} {game}")


def return_to_seat(seat: int, identity: str) -> Draft:
    return Draft(RETURN, seat, note=packed({"identity": identity}))


def seated_by(drafts: Sequence[Draft]) -> list[str]:
    """The identities that these rows seat, or give their seat back."""
    return [identity_in(draft.note) for draft in drafts if draft.kind in (SIT, RETURN)]


def packed(data: Mapping[str, object]) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


# Notes as they are read back

OLDER_SETTINGS = {"hints": "advice"}  # as older rows name them


class Setup(NamedTuple):
    """The note of SET."""

    seats: int
    options: dict[str, Value]
    settings: TableSettings
    position: str  # what the first seat knows of where the match goes on; "": from the beginning
    by_host: bool = False


def setup_in(note: str) -> Setup:
    data = json.loads(note)
    settings = {OLDER_SETTINGS.get(name, name): value for name, value in data["settings"].items()}
    return Setup(
        data["seats"], data["options"], TableSettings(**settings), data.get("position", ""), data.get("by_host", False)
    )


def seat_from_note(note: str) -> Seat:
    """The seat that a row SIT fills."""
    data = json.loads(note)
    commit, look = data.get("commit", ""), data.get("look", "")
    return Seat(data["identity"], data["name"], came=data["came"], commit=commit, look=look)


def identity_in(note: str) -> str:
    """Whom a row SIT, RETURN, BAR or ADMIT is about."""
    return str(json.loads(note)["identity"])


def name_in(note: str) -> str:
    return str(json.loads(note)["name"])


def with_alias(note: str, alias: str) -> str:
    """The same note about nobody who is known: without name and chosen cat, and another identity."""
    data = json.loads(note) | {"identity": alias}
    data.pop("look", None)
    return packed(data | {"name": ""} if "name" in data else data)
