"""Sessions: which browsers hold an identity, and which of them were signed out.

A request costs no question to the store: a process holds the sessions that were ended (there are few) and hears from
the other processes of further ones. When somebody was last seen is written down once a day.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from purrlor.tables.store import Session
from purrlor.tables.store.rows import SESSION_SECONDS

if TYPE_CHECKING:
    from purrlor.tables.registry import TableRegistry

EVERYBODY = "-"  # where a word to the other processes is not about a table
DAY = 86400.0
NOTED = 50_000
BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("YaBrowser/", "Yandex"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("Chrome/", "Chrome"),
    ("CriOS/", "Chrome"),
    ("Safari/", "Safari"),
)
SYSTEMS = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("CrOS", "ChromeOS"),
    ("Mac OS", "macOS"),
    ("Linux", "Linux"),
)


class Sessions:
    def __init__(self, room: TableRegistry) -> None:
        self.room = room
        self.ended: set[str] = set()
        self.noted: dict[str, float] = {}  # when a session was last written down as seen
        self.on_end: Callable[[], None] = lambda: None  # screens of ended sessions are to be closed

    async def load(self) -> None:
        """Read which sessions were ended: at the start, and whenever a word of others may have been missed."""
        self.apply_rows(await self.room.store.ended_sessions(self.room.time() - SESSION_SECONDS))

    def apply_rows(self, ended: Iterable[str]) -> None:
        before = len(self.ended)
        self.ended.update(ended)
        if len(self.ended) > before:
            self.on_end()

    def saw(self, identity: str, session: str, user_agent: str) -> None:
        """Somebody came by: written down, at most once a day."""
        now = self.room.time()
        if now - self.noted.get(session, 0.0) < DAY:
            return
        if len(self.noted) >= NOTED:
            self.noted.clear()
        self.noted[session] = now
        self.room.spawn(self.room.store.note_session(Session(session, identity, device_of(user_agent), now, now)))

    async def of(self, identity: str) -> list[Session]:
        """The browsers that hold this identity, the latest seen first."""
        return await self.room.store.sessions_of(identity)

    async def end(self, identity: str, session: str | None = None) -> int:
        """Sign one browser of this identity out, or all of them; how many there were."""
        ended = await self.room.store.end_sessions(identity, session, self.room.time())
        self.apply_rows(ended)
        if self.room.store.is_shared:
            for each in ended:
                await self.room.store.publish(EVERYBODY, f"out {each}")
        return len(ended)


def new_session() -> str:
    return secrets.token_urlsafe(9)


def device_of(user_agent: str) -> str:
    """What a person knows the browser by: "Firefox · Linux"; "" if it does not say."""
    named = [next((name for mark, name in marks if mark in user_agent), "") for marks in (BROWSERS, SYSTEMS)]
    return " · ".join(filter(None, named))
