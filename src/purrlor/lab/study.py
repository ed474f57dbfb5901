"""What a designer wants to know: `purrlor study GAME --matches 100000 --html FILE`.

No game is known here. A game's `lab/study.py` may have DECISION_NAMES (words for the numbers that its
`lab/decision_names.py` counts decisions by), QUESTIONS (asked of all matches) and EXPERIMENTS (matches with habits to
compare); `core/study_answer.py` says what an answer is.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from purrlor.core.errors import BadOption
from purrlor.core.game import Game, State, game
from purrlor.core.language import LANGUAGES, N_, system_language
from purrlor.core.options import Value, options_from
from purrlor.core.study_answer import Answer, Experiment
from purrlor.lab.arena.matches import read_entrant

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    # some matches: their numbers, final states, lengths, decisions by name, habits
    Piece = tuple[
        npt.NDArray[np.int64],
        npt.NDArray[np.void],
        npt.NDArray[np.int32],
        npt.NDArray[np.int32],
        npt.NDArray[np.int64],
    ]

LEVELS = {"random": N_("by chance"), "cat": N_("cats"), "tiger": N_("tigers")}
COMPILED = {"random": 2000, "cat": 1000}  # matches of a piece of work, played without Python
PIECE = 2  # … of all others
SAMPLE = 3000  # matches looked at one by one, for the score table


@dataclass(frozen=True)
class Series:
    """So many matches of one kind; match k has the habits k, k + many, … of the list."""

    game: str
    players: int
    options: dict[str, Value]
    level: str
    playouts: int
    seed: int
    matches: int
    habits: tuple[tuple[int, ...], ...] = ()


@dataclass
class Finished:
    """Matches that are over: final states, decisions by their names, habits, shares of the victory and points."""

    game: Game
    players: int
    options: dict[str, Value]
    finals: npt.NDArray[np.void]
    lengths: npt.NDArray[np.int32]
    used: npt.NDArray[np.int32]
    habits: npt.NDArray[np.int64]
    shares: npt.NDArray[np.float64]
    scores: npt.NDArray[np.int64]

    @cached_property
    def sample(self) -> list[State]:
        """Some of the final states as the plain rules have them."""
        step = max(1, len(self.finals) // SAMPLE)
        return [self.game.rules.State.from_bytes(one.tobytes()) for one in self.finals[::step]]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game")
    parser.add_argument("--matches", type=int, default=10_000, help="default: %(default)s; experiments have as many")
    parser.add_argument("--players", type=int, help="how many (default: the fewest the game allows)")
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="may be given several times"
    )
    parser.add_argument(
        "--level", default="cat", help="who plays: a level, or your own bot as module:name (default: %(default)s)"
    )
    parser.add_argument("--playouts", type=int, default=200, help="a tiger's for a decision (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, help="default: one a core for tigers, else one")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--html", type=Path, metavar="FILE", help="a report in one page")
    parser.add_argument("--language", choices=LANGUAGES, default=system_language(), help="of the report")


def run(args: argparse.Namespace) -> int:
    """Play, answer, print; Ctrl-C answers from what is finished."""
    from purrlor.lab.reports.study_findings import answers, show, write_page

    known = game(args.game)
    read_entrant(args.level)
    if args.matches < 1 or args.playouts < 1:
        raise BadOption(N_("A study needs at least one match and one playout."))
    series = list(all_match_series(known, args))
    done, stopped = play_all(known, series, args.processes)
    if not len(done[0].finals):
        return 130
    t = known.translations(args.language)
    found = answers(known, done, experiments(known), t)
    if args.json:  # its names are the same in every language
        named = answers(known, done, experiments(known), known.translations("en"))
        json.dump(summary(args, done[0], named), sys.stdout, indent=2, ensure_ascii=False)
        print()
    else:
        show(known, done[0], found, t, stopped)
    if args.html:
        try:
            args.html.write_text(write_page(known, args, done[0], found, t), encoding="utf-8")
        except OSError as error:
            raise BadOption(N_("Cannot write {file}: {why}."), file=args.html, why=error.strerror) from error
    return 130 if stopped else 0


def study_module(known: Game) -> ModuleType | None:
    """The game's own questions, where it has any."""
    return known.part("lab.study") if (known.folder / "lab/study.py").exists() else None


def experiments(known: Game) -> Sequence[Experiment]:
    found: Sequence[Experiment] = getattr(study_module(known), "EXPERIMENTS", ())
    return found


def all_match_series(known: Game, args: argparse.Namespace) -> Iterator[Series]:
    """The matches of the study itself, then those of each experiment."""
    players = known.seats[0] if args.players is None else args.players
    given = options_from(args.option)
    facts = (args.level, args.playouts, args.seed, args.matches)
    yield Series(known.name, players, known.settle(players, given), *facts)
    for experiment in experiments(known):
        options = known.settle(players, {**given, **experiment["options"]})
        yield Series(known.name, players, options, *facts, tuple(experiment["habits"](players)))


def play_all(known: Game, series: Sequence[Series], processes: int | None) -> tuple[list[Finished], bool]:
    """Every series with one progress bar; what there is when somebody presses Ctrl-C."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeElapsedColumn, TimeRemainingColumn

    from purrlor.core.compilers.compiling_notice import show_compiling
    from purrlor.lab.arena.parallel import run_here

    with show_compiling():
        play_piece(replace(series[0], playouts=1), range(1))
    cores = processes or (1 if series[0].level in COMPILED else os.cpu_count() or 1)
    found: list[list[Piece]] = [[] for _ in series]
    stopped = False
    columns = (BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=sum(one.matches for one in series))
        for k, one in enumerate(series):
            size = COMPILED.get(one.level, PIECE)
            pieces = [range(a, min(a + size, one.matches)) for a in range(0, one.matches, size)]
            try:
                for piece in run_here(partial(play_piece, one), pieces, cores):
                    found[k].append(piece)
                    progress.advance(task, len(piece[0]))
            except KeyboardInterrupt:
                stopped = True
                break
    return [finished(known, one, pieces) for one, pieces in zip(series, found, strict=True)], stopped


def trials(known: Game) -> ModuleType:
    from purrlor.core.compilers.native import native

    has = (known.folder / "lab/decision_names.py").exists()
    decision_names = f"{known.package}.lab.decision_names" if has else "purrlor.lab.kernels.no_decision_names"
    return native(
        "purrlor.lab.kernels.study",
        rules=f"{known.package}.rules.rules",
        strategy=known.module_name("bots.strategy"),
        decision_names=decision_names,
    )


def play_piece(series: Series, numbers: range) -> Piece:
    """Some matches of a series in this process: number of each, final state, length, decisions by name, habits."""
    import numpy as np

    from purrlor.lab.environments.environment import laid_row

    known = game(series.game)
    side, n = trials(known), len(numbers)
    workspace = laid_row(known, series.players, series.options).repeat(3)
    finals = workspace[:1].repeat(n)
    lengths = np.zeros(n, np.int32)
    used = np.zeros((n, max(1, len(getattr(study_module(known), "DECISION_NAMES", ())))), np.int32)
    habits = np.full((n, series.players), -1, np.int64)
    if series.habits and n:
        habits[:] = [series.habits[number % len(series.habits)] for number in numbers]
    if series.level not in COMPILED:
        for k, number in enumerate(numbers):
            lengths[k] = play_one(known, side, workspace, used[k], habits[k], series, number)
            finals[k] = workspace[0]
    elif n:
        side.play(workspace, finals, lengths, used, habits, series.seed, numbers[0], int(series.level == "cat"))
    return np.array(numbers), finals, lengths, used, habits


def play_one(
    known: Game,
    side: ModuleType,
    workspace: npt.NDArray[np.void],
    used: npt.NDArray[np.int32],
    habits: npt.NDArray[np.int64],
    series: Series,
    number: int,
) -> int:
    """One match between players that are not compiled here, or that search, into workspace[0]; its length."""
    from purrlor.bots.players import thinker
    from purrlor.core.chance import mix
    from purrlor.core.seats import first

    seed = mix(series.seed, number)
    entrant = read_entrant(series.level, series.playouts)
    tigers = entrant.level == "tiger"
    others = [] if tigers else [entrant.seated(known, mix(seed, seat)) for seat in range(series.players)]
    side.begin(workspace, seed)
    length = 0
    while (seat := int(side.asked(workspace))) >= 0:
        mask = int(side.choices(workspace, seat))
        action = first(mask)
        if mask & (mask - 1):
            action = int(side.by_habit(workspace, seat, habits[seat]))
            if action < 0:
                side.fill_view(workspace, seat)
                hidden = workspace[1].tobytes()
                if tigers:
                    budget = {"playouts": entrant.playouts, "seconds": entrant.seconds}
                    action = thinker(known).choose(hidden, seat, mix(seed, length), **budget)  # type: ignore[arg-type]
                else:
                    action = others[seat](known.rules.State.from_bytes(hidden), seat)
        side.carry_out(workspace, seat, action, used)
        length += 1
    return length


def finished(known: Game, series: Series, pieces: Sequence[Piece]) -> Finished:
    """All pieces in the order of their matches, judged."""
    import numpy as np

    if not pieces:
        pieces = [play_piece(series, range(0))]
    pieces = sorted(pieces, key=lambda piece: int(piece[0][0]) if len(piece[0]) else 0)
    _, finals, lengths, used, habits = (np.concatenate(parts) for parts in zip(*pieces, strict=True))
    shares = np.zeros((len(finals), series.players))
    scores = np.zeros((len(finals), series.players), np.int64)
    trials(known).judge(finals, shares, scores)
    return Finished(known, series.players, series.options, finals, lengths, used, habits, shares, scores)


def summary(args: argparse.Namespace, matches: Finished, found: Sequence[Answer]) -> dict[str, object]:
    """For --json."""
    return {
        "game": matches.game.name,
        "players": matches.players,
        "options": matches.options,
        "level": args.level,
        "seed": args.seed,
        "matches": len(matches.finals),
        "answers": {answer["title"]: answer["data"] for answer in found},
    }
