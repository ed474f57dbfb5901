"""What moves a table goes on by itself after something went wrong: it says so in the log and waits a moment."""

from __future__ import annotations

import asyncio
import logging

from purrlor.tables.errors import StoreError

RETRY = 1.0  # seconds until it is tried again
logger = logging.getLogger("purrlor.tables")


async def wait_after(error: Exception, who: str) -> None:
    """`error` is being handled: a store that does not answer is expected now and then, anything else is a fault."""
    if isinstance(error, StoreError):
        logger.warning("%s waits for the store: %s", who, error)
    else:
        logger.error("%s stumbled", who, exc_info=error)
    await asyncio.sleep(RETRY)
