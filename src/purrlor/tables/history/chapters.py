"""The chapters of a replay: where a round or a turn begins."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from purrlor.core.game import State

MANY_ROUNDS = 6  # with more, a round is short enough to be a chapter by itself


class Chapter(NamedTuple):
    """`round`: the round that begins here, 0 where only a turn does; `seat`: whose turn it is, -1: nobody's alone."""

    at: int
    round: int
    seat: int


def chapters_of(states: Sequence[State]) -> list[Chapter]:
    """By what a game's state says of itself: `round`, `turns` and `turn`, as far as it has them."""
    rounds = [int(getattr(state, "round", 0)) for state in states]
    by_turns = len(set(rounds)) <= MANY_ROUNDS
    found: list[Chapter] = []
    before: tuple[int, int, int] | None = None
    for at, state in enumerate(states[:-1]):
        seat = int(getattr(state, "turn", -1)) if by_turns else -1
        now = (rounds[at], int(getattr(state, "turns", 0)) if by_turns else 0, seat)
        if now != before:
            is_new_round = before is None or now[0] != before[0]
            found.append(Chapter(at, now[0] if is_new_round else 0, seat))
        before = now
    return found
