"""Our games beside those of other libraries: decisions and games a second of CPU time, on one core, in one run.

    python bench/peers.py [--seconds 1.5] [--minutes 20] [--only TEXT] [--json | --markdown]

Every contestant takes its turn in short slices, so that a busy machine is unfair to all alike. What is not installed
(`pip install 'purrlor[peers]'`) is named and left out. The games differ: see docs/performance.md for what that means.
When the minutes are over, the rounds measured so far are reported; Ctrl-C does the same.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import json
import os
import random
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

with contextlib.suppress(AttributeError, OSError):  # one core, also for what starts threads of its own
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1")
os.environ.setdefault("JAX_PLATFORMS", "cpu")
os.environ.setdefault("JAX_LOGGING_LEVEL", "ERROR")

from pairs import Row, goals, markdown, ratio_tables, ratios, speed_table
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from purrlor import games
from purrlor.core.compilers.native import native, plain

SETTINGS: dict[str, tuple[int, dict[str, object]]] = {  # players and options of our games; elsewhere the fewest players
    "rat-a-tat-cat": (4, {"rounds": 1}),
    "more-kitties": (4, {}),
    "cat-cafe": (3, {}),
}
BATCH = 1024
SLICE = 0.1  # seconds of CPU time
Work = Callable[[], tuple[int, int]]  # a small portion -> decisions, games


@dataclass
class Contestant:
    library: str
    way: str
    game: str
    work: Work
    observed: bool  # whether observations are made
    spent: float = 0.0
    decisions: int = 0
    matches: int = 0
    facts: dict[str, object] = field(default_factory=dict)

    def slice(self, seconds: float) -> None:
        began = time.process_time()
        while (took := time.process_time() - began) < seconds:
            decisions, matches = self.work()
            self.decisions += decisions
            self.matches += matches
        self.spent += took

    def result(self) -> Row:
        return {
            "library": self.library,
            "way": self.way,
            "game": self.game,
            "observations": self.observed,
            "decisions_per_second": self.decisions / self.spent,
            "games_per_second": self.matches / self.spent,
            **self.facts,  # type: ignore[typeddict-item]
        }


# ---------------------------------------------------------------- ours
def ours() -> Iterator[Contestant]:
    from purrlor.lab.vector import VectorEnv

    for known in games():
        players, options = SETTINGS.get(known.name, (known.seats[0], {}))
        start = known.laid_out(players, options)
        array, row = start.array(2), start.row(2)
        for name in start.fields:
            array[name][0] = getattr(start, name)
        row[0] = start
        fast = native("purrlor.core.playout", rules=f"{known.package}.rules.rules")
        slow = plain("purrlor.core.playout", rules=f"{known.package}.rules.rules")
        yield Contestant("purrlor", "native roll-outs", known.name, rollouts(fast, array, 200), False)
        yield Contestant("purrlor", "plain roll-outs", known.name, rollouts(slow, row, 2), False)
        env = VectorEnv(known, BATCH, players, options, seed=1)
        env.reset()
        yield Contestant("purrlor", f"vector, {BATCH} lanes", known.name, vector(env), True)


def rollouts(side: Any, states: Any, many: int) -> Work:
    seeds = iter(range(0, 1 << 40, many))
    return lambda: (int(side.play_matches(states, next(seeds), many)), many)


def vector(env: Any) -> Work:
    def work() -> tuple[int, int]:
        ended = 0
        for _ in range(16):
            env.step(env.draw_actions())
            ended += int(env.done.sum())
        return 16 * env.lanes, ended

    return work


def our_adapters() -> Iterator[Contestant]:
    for known in games():
        players, options = SETTINGS.get(known.name, (known.seats[0], {}))
        with contextlib.suppress(ImportError):
            import pyspiel

            from purrlor.lab import openspiel

            openspiel.register()
            said = ",".join(f"{name}={value}" for name, value in {"players": players, **options}.items())
            game = pyspiel.load_game(f"{openspiel.name_of(known)}({said})")
            yield Contestant("purrlor", "OpenSpiel adapter", known.name, spiel(game), False)
        with contextlib.suppress(ImportError):
            from purrlor.lab import pettingzoo

            yield Contestant(
                "purrlor",
                "PettingZoo adapter",
                known.name,
                zoo(pettingzoo.env(known, players=players, options=options)),
                True,
            )
        with contextlib.suppress(ImportError):
            from purrlor.lab.gymnasium import SeatEnv

            yield Contestant(
                "purrlor",
                "Gymnasium adapter",
                known.name,
                gym(SeatEnv(known, players, options, level="random")),
                True,
            )


# ---------------------------------------------------------------- how an environment is played by chance
def spiel(game: Any) -> Work:
    """OpenSpiel's Python bindings: one whole game."""
    dice = random.Random(1)

    def work() -> tuple[int, int]:
        state, decisions = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(dice.choices(outcomes, chances)[0])
            else:
                state.apply_action(dice.choice(state.legal_actions()))
                decisions += 1
        return decisions, 1

    return work


def zoo(env: Any) -> Work:
    """PettingZoo: one whole game."""
    import numpy as np

    dice = random.Random(1)

    def work() -> tuple[int, int]:
        env.reset(seed=dice.randrange(1 << 30))
        decisions = 0
        for _ in env.agent_iter():
            seen, _, ended, cut, info = env.last()
            if ended or cut:
                env.step(None)
                continue
            mask = seen["action_mask"] if isinstance(seen, dict) else info["action_mask"]
            env.step(dice.choice(np.flatnonzero(mask).tolist()))
            decisions += 1
        return decisions, 1

    return work


def gym(env: Any) -> Work:
    import numpy as np

    dice = random.Random(1)

    def work() -> tuple[int, int]:
        _, info = env.reset(seed=dice.randrange(1 << 30))
        decisions, over = 0, False
        while not over:
            _, _, over, _, info = env.step(dice.choice(np.flatnonzero(info["action_mask"]).tolist()))
            decisions += 1
        return decisions, 1

    return work


# ---------------------------------------------------------------- the others
def openspiel_games() -> Iterator[Contestant]:
    import pyspiel

    for name in ("hearts", "go_fish", "crazy_eights", "gin_rummy", "pig", "liars_dice"):
        game = pyspiel.load_game(name)
        yield Contestant("OpenSpiel", "Python bindings", name, spiel(game), False)
        yield Contestant("OpenSpiel", "C++ roll-outs", name, cpp_rollouts(game), False)
    importlib.import_module("open_spiel.python.games")  # registers those written in Python
    yield Contestant(
        "OpenSpiel", "Python game", "python_liars_poker", spiel(pyspiel.load_game("python_liars_poker")), False
    )


def cpp_rollouts(game: Any) -> Work:
    """Whole games between C++'s random bots. It does not say how long they were: the mean of some played from here."""
    import pyspiel

    play = spiel(game)
    length = sum(play()[0] for _ in range(100)) / 100
    bots = [pyspiel.make_uniform_random_bot(player, player) for player in range(game.num_players())]
    seeds = iter(range(1 << 40))

    def work() -> tuple[int, int]:
        for _ in range(10):
            pyspiel.evaluate_bots(game.new_initial_state(), bots, next(seeds))
        return round(10 * length), 10

    return work


def pgx_games() -> Iterator[Contestant]:
    import pgx

    for name in ("2048", "leduc_holdem", "sparrow_mahjong", "backgammon"):
        yield Contestant("Pgx", f"jit, batch {BATCH}", name, pgx_steps(pgx.make(name)), True)


def pgx_steps(env: Any) -> Work:
    """So many steps in one compiled scan, each with a random legal action and a new game where one ended."""
    import jax
    import jax.numpy as jnp
    from pgx.experimental.wrappers import auto_reset

    steps = 16
    advance = jax.vmap(auto_reset(env.step, env.init))

    def one(carry: Any, key: Any) -> Any:
        state = carry
        logits = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
        keys = jax.random.split(key, BATCH + 1)
        state = advance(state, jax.random.categorical(keys[0], logits, axis=-1), keys[1:])
        return state, state.terminated.sum()

    @jax.jit
    def run(state: Any, key: Any) -> Any:
        state, ended = jax.lax.scan(one, state, jax.random.split(key, steps))
        return state, ended.sum()

    box = [jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), BATCH)), jax.random.PRNGKey(1)]

    def work() -> tuple[int, int]:
        box[1], key = jax.random.split(box[1])
        box[0], ended = run(box[0], key)
        return steps * BATCH, int(ended)  # reading the number waits for the work

    work()
    return work


def rlcard_games() -> Iterator[Contestant]:
    import rlcard
    from rlcard.agents import RandomAgent

    def played(env: Any) -> Work:
        def work() -> tuple[int, int]:
            trajectories, _ = env.run(is_training=False)
            return sum(len(one) // 2 for one in trajectories), 1

        return work

    for name in ("uno", "gin-rummy"):
        env = rlcard.make(name, config={"seed": 1})
        env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])
        yield Contestant("RLCard", "env.run", name, played(env), True)


def zoo_classics() -> Iterator[Contestant]:
    for name in ("tictactoe_v3", "connect_four_v3", "leduc_holdem_v4", "texas_holdem_v4"):
        module = importlib.import_module(f"pettingzoo.classic.{name}")
        yield Contestant("PettingZoo", "AEC", name, zoo(module.env()), True)


def catanatron_games() -> Iterator[Contestant]:
    from catanatron import Color, Game, RandomPlayer

    def work() -> tuple[int, int]:
        game = Game([RandomPlayer(colour) for colour in (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)])
        game.play()
        state = game.state
        return len(getattr(state, "action_records", None) or state.actions), 1

    yield Contestant("Catanatron", "Game.play", "catan, 4 players", work, False)


SOURCES = {
    "purrlor": ours,
    "purrlor's adapters": our_adapters,
    "OpenSpiel": openspiel_games,
    "Pgx": pgx_games,
    "RLCard": rlcard_games,
    "PettingZoo": zoo_classics,
    "Catanatron": catanatron_games,
}


def gather(only: str, end: float, console: Console) -> tuple[list[Contestant], dict[str, str]]:
    """All contestants that can be had, each warmed up, and why others cannot."""
    found: list[Contestant] = []
    missing: dict[str, str] = {}
    for name, source in SOURCES.items():
        if only and only.lower() not in name.lower() and name != "purrlor":
            continue
        try:
            for contestant in source():
                if time.monotonic() > end:
                    missing[name] = "no time was left"
                    break
                console.print(f"ready: {contestant.library}, {contestant.way}, {contestant.game}", highlight=False)
                contestant.work()
                found.append(contestant)
        except ImportError as error:
            missing[name] = str(error)
    return found, missing


def measure(contestants: list[Contestant], seconds: float, end: float, console: Console) -> int:
    """Slices in turn; how many rounds there was time for. The first is always made whole."""
    rounds = max(1, round(seconds / SLICE))
    done = 0
    with contextlib.suppress(KeyboardInterrupt), Progress(console=console, transient=True) as progress:
        for _ in progress.track(range(rounds), description="measuring"):
            for contestant in contestants:
                contestant.slice(SLICE)
            done += 1
            if not console.is_terminal:
                console.print(f"round {done} of {rounds}", highlight=False)
            if time.monotonic() > end:
                break
    return done


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=1.5, help="CPU time for each contestant (default: 1.5)")
    parser.add_argument("--minutes", type=float, default=20, help="stop after about so many (default: 20)")
    parser.add_argument("--only", default="", metavar="TEXT", help="ours, and libraries whose name has this in it")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--markdown", action="store_true", help="tables for docs/performance.md")
    args = parser.parse_args()
    warnings.simplefilter("ignore")  # theirs, and not our subject
    console = Console(stderr=True)
    end = time.monotonic() + 60 * args.minutes
    contestants, missing = gather(args.only, end, console)
    rounds = measure(contestants, args.seconds, end, console)
    found = [contestant.result() for contestant in contestants if contestant.spent]
    if args.json:
        facts = {"rounds": rounds, "results": found, "missing": missing, "goals": goals(found), "ratios": ratios(found)}
        print(json.dumps(facts, indent=2))
        return 0
    out = Console(width=max(Console().width, 120))
    tables = [("", *speed_table(found), (3, 4)), *((*one, range(1, 9)) for one in ratio_tables(found))]
    for title, head, rows, numbers in tables:
        if args.markdown:
            print(f"\n**{title}**\n" if title else "", markdown(head, rows, numbers), sep="\n")
        else:
            table = Table(box=None, pad_edge=False, title=title or None, title_justify="left")
            for k, heading in enumerate(head):
                table.add_column(heading, justify="right" if k in numbers else "left", no_wrap=True)
            for row in rows:
                table.add_row(*row)
            out.print(table, "")
    out.print(f"{rounds} rounds of {SLICE} s of CPU time each")
    for name, why in missing.items():
        out.print(f"not measured: {name} ({why})")
    for name, times in goals(found).items():
        out.print(f"{name}, our slowest against their fastest: {'not measured' if times is None else f'{times:.1f} ×'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
