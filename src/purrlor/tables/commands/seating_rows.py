"""What the rows of the log around a match do to a table: who sits where, by which terms, and whom the host lets in."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, cast

from purrlor.tables import log
from purrlor.tables.history.match_history import (
    CAT_PLAYS,
    GOES_TO_CAT,
    HAS_RETURNED,
    LETS_CAT_PLAY,
    SITS_FOR_CAT,
    History,
)
from purrlor.tables.seats import OPEN_SEAT, Seat
from purrlor.tables.store.rows import Row

if TYPE_CHECKING:
    from purrlor.tables.table import Table


def set_up(table: Table, row: Row) -> None:
    count, table.options, table.settings, table.position, table.waits_for_host = log.setup_in(row.note)
    table.seats = (table.seats + [OPEN_SEAT] * count)[:count]
    table.claims = {who: claim for who, claim in table.claims.items() if claim.seat < count}


def sit(table: Table, row: Row) -> None:
    if table.history is not None and table.seats[row.seat].level:
        table.history.remark(SITS_FOR_CAT, row.seat)
        table.seats_changed_at = table.shown
        table.asked_at[row.seat] = row.at  # the new player has the whole time of the clock
    table.seats[row.seat] = log.seat_from_note(row.note)
    table.claims.pop(table.seats[row.seat].identity, None)


def bot(table: Table, row: Row) -> None:
    if table.history is not None:
        table.history.remark(GOES_TO_CAT, row.seat)
        table.seats_changed_at = table.shown
    table.seats[row.seat] = Seat(level=row.note)


def open_seat(table: Table, row: Row) -> None:
    table.seats[row.seat] = OPEN_SEAT


def call(table: Table, row: Row) -> None:
    table.called_at = row.at


def nonce(table: Table, row: Row) -> None:
    table.nonces[row.seat] = row.note


def link_rematch(table: Table, row: Row) -> None:
    table.again, _, table.again_game = row.note.partition(" ")
    table.again_by = row.seat


def keep_out(table: Table, row: Row) -> None:
    table.barred[log.identity_in(row.note)] = log.name_in(row.note)


def let_in_again(table: Table, row: Row) -> None:
    table.barred.pop(log.identity_in(row.note), None)


def change_host(table: Table, row: Row) -> None:
    table.host = table.seats[row.seat].identity


def renew_door(table: Table, row: Row) -> None:
    table.door = row.note


def cat(table: Table, row: Row) -> None:
    seat = table.seats[row.seat]
    table.seats[row.seat] = Seat(seat.identity, seat.name, cat=True, cat_by=row.action, look=seat.look)
    table.seats_changed_at = table.shown
    if row.action < 0:
        cast(History, table.history).remark(CAT_PLAYS, row.seat)
    else:
        cast(History, table.history).remark(LETS_CAT_PLAY, row.seat, row.action)


def return_to_seat(table: Table, row: Row) -> None:
    seat = table.seats[row.seat]
    table.seats[row.seat] = Seat(seat.identity, seat.name, look=seat.look)
    table.asked_at[row.seat] = row.at  # the returning player has the whole time of the clock
    table.seats_changed_at = table.shown
    cast(History, table.history).remark(HAS_RETURNED, row.seat)


SEATING_ROWS: dict[str, Callable[[Table, Row], None]] = {
    log.SET: set_up,
    log.SIT: sit,
    log.BOT: bot,
    log.OPEN: open_seat,
    log.CALL: call,
    log.NONCE: nonce,
    log.AGAIN: link_rematch,
    log.BAR: keep_out,
    log.ADMIT: let_in_again,
    log.HOST: change_host,
    log.DOOR: renew_door,
    log.CAT: cat,
    log.RETURN: return_to_seat,
}
