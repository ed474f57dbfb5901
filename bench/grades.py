"""Whether a review's grades mean something: what the choices of each level cost, as the review weighs them.

    python bench/grades.py [--game NAME] [--matches 10] [--levels kitten,cat,tiger] [--json]

Two players, each pair of levels on both seats. For every level: the chance to win that a decision cost on average, in
hundredths, how many of its decisions were slips or worse, and the time a review took.
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
from purrlor.bots.players import at_once, choose, thinker
from purrlor.bots.thinker import Choice
from purrlor.bots.twins import twin
from purrlor.core.chance import mix
from purrlor.core.match import Match
from purrlor.tables.story.replay import Replay
from purrlor.tables.story.review import review_of


async def evaluate(name: str, hidden: bytes, seat: int, *, seconds: float, table: str, playouts: int) -> list[Choice]:
    return thinker(game(name)).evaluate(hidden, seat, playouts=playouts)


def played(of: Game, levels: tuple[str, str], seed: int) -> Match:
    """A match between these levels as they play at tables."""
    match = Match(of, 2, seed=seed)
    while not match.is_over:
        seat = match.waiting()[0]
        level, chance = level_of(of.name, levels[seat]), mix(seed, len(match.log))
        if level.player in ("tiger", "lion"):
            action = choose(of, match.view(seat), seat, level.player, chance, playouts=level.playouts)
        else:
            action = at_once(twin(of, fast=False), match.view(seat), seat, level.player, chance, level.mistakes)
        match.play(seat, action)
    return match


def measure(of: Game, levels: list[str], matches: int) -> dict[str, dict[str, float]]:
    lost: dict[str, list[float]] = defaultdict(list)
    grades: dict[str, Counter[str]] = defaultdict(Counter)
    took = []
    for seed, pair in itertools.product(range(matches), itertools.permutations(levels, 2)):
        match = played(of, (pair[0], pair[1]), seed)
        winners, began = match.winners(), time.process_time()
        shares = [(seat in winners) / len(winners) for seat in range(2)]
        review = asyncio.run(review_of(Replay(match.record()), shares, evaluate))
        took.append(time.process_time() - began)
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
    return {**found, "review": {"seconds": round(sorted(took)[len(took) // 2], 2), "matches": len(took)}}


def main() -> None:
    asks = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asks.add_argument("--game")
    asks.add_argument("--matches", type=int, default=10)
    asks.add_argument("--levels", default="kitten,cat,tiger")
    asks.add_argument("--json", action="store_true")
    args = asks.parse_args()
    for of in [game(args.game)] if args.game else games():
        found = measure(of, args.levels.split(","), args.matches)
        print(json.dumps({of.name: found}) if args.json else f"{of.name}: {found}", flush=True)


if __name__ == "__main__":
    main()
