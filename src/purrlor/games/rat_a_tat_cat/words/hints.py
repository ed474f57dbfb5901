"""One line beneath the question: what somebody who never played needs to know just now."""

from __future__ import annotations

from collections.abc import Sequence

from purrlor.core.language import Translations
from purrlor.core.sentences.name_lists import join_names
from purrlor.games.rat_a_tat_cat.rules.state import (
    CALL,
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
    SOURCE,
    SUPER_PEEKED,
    SWAP_OTHER,
    SWAP_OWN,
    State,
)
from purrlor.games.rat_a_tat_cat.words.places import your_nth


def hint(
    s: State,
    viewer: int,
    t: Translations,
    names: Sequence[str],
    draw_twos: int,
    swapped: tuple[int, int] | None = None,
) -> str | None:
    """How it is done; None where what the others did last is worth more. `draw_twos` were turned up in this turn;
    `swapped`: the card of the viewer's that somebody swapped since the last turn, and who: the turn begins with it."""
    if s.phase in (ROUND_END, OVER):
        return round_result(s, viewer, t, names)
    if viewer >= s.seats:
        return ""
    if s.out >> viewer & 1:
        return t.gettext("You are out and look on.")
    if s.phase == LOOK:
        return t.gettext("The fewer points, the better.") if s.asked >> viewer & 1 else ""
    if s.turn != viewer:
        return ""
    if s.phase == SOURCE and swapped is not None:
        card, by = swapped
        return t.gettext("{name} took {nth} and gave you another!").format(name=names[by], nth=your_nth(card, t))
    if s.phase == SOURCE and s.lap > 1:
        return None
    if s.phase == DRAW_AGAIN and draw_twos > 1:
        return t.gettext("Another Draw Two: up to two more cards.")
    if s.phase in (SWAP_OWN, PEEK_OWN, SUPER_PEEKED) and draw_twos:
        return t.gettext("A special is used at once and ends the Draw Two.")
    hints = {
        SOURCE: t.gettext("Tap the deck or the discard.")
        if 0 <= top_of(s) <= NINE
        else t.gettext("Tap the deck: a special on the discard stays there."),
        PLACE: t.gettext("Tap the card it replaces.")
        if s.taken
        else t.gettext("To keep it, tap the card it replaces."),
        SWAP_OWN: t.gettext("Nobody looks at the cards."),
        SWAP_OTHER: t.gettext("Tap a card of another player."),
        PEEK_OWN: t.gettext("You see it once."),
        PEEKED: t.gettext("Only you see it."),
        SUPER_PEEKED: t.gettext("Only you see this."),
        DRAW_AGAIN: t.gettext("If you do not keep the first card, you draw a second."),
        CALL: t.gettext("If you call, everyone else gets one last turn."),
    }
    return hints[s.phase]


def round_result(s: State, viewer: int, t: Translations, names: Sequence[str]) -> str:
    """Who has the fewest points of this round, and whether the call was right."""
    inside = [p for p in range(s.seats) if s.rows[p][0] != NO_CARD]
    fewest = min(s.points[p] for p in inside)
    best = [p for p in inside if s.points[p] == fewest]
    if best == [viewer]:
        said = t.gettext("You have the fewest points: {n}!")
    elif len(best) == 1:
        said = t.gettext("{name} has the fewest points: {n}.")
    elif len(best) == len(inside) == 2:
        said = t.gettext("Both have the fewest points: {n} each.")
    elif viewer in best:
        said = t.gettext("You and {name} have the fewest points: {n} each.")
    else:
        said = t.gettext("{name} have the fewest points: {n} each.")
    said = said.format(name=join_names([names[p] for p in best if p != viewer], t), n=fewest)
    if s.caller == NOBODY:
        return said
    if s.caller in best:
        called = t.gettext("The call was right.")
    elif s.caller == viewer:
        called = t.gettext("You called, but have {n}: no penalty.")
    else:
        called = t.gettext("{name} called, but has {n}.")
    return f"{said} {called.format(name=names[s.caller], n=s.points[s.caller])}"


def top_of(s: State) -> int:
    return s.discard[s.discard_n - 1] if s.discard_n else NO_CARD
