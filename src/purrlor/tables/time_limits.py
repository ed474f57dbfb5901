"""Until when a table waits: for a decision, for the end of its minutes, for somebody who is away, for nonces.

Seconds since 1970; None where nothing ends by time. `driving/clock.py` does what is due.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from purrlor.core.seats import TABLE

if TYPE_CHECKING:
    from purrlor.tables.table import Table

REVEAL_WITHIN = 8.0  # seconds a called match waits for nonces


def decision_due_at(table: Table, seat: int) -> float | None:
    """When the clock decides for this seat (seconds since 1970), or None."""
    return clock_ends(table, seat) if table.legal(seat) else None


def clock_ends(table: Table, seat: int) -> float | None:
    """The same whether the seat still has to choose or not: for those who cannot see that."""
    if table.settings.clock is None or table.seats[seat].is_played_by_cat:
        return None
    return max(table.asked_at[seat], table.clock_from) + table.settings.clock


def time_is_up_at(table: Table) -> float | None:
    """When the table itself must say that time is up: in games with minutes where it has not said so."""
    minutes = table.match.options.get("minutes") if table.match is not None else None
    if minutes is None or table.started is None or not table.playing().legal(TABLE):
        return None
    return table.started + 60.0 * int(minutes)


def can_cat_play(table: Table, seat: int) -> bool:
    """Whether the others may let a cat play for this person now."""
    at = cat_may_play_at(table, seat)
    return at is not None and table.time() >= at


def cat_may_play_at(table: Table, seat: int) -> float | None:
    """When the others may let a cat play, if this person stays away; None: they are here, or there is no hurry."""
    chair = table.seats[seat]
    if not chair.is_person or chair.cat or table.settings.away is None or table.stage != "running":
        return None
    since = table.presence.away_since(chair.identity)
    return None if since is None else since + table.settings.away


def nonces_due_at(table: Table) -> float | None:
    """When a called match begins without the nonces that are still missing; None: it is not called, or began."""
    return None if table.called_at is None or table.match is not None else table.called_at + REVEAL_WITHIN
