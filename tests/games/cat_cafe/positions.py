"""Tables of Cat Café for tests: positions written down, and whole choices made."""

from __future__ import annotations

from collections.abc import Sequence

from purrlor import game
from purrlor.core.seats import members
from purrlor.games.cat_cafe.rules import rules, sheet
from purrlor.games.cat_cafe.rules.state import State

CAFE = game("cat-cafe")
EMPTY = "...#. ...... ..#... ...... .#.."


def hex_at(tower: int, floor: int) -> int:
    return sheet.PLACES.index((tower - 1, floor))


def places(mask: int) -> set[tuple[int, int]]:
    return {(sheet.TOWER_OF[h] + 1, sheet.FLOOR_OF[h]) for h in members(mask)}


def drawing(own: Sequence[int], central: int, *seats: str, options: str = "", round: int = 1) -> State:
    """All have their dice; a seat is its five towers and what else is to be said about it."""
    took = " ".join(map(str, own))
    lines = [f"round {round} draw; dice {central}; took {took}; {options}"]
    lines += [f"{p}: {text or EMPTY}" for p, text in enumerate(seats)]
    s: State = CAFE.read("\n".join(lines))
    return s


def choose(s: State, seat: int, *steps: int) -> None:
    """One seat's whole choice, every step of it checked."""
    for step in steps:
        assert rules.legal(s, seat) >> step & 1, f"{step} is not legal"
        rules.apply(s, seat, step)


def draw(s: State, seat: int, item: int, tower: int, floor: int, *cat: int) -> None:
    choose(s, seat, item, hex_at(tower, floor), *(kind - 1 for kind in cat))
