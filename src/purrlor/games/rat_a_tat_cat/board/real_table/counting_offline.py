"""An evening of Rat-a-Tat Cat as numbers, for a browser without a line: `count` is translated into JavaScript."""

from __future__ import annotations

from purrlor.core.seats import MAX_SEATS
from purrlor.games.rat_a_tat_cat.options import OPTIONS
from purrlor.games.rat_a_tat_cat.rules.rules import is_match_over
from purrlor.games.rat_a_tat_cat.rules.state import BY_MINUTES, OVER, ROUND_END, ROUNDS_MAX, State

LENGTHS = next(getattr(option, "values", ()) for option in OPTIONS if option.name == "length")
# Each field with the values it may have, which become 0, 1 …; no values: a number or a sum. Empty: -1.
FIELDS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("seats", ()),
    ("length", LENGTHS),
    ("rounds", ()),
    ("limit", ()),
    ("time_up", ("on",)),
    *((f"r{n}-{p}", ()) for n in range(1, ROUNDS_MAX + 1) for p in range(MAX_SEATS)),
)
PARTS = ()
FIRST_ROUND = 5
LAST = MAX_SEATS  # fields of a round


def count(s: State, given: list[int]) -> int:
    """Round after round, as long as all who are in have points; 0: not even the first is complete."""
    s.seats = max(2, given[0])
    s.length = max(0, given[1])
    s.rounds = max(1, given[2])
    s.limit = max(50, given[3])
    while s.round < ROUNDS_MAX and s.phase != OVER and is_complete(s, given, s.round + 0):
        for p in range(s.seats):
            s.points[p] = 0 if s.out >> p & 1 else given[FIRST_ROUND + s.round * LAST + p]
            s.totals[p] += s.points[p]
        s.round += 1
        s.phase = OVER if is_match_over(s) else ROUND_END
    if s.length == BY_MINUTES and given[4] == 0 and s.round:
        s.phase = OVER
    return 1 if s.round else 0


def is_complete(s: State, given: list[int], played: int) -> int:
    for p in range(s.seats):
        if not s.out >> p & 1 and given[FIRST_ROUND + played * LAST + p] < 0:
            return 0
    return 1
