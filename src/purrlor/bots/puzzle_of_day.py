"""Which of a game's puzzles are asked as the puzzle of the day: not those that anybody sees at once. And how hard each
one is."""

from __future__ import annotations

from functools import cache

from purrlor.bots.players import choose
from purrlor.bots.same_choices import same_as
from purrlor.core.game import Game, State
from purrlor.core.positions.puzzle import Puzzle, puzzles_of

FAR_AHEAD = 0.3  # of the chance to win
HALF = 0.5  # of the chance after the best choice: who takes another loses more than that


@cache
def puzzles_by_day(game: Game) -> tuple[int, ...]:
    """Their numbers, from 1, as they are asked day by day; all of them where every one is plain."""
    asked = tuple(number for number, each in enumerate(puzzles_of(game), 1) if not is_plain(game, each))
    return asked or tuple(range(1, len(puzzles_of(game)) + 1))


EASY, MEDIUM, HARD = DIFFICULTIES = ("easy", "medium", "hard")


@cache
def difficulties_of(game: Game) -> tuple[str, ...]:
    """Of all puzzles, in their order. It takes some milliseconds each: never in the loop of a server."""
    return tuple(difficulty(game, each) for each in puzzles_of(game))


def difficulty(game: Game, puzzle: Puzzle) -> str:
    """Easy: anybody sees it. Hard: a cat, which looks at what a choice brings at once, would choose something else."""
    if is_plain(game, puzzle):
        return EASY
    state = game.read(puzzle.position)
    found = choose(game, state, puzzle.seat, "cat") in same_as(game, state, puzzle.seat, puzzle.best)
    return MEDIUM if found else HARD


def is_plain(game: Game, puzzle: Puzzle) -> bool:
    """Whether all other choices are plainly silly, or the game says that the best is obvious."""
    state = game.read(puzzle.position)
    alike = same_as(game, state, puzzle.seat, puzzle.best)
    others = [chance for action, chance in puzzle.chances.items() if action not in alike]
    next_best = max(others, default=0.0)
    return is_far_ahead(puzzle.chance, next_best) or is_obvious(game, state, puzzle.seat, puzzle.best)


def is_far_ahead(best: float, next_best: float) -> bool:
    """Whether the best choice wins so much more often than the next best that all others are plainly silly."""
    return best - next_best >= FAR_AHEAD and next_best <= HALF * best


def is_obvious(game: Game, view: State, seat: int, action: int) -> bool:
    """Whether anybody sees at once that it is best, as far as the game says so in its `words/reasons.py`."""
    rule = getattr(game.part("words.reasons"), "is_obvious", None) if game.has("words/reasons.py") else None
    return rule is not None and bool(rule(view, seat, action))
