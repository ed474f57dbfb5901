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
from purrlor.games.cat_cafe.rules.state import BOWL, BUTTERFLY, CAP, CUSHION, ITEMS, MOUSE, YARN, State

FOUR_MICE = 4  # a group larger than that brings what the table has agreed


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
        around = kinds_around(s, seat, bowl)
        made["bowls"] += [path(bowl, other) for other in around]
        points.append(mark(bowl, len(around)))
    for group in mouse_groups(hexes_with(s, seat, MOUSE)):
        cells = members(group)
        made["mice"] += [path(a, b) for a in cells for b in members(NEXT[a] & group) if a < b]
        points.append(mark(cells[0], group_points(s, len(cells))))
        if len(cells) > FOUR_MICE:
            said.append(crowd_sentence(s, len(cells), t))
    points += [mark(h, FLOOR_OF[h]) for h in members(hexes_with(s, seat, CUSHION))]
    points += [mark(h, 3) for h in members(hexes_with(s, seat, BUTTERFLY))]
    said[:0] = yarn_sentences(s, seat, t)
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
        if not n:
            continue
        if not leads(s, seat, tower):
            said = t.gettext("Tower {tower}: somebody has more yarn, 3 points")
        elif sum(yarn_in(s, other, tower) == n for other in range(s.seats)) > 1:
            said = t.gettext("Tower {tower}: a tie for the most yarn, so everybody in it gets 8 points")
        else:
            said = t.gettext("Tower {tower}: the most yarn, 8 points")
        lines.append(said.format(tower=tower + 1))
    return lines


def crowd_sentence(s: State, mice: int, t: Translations) -> str:
    """More than four mice together: tables differ in what they bring."""
    if s.mice == CAP:
        said = t.gettext("{n} mice together: {points} points, the most that a group brings (see “Rules of your table”)")
    else:
        said = t.gettext(
            "{n} mice together: {points} points, the fifth began a new group of four (see “Rules of your table”)"
        )
    return said.format(n=mice, points=group_points(s, mice))
