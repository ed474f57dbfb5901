"""Who may look through which seats of a table now.

A right is asked for at the moment something is made of it: for every frame, event and answer, never only when a socket,
a stream or a token was opened. Seats change hands in between.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from purrlor.core.language import N_
from purrlor.tables import log
from purrlor.tables.errors import NotYourSeat
from purrlor.tables.log import Draft

if TYPE_CHECKING:
    from purrlor.tables.table import Table

NOT_YOURS_NOW = N_("This seat is not yours any more. Open the table's page again to see what is.")


def owns(table: Table, identity: str | None, seats: Iterable[int]) -> bool:
    """Whether every one of these seats belongs to this person now; nobody needs a seat to see what watchers see."""
    chairs = table.seats
    return all(identity and 0 <= seat < len(chairs) and chairs[seat].identity == identity for seat in seats)


def check_owns_seats(table: Table, identity: str | None, seats: Iterable[int]) -> None:
    if not owns(table, identity, seats):
        raise NotYourSeat(NOT_YOURS_NOW)


def seats_lost_by(table: Table, drafts: Sequence[Draft]) -> list[tuple[int, str]]:
    """Which seats these rows take from whom: tokens and links of those seats end with them."""
    lost: list[tuple[int, str]] = []
    for draft in drafts:
        if draft.kind in (log.OPEN, log.BOT, log.SIT) and draft.seat < len(table.seats):
            owner = table.seats[draft.seat].identity
            heir = log.identity_in(draft.note) if draft.kind == log.SIT else ""
            if owner and owner != heir:
                lost.append((draft.seat, owner))
    return lost
