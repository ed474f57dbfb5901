"""Whether a review's grades mean something: what the choices of each level cost, as the review weighs them.

    python bench/grades.py [--game NAME] [--matches 10] [--levels kitten,cat,tiger] [--judge lion] [--json]

Two players, each pair of levels on both seats. For every level: the chance to win that a decision cost on average, in
hundredths, how many of its decisions were slips or worse, the time a review took, and how good the curves are: the mean
square of what they are off the result, and how far they move from one decision to the next, in hundredths.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import time
from collections import Counter, defaultdict

from purrlor import Game, game, games
from purrlor.bots.grading import SLIP, STUMBLE
from purrlor.bots.levels import level_of
from purrlor.bots.players import choose, choose_without_search, thinker
from purrlor.bots.thinker import Choice
from purrlor.bots.tree_search.compiled_twins import twin
from purrlor.core.chance import mix
from purrlor.core.match import Match
from purrlor.tables.history.replay import Replay
from purrlor.tables.history.review_jobs import Evaluate, review_of


def evaluate_by(judge: str) -> Evaluate:
    """The search of this process as a review asks it; `judge`: "tiger" has no networks."""

    async def evaluate(
        name: str,
        hidden: bytes,
        seat: int,
        *,
        seconds: float,
        table: str,
        playouts: int,
        player: str = "tiger",
        wanted: int = 0,
    ) -> list[Choice]:
        if player == "lion" and judge == "tiger":
            return []
        search = thinker(game(name), player)
        return search.evaluate(hidden, seat, playouts=playouts, wanted=wanted, least=playouts // 4)

    return evaluate


def played(of: Game, levels: tuple[str, str], seed: int) -> Match:
    """A match between these levels as they play at tables."""
    match = Match(of, 2, seed=seed)
    while not match.is_over:
        seat = match.waiting()[0]
        level, chance = level_of(of.name, levels[seat]), mix(seed, len(match.log))
        if level.player in ("tiger", "lion"):
            action = choose(of, match.view(seat), seat, level.player, chance, playouts=level.playouts)
        else:
            action = choose_without_search(
                twin(of, fast=False), match.view(seat), seat, level.player, chance, level.mistakes
            )
        match.play(seat, action)
    return match


def measure(of: Game, levels: list[str], matches: int, judge: str) -> dict[str, dict[str, float]]:
    lost: dict[str, list[float]] = defaultdict(list)
    grades: dict[str, Counter[str]] = defaultdict(Counter)
    took, wall = [], []
    off, moved = [], []
    for seed, pair in itertools.product(range(matches), itertools.permutations(levels, 2)):
        match = played(of, (pair[0], pair[1]), seed)
        winners, began, clock = match.winners(), time.process_time(), time.perf_counter()
        shares = [(seat in winners) / len(winners) for seat in range(2)]
        review = asyncio.run(review_of(Replay(match.record()), shares, evaluate_by(judge)))
        took.append(time.process_time() - began)
        wall.append(time.perf_counter() - clock)
        for seat in range(2):
            curve = [decision.chance for decision in review.of(seat)]
            off += [(chance - shares[seat]) ** 2 for chance in curve]
            moved += [abs(one - other) for one, other in itertools.pairwise(curve)]
        for decision in review.decisions:
            lost[pair[decision.seat]].append(decision.loss)
            grades[pair[decision.seat]][decision.grade] += 1
    found = {
        level: {
            "decisions": len(lost[level]),
            "lost": round(100 * sum(lost[level]) / len(lost[level]), 3),
            "slips": round((grades[level][SLIP] + grades[level][STUMBLE]) / len(lost[level]), 4),
        }
        for level in levels
    }
    made = {"cpu": middle(took), "wall": middle(wall), "longest": round(max(took), 2), "matches": len(took)}
    curve = {"off": round(sum(off) / len(off), 4), "moved": round(100 * sum(moved) / len(moved), 2)}
    return {**found, "review": made, "curve": curve}


def middle(values: list[float]) -> float:
    return round(sorted(values)[len(values) // 2], 2)


def main() -> None:
    asks = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asks.add_argument("--game")
    asks.add_argument("--matches", type=int, default=10)
    asks.add_argument("--levels", default="kitten,cat,tiger")
    asks.add_argument("--judge", choices=("lion", "tiger"), default="lion")
    asks.add_argument("--json", action="store_true")
    args = asks.parse_args()
    for of in [game(args.game)] if args.game else games():
        found = measure(of, args.levels.split(","), args.matches, args.judge)
        print(json.dumps({of.name: found}) if args.json else f"{of.name}: {found}", flush=True)


if __name__ == "__main__":
    main()
