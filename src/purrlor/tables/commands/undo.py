"""Undo: a player takes the last decision back, or makes another one in its place."""

from __future__ import annotations

from purrlor.core.errors import CannotUndo
from purrlor.core.language import N_
from purrlor.tables import log
from purrlor.tables.commands.lobby import own_seat
from purrlor.tables.commands.turns import MOVED_ON
from purrlor.tables.errors import StaleTurn
from purrlor.tables.log import Draft
from purrlor.tables.table import Table


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
