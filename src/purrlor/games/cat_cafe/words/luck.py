"""Dice in Cat Café: what everybody took, against the average. No number is better than another: no word of luck.
Of single strokes of luck only the roll is told that a round brought, and what others completed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from purrlor.core.language import Translations
from purrlor.games.cat_cafe.rules.sheet import TOWERS
from purrlor.games.cat_cafe.rules.state import DRAFT, DRAW, NONE, OVER, State
from purrlor.games.cat_cafe.words.story import narrate, tell_end, tell_roll, tell_tower

Step = tuple[State, State, int, int]  # before, after, seat, action


def luck(steps: Iterable[Step], seats: int, t: Translations) -> list[tuple[str, list[str]]]:
    taken: list[list[int]] = [[] for _ in range(seats)]
    for before, _, seat, action in steps:
        if before.phase == DRAFT:
            taken[seat].append(action + 1)
    label = t.gettext("Average die (expected 3.5)")
    return [(label, [f"{sum(dice) / len(dice):.1f}" if dice else "–" for dice in taken])]


def stroke_in_words(
    was: State, now: State, seat: int, action: int, viewer: int, t: Translations, names: Sequence[str]
) -> list[str]:
    """What happened, without what everybody chose to draw: that was no luck."""
    if was.phase == DRAFT or now.phase == DRAW:
        return narrate(was, now, seat, action, viewer, t, names)
    completed = [
        tower
        for tower in range(TOWERS)
        if any(p != viewer and was.circled[p][tower] == NONE != now.circled[p][tower] for p in range(now.seats))
    ]
    lines = [line for tower in completed for line in tell_tower(was, now, tower, viewer, t, names)]
    return [*lines, tell_end(now, t, names) if now.phase == OVER else tell_roll(now, viewer, t, names)]
