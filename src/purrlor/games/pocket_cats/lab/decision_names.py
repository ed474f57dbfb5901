"""What a decision of Pocket Cats is called in a study (words: `study.DECISION_NAMES`), and a habit to try out."""

from __future__ import annotations

from purrlor.games.pocket_cats.rules.state import INSTEAD, LEAVE, MOVE, PICK, TURN_DOG, State
from purrlor.games.pocket_cats.rules.tiles import DOG, LEAP, PREY

CAT, PREY_MOVED, DOG_MOVED, OTHER_PREY, STAYED, SLANTED, WITH_DOG, TURNED, LEFT = range(9)


def decision_name(s: State, seat: int, action: int) -> int:
    if s.stage == MOVE:
        if action >= INSTEAD:
            return OTHER_PREY
        tile = s.tile[s.flipped] + 0
        if tile >= DOG:
            return DOG_MOVED
        if tile >= PREY:
            return PREY_MOVED
        if action == s.flipped:
            return STAYED
        if LEAP[s.flipped] >> action & 1:
            return CAT
        return WITH_DOG if not s.down >> action & 1 and s.tile[action] >= DOG else SLANTED
    if s.stage == TURN_DOG:
        return LEFT if action == LEAVE else TURNED
    return -1


def habit(s: State, seat: int, value: int) -> int:
    """Always this clan, where any may be picked."""
    return value if s.stage == PICK else -1
