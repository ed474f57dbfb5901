"""Whether this process has more to do than it can: its event loop comes late again and again, by its own work."""

from __future__ import annotations

import asyncio
import time

CHECK = 0.25  # seconds between two looks
LATE = 0.3  # seconds by which a look is late when people notice
BUSY = 0.4  # of the time: less than that, and it is the machine that is slow; to refuse tables would not help
IN_A_ROW = 3  # late looks that are more than an accident
CALM = 5.0  # seconds after the last of them until it is over


class LoopLag:
    """`run` looks as long as the server lives; `is_overloaded` is asked before something new begins."""

    def __init__(self) -> None:
        self.seconds = 0.0  # how late the last look was
        self.late_looks = 0
        self.overloaded_until = 0.0

    def note(self, late: float, busy: float, now: float) -> None:
        self.seconds = late
        self.late_looks = self.late_looks + 1 if late > LATE and busy > BUSY else 0
        if self.late_looks >= IN_A_ROW:
            self.overloaded_until = now + CALM

    def is_overloaded(self, now: float | None = None) -> bool:
        return (time.monotonic() if now is None else now) < self.overloaded_until

    async def run(self) -> None:
        began, worked = time.monotonic(), time.thread_time()
        while True:
            await asyncio.sleep(CHECK)
            now, work = time.monotonic(), time.thread_time()
            self.note(now - began - CHECK, (work - worked) / (now - began), now)
            began, worked = now, work
