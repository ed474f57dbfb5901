"""Whole matches for a study: the compiled half of `lab/study.py`.

The loader binds `rules`, `strategy` and `uses` to one game's functions (core/native.py).
"""

from __future__ import annotations

from typing import Any

from purrlor.core.chance import mix, pick, seed_rng
from purrlor.core.seats import count, first

rules: Any = None  # the game's rules
strategy: Any = None  # its sensible player
uses: Any = None  # what its decisions are called, and habits to try out

WORK, VEIL, FRESH = 0, 1, 2  # rows of `desk`


def begin(desk: Any, seed: int) -> None:
    desk[WORK] = desk[FRESH]
    seed_rng(desk[WORK], seed)
    rules.start(desk[WORK])


def asked(desk: Any) -> int:
    """The seat that decides, -1: the match is over."""
    mask = rules.waiting(desk[WORK])
    return first(mask) if mask else -1


def by_habit(desk: Any, seat: int, value: int) -> int:
    """What a player with this habit does, from what it may know; -1: the habit has no opinion."""
    if value < 0:
        return -1
    look(desk, seat)
    action: int = uses.habit(desk[VEIL], seat, value)
    return action


def look(desk: Any, seat: int) -> None:
    desk[VEIL] = desk[WORK]
    rules.hide(desk[VEIL], seat)


def choices(desk: Any, seat: int) -> int:
    mask: int = rules.legal(desk[WORK], seat)
    return mask


def carry_out(desk: Any, seat: int, action: int, used: Any) -> None:
    """One decision, counted by what it is."""
    name = uses.use(desk[WORK], seat, action)
    if name >= 0:
        used[name] += 1
    rules.apply(desk[WORK], seat, action)


def play(desk: Any, finals: Any, lengths: Any, used: Any, habits: Any, seed: int, number: int, sensible: int) -> None:
    """Matches `number` and following, by chance or by sensible players, into finals."""
    s = desk[WORK]
    for k in range(len(finals)):
        begin(desk, mix(seed, number + k))
        seat = asked(desk)
        while seat >= 0:
            mask = choices(desk, seat)
            action = first(mask)
            if mask & (mask - 1):
                action = by_habit(desk, seat, habits[k, seat])
                if action < 0 and sensible:
                    action = strategy.sensible(s, seat)
                if action < 0:
                    action = pick(s, mask)
            carry_out(desk, seat, action, used[k])
            lengths[k] += 1
            seat = asked(desk)
        finals[k] = s


def judge(finals: Any, shares: Any, scores: Any) -> None:
    """Every match's shares of the victory, and points."""
    for k in range(len(finals)):
        won = rules.winners(finals[k])
        for seat in range(shares.shape[1]):
            shares[k, seat] = 1.0 / count(won) if won >> seat & 1 else 0.0
            scores[k, seat] = rules.score(finals[k], seat)
