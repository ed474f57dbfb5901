"""All that chance can do to a state, each outcome with its probability: for variants small enough to be solved exactly.

`below` of core/chance.py multiplies a random word by n. Here the words of the generator are objects that arithmetic
leaves as they are; when one is multiplied by n, the next number of a plan is its outcome, and n is noted. The plain
rules are run once for every plan, and outcomes that lead to the same state are one.
"""

from __future__ import annotations

from collections.abc import Callable

from purrlor.core.game import State

MOST_OUTCOMES = 1024  # of one event, after equal ones were put together
MOST_RUNS = 5000
GENERATOR = (1, 2, 3, 4)  # its state in every state between two events: states differ by what happened alone


class TooMuchChance(ValueError):
    """An event with more outcomes than a list should hold."""


class PlannedWord:
    """A word of the generator whose outcomes are planned; beyond the plan they are 0."""

    def __init__(self, plan: list[int]) -> None:
        self.plan = plan
        self.sizes: list[int] = []  # how many outcomes each number asked for could have had

    def unchanged(self, _: object) -> PlannedWord:
        return self

    __add__ = __radd__ = __and__ = __rand__ = __or__ = __ror__ = __xor__ = __rxor__ = unchanged
    __lshift__ = __rlshift__ = __rshift__ = __rrshift__ = unchanged

    def __mul__(self, n: int) -> int:
        place = len(self.sizes)
        self.sizes.append(n)
        return (self.plan[place] if place < len(self.plan) else 0) << 32


def outcomes_of(s: State, event: Callable[[State], None]) -> list[tuple[bytes, float]]:
    """The states, as bytes, that this event can lead to, and how likely each is."""
    found: dict[bytes, float] = {}
    plan: list[int] = []
    for _ in range(MOST_RUNS):
        made: State = s.copy()
        word = PlannedWord(plan)
        made.rng = [word] * 4
        event(made)
        made.rng = [*GENERATOR]
        probability = 1.0
        for size in word.sizes:
            probability /= size
        data = made.to_bytes()
        found[data] = found.get(data, 0.0) + probability
        following = next_plan(plan, word.sizes)
        if len(found) > MOST_OUTCOMES:
            break
        if following is None:
            return sorted(found.items())
        plan = following
    raise TooMuchChance(f"a chance event of this variant has more than {MOST_OUTCOMES} outcomes")


def next_plan(plan: list[int], sizes: list[int]) -> list[int] | None:
    """The next one in the order of a counter whose digits have these sizes; None after the last."""
    digits = [*plan[: len(sizes)], *[0] * (len(sizes) - len(plan))]
    while digits and digits[-1] == sizes[len(digits) - 1] - 1:
        digits.pop()
    if not digits:
        return None
    digits[-1] += 1
    return digits
