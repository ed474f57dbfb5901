"""Luck in More Kitties!: of the tossed tokens that could land on a player's colour, how many did."""

from __future__ import annotations

from collections.abc import Iterable

from purrlor.core.language import Translations
from purrlor.games.more_kitties.rules.state import AGAIN, CHOOSE, LAST, State
from purrlor.games.more_kitties.words.names import face_of

Step = tuple[State, State, int, int]  # before, after, seat, action


def luck(steps: Iterable[Step], seats: int, t: Translations) -> list[tuple[str, list[str]]]:
    could, did = [0] * seats, [0] * seats
    for before, after, seat, _ in steps:
        if not (before.phase in (AGAIN, LAST) or (before.phase == CHOOSE and before.asked == 1 << seat)):
            continue  # nothing was tossed
        for place in range(after.table_n):
            faces = [face_of(after.table[place], side) for side in range(2)]
            for p in range(seats):
                if after.colour[p] in faces:
                    could[p] += 1
                    did[p] += faces[after.up[place]] == after.colour[p]
    label = t.gettext("Luck: how often your colour came up when it could (expected 50%)")
    return [
        (label, [t.gettext("{n}%").format(n=round(100 * did[p] / could[p])) if could[p] else "–" for p in range(seats)])
    ]
