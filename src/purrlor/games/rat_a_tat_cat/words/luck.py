"""Luck in Rat-a-Tat Cat: the numbers a player drew from the deck, against the average of the pack."""

from __future__ import annotations

from collections.abc import Iterable

from purrlor.core.language import Translations
from purrlor.games.rat_a_tat_cat.rules.state import COPIES, DISCARD_IT, NINE, PLACE, State

Step = tuple[State, State, int, int]  # before, after, seat, action
PACK_AVERAGE = sum(card * COPIES[card] for card in range(NINE + 1)) / sum(COPIES[: NINE + 1])


def luck(steps: Iterable[Step], seats: int, t: Translations) -> list[tuple[str, list[str]]]:
    drawn: list[list[int]] = [[] for _ in range(seats)]
    for before, after, seat, action in steps:
        is_fresh = before.phase != PLACE or action == DISCARD_IT  # a discarded card may bring a second one
        if after.phase == PLACE and is_fresh and not after.taken and after.turn == seat:
            drawn[seat].append(after.held)
    label = t.gettext("Luck: average card drawn (usually {average})")
    return [
        (
            label.format(average=f"{PACK_AVERAGE:.1f}"),
            [f"{sum(cards) / len(cards):.1f}" if cards else "–" for cards in drawn],
        )
    ]
