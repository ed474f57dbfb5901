"""From where somebody looks at a table: everybody with the same viewpoint sees the same."""

from __future__ import annotations

from typing import NamedTuple

from purrlor.core.seats import WATCHER
from purrlor.tables.table import Table


class Viewpoint(NamedTuple):
    """A seat or WATCHER, in a language; `here`: the seats that share this screen; `is_player`: watches a table at which
    they sit."""

    seat: int
    language: str
    here: tuple[int, ...] = ()
    is_player: bool = False

    @property
    def watches(self) -> bool:
        """Whether nobody behind this viewpoint sits at the table."""
        return self.seat == WATCHER and not self.here

    @property
    def sees_chances(self) -> bool:
        """No player of a running match is told who is likely to win it, not even on the page for watchers."""
        return self.watches and not self.is_player

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats whose secrets it may show: all of them must belong to who looks."""
        return self.here or (() if self.seat == WATCHER else (self.seat,))

    @property
    def query(self) -> str:
        """The question mark and what follows, for the same viewpoint again; "" for a shared screen or a watcher."""
        if self.here:
            return f"?up={self.seat}" if self.seat != WATCHER else ""
        return "" if self.seat == WATCHER else f"?seat={self.seat}"


def watcher_viewpoint(table: Table, identity: str | None, language: str) -> Viewpoint:
    """Of somebody who looks on, whether or not they also sit there."""
    return Viewpoint(WATCHER, language, is_player=bool(identity and table.seats_of(identity)))
