"""What a designer asks about Rat-a-Tat Cat. `matches` are finished ones: see `lab/study.py`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from purrlor.core.language import N_, Translations
from purrlor.core.study_answer import Answer, FinishedMatches
from purrlor.games.rat_a_tat_cat.rules.state import SOURCE, TAKE, State

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

DECISION_NAMES = (
    N_("Draw from the deck"),
    N_("Take the top of the discard"),
    N_("Lay a card into the row"),
    N_("Discard the card drawn"),
    N_("Swap: used"),
    N_("Swap: declined"),
    N_("Peek: used"),
    N_("Peek: declined"),
    N_("Super peek"),
    N_("Draw two: draw"),
    N_("Draw two: enough"),
    N_("Call"),
)
OPENINGS = DECISION_NAMES[:2]
THRESHOLDS = tuple(range(0, 27, 2))
CLEAR = 2.9  # standard errors: of so many thresholds one looks good by luck, so 1.96 would be too few


def opening(s: State, seat: int, action: int) -> int:
    """From where the first card comes."""
    return (1 if action == TAKE else 0) if s.phase == SOURCE else -1


def thresholds(players: int) -> list[tuple[int, ...]]:
    """One player calls by the habit, on every seat; the others as they like."""
    return [
        tuple(value if seat == own else -1 for seat in range(players)) for value in THRESHOLDS for own in range(players)
    ]


def best_threshold(matches: FinishedMatches, t: Translations) -> Answer:
    shares = {value: matches.shares[matches.habits == value] for value in THRESHOLDS}
    best = max(shares, key=lambda value: shares[value].mean())
    alike = [value for value in THRESHOLDS if value != best and not is_below(shares[value], shares[best])]
    said = [
        t.gettext(
            "Wins of one player who calls as soon as their own row seems worth no more than this (an unknown card "
            "counts as 5), and never otherwise; the others call as they like."
        ),
        t.gettext("Most wins: {points}.").format(points=best),
    ]
    if alike:
        listed = ", ".join(map(str, alike))
        said.append(t.gettext("So few matches cannot tell these from it: {points}.").format(points=listed))
    return {
        "title": t.gettext("When to call"),
        "note": " ".join(said),
        "bars": [(str(value), shares[value]) for value in THRESHOLDS],
        "even": 1 / matches.players,
        "data": {
            "best": best,
            "as_good_as_best": alike,
            "wins": {str(value): float(shares[value].mean()) for value in THRESHOLDS},
        },
    }


def is_below(some: npt.NDArray[np.float64], best: npt.NDArray[np.float64]) -> bool:
    """Whether the difference of two means is more than chance makes of it in 95 of 100 studies."""
    spread = some.var() / len(some) + best.var() / len(best)
    return bool(best.mean() - some.mean() > CLEAR * spread**0.5)


EXPERIMENTS = ({"name": "threshold", "options": {"rounds": 1}, "habits": thresholds, "answer": best_threshold},)
