"""A counted sheet with the lines that explain it, in the units of `sheet_drawing.py`.

A bowl has a line to one neighbour of each kind it sees, mice that touch are joined, and every item carries the points
it brings; yarn is told once a tower.
"""

from __future__ import annotations

from typing import TypedDict

from purrlor.core.language import Translations
from purrlor.core.seats import members
from purrlor.games.cat_cafe.board.sheet_drawing import CENTRES, Sheet, sheet_of
from purrlor.games.cat_cafe.rules.rules import group_points, hexes_with
from purrlor.games.cat_cafe.rules.sheet import FLOOR_OF, NEXT, TOWER_HEXES, TOWERS
from purrlor.games.cat_cafe.rules.state import BOWL, BUTTERFLY, CUSHION, ITEMS, MOUSE, YARN, State


class ExplainedSheet(TypedDict):
    sheet: Sheet
    bowls: list[str]  # paths
    mice: list[str]
    points: list[tuple[int, int, str]]  # where, and what is written there
    said: list[str]


def explained_sheet(s: State, seat: int, t: Translations) -> ExplainedSheet:
    points: list[tuple[int, int, str]] = []
    said: list[str] = []
    made: ExplainedSheet = {"sheet": sheet_of(s, seat), "bowls": [], "mice": [], "points": points, "said": said}
    for bowl in members(hexes_with(s, seat, BOWL)):
        seen = kinds_around(s, seat, bowl)
        made["bowls"] += [path(bowl, other) for other in seen]
        points.append(mark(bowl, len(seen)))
    for group in mouse_groups(hexes_with(s, seat, MOUSE)):
        cells = members(group)
        made["mice"] += [path(a, b) for a in cells for b in members(NEXT[a] & group) if a < b]
        points.append(mark(cells[0], group_points(s, len(cells))))
    points += [mark(h, FLOOR_OF[h]) for h in members(hexes_with(s, seat, CUSHION))]
    points += [mark(h, 3) for h in members(hexes_with(s, seat, BUTTERFLY))]
    said += yarn_sentences(s, seat, t)
    for tower in range(TOWERS):
        yarn = members(hexes_with(s, seat, YARN) & TOWER_HEXES[tower])
        if yarn:
            points.append(mark(yarn[-1], 8 if leads(s, seat, tower) else 3))
    return made


def path(a: int, b: int) -> str:
    return f"M{CENTRES[a][0]} {CENTRES[a][1]}L{CENTRES[b][0]} {CENTRES[b][1]}"


def mark(h: int, points: int) -> tuple[int, int, str]:
    x, y = CENTRES[h]
    return x + 24, y - 14, f"+{points}"


def kinds_around(s: State, seat: int, bowl: int) -> list[int]:
    """For each kind of item beside a bowl the first hex that has it."""
    found = (members(NEXT[bowl] & hexes_with(s, seat, item)) for item in range(1, ITEMS + 1))
    return [hexes[0] for hexes in found if hexes]


def mouse_groups(mice: int) -> list[int]:
    groups = []
    while mice:
        group = mice & -mice
        size = 0
        while group.bit_count() > size:
            size = group.bit_count()
            for h in members(group):
                group |= NEXT[h] & mice
        groups.append(group)
        mice &= ~group
    return groups


def yarn_in(s: State, seat: int, tower: int) -> int:
    return (hexes_with(s, seat, YARN) & TOWER_HEXES[tower]).bit_count()


def leads(s: State, seat: int, tower: int) -> bool:
    return yarn_in(s, seat, tower) >= max(yarn_in(s, other, tower) for other in range(s.seats))


def yarn_sentences(s: State, seat: int, t: Translations) -> list[str]:
    lines = []
    for tower in range(TOWERS):
        n = yarn_in(s, seat, tower)
        if n and leads(s, seat, tower):
            lines.append(t.gettext("Tower {tower}: nobody has more yarn, 8 points").format(tower=tower + 1))
        elif n:
            lines.append(t.gettext("Tower {tower}: somebody has more yarn, 3 points").format(tower=tower + 1))
    return lines
