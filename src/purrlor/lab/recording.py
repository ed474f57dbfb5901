"""`purrlor record GAME --matches 1000 --bots tiger,cat --out FILE`: matches of bots, as records for others to study."""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from purrlor.bots.players import extras_for
from purrlor.core.chance import mix
from purrlor.core.compilers.compiling_notice import show_compiling
from purrlor.core.errors import BadOption
from purrlor.core.game import game
from purrlor.core.language import N_
from purrlor.core.match import Match
from purrlor.core.match_record import MatchRecord
from purrlor.core.options import Value
from purrlor.lab.arena.matches import Entrant, read_entrant
from purrlor.lab.arena.parallel import run_here
from purrlor.lab.collection import Writer

PIECE = 8  # matches of a piece of work


@dataclass(frozen=True)
class Order:
    """What is to be recorded. In match k the bots sit k seats further on; a line too short is seated again."""

    game: str
    players: int
    options: dict[str, Value]
    line: tuple[Entrant, ...]
    seed: int


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--matches", type=int, default=1, help="default: %(default)s")
    parser.add_argument(
        "--bots", default="random", help="levels, or your own as module:name, with commas (default: %(default)s)"
    )
    budget = parser.add_mutually_exclusive_group()
    budget.add_argument("--seconds", type=float, help="a tiger's time for a decision (default: 0.5)")
    budget.add_argument("--playouts", type=int, help="… or its playouts: then the same seed gives the same records")
    parser.add_argument("--processes", type=int, help="default: one a core, or one for a few matches")
    parser.add_argument("--out", type=Path, metavar="FILE", help="one record a line; FILE.gz is compressed")


def extras(args: argparse.Namespace) -> tuple[str, ...]:
    return extras_for(text.strip() for text in args.bots.split(","))


def run(args: argparse.Namespace, options: dict[str, object]) -> int:
    """Play and write; Ctrl-C keeps what is finished."""
    known = game(args.game)
    line = tuple(read_entrant(text, args.playouts, args.seconds) for text in args.bots.split(",") if text.strip())
    if not line or args.matches < 1:
        raise BadOption(N_("A recording needs at least one bot and one match."))
    players = args.players or max(known.seats[0], min(known.seats[-1], len(line)))
    seed = int.from_bytes(os.urandom(7)) if args.seed is None else args.seed
    order = Order(known.name, players, known.settle(players, options), line, seed)
    pieces = [range(k, min(k + PIECE, args.matches)) for k in range(0, args.matches, PIECE)]
    with Writer(args.out) if args.out else nullcontext() as file:
        try:
            if extras(args):
                with show_compiling():
                    play_one(replace(order, line=tuple(replace(bot, playouts=1, seconds=None) for bot in line)), 0)
            for record in in_order(run_here(partial(play_some, order), pieces, args.processes)):
                if file is None:
                    print(json.dumps(record))
                else:
                    file.add(record)
        except KeyboardInterrupt:
            return 130
    return 0


def in_order(coming: Iterable[list[tuple[int, MatchRecord]]]) -> Iterator[MatchRecord]:
    """Records by their numbers, however the pieces come: the same order gives the same file."""
    early: dict[int, MatchRecord] = {}
    number = 0
    for piece in coming:
        early.update(piece)
        while number in early:
            yield early.pop(number)
            number += 1


def play_some(order: Order, numbers: Sequence[int]) -> list[tuple[int, MatchRecord]]:
    return [(number, play_one(order, number)) for number in numbers]


def play_one(order: Order, number: int) -> MatchRecord:
    """One match; its record also names the bots by seat."""
    seed = mix(order.seed, number)
    match = Match(order.game, order.players, order.options, seed=seed)
    entrants = [order.line[(seat + number) % len(order.line)] for seat in range(order.players)]
    bots = [entrant.seated(match.game, mix(seed, seat)) for seat, entrant in enumerate(entrants)]
    while waiting := match.waiting():
        seat = waiting[0]
        choices = match.legal(seat)
        match.play(seat, choices[0] if len(choices) == 1 else bots[seat](match.view(seat), seat))
    return {**match.record(), "players": [entrant.name for entrant in entrants]}
