"""The end of a match as a small ceremony: who stands on the podium, and the score as a table everybody can check."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from purrlor.core.game import Game, State
from purrlor.core.language import Translations

PODIUM_PLACES = 3


class ScoreLine(NamedTuple):
    """One kind of points: what it is called, its drawing (or ""), and by seat how many, and if nobody has better."""

    label: str
    art: str
    cells: list[tuple[int, bool]]


class Podium(NamedTuple):
    """The best seats, the first one first, and their places in a row: in "122" two share the second."""

    seats: list[int]
    kind: str


def podium(game: Game, s: State) -> Podium:
    keys = game.invariants.standing(s)
    seats = sorted(range(len(keys)), key=lambda seat: keys[seat], reverse=True)[:PODIUM_PLACES]
    return Podium(seats, "".join(str(1 + sum(key > keys[seat] for key in keys)) for seat in seats))


def score_lines(game: Game, s: State, t: Translations, winners: Sequence[int], art: Sequence[str]) -> list[ScoreLine]:
    """The game's own rows; what is better, more or less, is seen from those who won."""
    rows = game.words.tally(s, t)
    totals = rows[-1][1]
    best = min if winners and totals[winners[0]] < max(totals) else max
    lines = []
    for k, (label, values) in enumerate(rows):
        is_contest = len(set(values)) > 1 and k < len(rows) - 1  # of the sum the winner's column tells
        cells = [(value, is_contest and value == best(values)) for value in values]
        lines.append(ScoreLine(label, art[k] if k < len(art) else "", cells))
    return lines
