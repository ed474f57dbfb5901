"""What a decision was worth against the best one, by the search that the tiger uses.

The judge knows what the seat knew: it is given a hidden state, as a player is. Its figures come from playouts, so a
difference counts only as far as it is larger than what chance explains.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from purrlor.bots.thinker import Choice

BEST, GOOD, FAIR, SLIP, STUMBLE = GRADES = ("best", "good", "fair", "slip", "stumble")
WORSE_FROM = (0.01, 0.04, 0.09, 0.18)  # of the chance to win: from each of these on the next grade


@dataclass(frozen=True, slots=True)
class WeighedDecision:
    """One decision of a match beside the best that the search found for it."""

    number: int  # of the decision in the match, from 1
    seat: int
    action: int
    best: int  # the action
    chance: float  # to win after the best, 0 to 1
    chosen_chance: float  # after what was chosen
    points: float  # to expect after the best, as far as the search looks
    chosen_points: float
    loss: float  # of the chance to win, as far as it is sure

    @property
    def grade(self) -> str:
        return GRADES[sum(self.loss >= limit for limit in WORSE_FROM)]


def weigh(number: int, seat: int, action: int, choices: Sequence[Choice]) -> WeighedDecision | None:
    """A decision by what a search says of every choice, the best first; None where it never tried what was chosen."""
    chosen = next((choice for choice in choices if choice.action == action and choice.visits), None)
    if chosen is None:
        return None
    best = choices[0]
    loss = 0.0 if best is chosen else max(0.0, best.win - chosen.win - deviation(best, chosen))
    return WeighedDecision(
        number, seat, action, best.action, likely(best), likely(chosen), best.score, chosen.score, round(loss, 4)
    )


def deviation(one: Choice, other: Choice) -> float:
    """The standard error of the difference of two win chances; a choice that never won is not taken for hopeless."""
    return sqrt(sum(variance(choice) for choice in (one, other)))


def likely(choice: Choice) -> float:
    """The chance to win, as far as so few trials tell: nothing that was tried three times is certain."""
    return (choice.win * choice.visits + 1) / (choice.visits + 2)


def variance(choice: Choice) -> float:
    share = likely(choice)
    return share * (1 - share) / choice.visits
