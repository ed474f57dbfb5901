"""Forgetting somebody: all that leads back to a person goes; matches stay, with nobody's name at that seat."""

from __future__ import annotations

import secrets
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from purrlor.tables import log
from purrlor.tables.errors import OldRules, UnknownTable
from purrlor.tables.log import Draft
from purrlor.tables.people.sessions import EVERYBODY
from purrlor.tables.seats import ALIAS, REPLACEMENT_LEVEL
from purrlor.tables.table import Table

if TYPE_CHECKING:
    from purrlor.tables.tables import Tables


async def forget_person(tables: Tables, identity: str) -> None:
    """Seats become free or a cat's, names go from the logs, results belong to nobody, every browser is signed out.

    The log of a match is kept: it is the others' match too, and its proof. It names a random alias from then on, one
    for each table, so that two tables do not tell of the same person.
    """
    hosted = await tables.store.hosted_by(identity)
    sat = [table_id for table_id, _, _ in await tables.store.seatings_of(identity)]
    found: dict[str, Table] = {}
    for table_id in {*hosted, *sat}:
        with suppress(UnknownTable, OldRules):
            found[table_id] = await tables.pipeline.execute(table_id, lambda table: give_up_seats(table, identity))
    aliases = {table_id: f"{ALIAS}{secrets.token_urlsafe(9)}" for table_id in {*hosted, *sat}}
    hosts = {table_id: heir(found.get(table_id), identity) or aliases[table_id] for table_id in hosted}
    notes = [
        (table_id, n, log.with_alias(note, aliases[table_id]))
        for table_id, n, note in await tables.store.seatings_of(identity)
    ]
    ended = await tables.store.forget_person(identity, tables.time(), notes, hosts)
    for table_id, alias in aliases.items():
        if (table := tables.registry.tables.get(table_id)) is not None:
            put_alias(table, identity, alias, hosts.get(table_id, ""))
        if tables.store.is_shared:
            await tables.store.send_to_peers(table_id, f"forget {identity} {alias} {hosts.get(table_id, '')}")
    tables.sessions.apply_ended(ended)
    if tables.store.is_shared:
        for session in ended:
            await tables.store.send_to_peers(EVERYBODY, f"out {session}")


def give_up_seats(table: Table, identity: str) -> list[Draft]:
    """Before the match the seats are free again, during it they are a cat's for good; what is over stays."""
    mine = table.seats_of(identity)
    if table.stage == "lobby":
        return [Draft(log.OPEN, seat) for seat in mine]
    return [Draft(log.BOT, seat, note=REPLACEMENT_LEVEL) for seat in mine] if table.stage == "running" else []


def heir(table: Table | None, identity: str) -> str:
    """Who is the host from then on: the next person at the table."""
    others = [] if table is None else [seat.identity for seat in table.seats if seat.is_person]
    return next((other for other in others if other != identity), "")


def put_alias(table: Table, identity: str, alias: str, host: str) -> None:
    """The store has forgotten somebody: in memory, too, an alias stands for them, without a name."""
    table.seats = [
        replace(seat, identity=alias, name="", look="") if seat.identity == identity else seat for seat in table.seats
    ]
    table.name_lists.clear()
    table.barred.pop(identity, None)
    if table.host == identity:
        table.host = host
        table.facts = replace(table.facts, host=host)
    table.show()
