"""One line beneath the question: what somebody who never played needs to know just now."""

from __future__ import annotations

from purrlor.core.language import Translations
from purrlor.games.cat_cafe.points_cache import reach
from purrlor.games.cat_cafe.rules.state import DRAFT, PASS, UNDECIDED, State
from purrlor.games.cat_cafe.words.labels import label
from purrlor.games.cat_cafe.words.names import worth

LEARNING = 3  # rounds, after which everybody knows how to find out


def hint(s: State, viewer: int, t: Translations, can_end: bool = False) -> str:
    if viewer >= s.seats:
        return ""
    if s.phase == DRAFT:
        if s.turn != viewer:
            return ""
        if s.round == 2:
            return t.gettext("The last die is the central one: everybody uses it.")
        if s.round == 3:
            return t.gettext("Fill a tower: the first with a house in it gets the larger number, others the smaller.")
        if s.round == 1:
            return t.gettext("Most points win. One die: the item, the other: its floor. Tap anything and I'll explain.")
        if s.round == 4:
            return t.gettext("Three full towers of one player end the game.")
        return t.gettext("The last die is the central one.")
    if not s.choosing >> viewer & 1:
        return t.gettext("All choices are revealed together.")
    if s.item[viewer] == UNDECIDED:
        if not reach(s, viewer):
            return label(s, viewer, PASS, t)
        if s.round <= LEARNING:
            return t.gettext("Under each item: its price in paws. Tap one to see what it scores; you can still change.")
        return t.gettext("1 paw makes a die 1 more or 1 less.")
    if s.hex[viewer] == UNDECIDED:
        if can_end:
            return t.gettext("Dashed edge: your third full tower, and the game ends.")
        return worth(s.item[viewer], t)
    return t.gettext("2 points for each item of its kind you have now. Each cat scores once.")
