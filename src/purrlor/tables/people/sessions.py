"""Sessions: which browsers hold an identity, and which of them were signed out.

A request costs no question to the store: a process holds the sessions that were ended (there are few) and hears from
the other processes of further ones. When somebody was last seen is written down once a day.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable

from purrlor.core.cache import Cache
from purrlor.tables.processes.background import BackgroundTasks
from purrlor.tables.store import Session, Store
from purrlor.tables.store.rows import SESSION_SECONDS

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
    def __init__(self, store: Store, time: Callable[[], float], background: BackgroundTasks) -> None:
        self.store, self.time, self.background = store, time, background
        self.ended: set[str] = set()
        self.noted: Cache[str, float] = Cache(NOTED)  # when a session was last written down as seen
        self.on_end: Callable[[], None] = lambda: None  # screens of ended sessions are to be closed

    async def load(self) -> None:
        """Read which sessions were ended: at the start, and whenever a word of others may have been missed."""
        self.apply_ended(await self.store.ended_sessions(self.time() - SESSION_SECONDS))

    def apply_ended(self, ended: Iterable[str]) -> None:
        before = len(self.ended)
        self.ended.update(ended)
        if len(self.ended) > before:
            self.on_end()

    def saw(self, identity: str, session: str, user_agent: str) -> None:
        """Somebody came by: written down, at most once a day."""
        now = self.time()
        if now - (self.noted.get(session) or 0.0) < DAY:
            return
        self.noted.put(session, now)
        self.background.spawn(self.store.note_session(Session(session, identity, device_of(user_agent), now, now)))

    async def of(self, identity: str) -> list[Session]:
        """The browsers that hold this identity, the latest seen first."""
        return await self.store.sessions_of(identity)

    async def end(self, identity: str, session: str | None = None) -> int:
        """Sign one browser of this identity out, or all of them; how many there were."""
        ended = await self.store.end_sessions(identity, session, self.time())
        self.apply_ended(ended)
        if self.store.is_shared:
            for each in ended:
                await self.store.send_to_peers(EVERYBODY, f"out {each}")
        return len(ended)


def new_session() -> str:
    return secrets.token_urlsafe(9)


def device_of(user_agent: str) -> str:
    """What a person knows the browser by: "Firefox · Linux"; "" if it does not say."""
    named = [next((name for mark, name in marks if mark in user_agent), "") for marks in (BROWSERS, SYSTEMS)]
    return " · ".join(filter(None, named))
