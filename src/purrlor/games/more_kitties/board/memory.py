"""What the table saw and no state holds: how many tosses there were, so that one that lands as the last did is one, and
what Dogs and Mice have done since."""

from __future__ import annotations

from typing import NamedTuple

from purrlor.games.more_kitties.rules.box import DOG, MOUSE
from purrlor.games.more_kitties.rules.state import AGAIN, LAY, TURN_OVER, State
from purrlor.games.more_kitties.words.names import face_of
from purrlor.games.more_kitties.words.story import is_tossed


class BoardMemory(NamedTuple):
    tosses: int = 0
    is_again: bool = False  # nobody led at first, and all were tossed once more
    deeds: tuple[
        tuple[int, int, int], ...
    ] = ()  # since the toss: the special, the face before it acted, the face after


NOTHING = BoardMemory()


def remember(before: State, after: State, seat: int, action: int, old: BoardMemory) -> BoardMemory:
    """What is seen after this decision; `old` is what was seen before it."""
    if is_tossed(before, after):
        return BoardMemory(old.tosses + 1, before.phase == AGAIN)
    if before.phase == TURN_OVER:
        kind, side = before.table[action], before.up[action]
        return old._replace(deeds=(*old.deeds, (DOG, face_of(kind, side), face_of(kind, 1 - side))))
    if before.phase == LAY:
        was, now = (face_of(s.table[before.aim], s.up[before.aim]) for s in (before, after))
        return old._replace(deeds=(*old.deeds, (MOUSE, was, now)))
    return old
