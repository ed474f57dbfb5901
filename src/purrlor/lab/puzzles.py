"""Looks for puzzles in matches of cats: moments with one choice that is clearly better than all others.

A quick look finds candidates, and a search that is forty times deeper, by other chance, must agree with it.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator

from purrlor.bots.grading import deviation
from purrlor.bots.players import choose, thinker
from purrlor.bots.thinker import Choice
from purrlor.core.chance import mix
from purrlor.core.game import Game, State, game
from purrlor.core.match import Match
from purrlor.core.puzzle import Puzzle, puzzles_of, write_puzzles

QUICK, DEEP = 250, 10_000  # playouts
FEWEST_CHOICES = 3
PERHAPS_AHEAD = 0.08  # of the chance to win: enough for a deep look
AHEAD = 0.12  # so much better than the next, beyond what chance explains
CHANCES = (0.25, 0.97)  # of the best: neither hopeless nor won already
EACH_ANSWER = 4  # puzzles that are solved by the same words
EACH_MATCH = 2  # so that puzzles differ


def add_arguments(verb: argparse.ArgumentParser) -> None:
    verb.add_argument("game")
    verb.add_argument("--count", type=int, default=60, help="how many there are to be (default: 60)")
    verb.add_argument("--matches", type=int, default=2000, help="in at most so many matches (default: 2000)")
    verb.add_argument("--seed", type=int, default=1)
    verb.add_argument("--anew", action="store_true", help="without those that are there already")


def run(args: argparse.Namespace) -> int:
    """Find puzzles and write them into the game's folder, so that a run which is broken off keeps what it has."""
    of = game(args.game)
    found = [] if args.anew else list(puzzles_of(of))
    known, answers = {puzzle.position for puzzle in found}, Counter(answer_of(of, puzzle) for puzzle in found)
    for seed in range(args.seed, args.seed + args.matches):
        if len(found) >= args.count:
            break
        for puzzle in puzzles_in(of, seed):
            answer = answer_of(of, puzzle)
            if puzzle.position not in known and answers[answer] < EACH_ANSWER:
                found.append(puzzle)
                known.add(puzzle.position)
                answers[answer] += 1
                write_puzzles(of, found)
    print(f"{of.name}: {len(found)} puzzles")
    return 0 if len(found) >= args.count else 1


def answer_of(of: Game, puzzle: Puzzle) -> str:
    """The best choice in words: what a player would say has been asked before."""
    return of.words.label(of.read(puzzle.position), puzzle.seat, puzzle.best, of.translations("en"))


def puzzles_in(of: Game, seed: int) -> Iterator[Puzzle]:
    """The puzzles of one match between cats; the number of players follows from the seed."""
    options = getattr(of.part("options"), "PUZZLE_OPTIONS", None)
    match, left = Match(of, of.seats[seed % min(2, len(of.seats))], options, seed=seed), EACH_MATCH
    while not match.is_over and left:
        seat = match.waiting()[0]
        view = match.view(seat)
        if len(match.legal(seat)) >= FEWEST_CHOICES:
            puzzle = puzzle_at(of, view, seat, mix(seed, len(match.log)))
            if puzzle is not None:
                left -= 1
                yield puzzle
        match.play(seat, choose(of, view, seat, "cat", seed=mix(seed, len(match.log))))


def puzzle_at(of: Game, view: State, seat: int, seed: int) -> Puzzle | None:
    """The position as a puzzle, if it is one; `view` is hidden for the seat."""
    quick = best_two(of, view, seat, seed, QUICK)
    if quick is None or quick[0].win - quick[1].win < PERHAPS_AHEAD or not CHANCES[0] <= quick[0].win <= CHANCES[1]:
        return None
    deep = best_two(of, view, seat, mix(seed, 1), DEEP)
    if deep is None or deep[0].action != quick[0].action or not CHANCES[0] <= deep[0].win <= CHANCES[1]:
        return None
    best, second = deep
    if best.win - second.win - deviation(best, second) < AHEAD:
        return None
    text = of.show(view)
    if of.legal(of.read(text), seat) != of.legal(view, seat):
        return None
    return Puzzle(text, seat, best.action, round(best.win, 3), second.action, round(second.win, 3))


def best_two(of: Game, view: State, seat: int, seed: int, playouts: int) -> tuple[Choice, Choice] | None:
    """The choice that was tried most, and the best of the others."""
    best, *others = thinker(of).evaluate(view.to_bytes(), seat, seed, playouts=playouts)
    tried = [choice for choice in others if choice.visits]
    return (best, max(tried, key=lambda choice: choice.win)) if tried else None
