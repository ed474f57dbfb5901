"""From where somebody looks at a table: everybody with the same viewpoint sees the same."""

from __future__ import annotations

from typing import NamedTuple

from starlette.requests import HTTPConnection

from purrlor.core.language import N_
from purrlor.core.seats import WATCHER
from purrlor.tables.errors import NotYourSeat
from purrlor.tables.table import Table
from purrlor.web.request_context import context_of


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


def viewpoint_of(connection: HTTPConnection, table: Table) -> Viewpoint | None:
    """From which seat the visitor looks; None if they have none here.

    `?seat=2` is a tab of its own for one seat. Without it, several seats of one person share the screen, and
    `?up=2` says who holds the device.
    """
    context = context_of(connection)
    mine = table.seats_of(context.identity or "")
    if not mine:
        return None
    for name in ("seat", "up"):
        wanted = connection.query_params.get(name)
        if wanted is None:
            continue
        if not (wanted.isascii() and wanted.isdecimal() and len(wanted) == 1 and int(wanted) in mine):
            raise NotYourSeat(N_("This is not your seat."))
        return Viewpoint(int(wanted), context.language, mine if name == "up" and len(mine) > 1 else ())
    return default_viewpoint(mine, context.language)


def default_viewpoint(mine: tuple[int, ...], language: str) -> Viewpoint:
    return Viewpoint(mine[0], language) if len(mine) == 1 else Viewpoint(WATCHER, language, mine)
