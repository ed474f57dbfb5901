"""What a game's `lab/study.py` is asked with and answers with; `purrlor study` shows the answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, NotRequired, Protocol, TypedDict

from purrlor.core.game import State
from purrlor.core.language import Translations

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


class FinishedMatches(Protocol):
    """Matches that are over, one row each."""

    players: int

    @property
    def finals(self) -> npt.NDArray[np.void]:
        """The final states, by field."""

    @property
    def habits(self) -> npt.NDArray[np.int64]:
        """By seat; -1: none."""

    @property
    def shares(self) -> npt.NDArray[np.float64]:
        """Of the victory, by seat."""

    @property
    def sample(self) -> list[State]:
        """Some of the final states as the plain rules have them."""


class Answer(TypedDict):
    """A title, and any of: a note, a table, bars, a histogram, a heat table; and the same numbers as data."""

    title: str
    data: object  # for --json
    note: NotRequired[str]
    head: NotRequired[Sequence[str]]
    rows: NotRequired[Sequence[Sequence[object]]]
    bars: NotRequired[Sequence[tuple[str, npt.NDArray[np.float64]]]]
    even: NotRequired[float]
    histogram: NotRequired[Mapping[str, Mapping[int, int]]]
    heat: NotRequired[tuple[Sequence[str], Sequence[Sequence[float | None]]]]


Question = Callable[[FinishedMatches, Translations], Answer]


class Experiment(TypedDict):
    """Matches of a kind of their own: options, habits by the number of players, and the question asked of them."""

    options: Mapping[str, object]
    habits: Callable[[int], Sequence[tuple[int, ...]]]
    answer: Question
