"""One line beneath the question: what somebody who never played needs to know just now."""

from __future__ import annotations

from collections.abc import Sequence

from purrlor.core.language import Translations
from purrlor.games.rat_a_tat_cat.board.memory import BoardMemory
from purrlor.games.rat_a_tat_cat.board.score_sheet import brought
from purrlor.games.rat_a_tat_cat.rules.state import (
    CALL,
    DRAW_AGAIN,
    LOOK,
    NINE,
    NO_CARD,
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


def hint(s: State, viewer: int, t: Translations, names: Sequence[str], memory: BoardMemory) -> str | None:
    """How it is done; None where what the others did last is worth more."""
    if s.phase in (ROUND_END, OVER):
        return brought(s, viewer, t, names)
    if viewer >= s.seats:
        return ""
    if s.out >> viewer & 1:
        return t.gettext("You are out and look on.")
    if s.phase == LOOK:
        return t.gettext("The fewer points, the better.") if s.asked >> viewer & 1 else ""
    if s.turn != viewer:
        return ""
    if s.phase == SOURCE and (happened := happened_to_you(viewer, t, names, memory)):
        return happened
    if s.phase == SOURCE and s.lap > 1:
        return None
    if s.phase == DRAW_AGAIN and memory.draw_twos > 1:
        return t.gettext("Another Draw Two: up to two more cards.")
    if s.phase in (SWAP_OWN, PEEK_OWN, SUPER_PEEKED) and memory.draw_twos:
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
        CALL: t.gettext("If you call, the others move once more."),
    }
    return hints[s.phase]


def happened_to_you(viewer: int, t: Translations, names: Sequence[str], memory: BoardMemory) -> str:
    """What others did to the viewer's own cards since: a turn begins with it, and the card is marked."""
    swaps = [(i, laid.by) for (p, i), laid in memory.laid.items() if p == viewer and laid.by != viewer]
    return " ".join(
        t.gettext("{name} has swapped {nth}.").format(name=names[by], nth=your_nth(i, t)) for i, by in swaps[-1:]
    )


def top_of(s: State) -> int:
    return s.discard[s.discard_n - 1] if s.discard_n else NO_CARD
