"""Cat Café as numbers, for programs that learn: what a hidden state shows its seat, observer first."""

from __future__ import annotations

from collections.abc import Mapping

from purrlor.games.cat_cafe.rules.rules import BOUND
from purrlor.games.cat_cafe.rules.sheet import HEXES, TOWERS
from purrlor.games.cat_cafe.rules.state import ITEMS, LAST_ROUND, MOST, PAWS, State

ACTIONS = HEXES  # a decision's actions are 0 to ACTIONS - 1
DRAWN = 22  # items on a sheet at most: one more and a third tower is complete
WHO = ("own", "next", "second", "third")

FEATURES: tuple[tuple[str, int, int], ...] = (
    ("players", 2, MOST),
    ("option towers", 0, 1),
    ("option mice", 0, 1),
    ("phase", 0, 2),
    ("round", 1, LAST_ROUND),
    ("first player", 0, MOST - 1),
    ("turn", 0, MOST - 1),
    ("die in the centre", 0, 6),
    *((f"dice of {value} on the table", 0, MOST + 1) for value in range(1, 7)),
    *(
        feature
        for who in WHO
        for feature in (
            (f"{who} die", 0, 6),
            (f"{who} still choosing", 0, 1),
            (f"{who} paws", 0, PAWS),
            (f"{who} paws crossed out", 0, PAWS),
            (f"{who} paws not circled", 0, PAWS - 1),
            (f"{who} item chosen", -1, ITEMS),
            (f"{who} hex chosen", -1, HEXES - 1),
            (f"{who} cat chosen", -1, ITEMS - 1),
            (f"{who} paws paid", 0, 10),
            *((f"{who} points under cat {k}", -1, 2 * (ITEMS if k == 1 else DRAWN - 1)) for k in range(1, ITEMS + 1)),
            *((f"{who} number circled on tower {t}", 0, 2) for t in range(1, TOWERS + 1)),
            *((f"{who} larger number crossed out on tower {t}", 0, 1) for t in range(1, TOWERS + 1)),
            *((f"{who} item in hex {h}", 0, ITEMS) for h in range(1, HEXES + 1)),
        )
    ),
)


def observe(s: State, seat: int, out: list[int]) -> None:
    """Write the features of a state hidden for this seat. Seats nobody sits on look as they do at the start."""
    out[0] = s.seats
    out[1] = s.towers
    out[2] = s.mice
    out[3] = s.phase
    out[4] = s.round
    out[5] = behind(s, seat, s.first + 0)
    out[6] = behind(s, seat, s.turn + 0)
    out[7] = s.central
    for k in range(6):
        out[8 + k] = s.table[k]
    n = 14
    for k in range(MOST):
        p = nth(s, seat, k) if k < s.seats else k
        out[n] = s.own[p]
        out[n + 1] = s.choosing >> p & 1
        out[n + 2] = s.paws[p]
        out[n + 3] = s.spent[p]
        out[n + 4] = s.blank[p]
        out[n + 5] = s.item[p]
        out[n + 6] = s.hex[p]
        out[n + 7] = s.cat[p]
        out[n + 8] = s.paid[p]
        n += 9
        for i in range(ITEMS):
            out[n + i] = s.written[p][i]
        n += ITEMS
        for t in range(TOWERS):
            out[n + t] = s.circled[p][t]
            out[n + TOWERS + t] = s.crossed[p][t]
        n += 2 * TOWERS
        for h in range(HEXES):
            out[n + h] = s.sheet[p][h]
        n += HEXES


def longest(players: int, options: Mapping[str, object]) -> int:
    """Decisions of a match at most; for the plain side."""
    if options["small"]:
        return 4 * players * int(str(options["small"]))  # a die, and a choice in up to three steps
    return BOUND // MOST * players


def nth(s: State, seat: int, k: int) -> int:
    """The k-th seat after this one. No division, which would take most of the time."""
    p = seat + k
    return p if p < s.seats else p - s.seats


def behind(s: State, seat: int, p: int) -> int:
    """How many seats after this one p sits."""
    return p - seat if p >= seat else p - seat + s.seats
