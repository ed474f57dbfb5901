"""Whether the file under a running SQLite store is still whole.

The connection that serves answers from its cache, so it may not meet damage for days. Another connection reads the file
itself. The file must never be opened in any other way: closing it would drop SQLite's locks on it.
"""

from __future__ import annotations

import os
import sqlite3
import time
from pathlib import Path

EVERY = 30.0  # seconds between two readings of the file
SHARE = 50  # and so many times as long as a reading took: 2 % of the time at most


class FileCheck:
    def __init__(self, path: str) -> None:
        self.path = Path(path).absolute()
        self.identity = self.find()
        self.due_at = 0.0
        self.connection: sqlite3.Connection | None = None

    def find(self) -> tuple[int, int] | None:
        try:
            facts = os.stat(self.path)
        except FileNotFoundError:
            return None
        return facts.st_dev, facts.st_ino

    def is_due(self) -> bool:
        return time.monotonic() >= self.due_at

    def replaced(self) -> str:
        """Why what the server writes does not reach the file of this name; "" if it does."""
        if self.find() == self.identity:
            return ""
        return f"{self.path} was removed or replaced while the server ran"

    def read(self) -> str:
        """What is wrong with the pages of the file; "" if nothing is. In a thread: a large file takes seconds."""
        began = time.monotonic()
        try:
            self.connection = sqlite3.connect(
                f"{self.path.as_uri()}?mode=ro", uri=True, timeout=10.0, check_same_thread=False
            )
            try:
                found = self.connection.execute("pragma quick_check(1)").fetchone()[0]
            finally:
                self.connection.close()
        except sqlite3.DatabaseError as error:
            is_damage = error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
            found = str(error) if is_damage else "ok"  # busy, interrupted: nothing is known, so nothing is said
        finally:
            self.connection = None
            took = time.monotonic() - began
            self.due_at = time.monotonic() + max(EVERY, SHARE * took)
        return "" if found == "ok" else " ".join(found.split())

    def interrupt(self) -> None:
        connection = self.connection
        if connection is not None:
            connection.interrupt()
