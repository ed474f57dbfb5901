"""Back to a seat: somebody with the link asks for a seat, and somebody who sits at the table says yes or no.

A browser that lost its cookie cannot prove who it is, so a person does: who holds the seat's open screen, else the
host, else (the host is away, gone, or the one who asks) any other player. Nobody answers for themselves. Asking changes
nothing and is not written down; the answer "yes" is a row of the log like every other change of seats.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from purrlor.core.language import N_
from purrlor.tables import log
from purrlor.tables.commands.lobby import check_host, check_welcome, chosen_seat, with_start_if_complete
from purrlor.tables.errors import AlreadyOver, NotHost, NotReady, NotStarted, SeatTaken, TooFast
from purrlor.tables.log import Draft
from purrlor.tables.seats import REPLACEMENT_LEVEL, clean_name

if TYPE_CHECKING:
    from purrlor.tables.table import Table

MOST_CLAIMS = 12  # open questions at one table: more than one address may ask in CLAIM_SECONDS (web/rate_limits.py)
CLAIM_SECONDS = 600.0
REFUSED_SECONDS = 60.0  # after a no the same browser asks again only later
CLAIM_GONE = N_("Nobody asks for that seat any more.")


@dataclass(frozen=True, slots=True)
class SeatClaim:
    """Somebody asks for a seat. `owner`: who had it then, "" for a cat; `name`: what they would be called there."""

    identity: str
    seat: int
    name: str
    owner: str
    at: float

    @property
    def key(self) -> str:
        """What the answer names the question by: an identity is shown to nobody."""
        return hashlib.sha256(self.identity.encode()).hexdigest()[:16]

    @property
    def is_return(self) -> bool:
        return bool(self.owner)


def can_be_asked_for(table: Table, seat: int) -> bool:
    """Whether there is somebody to ask for this seat: a person's, or during the match a cat's."""
    chair = table.seats[seat]
    if chair.is_open or (chair.level and table.stage != "running"):
        return False
    return bool(answerers(table, SeatClaim("", seat, chair.name, chair.identity, 0.0)))


def answerers(table: Table, claim: SeatClaim) -> set[str]:
    """Who may say yes or no."""
    owner = table.seats[claim.seat].identity
    if owner and table.presence.is_connected(owner):
        return {owner}  # the seat is open on a screen: nobody else gives it away
    hosts = table.seats_of(table.host)
    if hosts and table.host != owner and table.is_here(hosts[0]):
        return {table.host} - {claim.identity}
    return {chair.identity for chair in table.seats if chair.is_person} - {owner, claim.identity}


def open_claims(table: Table, identity: str) -> list[SeatClaim]:
    """The questions this person may answer now."""
    now = table.time()
    return [
        claim
        for claim in table.claims.values()
        if now - claim.at < CLAIM_SECONDS and identity in answerers(table, claim)
    ]


def claim_of(table: Table, identity: str, seat: int, name: str, key: str) -> SeatClaim:
    """The question, judged: the asker needs the link as it is now."""
    check_welcome(table, identity, key)
    chair, now = chosen_seat(table, seat), table.time()
    if table.seats_of(identity):
        raise SeatTaken(N_("You have a seat at this table already."))
    if table.called_at is not None and table.match is None:
        raise NotReady(N_("The match is just beginning: ask again in a moment."))
    if table.match is None and not chair.is_person:
        raise SeatTaken(N_("Somebody sits there already: choose another seat."))
    if not can_be_asked_for(table, seat):
        raise NotReady(N_("Nobody is at this table who could answer: ask the others to open it."))
    if now - table.refused.get(identity, -REFUSED_SECONDS) < REFUSED_SECONDS:
        raise TooFast(N_("They said no. Ask them yourself before you try again."))
    others = [each for each in table.claims.values() if each.identity != identity and now - each.at < CLAIM_SECONDS]
    if len(others) >= MOST_CLAIMS:
        raise TooFast(N_("Too many people are asking for a seat just now: wait a moment."))
    return SeatClaim(identity, seat, chair.name if chair.is_person else clean_name(name), chair.identity, now)


def grant(table: Table, identity: str, key: str) -> list[Draft]:
    """Yes: the seat is theirs from now on. Links and tokens of the one who had it end with it."""
    claim = answered(table, identity, key)
    check_welcome(table, claim.identity, table.door)
    look = table.seats[claim.seat].look if claim.is_return else ""
    rows = [log.sit_down(claim.seat, claim.identity, claim.name, look=look)]
    if claim.owner and table.seats_of(claim.owner) == (claim.seat,) and claim.owner == table.host:
        rows.append(Draft(log.HOST, claim.seat))  # the host lost the browser: the table still has one
    if table.match is None:
        return with_start_if_complete(table, rows)
    return [*rows, log.return_to_seat(claim.seat, claim.identity)] if claim.is_return else rows


def answered(table: Table, identity: str, key: str) -> SeatClaim:
    """The question of this key, if this person may answer it and the seat is still whose it was."""
    claim = next((each for each in table.claims.values() if each.key == key), None)
    if claim is None or table.seats[claim.seat].identity != claim.owner or table.seats_of(claim.identity):
        raise NotReady(CLAIM_GONE)
    if table.time() - claim.at >= CLAIM_SECONDS:
        raise NotReady(CLAIM_GONE)
    if identity not in answerers(table, claim):
        raise NotHost(N_("Only the person who opened this table can do that."))
    return claim


def give_to_cat(table: Table, identity: str, seat: int) -> list[Draft]:
    """The host lets a cat play for somebody, here or away; they take the seat back with one tap."""
    check_running(table, identity)
    chair = chosen_seat(table, seat)
    if chair.is_played_by_cat or not chair.is_person:
        return []
    return [Draft(log.CAT, seat, next(iter(table.seats_of(identity)), -1))]


def give_to_cat_for_good(table: Table, identity: str, seat: int) -> list[Draft]:
    """The seat is nobody's any more, so that somebody else can ask for it."""
    check_running(table, identity)
    if chosen_seat(table, seat).identity == table.host:
        raise SeatTaken(N_("This seat is your own: leave the table instead."))
    return [] if table.seats[seat].level else [Draft(log.BOT, seat, note=REPLACEMENT_LEVEL)]


def return_seat(table: Table, identity: str, seat: int) -> list[Draft]:
    """The host ends what a cat plays for somebody."""
    check_running(table, identity)
    chair = chosen_seat(table, seat)
    return [log.return_to_seat(seat, chair.identity)] if chair.cat else []


def check_running(table: Table, identity: str) -> None:
    check_host(table, identity)
    if table.match is None:
        raise NotStarted(N_("The match has not begun yet."))
    if table.stage == "finished":
        raise AlreadyOver(N_("The match is over."))
