"""What a network is given beside the features: how far the seat is ahead, and would be after each of its choices.

Who catches what follows from lines, attack, dogs and powers at once; a network takes long to find that out from tiles.
"""

from __future__ import annotations

from purrlor.games.pocket_cats.bots.strategy import best_instead, lead, lead_after
from purrlor.games.pocket_cats.lab.observation import ACTIONS
from purrlor.games.pocket_cats.rules.rules import dog_beside, leader_cell, legal
from purrlor.games.pocket_cats.rules.state import FLIP, HAUNT, INSTEAD, MOVE, TURN_DOG, State
from purrlor.games.pocket_cats.rules.tiles import CELLS, DOG, LEAP

FAR = 30  # points: further ahead is no better
NO_CHOICE = -31

LOOKAHEAD: tuple[tuple[str, int, int], ...] = (
    ("points ahead now", -FAR, FAR),
    *((f"points gained by choice {action}", NO_CHOICE, FAR) for action in range(ACTIONS)),
)


def lookahead(s: State, seat: int, out: list[int]) -> None:
    """Write LOOKAHEAD of a state hidden for this seat. A cell to turn up counts as the best swap of a cat with it."""
    for k in range(1 + ACTIONS):
        out[k] = NO_CHOICE
    out[0] = 0
    if s.stage < FLIP or s.stage > TURN_DOG:
        return
    now = lead(s, seat)
    out[0] = points(now)
    mask = legal(s, seat)
    for action in range(ACTIONS):
        if mask >> action & 1:
            out[1 + action] = points(value_of(s, seat, action, now) - now)


def value_of(s: State, seat: int, action: int, now: int) -> int:
    if s.stage == FLIP:
        return best_swap_with(s, seat, action, now)
    if s.stage == MOVE:
        if action >= INSTEAD:
            return best_instead(s, seat, action - INSTEAD)
        return lead_after(s, seat, s.flipped + 0, action)
    if s.stage == HAUNT:
        return lead_after(s, seat, s.other + 0, action)
    if action == 0:
        return now
    dog = s.tile[dog_beside(s, leader_cell(s, seat), (action - 1) // 3)] - DOG
    old = s.quarter[dog] + 0
    s.quarter[dog] = (old + (action - 1) % 3 + 1) % 4
    value = lead(s, seat)
    s.quarter[dog] = old
    return value


def best_swap_with(s: State, seat: int, cell: int, now: int) -> int:
    value = now
    near = LEAP[cell] & ~s.down
    for a in range(CELLS):
        if near >> a & 1:
            value = max(value, lead_after(s, seat, a, cell))
    return value


def points(value: int) -> int:
    """From hundredths, rounded."""
    return min(FAR, max(-FAR, (value + 50) // 100))
