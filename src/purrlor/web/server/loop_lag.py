"""Whether this process has more to do than it can: its event loop comes late, or its watchers wait, again and again."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

CHECK = 0.25  # seconds between two looks
LATE = 0.15  # seconds by which a look is late when people notice
WAITED = 1.0  # seconds that watchers have waited for players to be served
BUSY = 0.2  # of the time: less than that, and this process is not what there is too much of
IN_A_ROW = 3  # late looks that are more than an accident
CALM = 5.0  # seconds after the last of them until it is over


class LoopLag:
    """`run` looks as long as the server lives; `is_overloaded` is asked before something new begins."""

    def __init__(self) -> None:
        self.seconds = 0.0  # how late the last look was
        self.late_checks = 0
        self.overloaded_until = 0.0

    def note(self, late: float, waited: float, busy: float, now: float) -> None:
        """A look was so late, watchers have waited so long, and so much of the time since the last look was worked."""
        self.seconds = late
        is_late = late > LATE or waited > WAITED
        self.late_checks = self.late_checks + 1 if is_late and busy > BUSY else 0
        if self.late_checks >= IN_A_ROW:
            self.overloaded_until = now + CALM

    def is_overloaded(self, now: float | None = None) -> bool:
        return (time.monotonic() if now is None else now) < self.overloaded_until

    async def run(self, waited: Callable[[], float]) -> None:
        began, worked = time.monotonic(), time.thread_time()
        while True:
            await asyncio.sleep(CHECK)
            now, work = time.monotonic(), time.thread_time()
            self.note(now - began - CHECK, waited(), (work - worked) / (now - began), now)
            began, worked = now, work
