"""A bounded memory of things made once. What is asked for again stays; the rest goes, never all of it at once."""

from __future__ import annotations

from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Cache(Generic[K, V]):
    """Two halves: when the younger is full it becomes the older, and the older is forgotten.

    For a pure function of its arguments use `functools.lru_cache`; this is for what has to be put in, looked for or
    dropped by hand.
    """

    __slots__ = ("half", "older", "younger")

    def __init__(self, size: int) -> None:
        self.half = max(1, size // 2)
        self.younger: dict[K, V] = {}
        self.older: dict[K, V] = {}

    def __len__(self) -> int:
        return len(self.younger.keys() | self.older.keys())

    def __contains__(self, key: K) -> bool:
        return key in self.younger or key in self.older

    def get(self, key: K) -> V | None:
        found = self.younger.get(key)
        if found is None:
            found = self.older.get(key)
            if found is not None:
                self.put(key, found)
        return found

    def put(self, key: K, value: V) -> None:
        if len(self.younger) >= self.half and key not in self.younger:
            self.older, self.younger = self.younger, {}
        self.younger[key] = value

    def drop(self, key: K) -> None:
        self.younger.pop(key, None)
        self.older.pop(key, None)
