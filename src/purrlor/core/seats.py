"""Seats and sets of seats or actions as bit masks, plain and compiled alike."""

MAX_SEATS = 6
WATCHER = 7  # somebody who looks on and knows only what is face up; `known >> WATCHER & 1` is 0
TABLE = 8  # the table itself: enters what no player decides, such as the end of time


def count(mask: int) -> int:
    """How many are in the set."""
    n = 0
    while mask:
        mask &= mask - 1
        n += 1
    return n


def first(mask: int) -> int:
    """The lowest of the set, which must not be empty. Counting the bits below it compiles to code without a branch."""
    return count((mask & -mask) - 1)


def members(mask: int) -> tuple[int, ...]:
    """The set as a tuple; for the plain side only."""
    return tuple(k for k in range(mask.bit_length()) if mask >> k & 1)
