"""Whether the score is the one that the standing is made of, over all matches.

Which key of `standing` is the score (or, where few points are good, its negative) nobody has to say: it is the one that
equals it. Where no key does so always but one does so mostly, the score or the standing is wrong.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from purrlor.core.game import Game
from purrlor.core.laws.report import Report

FEWEST = 20  # scores of a seat, before "mostly" means anything


class Final(NamedTuple):
    """The end of a match: the score and the key of every seat, which match it was, and what `hide` erases there."""

    scores: list[int]
    standing: list[tuple[int, ...]]
    where: str
    erased: dict[str, int]  # a field, and for whom


class Pair(NamedTuple):
    seat: int
    score: int
    key: int
    where: str


def check_scores(game: Game, report: Report, finals: Sequence[Final]) -> None:
    if not finals or not (game.has("invariants.py") and hasattr(game.module("invariants"), "standing")):
        return
    report.tried["winners"] += 1
    nearest: tuple[int, list[Pair]] | None = None
    for place, pairs in columns(finals):
        wrong = [pair for pair in pairs if pair.score != pair.key]
        if not wrong:
            return
        if len(pairs) >= FEWEST and 2 * len(wrong) <= len(pairs) and (nearest is None or len(wrong) < len(nearest[1])):
            nearest = place, wrong
    if nearest is not None:
        place, wrong = nearest
        one = wrong[0]
        report.note(
            "winners",
            f"standing[seat][{place}] is the score, but not always: seat {one.seat} has score {one.score} and "
            f"{one.key} there ({one.where}); {len(wrong)} times in {len(finals)} matches",
        )


def columns(finals: Sequence[Final]) -> Iterator[tuple[int, list[Pair]]]:
    """Every key of the standing beside the scores, as it is and with its sign changed."""
    for place in range(min(len(keys) for final in finals for keys in final.standing)):
        for sign in (1, -1):
            yield (
                place,
                [
                    Pair(seat, score, sign * int(keys[place]), final.where)
                    for final in finals
                    for seat, (score, keys) in enumerate(zip(final.scores, final.standing, strict=True))
                ],
            )
