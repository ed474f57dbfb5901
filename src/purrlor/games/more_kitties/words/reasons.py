"""Why a choice is good, in a sentence: what can land, who is ahead afterwards."""

from __future__ import annotations

from collections.abc import Sequence

from purrlor.core.language import Translations
from purrlor.core.seats import members
from purrlor.games.more_kitties.rules.box import DOG, MOUSE
from purrlor.games.more_kitties.rules.choices import legal
from purrlor.games.more_kitties.rules.rules import ahead
from purrlor.games.more_kitties.rules.state import (
    CHOOSE,
    EXCHANGE,
    GIVE,
    LAY,
    NO_COLOUR,
    PAIR_HIGH,
    PAIR_LOW,
    TURN_OVER,
    State,
)
from purrlor.games.more_kitties.words.names import colour_name, face_of


def reason(s: State, seat: int, action: int, t: Translations, names: Sequence[str], remembers: bool) -> str:
    if s.phase == CHOOSE:
        return reason_for_pair(s, seat, action, t) if seat == s.turn else reason_for_gift(s, seat, action, t, names)
    if s.phase == TURN_OVER:
        after = s.copy()
        after.up[action] ^= 1
        return reason_for_count(s, after, seat, t, names)
    if s.phase == EXCHANGE:
        after = s.copy()
        after.aim, after.phase = action, LAY
        laid = [lay(after, seat, each) for each in members(legal(after, seat))]
        return reason_for_count(s, max(laid, key=lambda one: gain(one, seat)), seat, t, names)
    if s.phase == LAY:
        return reason_for_count(s, lay(s, seat, action), seat, t, names)
    if s.phase == GIVE:
        return reason_for_given_back(s, seat, action, t, names)
    return ""


def faces(kind: int) -> set[int]:
    return {face_of(kind, side) for side in range(2)}


def reason_for_pair(s: State, seat: int, action: int, t: Translations) -> str:
    pair = [faces(s.reserve[seat][place]) for place in (PAIR_LOW[action], PAIR_HIGH[action])]
    staying = [
        faces(s.reserve[seat][place])
        for place in range(s.have[seat])
        if place not in (PAIR_LOW[action], PAIR_HIGH[action])
    ]
    own = s.colour[seat]
    n, acts = sum(own in each for each in pair), any(each & {DOG, MOUSE} for each in pair)
    if n == 2:
        return t.gettext("Both can land on your colour.")
    if n and acts:
        return t.gettext("One can land on your colour, and a Mouse or a Dog lets you change the toss.")
    if acts:
        return t.gettext("If the Mouse or the Dog lands, you change the toss.")
    if n:
        return t.gettext("One of them can land on your colour.")
    if any(own in each for each in staying):
        return t.gettext("It keeps your own colour for a better toss.")
    return t.gettext("None of yours can land on your colour: different colours tie more often.")


def reason_for_gift(s: State, seat: int, action: int, t: Translations, names: Sequence[str]) -> str:
    shows, own, theirs = faces(s.reserve[seat][action]), s.colour[seat], s.colour[s.turn]
    if theirs not in shows and own in shows:
        return t.gettext("It may land on your own colour, and never on that of {name}.").format(name=names[s.turn])
    if theirs not in shows and not shows & {DOG, MOUSE}:
        return t.gettext("It cannot help {name}: neither side shows that colour.").format(name=names[s.turn])
    if own in shows:
        return t.gettext("It may land on your own colour: that counts for you, whoever tosses.")
    return t.gettext("It keeps your better tokens for your own toss.")


def lay(s: State, seat: int, action: int) -> State:
    """The table with this token of the reserve laid where the Mouse points."""
    after = s.copy()
    after.table[s.aim], after.up[s.aim] = s.reserve[seat][action >> 1], action & 1
    return after


def cats(s: State, colour: int) -> int:
    return sum(face_of(s.table[place], s.up[place]) == colour for place in range(s.table_n))


def gain(s: State, seat: int) -> int:
    """Cats for this seat if the table were counted now, less those of the others who get some."""
    colour = ahead(s)
    if colour == s.colour[seat]:
        return cats(s, colour)
    return -cats(s, colour) if colour in s.colour[: s.seats] else 0


def reason_for_count(before: State, after: State, seat: int, t: Translations, names: Sequence[str]) -> str:
    """Who is ahead when the table is counted like this."""
    was, now = ahead(before), ahead(after)
    if now == after.colour[seat]:
        n = cats(after, now)
        return t.ngettext(
            "Then your colour is ahead: {n} cat is yours.", "Then your colour is ahead: {n} cats are yours.", n
        ).format(n=n)
    if was != now and was in before.colour[: before.seats]:
        robbed = names[before.colour.index(was)]
        if was != before.colour[seat]:
            return t.gettext("Then {colour} are no longer ahead, and {name} gets nothing.").format(
                colour=colour_name(was, t), name=robbed
            )
    if now == NO_COLOUR:
        return t.gettext("Then nobody is ahead.")
    if now not in after.colour[: after.seats]:
        return t.gettext("Then {colour} are ahead, and they are nobody's.").format(colour=colour_name(now, t))
    return ""


def reason_for_given_back(s: State, seat: int, place: int, t: Translations, names: Sequence[str]) -> str:
    shows = faces(s.table[place])
    if s.colour[s.receiver] not in shows:
        return t.gettext("It cannot help {name}: neither side shows that colour.").format(name=names[s.receiver])
    if s.colour[seat] not in shows:
        return t.gettext("So you keep the tokens with your own colour.")
    return ""
