"""What a decision was worth against the best one, by the search that judges the game (`bots/judges.py`).

The judge knows what the seat knew: it is given a hidden state, as a player is. Its figures come from playouts, so a
difference counts only as far as it is larger than what chance explains.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from purrlor.bots.thinker import Choice

BEST, GOOD, FAIR, SLIP, STUMBLE = GRADES = ("best", "good", "fair", "slip", "stumble")
DOUBT = 0.25  # the variance of a playout that is won or lost
WORSE_FROM = (1, 4, 9, 18)  # hundredths of the chance to win: from each of these on the next grade


@dataclass(frozen=True, slots=True)
class WeighedDecision:
    """One decision of a match beside the best that the search found for it."""

    number: int  # of the decision in the match, from 1
    seat: int
    action: int
    best: int  # the action
    chance: float  # to win after the best, 0 to 1
    chosen_chance: float  # after what was chosen
    points: float  # to expect after the best, as far as the tiger looks; the same twice where nobody knows
    chosen_points: float
    loss: float  # of the chance to win, as far as it is sure

    @property
    def cost(self) -> int:
        """The loss in hundredths, as it is shown everywhere: grades and sums follow from it, so that none contradicts
        another."""
        return round(100 * self.loss)

    @property
    def wins(self) -> tuple[int, int]:
        """Of 100 matches, after the best choice and after what was chosen: they are `cost` apart."""
        best = max(round(100 * self.chance), self.cost)
        return best, best - self.cost

    @property
    def grade(self) -> str:
        return GRADES[sum(self.cost >= limit for limit in WORSE_FROM)]


def weigh(
    number: int,
    seat: int,
    action: int,
    choices: Sequence[Choice],
    expected: Sequence[Choice] = (),
    doubt: float = DOUBT,
    chance: float | None = None,
) -> WeighedDecision | None:
    """A decision by what a search says of every choice, the best first; None where it never tried what was chosen.

    `expected`: the same of a search that counts points. `doubt`: see `variance`. `chance`: to win after the best, if
    another judge says it.
    """
    chosen = next((choice for choice in choices if choice.action == action and choice.visits), None)
    if chosen is None:
        return None
    best = choices[0]
    loss = 0.0 if best is chosen else max(0.0, best.win - chosen.win - deviation(best, chosen, doubt))
    after_best, after_chosen = likely(best), likely(chosen)
    if chance is not None:
        after_best, after_chosen = chance, max(0.0, chance - loss)
    points = {choice.action: choice.score for choice in expected or choices if choice.visits}
    if best.action not in points or action not in points:
        points = {best.action: 0.0, action: 0.0}
    return WeighedDecision(
        number,
        seat,
        action,
        best.action,
        round(after_best, 4),
        round(after_chosen, 4),
        round(points[best.action], 2),
        round(points[action], 2),
        round(loss, 4),
    )


def deviation(one: Choice, other: Choice, doubt: float = DOUBT) -> float:
    """The standard error of the difference of two win chances."""
    return sqrt(sum(variance(choice, doubt) for choice in (one, other)))


def likely(choice: Choice) -> float:
    """The chance to win, as far as so few trials tell: nothing that was tried three times is certain."""
    return (choice.win * choice.visits + 0.5) / (choice.visits + 1)


def variance(choice: Choice, doubt: float = DOUBT) -> float:
    """Of the mean of all playouts. One more, of the variance `doubt`, is thought of: three alike prove little."""
    one = (choice.visits * choice.spread**2 + doubt) / (choice.visits + 1)
    return one / choice.visits
