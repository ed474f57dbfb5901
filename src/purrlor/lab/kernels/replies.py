"""Compiled opponents in the lanes of a vector environment: the compiled half of `lab/environments/opponents.py`.

The loader binds `rules` and `strategy` to one game's functions (core/compilers/native.py).
"""

from __future__ import annotations

from typing import Any

from purrlor.core.chance import mix
from purrlor.core.seats import count, first
from purrlor.lab.kernels.vector import REST

rules: Any = None  # the game's rules
strategy: Any = None  # its sensible player

LEARNER, RANDOM, SENSIBLE, OTHER = -1, 0, 1, 2  # who sits on a seat; from OTHER on those that are asked in Python
ASK = -2  # in place of an action: Python decides


def answer(
    states: Any, spare: Any, legal: Any, seats: Any, who: Any, actions: Any, seed: int, low: int, high: int
) -> int:
    """An action for every lane in which an opponent decides; how many lanes those are."""
    found = 0
    for k in range(low, high):
        seat = seats[k]
        kind = who[k, seat]
        actions[k] = REST
        if kind == LEARNER:
            continue
        found += 1
        mask = legal[k]
        if mask & (mask - 1) == 0:
            actions[k] = first(mask)
        elif kind >= OTHER:
            actions[k] = ASK
        else:
            action = -1
            if kind == SENSIBLE:
                spare[1] = states[k]
                rules.hide(spare[1], seat)
                action = strategy.sensible(spare[1], seat)
            actions[k] = action if action >= 0 and mask >> action & 1 else drawn(mask, mix(seed, k))
    return found


def drawn(mask: int, number: int) -> int:
    """One of the set, by a random number."""
    for _ in range((number >> 29) * count(mask) >> 32):
        mask &= mask - 1
    return first(mask)
