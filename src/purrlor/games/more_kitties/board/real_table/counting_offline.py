"""Piles of More Kitties! as numbers, for a browser without a line: `count` is translated into JavaScript."""

from __future__ import annotations

from purrlor.core.seats import MAX_SEATS
from purrlor.games.more_kitties.rules.state import State

# Each field with the values it may have, which become 0, 1 …; no values: it is a number. Empty is -1.
FIELDS: tuple[tuple[str, tuple[str, ...]], ...] = (("seats", ()), *((f"pile-{p}", ()) for p in range(MAX_SEATS)))
PARTS = ()


def count(s: State, given: list[int]) -> int:
    s.seats = max(2, given[0])
    filled = 0
    for p in range(s.seats):
        s.pile[p] = max(0, given[1 + p])
        filled += s.pile[p]
    return 1 if filled else 0
