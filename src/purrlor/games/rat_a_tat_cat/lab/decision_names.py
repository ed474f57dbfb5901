"""What a decision of Rat-a-Tat Cat is called in a study (words: `study.DECISION_NAMES`), and a habit to try out."""

from __future__ import annotations

from purrlor.games.rat_a_tat_cat.rules.state import (
    CALL,
    DECLINE,
    DISCARD_IT,
    DRAW_AGAIN,
    NO,
    PEEK_OWN,
    PLACE,
    ROW,
    SOURCE,
    SUPER_PEEKED,
    SWAP_OWN,
    TAKE,
    YES,
    State,
)

(DREW, TOOK, LAID, THREW, SWAPPED, DECLINED, PEEKED, LEFT_PEEK, SUPER, AGAIN, ENOUGH, CALLED) = range(12)
UNKNOWN = 5  # what a card one does not know is worth on average


def decision_name(s: State, seat: int, action: int) -> int:
    phase = s.phase
    if phase == SOURCE:
        return TOOK if action == TAKE else DREW
    if phase == PLACE:
        return THREW if action == DISCARD_IT else LAID
    if phase == SWAP_OWN:
        return DECLINED if action == DECLINE else SWAPPED
    if phase == PEEK_OWN:
        return LEFT_PEEK if action == DECLINE else PEEKED
    if phase == SUPER_PEEKED:
        return SUPER
    if phase == DRAW_AGAIN:
        return AGAIN if action == YES else ENOUGH
    return CALLED if phase == CALL and action == YES else -1


def habit(s: State, seat: int, value: int) -> int:
    """Call as soon as the own row seems worth no more than `value`, and never else."""
    if s.phase != CALL:
        return -1
    points = 0
    for i in range(ROW):
        points += s.rows[seat][i] if s.rows[seat][i] >= 0 and s.rows[seat][i] < 10 else UNKNOWN
    return YES if points <= value else NO
