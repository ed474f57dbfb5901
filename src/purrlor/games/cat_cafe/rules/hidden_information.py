"""What a seat may know of a match of Cat Café, and a likely world behind it."""

from __future__ import annotations

from purrlor.core.chance import forget_rng
from purrlor.games.cat_cafe.rules.state import DRAW, UNDECIDED, State


def hide(s: State, seat: int) -> None:
    """What others have chosen, or begun to choose, is theirs until all have: it appears as still to be decided."""
    forget_rng(s)
    if s.phase == DRAW:
        for p in range(s.seats):
            if p != seat:
                s.item[p] = UNDECIDED
                s.hex[p] = UNDECIDED
                s.cat[p] = UNDECIDED
                s.choosing |= 1 << p


def redeal(s: State, seat: int) -> None:
    """Only pending choices are hidden; in a redeal they are still to be made."""
