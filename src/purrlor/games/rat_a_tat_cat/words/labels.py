"""Rat-a-Tat Cat in words: what a choice does, what is asked, what lies on the table, the score."""

from __future__ import annotations

from collections.abc import Sequence

from purrlor.core.language import N_, Translations
from purrlor.core.seats import TABLE
from purrlor.games.rat_a_tat_cat.rules.hidden_information import is_shown
from purrlor.games.rat_a_tat_cat.rules.state import (
    BY_LIMIT,
    BY_ROUNDS,
    CALL,
    DECLINE,
    DISCARD_IT,
    DRAW,
    DRAW_AGAIN,
    LOOK,
    NINE,
    NO_CARD,
    NOBODY,
    OVER,
    PEEK_OWN,
    PEEKED,
    PLACE,
    ROUND_END,
    ROW,
    SOURCE,
    SUPER_PEEKED,
    SWAP_OTHER,
    SWAP_OWN,
    YES,
    State,
    top_discard,
)
from purrlor.games.rat_a_tat_cat.words.card_names import card_name
from purrlor.games.rat_a_tat_cat.words.places import nth, opening, their_nth, your_nth
from purrlor.games.rat_a_tat_cat.words.story import narrate

__all__ = ["ABOUT", "AGE", "MINUTES", "TITLE", "label", "named_label", "narrate", "sight", "status", "tally", "why_not"]

TITLE = N_("Rat-a-Tat Cat")
ABOUT = N_("Trade rats for cats in the dark, remember what lies where, and call before anybody else dares.")
KIND = N_("Cards and memory")
MINUTES = 15  # about: three rounds
AGE = 6
OTHERS = (
    N_("{nth} of your left neighbour"),
    N_("{nth} of the second player on your left"),
    N_("{nth} of the third player on your left"),
    N_("{nth} of the fourth player on your left"),
    N_("{nth} of the fifth player on your left"),
)


# ------------------------------------------------------------ on a button
def label(s: State, seat: int, action: int, t: Translations) -> str:
    if seat == TABLE:
        return t.gettext("Time is up")
    card = card_name(s.in_hand, t)
    if s.phase == SOURCE:
        if action == DRAW:
            return t.gettext("Draw from the deck")
        return t.gettext("Take {card} from the discard").format(card=card_name(top_discard(s), t))
    if s.phase == PLACE:
        if action == DISCARD_IT:
            return t.gettext("Discard {card}").format(card=card)
        if is_shown(s, seat, seat, action):
            old = card_name(s.rows[seat][action], t)
            return t.gettext("Replace {nth} ({old}) with {card}").format(nth=your_nth(action, t), old=old, card=card)
        return t.gettext("Replace {nth} with {card}").format(nth=your_nth(action, t), card=card)
    if s.phase == SWAP_OWN:
        if action == DECLINE:
            return t.gettext("No swap")
        return t.gettext("Give {nth}").format(nth=your_nth(action, t))
    if s.phase == SWAP_OTHER:
        owner, i = divmod(action, ROW)
        return opening(t.gettext(OTHERS[(owner - seat) % s.seats - 1]).format(nth=nth(i, t)))
    if s.phase == PEEK_OWN:
        if action == DECLINE:
            return t.gettext("Look at none")
        return t.gettext("Look at {nth}").format(nth=your_nth(action, t))
    if s.phase == DRAW_AGAIN:
        return t.gettext("Draw the first") if action == YES else t.gettext("Draw none")
    if s.phase == CALL:
        return t.gettext("Call: rat-a-tat cat!") if action == YES else t.gettext("End the turn")
    return t.gettext("Go on") if s.phase == ROUND_END else t.gettext("Seen")


def named_label(s: State, seat: int, action: int, t: Translations, names: Sequence[str]) -> str:
    """The same with the name of who sits there, for a sentence that stands away from the table."""
    if s.phase != SWAP_OTHER or seat == TABLE:
        return label(s, seat, action, t)
    owner, i = divmod(action, ROW)
    return t.gettext("Take {theirs}").format(theirs=their_nth(i, names[owner], t))


# ------------------------------------------------------------ what is asked
def status(s: State, viewer: int, t: Translations, names: Sequence[str]) -> str:
    if s.phase in (LOOK, ROUND_END):
        if not s.asked >> viewer & 1:
            return ""
        if s.phase == LOOK:
            return t.gettext("Look at your two outer cards and remember them.")
        return t.gettext("Round {round} is over.").format(round=s.round)
    if s.phase == OVER or s.turn != viewer:
        return ""
    return asked_in_turn(s, viewer, t)


MOST_LETTERS = {"en": (66, 84), "ru": (70, 90)}  # of a question and of a hint


def asked_in_turn(s: State, viewer: int, t: Translations) -> str:
    card = card_name(s.in_hand, t)
    if s.phase == SOURCE:
        top = top_discard(s)
        if s.caller == NOBODY:
            if top > NINE:
                return t.gettext("Your turn: draw a card.")
            return t.gettext("Your turn: draw a card or take {card}.").format(card=card_name(top, t))
        if top > NINE:
            return t.gettext("Your last turn of the round: draw a card.")
        return t.gettext("Your last turn of the round: draw a card or take {card}.").format(card=card_name(top, t))
    if s.phase == PLACE:
        if s.taken:
            return t.gettext("Which of your cards will you replace with {card}?").format(card=card)
        if s.passed != NO_CARD and not s.draws_left:
            return t.gettext("Your second card is {card}: keep or discard it?").format(card=card)
        if s.draws_left:
            return t.gettext("You have drawn {card}: keep it, or discard it for another?").format(card=card)
        return t.gettext("You have drawn {card}: keep or discard it?").format(card=card)
    if s.phase == SWAP_OWN:
        return t.gettext("Swap: which of your cards do you give away?")
    if s.phase == SWAP_OTHER:
        return t.gettext("Swap: which card do you want for {nth}?").format(nth=your_nth(s.slot, t))
    if s.phase == PEEK_OWN:
        return t.gettext("Peek: which of your cards do you look at?")
    if s.phase == PEEKED:
        card = card_name(s.rows[viewer][s.slot], t)
        return t.gettext("Your {nth} is {card}: remember it.").format(nth=nth(s.slot, t), card=card)
    if s.phase == SUPER_PEEKED:
        if s.caller != NOBODY:
            return t.gettext("Super peek: look at all the cards.")
        return t.gettext("Super peek: look at all the cards. You may not call this turn.")
    if s.phase == DRAW_AGAIN:
        return t.gettext("Draw two: you have two tries.")
    return t.gettext("Your move is made. Do you have the fewest points?")


# ------------------------------------------------------------ why not
def why_not(s: State, seat: int, what: str, t: Translations) -> str:
    """Why something cannot be chosen now: "discard" (to take its top), "open" (a card that lies face up), "call"."""
    if what == "discard":
        return t.gettext("A special on the discard cannot be taken: draw a card.")
    if what == "open":
        return t.gettext("This card lies face up: only cards that lie face down can be chosen.")
    if s.caller != NOBODY:
        return t.gettext("The round has been called already.")
    if s.super_peeked and s.turn == seat:
        return t.gettext("After a super peek you may not call in the same turn.")
    if s.turn == seat and s.phase != LOOK:
        return t.gettext("First make your move, then you may call.")
    return t.gettext("You may call at the end of your turn.")


# ------------------------------------------------------------ what lies on the table
def sight(s: State, viewer: int, t: Translations, names: Sequence[str]) -> list[str]:
    lines = [heading(s, t)]
    for p in range(s.seats):
        shown = [is_shown(s, viewer, p, i) for i in range(ROW)]
        if s.rows[p][0] == NO_CARD:
            line = t.gettext("{name}: out; {points} in all")
        elif not any(shown):
            line = t.gettext("{name}: four cards face down; {points} in all")
        else:
            line = t.gettext("{name}: {cards}; {points} in all")
        cards = ", ".join(card_name(s.rows[p][i], t) if shown[i] else "?" for i in range(ROW))
        lines.append(line.format(name=names[p], cards=cards, points=s.totals[p]))
    left = t.ngettext("{n} card in the deck", "{n} cards in the deck", s.deck_n).format(n=s.deck_n)
    if s.discard_n:
        top = card_name(top_discard(s), t)
        lines.append(t.gettext("{left}; on the discard: {card}").format(left=left, card=top))
    else:
        lines.append(t.gettext("{left}; the discard is empty").format(left=left))
    if s.caller != NOBODY and s.phase < ROUND_END:
        lines.append(t.gettext("The round was called by {name}.").format(name=names[s.caller]))
    return lines


def heading(s: State, t: Translations) -> str:
    if s.length == BY_ROUNDS:
        return t.gettext("Round {round} of {rounds}").format(round=s.round, rounds=s.rounds)
    if s.length == BY_LIMIT:
        return t.gettext("Round {round}, limit {limit}").format(round=s.round, limit=s.limit)
    if s.time_up:
        return t.gettext("Round {round}, the last one").format(round=s.round)
    return t.gettext("Round {round}").format(round=s.round)


# ------------------------------------------------------------ the score
def tally(s: State, t: Translations) -> list[tuple[str, tuple[int, ...]]]:
    counted = s.round if s.phase >= ROUND_END else s.round - 1
    rows = []
    if counted:
        if counted > 1:
            before = tuple(s.totals[p] - s.points[p] for p in range(s.seats))
            rows.append((t.gettext("Before"), before))
        rows.append((t.gettext("Round {round}").format(round=counted), tuple(s.points[: s.seats])))
    return [*rows, (t.gettext("Total"), tuple(s.totals[: s.seats]))]
