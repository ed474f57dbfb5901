"""What lets somebody in without a cookie: personal links (used once), short codes, API tokens; only hashes of them."""

from __future__ import annotations

from purrlor.tables.store.engine import SqlRow
from purrlor.tables.store.rows import Link


class Grants:
    """A part of `SqlStore`; see `store.Store` for what each method does."""

    async def ask(self, sql: str, *values: object) -> list[SqlRow]:
        raise NotImplementedError

    async def add_link(self, token_hash: bytes, link: Link) -> None:
        await self.add_grant("link", token_hash, link)

    async def link(self, token_hash: bytes, since: float = 0.0) -> Link | None:
        found = await self.ask(
            "select identity, table_id, seat, created from grants"
            " where hash = ? and kind = 'link' and used is null and created >= ?",
            token_hash,
            since,
        )
        return Link(*found[0]) if found else None

    async def use_link(self, token_hash: bytes, at: float, since: float = 0.0) -> Link | None:
        found = await self.ask(
            "update grants set used = ? where hash = ? and kind = 'link' and used is null and created >= ?"
            " returning identity, table_id, seat, created",
            at,
            token_hash,
            since,
        )
        return Link(*found[0]) if found else None

    async def revoke_links(self, table_id: str, identity: str, seat: int) -> int:
        return await self.revoke("link", table_id, identity, seat)

    async def add_code(self, code_hash: bytes, table_id: str, at: float) -> None:
        await self.ask(
            "insert into grants (hash, kind, identity, table_id, seat, created) values (?, 'code', '', ?, -1, ?)"
            " on conflict (hash) do nothing",
            code_hash,
            table_id,
            at,
        )

    async def code(self, code_hash: bytes, since: float) -> str | None:
        found = await self.ask(
            "select table_id from grants where hash = ? and kind = 'code' and created >= ?", code_hash, since
        )
        return found[0][0] if found else None

    async def add_token(self, token_hash: bytes, link: Link) -> None:
        await self.add_grant("token", token_hash, link)

    async def token(self, token_hash: bytes) -> Link | None:
        found = await self.ask(
            "select identity, table_id, seat, created, used is not null from grants where hash = ? and kind = 'token'",
            token_hash,
        )
        if not found:
            return None
        identity, table_id, seat, created, dead = found[0]
        return Link(identity, table_id, seat, created, bool(dead))

    async def revoke_tokens(self, table_id: str, identity: str, seat: int) -> int:
        return await self.revoke("token", table_id, identity, seat)

    async def add_grant(self, kind: str, token_hash: bytes, link: Link) -> None:
        await self.ask(
            "insert into grants (hash, kind, identity, table_id, seat, created) values (?, ?, ?, ?, ?, ?)",
            token_hash,
            kind,
            link.identity,
            link.table_id,
            link.seat,
            link.created,
        )

    async def revoke(self, kind: str, table_id: str, identity: str, seat: int) -> int:
        found = await self.ask(
            "delete from grants where kind = ? and table_id = ? and identity = ? and seat = ? and used is null"
            " returning seat",
            kind,
            table_id,
            identity,
            seat,
        )
        return len(found)
