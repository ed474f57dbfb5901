"""What a review says of a finished match: every decision that was weighed, and everybody's chance to win."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from dataclasses import astuple, dataclass, replace
from typing import Any, NamedTuple

from purrlor.bots.grading import SLIP, STUMBLE, WeighedDecision
from purrlor.tables.history.replay import ALL_OPEN

FORMAT = 5  # of a stored review
TURNING_POINTS = 3
FOUND_FROM = 4  # hundredths of the chance to win that a good find is better than the next best choice


class Chances(NamedTuple):
    """Everybody's chance to win at one moment, together 1."""

    moment: int
    by_seat: tuple[float, ...]


@dataclass(frozen=True)
class Review:
    """Every decision that was weighed, in order, and how the match ended."""

    decisions: tuple[WeighedDecision, ...]
    choices: int  # decisions of the match that had more than one choice
    last: int  # the number of the last decision
    shares: tuple[float, ...]  # of the victory, by seat
    judge: str = "tiger"

    def to_json(self, revision: int) -> str:
        decisions = [astuple(decision) for decision in self.decisions]
        stored = {"format": FORMAT, "revision": revision, "judge": self.judge, "shares": self.shares}
        return json.dumps({**stored, "choices": self.choices, "last": self.last, "decisions": decisions})

    @staticmethod
    def from_json(text: str, revision: int) -> Review | None:
        """None: it was made by another version, or for other rules, and has to be made again."""
        stored = json.loads(text)
        if (stored["format"], stored["revision"]) != (FORMAT, revision):
            return None
        decisions = tuple(decision_from(facts) for facts in stored["decisions"])
        return Review(decisions, stored["choices"], stored["last"], tuple(stored["shares"]), stored["judge"])

    def of(self, seat: int) -> list[WeighedDecision]:
        return [decision for decision in self.decisions if decision.seat == seat]

    def curve(self, eyes: int) -> list[Chances]:
        """Before and after every decision of this seat what it could know of its chance, in the hundredths that are
        told in words, and what that leaves to the others; at last the result. With everything open: after every
        decision what everybody knew, brought to 1 together."""
        newest = [self.first_chance(seat) for seat in range(len(self.shares))]
        points = []
        for decision in self.decisions:
            best, chosen = decision.wins
            for moment, hundredths in ((decision.number - 1, best), (decision.number, chosen)):
                newest[decision.seat] = hundredths / 100
                if eyes == ALL_OPEN:
                    points.append(Chances(moment, parts_of_one(newest)))
                elif eyes == decision.seat:
                    points.append(Chances(moment, parts_of_one(newest, fixed=eyes)))
        return [*points, Chances(self.last, self.shares)]

    def first_chance(self, seat: int) -> float:
        """What a seat could know of its chance at its first decision."""
        return next((decision.wins[0] / 100 for decision in self.of(seat)), 1 / len(self.shares))

    def chances_at(self, moment: int, eyes: int = ALL_OPEN) -> tuple[float, ...]:
        """Everybody's chance at a moment, the newest of the curve; before the first decision, what was known then. Who
        has just decided has what that decision left: what came next, such as a card, belongs to the next decision."""
        curve = self.curve(eyes)
        left = [point for point in curve[1::2] if point.moment == moment < self.last]
        known = left or [point for point in curve if point.moment <= moment] or curve[:1]
        return known[-1].by_seat

    def decision_at(self, moment: int) -> WeighedDecision | None:
        """The decision that led to this moment, if it was weighed."""
        return next((decision for decision in self.decisions if decision.number == moment), None)

    def turning_points(self, seats: Collection[int]) -> list[WeighedDecision]:
        """The decisions of these seats that cost most, in the order of the match: slips, or else the one that comes
        nearest to it."""
        costly = [each for each in self.decisions if each.seat in seats and each.is_worse and not each.by_cat]
        costly.sort(key=lambda decision: -decision.weight)
        slips = [decision for decision in costly if decision.grade in (SLIP, STUMBLE)] or costly[:1]
        return sorted(slips[:TURNING_POINTS], key=lambda decision: decision.number)

    def finds(self, seats: Collection[int]) -> list[WeighedDecision]:
        """The decisions of these seats that were right where every other choice was clearly worse, the best first."""
        found = [each for each in self.decisions if each.seat in seats and each.gain >= FOUND_FROM and not each.by_cat]
        return sorted(found, key=lambda each: -each.ahead)

    def lost(self, seat: int) -> float:
        """Chance to win that this player's own choices cost, all together."""
        return sum(decision.cost for decision in self.of(seat) if not decision.by_cat) / 100

    def helped(self, seat: int) -> float:
        """Chance to win that the choices of the others gave: what they lost, each to all who sit there; less what a cat
        lost in this player's place."""
        others = len(self.shares) - 1
        theirs = sum(decision.cost for decision in self.decisions if decision.seat != seat)
        stand_in = sum(decision.cost for decision in self.of(seat) if decision.by_cat)
        return (theirs / others - stand_in) / 100


def decision_from(facts: Sequence[Any]) -> WeighedDecision:
    made = WeighedDecision(*facts)
    return replace(made, afterwards=tuple((kind, one, other) for kind, one, other in made.afterwards))


def parts_of_one(chances: Sequence[float], fixed: int = ALL_OPEN) -> tuple[float, ...]:
    """Chances that are together 1, in the same proportions; `fixed`: the seat whose own stays as it is."""
    room = 1 - (chances[fixed] if fixed >= 0 else 0)
    others = sum(chance for seat, chance in enumerate(chances) if seat != fixed)
    count = len(chances) - (fixed >= 0)
    return tuple(
        chance if seat == fixed else room * chance / others if others else room / count
        for seat, chance in enumerate(chances)
    )
