"""An event loop whose time is a number: it jumps to the next timer as soon as nothing else is left to do.

The thread of the store is waited for in real time, for its answers belong to the moment they were asked in.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar
from unittest import mock

from purrlor.server.store.sqlite import Sqlite

T = TypeVar("T")


class VirtualLoop(asyncio.SelectorEventLoop):
    def __init__(self) -> None:
        super().__init__()
        self.now, self.outstanding = 0.0, 0
        self.select: Callable[[float | None], Any] = self._selector.select  # type: ignore[attr-defined]
        self._selector.select = self.wait  # type: ignore[attr-defined]

    def time(self) -> float:
        return self.now

    def wait(self, timeout: float | None) -> Any:
        if timeout is None or self.outstanding:
            return self.select(0 if timeout is not None and timeout <= 0 else None)
        found = self.select(0)
        if not found and timeout > 0:
            self.now += timeout
        return found


@contextmanager
def waiting_for_the_store() -> Iterator[None]:
    """Every loop knows how many batches the store's thread has."""
    give, settle = Sqlite.give, Sqlite.settle

    def given(engine: Sqlite) -> None:
        engine.loop.outstanding += 1  # type: ignore[attr-defined]
        give(engine)

    def settled(engine: Sqlite, *told: Any) -> None:
        engine.loop.outstanding -= 1  # type: ignore[attr-defined]
        settle(engine, *told)

    with mock.patch.object(Sqlite, "give", given), mock.patch.object(Sqlite, "settle", settled):
        yield


def run(work: Coroutine[Any, Any, T]) -> T:
    with waiting_for_the_store(), asyncio.Runner(loop_factory=VirtualLoop) as runner:
        return runner.run(work)
