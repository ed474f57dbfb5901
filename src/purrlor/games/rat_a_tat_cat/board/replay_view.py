"""Looking back: with everything open every card is known to the viewer; a review shows what a player had seen."""

from __future__ import annotations

from purrlor.games.rat_a_tat_cat.rules.state import AIDED, ROW, State

ALL = -1  # every bit, also that of somebody who only looks on


def reveal_all(s: State) -> None:
    s.memory = AIDED
    for p in range(s.seats):
        for i in range(ROW):
            s.known[p][i] = ALL


def remember(s: State) -> bool:
    """Cards that the viewer has seen lie face up; whether that changes anything."""
    was, s.memory = s.memory, AIDED
    return bool(was != AIDED)
