"""Chance that nobody at the table can choose: sealed secret, commitments, revealed nonces, one derived key.

The server seals its secret before it sees a nonce. Every browser commits to its nonce before it sees another one and
reveals it only after it has read the terms: the seal, the commitments, the seats in order, the options and the revision
of the rules. The key of the match is an HMAC under the secret over the terms and the nonces. docs/decisions/fairness.md
says what this proves and what it does not.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from purrlor.core.errors import BadRecord
from purrlor.core.language import N_

if TYPE_CHECKING:
    from purrlor.core.match_record import MatchRecord

NOT_COMMITTED = N_("The nonce of seat {seat} is not the one that was committed to.")
PERSON, CAT = "person", "cat"
HEX_32 = re.compile(r"[0-9a-f]{64}")
NOTHING = "-"  # in the terms and in the key's message: a seat that gave nothing


class Contribution(NamedTuple):
    """What one seat gave to the key: 32 bytes each, in hexadecimal digits, "" where there is none.

    A person without a commitment took no part; one with a commitment and no nonce withheld it.
    """

    by: str
    commit: str = ""
    nonce: str = ""

    @property
    def is_withheld(self) -> bool:
        return bool(self.commit) and not self.nonce


def is_hex_32(text: object) -> bool:
    return isinstance(text, str) and HEX_32.fullmatch(text) is not None


def seal(secret: bytes) -> str:
    """What everybody sees of the secret before they contribute."""
    return hashlib.sha256(secret).hexdigest()


def commitment(nonce: str) -> str:
    return hashlib.sha256(bytes.fromhex(nonce)).hexdigest()


def cat_nonce(secret: bytes, seat: int) -> str:
    """A cat's nonce follows from the sealed secret: a server that could pick it late could pick the deal."""
    return hmac.digest(secret, f"purrlor cat {seat}".encode(), "sha256").hex()


def table_number(sealed: str) -> str:
    """A public name for the table. Its id would let a reader sit down; this follows from the seal."""
    return hashlib.sha256(f"purrlor table {sealed}".encode()).hexdigest()[:16]


def terms_text(
    game: str, revision: int, options: Mapping[str, object], contributions: Sequence[Contribution], sealed: str
) -> str:
    """All that is fixed before the first nonce is revealed, as one text: the same in Python and in the browser."""
    seats = [CAT if each.by == CAT else each.commit or NOTHING for each in contributions]
    data = {
        "game": game,
        "options": dict(options),
        "revision": revision,
        "seal": sealed,
        "seats": seats,
        "table": table_number(sealed),
    }
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def match_key(secret: bytes, agreed: str, contributions: Sequence[Contribution]) -> bytes:
    """The key of all chance of a match."""
    nonces = [each.nonce or NOTHING for each in contributions]
    return hmac.digest(secret, "\n".join(["purrlor match", agreed, *nonces]).encode(), "sha256")


def broken_seat(secret: bytes, contributions: Sequence[Contribution]) -> int | None:
    """The first seat whose nonce is not the one committed to, or a cat's that does not follow from the secret."""
    for seat, each in enumerate(contributions):
        if each.by == CAT:
            holds = each.nonce == cat_nonce(secret, seat) and not each.commit
        else:
            holds = not each.nonce or commitment(each.nonce) == each.commit
        if not holds:
            return seat
    return None


def contributions_from(data: object, seats: int) -> list[Contribution]:
    """Contributions from JSON, or BadRecord."""
    made: list[Contribution] = []
    for each in data if isinstance(data, list) else []:
        if not isinstance(each, Mapping) or set(each) != {"by", "commit", "nonce"} or each["by"] not in (PERSON, CAT):
            break
        if not all(each[name] == "" or is_hex_32(each[name]) for name in ("commit", "nonce")):
            break
        made.append(Contribution(each["by"], each["commit"], each["nonce"]))
    if not isinstance(data, list) or len(made) != len(data) or len(made) != seats:
        raise BadRecord(N_("The record's {name} is missing or not of the right kind."), name="contributions")
    return made


def terms_of_record(data: MatchRecord) -> str:
    """The terms of a whole record of format 2."""
    contributions = contributions_from(data["contributions"], data["seats"])
    return terms_text(data["game"], data["revision"], data["options"], contributions, data["promise"])


def terms_digest(agreed: str) -> str:
    """The terms in short, to be kept or typed."""
    return hashlib.sha256(agreed.encode()).hexdigest()


def check_against_notes(data: MatchRecord, *, seal: str = "", nonce: str = "", digest: str = "") -> None:
    """BadRecord unless the record agrees with what a player kept: the seal, their nonce, the digest of the terms."""
    if seal and data["promise"] != seal:
        raise BadRecord(N_("The seal of the record is not the one you kept: the secret was exchanged."))
    if nonce and nonce not in [each["nonce"] for each in data.get("contributions", ()) if each["by"] == PERSON]:
        raise BadRecord(N_("The nonce you kept is not in the record: it was left out or exchanged."))
    if digest and ("contributions" not in data or terms_digest(terms_of_record(data)) != digest):
        raise BadRecord(
            N_("The terms of the record are not those you kept: seats, options, rules or commitments were changed.")
        )
