"""What a database must do for the store: run some statements as one transaction, and carry words between processes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from purrlor.core.language import N_
from purrlor.tables.errors import StoreError
from purrlor.tables.store.schema import VERSION

Statement = tuple[str, Sequence[object]]  # parameters are `?`
SqlRow = tuple[Any, ...]  # as a database answers: only the query says what is in it
Heard = Callable[[str, str, str], None]


class Engine(Protocol):
    is_shared: bool  # whether other processes may change the same tables
    server: str  # this process, as the others know it

    async def transact(self, *statements: Statement) -> list[list[SqlRow]]:
        """All or nothing, on disk when it returns; the rows each statement answered.

        Overtaken if a key was taken, UnknownTable if the table is gone, StoreError if the database does not answer.
        """

    async def publish(self, table_id: str, text: str) -> None: ...
    def listen(self, heard: Heard) -> None: ...
    async def close(self) -> None: ...


def check_version(version: int) -> None:
    if version > VERSION:
        raise StoreError(
            N_("The store has schema version {found}; this release knows up to {known}: use the newer release."),
            found=version,
            known=VERSION,
        )
