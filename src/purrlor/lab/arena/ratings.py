"""What matches say about bots: win shares with intervals, ratings, scores, seats, decision times."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from functools import partial

from purrlor.core.options import Value
from purrlor.lab.arena.matches import Plan, Played, bin_time

Z = 1.959964  # of the normal distribution, two-sided 95 %


@dataclass
class Share:
    """A mean with its two-sided 95 % interval."""

    mean: float
    low: float
    high: float


@dataclass
class Standing:
    """One bot."""

    name: str
    matches: int
    even: float  # the share it would have if all were equal
    share: Share  # of the victory, for all its seats together
    mu: float
    sigma: float
    scores: dict[int, int]  # how often it ended with so many points
    median_ms: float
    p99_ms: float
    times: dict[int, int]  # decisions by time, see matches.bin_time

    @property
    def score(self) -> float:
        return sum(score * n for score, n in self.scores.items()) / max(1, sum(self.scores.values()))


@dataclass
class Result:
    """All that an arena found out."""

    game: str
    players: int
    options: dict[str, Value]
    seed: int
    matches: int
    decisions: float  # in a match, on average
    bots: list[Standing]
    seats: list[Share]  # of the victory by seat

    def data(self) -> dict[str, object]:
        """For JSON."""
        found = asdict(self)
        for bot, standing in zip(found["bots"], self.bots):
            bot["score"] = standing.score
            bot["times"] = {f"{1e3 * bin_time(place):.4g}": n for place, n in sorted(standing.times.items())}
        return found


def judge(plan: Plan, played: Iterable[Played]) -> Result:
    """The same for the same matches, in any order."""
    ordered = sorted(played, key=lambda match: (match.block, match.seating))
    ratings = rate(plan, ordered)
    bots = [standing(plan, number, ordered, ratings[number]) for number in range(len(plan.entrants))]
    seats = [interval(blocks(ordered, partial(share_of, seat))) for seat in range(plan.players)]
    decisions = sum(match.decisions for match in ordered) / max(1, len(ordered))
    return Result(plan.game, plan.players, dict(plan.options), plan.seed, len(ordered), decisions, bots, seats)


def share_of(seat: int, match: Played) -> float:
    return match.shares()[seat]


def standing(plan: Plan, number: int, played: Sequence[Played], rating: tuple[float, float]) -> Standing:
    own = [match for match in played if number in match.seating]
    scores: Counter[int] = Counter()
    times: Counter[int] = Counter()
    for match in own:
        times.update(match.times[number])
        scores.update(score for who, score in zip(match.seating, match.scores) if who == number)
    return Standing(
        name=plan.entrants[number].name,
        matches=len(own),
        even=own[0].seating.count(number) / plan.players if own else 0.0,
        share=interval(
            blocks(own, lambda match: sum(won for who, won in zip(match.seating, match.shares()) if who == number))
        ),
        mu=rating[0],
        sigma=rating[1],
        scores=dict(sorted(scores.items())),
        median_ms=1e3 * quantile(times, 0.5),
        p99_ms=1e3 * quantile(times, 0.99),
        times=dict(sorted(times.items())),
    )


def blocks(played: Iterable[Played], value: Callable[[Played], float]) -> list[float]:
    """The mean of each block: matches of one deal are no independent witnesses."""
    found = defaultdict(list)
    for match in played:
        found[match.block].append(value(match))
    return [sum(values) / len(values) for values in found.values()]


def interval(values: Sequence[float]) -> Share:
    """Student's interval of the mean, kept within what a share can be; the exact one where all say the same."""
    n = len(values)
    if not n:
        return Share(0.0, 0.0, 1.0)
    mean = sum(values) / n
    if n == 1:
        return Share(mean, 0.0, 1.0)
    if mean in (0.0, 1.0):
        surprise = 0.025 ** (1 / n)  # a share that would still give this once in forty times
        return Share(mean, surprise, 1.0) if mean else Share(mean, 0.0, 1 - surprise)
    wide = student(n - 1) * math.sqrt(sum((x - mean) ** 2 for x in values) / (n - 1) / n)
    return Share(mean, max(0.0, mean - wide), min(1.0, mean + wide))


def student(free: int) -> float:
    """The 97.5 % quantile of Student's t, by its expansion in 1 / free."""
    if free < 3:
        return (12.706, 4.303)[free - 1]
    first = (Z**3 + Z) / 4
    second = (5 * Z**5 + 16 * Z**3 + 3 * Z) / 96
    third = (3 * Z**7 + 19 * Z**5 + 17 * Z**3 - 15 * Z) / 384
    return Z + first / free + second / free**2 + third / free**3


def quantile(times: Counter[int], share: float) -> float:
    left = share * sum(times.values())
    for place in sorted(times):
        left -= times[place]
        if left <= 0:
            return bin_time(place)
    return 0.0


def rate(plan: Plan, played: Sequence[Played]) -> list[tuple[float, float]]:
    """Plackett–Luce ratings (mean, deviation), match after match; a bot on several seats learns from their average."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    known = [(25.0, 25.0 / 3)] * len(plan.entrants)
    for match in played:
        teams = [[model.create_rating(list(known[who]))] for who in match.seating]
        rated = model.rate(teams, ranks=ranks(match))
        for who in set(match.seating):
            mine = [team[0] for team, other in zip(rated, match.seating) if other == who]
            known[who] = (sum(r.mu for r in mine) / len(mine), sum(r.sigma for r in mine) / len(mine))
    return known


def ranks(match: Played) -> list[float]:
    """Winners first, the others by how far from them they ended: the most points may win, or the fewest."""
    top = match.scores[match.winners[0]]
    return [0.0 if seat in match.winners else 1.0 + abs(score - top) for seat, score in enumerate(match.scores)]
