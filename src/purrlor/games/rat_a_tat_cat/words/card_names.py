"""What the cards are called."""

from __future__ import annotations

from purrlor.core.language import N_, Translations
from purrlor.games.rat_a_tat_cat.rules.state import NINE, SWAP

SPECIALS = (N_("Swap"), N_("Peek"), N_("Draw Two"), N_("Super Peek"))


def card_name(card: int, t: Translations) -> str:
    if card < 0:
        return "?"
    return str(card) if card <= NINE else t.gettext(SPECIALS[card - SWAP])
