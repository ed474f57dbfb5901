"""The store's questions and statements, the same for both databases."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import astuple

from purrlor.core.language import N_
from purrlor.tables.errors import StoreError
from purrlor.tables.store.after_match import AfterMatch
from purrlor.tables.store.engine import Engine, Heard, SqlRow, Statement
from purrlor.tables.store.grants import Grants
from purrlor.tables.store.rows import SESSION_SECONDS, Identity, Result, Row, Session, TableFacts, TableLine

FACTS = "id, game, host, created, secret, watch_key, series, number, previous, finished"
RESULT = "table_id, seat, identity, name, game, series, chair, score, won, scores, winners, at"
KEEP_RESULT = f"insert into results ({RESULT}) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
LIVING = "(select id from servers where until > {now})"
APPEND = "insert into log (table_id, n, kind, seat, action, at, note) values (?, ?, ?, ?, ?, ?, ?)"
END_GRANTS = "update grants set used = ? where table_id = ? and seat = ? and identity = ? and used is null"
APPEND_MORE = ", (?, ?, ?, ?, ?, ?, ?)"


class SqlStore(AfterMatch, Grants):
    """See `store.Store` for what each method does."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.is_shared = engine.is_shared
        self.server = engine.server

    async def close(self) -> None:
        await self.engine.close()

    async def check(self) -> None:
        await self.engine.check_file()
        if self.engine.damage:
            raise StoreError(N_("The store is damaged: {why}."), why=self.engine.damage)
        stamp = int(time.time())
        written, read = await self.engine.transact(
            (
                "insert into meta (name, value) values ('checked', ?)"
                " on conflict (name) do update set value = excluded.value returning value",
                (stamp,),
            ),
            ("select count(*) from tables where id = ''", ()),
        )
        if written != [(stamp,)] or read != [(0,)]:
            raise StoreError(N_("The store does not keep what is written to it."))

    @property
    def failures(self) -> int:
        return self.engine.failures

    async def ask(self, sql: str, *values: object) -> list[SqlRow]:
        return (await self.engine.transact((sql, values)))[0]

    async def transact(self, *statements: Statement) -> list[list[SqlRow]]:
        return await self.engine.transact(*statements)

    # tables and their log
    async def create(
        self, facts: TableFacts, rows: Sequence[Row], seated: Sequence[str] = (), after: tuple[str, Row] | None = None
    ) -> None:
        statements: list[Statement] = [
            (
                f"insert into tables ({FACTS}) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    facts.id, facts.game, facts.host, facts.created, facts.secret, facts.watch_key, facts.series,
                    facts.number, facts.previous, facts.finished,
                ),
            ),
            appending(facts.id, rows),
            *sitting(facts.id, seated),
        ]  # fmt: skip
        if after is not None:
            statements.append(appending(after[0], [after[1]]))
        try:
            await self.engine.transact(*statements)
        finally:
            if after is not None:
                self.engine.announce_row(after[0], after[1].n)

    async def append(
        self,
        table_id: str,
        rows: Sequence[Row],
        seated: Sequence[str] = (),
        results: Sequence[Result] | None = None,
        lost: Sequence[tuple[int, str]] = (),
    ) -> None:
        statements = [appending(table_id, rows), *sitting(table_id, seated)]
        statements += [(END_GRANTS, (rows[-1].at, table_id, seat, identity)) for seat, identity in lost]
        if results is not None:
            statements.append(("update tables set finished = ? where id = ?", (rows[-1].at, table_id)))
            statements += [(KEEP_RESULT, values_of(result)) for result in results]
            statements.append(("delete from leases where table_id = ?", (table_id,)))
        try:
            await self.engine.transact(*statements)
        finally:  # also where nobody can say whether it was written: others read no more than there is
            self.engine.announce_row(table_id, rows[-1].n)

    async def facts(self, table_id: str) -> TableFacts | None:
        found = await self.ask(f"select {FACTS} from tables where id = ?", table_id)
        return TableFacts(*found[0]) if found else None

    async def rows(self, table_id: str, after: int = 0) -> list[Row]:
        found = await self.ask(
            "select n, kind, seat, action, at, note from log where table_id = ? and n > ? order by n", table_id, after
        )
        return [Row(*line) for line in found]

    async def watched(self, watch_key: str) -> str | None:
        found = await self.ask("select id from tables where watch_key = ?", watch_key)
        return str(found[0][0]) if found else None

    async def tables_of(self, identity: str, limit: int = 50) -> list[TableLine]:
        found = await self.ask(
            "select t.id, t.game, t.created, t.finished from sittings s join tables t on t.id = s.table_id"
            " where s.identity = ? order by t.created desc limit ?",
            identity,
            limit,
        )
        return [TableLine(*line) for line in found]

    async def forget_sitting(self, table_id: str, identity: str) -> None:
        await self.ask("delete from sittings where table_id = ? and identity = ?", table_id, identity)

    async def open_tables(self, host: str, since: float) -> int:
        found = await self.ask(
            "select count(*) from tables where host = ? and finished is null and created > ?", host, since
        )
        return int(found[0][0])

    async def clear(self, finished_before: float, abandoned_before: float, results_before: float = 0.0) -> int:
        cleared, *_ = await self.engine.transact(
            (
                "delete from tables where finished < ? or (finished is null and coalesce("
                "(select at from log where table_id = tables.id order by n desc limit 1), created) < ?) returning id",
                (finished_before, abandoned_before),
            ),
            ("delete from results where at < ?", (results_before,)),
            ("delete from habits where at < ?", (results_before,)),
            (
                "delete from identities where created < ?"
                " and not exists (select 1 from sittings where identity = identities.id)"
                " and not exists (select 1 from results where identity = identities.id)",
                (abandoned_before,),
            ),
            ("delete from identity_links where created < ?", (abandoned_before,)),
            # That a session was ended is kept as long as its cookie may live.
            (
                "delete from sessions where seen < ?"
                " and not exists (select 1 from identities where id = sessions.identity)"
                " and (ended is null or ended < ?)",
                (abandoned_before, abandoned_before - SESSION_SECONDS),
            ),
        )
        return len(cleared)

    # people
    async def add_identity(self, identity: Identity) -> None:
        await self.ask(
            "insert into identities (id, name, language, created, look) values (?, ?, ?, ?, ?)",
            identity.id,
            identity.name,
            identity.language,
            identity.created,
            identity.look,
        )

    async def identity(self, identity_id: str) -> Identity | None:
        found = await self.ask("select id, name, language, created, look from identities where id = ?", identity_id)
        return Identity(*found[0]) if found else None

    async def change_identity(
        self, identity_id: str, *, name: str | None = None, language: str | None = None, look: str | None = None
    ) -> None:
        await self.ask(
            "update identities set name = coalesce(?, name), language = coalesce(?, language),"
            " look = coalesce(?, look) where id = ?",
            name,
            language,
            look,
            identity_id,
        )

    async def results_of(self, identity: str, limit: int = 1000) -> list[Result]:
        found = await self.ask(
            f"select {RESULT} from results where identity = ? order by at desc limit ?", identity, limit
        )
        return [result_from(line) for line in reversed(found)]

    async def results_with(self, identity: str, limit: int = 1000) -> list[Result]:
        found = await self.ask(
            f"select {RESULT} from results where table_id in"
            " (select table_id from results where identity = ? order by at desc limit ?) order by at, seat",
            identity,
            limit,
        )
        return [result_from(line) for line in found]

    async def series(self, series: str) -> list[Result]:
        found = await self.ask(f"select {RESULT} from results where series = ? order by at, chair", series)
        return [result_from(line) for line in found]

    # the browsers of an identity
    async def note_session(self, session: Session) -> None:
        await self.ask(
            "insert into sessions (id, identity, device, created, seen) values (?, ?, ?, ?, ?)"
            " on conflict (id) do update set seen = excluded.seen, device = excluded.device"
            " where sessions.ended is null",
            *astuple(session),
        )

    async def sessions_of(self, identity: str, limit: int = 50) -> list[Session]:
        found = await self.ask(
            "select id, identity, device, created, seen from sessions where identity = ? and ended is null"
            " order by seen desc, id limit ?",
            identity,
            limit,
        )
        return [Session(*line) for line in found]

    async def end_sessions(self, identity: str, session: str | None, at: float) -> list[str]:
        found = await self.ask(
            "update sessions set ended = ? where identity = ? and ended is null and id = coalesce(?, id) returning id",
            at,
            identity,
            session,
        )
        return [str(line[0]) for line in found]

    async def ended_sessions(self, since: float) -> list[str]:
        return [str(line[0]) for line in await self.ask("select id from sessions where ended > ?", since)]

    async def add_identity_link(self, token_hash: bytes, identity: str, at: float) -> None:
        await self.engine.transact(
            ("delete from identity_links where identity = ? and used is null", (identity,)),
            ("insert into identity_links (hash, identity, created) values (?, ?, ?)", (token_hash, identity, at)),
        )

    async def identity_link(self, token_hash: bytes, since: float) -> str | None:
        found = await self.ask(
            "select identity from identity_links where hash = ? and used is null and created >= ?", token_hash, since
        )
        return str(found[0][0]) if found else None

    async def use_identity_link(self, token_hash: bytes, at: float, since: float) -> str | None:
        found = await self.ask(
            "update identity_links set used = ? where hash = ? and used is null and created >= ? returning identity",
            at,
            token_hash,
            since,
        )
        return str(found[0][0]) if found else None

    # forgetting somebody
    async def seatings_of(self, identity: str) -> list[tuple[str, int, str]]:
        found = await self.ask(
            "select table_id, n, note from log where kind in ('sit', 'back', 'bar') and note like ?", f"%{identity}%"
        )
        return [
            (str(table_id), int(n), str(note))
            for table_id, n, note in found
            if json.loads(note).get("identity") == identity
        ]

    async def hosted_by(self, identity: str) -> list[str]:
        return [str(line[0]) for line in await self.ask("select id from tables where host = ?", identity)]

    async def forget_person(
        self, identity: str, at: float, notes: Sequence[tuple[str, int, str]], hosts: Mapping[str, str]
    ) -> list[str]:
        rewritten: list[Statement] = [
            ("update log set note = ? where table_id = ? and n = ?", (note, table_id, n)) for table_id, n, note in notes
        ]
        handed_on: list[Statement] = [
            ("update tables set host = ? where id = ? and host = ?", (host, table_id, identity))
            for table_id, host in hosts.items()
        ]
        *_, ended = await self.engine.transact(
            *rewritten,
            *handed_on,
            ("update results set identity = '', name = '' where identity = ?", (identity,)),
            ("delete from grants where identity = ?", (identity,)),
            ("delete from sittings where identity = ?", (identity,)),
            ("delete from habits where identity = ?", (identity,)),
            ("delete from identity_links where identity = ?", (identity,)),
            ("delete from identities where id = ?", (identity,)),
            (
                "update sessions set ended = coalesce(ended, ?), identity = '', device = '' where identity = ?"
                " returning id",
                (at, identity),
            ),
        )
        return [str(line[0]) for line in ended]

    # several processes
    async def heartbeat(self, seconds: float) -> set[str]:
        *_, living = await self.engine.transact(
            (
                "insert into servers (id, until) values (?, {now} + ?)"
                " on conflict (id) do update set until = excluded.until",
                (self.server, seconds),
            ),
            ("delete from servers where until < {now} - 3600", ()),
            ("select id from servers where until > {now}", ()),
        )
        return {str(line[0]) for line in living}

    async def lease(self, table_id: str) -> bool:
        found = await self.ask(
            "insert into leases (table_id, server) values (?, ?)"
            " on conflict (table_id) do update set server = excluded.server"
            f" where leases.server = excluded.server or leases.server not in {LIVING} returning server",
            table_id,
            self.server,
        )
        return bool(found)

    async def release(self, table_ids: Sequence[str]) -> None:
        leave = "delete from leases where table_id = ? and server = ?"
        if table_ids:
            await self.engine.transact(*((leave, (table_id, self.server)) for table_id in table_ids))

    async def inherit(self, limit: int = 200) -> list[str]:
        # The condition stands twice: a second process that waited for the row's lock looks at the outer one again.
        found = await self.ask(
            "update leases set server = ? where table_id in"
            f" (select table_id from leases where server not in {LIVING} limit ?)"
            f" and server not in {LIVING} returning table_id",
            self.server,
            limit,
        )
        return [str(line[0]) for line in found]

    async def leave(self) -> None:
        await self.ask("delete from servers where id = ?", self.server)

    async def send_to_peers(self, table_id: str, text: str) -> None:
        await self.engine.send_to_peers(table_id, text)

    def listen(self, heard: Heard) -> None:
        self.engine.listen(heard)


def appending(table_id: str, rows: Sequence[Row]) -> Statement:
    values: list[object] = []
    for row in rows:
        values += (table_id, row.n, row.kind, row.seat, row.action, row.at, row.note)
    return APPEND + APPEND_MORE * (len(rows) - 1), values


def sitting(table_id: str, seated: Sequence[str]) -> list[Statement]:
    return [
        ("insert into sittings (identity, table_id) values (?, ?) on conflict do nothing", (identity, table_id))
        for identity in seated
    ]


def values_of(result: Result) -> SqlRow:
    *facts, won, scores, winners, at = astuple(result)
    return (*facts, int(won), json.dumps(scores), json.dumps(winners), at)


def result_from(line: SqlRow) -> Result:
    table_id, seat, identity, name, game, series, chair, score, won, scores, winners, at = line
    return Result(
        table_id, seat, identity, name, game, series, chair, score, bool(won),
        tuple(json.loads(scores)), tuple(json.loads(winners)), at,
    )  # fmt: skip
