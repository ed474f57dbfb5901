"""Before the match: who sits where. Each function judges one wish and answers with the rows it makes, or raises."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Mapping, Sequence

from purrlor.core.errors import BadNotation
from purrlor.core.game import Game
from purrlor.core.language import N_
from purrlor.core.match import Match
from purrlor.tables import log
from purrlor.tables.commands.nonces import call_or_begin, check_commit, seats_after
from purrlor.tables.errors import (
    AlreadyOver,
    AlreadyStarted,
    NotHost,
    NotReady,
    NotWelcome,
    NotYourSeat,
    SeatTaken,
    TableFull,
)
from purrlor.tables.log import Draft
from purrlor.tables.seats import OPEN_SEAT, REPLACEMENT_LEVEL, Seat, TableSettings, check_level, clean_look, clean_name
from purrlor.tables.table import Table

STILL_OPEN = N_("Seat {seat} is still open: let somebody or a cat sit there.")
NEVER_CAME = 24 * 3600.0  # where there is no hurry, a seat goes to a cat for good after a day


def check_host(table: Table, identity: str) -> None:
    if identity != table.host:
        raise NotHost(N_("Only the person who opened this table can do that."))


def check_lobby(table: Table) -> None:
    if table.match is not None or table.called_at is not None:
        raise AlreadyStarted(N_("Too late: the match has already started."))


def chosen_seat(table: Table, seat: int) -> Seat:
    if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < len(table.seats):
        raise NotYourSeat(N_("This table has no seat {seat}."), seat=repr(seat)[:20])
    return table.seats[seat]


def own_seat(table: Table, identity: str, seat: int) -> Seat:
    found = chosen_seat(table, seat)
    if not identity or found.identity != identity:
        raise NotYourSeat(N_("That seat is not yours."))
    return found


def lay_table(
    game: Game,
    seats: int,
    options: Mapping[str, object],
    settings: TableSettings,
    host: str,
    people: Sequence[str],
    bots: Sequence[str],
    offered: Sequence[str],
    begin: bool,
    commit: str,
    position: str = "",
    look: str = "",
) -> list[Draft]:
    """The first rows of a table. `offered`: levels that the bots may have; `commit` is the host's browser's, for
    all the seats it takes; `look`: of the host's own cat, on the first of them."""
    settled = game.settle(seats, options)
    if len(people) + len(bots) > seats:
        raise TableFull(N_("This table has only {seats} seats."), seats=seats)
    if position:
        check_position(game, seats, settled, position)
    drafts = [log.set_up(seats, {name: settled[name] for name in options}, settings, position)]
    drafts += [
        log.sit_down(k, host, clean_name(name), commit=check_commit(commit), look="" if k else clean_look(look))
        for k, name in enumerate(people)
    ]
    drafts += [Draft(log.BOT, k, note=check_level(level, offered)) for k, level in enumerate(bots, len(people))]
    if begin:
        if len(people) + len(bots) < seats:
            raise NotReady(STILL_OPEN, seat=len(people) + len(bots) + 1)
        drafts.append(call_or_begin(game, seats_after(drafts)))
    return drafts


def check_position(game: Game, seats: int, options: Mapping[str, object], position: str) -> None:
    """BadNotation: it is none of this game, or nothing is left to be decided in it."""
    match = Match(game, seats, options, secret=bytes(32))
    match.begin_from(position)
    if match.is_over:
        raise BadNotation(N_("This match is over: nothing is left to be played."))


def change(
    table: Table,
    identity: str,
    seats: int | None,
    options: Mapping[str, object] | None,
    settings: TableSettings | None,
) -> list[Draft]:
    check_host(table, identity)
    check_lobby(table)
    count = len(table.seats) if seats is None else seats
    wanted = table.options if options is None else options
    settled = table.game.settle(count, wanted)
    if any(seat.is_person for seat in table.seats[count:]):
        raise SeatTaken(N_("Somebody sits on a seat that would go: let them move first."))
    given = {name: settled[name] for name in wanted}
    return [log.set_up(count, given, settings or table.settings, by_host=bool(table.facts.previous))]


def check_welcome(table: Table, identity: str, key: str) -> None:
    """Somebody without a seat here needs the link as it is now, and must not be kept out."""
    if table.seats_of(identity) or identity == table.host:
        return
    if identity and identity in table.barred:
        raise NotWelcome(N_("The host has taken your seat back. Ask them if you would like to come in again."))
    if table.door and not hmac.compare_digest(key.encode("utf-8", "replace"), table.door.encode()):
        raise NotWelcome(N_("The host has changed the link to this table: ask them for the new one."))


def sit(
    table: Table, identity: str, name: str, seat: int | None, key: str = "", commit: str = "", look: str = ""
) -> list[Draft]:
    """`look`: of the person's own cat; others on the same device have another one."""
    check_welcome(table, identity, key)
    check_lobby(table)
    name = clean_name(name)
    if seat is None:
        if OPEN_SEAT not in table.seats:
            raise TableFull(N_("Every seat at this table is taken."))
        seat = table.seats.index(OPEN_SEAT)
    found = chosen_seat(table, seat)
    if not found.is_open and found.identity != identity:
        raise SeatTaken(N_("Somebody sits there already: choose another seat."))
    own = look if table.seats_of(identity) in ((), (seat,)) else found.look
    row = log.sit_down(seat, identity, name, commit=check_commit(commit), look=clean_look(own))
    return with_start_if_complete(table, [row])


def choose_look(table: Table, identity: str, seat: int, look: str) -> list[Draft]:
    """Another cat for a seat of one's own, until the match is over: it is only a picture."""
    found = own_seat(table, identity, seat)
    if table.stage == "finished":
        raise AlreadyOver(N_("The match is over."))
    if clean_look(look) == found.look:
        return []
    sits = log.sit_down(seat, identity, found.name, found.came, found.commit, look)
    return [sits, log.return_to_seat(seat, identity)] if found.cat else [sits]


def begins_by_itself(table: Table) -> bool:
    """Whether a rematch begins with the last one for whom a seat was kept. Another game does not, nor one whose
    settings the host has changed: the host may not have finished with them."""
    is_incomplete = any(not seat.came for seat in table.seats) and OPEN_SEAT not in table.seats
    return bool(table.facts.previous) and is_incomplete and not table.waits_for_host


def with_start_if_complete(table: Table, coming: list[Draft]) -> list[Draft]:
    """These rows; where they complete a table that begins by itself, also the row that begins it."""
    if begins_by_itself(table) and {k for k, seat in enumerate(table.seats) if not seat.came} <= {
        draft.seat for draft in coming
    }:
        return [*coming, call_or_begin(table.game, seats_after(coming, table.seats))]
    return coming


def commit(table: Table, identity: str, given: str) -> list[Draft]:
    """Somebody's browser commits to a nonce for those of its seats that have none."""
    check_lobby(table)
    bare = [k for k in table.seats_of(identity) if not table.seats[k].commit and table.seats[k].came]
    if not check_commit(given) or not bare:
        return []
    return [log.sit_down(k, identity, table.seats[k].name, commit=given, look=table.seats[k].look) for k in bare]


def come(table: Table, identity: str, commit: str = "", look: str = "") -> list[Draft]:
    """Somebody of the last match comes to the seats kept for them, with the cat they have chosen by now."""
    if table.match is not None or table.called_at is not None:
        return []
    commit, seats = check_commit(commit), [k for k in table.seats_of(identity) if not table.seats[k].came]
    own = look if len(table.seats_of(identity)) == 1 else ""
    drafts = [
        log.sit_down(k, identity, table.seats[k].name, commit=commit, look=own or table.seats[k].look) for k in seats
    ]
    return with_start_if_complete(table, drafts) if drafts else []


def seat_bot(table: Table, identity: str, seat: int | None, level: str, offered: Sequence[str]) -> list[Draft]:
    check_host(table, identity)
    check_lobby(table)
    check_level(level, offered)
    if seat is None:
        return [Draft(log.BOT, k, note=level) for k, found in enumerate(table.seats) if found.is_open]
    if chosen_seat(table, seat).is_person:
        raise SeatTaken(N_("Somebody sits there already: choose another seat."))
    return [Draft(log.BOT, seat, note=level)]


def stand_up(table: Table, identity: str, seat: int) -> list[Draft]:
    own_seat(table, identity, seat)
    check_lobby(table)
    return [Draft(log.OPEN, seat)]


def has_never_come(table: Table, seat: int) -> bool:
    """Whether the match has waited long enough for a player who has decided nothing in it."""
    away_since = table.presence.away_since(table.seats[seat].identity)
    patience = NEVER_CAME if table.settings.away is None else table.settings.away
    return seat not in table.played and away_since is not None and table.time() - away_since >= patience


def can_give_seat_to_cat(table: Table, own: int, seat: int) -> bool:
    """Whether `own` is the host's and may give this seat to a cat for good; where a cat may stand in, it does first."""
    found = table.seats[seat]
    if table.stage != "running" or own >= len(table.seats) or table.seats[own].identity != table.host:
        return False
    is_asked_for = found.is_person and found.identity != table.host and (found.cat or table.settings.away is None)
    return is_asked_for and has_never_come(table, seat)


def remove(table: Table, identity: str, seat: int) -> list[Draft]:
    check_host(table, identity)
    found = chosen_seat(table, seat)
    if table.match is None:
        check_lobby(table)
        return [] if found.is_open else [Draft(log.OPEN, seat), *barring(table, seat)]
    if not found.is_person or found.identity == identity or table.stage == "finished":
        raise AlreadyStarted(N_("Too late: the match has already started."))
    if not has_never_come(table, seat):
        raise AlreadyStarted(
            N_("The match has begun: only a seat whose player never came can be given to a cat for good.")
        )
    return [Draft(log.BOT, seat, note=REPLACEMENT_LEVEL)]


def barring(table: Table, seat: int) -> list[Draft]:
    """Somebody whom the host sends away does not come back by the same link: or they would be back at once."""
    found = table.seats[seat]
    if not found.is_person or not found.came or found.identity == table.host:
        return []
    return [log.keep_out(found.identity, found.name)] if table.seats_of(found.identity) == (seat,) else []


def let_in_again(table: Table, identity: str, number: int) -> list[Draft]:
    check_host(table, identity)
    return [log.let_in_again(barred) for barred in list(table.barred)[number : number + 1]]


def renew_door(table: Table, identity: str) -> list[Draft]:
    check_host(table, identity)
    return [Draft(log.DOOR, note=secrets.token_urlsafe(9))]


def begin(table: Table, identity: str) -> list[Draft]:
    check_host(table, identity)
    check_lobby(table)
    for k, seat in enumerate(table.seats):
        if seat.is_open:
            raise NotReady(STILL_OPEN, seat=k + 1)
        if not seat.came:
            raise NotReady(N_("{name} has not come yet: wait, or give the seat to somebody else."), name=seat.name)
    return [call_or_begin(table.game, table.seats)]


def move_seat(table: Table, identity: str, seat: int, to: str) -> list[Draft]:
    found = own_seat(table, identity, seat)
    if table.match is None:
        check_lobby(table)
    return [] if to == identity else [log.sit_down(seat, to, found.name, look=found.look)]
