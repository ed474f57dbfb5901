"""What happens in Rat-a-Tat Cat, told as a spectator at the table sees it.

With strict memory the player's own story does not name a card that went face down either: that would be a crib.
"""

from __future__ import annotations

from collections.abc import Sequence

from purrlor.core.language import Translations
from purrlor.core.seats import TABLE, members
from purrlor.core.sentences.name_lists import join_names
from purrlor.core.sentences.narration import AboutViewer
from purrlor.games.rat_a_tat_cat.rules.hidden_information import is_open
from purrlor.games.rat_a_tat_cat.rules.state import (
    AIDED,
    BY_LIMIT,
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
    SWAP_OTHER,
    SWAP_OWN,
    YES,
    State,
    top_discard,
)
from purrlor.games.rat_a_tat_cat.words.card_names import card_name
from purrlor.games.rat_a_tat_cat.words.places import the_nth, their_nth, your_nth


def narrate(
    before: State, after: State, seat: int, action: int, viewer: int, t: Translations, names: Sequence[str]
) -> list[str]:
    if seat == TABLE:
        if before.phase == ROUND_END:
            return [t.gettext("Time is up: the match is over."), *tell_winners(after, viewer, t, names)]
        return [t.gettext("Time is up: this round is the last.")]
    mine = seat == viewer
    if before.phase == ROUND_END:
        lines = [tell_go_on(mine, names[seat], t)]
        if after.round > before.round:
            lines.append(tell_deal(after, viewer, t, names))
        return lines
    lines = tell_act(before, after, seat, action, viewer, t, names)
    if after.caller != NOBODY and before.caller == NOBODY and before.phase != CALL:
        lines.append(t.gettext("This was the sixtieth turn: the round is called for {name}.").format(name=names[seat]))
    if after.phase in (ROUND_END, OVER):
        lines += tell_round_end(before, after, viewer, t, names)
    return lines


def tell_act(
    before: State, after: State, seat: int, action: int, viewer: int, t: Translations, names: Sequence[str]
) -> list[str]:
    mine, name = seat == viewer, names[seat]
    if before.phase == SOURCE:
        if action == DRAW:
            return tell_draw(before, after, mine, name, t)
        return [tell_take(mine, name, card_name(top_discard(before), t), t)]
    if before.phase == PLACE:
        if action == DISCARD_IT:
            lines = [tell_discard(mine, name, card_name(discarded(before, after, before.in_hand), t), t)]
            return lines + tell_draw(before, after, mine, name, t) if before.draws_left else lines
        return [tell_keep(before, after, seat, action, mine, name, t)]
    if before.phase == DRAW_AGAIN and action == YES:
        return tell_draw(before, after, mine, name, t)
    if before.phase == SWAP_OTHER:
        return [tell_swap(before, seat, action, viewer, t, names)]
    if before.phase == LOOK:
        sentence = (
            t.gettext("You turn your outer cards face down.")
            if mine
            else t.gettext("{name} has looked at the two outer cards.")
        )
    elif before.phase == CALL and action == YES:
        if not mine:  # whatever the viewer had in mind, there is one more turn for it
            return [AboutViewer(t.gettext("{name} calls: rat-a-tat cat!").format(name=name))]
        sentence = t.gettext("You call: rat-a-tat cat!")
    elif before.phase == CALL:
        return []  # what comes next says it: somebody else draws
    elif before.phase == SWAP_OWN and action != DECLINE:
        if mine:
            return [t.gettext("You choose {nth} for the swap.").format(nth=your_nth(action, t))]
        return [t.gettext("{name} chooses {nth} for the swap.").format(name=name, nth=the_nth(action, t))]
    elif before.phase == SWAP_OWN:
        sentence = t.gettext("You do not swap.") if mine else t.gettext("{name} does not swap.")
    elif before.phase == PEEK_OWN and action != DECLINE:
        if mine:
            return [t.gettext("You look at {nth}.").format(nth=your_nth(action, t))]
        return [t.gettext("{name} looks at {nth}.").format(name=name, nth=the_nth(action, t))]
    elif before.phase == PEEK_OWN:
        sentence = t.gettext("You look at no card.") if mine else t.gettext("{name} looks at no card.")
    elif before.phase == DRAW_AGAIN:
        sentence = t.gettext("You do not draw.") if mine else t.gettext("{name} does not draw.")
    elif mine:
        sentence = t.gettext("You have seen enough.")
    elif before.phase == PEEKED:
        return []  # which card it was is told already
    else:
        sentence = t.gettext("Super Peek: {name} has seen all cards.")
    return [sentence.format(name=name)]


# ------------------------------------------------------------ single sentences
def tell_draw(before: State, after: State, mine: bool, name: str, t: Translations) -> list[str]:
    lines = []
    if after.deck_n >= before.deck_n:
        lines.append(t.gettext("The deck is empty: the discard is shuffled and becomes the deck."))
    if after.phase != PLACE:
        sentence = t.gettext("You turn up {card}.") if mine else t.gettext("{name} turns up {card}.")
        card = card_name(top_discard(after), t)
    elif mine and after.memory == AIDED:
        sentence, card = t.gettext("You draw {card}."), card_name(after.in_hand, t)
    else:
        sentence, card = t.gettext("You draw a card.") if mine else t.gettext("{name} draws a card."), ""
    return [*lines, sentence.format(name=name, card=card)]


def tell_take(mine: bool, name: str, card: str, t: Translations) -> str:
    sentence = (
        t.gettext("You take {card} from the discard.") if mine else t.gettext("{name} takes {card} from the discard.")
    )
    return sentence.format(name=name, card=card)


def tell_discard(mine: bool, name: str, card: str, t: Translations) -> str:
    sentence = (
        t.gettext("You discard the drawn card: {card}.")
        if mine
        else t.gettext("{name} discards the drawn card: {card}.")
    )
    return sentence.format(name=name, card=card)


def tell_keep(before: State, after: State, seat: int, action: int, mine: bool, name: str, t: Translations) -> str:
    if before.taken or is_open(before, action) or (mine and before.memory == AIDED):
        sentence = (
            t.gettext("You replace {nth} with {card}: {old} goes to the discard.")
            if mine
            else t.gettext("{name} replaces {nth} with {card}: {old} goes to the discard.")
        )
    else:
        sentence = (
            t.gettext("You replace {nth}: {old} goes to the discard.")
            if mine
            else t.gettext("{name} replaces {nth}: {old} goes to the discard.")
        )
    card = before.in_hand if before.in_hand >= 0 else after.rows[seat][action]
    old = card_name(discarded(before, after, before.rows[seat][action]), t)
    nth = your_nth(action, t) if mine else the_nth(action, t)
    return sentence.format(name=name, card=card_name(card, t), nth=nth, old=old)


def discarded(before: State, after: State, known: int) -> int:
    """The card just laid on the discard; where all of that is shuffled at once, who knew the card can still name it."""
    if after.passed != NO_CARD and before.phase == PLACE and before.draws_left:
        return after.passed
    return after.discard[before.discard_n] if after.discard_n > before.discard_n else known


def tell_swap(before: State, seat: int, action: int, viewer: int, t: Translations, names: Sequence[str]) -> str:
    owner, i = divmod(action, ROW)
    given, wanted = the_nth(before.slot, t), their_nth(i, names[owner], t)
    if seat == viewer:
        sentence, given = t.gettext("You swap {given} for {wanted}."), your_nth(before.slot, t)
    elif owner == viewer:
        sentence, wanted = t.gettext("{name} takes {wanted} and gives you {given} of their row!"), your_nth(i, t)
    else:
        sentence = t.gettext("{name} swaps {given} for {wanted}.")
    narrate = sentence.format(name=names[seat], given=given, wanted=wanted)
    return AboutViewer(narrate) if owner == viewer else narrate


def tell_go_on(mine: bool, name: str, t: Translations) -> str:
    return (t.gettext("You're ready.") if mine else t.gettext("{name} is ready.")).format(name=name)


def tell_deal(after: State, viewer: int, t: Translations, names: Sequence[str]) -> str:
    if after.starter == viewer:
        return t.gettext("Round {round} is dealt. You start.").format(round=after.round)
    return t.gettext("Round {round} is dealt. {name} starts.").format(round=after.round, name=names[after.starter])


# ------------------------------------------------------------ the end of a round and of the match
def tell_round_end(before: State, after: State, viewer: int, t: Translations, names: Sequence[str]) -> list[str]:
    lines = [t.gettext("All rows are turned up.")]
    replaced = [
        card_name(card, t)
        for card in after.discard[before.discard_n + (before.phase == PLACE) : after.discard_n]
        if card > NINE
    ]
    if replaced and after.deck_n < before.deck_n:
        lines.append(t.gettext("Specials are replaced from the deck: {cards}.").format(cards=", ".join(replaced)))
    for p in range(after.seats):
        if after.rows[p][0] != NO_CARD:
            cards = " + ".join(map(str, after.rows[p]))
            name = t.gettext("You") if p == viewer else names[p]
            lines.append(f"{name}: {cards} = {after.points[p]}")
    if after.length == BY_LIMIT:
        for p in members(after.out & ~before.out):
            sentence = t.gettext("{name} has {points} points and is out.")
            lines.append(sentence.format(name=names[p], points=after.totals[p]))
    if after.phase == OVER:
        lines += [t.gettext("The match is over."), *tell_winners(after, viewer, t, names)]
    return lines


def tell_winners(after: State, viewer: int, t: Translations, names: Sequence[str]) -> list[str]:
    from purrlor.games.rat_a_tat_cat.rules.rules import winners

    won = list(members(winners(after)))
    others = join_names([names[p] for p in won if p != viewer], t)
    if viewer not in won:
        said = t.gettext("Won by {names}.") if len(won) == 1 else t.gettext("{names} share the win.")
        return [said.format(names=others)]
    return [t.gettext("You won, and so did {names}.").format(names=others) if others else t.gettext("You won.")]
