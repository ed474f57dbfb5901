"""Why a choice is good, in a sentence: points in the row, what is known of a card, and when to call.

At the table a card is named only while the screen shows it: remembering is a part of the game.
"""

from __future__ import annotations

from collections.abc import Sequence

from purrlor.core.language import N_, Translations
from purrlor.games.rat_a_tat_cat.bots.strategy import total, worst, worth
from purrlor.games.rat_a_tat_cat.rules.hidden_information import is_open, is_shown
from purrlor.games.rat_a_tat_cat.rules.state import (
    CALL,
    DEALT,
    DECLINE,
    DISCARD_IT,
    DRAW,
    DRAW_AGAIN,
    NINE,
    PEEK_OWN,
    PLACE,
    ROW,
    SOURCE,
    SWAP_OTHER,
    SWAP_OWN,
    YES,
    State,
    top_discard,
)
from purrlor.games.rat_a_tat_cat.words.card_names import card_name
from purrlor.games.rat_a_tat_cat.words.places import your_nth

ORDINALS = (N_("the first"), N_("the second"), N_("the third"), N_("the fourth"))  # of a row
AVERAGE = 5  # of a number card that nobody has seen
LOW = 14  # points of a row that is worth a call


def reason(s: State, seat: int, action: int, t: Translations, names: Sequence[str], remembers: bool) -> str:
    if s.phase == SOURCE:
        return reason_for_source(s, seat, action, t, remembers)
    if s.phase == PLACE:
        if action == DISCARD_IT:
            return reason_for_discard(s, seat, t)
        return reason_for_place(s, seat, action, s.in_hand, t, remembers)
    if s.phase == CALL:
        return reason_for_call(s, seat, action == YES, t, remembers)
    if s.phase == SWAP_OWN:
        return reason_for_gift(s, seat, action, t, remembers)
    if s.phase == SWAP_OTHER:
        return reason_for_wish(s, seat, *divmod(action, ROW), t, names, remembers)
    if s.phase == PEEK_OWN and action != DECLINE:
        is_new = not s.known[seat][action] >> seat & 1
        return t.gettext("You have not seen this card yet.") if is_new else ""
    if s.phase == DRAW_AGAIN and action == YES:
        return t.gettext("Two tries find a low card more often than none.")
    return ""


def is_obvious(s: State, seat: int, action: int) -> bool:
    """The highest card that the seat knows goes for a lower one in hand: no puzzle."""
    if s.phase != PLACE or action == DISCARD_IT or not 0 <= s.in_hand <= AVERAGE + 1:
        return False
    known = {i: s.rows[seat][i] for i in range(ROW) if s.known[seat][i] >> seat & 1}
    return action in known and known[action] > s.in_hand and known[action] == max(*known.values(), AVERAGE)


def effect(s: State, seat: int, action: int) -> object:
    """Of cards in one row that are equal, and known to the same players, it does not matter which is meant. A special
    in a row is as good as another: neither counts."""
    if (s.phase == PLACE and action != DISCARD_IT) or (s.phase in (SWAP_OWN, PEEK_OWN) and action != DECLINE):
        p, i = seat, action
    elif s.phase == SWAP_OTHER:
        p, i = divmod(action, ROW)
    else:
        return action
    return p, min(s.rows[p][i], NINE + 1), s.known[p][i], s.origin[p][i], is_open(s, i)


def knowledge(s: State, seat: int, t: Translations, names: Sequence[str]) -> list[str]:
    """Who has seen which cards: a board shows only what its own player knows."""
    lines = [t.gettext("You know the cards that lie face up here; for the others they lie face down.")]
    for p in range(s.seats):
        if p == seat:
            continue
        own = [t.gettext(ORDINALS[i]) for i in range(ROW) if s.known[p][i] >> p & 1]
        yours = [t.gettext(ORDINALS[i]) for i in range(ROW) if s.known[seat][i] >> p & 1]
        if own:
            said = t.gettext("{name} knows these of their own cards: {places}.")
            lines.append(said.format(name=names[p], places=", ".join(own)))
        if yours:
            said = t.gettext("{name} knows these of your cards: {places}.")
            lines.append(said.format(name=names[p], places=", ".join(yours)))
    return lines


def may_name(s: State, seat: int, p: int, i: int, remembers: bool) -> bool:
    """Whether a number card may be named: it lies open to the seat, or the seat has seen it and the match is over."""
    is_known = is_shown(s, seat, p, i) or (remembers and s.known[p][i] >> seat & 1)
    return bool(is_known) and 0 <= s.rows[p][i] <= NINE


def reason_for_source(s: State, seat: int, action: int, t: Translations, remembers: bool) -> str:
    top = top_discard(s)
    if action != DRAW:
        return reason_for_place(s, seat, worst(s, seat, 0), top, t, remembers)
    if 0 <= top <= NINE and top >= AVERAGE:
        return t.gettext("{card} is no better than what the deck may bring.").format(card=card_name(top, t))
    return t.gettext("The deck may bring something better for you.")


def reason_for_discard(s: State, seat: int, t: Translations) -> str:
    """A card that is no lower than the worst of the row, as far as the seat knows."""
    if worth(s, seat, seat, worst(s, seat, 0)) > 2 * s.in_hand:
        return ""
    return t.gettext("{card} would only make your row higher.").format(card=card_name(s.in_hand, t))


def reason_for_place(s: State, seat: int, slot: int, card: int, t: Translations, remembers: bool) -> str:
    """What a card changes in this place of the own row."""
    if may_name(s, seat, seat, slot, remembers):
        old = s.rows[seat][slot]
        if old <= card:
            return ""
        return t.ngettext(
            "{card} instead of {old}: {n} point fewer in your row.",
            "{card} instead of {old}: {n} points fewer in your row.",
            old - card,
        ).format(card=card, old=old, n=old - card)
    if s.known[seat][slot] >> seat & 1:
        said = t.gettext("You have already seen {nth}: it counts more.").format(nth=your_nth(slot, t))
        return said if s.rows[seat][slot] > card else ""
    if card < AVERAGE:
        said = t.gettext("A card that you have not seen counts about {n}: {card} is lower.")
        return said.format(n=AVERAGE, card=card)
    return ""


def reason_for_call(s: State, seat: int, calls: bool, t: Translations, remembers: bool) -> str:
    n = round(total(s, seat, seat) / 2)
    if calls:
        if n > LOW:
            return ""
        if remembers:
            return t.ngettext(
                "Your row counts about {n} point, and the others have only one more turn.",
                "Your row counts about {n} points, and the others have only one more turn.",
                n,
            ).format(n=n)
        return t.gettext("Your row is low, and the others have only one more turn.")
    if remembers:
        return t.ngettext(
            "Your row counts about {n} point: another turn can make it lower.",
            "Your row counts about {n} points: another turn can make it lower.",
            n,
        ).format(n=n)
    return t.gettext("Another turn can make your row lower.")


def reason_for_gift(s: State, seat: int, action: int, t: Translations, remembers: bool) -> str:
    if action == DECLINE:
        return t.gettext("No card of the others promises to be better than yours.")
    if may_name(s, seat, seat, action, remembers):
        return t.gettext("That gets rid of a {card}.").format(card=s.rows[seat][action])
    if not s.known[seat][action] >> seat & 1:
        return t.gettext("You have not seen this card: it counts about {n}.").format(n=AVERAGE)
    return ""


def reason_for_wish(s: State, seat: int, p: int, i: int, t: Translations, names: Sequence[str], remembers: bool) -> str:
    if may_name(s, seat, p, i, remembers):
        return t.gettext("You have seen that this card is {card}.").format(card=s.rows[p][i])
    if s.origin[p][i] != DEALT:
        return t.gettext("{name} chose to keep this card: it is probably low.").format(name=names[p])
    return t.gettext("This card has lain there since the deal: such a card counts about {n}.").format(n=AVERAGE)
