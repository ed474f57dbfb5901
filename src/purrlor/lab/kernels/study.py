"""Whole matches for a study: the compiled half of `lab/study.py`.

The loader binds `rules`, `strategy` and `decision_names` to one game's functions (core/compilers/native.py).
"""

from __future__ import annotations

from typing import Any

from purrlor.core.chance import mix, pick, seed_rng
from purrlor.core.seats import count, first

rules: Any = None  # the game's rules
strategy: Any = None  # its sensible player
decision_names: Any = None  # what its decisions are called, and habits to try out

WORK, VEIL, FRESH = 0, 1, 2  # rows of `workspace`


def begin(workspace: Any, seed: int) -> None:
    workspace[WORK] = workspace[FRESH]
    seed_rng(workspace[WORK], seed)
    rules.start(workspace[WORK])


def asked(workspace: Any) -> int:
    """The seat that decides, -1: the match is over."""
    mask = rules.waiting(workspace[WORK])
    return first(mask) if mask else -1


def by_habit(workspace: Any, seat: int, value: int) -> int:
    """What a player with this habit does, from what it may know; -1: the habit has no opinion."""
    if value < 0:
        return -1
    fill_view(workspace, seat)
    action: int = decision_names.habit(workspace[VEIL], seat, value)
    return action


def fill_view(workspace: Any, seat: int) -> None:
    workspace[VEIL] = workspace[WORK]
    rules.hide(workspace[VEIL], seat)


def choices(workspace: Any, seat: int) -> int:
    mask: int = rules.legal(workspace[WORK], seat)
    return mask


def carry_out(workspace: Any, seat: int, action: int, used: Any) -> None:
    """One decision, counted by what it is."""
    name = decision_names.decision_name(workspace[WORK], seat, action)
    if name >= 0:
        used[name] += 1
    rules.apply(workspace[WORK], seat, action)


def play(
    workspace: Any, finals: Any, lengths: Any, used: Any, habits: Any, seed: int, number: int, sensible: int
) -> None:
    """Matches `number` and following, by chance or by sensible players, into finals."""
    s = workspace[WORK]
    for k in range(len(finals)):
        begin(workspace, mix(seed, number + k))
        seat = asked(workspace)
        while seat >= 0:
            mask = choices(workspace, seat)
            action = first(mask)
            if mask & (mask - 1):
                action = by_habit(workspace, seat, habits[k, seat])
                if action < 0 and sensible:
                    action = strategy.sensible(s, seat)
                if action < 0:
                    action = pick(s, mask)
            carry_out(workspace, seat, action, used[k])
            lengths[k] += 1
            seat = asked(workspace)
        finals[k] = s


def judge(finals: Any, shares: Any, scores: Any) -> None:
    """Every match's shares of the victory, and points."""
    for k in range(len(finals)):
        won = rules.winners(finals[k])
        for seat in range(shares.shape[1]):
            shares[k, seat] = 1.0 / count(won) if won >> seat & 1 else 0.0
            scores[k, seat] = rules.score(finals[k], seat)
