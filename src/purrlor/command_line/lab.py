"""`purrlor arena`, `league`, `levels`, `study`, `puzzles`, `train`: bots against bots, studies, puzzles, training."""

from __future__ import annotations

from purrlor.command_line.arguments import Verbs
from purrlor.lab import puzzles, study
from purrlor.lab.arena import league_table, level_scale
from purrlor.lab.arena import run as arena
from purrlor.lab.train import run as train


def add_verbs(verbs: Verbs) -> None:
    verb = verbs.add_parser("arena", help="let bots play against one another")
    arena.add_arguments(verb)
    verb.set_defaults(run=arena.run, needs=arena.extras)

    verb = verbs.add_parser("league", help="ratings of all bots that arenas with --league have played")
    league_table.add_arguments(verb)
    verb.set_defaults(run=league_table.run)

    verb = verbs.add_parser("levels", help="measure the levels at the tables, each against the one below it")
    level_scale.add_arguments(verb)
    verb.set_defaults(run=level_scale.run, needs=lambda _: ("native",))

    verb = verbs.add_parser("study", help="let bots play, and say what a designer wants to know")
    study.add_arguments(verb)
    verb.set_defaults(run=study.run, needs=lambda _: ("native",))

    verb = verbs.add_parser(
        "puzzles", help="look for positions with one clearly best choice, for the puzzle of the day"
    )
    puzzles.add_arguments(verb)
    verb.set_defaults(run=puzzles.run, needs=lambda _: ("native",))

    verb = verbs.add_parser("train", help="let a network learn a game by playing against itself (purrlor[gpu])")
    train.add_arguments(verb)
    verb.set_defaults(run=train.run, needs=lambda _: ("native", "gpu"))
