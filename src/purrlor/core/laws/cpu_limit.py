"""A limit on processor time, so that a loop of a game that never ends is found and named."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager


class OutOfTime(Exception):
    """What was to come back long ago has not."""


@contextmanager
def limited_cpu(seconds: float) -> Iterator[None]:
    """OutOfTime where this takes more processor time; no limit where the system or the thread has no such timer."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def ring(number: int, frame: object) -> None:
        raise OutOfTime(f"{seconds:g} seconds of the processor were not enough")

    before = signal.signal(signal.SIGVTALRM, ring)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
