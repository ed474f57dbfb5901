"""One line beneath the question: what somebody who never played needs to know just now."""

from __future__ import annotations

from collections.abc import Sequence

from purrlor.core.language import Tongue
from purrlor.games.more_kitties.box import DOG, INVISIBLE, MOUSE
from purrlor.games.more_kitties.table import (
    AGAIN,
    CHOOSE,
    EXCHANGE,
    GIVE,
    LAY,
    ORDER,
    TURN_OVER,
    State,
)
from purrlor.games.more_kitties.tokens import colour_name, face_of, side_name


def hint(s: State, viewer: int, t: Tongue, choices: Sequence[int]) -> str:
    if not choices:
        return while_waiting(s, viewer, t)
    if s.phase == CHOOSE:
        return while_choosing(s, viewer, t)
    if s.phase == ORDER:
        return t.gettext("A Dog turns a token over, a Mouse exchanges one.")
    if s.phase == TURN_OVER:
        return t.gettext("A Dog or Mouse turned up this way rests.")
    if s.phase == EXCHANGE:
        return t.gettext("Next you lay one of yours there, either side up.")
    if s.phase == GIVE:
        return t.gettext("Any of them: keep {colour} for yourself.").format(colour=colour_name(s.colour[viewer], t))
    if s.phase == AGAIN:
        if INVISIBLE in shown(s):
            return t.gettext("An invisible cat counts for nobody.")
        return t.gettext("All of them fly once more.")
    return ""


def while_waiting(s: State, viewer: int, t: Tongue) -> str:
    """Nothing is asked: what the others do, in a word; else what happened last."""
    if s.phase == CHOOSE and viewer < s.seats and s.chosen[viewer]:
        return t.gettext("Your choice stays secret until the toss")
    acting = shown(s)[s.acting] if s.phase in (TURN_OVER, EXCHANGE, LAY) else -1
    if acting == DOG:
        return t.gettext("A Dog turns another token over.")
    if acting == MOUSE:
        return t.gettext("A Mouse exchanges a token for one of the reserve.")
    return ""


def while_choosing(s: State, viewer: int, t: Tongue) -> str:
    mine = [face_of(kind, side) for kind in s.reserve[viewer][: s.have[viewer]] for side in (0, 1)]
    own = s.colour[viewer]
    if s.turns == 0:
        return t.gettext("Everybody adds a token; chance shows one of its two sides.")
    if s.bag_n == 0:
        return t.gettext("The bag is empty: we toss while anybody has two tokens.")
    if own not in mine:
        return t.gettext("None of yours can be {colour}: spoil it for others.").format(colour=side_name(own, t))
    if s.turns % 2 == 0 and s.turns < 2 * s.seats and INVISIBLE in (*mine, *shown(s)):
        return t.gettext("The dotted cat is invisible: it counts for nobody.")
    return t.gettext("Whoever tosses: most {colour}, and they are yours.").format(colour=colour_name(own, t))


def shown(s: State) -> list[int]:
    """The faces on the rug."""
    return [face_of(s.table[place], s.up[place]) for place in range(s.table_n)]
