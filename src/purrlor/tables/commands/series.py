"""One match after another with the same people: the rematch, and what comes of a match."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import replace

from purrlor.core.game import Game
from purrlor.core.game import game as game_of
from purrlor.core.language import N_
from purrlor.core.seats import members
from purrlor.tables import log
from purrlor.tables.commands.nonces import call_or_begin, check_commit, seats_after
from purrlor.tables.commands.turns import has_company
from purrlor.tables.errors import BadLevel, NotFinished, NotSeated, TableFull
from purrlor.tables.log import Draft
from purrlor.tables.seats import REPLACEMENT_LEVEL, Seat, check_level
from purrlor.tables.store.rows import Result, TableFacts
from purrlor.tables.table import Table

Entropy = Callable[[int], bytes]  # so many bytes that nobody can guess; a test hands in seeded ones


def new_facts(game: str, host: str, at: float, entropy: Entropy = secrets.token_bytes) -> TableFacts:
    """A table nobody can guess: 96 bits to sit down, 128 to look on, and the secret its chance comes from."""
    table_id = secrets.token_urlsafe(12)
    return TableFacts(table_id, game, host, at, entropy(32), secrets.token_urlsafe(16), series=table_id)


def check_rematch(table: Table, identity: str, level: str, offered: Sequence[str]) -> None:
    """`level`: of the cats from now on, one of those offered; only who plays with nobody else chooses it."""
    if not table.seats_of(identity):
        raise NotSeated(N_("Only people who sit at this table can do that."))
    if table.stage != "finished":
        raise NotFinished(N_("The match is not over yet."))
    if level and check_level(level, offered) and has_company(table, identity):
        raise BadLevel(N_("Other people play here too: lay a new table for cats of another level."))


def next_facts(table: Table, host: str, at: float, entropy: Entropy, game: str = "") -> TableFacts:
    """The next table belongs to the player who asked for it first: the old host may be gone. `game`: another one."""
    number = table.facts.number + 1
    facts = new_facts(game or table.facts.game, host, at, entropy)
    return replace(facts, series=table.facts.series, number=number, previous=table.id)


def next_rows(
    table: Table, identity: str, commit: str, game: str, level: str, offered: Sequence[str], look: str = ""
) -> list[Draft]:
    """Everybody one seat on, so that the next player is first; people's seats are kept for them until they come.
    Cats are as they were, or of this level; a bot that does not play this game gives its seat to a cat. `look`: the
    cat that this person has chosen by now."""
    of = game_of(game) if game else table.game
    order = seats_for(of, [table.seats[(k + 1) % len(table.seats)] for k in range(len(table.seats))])
    is_other = of is not table.game
    drafts = [log.set_up(len(order), {} if is_other else table.options, table.settings, by_host=is_other)]
    for k, seat in enumerate(order):
        if seat.level:
            same = seat.level if seat.level in offered else REPLACEMENT_LEVEL
            drafts.append(Draft(log.BOT, k, note=level or same))
        else:
            came = seat.identity == identity
            given = check_commit(commit) if came else ""
            own = look if came and len(table.seats_of(identity)) == 1 else ""
            drafts.append(log.sit_down(k, seat.identity, seat.name, came, given, own or seat.look))
    if all(seat.level or seat.identity == identity for seat in order):
        drafts.append(call_or_begin(of, seats_after(drafts)))
    return drafts


def seats_for(of: Game, seats: Sequence[Seat]) -> list[Seat]:
    """The same company at another game: cats come and go as its seats want it, people stay, in their order."""
    people = sum(seat.is_person for seat in seats)
    fitting = [count for count in of.seats if count >= people]
    if not fitting:
        raise TableFull(N_("This table has only {seats} seats."), seats=of.seats[-1])
    count = min(fitting, key=lambda many: (abs(many - len(seats)), many))
    made = list(seats)
    while len(made) > count:
        made.remove(next(seat for seat in reversed(made) if seat.level))
    return made + [Seat(level=next((seat.level for seat in seats if seat.level), REPLACEMENT_LEVEL))] * (
        count - len(made)
    )


def seat_of_result(table: Table, result: Result) -> int | None:
    """Where the player of an earlier match of the series sits now: by identity; several at one device, cats and those
    whose browser was lost by name."""
    mine, names = table.seats_of(result.identity), table.names("en")
    if len(mine) == 1:
        return mine[0]
    return next((k for k in mine or range(len(names)) if names[k] == result.name), None)


def wins_in_series(table: Table, results: Sequence[Result]) -> list[int]:
    """By seat of this table: how often its player has won; a shared win counts."""
    won = [seat_of_result(table, result) for result in results if result.won]
    return [won.count(seat) for seat in range(len(table.seats))]


def matches_of_series(table: Table, results: Sequence[Result]) -> list[tuple[str, list[Result | None]]]:
    """Match by match, the oldest first: the game, and by seat of this table what came of it for its player."""
    found: dict[str, tuple[str, list[Result | None]]] = {}
    for result in results:
        _, line = found.setdefault(result.table_id, (result.game, [None] * len(table.seats)))
        seat = seat_of_result(table, result)
        if seat is not None:
            line[seat] = result
    return list(found.values())


def results_if_over(table: Table, drafts: Sequence[Draft], at: float) -> list[Result] | None:
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
