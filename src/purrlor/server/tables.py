"""All tables: the one door through which they change. Append to the log, then change memory, then wake the viewers."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Protocol

from purrlor.server.seating import Settings
from purrlor.server.store import Identity, Link, Result, Store, TableLine
from purrlor.server.table import Table
from purrlor.server.viewers import Audience, Viewer


class Think(Protocol):
    """How a cat decides; it is handed the hidden state's bytes and nothing else."""

    def __call__(self, game: str, hidden: bytes, seat: int, level: str) -> Awaitable[int]: ...


class Tables:
    """The tables of one server process. `await start()` before use, `await stop()` after."""

    def __init__(
        self,
        store: Store,
        think: Think | None = None,
        *,
        pace: float = 0.6,
        idle_after: float = 900.0,
        keep_finished: float = 90 * 86400.0,
        keep_forgotten: float = 60 * 86400.0,
        most_tables: int = 50,
        time: Callable[[], float] | None = None,
    ) -> None:
        """`think` None: sensible cats in this process. `keep_forgotten` is never less than 30 days."""
        raise NotImplementedError

    async def start(self) -> None: ...
    async def stop(self) -> None:
        """End every viewer and every cat's thought; nothing is lost."""

    def numbers(self) -> dict[str, int]:
        """For /metrics: tables in memory, running ones, viewers, decisions, thoughts under way."""
        raise NotImplementedError

    # finding
    async def get(self, table_id: str, *, fresh: bool = False) -> Table:
        """The table, from memory or by replay, or UnknownTable. `fresh`: ask the store whether other processes changed it."""
        raise NotImplementedError

    async def watched(self, watch_key: str) -> Table:
        """The table of a watch link. Its page must not show the table's id: who knows that may sit down."""
        raise NotImplementedError

    async def tables_of(self, identity: str) -> list[TableLine]: ...

    # before the match
    async def create(
        self,
        host: str,
        game: str,
        seats: int,
        options: Mapping[str, object] | None = None,
        settings: Settings | None = None,
        *,
        people: Sequence[str] = (),
        bots: Sequence[str] = (),
        begin: bool = False,
    ) -> Table:
        """A new table of this host. `people`: names the host sits down from seat 0 on (one device may hold several);
        `bots`: levels for the seats after them; `begin`: start at once (play now)."""
        raise NotImplementedError

    async def change(
        self,
        table_id: str,
        identity: str,
        *,
        seats: int | None = None,
        options: Mapping[str, object] | None = None,
        settings: Settings | None = None,
    ) -> Table:
        """The host sets the table differently, before the match."""
        raise NotImplementedError

    async def sit(self, table_id: str, identity: str, name: str, seat: int | None = None) -> int:
        """Take an open seat (the first one if none is named); again, with another name, to share the device."""
        raise NotImplementedError

    async def seat_bot(self, table_id: str, identity: str, seat: int | None, level: str) -> Table:
        """The host puts a cat on an open seat, on every open seat (None), or changes a cat's level."""
        raise NotImplementedError

    async def stand_up(self, table_id: str, identity: str, seat: int) -> Table:
        """Leave one's seat before the match."""
        raise NotImplementedError

    async def remove(self, table_id: str, identity: str, seat: int) -> Table:
        """The host frees a seat before the match; during it, a seat whose player never came goes to a cat for good."""
        raise NotImplementedError

    async def begin(self, table_id: str, identity: str) -> Table:
        """The host begins the match; NotReady while a seat is open."""
        raise NotImplementedError

    # the match
    async def play(self, table_id: str, identity: str, seat: int, action: int, seen: int) -> Table:
        """A decision of a seat's owner who had seen `seen` rows: UnknownTable, NotYourSeat, NotStarted, StaleTurn, NotYourTurn or
        IllegalAction, and nothing changed; else it is written down when this returns."""
        raise NotImplementedError

    async def take_back(self, table_id: str, identity: str, seat: int, seen: int) -> Table:
        """Take the last decision back, as far as the law of undo allows (CannotUndo)."""
        raise NotImplementedError

    # around the table
    def viewing(self, table: Table, audience: Audience, identity: str = "") -> AbstractContextManager[Viewer]:
        """`with tables.viewing(table, Audience(seat, language), identity) as viewer: async for news in viewer: …`
        While it is open, the identity's seats are here; a cat that played for them hands the seat back."""
        raise NotImplementedError

    async def visit(self, table_id: str, identity: str) -> Table:
        """Somebody looked in without staying (a page without script, a call of the API): not away; takes back a seat from a cat."""
        raise NotImplementedError

    async def let_cat_play(self, table_id: str, identity: str, seat: int) -> Table:
        """Somebody seated lets a cat play for a person who has been away long enough."""
        raise NotImplementedError

    async def come_back(self, table_id: str, identity: str, seat: int) -> Table:
        """Take one's seat back from the cat."""
        raise NotImplementedError

    async def react(self, table_id: str, identity: str, seat: int, kind: str) -> None:
        """One of viewers.REACTIONS, beside one's face; TooFast if too often."""

    async def rematch(self, table_id: str, identity: str) -> Table:
        """The next table of the series: made by the first who asks, joined by the others with the same call; it begins
        when all people came. Seats move one on, so that the next player is first."""
        raise NotImplementedError

    async def series_score(self, table: Table) -> list[Result]:
        """Results of the finished matches of this table's series; `Result.chair` tells who is who."""
        raise NotImplementedError

    # people
    async def make_identity(self, name: str, language: str) -> Identity: ...
    async def identity(self, identity_id: str) -> Identity: ...
    async def change_identity(self, identity_id: str, *, name: str | None = None, language: str | None = None) -> None: ...
    async def make_link(self, table_id: str, identity: str, seat: int) -> str:
        """A personal link's token for a seat of one's own: 128 bits, works once, replaces an earlier one."""
        raise NotImplementedError

    async def use_link(self, token: str) -> Link:
        """Exchange a link for the identity and seat it stands for, once; BadLink after that."""
        raise NotImplementedError

    async def revoke_links(self, table_id: str, identity: str, seat: int) -> int: ...
    async def move_seat(self, table_id: str, identity: str, seat: int, to: str) -> Table:
        """Hand a seat of one's own over to another identity (one device becomes two)."""
        raise NotImplementedError

    async def make_token(self, table_id: str, identity: str, seat: int) -> str:
        """A token for programs, good for one seat until revoked."""
        raise NotImplementedError

    async def token(self, token: str) -> Link: ...
    async def revoke_tokens(self, table_id: str, identity: str, seat: int) -> int: ...
    async def results_of(self, identity: str) -> list[Result]: ...
