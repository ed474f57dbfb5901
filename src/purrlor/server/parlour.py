"""Everything a request may need, in one place."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from starlette.requests import HTTPConnection
from starlette.websockets import WebSocket

from purrlor.server.errors import UnknownIdentity
from purrlor.server.identity import Signer
from purrlor.server.limits import Limits
from purrlor.server.pages import Pages
from purrlor.server.settings import Settings
from purrlor.server.tables import Tables
from purrlor.server.visit import Visit

KNOWN = 50_000


@dataclass
class Parlour:
    settings: Settings
    signer: Signer
    limits: Limits
    pages: Pages
    tables: Tables = field(init=False)  # from the start of the server on
    is_closed: bool = False
    screens: dict[WebSocket, float] = field(default_factory=dict)  # open ones, and when each last heard something
    known: dict[str, None] = field(default_factory=dict)  # identities the store was asked about

    async def close(self) -> None:
        """End every screen and every thought; nothing is lost."""
        if not self.is_closed:
            self.is_closed = True
            await self.tables.stop()

    async def person(self, visit: Visit) -> str:
        """The visitor's identity. It is made when somebody first does something, not when they first look."""
        if visit.identity is None:
            made = await self.tables.make_identity("", visit.language)
            visit.identity, visit.fresh = made.id, True
        elif visit.identity not in self.known:
            await self.tables.identity(visit.identity)
        self.known[visit.identity] = None
        if len(self.known) > KNOWN:
            self.known.pop(next(iter(self.known)))
        return visit.identity

    async def name_of(self, visit: Visit) -> str:
        """What the visitor called themselves last; "" if never."""
        if visit.identity is None:
            return ""
        try:
            return (await self.tables.identity(visit.identity)).name
        except UnknownIdentity:
            return ""


def parlour(connection: HTTPConnection) -> Parlour:
    found: Any = connection.scope["parlour"]
    assert isinstance(found, Parlour)
    return found
