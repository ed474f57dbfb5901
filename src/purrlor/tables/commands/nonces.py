"""What seats give to the key of a match, and the rows that call it, reveal nonces and begin it. See `core.fairness`.

Browsers commit to a nonce when they sit down. When everybody is there, the match is called: its terms stand and
browsers reveal. It begins with the last nonce, or without those that did not come in time.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from purrlor.core.fairness import CAT, PERSON, Contribution, cat_nonce, commitment, is_hex_32, terms_text
from purrlor.core.game import Game
from purrlor.core.language import N_
from purrlor.tables import log
from purrlor.tables.errors import AlreadyStarted, BadNonce, NotSeated
from purrlor.tables.log import Draft
from purrlor.tables.seats import Seat
from purrlor.tables.time_limits import nonces_due_at

if TYPE_CHECKING:
    from purrlor.tables.table import Table


def check_commit(commit: object) -> str:
    """A commitment as a form or a program brings it; "" where there is none."""
    if commit and not is_hex_32(commit):
        raise BadNonce(N_("A commitment is the SHA-256 of 32 random bytes: 64 hexadecimal digits, in small letters."))
    return str(commit or "")


def check_nonce(nonce: object) -> str:
    if not is_hex_32(nonce):
        raise BadNonce(N_("A nonce is 32 random bytes: 64 hexadecimal digits, in small letters."))
    return str(nonce)


def contributions_of(secret: bytes, seats: Sequence[Seat], nonces: Mapping[int, str]) -> list[Contribution]:
    """By seat. A cat's nonce follows from the secret; somebody without script or program has none."""
    return [
        Contribution(CAT, nonce=cat_nonce(secret, k))
        if seat.level
        else Contribution(PERSON, seat.commit, nonces.get(k, ""))
        for k, seat in enumerate(seats)
    ]


def terms_of(table: Table) -> str:
    """What stands before the first nonce is revealed."""
    game = table.game
    options = game.recorded_options(game.settle(len(table.seats), table.options))
    contributions = contributions_of(table.facts.secret, table.seats, table.nonces)
    return terms_text(game.name, game.revision, options, contributions, table.seal)


def seats_after(drafts: Sequence[Draft], seats: Sequence[Seat] = ()) -> list[Seat]:
    """The seats as these rows leave them; where there were none before, the rows take every seat."""
    found = dict(enumerate(seats))
    for draft in drafts:
        if draft.kind == log.SIT:
            found[draft.seat] = log.seat_from_note(draft.note)
        elif draft.kind == log.BOT:
            found[draft.seat] = Seat(level=draft.note)
    return [found[k] for k in sorted(found)]


def call_or_begin(game: Game, seats: Sequence[Seat]) -> Draft:
    """The row that calls a match. Where nobody has committed to a nonce there is nothing to wait for: it begins, and
    its key is the server's secret."""
    return Draft(log.CALL) if any(seat.commit for seat in seats) else Draft(log.BEGIN, note=str(game.revision))


def beginning(table: Table, nonces: Mapping[int, str]) -> Draft:
    return log.begin(table.game.revision, contributions_of(table.facts.secret, table.seats, nonces))


def reveal_nonce(table: Table, identity: str, nonce: object) -> list[Draft]:
    """Somebody's browser shows the nonce it had committed to; the last one begins the match."""
    mine, given = table.seats_of(identity), check_nonce(nonce)
    if not mine:
        raise NotSeated(N_("Only people who sit at this table can do that."))
    if given in [table.nonces.get(seat) for seat in mine]:
        return []  # a page that was opened twice says it twice
    if table.match is not None:
        raise AlreadyStarted(N_("The match began without this nonce: it came too late."))
    if table.called_at is None:
        raise BadNonce(N_("Nonces are revealed when the match is called: keep yours until then."))
    fitting = [seat for seat in mine if table.seats[seat].commit == commitment(given)]
    if not fitting:
        raise BadNonce(N_("Your seat has not committed to this nonce."))
    nonces = {**table.nonces, **dict.fromkeys(fitting, given)}
    rows = [Draft(log.NONCE, seat, note=given) for seat in fitting]
    is_last = all(k in nonces for k, seat in enumerate(table.seats) if seat.commit)
    return [*rows, beginning(table, nonces)] if is_last else rows


def begin_without_missing_nonces(table: Table) -> list[Draft]:
    """A called match has waited long enough."""
    at = nonces_due_at(table)
    return [] if at is None or table.time() < at else [beginning(table, table.nonces)]
