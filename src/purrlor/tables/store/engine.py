"""What a database must do for the store: run some statements as one transaction, and carry words between processes."""

from __future__ import annotations

import logging
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
    failures: int  # statements the database did not carry out, since the start
    damage: str  # what the database said when it first met a damaged page; "" while it has not

    async def transact(self, *statements: Statement) -> list[list[SqlRow]]:
        """All or nothing, on disk when it returns; the rows each statement answered.

        Overtaken if a key was taken, UnknownTable if the table is gone, StoreError if the database does not answer.
        """

    async def check_file(self) -> None:
        """Look at the file itself, behind all caches, and set `damage` if it is not whole."""

    async def send_to_peers(self, table_id: str, text: str) -> None: ...
    def announce_row(self, table_id: str, n: int) -> None:
        """The other processes are told that this row of the log may have been written."""

    def listen(self, heard: Heard) -> None: ...
    async def close(self) -> None: ...


DOES_NOT_ANSWER = N_("The store does not answer just now: try again in a moment.")
logger = logging.getLogger("purrlor.store")


def store_error(engine: Engine, cause: Exception, is_damage: bool) -> StoreError:
    """What callers are told when the database did not carry out a statement; its own words go to the log."""
    engine.failures += 1
    logger.error("the store failed: %s: %s", type(cause).__name__, " ".join(str(cause).split()))
    if is_damage:
        note_damage(engine, " ".join(str(cause).split()))
    error = StoreError(DOES_NOT_ANSWER)
    error.__cause__ = cause
    return error


def note_damage(engine: Engine, why: str) -> None:
    if not engine.damage:
        engine.damage = why
        logger.critical(
            "the store is damaged (%s): stop the server and put a backup back with purrlor restore FILE", why
        )


def check_version(version: int) -> None:
    if version > VERSION:
        raise StoreError(
            N_("The store has schema version {found}; this release knows up to {known}: use the newer release."),
            found=version,
            known=VERSION,
        )
