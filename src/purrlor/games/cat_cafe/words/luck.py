"""Dice in Cat Café: what everybody took, against the average. No number is better than another: no word of luck."""

from __future__ import annotations

from collections.abc import Iterable

from purrlor.core.language import Translations
from purrlor.games.cat_cafe.rules.state import DRAFT, State

Step = tuple[State, State, int, int]  # before, after, seat, action


def luck(steps: Iterable[Step], seats: int, t: Translations) -> list[tuple[str, list[str]]]:
    taken: list[list[int]] = [[] for _ in range(seats)]
    for before, _, seat, action in steps:
        if before.phase == DRAFT:
            taken[seat].append(action + 1)
    label = t.gettext("Average die (expected 3.5)")
    return [(label, [f"{sum(dice) / len(dice):.1f}" if dice else "–" for dice in taken])]
