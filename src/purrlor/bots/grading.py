"""What a decision was worth against the best one, by the search that judges the game (`bots/judges.py`).

The judge knows what the seat knew: it is given a hidden state, as a player is. Its figures come from playouts, so a
difference counts only as far as it is larger than what chance explains.

A decision is graded by the worse of two losses: of the chance to win, and of expected points, measured by how far the
choices of that decision lie apart. In a match that is nearly decided every choice wins alike; the points still tell.
But points alone are nobody's slip: to end a round early costs points and may win.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from purrlor.bots.thinker import Choice

BEST, GOOD, FAIR, SLIP, STUMBLE = GRADES = ("best", "good", "fair", "slip", "stumble")
DOUBT = 0.25  # the variance of a playout that is won or lost
EVEN = "even"  # no grade: all choices of that moment were worth about the same
WORSE_FROM = (1, 4, 9, 18)  # hundredths of the chance to win: from each of these on the next grade
POINTS_FROM = (0.06, 0.12)  # of what lies between the choices in points: likewise, and no further
POINTS_APART = 0.5  # from here on expected points are worth a word
EVEN_CHANCE, EVEN_POINTS = 0.03, 0.12  # choices that lie no further apart are worth the same: by chance, by points


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
    behind: float = 0.0  # points that it is worse than the best, as far as that is sure
    scale: float = 0.0  # points that lie between the best and the worst choice, or those that chance moves if more
    is_even: bool = False  # all choices were worth about the same
    ahead: float = 0.0  # chance to win that the best has before the next best, as far as that is sure
    afterwards: tuple[tuple[int, float, float], ...] = ()  # what comes of the best, and of this: `trial_matches.py`
    by_cat: bool = False  # a cat or the clock chose in this player's place

    @property
    def gain(self) -> int:
        """What the best choice, where it was made, brought against the next best, in hundredths."""
        return round(100 * self.ahead) if self.action == self.best else 0

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
    def points_share(self) -> float:
        """The points lost, of what was at stake in points; 0 where they hardly differ."""
        return self.behind / self.scale if self.behind >= POINTS_APART and self.scale else 0.0

    @property
    def points_cost(self) -> int:
        """Points that it cost, as they are shown: 0 where that is too little of what was at stake."""
        return max(1, round(self.behind)) if self.points_share >= POINTS_FROM[0] else 0

    @property
    def is_worse(self) -> bool:
        return self.cost > 0 or self.points_cost > 0

    @property
    def weight(self) -> float:
        """How bad it was: the loss of chance, and a little for the points, which tell apart what costs no chance."""
        return self.loss + self.points_share / 100

    @property
    def grade(self) -> str:
        """One of five, by the worse of both losses; EVEN where there was nothing to choose."""
        if self.is_even and not self.is_worse:
            return EVEN
        by_chance = sum(self.cost >= limit for limit in WORSE_FROM)
        by_points = sum(self.points_share >= limit for limit in POINTS_FROM)
        return GRADES[max(by_chance, by_points)]


def weigh(
    number: int,
    seat: int,
    action: int,
    choices: Sequence[Choice],
    expected: Sequence[Choice] = (),
    doubt: float = DOUBT,
    direction: int = 0,
) -> WeighedDecision | None:
    """A decision by what a search says of every choice, the best first; None where it never tried what was chosen.

    `expected`: the same of a search that counts points. `doubt`: see `variance`. `direction`: 1 where more points
    are better, -1 where fewer are; 0: points do not count.
    """
    chosen = next((choice for choice in choices if choice.action == action and choice.visits), None)
    if chosen is None:
        return None
    best = choices[0]
    loss = 0.0 if best is chosen else max(0.0, best.win - chosen.win - deviation(best, chosen, doubt))
    after_best = max(likely(best), loss)  # who loses so much had at least so much
    counted = [choice for choice in expected or choices if choice.visits]
    by_action = {choice.action: choice for choice in counted}
    points = {choice.action: choice.score for choice in counted}
    behind: dict[int, float] = {}
    if best.action not in points or action not in points:
        points = {best.action: 0.0, action: 0.0}
    else:
        behind = {each.action: points_behind(by_action[best.action], each, direction) for each in counted}
    scale = points_scale(counted)
    is_even = all(best.win - each.win < EVEN_CHANCE for each in choices if each.visits) and all(
        abs(each.score - points[best.action]) < max(POINTS_APART, EVEN_POINTS * scale) for each in counted
    )
    return WeighedDecision(
        number,
        seat,
        action,
        best.action,
        round(after_best, 4),
        round(after_best - loss, 4),
        round(points[best.action], 2),
        round(points[action], 2),
        round(loss, 4),
        round(behind.get(action, 0.0), 2),
        round(scale, 2),
        is_even,
        round(ahead_of_next(choices, doubt), 4),
    )


def ahead_of_next(choices: Sequence[Choice], doubt: float) -> float:
    """By how much the first of these is better than any other that was tried."""
    best = choices[0]
    others = [best.win - each.win - deviation(best, each, doubt) for each in choices[1:] if each.visits]
    return max(0.0, min(others, default=0.0))


def points_behind(best: Choice, other: Choice, direction: int) -> float:
    """Points that a choice is worse than the best, less a standard error: what is sure of it."""
    if best is other:
        return 0.0
    doubt = sqrt(sum((choice.points_spread**2 + 1) / choice.visits for choice in (best, other)))
    return max(0.0, direction * (best.score - other.score) - doubt)


def points_scale(choices: Sequence[Choice]) -> float:
    """What a loss of points is measured by: how far the choices lie apart, or how far one playout lies from another."""
    scores = [choice.score for choice in choices]
    visits = sum(choice.visits for choice in choices)
    by_chance = sqrt(sum(choice.visits * choice.points_spread**2 for choice in choices) / max(1, visits))
    return max(max(scores, default=0.0) - min(scores, default=0.0), by_chance)


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
