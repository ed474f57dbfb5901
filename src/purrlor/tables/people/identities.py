"""Identities, personal links and tokens. What is handed out is random; only hashes of it are kept."""

from __future__ import annotations

import hashlib
import secrets
from typing import TypeVar

from purrlor.core.language import N_
from purrlor.tables.commands import lobby
from purrlor.tables.errors import BadLink, NotYourSeat, UnknownIdentity
from purrlor.tables.registry import TableRegistry
from purrlor.tables.seats import clean_look, clean_name
from purrlor.tables.store import Identity, Link, Result, Store, TableLine
from purrlor.tables.viewers.rights import NOT_YOURS_NOW, owns

LINK_SECONDS = 15 * 60.0  # a link to continue elsewhere is for now, not for a drawer
USED_LINK = N_("This link was used or revoked, or it is too old: ask for a new one.")
T = TypeVar("T")


class Identities:
    """Who somebody is, and how they prove that a seat is theirs."""

    def __init__(self, store: Store, registry: TableRegistry) -> None:
        self.store, self.registry = store, registry

    async def create(self, name: str, language: str) -> Identity:
        """Somebody new: 128 random bits."""
        made = Identity(secrets.token_urlsafe(16), clean_name(name) if name else "", language, self.registry.time())
        await self.store.add_identity(made)
        return made

    async def get(self, identity_id: str) -> Identity:
        found = await self.store.identity(identity_id)
        if found is None:
            raise UnknownIdentity(N_("We do not know you any more: choose a name again."))
        return found

    async def change(
        self, identity_id: str, *, name: str | None = None, language: str | None = None, look: str | None = None
    ) -> None:
        """What is None stays."""
        await self.store.change_identity(
            identity_id,
            name=None if name is None else clean_name(name),
            language=language,
            look=None if look is None else clean_look(look),
        )

    async def tables_of(self, identity: str) -> list[TableLine]:
        """Where somebody sits or sat, the newest first."""
        return await self.store.tables_of(identity)

    async def results_of(self, identity: str) -> list[Result]:
        """Somebody's results, the oldest first; `results.statistics_of` makes the numbers people like from them."""
        return await self.store.results_of(identity)

    async def make_link(self, table_id: str, identity: str, seat: int) -> str:
        """A personal link's token for a seat of one's own: 128 bits, works once, replaces an earlier one."""
        table, token = await self.registry.get(table_id), secrets.token_urlsafe(16)
        async with table.lock:  # the seat cannot change hands meanwhile
            lobby.own_seat(table, identity, seat)
            await self.store.revoke_links(table_id, identity, seat)
            await self.store.add_link(hash_of(token), Link(identity, table_id, seat, self.registry.time()))
        return token

    async def link(self, token: str) -> Link:
        """What a link stands for, without using it up; BadLink if nothing."""
        return require_link(await self.store.link(hash_of(token), self.registry.time() - LINK_SECONDS))

    async def use_link(self, token: str) -> Link:
        """Exchange a link for the seat it stands for, once and within minutes; BadLink after that, or if the seat has
        changed hands."""
        link = require_link(
            await self.store.use_link(hash_of(token), self.registry.time(), self.registry.time() - LINK_SECONDS)
        )
        if not owns(await self.registry.get(link.table_id), link.identity, (link.seat,)):
            raise BadLink(USED_LINK)
        return link

    async def revoke_links(self, table_id: str, identity: str, seat: int) -> int:
        return await self.store.revoke_links(table_id, identity, seat)

    async def make_identity_link(self, identity: str) -> str:
        """A token that brings a whole identity to another browser: once, within minutes; it replaces an earlier one."""
        token = secrets.token_urlsafe(16)
        await self.store.add_identity_link(hash_of(token), identity, self.registry.time())
        return token

    async def identity_link(self, token: str) -> Identity:
        """Whom such a token stands for, without using it up; BadLink if nobody."""
        found = await self.store.identity_link(hash_of(token), self.registry.time() - LINK_SECONDS)
        return await self.get(require_link(found))

    async def use_identity_link(self, token: str) -> Identity:
        now = self.registry.time()
        return await self.get(require_link(await self.store.use_identity_link(hash_of(token), now, now - LINK_SECONDS)))

    async def make_token(self, table_id: str, identity: str, seat: int) -> str:
        """A token for programs, good for one seat until it is revoked or the seat changes hands."""
        table, token = await self.registry.get(table_id), secrets.token_urlsafe(16)
        async with table.lock:
            lobby.own_seat(table, identity, seat)
            await self.store.add_token(hash_of(token), Link(identity, table_id, seat, self.registry.time()))
        return token

    async def token(self, token: str) -> Link:
        """What a token stands for; BadLink if there is none such, NotYourSeat if its seat has changed hands."""
        link = await self.store.token(hash_of(token))
        if link is None:
            raise BadLink(N_("This token is not good, or not any more."))
        if link.dead:
            raise NotYourSeat(NOT_YOURS_NOW)
        return link

    async def revoke_tokens(self, table_id: str, identity: str, seat: int) -> int:
        return await self.store.revoke_tokens(table_id, identity, seat)


def require_link(found: T | None) -> T:
    if found is None:
        raise BadLink(USED_LINK)
    return found


def hash_of(token: str) -> bytes:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()
