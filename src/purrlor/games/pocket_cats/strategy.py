"""What a sensible player prefers: whatever counts best if the game ended now with what lies face up."""

from __future__ import annotations

from purrlor.games.pocket_cats.rules import (
    FLIP,
    GO_ON,
    HAUNT,
    INSTEAD,
    LEAVE,
    MOVE,
    OVER,
    PAUSE,
    TURN_DOG,
    State,
    dog_beside,
    finish,
    leader_cell,
    legal,
    swap,
)
from purrlor.games.pocket_cats.scoring import count_board, points_in, tiles_in
from purrlor.games.pocket_cats.tiles import CELLS, CENTRE, DEFENDERS, DOG, NEAR, NONE

NO_OPINION = -1
WORST = -1 << 30


def sensible(s: State, seat: int) -> int:
    mask = legal(s, seat)
    if s.stage == MOVE:
        return best_move(s, seat, s.flipped + 0, mask)
    if s.stage == HAUNT:
        return best_move(s, seat, s.other + 0, mask)
    if s.stage == TURN_DOG:
        return best_turn(s, seat, mask)
    if s.stage == PAUSE:
        return GO_ON
    return NO_OPINION


def best_move(s: State, seat: int, cell: int, mask: int) -> int:
    best = WORST
    action = NO_OPINION
    for a in range(2 * CELLS):
        if mask >> a & 1:
            value = lead_after(s, seat, cell, a) if a < INSTEAD else best_instead(s, seat, a - INSTEAD)
            if value > best:
                best = value
                action = a
    return action


def best_instead(s: State, seat: int, other: int) -> int:
    """The best that moving the other prey leads to."""
    best = WORST
    for a in range(CELLS):
        if NEAR[other] >> a & 1:
            value = lead_after(s, seat, other, a)
            if value > best:
                best = value
    return best


def lead_after(s: State, seat: int, cell: int, target: int) -> int:
    swap(s, cell, target)
    value = lead(s, seat)
    swap(s, target, cell)
    return value


def best_turn(s: State, seat: int, mask: int) -> int:
    """Royal Claws' leader and the dogs beside him."""
    best = lead(s, seat)
    action = LEAVE
    for a in range(1, 13):
        if mask >> a & 1:
            dog = s.tile[dog_beside(s, leader_cell(s, seat), (a - 1) // 3)] - DOG
            old = s.quarter[dog] + 0
            s.quarter[dog] = (old + (a - 1) % 3 + 1) % 4
            value = lead(s, seat)
            s.quarter[dog] = old
            if value > best:
                best = value
                action = a
    return action


def lead(s: State, seat: int) -> int:
    """How far this seat is ahead, counting what lies face up, the Defenders' leader in the centre."""
    cell = defender(s)
    if cell != NONE:
        swap(s, cell, CENTRE)
    counted = count_board(s)
    if cell != NONE:
        swap(s, CENTRE, cell)
    value = 100 * (points_in(counted, 0) - points_in(counted, 1)) + tiles_in(counted, 0) - tiles_in(counted, 1)
    return value if seat == 0 else -value


def defender(s: State) -> int:
    """Where the Defenders' leader lies face up with his power still to come, or NONE."""
    cell = NONE
    if s.powers and s.swapped == NONE:
        for p in range(2):
            if s.clan[p] == DEFENDERS:
                cell = leader_cell(s, p)
    return cell


def stop(s: State) -> None:
    """Cut a roll-out short: the board counts as it lies."""
    if s.stage >= FLIP and s.stage <= TURN_DOG:
        cell = defender(s)
        if cell != NONE:
            swap(s, cell, CENTRE)
        finish(s)
    s.stage = OVER


SEARCH = {"random": 1000, "bias": 10000, "horizon": 4, "explore": 600}
