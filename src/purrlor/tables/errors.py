"""What can be wrong with what somebody asks of a table. Each is a sentence; pages and the API choose the status."""

from __future__ import annotations

from purrlor.core.errors import PurrlorError


class UnknownTable(PurrlorError):
    """No table of that id or watch key (or it was cleared away)."""


class UnknownIdentity(PurrlorError):
    """Nobody of that identity."""


class NotYourSeat(PurrlorError):
    """The seat is somebody else's, nobody's, or not there."""


class NotSeated(PurrlorError):
    """Only for people who sit at this table."""


class NotHost(PurrlorError):
    """Only for the person who opened the table."""


class SeatTaken(PurrlorError):
    """Somebody sits there already."""


class NotWelcome(PurrlorError):
    """The host keeps this person out, or the link was renewed."""


class TableFull(PurrlorError):
    """No open seat."""


class NotReady(PurrlorError):
    """The match cannot begin yet: a seat is open, or somebody has not come."""


class NotStarted(PurrlorError):
    """The match has not begun."""


class AlreadyStarted(PurrlorError):
    """Only before the match begins."""


class AlreadyOver(PurrlorError):
    """Only before the match ends."""


class NotFinished(PurrlorError):
    """Only after the match."""


class NotWeighed(PurrlorError):
    """The search cannot weigh a match or a choice now."""


class NotWeighedYet(NotWeighed):
    """It will come by itself: who asked may wait for it."""


class NoAdvice(PurrlorError):
    """Nobody may ask for advice here, or not now."""


class StaleTurn(PurrlorError):
    """The click was about a position that is gone: show the fresh one."""


class NotAway(PurrlorError):
    """A cat may play only for somebody who has been away long enough."""


class BadName(PurrlorError):
    """A name that is empty, too long or not printable."""


class BadLevel(PurrlorError):
    """No bots of that level."""


class BadNonce(PurrlorError):
    """A nonce or a commitment that is none, or not the one that belongs here."""


class BadSetting(PurrlorError):
    """A setting of the table that cannot be."""


class BadReaction(PurrlorError):
    """No reaction of that name."""


class TooFast(PurrlorError):
    """Again too soon."""


class TooManyTables(PurrlorError):
    """Too many unfinished tables of one person."""


class BadLink(PurrlorError):
    """A personal link that was used, revoked, or never was."""


class OldRules(PurrlorError):
    """The match was begun under rules that this release does not have."""


class StoreError(PurrlorError):
    """The store cannot be opened or does not answer."""


class Overtaken(Exception):
    """Another process wrote this row first; caught inside, where the act is judged again."""
