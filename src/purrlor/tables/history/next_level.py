"""After some wins in a row against cats of one level, the next level is offered: per game, from one's own results."""

from __future__ import annotations

from typing import TYPE_CHECKING

from purrlor.tables import log
from purrlor.tables.seats import LEVELS
from purrlor.tables.store import Store

if TYPE_CHECKING:
    from purrlor.tables.table import Table

WINS = 3  # in a row


async def level_to_offer(table: Table, store: Store) -> str:
    """The level for the next match of this table's only person, or "" where there is nothing to offer."""
    people = {seat.identity for seat in table.seats if seat.is_person}
    levels = {seat.level for seat in table.seats if seat.level}
    if len(people) != 1 or len(levels) != 1 or next(iter(levels)) not in LEVELS[:-1]:
        return ""
    results = await store.results_of(people.pop())
    latest = [result for result in results if result.game == table.game.name][-WINS:]
    if len(latest) < WINS or latest[-1].table_id != table.id or not all(result.won for result in latest):
        return ""
    for result in latest[:-1]:
        if await levels_at(result.table_id, store) != levels:
            return ""
    return LEVELS[LEVELS.index(levels.pop()) + 1]


async def levels_at(table_id: str, store: Store) -> set[str]:
    """Of the cats that a table had when its match began; none of a table that is deleted."""
    cats: dict[int, str] = {}
    for row in await store.rows(table_id):
        if row.kind == log.BOT:
            cats[row.seat] = row.note
        elif row.kind in (log.SIT, log.OPEN):
            cats.pop(row.seat, None)
        elif row.kind == log.BEGIN:
            break
    return set(cats.values())
