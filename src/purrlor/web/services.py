"""Everything a request may need, in one place."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field

from starlette.requests import HTTPConnection
from starlette.websockets import WebSocket, WebSocketDisconnect

from purrlor.bots.processes.workers import Pool
from purrlor.core.cache import Cache
from purrlor.core.language import N_
from purrlor.tables.errors import UnknownIdentity
from purrlor.tables.history.live_chances import LiveChances
from purrlor.tables.history.review_jobs import Reviews
from purrlor.tables.people.identities import Identities
from purrlor.tables.people.sessions import new_session
from purrlor.tables.store import Identity
from purrlor.tables.tables import Tables
from purrlor.web.cookies import Signer
from purrlor.web.live.frames import FrameCache
from purrlor.web.rate_limits import OpenTables, RateLimits
from purrlor.web.rendering.templating import Templates
from purrlor.web.request_context import RequestContext
from purrlor.web.server import metrics
from purrlor.web.server.loop_lag import LoopLag
from purrlor.web.server.settings import Settings

KNOWN = 50_000
GUEST = N_("Guest")  # who has no name yet


@dataclass
class Services:
    settings: Settings
    signer: Signer
    limits: RateLimits
    templates: Templates
    tables: Tables = field(init=False)  # from the start of the server on
    pool: Pool | None = None  # processes that think for tigers
    reviews: Reviews = field(default_factory=lambda: Reviews(None))  # with a search from the start of the server on
    chances: LiveChances = field(default_factory=lambda: LiveChances(None))  # for watchers
    is_closed: bool = False
    openings: OpenTables = field(init=False)
    frames: FrameCache = field(init=False)
    loop_lag: LoopLag = field(default_factory=LoopLag)
    screens: dict[WebSocket, float] = field(default_factory=dict)  # open ones, and when each last heard something
    known: Cache[str, bool] = field(default_factory=lambda: Cache(KNOWN))  # identities that the store has

    def __post_init__(self) -> None:
        self.openings = OpenTables(self.settings.open_tables)
        self.frames = FrameCache(self.templates)

    @property
    def identities(self) -> Identities:
        return self.tables.identities

    async def close(self) -> None:
        """End every screen and every thought; nothing is lost."""
        if not self.is_closed:
            self.is_closed = True
            await self.tables.stop()

    def show_figures(self) -> None:
        """For /metrics and, whether there are tigers, for pages."""
        metrics.LOOP_LATE.set(self.loop_lag.seconds)
        metrics.show_tables(self.tables.numbers())
        pool = self.pool
        self.templates.has_tigers = pool is not None and pool.has_tigers()
        metrics.show_tigers(*((pool.ready_games(), pool.fallbacks, pool.died) if pool is not None else (0, 0, 0)))

    async def person(self, context: RequestContext) -> str:
        """The visitor's identity. It is made when somebody first does something, not when they first look."""
        if context.identity is None or not await self.is_known(context.identity):
            made = await self.identities.create("", context.language)
            context.identity, context.session, context.fresh = made.id, new_session(), True
        self.known.put(context.identity, True)
        return context.identity

    async def is_known(self, identity: str) -> bool:
        """A visitor whom the store has forgotten becomes a new identity."""
        return identity in self.known or await self.tables.store.identity(identity) is not None

    def check_openings(self, context: RequestContext) -> None:
        """TooManyTables if this address has opened more tables than it has finished, by far."""
        if self.settings.rate:
            self.openings.check(context.address, self.tables.time(), self.is_over)

    def is_over(self, table_id: str) -> bool:
        found = self.tables.registry.tables.get(table_id)
        return found is not None and found.stage == "finished"

    def close_screens(self) -> None:
        """Screens of browsers that were signed out are closed at once."""
        ended = self.tables.sessions.ended
        for socket in [socket for socket in self.screens if socket.scope["context"].session in ended]:
            self.tables.background.spawn(close_screen(socket))

    async def name_of(self, context: RequestContext) -> str:
        """What the visitor called themselves last; "" if never."""
        found = await self.known_person(context)
        return found.name if found is not None else ""

    async def look_of(self, context: RequestContext) -> str:
        """The cat the visitor chose; "" if none."""
        found = await self.known_person(context)
        return found.look if found is not None else ""

    async def known_person(self, context: RequestContext) -> Identity | None:
        if context.identity is None:
            return None
        try:
            return await self.identities.get(context.identity)
        except UnknownIdentity:
            return None


async def close_screen(socket: WebSocket) -> None:
    with suppress(RuntimeError, WebSocketDisconnect):  # it has just gone by itself
        await socket.close(1008)


def services_of(connection: HTTPConnection) -> Services:
    found: object = connection.scope["services"]
    assert isinstance(found, Services)
    return found
