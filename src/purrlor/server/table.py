"""One table in memory: the fold of its log, to be read by pages, the API and the cats."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any, Literal, TypeVar

from purrlor.core.game import Game, State
from purrlor.core.match import Match
from purrlor.server.seating import Seat, Settings
from purrlor.server.store.rows import Facts

T = TypeVar("T")
Stage = Literal["lobby", "running", "finished"]


class Table:
    """Read it freely between two awaits; only `Tables` changes it."""

    facts: Facts
    id: str
    game: Game
    host: str  # identity of the person who opened it
    options: dict[str, Any]  # as given; `match.options` are all of them, settled
    settings: Settings
    seats: list[Seat]
    match: Match | None  # from the beginning of the match on
    n: int  # rows of the log: the `seen` of a form
    version: int  # rises with everything anybody can see, presence included; also across restarts
    again: str  # id of the rematch, or ""
    started: float | None

    @property
    def stage(self) -> Stage: ...  # type: ignore[empty-body]

    def seats_of(self, identity: str) -> tuple[int, ...]:
        """Where this person sits; several seats: they share a device."""
        raise NotImplementedError

    def names(self, language: str) -> list[str]:
        """What everybody is called, cats included; "" for an open seat."""
        raise NotImplementedError

    def view(self, seat: int) -> State:
        """What this seat (or WATCHER) may know. Shared by all readers: do not change it."""
        raise NotImplementedError

    def waiting(self) -> tuple[int, ...]:
        """The seats asked now."""
        raise NotImplementedError

    def legal(self, seat: int) -> tuple[int, ...]: ...  # type: ignore[empty-body]

    def can_take_back(self, seat: int) -> bool: ...  # type: ignore[empty-body]

    def deadline(self, seat: int) -> float | None:
        """When the clock decides for this seat (seconds since 1970), or None."""
        raise NotImplementedError

    def is_here(self, seat: int) -> bool:
        """Whether the person of this seat has the table open; cats always have."""
        raise NotImplementedError

    def can_cat_play(self, seat: int) -> bool:
        """Whether the others may let a cat play for this person now."""
        raise NotImplementedError

    def story(self, viewer: int, language: str, limit: int = 30) -> list[str]:
        """What happened, in words, as this seat (or WATCHER) may know it; the newest last."""
        raise NotImplementedError

    def cached(self, key: Hashable, make: Callable[[], T]) -> T:
        """`make()` once per version and key: table.cached(("frame", audience), lambda: render(…))."""
        raise NotImplementedError

    def record(self) -> dict[str, Any]:
        """The match as data; with its secret once it is over, NotStarted before it begins."""
        raise NotImplementedError
