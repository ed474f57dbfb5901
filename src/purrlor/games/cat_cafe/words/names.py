"""What the items, cats and places of Cat Café are called."""

from __future__ import annotations

from purrlor.core.language import N_, Translations
from purrlor.games.cat_cafe.rules.sheet import FLOOR_OF, TOWER_OF

# by themselves, as in a list
ITEMS = (N_("house"), N_("yarn"), N_("butterfly"), N_("bowl"), N_("cushion"), N_("mouse"))
# what is drawn, always the object of a sentence: "Ann draws a house"
DRAWN = (N_("a house"), N_("yarn"), N_("a butterfly"), N_("a bowl"), N_("a cushion"), N_("a mouse"))
# who brings points, always its subject: "the house cat brings 4 points"
CATS = (
    N_("the house cat"),
    N_("the yarn cat"),
    N_("the butterfly cat"),
    N_("the bowl cat"),
    N_("the cushion cat"),
    N_("the mouse cat"),
)


# what an item brings, for somebody who wonders where to put it
WORTH = (
    N_("Then choose a cat: 2 points for each item of its kind."),
    N_("Once for each tower: 8 points if no one has more yarn there, otherwise 3."),
    N_("3 points, and two paws."),
    N_("1 point for each kind of item around it, including items added later."),
    N_("As many points as its floor."),
    N_("1, 2, 3 or 4 mice that touch score 2, 6, 12 or 20 points."),
)


def worth(item: int, t: Translations) -> str:
    return t.gettext(WORTH[item - 1])


def plain_name(item: int, t: Translations) -> str:
    return t.gettext(ITEMS[item - 1])


def item_name(item: int, t: Translations) -> str:
    return t.gettext(DRAWN[item - 1])


def cat_name(cat: int, t: Translations) -> str:
    return t.gettext(CATS[cat])


def cat_name_first(cat: int, t: Translations) -> str:
    """At the beginning of a sentence."""
    name = cat_name(cat, t)
    return name[0].upper() + name[1:]


def place_of(h: int) -> dict[str, int]:
    return {"tower": TOWER_OF[h] + 1, "floor": FLOOR_OF[h]}
