"""SQLite for one process: one thread owns the connection; what comes while a commit runs goes into the next one.

The thread and the event loop need the same interpreter, and handing it over costs more than most statements do: so the
thread is given whole batches, and where many write all the time it is given them a little later: they are fewer then.
WAL with synchronous=FULL: what was acknowledged survives kill -9 and a power cut.
"""

from __future__ import annotations

import asyncio
import os
import queue
import secrets
import sqlite3
import threading
from collections.abc import Sequence
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path

from purrlor.core.installation.operating_system import lock_file
from purrlor.core.language import N_
from purrlor.tables.errors import Overtaken, StoreError, UnknownTable
from purrlor.tables.store import schema
from purrlor.tables.store.engine import Heard, SqlRow, Statement, check_version, note_damage, store_error
from purrlor.tables.store.file_check import FileCheck
from purrlor.tables.store.sql import APPEND, APPEND_MORE

WORDS = {
    "real": "real",
    "bytes": "blob",
    "packed": "without rowid",
    "now": "((julianday('now') - 2440587.5) * 86400.0)",
}
BATCH = 500
GATHER = 0.004  # seconds between two batches at least
# In the long run, and so many before that counts: a few quick clicks never wait longer.
BATCHES_A_SECOND, IN_A_ROW = 100.0, 25.0
LONGEST_CHECK = 5.0  # seconds that a question about the file may wait for its reading
MOST_ROWS = 4_000  # in one statement: SQLite takes 32 766 values
# Pages of log that may pile up before they are moved into the file itself. That takes tens of milliseconds in which
# everybody waits, and hardly longer for many pages than for few, most of which are the same again: seldom is better.
PILE = 10_000
Answer = list[list[SqlRow]]
Job = tuple[Sequence[Statement], "asyncio.Future[Answer]"]


def lock_store(path: Path) -> int:
    """For one process at a time; to be closed with `os.close`. No folder is made: its name may be mistyped."""
    if not path.parent.is_dir():
        raise StoreError(N_("There is no folder {folder}: make it, or mend the path."), folder=str(path.parent))
    return lock_file(path.with_name(path.name + ".lock"))


class BatchPace:
    """When the next batch is given to the thread: soon after the last one, as long as batches are few; where they come
    one after the other it is later, so that each holds more rows."""

    def __init__(self) -> None:
        self.last, self.allowed = 0.0, IN_A_ROW  # when the last was given, and how many more were then

    def allowed_at(self, now: float) -> float:
        return min(IN_A_ROW, self.allowed + (now - self.last) * BATCHES_A_SECOND)

    def wait(self, now: float) -> float:
        """Seconds; 0 or less: it may be given now."""
        return max(self.last + GATHER - now, (1.0 - self.allowed_at(now)) / BATCHES_A_SECOND)

    def note_given(self, now: float) -> None:
        self.allowed, self.last = self.allowed_at(now) - 1.0, now


class Sqlite:
    is_shared = False
    failures, damage = 0, ""

    def __init__(self, path: str) -> None:
        self.path = path
        self.server = secrets.token_hex(8)
        self.lock_file: int | None = None
        self.loop = asyncio.get_running_loop()
        self.waiting: list[Job] = []
        self.batches: queue.SimpleQueue[list[Job] | None] = queue.SimpleQueue()
        self.is_busy = False  # a batch is under way, or about to be
        self.pace = BatchPace()
        self.opened: Future[None] = Future()
        self.thread = threading.Thread(target=self.run_thread, name="purrlor-sqlite", daemon=True)
        self.is_closed = False
        self.file_check: FileCheck | None = None
        self.reading: asyncio.Task[str] | None = None

    @classmethod
    async def open(cls, path: str) -> Sqlite:
        made = cls(path)
        made.thread.start()
        await asyncio.wrap_future(made.opened)
        if path != ":memory:":
            made.file_check = FileCheck(path)
        return made

    async def transact(self, *statements: Statement) -> Answer:
        if self.is_closed:
            raise StoreError(N_("The store is closed."))
        future: asyncio.Future[Answer] = self.loop.create_future()
        self.waiting.append((statements, future))
        if not self.is_busy:
            self.give_soon()
        return await future

    def give_soon(self) -> None:
        self.is_busy = True
        wait = self.pace.wait(self.loop.time())
        if wait > 0:
            self.loop.call_later(wait, self.give)
        else:
            self.give()

    def give(self) -> None:
        """The thread gets what is waiting; what comes from now on is the next batch."""
        batch, self.waiting = self.waiting[:BATCH], self.waiting[BATCH:]
        self.pace.note_given(self.loop.time())
        self.batches.put(batch)

    def settle(self, batch: Sequence[Job], answers: Sequence[Answer | Exception]) -> None:
        """The thread is done with a batch; called in the loop."""
        self.is_busy = False
        if self.waiting:
            self.give_soon()
        for (_, future), answer in zip(batch, answers, strict=True):
            if future.done():
                continue
            if isinstance(answer, Exception):
                future.set_exception(answer)
            else:
                future.set_result(answer)

    async def check_file(self) -> None:
        """A reading that takes long goes on; its finding is there at a later question."""
        check = self.file_check
        if check is None or self.damage:
            return
        if why := check.replaced():
            note_damage(self, why)
            return
        if self.reading is None and check.is_due():
            self.reading = self.loop.create_task(asyncio.to_thread(check.read))
        if (reading := self.reading) is not None:  # another question may wait for the same reading
            done, _ = await asyncio.wait({reading}, timeout=LONGEST_CHECK)
            if done:
                if self.reading is reading:
                    self.reading = None
                if why := reading.result():
                    note_damage(self, why)

    async def send_to_peers(self, table_id: str, text: str) -> None:
        return  # there is nobody else

    def announce_row(self, table_id: str, n: int) -> None:
        """Nobody else has this file open."""

    def listen(self, heard: Heard) -> None:
        return

    async def close(self) -> None:
        if not self.is_closed:
            self.is_closed = True
            if self.file_check is not None and self.reading is not None:
                self.file_check.interrupt()
                await asyncio.gather(self.reading, return_exceptions=True)
            while self.is_busy:
                await asyncio.sleep(GATHER)
            self.batches.put(None)
            await asyncio.to_thread(self.thread.join)

    # below: the thread's own work
    def run_thread(self) -> None:
        try:
            connection = self.connect()
        except BaseException as error:
            self.unlock()
            self.opened.set_exception(error)
            return
        self.opened.set_result(None)
        try:
            while self.serve(connection):
                pass
        finally:
            connection.close()
            self.unlock()

    def connect(self) -> sqlite3.Connection:
        if self.path != ":memory:":
            self.take_file()
        connection = None
        try:
            connection = sqlite3.connect(self.path, isolation_level=None, timeout=10.0)
            connection.execute("pragma journal_mode = wal")
            connection.execute("pragma synchronous = full")
            connection.execute(f"pragma wal_autocheckpoint = {PILE}")
            connection.execute("pragma foreign_keys = on")
            self.check_pages(connection)
            self.migrate(connection)
        except BaseException as error:
            if connection is not None:
                connection.close()  # what a step has done so far is undone
            if is_damage(error):
                raise StoreError(
                    N_("The store {path} is damaged ({why}): put a backup back with purrlor restore FILE."),
                    path=self.path,
                    why=str(error),
                ) from error
            if isinstance(error, sqlite3.Error):
                raise StoreError(
                    N_("The store {path} cannot be used: {why}."), path=self.path, why=str(error)
                ) from error
            raise
        return connection

    def check_pages(self, connection: sqlite3.Connection) -> None:
        """A damaged file would answer for some tables and fail for others, for days before anybody knew."""
        found = connection.execute("pragma quick_check(1)").fetchone()[0]
        if found != "ok":
            raise StoreError(
                N_("The store {path} is damaged ({why}): put a backup back with purrlor restore FILE."),
                path=self.path,
                why=" ".join(found.split()),
            )

    def take_file(self) -> None:
        """Ours alone: the file holds the secrets of running matches, and a second process would not hear of us."""
        try:
            self.lock_file = lock_store(Path(self.path))
            os.close(os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600))
        except BlockingIOError:
            raise StoreError(
                N_("The store {path} is in use by another server: several servers need PostgreSQL."), path=self.path
            ) from None
        except OSError as error:
            raise StoreError(
                N_("The store {path} cannot be used: {why}."), path=self.path, why=error.strerror or str(error)
            ) from error

    def unlock(self) -> None:
        if self.lock_file is not None:
            os.close(self.lock_file)
            self.lock_file = None

    def migrate(self, connection: sqlite3.Connection) -> None:
        connection.execute("begin immediate")
        connection.execute(schema.MAKE_META)
        found = connection.execute(schema.READ_VERSION).fetchone()
        version = int(found[0]) if found else 0
        check_version(version)
        for statement in schema.steps_from(version, WORDS, is_postgres=False):
            connection.execute(statement)
        connection.execute(schema.WRITE_VERSION, (schema.VERSION,))
        if schema.VERSION >= 3:
            connection.execute("delete from servers")  # the process that had the file is gone: its lock was free
        connection.execute("commit")

    def serve(self, connection: sqlite3.Connection) -> bool:
        """A batch in one commit; False when the store is to be closed."""
        batch = self.batches.get()
        if batch is None:
            return False
        answers: list[Answer | Exception]
        try:
            jobs = [job[0] for job in batch]
            answers = append_at_once(connection, jobs) or commit_once(connection, jobs)
        except Exception as error:
            if connection.in_transaction:
                connection.execute("rollback")
            answers = [store_error(self, error, is_damage(error))] * len(batch)
        with suppress(RuntimeError):  # the loop was closed meanwhile: nobody waits any more
            self.loop.call_soon_threadsafe(self.settle, batch, answers)
        return True


def is_damage(error: BaseException) -> bool:
    return getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_CORRUPT


def is_writing(statements: Sequence[Statement]) -> bool:
    return any(not sql.startswith("select") for sql, _ in statements)


def append_at_once(connection: sqlite3.Connection, jobs: Sequence[Sequence[Statement]]) -> list[Answer | Exception]:
    """The next rows of many tables as one statement, which is a transaction by itself: after every call the thread has
    to wait for the interpreter. Nothing is done, and answered, if one of the jobs is another one or is refused."""
    if not all(len(job) == 1 and job[0][0].startswith(APPEND) for job in jobs):
        return []
    values = [value for job in jobs for value in job[0][1]]
    more = len(values) // APPEND.count("?") - 1
    if more > MOST_ROWS:
        return []
    try:
        connection.execute(APPEND + more * APPEND_MORE, values)
    except sqlite3.IntegrityError:
        return []
    return [[[]] for _ in jobs]


def commit_once(connection: sqlite3.Connection, jobs: Sequence[Sequence[Statement]]) -> list[Answer | Exception]:
    """Each job by itself, all in one transaction; a single statement is one already, and sooner done."""
    if len(jobs) == 1 and len(jobs[0]) == 1:
        return [carry_out(connection, jobs[0])]
    connection.execute("begin immediate" if any(map(is_writing, jobs)) else "begin")
    answers = [carry_out(connection, job) for job in jobs]
    connection.execute("commit")
    return answers


def carry_out(connection: sqlite3.Connection, statements: Sequence[Statement]) -> Answer | Exception:
    """One job inside the common transaction; a refused one leaves nothing behind and does not disturb the others."""
    several = len(statements) > 1
    if several:
        connection.execute("savepoint job")
    try:
        answer = [connection.execute(in_sqlite(sql), values).fetchall() for sql, values in statements]
    except sqlite3.IntegrityError as error:
        if several:
            connection.execute("rollback to job")
            connection.execute("release job")
        if error.sqlite_errorname == "SQLITE_CONSTRAINT_FOREIGNKEY":
            return UnknownTable(N_("There is no such table."))
        return Overtaken()
    if several:
        connection.execute("release job")
    return answer


def in_sqlite(sql: str) -> str:
    return sql.replace("{now}", WORDS["now"]) if "{now}" in sql else sql
