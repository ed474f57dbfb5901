"""How exploitable simple players are in the small variants: measured by OpenSpiel's tools, which walk the whole game.

    purrlor bench solvers [--games purrlor_more_kitties] [--small 1] [--iterations 20] [--json]

Exploitability is how much more of the victory, of 1, the best answers to a player win than they should; 0 is an
equilibrium. The chance of these variants is enumerated, so the figures are exact. `cfr` is what as many iterations of
counterfactual regret minimisation have learned. Needs purrlor[openspiel].
"""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any

import pyspiel

from purrlor.bots.players import player
from purrlor.lab import openspiel

GAMES = ("purrlor_rat_a_tat_cat", "purrlor_more_kitties", "purrlor_pocket_cats", "purrlor_cat_cafe")


def walk(game: Any) -> Any:
    """Every state of the game, each once for every way to it."""
    waiting = [game.new_initial_state()]
    while waiting:
        state = waiting.pop()
        yield state
        if not state.is_terminal():
            waiting += [state.child(action) for action in state.legal_actions()]


def policy_of_cat(game: Any) -> Any:
    """What a cat does, as OpenSpiel's tools take it."""
    cat = player(game.side.game, "cat", seed=1)
    table = {}
    for state in walk(game):
        if not state.is_terminal() and not state.is_chance_node():
            seat = state.current_player()
            key = state.information_state_string(seat)
            if key not in table:
                chosen = cat.choose(state.play.view(seat), seat)
                table[key] = [(action, float(action == chosen)) for action in state.legal_actions()]
    return pyspiel.TabularPolicy(table)


def measure(name: str, small: int, iterations: int) -> dict[str, object]:
    game = pyspiel.load_game(f"{name}(small={small})")
    solver = pyspiel.CFRSolver(game)
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    policies = {
        "random": pyspiel.UniformRandomPolicy(game),
        "cat": policy_of_cat(game),
        f"cfr {iterations}": solver.average_policy(),
    }
    found = {who: round(pyspiel.exploitability(game, policy), 4) for who, policy in policies.items()}
    return {"game": f"{name}(small={small})", "states": sum(1 for _ in walk(game)), "exploitability": found}


def main() -> int:
    parser = argparse.ArgumentParser(prog="purrlor bench solvers", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", nargs="+", default=GAMES)
    parser.add_argument("--small", type=int, default=1)
    parser.add_argument("--iterations", type=int, default=20)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    openspiel.register()
    for name in args.games:
        found = measure(name, args.small, args.iterations)
        print(
            json.dumps(found) if args.json else f"{found['game']}, {found['states']} states: {found['exploitability']}"
        )
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
