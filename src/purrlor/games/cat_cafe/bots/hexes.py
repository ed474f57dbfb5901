"""Sets of hexes on a sheet."""

from __future__ import annotations

from purrlor.core.seats import first
from purrlor.games.cat_cafe.rules.rules import hexes_with
from purrlor.games.cat_cafe.rules.sheet import NEXT
from purrlor.games.cat_cafe.rules.state import BOWL, BUTTERFLY, CUSHION, HOUSE, MOUSE, YARN, State


def kinds_of(s: State, seat: int) -> tuple[int, int, int, int, int, int]:
    """The hexes of each kind of item."""
    return (
        hexes_with(s, seat, HOUSE),
        hexes_with(s, seat, YARN),
        hexes_with(s, seat, BUTTERFLY),
        hexes_with(s, seat, BOWL),
        hexes_with(s, seat, CUSHION),
        hexes_with(s, seat, MOUSE),
    )


def group_with(h: int, mice: int) -> int:
    """The mice connected with this hex, and the hex."""
    group = 1 << h
    more = NEXT[h] & mice
    while more:
        group |= more
        more = beside(more) & mice & ~group
    return group


def beside(group: int) -> int:
    """All neighbours of these hexes."""
    near = 0
    while group:
        near |= NEXT[first(group)]
        group &= group - 1
    return near
