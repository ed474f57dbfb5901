"""Cat Café in words: what a choice does, what is asked, the score."""

from __future__ import annotations

from collections.abc import Sequence

from purrlor.core.language import N_, Translations
from purrlor.games.cat_cafe.points_cache import reach
from purrlor.games.cat_cafe.rules.rules import (
    bowl_points,
    butterfly_points,
    cat_offer,
    cost,
    cushion_points,
    house_points,
    mouse_points,
    score,
    tower_points,
    yarn_points,
)
from purrlor.games.cat_cafe.rules.state import DRAFT, OVER, PASS, UNDECIDED, State
from purrlor.games.cat_cafe.words.names import cat_name_first, item_name, place_of
from purrlor.games.cat_cafe.words.sight import sight
from purrlor.games.cat_cafe.words.story import narrate

__all__ = ["ABOUT", "TITLE", "label", "narrate", "sight", "status", "tally"]

TITLE = N_("Cat Café")
ABOUT = N_("Pick a die, share a die, and furnish five cat towers.")
KIND = N_("Dice and drawing")
MINUTES = 30
AGE = 10
KINDS = (
    (N_("Houses"), house_points),
    (N_("Yarn"), yarn_points),
    (N_("Butterflies"), butterfly_points),
    (N_("Bowls"), bowl_points),
    (N_("Cushions"), cushion_points),
    (N_("Mice"), mouse_points),
    (N_("Towers"), tower_points),
    (N_("Total"), score),
)
MOST_LETTERS = {"en": (36, 90), "ru": (30, 78)}  # of a question and of a hint


def label(s: State, seat: int, action: int, t: Translations) -> str:
    if s.phase == DRAFT:
        return t.gettext("Take the {value}").format(value=action + 1)
    if s.item[seat] == UNDECIDED:
        if action != PASS:
            return t.gettext("Draw {item}").format(item=item_name(action, t))
        n = min(3, s.blank[seat])
        if n == 0:
            return t.gettext("Pass: no more paws to get")
        return t.ngettext("Pass: get {n} paw", "Pass: get {n} paws", n).format(n=n)
    if s.hex[seat] == UNDECIDED:
        place = place_of(action)
        n = cost(s, seat, s.item[seat], place["floor"])
        if n == 0:
            return t.gettext("Tower {tower}, floor {floor}").format(**place)
        return t.ngettext(
            "Tower {tower}, floor {floor} ({n} paw)", "Tower {tower}, floor {floor} ({n} paws)", n
        ).format(**place, n=n)
    n = cat_offer(s, seat, action)
    return t.ngettext("{cat}: {n} point", "{cat}: {n} points", n).format(cat=cat_name_first(action, t), n=n)


def status(s: State, viewer: int, t: Translations, names: Sequence[str]) -> str:
    if s.phase == DRAFT:
        return t.gettext("Take a die.") if s.turn == viewer else ""
    if s.phase == OVER or not s.choosing >> viewer & 1:
        return ""
    if s.item[viewer] == UNDECIDED:
        if not reach(s, viewer):
            return t.gettext("You can't draw anything, so pass.")
        dice = {"own": s.own[viewer], "central": s.central}
        return t.gettext("What do you draw with {own} and {central}?").format(**dice)
    if s.hex[viewer] == UNDECIDED:
        return t.gettext("Where do you draw {item}?").format(item=item_name(s.item[viewer], t))
    return t.gettext("Which cat scores?")


def tally(s: State, t: Translations) -> list[tuple[str, tuple[int, ...]]]:
    """The points by kind."""
    return [(t.gettext(kind), tuple(points(s, p) for p in range(s.seats))) for kind, points in KINDS]
