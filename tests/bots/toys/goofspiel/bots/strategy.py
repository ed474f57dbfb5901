from __future__ import annotations

from goofspiel.rules.rules import CARDS, State


def sensible(s: State, seat: int) -> int:
    """Bid the prize's own value, or the nearest above, else the highest."""
    card = s.prize[s.round] - 1
    while card < CARDS and not s.left[seat] >> card & 1:
        card += 1
    if card == CARDS:
        card = CARDS - 1
        while not s.left[seat] >> card & 1:
            card -= 1
    return card
