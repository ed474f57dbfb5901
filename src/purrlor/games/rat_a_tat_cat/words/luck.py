"""Luck in Rat-a-Tat Cat: the numbers a player drew from the deck, against the average of the pack; and single draws."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from purrlor.core.language import Translations
from purrlor.games.rat_a_tat_cat.rules.state import AIDED, COPIES, DISCARD_IT, NINE, PEEKED, PLACE, State
from purrlor.games.rat_a_tat_cat.words.card_names import card_name
from purrlor.games.rat_a_tat_cat.words.places import your_nth
from purrlor.games.rat_a_tat_cat.words.story import narrate

Step = tuple[State, State, int, int]  # before, after, seat, action
PACK_AVERAGE = sum(card * COPIES[card] for card in range(NINE + 1)) / sum(COPIES[: NINE + 1])


def luck(steps: Iterable[Step], seats: int, t: Translations) -> list[tuple[str, list[str]]]:
    drawn: list[list[int]] = [[] for _ in range(seats)]
    for before, after, seat, action in steps:
        is_fresh = before.phase != PLACE or action == DISCARD_IT  # a discarded card may bring a second one
        if after.phase == PLACE and is_fresh and not after.taken and after.turn == seat:
            drawn[seat].append(after.in_hand)
    label = t.gettext("Luck: average card drawn (usually {average})")
    return [
        (
            label.format(average=f"{PACK_AVERAGE:.1f}"),
            [f"{sum(cards) / len(cards):.1f}" if cards else "–" for cards in drawn],
        )
    ]


def stroke_in_words(
    was: State, now: State, seat: int, action: int, viewer: int, t: Translations, names: Sequence[str]
) -> list[str]:
    """What happened, from the viewer's own views. The match is over, so a card that was seen has its name, also where
    the screen left it to be remembered."""
    if now.phase == PEEKED and seat == viewer:
        card = card_name(now.rows[seat][now.slot], t)
        return [t.gettext("You look at {nth}: {card}.").format(nth=your_nth(now.slot, t), card=card)]
    was, now = was.copy(), now.copy()
    was.memory = now.memory = AIDED
    return narrate(was, now, seat, action, viewer, t, names)
