"""Who has the table open just now, here and in other processes, and since when the others are gone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

GRACE = 12.0  # seconds a page may take to load, with all its pictures, before somebody counts as away


class Presence:
    """By identity, for one table. Nobody is away before it was in memory: after a restart people need a moment."""

    __slots__ = ("elsewhere", "here", "last_seen", "since", "time")

    def __init__(self, time: Callable[[], float]) -> None:
        self.time = time
        self.since = time()
        self.here: Counter[str] = Counter()
        self.elsewhere: dict[str, set[str]] = {}  # by process
        self.last_seen: dict[str, float] = {}

    def arrive(self, identity: str) -> bool:
        """One more open screen; True if it is the first."""
        self.here[identity] += 1
        return self.here[identity] == 1

    def depart(self, identity: str) -> bool:
        """One screen less; True if it was the last."""
        self.last_seen[identity] = self.time()
        self.here[identity] -= 1
        if self.here[identity] > 0:
            return False
        del self.here[identity]
        return True

    def check_in(self, identity: str) -> None:
        self.last_seen[identity] = self.time()

    def note_remote(self, server: str, identity: str, is_here: bool) -> None:
        """What another process says."""
        there = self.elsewhere.setdefault(server, set())
        if is_here:
            there.add(identity)
        else:
            there.discard(identity)
            self.last_seen[identity] = self.time()

    def drop_dead_servers(self, living: set[str]) -> bool:
        """Drop what processes said that have died; True if that changed anything."""
        dead = [server for server in self.elsewhere if server not in living]
        gone = [identity for server in dead for identity in self.elsewhere.pop(server)]
        for identity in gone:
            self.last_seen[identity] = self.time()
        return bool(gone)

    def is_connected(self, identity: str) -> bool:
        return identity in self.here or any(identity in there for there in self.elsewhere.values())

    def away_since(self, identity: str) -> float | None:
        """Since when nobody of this identity has the table open; None: somebody has."""
        if self.is_connected(identity):
            return None
        return max(self.since, self.last_seen.get(identity, 0.0))

    def is_here(self, identity: str) -> bool:
        since = self.away_since(identity)
        return since is None or self.time() - since < GRACE
