"""What happens in Cat Café, told to one viewer: "you" for what the viewer does, names for the others."""

from __future__ import annotations

from collections.abc import Sequence

from purrlor.core.language import Translations
from purrlor.core.seats import members
from purrlor.games.cat_cafe.points_cache import points
from purrlor.games.cat_cafe.rules.rules import score, winners
from purrlor.games.cat_cafe.rules.sheet import LARGER_NUMBER, SMALLER_NUMBER, TOWERS
from purrlor.games.cat_cafe.rules.state import BUTTERFLY, DRAFT, DRAW, HOUSE, LARGER, NONE, OVER, PASS, UNDECIDED, State
from purrlor.games.cat_cafe.words.last_round import why_over
from purrlor.games.cat_cafe.words.names import cat_name, cat_name_first, item_name, place_of
from purrlor.games.cat_cafe.words.sight import dice_of


def narrate(
    before: State, after: State, seat: int, action: int, viewer: int, t: Translations, names: Sequence[str]
) -> list[str]:
    if before.phase == DRAFT:
        take = t.gettext("You take the {value}.") if seat == viewer else t.gettext("{name} takes the {value}.")
        lines = [take.format(name=names[seat], value=after.own[seat])]
        if after.phase == DRAW:
            lines.append(t.gettext("The {value} is the central die.").format(value=after.central))
        return lines
    if after.phase == DRAW:
        return [tell_own_step(before, after, seat, t)]
    lines = []
    for p in range(after.seats):
        lines += tell_draw(before, after, p, p == viewer, t, names[p])
    for tower in range(TOWERS):
        lines += tell_tower(before, after, tower, viewer, t, names)
    lines.append(tell_points(before, after, viewer, t, names))
    if after.phase == OVER:
        lines += [why_over(after, viewer, t, names), tell_end(after, t, names)]
    else:
        lines.append(tell_roll(after, viewer, t, names))
    return lines


def tell_own_step(before: State, after: State, seat: int, t: Translations) -> str:
    """A step of the viewer's own choice, which nobody else sees yet."""
    if after.item[seat] == PASS:
        return t.gettext("You pass this round.")
    if before.item[seat] == UNDECIDED:
        return t.gettext("You choose {item}.").format(item=item_name(after.item[seat], t))
    if before.hex[seat] == UNDECIDED:
        return t.gettext("You choose tower {tower}, floor {floor}.").format(**place_of(after.hex[seat]))
    return t.gettext("Your choice: {cat}.").format(cat=cat_name(after.cat[seat], t))


def tell_draw(before: State, after: State, seat: int, mine: bool, t: Translations, name: str) -> list[str]:
    """What one seat did in the round that all have just finished."""
    item, circled = after.item[seat], before.blank[seat] - after.blank[seat]
    if item == PASS:
        return [tell_pass(circled, mine, t, name)]
    lines = [tell_item(after, seat, mine, t, name)]
    if item == HOUSE:
        lines.append(tell_cat(after, seat, mine, t, name))
    if item == BUTTERFLY and circled:
        circle = (
            t.ngettext("You get {n} paw.", "You get {n} paws.", circled)
            if mine
            else t.ngettext("{name} gets {n} paw.", "{name} gets {n} paws.", circled)
        )
        lines.append(circle.format(name=name, n=circled))
    return lines


def tell_pass(circled: int, mine: bool, t: Translations, name: str) -> str:
    if circled == 0:
        line = t.gettext("You pass: no more paws to get.") if mine else t.gettext("{name} passes: no more paws to get.")
    elif mine:
        line = t.ngettext("You pass and get {n} paw.", "You pass and get {n} paws.", circled)
    else:
        line = t.ngettext("{name} passes and gets {n} paw.", "{name} passes and gets {n} paws.", circled)
    return line.format(name=name, n=circled)


def tell_item(after: State, seat: int, mine: bool, t: Translations, name: str) -> str:
    n = after.paid[seat]
    if n == 0:
        line = (
            t.gettext("You draw {item}: tower {tower}, floor {floor}.")
            if mine
            else t.gettext("{name} draws {item}: tower {tower}, floor {floor}.")
        )
    elif mine:
        line = t.ngettext(
            "You draw {item}: tower {tower}, floor {floor}, for {n} paw.",
            "You draw {item}: tower {tower}, floor {floor}, for {n} paws.",
            n,
        )
    else:
        line = t.ngettext(
            "{name} draws {item}: tower {tower}, floor {floor}, for {n} paw.",
            "{name} draws {item}: tower {tower}, floor {floor}, for {n} paws.",
            n,
        )
    return line.format(name=name, item=item_name(after.item[seat], t), n=n, **place_of(after.hex[seat]))


def tell_cat(after: State, seat: int, mine: bool, t: Translations, name: str) -> str:
    cat = after.cat[seat]
    n = after.written[seat][cat]
    if mine:
        line = t.ngettext("{cat} scores {n} point for you.", "{cat} scores {n} points for you.", n)
        return line.format(cat=cat_name_first(cat, t), n=n)
    line = t.ngettext("{name}: {cat} scores {n} point.", "{name}: {cat} scores {n} points.", n)
    return line.format(name=name, cat=cat_name(cat, t), n=n)


def tell_tower(
    before: State, after: State, tower: int, viewer: int, t: Translations, names: Sequence[str]
) -> list[str]:
    """Who completed it and for how much, and who crosses the larger number out."""
    lines = []
    for p in range(after.seats):
        if before.circled[p][tower] == NONE and after.circled[p][tower] != NONE:
            n = (LARGER_NUMBER if after.circled[p][tower] == LARGER else SMALLER_NUMBER)[tower]
            line = (
                t.ngettext("You complete tower {tower}: {n} point.", "You complete tower {tower}: {n} points.", n)
                if p == viewer
                else t.ngettext(
                    "{name} completes tower {tower}: {n} point.", "{name} completes tower {tower}: {n} points.", n
                )
            )
            lines.append(line.format(name=names[p], tower=tower + 1, n=n))
    crossing = [p for p in range(after.seats) if after.crossed[p][tower] > before.crossed[p][tower]]
    others = [names[p] for p in crossing if p != viewer]
    facts = {"number": LARGER_NUMBER[tower], "tower": tower + 1}
    if len(others) < len(crossing):
        lines.append(t.gettext("You cross out the {number} of tower {tower}.").format(**facts))
    if others:
        line = t.ngettext(
            "{names} crosses out the {number} of tower {tower}.",
            "{names} cross out the {number} of tower {tower}.",
            len(others),
        )
        lines.append(line.format(names=", ".join(others), **facts))
    return lines


def tell_points(before: State, after: State, viewer: int, t: Translations, names: Sequence[str]) -> str:
    """Where everybody stands now, and what the round brought them."""
    scores = [(points(after, p), points(after, p) - points(before, p)) for p in range(after.seats)]
    called = [t.gettext("you") if p == viewer else names[p] for p in range(after.seats)]
    each = [f"{name} {now} ({gain:+d})" for name, (now, gain) in zip(called, scores, strict=True)]
    return t.gettext("Points: {points}.").format(points=", ".join(each))


def tell_roll(after: State, viewer: int, t: Translations, names: Sequence[str]) -> str:
    line = (
        t.gettext("Round {round}: you roll {dice}.")
        if after.first == viewer
        else t.gettext("Round {round}: {name} rolls {dice}.")
    )
    return line.format(round=after.round, name=names[after.first], dice=", ".join(map(str, dice_of(after))))


def tell_end(after: State, t: Translations, names: Sequence[str]) -> str:
    best = members(winners(after))
    return t.gettext("Victory: {names} ({points}).").format(
        names=", ".join(names[p] for p in best), points=score(after, best[0])
    )
