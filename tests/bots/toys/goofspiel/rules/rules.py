"""Goofspiel with six cards: the smallest game with simultaneous secret choices, to test the search with."""

from __future__ import annotations

from purrlor.core.chance import forget_rng, pick, shuffle
from purrlor.core.record import Record, i8, i64

REVISION = 1
SEATS = (2, 2)
BOUND = 12
CARDS = 6
NOT_YET = -1


class State(Record):
    rng: list[int] = i64(4)
    seats: int = i8()
    round: int = i8()
    prize: list[int] = i8(CARDS)  # in the order they come up
    left: list[int] = i8(2)  # bit mask of the cards in hand
    bid: list[int] = i8(2)
    points: list[int] = i8(2)


def start(s: State) -> None:
    for k in range(CARDS):
        s.prize[k] = k + 1
    shuffle(s, s.prize, CARDS)
    s.round = 0
    for p in range(2):
        s.left[p] = (1 << CARDS) - 1
        s.bid[p] = NOT_YET
        s.points[p] = 0


def waiting(s: State) -> int:
    if s.round == CARDS:
        return 0
    return (1 if s.bid[0] == NOT_YET else 0) | (2 if s.bid[1] == NOT_YET else 0)


def legal(s: State, seat: int) -> int:
    return s.left[seat] + 0 if waiting(s) >> seat & 1 else 0


def apply(s: State, seat: int, action: int) -> None:
    s.bid[seat] = action
    if s.bid[0] == NOT_YET or s.bid[1] == NOT_YET:
        return
    if s.bid[0] > s.bid[1]:
        s.points[0] += s.prize[s.round]
    elif s.bid[1] > s.bid[0]:
        s.points[1] += s.prize[s.round]
    for p in range(2):
        s.left[p] = s.left[p] & ~(1 << s.bid[p])
        s.bid[p] = NOT_YET
    s.round += 1


def reveals(s: State, seat: int, action: int) -> int:
    return 1 if s.bid[1 - seat] != NOT_YET else 0


def score(s: State, seat: int) -> int:
    return s.points[seat] + 0


def winners(s: State) -> int:
    if s.points[0] == s.points[1]:
        return 0b11
    return 0b01 if s.points[0] > s.points[1] else 0b10


def hide(s: State, seat: int) -> None:
    """A choice that is not shown yet is taken back: to this seat the other one might still be thinking."""
    forget_rng(s)
    for p in range(2):
        if p != seat:
            s.bid[p] = NOT_YET
    for k in range(s.round + 1, CARDS):
        s.prize[k] = 0


def redeal(s: State, seat: int) -> None:
    left = (1 << (CARDS + 1)) - 2
    for k in range(CARDS):
        if s.prize[k]:
            left &= ~(1 << s.prize[k])
    for k in range(CARDS):
        if s.prize[k] == 0:
            s.prize[k] = pick(s, left)
            left &= ~(1 << s.prize[k])
