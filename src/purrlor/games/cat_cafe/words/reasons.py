"""Why a choice is good, in a sentence: what it brings at once, or what it keeps possible."""

from __future__ import annotations

from collections.abc import Sequence

from purrlor.core.language import Translations
from purrlor.core.seats import members
from purrlor.games.cat_cafe.bots.strategy import best_hex, best_item
from purrlor.games.cat_cafe.rules.rules import cat_offer, cats_left, circle_towers, complete_towers, legal
from purrlor.games.cat_cafe.rules.sheet import TOWER_OF
from purrlor.games.cat_cafe.rules.state import (
    BOWL,
    BUTTERFLY,
    CUSHION,
    DRAFT,
    DRAW,
    HOUSE,
    LARGER,
    MOUSE,
    PASS,
    UNDECIDED,
    YARN,
    State,
)
from purrlor.games.cat_cafe.words.gain_preview import fills_tower, full_tower, gains_here
from purrlor.games.cat_cafe.words.names import cat_name_first, item_name, place_of


def reason(s: State, seat: int, action: int, t: Translations, names: Sequence[str], remembers: bool) -> str:
    if s.phase == DRAFT:
        return reason_for_die(s, seat, action + 1, t)
    if s.item[seat] == UNDECIDED:
        if action == PASS:
            return t.gettext("Paws make the dice of later rounds fit.")
        return reason_for_place(s, seat, action, best_hex(s, seat, action), t)
    if s.hex[seat] == UNDECIDED:
        return reason_for_place(s, seat, s.item[seat], action, t)
    return reason_for_cat(s, seat, action, t)


def is_obvious(s: State, seat: int, action: int) -> bool:
    """The most points stand on the button of this choice alone: no puzzle. Dice and items show none."""
    if s.phase != DRAW or s.item[seat] == UNDECIDED:
        return False
    is_cat = s.hex[seat] != UNDECIDED
    item, choices = s.item[seat], members(cats_left(s, seat)) if is_cat else members(legal(s, seat))
    shown = {each: cat_offer(s, seat, each) if is_cat else gains_here(s, seat, item, (each,))[0] for each in choices}
    return action in shown and all(shown[action] > n for each, n in shown.items() if each != action)


def reason_for_die(s: State, seat: int, own: int, t: Translations) -> str:
    """The best draw that this die allows, with whichever of the others stays in the middle.

    Dice that allow the same have the same sentence.
    """
    found: list[tuple[int, int]] = []
    for central in range(1, 7):
        if s.table[central - 1] - (central == own) <= 0:
            continue
        after = s.copy()
        after.phase, after.own[seat], after.central = DRAW, own, central
        item = best_item(after, seat)
        if item != PASS:
            found.append((gain_of(after, seat, item, best_hex(after, seat, item)), item))
    if not found:
        return t.gettext("With it you may pass, and paws make the dice of later rounds fit.")
    gain, item = max(found)
    said = t.ngettext(
        "With it you can draw {item} for {n} point.",
        "With it you can draw {item} for {n} points.",
        gain,
    )
    return said.format(item=item_name(item, t), n=gain)


def gain_of(s: State, seat: int, item: int, h: int) -> int:
    """Points at once, with the cat that a house is drawn for."""
    gain = gains_here(s, seat, item, (h,))[0]
    if item == HOUSE:
        gain += max(cat_offer(s, seat, cat) for cat in members(cats_left(s, seat)))
    return gain


def reason_for_place(s: State, seat: int, item: int, h: int, t: Translations) -> str:
    place = place_of(h)
    if fills_tower(s, seat, h):
        return reason_for_full_tower(s, seat, item, h, t)
    n = gain_of(s, seat, item, h)
    if n == 0:
        said = t.gettext("It scores nothing yet, but every new kind around it will count.") if item == BOWL else ""
    elif item == HOUSE:
        said = t.ngettext("A house now lets a cat score {n} point.", "A house now lets a cat score {n} points.", n)
    elif item == YARN:
        said = (
            t.ngettext(
                "Nobody would have more yarn in tower {tower}, so that is {n} point.",
                "Nobody would have more yarn in tower {tower}, so that is {n} points.",
                n,
            )
            if n >= 8
            else t.ngettext("It scores {n} point at once.", "It scores {n} points at once.", n)
        )
    elif item == BUTTERFLY:
        said = t.ngettext(
            "{n} point at once, and two paws for later rounds.", "{n} points at once, and two paws for later rounds.", n
        )
    elif item == BOWL:
        said = t.ngettext(
            "{n} point at once, and one more for every new kind around it.",
            "{n} points at once, and one more for every new kind around it.",
            n,
        )
    elif item == CUSHION:
        said = t.ngettext("So high up it scores {n} point.", "So high up it scores {n} points.", n)
    elif item == MOUSE and n > 2:
        said = t.ngettext("It joins other mice: {n} point more.", "It joins other mice: {n} points more.", n)
    else:
        said = t.ngettext("It scores {n} point at once.", "It scores {n} points at once.", n)
    return said.format(n=n, **place)


def reason_for_full_tower(s: State, seat: int, item: int, h: int, t: Translations) -> str:
    """A tower is complete: its number, and whether somebody else could have had it."""
    drawn = s.copy()
    drawn.sheet[seat][h] = item
    n = full_tower(drawn, seat, h)
    drawn.filled[seat] |= 1 << h
    circle_towers(drawn)
    if complete_towers(drawn, seat) >= 3:
        said = t.ngettext(
            "It completes the third tower: {n} point, and the game ends.",
            "It completes the third tower: {n} points, and the game ends.",
            n,
        )
    elif drawn.circled[seat][TOWER_OF[h]] == LARGER:
        said = t.gettext("It takes the {n} of tower {tower} before anybody else can.")
    else:
        said = t.ngettext("It completes tower {tower}: {n} point.", "It completes tower {tower}: {n} points.", n)
    return said.format(n=n, tower=TOWER_OF[h] + 1)


def reason_for_cat(s: State, seat: int, cat: int, t: Translations) -> str:
    n, others = cat_offer(s, seat, cat), [c for c in members(cats_left(s, seat)) if c != cat]
    best = max((cat_offer(s, seat, other) for other in others), default=-1)
    if n > best:
        said = t.ngettext(
            "No other cat scores that much now: {n} point.", "No other cat scores that much now: {n} points.", n
        )
        return said.format(n=n)
    if n == best:
        return t.gettext("It scores as much as any other now.")
    other = next(c for c in others if cat_offer(s, seat, c) == best)
    return t.gettext("{cat} can still grow and score more later.").format(cat=cat_name_first(other, t))
