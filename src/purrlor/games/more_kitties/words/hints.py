"""One line beneath the question: what somebody who never played needs to know just now."""

from __future__ import annotations

from collections.abc import Sequence

from purrlor.core.language import N_, Translations
from purrlor.games.more_kitties.rules.box import DOG, INVISIBLE, MOUSE
from purrlor.games.more_kitties.rules.state import (
    AGAIN,
    CHOOSE,
    EXCHANGE,
    GIVE,
    GIVEN,
    LAY,
    ORDER,
    TO_ACT,
    TURN_OVER,
    State,
)
from purrlor.games.more_kitties.words.names import colour_name, face_of, side_name

WHAT_IT_DOES = {
    MOUSE: N_("If a Mouse comes up, the player tossing swaps another token."),
    DOG: N_("If a Dog comes up, the player tossing flips another token over."),
    INVISIBLE: N_("The dotted cat is invisible: it counts for nobody."),
}
FOR_THE_TOSSER = {
    **WHAT_IT_DOES,
    MOUSE: N_("If the Mouse comes up, you swap another token for one of yours."),
    DOG: N_("If the Dog comes up, you flip another token over."),
}
LAPS = 3  # by then everybody has seen what there is


def hint(s: State, viewer: int, t: Translations, choices: Sequence[int]) -> str:
    if not choices:
        return while_waiting(s, viewer, t)
    if s.phase == CHOOSE:
        return while_choosing(s, viewer, t)
    if s.phase == ORDER:
        return acts(s, t)
    if s.phase == TURN_OVER:
        return while_turning_over(s, t)
    if s.phase == EXCHANGE:
        return t.gettext("Take any other token; then put one of yours in its place.")
    if s.phase == LAY:
        faces = faces_in_hand(s, viewer)
        return t.gettext("A Mouse or Dog that you lay does nothing.") if MOUSE in faces or DOG in faces else ""
    if s.phase == GIVE:
        return while_giving(s, viewer, t)
    if s.phase == AGAIN:
        if INVISIBLE in shown(s):
            return t.gettext("An invisible cat counts for nobody.")
        return t.gettext("If it's a tie again, the others each get a token back.")
    return ""


def while_waiting(s: State, viewer: int, t: Translations) -> str:
    """Nothing is asked: what the others do, in a word; else what happened last."""
    if s.phase == CHOOSE and viewer < s.seats and s.chosen[viewer]:
        return t.gettext("Your choice stays secret until the toss")
    if s.phase == AGAIN:
        return t.gettext("A tie: all of these are tossed again.")
    acting = shown(s)[s.acting] if s.phase in (TURN_OVER, EXCHANGE, LAY) else -1
    if acting == DOG:
        return t.gettext("A Dog turns another token over.")
    if acting == MOUSE:
        return t.gettext("A Mouse exchanges a token for one from the reserve.")
    return ""


def acts(s: State, t: Translations) -> str:
    """What those do that wait to act."""
    waiting = {face for place, face in enumerate(shown(s)) if s.mark[place] == TO_ACT}
    if DOG not in waiting:
        return t.gettext("It exchanges a token for one of yours.")
    if MOUSE not in waiting:
        return t.gettext("It turns another token over.")
    return t.gettext("A Dog turns a token over, a Mouse exchanges one.")


def while_choosing(s: State, viewer: int, t: Translations) -> str:
    mine, own = faces_in_hand(s, viewer), s.colour[viewer]
    does = FOR_THE_TOSSER if viewer == s.turn else WHAT_IT_DOES
    if s.bag_n == 0:
        return t.gettext("The bag is empty: only players with two tokens left still toss.")
    new = mine if s.turns == 0 else mine[len(mine) - 2 * s.drew[viewer] :]
    for face in does:
        if face in new:
            return t.gettext(does[face])
    if own not in mine:
        return without_own(s, viewer, mine, t)
    if s.turns == 0:
        return t.gettext("A token shows one of its two sides. If your colour shows most, its cats are yours.")
    if s.turns >= LAPS * s.seats:
        return ""
    met = [face for face in does if face in mine or face in shown(s)]
    if k := s.turns % (1 + len(met)):
        return t.gettext(does[met[k - 1]])
    if viewer == s.turn:
        said = t.gettext("If {colour} come up most, they are yours.")
    else:
        said = t.gettext("If {colour} come up most, they are yours, whoever tosses.")
    return said.format(colour=colour_name(own, t))


def while_turning_over(s: State, t: Translations) -> str:
    """What the small sign under a token is, and, where one could come up, that a special does nothing."""
    below = {face_of(s.table[place], 1 - s.up[place]) for place in range(s.table_n) if place != s.acting}
    if MOUSE in below or DOG in below:
        return t.gettext("Below: who leads then. A Dog or Mouse turned up does nothing.")
    return t.gettext("Under each token: who leads then, and with how many; = is a tie.")


def while_giving(s: State, viewer: int, t: Translations) -> str:
    """The own colour is worth keeping where one may: among the tokens that are left some have it and some have not."""
    has = {s.colour[viewer] in sides_of(s.table[place]) for place in range(s.table_n) if s.mark[place] != GIVEN}
    if has != {True, False}:
        return t.gettext("Any one will do: you keep the rest.")
    said = t.gettext("Any one will do. You keep the rest, so hold on to {colour}.")
    return said.format(colour=colour_name(s.colour[viewer], t))


def sides_of(kind: int) -> tuple[int, int]:
    return face_of(kind, 0), face_of(kind, 1)


def without_own(s: State, viewer: int, mine: Sequence[int], t: Translations) -> str:
    """No token of the reserve can show the own colour: what is good then."""
    own = side_name(s.colour[viewer], t)
    if viewer != s.turn:
        their_colour = s.colour[s.turn]
        if all(their_colour in sides_of(kind) for kind in s.reserve[viewer][: s.have[viewer]]):
            return t.gettext("None of your tokens has {colour}: any of them will do.").format(colour=own)
        theirs = side_name(their_colour, t)
        return t.gettext("None of your tokens has {colour}. Try not to add {other}.").format(colour=own, other=theirs)
    if DOG in mine:
        return t.gettext("None of your tokens has {colour}, but a Dog may flip one to it.").format(colour=own)
    return t.gettext("None of your tokens has {colour}: two different colours tie more often.").format(colour=own)


def faces_in_hand(s: State, viewer: int) -> list[int]:
    """Both sides of every token of a reserve."""
    return [face_of(kind, side) for kind in s.reserve[viewer][: s.have[viewer]] for side in (0, 1)]


def shown(s: State) -> list[int]:
    """The faces on the rug."""
    return [face_of(s.table[place], s.up[place]) for place in range(s.table_n)]
