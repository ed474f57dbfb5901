"""Collecting garbage when nobody waits.

Playing leaves no cyclic garbage (a test counts it); screens that come and go leave a little, and so do tables that
leave memory. Python would look for it again and again among all that a thousand tables hold, and everybody would wait
for tens of milliseconds each time. So it is told not to, and asked when it is quiet.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable

LOOK_ROUND = 5.0  # seconds
FEW = 5  # decisions in that time: it is quiet
SELDOM, AT_LAST = 600.0, 3600.0  # seconds between two times, when it is quiet and when it is not


async def keep_tidy(decisions: Callable[[], int], clock: Callable[[], float]) -> None:
    """As long as the process lives; `decisions` counts all so far."""
    gc.disable()
    last, before = clock(), decisions()
    while True:
        await asyncio.sleep(LOOK_ROUND)
        now, count = clock(), decisions()
        if now - last > (SELDOM if count - before < FEW else AT_LAST):
            gc.collect()
            last = clock()
        before = count
