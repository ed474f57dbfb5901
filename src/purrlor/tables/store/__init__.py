"""Where tables are kept. One small interface; `open_store("sqlite:///…")` and `open_store("postgresql://…")` open one.

The log is the truth: a table is the fold of its rows, and nothing that was acknowledged is ever taken from it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from purrlor.core.language import N_
from purrlor.tables.errors import StoreError
from purrlor.tables.store.rows import Habit, HabitSum, Identity, Link, Result, Row, Session, TableFacts, TableLine
from purrlor.tables.store.sql import SqlStore

__all__ = [
    "Habit",
    "HabitSum",
    "Identity",
    "Link",
    "Result",
    "Row",
    "Session",
    "Store",
    "TableFacts",
    "TableLine",
    "open_store",
]


class Store(Protocol):
    """What tables need to be kept. Every method is one transaction; times are seconds since 1970."""

    is_shared: bool  # whether other processes may change the same tables
    server: str  # this process, as the others know it

    @property
    def failures(self) -> int:
        """How often the database did not do what it was asked, since the start."""

    async def close(self) -> None: ...
    async def check(self) -> None:
        """Write and read something for real; StoreError if that fails, or if damage was met before."""

    # tables and their log
    async def create(
        self, facts: TableFacts, rows: Sequence[Row], seated: Sequence[str] = (), after: tuple[str, Row] | None = None
    ) -> None:
        """A new table with its first rows and the identities seated by them; `after`: in the same breath a row of the
        table it follows. Overtaken if that row is taken."""

    async def append(
        self,
        table_id: str,
        rows: Sequence[Row],
        seated: Sequence[str] = (),
        results: Sequence[Result] | None = None,
        lost: Sequence[tuple[int, str]] = (),
    ) -> None:
        """Write rows down for good; Overtaken (and nothing written) if one of their numbers is taken. `seated`: the
        identities that they seat; `results`: they end the match, and this came of it; `lost`: (seat, identity) of
        those who lose a seat by them: its links and tokens are dead from then on."""

    async def facts(self, table_id: str) -> TableFacts | None: ...
    async def rows(self, table_id: str, after: int = 0) -> list[Row]: ...
    async def watched(self, watch_key: str) -> str | None:
        """The id of the table with this watch key."""

    async def tables_of(self, identity: str, limit: int = 50) -> list[TableLine]:
        """Where somebody sits or sat, the newest first."""

    async def forget_sitting(self, table_id: str, identity: str) -> None:
        """The table is no more among those of `tables_of`, until the identity is seated there again."""

    async def open_tables(self, host: str, since: float) -> int:
        """How many tables this identity opened since a time and did not finish."""

    async def clear(self, finished_before: float, abandoned_before: float, results_before: float = 0.0) -> int:
        """Forget tables finished before a time, unfinished ones where nothing happened since another, and results
        older than a third."""

    # people
    async def add_identity(self, identity: Identity) -> None: ...
    async def identity(self, identity_id: str) -> Identity | None: ...
    async def change_identity(
        self, identity_id: str, *, name: str | None = None, language: str | None = None, look: str | None = None
    ) -> None: ...
    async def results_of(self, identity: str, limit: int = 1000) -> list[Result]: ...
    async def results_with(self, identity: str, limit: int = 1000) -> list[Result]:
        """Of every match somebody played: what came of it for everybody, the oldest first."""

    async def series(self, series: str) -> list[Result]: ...

    # what is made of a finished match
    async def review(self, table_id: str) -> str | None: ...
    async def add_review(self, table_id: str, review: str) -> None:
        """Kept as long as its table; a newer one replaces it."""

    async def add_habits(self, habits: Sequence[Habit]) -> None:
        """Of one match; those that are there already stay."""

    async def habits_of(self, identity: str) -> list[HabitSum]: ...
    async def habits_of_people(self) -> list[HabitSum]:
        """Of everybody who is no cat, as sums."""

    async def habits_of_cats(self) -> list[HabitSum]: ...

    # the browsers of an identity, and the link (used once) that brings it to another one
    async def note_session(self, session: Session) -> None:
        """A browser came by: its session is made, or was seen; one that was ended stays so."""

    async def sessions_of(self, identity: str, limit: int = 50) -> list[Session]: ...
    async def end_sessions(self, identity: str, session: str | None, at: float) -> list[str]:
        """End one session of an identity, or all (None); answers with those that were ended by this."""

    async def ended_sessions(self, since: float) -> list[str]: ...
    async def add_identity_link(self, token_hash: bytes, identity: str, at: float) -> None:
        """An earlier one that was not used is good no more."""

    async def identity_link(self, token_hash: bytes, since: float) -> str | None: ...
    async def use_identity_link(self, token_hash: bytes, at: float, since: float) -> str | None: ...

    # forgetting somebody
    async def seatings_of(self, identity: str) -> list[tuple[str, int, str]]:
        """Rows of any table's log that name this identity: table, number, note."""

    async def hosted_by(self, identity: str) -> list[str]:
        """The tables this identity opened."""

    async def forget_person(
        self, identity: str, at: float, notes: Sequence[tuple[str, int, str]], hosts: Mapping[str, str]
    ) -> list[str]:
        """All that leads to an identity goes: `notes` are rows written again without it, `hosts` who opened its tables
        from now on. Answers with its sessions, which are ended."""

    # short codes of tables
    async def add_code(self, code_hash: bytes, table_id: str, at: float) -> None:
        """The first table with a code keeps it."""

    async def code(self, code_hash: bytes, since: float) -> str | None:
        """The table of a code that was made since a time."""

    # personal links (used once) and API tokens (used until revoked); only hashes are kept
    async def add_link(self, token_hash: bytes, link: Link) -> None: ...
    async def link(self, token_hash: bytes, since: float = 0.0) -> Link | None:
        """What a personal link made since a time stands for; looking uses nothing up."""

    async def use_link(self, token_hash: bytes, at: float, since: float = 0.0) -> Link | None: ...
    async def revoke_links(self, table_id: str, identity: str, seat: int) -> int: ...
    async def add_token(self, token_hash: bytes, link: Link) -> None: ...
    async def token(self, token_hash: bytes) -> Link | None:
        """What a token stands for; `dead` once its seat has changed hands."""

    async def revoke_tokens(self, table_id: str, identity: str, seat: int) -> int: ...

    # several processes
    async def heartbeat(self, seconds: float) -> set[str]:
        """This process lives for so many seconds more; answers which others do."""

    async def lease(self, table_id: str) -> bool:
        """Whether this process moves the table's cats and clock from now on: nobody living does already."""

    async def release(self, table_ids: Sequence[str]) -> None: ...
    async def inherit(self, limit: int = 200) -> list[str]:
        """Take over the tables of processes that died."""

    async def leave(self) -> None:
        """This process ends: its tables are free at once."""

    async def send_to_peers(self, table_id: str, text: str) -> None:
        """A word to the other processes that is not kept."""

    def listen(self, heard: Callable[[str, str, str], None]) -> None:
        """heard(server, table_id, text) for what other processes tell; the text "n 17" means: row 17 was written.
        heard("", "", "") means that something may have been missed."""


async def open_store(url: str) -> Store:
    """The store at `sqlite:///relative.db`, `sqlite:////absolute.db` or `postgresql://…`, its schema up to date."""
    kind, _, rest = url.partition("://")
    if kind == "sqlite" and rest.startswith("/") and len(rest) > 1:
        from purrlor.tables.store.sqlite import Sqlite

        return SqlStore(await Sqlite.open(rest[1:]))
    if kind in ("postgresql", "postgres"):
        try:
            from purrlor.tables.store.postgres import Postgres
        except ImportError as error:
            raise StoreError(
                N_("PostgreSQL needs the package {package}: install it and try again."), package="psycopg[binary,pool]"
            ) from error

        return SqlStore(await Postgres.open(url))
    raise StoreError(
        N_("A store is sqlite:///path or postgresql://user@host/database, not {kind}."), kind=repr(kind)[:40]
    )
