"""From where somebody looks at a table: everybody with the same viewpoint sees the same."""

from __future__ import annotations

from typing import NamedTuple

from purrlor.core.seats import WATCHER


class Viewpoint(NamedTuple):
    """A seat or WATCHER, in a language; `here`: the seats that share this screen."""

    seat: int
    language: str
    here: tuple[int, ...] = ()

    @property
    def watches(self) -> bool:
        """Whether nobody behind this viewpoint sits at the table."""
        return self.seat == WATCHER and not self.here

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
