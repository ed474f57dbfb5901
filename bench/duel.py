"""Our tiger against OpenSpiel's IS-MCTS through our adapter, in every game, with equal thinking time.

    python bench/duel.py [--matches 20] [--minutes 5] [--seconds 0.1] [--game NAME] [--json]

Two players, every deal on both seats. IS-MCTS (OpenSpiel's Python one, random roll-outs) counts simulations, not time:
their number is set before every decision from its pace, so that it has had as much time as the tiger has.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
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


class Rival:
    """IS-MCTS with a limit of time instead of simulations."""

    def __init__(self, spiel: pyspiel.Game, seconds: float, seed: int) -> None:
        dice = np.random.RandomState(seed)
        evaluator = mcts.RandomRolloutEvaluator(1, dice)
        self.bot = ismcts.ISMCTSBot(spiel, evaluator, 1.0, 8, random_state=dice)
        self.seconds, self.spent, self.simulations, self.decisions = seconds, 0.0, 0, 0

    def choose(self, state: pyspiel.State, given: float) -> int:
        """`given` is what the tiger has had for a decision on average: as much for all of ours together."""
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
    spiel: pyspiel.Game, known: Game, seat: int, rival: Rival, seconds: float, seed: int, times: dict[str, list[float]]
) -> float:
    """One match; the tiger's share of the victory."""
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
            action = thinker(known).choose(hidden, player, seed, seconds=seconds)
        else:
            had = times["tiger"]
            action = rival.choose(state, sum(had) / max(1, len(had)))
        times["tiger" if player == seat else "IS-MCTS"].append(time.perf_counter() - began)
        state.apply_action(action)
    return float(state.returns()[seat])


class Duel(TypedDict):
    """What the tiger won of all matches of one game, with its interval."""

    game: str
    matches: int
    tiger: float
    low: float
    high: float
    ms: dict[str, float]  # a decision
    simulations: float


def duel(known: Game, matches: int, minutes: float, seconds: float, progress: Progress) -> Duel:
    """So many matches, or as many pairs of them as begin within so many minutes."""
    spiel = pyspiel.load_game(f"{openspiel.name_of(known)}(players=2{OPTIONS.get(known.name, '')})")
    rival, times = Rival(spiel, seconds, 1), {"tiger": list[float](), "IS-MCTS": list[float]()}
    play(spiel, known, 0, Rival(spiel, 0.001, 1), 0.001, 0, {"tiger": [], "IS-MCTS": []})  # compiles
    task = progress.add_task(known.name, total=matches)
    shares: list[float] = []
    end = time.monotonic() + 60 * minutes
    for deal in range((matches + 1) // 2):
        if shares and time.monotonic() > end:
            break
        pair = []
        for seat in (0, 1):
            pair.append(play(spiel, known, seat, rival, seconds, deal, times))
            progress.advance(task)
        shares.append(sum(pair) / 2)
    found = interval(shares)
    return {
        "game": known.name,
        "matches": 2 * len(shares),
        "tiger": found.mean,
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
    parser.add_argument("--game", help="one game only")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    openspiel.register()
    chosen = [game(args.game)] if args.game else list(games())
    found = []
    with Progress(console=Console(stderr=True), transient=True) as progress:
        for known in chosen:
            found.append(duel(known, args.matches, args.minutes, args.seconds, progress))
            if not args.json:
                print(summary(found[-1]), flush=True)
    if args.json:
        print(json.dumps(found, indent=2))
    return 0 if all(row["low"] > 0.5 for row in found) else 1


def summary(row: Duel) -> str:
    low, mean, high = (f"{100 * share:.0f}" for share in (row["low"], row["tiger"], row["high"]))
    ms = row["ms"]
    return (
        f"{row['game']}: tiger {mean} % ({low}–{high} %) of {row['matches']} matches; ms a decision: "
        f"tiger {ms['tiger']:.0f}, IS-MCTS {ms['IS-MCTS']:.0f} ({row['simulations']:.0f} simulations)"
    )


if __name__ == "__main__":
    sys.exit(main())
