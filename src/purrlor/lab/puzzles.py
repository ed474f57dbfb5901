"""Looks for puzzles in matches of cats: moments with one choice that is clearly better than all others.

A quick look of the game's judge (`bots/judges.py`) finds candidates. Then its deep look, by other chance, must find the
same choice clearly best, and so must a deep search by roll-outs, which errs in other ways, and perfect play where it is
computable. Puzzles that are there already are looked at again first: the judge may have changed.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Iterator

from purrlor.bots.grading import deviation
from purrlor.bots.judges import judge_of
from purrlor.bots.players import choose, thinker
from purrlor.bots.puzzle_of_day import is_obvious
from purrlor.bots.same_choices import effect_of, merge_same, same_as
from purrlor.bots.thinker import Choice
from purrlor.core.chance import mix
from purrlor.core.game import Game, State, game
from purrlor.core.match import Match
from purrlor.core.positions.puzzle import Puzzle, puzzles_of, write_puzzles
from purrlor.lab.perfect_play import perfect_shares

ROLLOUTS = 10_000  # playouts of a deep search by roll-outs
SHORT, DEEP = {"tiger": 250, "lion": 48}, {"tiger": ROLLOUTS, "lion": 800}  # playouts of the judge
EACH_TRIED = 8  # part of the playouts that goes to every choice, however bad it looks: one in so many. With one in 30
# chance alone put a worse choice before a better one as the next best
FEWEST_CHOICES = 3
PERHAPS_AHEAD = 0.08  # of the chance to win: enough for a deep look
AHEAD = 0.12  # so much better than the next, beyond what chance explains
CHANCES = (0.25, 0.97)  # of the best: neither hopeless nor won already
EACH_ANSWER = 12  # puzzles that are solved by the same words
EACH_MATCH = 2  # so that puzzles differ


def add_arguments(verb: argparse.ArgumentParser) -> None:
    verb.add_argument("game")
    verb.add_argument("--count", type=int, default=60, help="how many there are to be (default: 60)")
    verb.add_argument("--matches", type=int, default=2000, help="in at most so many matches (default: 2000)")
    verb.add_argument("--seed", type=int, default=1)
    verb.add_argument("--fresh", action="store_true", help="without those that are there already")


def run(args: argparse.Namespace) -> int:
    """Find puzzles and write them into the game's folder, so that a run which is broken off keeps what it has."""
    of = game(args.game)
    found = [] if args.fresh else list(checked(of))
    known = {puzzle.position for puzzle in found}
    answers = Counter(answer_of(of, of.read(each.position), each.seat, each.best) for each in found)
    for seed in range(args.seed, args.seed + args.matches):
        if len(found) >= args.count:
            break
        for puzzle in puzzles_in(of, seed, lambda answer: answers[answer] < EACH_ANSWER):
            if puzzle.position not in known:
                found.append(puzzle)
                known.add(puzzle.position)
                answers[answer_of(of, of.read(puzzle.position), puzzle.seat, puzzle.best)] += 1
                write_puzzles(of, found)
    print(f"{of.name}: {len(found)} puzzles")
    return 0 if len(found) >= args.count else 1


def checked(of: Game) -> Iterator[Puzzle]:
    """Those of the game's puzzles that its judge still finds good, with what it says of them now."""
    for number, puzzle in enumerate(puzzles_of(of)):
        again = puzzle_at(of, of.read(puzzle.position), puzzle.seat, mix(number, 2))
        if again is not None:
            yield again


def answer_of(of: Game, view: State, seat: int, best: int) -> str:
    """The best choice in words: what a player would say has been asked before."""
    return of.words.label(view, seat, best, of.translations("en"))


def any_answer(answer: str) -> bool:
    return True


def puzzles_in(of: Game, seed: int, is_wanted: Callable[[str], bool]) -> Iterator[Puzzle]:
    """The puzzles of one match between cats; the number of players follows from the seed."""
    options = getattr(of.part("options"), "PUZZLE_OPTIONS", None)
    match, left = Match(of, of.seats[seed % min(2, len(of.seats))], options, seed=seed), EACH_MATCH
    while not match.is_over and left:
        seat = match.waiting()[0]
        view = match.view(seat)
        if len(match.legal(seat)) >= FEWEST_CHOICES:
            puzzle = puzzle_at(of, view, seat, mix(seed, len(match.log)), is_wanted)
            if puzzle is not None:
                left -= 1
                yield puzzle
        match.play(seat, choose(of, view, seat, "cat", seed=mix(seed, len(match.log))))


def puzzle_at(
    of: Game, view: State, seat: int, seed: int, is_wanted: Callable[[str], bool] = any_answer
) -> Puzzle | None:
    """The position as a puzzle, if it is one; `view` is hidden for the seat. An answer that was asked for often enough
    is not worth a deep look."""
    judge = judge_of(of).player
    first = tried(of, view, seat, seed, judge, SHORT[judge])
    if len(first) < 2 or first[0].win - first[1].win < PERHAPS_AHEAD or not CHANCES[0] <= first[0].win <= CHANCES[1]:
        return None
    if is_obvious(of, view, seat, first[0].action) or not is_wanted(answer_of(of, view, seat, first[0].action)):
        return None
    deep = tried(of, view, seat, mix(seed, 1), judge, DEEP[judge])
    if len(deep) < 2 or deep[0].action != first[0].action or not CHANCES[0] <= deep[0].win <= CHANCES[1]:
        return None
    best, second, *_ = deep
    if best.win - second.win - deviation(best, second, judge_of(of).doubt) < AHEAD:
        return None
    if judge != "tiger":
        rolled = tried(of, view, seat, mix(seed, 2), "tiger", ROLLOUTS)
        if len(rolled) < 2 or rolled[0].action != best.action:
            return None
    perfect = perfect_shares(of, view, seat)
    if perfect is not None:
        alike = same_as(of, view, seat, best.action)
        if any(perfect[each] >= perfect[best.action] for each in perfect if each not in alike):
            return None
    text = of.show(view)
    if of.legal(of.read(text), seat) != of.legal(view, seat):
        return None
    chances = {choice.action: round(choice.win, 3) for choice in deep}
    return Puzzle(text, seat, best.action, chances[best.action], second.action, chances[second.action], chances)


def tried(of: Game, view: State, seat: int, seed: int, player: str, playouts: int) -> list[Choice]:
    """The choice that was tried most, then the others that were tried, the best first."""
    found = thinker(of, player).evaluate(
        view.to_bytes(), seat, seed, playouts=playouts, wanted=-1, least=playouts // EACH_TRIED
    )
    best, *others = merge_same(found, effect_of(of, view, seat))
    return [best, *sorted((choice for choice in others if choice.visits), key=lambda choice: -choice.win)]
