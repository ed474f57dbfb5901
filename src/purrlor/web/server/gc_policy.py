"""Collecting garbage when nobody waits, or when there is too much of it.

Playing leaves no cyclic garbage, and neither do pages and refusals (tests count it); connections that come and go leave
a little, and so do tables that leave memory. Python would look for it again and again among all that a thousand tables
hold, and everybody would wait for tens of milliseconds each time. So it is told not to, and asked when it is quiet; or
at once when so much has piled up that somebody may be at work who wants the memory to run out.
"""

from __future__ import annotations

import asyncio
import gc
import os
from collections.abc import Callable
from pathlib import Path

CHECK_EVERY = 5.0  # seconds
QUIET_DECISIONS = 5  # decisions in that time: it is quiet
QUIET_INTERVAL, BUSY_INTERVAL = 600.0, 3600.0  # seconds between two times, when it is quiet and when it is not
MANY = 100_000  # objects more than after the last time: some 15 MB if all of them are garbage
MUCH = 64 * 1024 * 1024  # bytes of memory more than after the last time
STATM = Path("/proc/self/statm")


def new_objects() -> int:
    """Objects that may be part of a cycle, made and not freed since the last collection."""
    return gc.get_count()[0]


def resident_bytes() -> int:
    """The memory of this process; 0 where the system does not say."""
    try:
        return int(STATM.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError, AttributeError):
        return 0


async def run_gc_policy(
    decisions: Callable[[], int],
    clock: Callable[[], float],
    objects: Callable[[], int] = new_objects,
    memory: Callable[[], int] = resident_bytes,
) -> None:
    """As long as the process lives; `decisions` counts all so far."""
    gc.disable()
    last, before, used = clock(), decisions(), memory()
    while True:
        await asyncio.sleep(CHECK_EVERY)
        now, count = clock(), decisions()
        is_due = now - last > (QUIET_INTERVAL if count - before < QUIET_DECISIONS else BUSY_INTERVAL)
        if is_due or objects() > MANY or memory() > used + MUCH:
            gc.collect()
            last, used = clock(), memory()
        before = count
