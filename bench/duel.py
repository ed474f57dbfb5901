"""Our tiger or lion against OpenSpiel's IS-MCTS through our adapter, in every game, with equal thinking time or less.

    python bench/duel.py [--matches 20] [--minutes 5] [--seconds 0.1] [--game NAME] [--json]
    python bench/duel.py --level lion --seconds 0.05 --rival-seconds 0.5 --seed 3

Two players, every deal on both seats. IS-MCTS (OpenSpiel's Python one, random roll-outs) counts simulations, not time:
their number is set before every decision from its pace, so that it has had as much time as our player has, or as
`--rival-seconds` says.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from dataclasses import dataclass
from typing import TypedDict

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts
from rich.console import Console
from rich.progress import Progress

from purrlor import Game, game, games
from purrlor.bots.players import thinker
from purrlor.lab import openspiel
from purrlor.lab.arena.ratings import interval

OPTIONS = {"rat-a-tat-cat": ",rounds=1"}


@dataclass(frozen=True)
class Ours:
    """Our player, and which deals it plays."""

    level: str
    seconds: float
    seed: int


class Rival:
    """IS-MCTS with a limit of time instead of simulations."""

    def __init__(self, spiel: pyspiel.Game, seconds: float, seed: int) -> None:
        dice = np.random.RandomState(seed)
        evaluator = mcts.RandomRolloutEvaluator(1, dice)
        self.bot = ismcts.ISMCTSBot(spiel, evaluator, 1.0, 8, random_state=dice)
        self.seconds, self.spent, self.simulations, self.decisions = seconds, 0.0, 0, 0

    def choose(self, state: pyspiel.State, given: float) -> int:
        """`given` is what our player has had for a decision on average: at least as much for all of its together."""
        self.decisions += 1
        if self.simulations:
            left = self.decisions * max(self.seconds, given) - self.spent
            self.bot._max_simulations = max(4, int(left * self.simulations / self.spent))
        began = time.perf_counter()
        action = int(self.bot.step(state))
        self.spent += time.perf_counter() - began
        self.simulations += self.bot._max_simulations
        return action


def play(
    spiel: pyspiel.Game,
    known: Game,
    ours: Ours,
    seat: int,
    rival: Rival,
    seed: int,
    times: dict[str, list[float]],
) -> float:
    """One match; our player's share of the victory."""
    state, dice = spiel.new_initial_state(), np.random.RandomState(seed)
    while not state.is_terminal():
        legal = state.legal_actions()
        if state.is_chance_node():
            state.apply_action(int(dice.randint(len(legal))))
            continue
        if len(legal) == 1:
            state.apply_action(legal[0])
            continue
        began = time.perf_counter()
        player = state.current_player()
        if player == seat:
            hidden = state.play.view_bytes(player)
            action = thinker(known, ours.level).choose(hidden, player, seed, seconds=ours.seconds)
        else:
            had = times["ours"]
            action = rival.choose(state, sum(had) / max(1, len(had)))
        times["ours" if player == seat else "IS-MCTS"].append(time.perf_counter() - began)
        state.apply_action(action)
    return float(state.returns()[seat])


class Duel(TypedDict):
    """What our player won of all matches of one game, with its interval."""

    game: str
    level: str
    pairs: list[float]  # its share of each deal, played on both seats
    matches: int
    share: float
    low: float
    high: float
    ms: dict[str, float]  # a decision
    simulations: float


def duel(known: Game, ours: Ours, rival_seconds: float, matches: int, minutes: float, progress: Progress) -> Duel:
    """So many matches, or as many pairs of them as begin within so many minutes."""
    spiel = pyspiel.load_game(f"{openspiel.name_of(known)}(players=2{OPTIONS.get(known.name, '')})")
    rival, times = Rival(spiel, rival_seconds, ours.seed), {"ours": list[float](), "IS-MCTS": list[float]()}
    hasty = Ours(ours.level, 0.001, ours.seed)
    play(spiel, known, hasty, 0, Rival(spiel, 0.001, 1), 0, {"ours": [], "IS-MCTS": []})  # compiles
    task = progress.add_task(known.name, total=matches)
    shares: list[float] = []
    end = time.monotonic() + 60 * minutes
    for deal in range((matches + 1) // 2):
        if shares and time.monotonic() > end:
            break
        pair = []
        for seat in (0, 1):
            pair.append(play(spiel, known, ours, seat, rival, 1000 * ours.seed + deal, times))
            progress.advance(task)
        shares.append(sum(pair) / 2)
    found = interval(shares)
    return {
        "game": known.name,
        "level": ours.level,
        "pairs": shares,
        "matches": 2 * len(shares),
        "share": found.mean,
        "low": found.low,
        "high": found.high,
        "ms": {name: 1e3 * sum(spent) / max(1, len(spent)) for name, spent in times.items()},
        "simulations": rival.simulations / max(1, len(times["IS-MCTS"])),
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--matches", type=int, default=20)
    parser.add_argument("--minutes", type=float, default=5, help="no new pair of matches of a game after so many")
    parser.add_argument("--seconds", type=float, default=0.1, help="for a decision (default: 0.1)")
    parser.add_argument("--rival-seconds", type=float, help="for a decision of IS-MCTS (default: as --seconds)")
    parser.add_argument("--level", choices=["tiger", "lion"], default="tiger", help="who plays for us")
    parser.add_argument("--seed", type=int, default=0, help="of the deals (default: 0)")
    parser.add_argument("--game", help="one game only")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    openspiel.register()
    ours = Ours(args.level, args.seconds, args.seed)
    rival_seconds = args.rival_seconds or args.seconds
    chosen = [game(args.game)] if args.game else list(games())
    found = []
    with Progress(console=Console(stderr=True), transient=True) as progress:
        for known in chosen:
            found.append(duel(known, ours, rival_seconds, args.matches, args.minutes, progress))
            if not args.json:
                print(summary(found[-1]), flush=True)
    if args.json:
        print(json.dumps(found, indent=2))
    return 0 if all(row["low"] > 0.5 for row in found) else 1


def summary(row: Duel) -> str:
    low, mean, high = (f"{100 * share:.0f}" for share in (row["low"], row["share"], row["high"]))
    ms = row["ms"]
    return (
        f"{row['game']}: {row['level']} {mean} % ({low}–{high} %) of {row['matches']} matches; ms a decision: "
        f"{row['level']} {ms['ours']:.0f}, IS-MCTS {ms['IS-MCTS']:.0f} ({row['simulations']:.0f} simulations)"
    )


if __name__ == "__main__":
    sys.exit(main())
