"""Sheets of Cat Café as numbers, for a browser without a line: `count` is translated into JavaScript with the rules."""

from __future__ import annotations

from purrlor.games.cat_cafe.notation import LETTERS
from purrlor.games.cat_cafe.options import OPTIONS
from purrlor.games.cat_cafe.rules.sheet import HEXES, TOWERS
from purrlor.games.cat_cafe.rules.state import ITEMS, MOST, State
from purrlor.games.cat_cafe.words.labels import KINDS

# Each field with the values it may have, which become 0, 1 …; no values: it is a number. Empty is -1.
FIELDS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("seats", ()),
    *((option.name, getattr(option, "values", ())) for option in OPTIONS if not option.for_solvers),
    *((f"h{h}-{p}", tuple(LETTERS)) for p in range(MOST) for h in range(HEXES)),
    *((f"t{k}-{p}", ("", "s", "l")) for p in range(MOST) for k in range(TOWERS)),
    *((f"c{k + 1}-{p}", ()) for p in range(MOST) for k in range(ITEMS)),
)
PARTS = KINDS[:-1]  # the kinds of points, each with its function
OPTION, HEX = 1, 3
TOWER = HEX + MOST * HEXES
CAT = TOWER + MOST * TOWERS


def count(s: State, given: list[int]) -> int:
    """Fill the sheets in; 0: nothing is there to be counted."""
    s.seats = max(2, given[0])
    s.towers = max(0, given[OPTION])
    s.mice = max(0, given[OPTION + 1])
    drawn = 0
    for p in range(s.seats):
        for h in range(HEXES):
            s.sheet[p][h] = max(0, given[HEX + p * HEXES + h])
            drawn += s.sheet[p][h]
        for t in range(TOWERS):
            s.circled[p][t] = max(0, given[TOWER + p * TOWERS + t])
        for k in range(ITEMS):
            s.written[p][k] = given[CAT + p * ITEMS + k]
    return 1 if drawn else 0
