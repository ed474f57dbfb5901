"""Whole random matches, plain or compiled: a twin of this module has its global `rules` bound to one game's."""

from __future__ import annotations

from typing import Any

from purrlor.core.chance import mix, pick, seed_rng
from purrlor.core.seats import first

rules: Any = None  # given by the loader

LAID_OUT, AT_PLAY = 0, 1  # the two records of a row: seats and options set, and the match under way


def play_out(s: Any) -> int:
    """Play at random to the end; how many decisions that took."""
    decisions = 0
    while True:
        asked = rules.waiting(s)
        if asked == 0:
            return decisions
        seat = first(asked)
        rules.apply(s, seat, pick(s, rules.legal(s, seat)))
        decisions += 1


def play_match(row: Any, seed: int) -> int:
    """A match from its beginning, from row[LAID_OUT] into row[AT_PLAY]."""
    row[AT_PLAY] = row[LAID_OUT]
    seed_rng(row[AT_PLAY], seed)
    rules.start(row[AT_PLAY])
    return play_out(row[AT_PLAY])


def play_matches(row: Any, seed: int, count: int) -> int:
    """Matches of the seeds from `seed` on; how many decisions they took together."""
    decisions = 0
    for k in range(count):
        decisions += play_match(row, seed + k)
    return decisions


def digest_matches(row: Any, words: Any, seed: int, count: int) -> int:
    """The same matches as one number that depends on every bit of every final state."""
    total = 0
    for k in range(count):
        play_match(row, seed + k)
        line = words[AT_PLAY]
        for i in range(len(line)):
            total = mix(total, line[i])
    return total
