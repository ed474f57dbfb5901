"""One match after another with the same people: the rematch, and what comes of a match."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import replace

from purrlor.core.language import N_
from purrlor.core.seats import members
from purrlor.tables import log
from purrlor.tables.commands.nonces import check_commit, opening, seats_after
from purrlor.tables.commands.turns import has_company
from purrlor.tables.errors import BadLevel, NotFinished, NotSeated
from purrlor.tables.log import Draft
from purrlor.tables.seats import check_level
from purrlor.tables.store.rows import Result, TableFacts
from purrlor.tables.table import Table

Entropy = Callable[[int], bytes]  # so many bytes that nobody can guess; a test hands in seeded ones


def new_facts(game: str, host: str, at: float, entropy: Entropy = secrets.token_bytes) -> TableFacts:
    """A table nobody can guess: 96 bits to sit down, 128 to look on, and the secret its chance comes from."""
    table_id = secrets.token_urlsafe(12)
    return TableFacts(table_id, game, host, at, entropy(32), secrets.token_urlsafe(16), series=table_id)


def check_rematch(table: Table, identity: str, level: str = "") -> None:
    """`level`: of the cats from now on; only who plays with nobody else chooses it."""
    if not table.seats_of(identity):
        raise NotSeated(N_("Only people who sit at this table can do that."))
    if table.stage != "finished":
        raise NotFinished(N_("The match is not over yet."))
    if level and check_level(level) and has_company(table, identity):
        raise BadLevel(N_("Other people play here too: lay a new table for cats of another level."))


def next_facts(table: Table, host: str, at: float, entropy: Entropy) -> TableFacts:
    """The next table belongs to whoever asked for it first: the old host may be gone."""
    number = table.facts.number + 1
    facts = new_facts(table.facts.game, host, at, entropy)
    return replace(facts, series=table.facts.series, number=number, previous=table.id)


def next_rows(table: Table, identity: str, commit: str, level: str = "") -> list[Draft]:
    """Everybody one seat on, so that the next player is first; people's seats are kept for them until they come.
    Cats are as they were, or of this level."""
    drafts = [log.set_up(len(table.seats), table.options, table.settings)]
    for k in range(len(table.seats)):
        seat = table.seats[(k + 1) % len(table.seats)]
        if seat.level:
            drafts.append(Draft(log.BOT, k, note=level or seat.level))
        else:
            came = seat.identity == identity
            drafts.append(log.sit_down(k, seat.identity, seat.name, came, check_commit(commit) if came else ""))
    if all(seat.level or seat.identity == identity for seat in table.seats):
        drafts.append(opening(table.game, seats_after(drafts)))
    return drafts


def wins_in_series(table: Table, results: Sequence[Result]) -> list[int]:
    """By seat of this table: how often its player has won; a shared win counts."""
    won = [result.chair for result in results if result.won]
    return [won.count(table.chair(seat)) for seat in range(len(table.seats))]


def ending(table: Table, drafts: Sequence[Draft], at: float) -> list[Result] | None:
    """What will have come of the match if these rows end it; None if they do not."""
    last = drafts[-1]
    if last.kind != log.ACT:
        return None
    rules, state = table.game.rules, table.state_after(last.seat, last.action, instead=drafts[0].kind == log.UNDO)
    if rules.waiting(state):
        return None
    seats = range(len(table.seats))
    scores = tuple(int(rules.score(state, seat)) for seat in seats)
    winners, names = members(int(rules.winners(state))), table.names("en")
    return [
        Result(
            table.id, k, table.seats[k].identity, names[k], table.game.name, table.facts.series, table.chair(k),
            scores[k], k in winners, scores, winners, at,
        )
        for k in seats
    ]  # fmt: skip
