"""What the table saw and no state holds: how many tosses there were, so that one that lands as the last did is one."""

from __future__ import annotations

from purrlor.games.more_kitties.table import AGAIN, CHOOSE, LAST, State

NOTHING = 0


def trace(before: State, after: State, seat: int, action: int, old: int) -> int:
    """The tosses so far; `old` is their number before this decision."""
    return old + is_tossed(before, after)


def is_tossed(before: State, after: State) -> bool:
    """Choosing alone leaves the phase and the turn as they are."""
    chosen_by_all = before.phase == CHOOSE and (after.phase != CHOOSE or after.turns > before.turns)
    return chosen_by_all or before.phase in (AGAIN, LAST)
