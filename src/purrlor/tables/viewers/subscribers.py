"""Those who look at a table. A viewer who lags gets the latest version only, never a queue."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import NamedTuple

from purrlor.core.language import N_
from purrlor.core.seats import WATCHER

REACTIONS = {
    "purr": N_("purr"),
    "meow": N_("meow"),
    "hiss": N_("hiss"),
    "nap": N_("nap"),
    "yawn": N_("yawn"),
    "pounce": N_("pounce"),
    "love": N_("love"),
    "sulk": N_("sulk"),
}

PHRASES = {  # said in words: short, kind, and in every language its own
    "your-move": N_("Your move!"),
    "hurry": N_("Come on, hurry up!"),
    "one-moment": N_("Hang on, thinking…"),
    "well-played": N_("Well played"),
    "wow": N_("Look at you!"),
    "lucky": N_("Lucky!"),
    "oops": N_("Oops"),
    "not-again": N_("Not again!"),
    "thanks": N_("Thank you!"),
    "sorry": N_("Sorry!"),
    "tea": N_("Getting some tea"),
    "once-more": N_("Once more?"),
}


class Audience(NamedTuple):
    """Who sees the same: one rendering serves them all."""

    seat: int  # or WATCHER
    language: str


class Reaction(NamedTuple):
    """A cat's word beside a player's face; it is not stored."""

    seat: int
    kind: str


class Update(NamedTuple):
    """What woke a viewer: the latest version, whether the board is another, and reactions since the last news."""

    version: int
    changed: bool
    reactions: tuple[Reaction, ...]


class Subscriber:
    """One open screen: `async for update in viewer`. The first news comes at once; it ends when the server does."""

    __slots__ = ("delivered", "identity", "latest", "reactions", "waiter", "watches")

    def __init__(self, audience: Audience, identity: str, version: int) -> None:
        self.watches, self.identity = audience.seat == WATCHER, identity
        self.latest: int | None = version  # None: no more news
        self.delivered = -1
        self.reactions: list[Reaction] = []
        self.waiter: asyncio.Future[None] | None = None

    def __aiter__(self) -> AsyncIterator[Update]:
        return self

    async def __anext__(self) -> Update:
        while self.latest == self.delivered and not self.reactions:
            self.waiter = asyncio.get_running_loop().create_future()
            try:
                await self.waiter
            finally:
                self.waiter = None
        if self.latest is None:
            raise StopAsyncIteration
        update = Update(self.latest, self.latest != self.delivered, tuple(self.reactions))
        self.delivered = self.latest
        self.reactions.clear()
        return update

    def wake(self, version: int | None) -> None:
        self.latest = version
        self.notify()

    def react(self, reaction: Reaction) -> None:
        if len(self.reactions) < 16:
            self.reactions.append(reaction)
            self.notify()

    def notify(self) -> None:
        if self.waiter is not None and not self.waiter.done():
            self.waiter.set_result(None)
