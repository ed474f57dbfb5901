"""During the match: decisions, taking back, and the cats that stand in. Each function judges one wish; `Turns` has the
decisions of people carried out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from purrlor.bots.user_bots_at_tables import name_of_own
from purrlor.core.errors import CannotUndo
from purrlor.core.language import N_
from purrlor.core.seats import TABLE
from purrlor.tables import log
from purrlor.tables.commands.lobby import chosen_seat, own_seat
from purrlor.tables.errors import AlreadyOver, NoAdvice, NotAway, NotSeated, NotStarted, StaleTurn
from purrlor.tables.log import Draft
from purrlor.tables.seats import REPLACEMENT_LEVEL
from purrlor.tables.table import Table
from purrlor.tables.time_limits import can_cat_play, decision_due_at, time_is_up_at

if TYPE_CHECKING:
    from purrlor.tables.pipeline import CommandPipeline

MOVED_ON = N_("The table has moved on meanwhile: look again, then choose.")


class Turns:
    """What a seat's owner decides, answering question `seen`. It is written down for good when a method returns; else
    UnknownTable, NotYourSeat, NotStarted, StaleTurn, NotYourTurn, IllegalAction or CannotUndo, and nothing changed."""

    def __init__(self, pipeline: CommandPipeline) -> None:
        self.pipeline, self.registry = pipeline, pipeline.registry

    async def play(self, table_id: str, identity: str, seat: int, action: int, seen: int) -> Table:
        await self.catch_up_to(table_id, seat, seen)
        return await self.pipeline.execute(table_id, lambda table: play(table, identity, seat, action, seen))

    async def undo(self, table_id: str, identity: str, seat: int, seen: int) -> Table:
        """Take the last decision back, as far as the law of undo allows."""
        await self.catch_up_to(table_id, seat, seen)
        return await self.pipeline.execute(table_id, lambda table: undo(table, identity, seat, seen))

    async def play_instead(self, table_id: str, identity: str, seat: int, action: int, seen: int) -> Table:
        """Take the last decision back and make this one in its place: both or neither."""
        await self.catch_up_to(table_id, seat, seen)
        return await self.pipeline.execute(table_id, lambda table: play_instead(table, identity, seat, action, seen))

    async def catch_up_to(self, table_id: str, seat: int, seen: int) -> None:
        """Somebody who answers a question that we have not put yet comes from a process that is ahead of us."""
        table = await self.registry.get(table_id)
        self.registry.note_viewer(table)
        if self.registry.store.is_shared and seen > table.number_for(seat):
            await self.registry.refresh(table)


def check_fresh(table: Table, seat: int, seen: int) -> None:
    """A click is fresh if it answers the question that the seat is asked now: it has a number.

    So the simultaneous choices of others do not make it stale. A seat that is not asked hears so from the match.
    """
    if table.asked[seat] and seen != table.question[seat]:
        raise StaleTurn(MOVED_ON)


def play(table: Table, identity: str, seat: int, action: int, seen: int) -> list[Draft]:
    found = own_seat(table, identity, seat)
    match = table.playing()
    check_fresh(table, seat, seen)
    if action not in table.legal(seat):
        match.check(seat, action)  # says why
    act = Draft(log.ACT, seat, action)
    return [log.return_to_seat(seat, identity), act] if found.cat else [act]


def undo(table: Table, identity: str, seat: int, seen: int) -> list[Draft]:
    own_seat(table, identity, seat)
    match = table.playing()
    if table.stage == "finished":  # its secret has been shown
        raise CannotUndo(N_("The match is over: its decisions stand."))
    number = match.last_of(seat)
    if number is None and (not match.log or match.log[-1][0] != seat):
        raise CannotUndo(N_("The last decision was not yours: there is nothing to take back."))
    if seen != table.question[seat]:
        raise StaleTurn(MOVED_ON)
    if table.makers[-1 if number is None else number - 1]:
        raise CannotUndo(N_("A cat made that decision: it stands."))
    if not match.can_undo(seat):
        raise CannotUndo(N_("Something came of your last decision (chance, or something was shown): it stands."))
    return [Draft(log.UNDO, seat)]


def play_instead(table: Table, identity: str, seat: int, action: int, seen: int) -> list[Draft]:
    """The first step of two was another one: both rows at once, so that nobody sees a moment with nothing chosen."""
    undone = undo(table, identity, seat, seen)
    table.playing().check_instead(seat, action)
    return [*undone, Draft(log.ACT, seat, action)]


def cat_plays(table: Table, seat: int, action: int, question: int) -> list[Draft]:
    """A cat's own answer to the question of this number."""
    if not table.seats[seat].is_played_by_cat or table.question[seat] != question:
        raise StaleTurn(MOVED_ON)
    table.playing().check(seat, action)
    return [Draft(log.ACT, seat, action, log.CAT_DID)]


def clock_plays(table: Table, seat: int, action: int, question: int) -> list[Draft]:
    """A cat's decision for somebody whose time has run out."""
    deadline = decision_due_at(table, seat)
    if deadline is None or table.time() < deadline or table.question[seat] != question:
        raise StaleTurn(MOVED_ON)
    table.playing().check(seat, action)
    return [Draft(log.ACT, seat, action, log.CLOCK_DID)]


def replace_bot(table: Table, seat: int) -> list[Draft]:
    """A cat takes the seat of a bot of the operator's own that cannot decide."""
    is_there = table.stage == "running" and name_of_own(table.seats[seat].level)
    return [Draft(log.BOT, seat, note=REPLACEMENT_LEVEL)] if is_there else []


def time_is_up(table: Table) -> list[Draft]:
    """The table's own act at the end of its minutes."""
    at = time_is_up_at(table)
    if at is None or table.time() < at:
        return []
    return [Draft(log.ACT, TABLE, table.playing().legal(TABLE)[0])]


def let_cat_play(table: Table, identity: str, seat: int) -> list[Draft]:
    if not table.seats_of(identity):
        raise NotSeated(N_("Only people who sit at this table can do that."))
    found = chosen_seat(table, seat)
    if table.match is None:
        raise NotStarted(N_("The match has not begun yet."))
    if table.stage == "finished":
        raise AlreadyOver(N_("The match is over."))
    if found.is_played_by_cat:
        return []
    if table.settings.away is None:
        raise NotAway(N_("At this table there is no hurry: no cat plays for anybody."))
    if not can_cat_play(table, seat):
        raise NotAway(
            N_("A cat may play for somebody who has been away for {seconds} seconds."), seconds=table.settings.away
        )
    return [Draft(log.CAT, seat, table.seats_of(identity)[0])]


def return_to_seat(table: Table, identity: str, seat: int) -> list[Draft]:
    return [log.return_to_seat(seat, identity)] if own_seat(table, identity, seat).cat else []


def returning_seats(table: Table, identity: str) -> list[Draft]:
    """Every seat of somebody who is here again."""
    return [log.return_to_seat(seat, identity) for seat in table.seats_of(identity) if table.seats[seat].cat]


def leave(table: Table, identity: str) -> list[Draft]:
    """Somebody goes: before the match their seats are free again, in a match with others cats play for them.

    A player with only cats for company may go as they please, and nobody plays on alone.
    """
    mine = table.seats_of(identity)
    if table.match is None:  # once it is called, its seats stand
        return [] if table.called_at is not None else [Draft(log.OPEN, seat) for seat in mine]
    if table.stage == "finished" or not has_company(table, identity):
        return []
    return [Draft(log.CAT, seat) for seat in mine if not table.seats[seat].is_played_by_cat]


def allows_advice(table: Table) -> bool:
    """Whether people may ask a cat here: one who plays with cats alone, or all where the host allowed it."""
    return table.settings.advice or sum(seat.is_person for seat in table.seats) == 1


def ask_advice(table: Table, identity: str, seat: int, seen: int) -> list[Draft]:
    """Somebody asks a cat what to do. Where other people play, everybody is told."""
    own_seat(table, identity, seat)
    if table.stage != "running":
        raise NoAdvice(N_("A cat gives advice while a match is played."))
    if not allows_advice(table):
        raise NoAdvice(N_("Nobody asks cats at this table: the host would have had to allow it before the match."))
    if not table.legal(seat):
        raise NoAdvice(N_("Just now nothing is asked of you: a cat cannot advise you."))
    check_fresh(table, seat, seen)
    return [Draft(log.ADVICE, seat)] if has_company(table, identity) else []


def has_company(table: Table, identity: str) -> bool:
    """Whether other people sit there too."""
    return any(seat.is_person and seat.identity != identity for seat in table.seats)
