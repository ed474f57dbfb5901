"""What happens in Cat Café, in words."""

from __future__ import annotations

from collections.abc import Sequence

from purrlor.core.language import N_, Tongue
from purrlor.games.cat_cafe.rules import (
    BUTTERFLY,
    DRAFT,
    DRAW,
    HOUSE,
    LARGER,
    NONE,
    OVER,
    PASS,
    UNDECIDED,
    State,
    bowl_points,
    butterfly_points,
    cat_offer,
    cost,
    cushion_points,
    house_points,
    mouse_points,
    score,
    tower_points,
    winners,
    yarn_points,
)
from purrlor.games.cat_cafe.sheet import FLOOR_OF, LARGER_NUMBER, SMALLER_NUMBER, TOWER_OF, TOWERS

TITLE = N_("Cat Café")
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


def label(s: State, seat: int, action: int, t: Tongue) -> str:
    if s.phase == DRAFT:
        return t.gettext("Take the {value}").format(value=action + 1)
    if s.item[seat] == UNDECIDED:
        if action != PASS:
            return t.gettext("Draw {item}").format(item=item_name(action, t))
        n = min(3, s.blank[seat])
        if n == 0:
            return t.gettext("Pass: no paw is left to circle")
        return t.ngettext("Pass: circle {n} paw", "Pass: circle {n} paws", n).format(n=n)
    if s.hex[seat] == UNDECIDED:
        place = place_of(action)
        n = cost(s, seat, s.item[seat], place["floor"])
        if n == 0:
            return t.gettext("Tower {tower}, floor {floor}").format(**place)
        return t.ngettext(
            "Tower {tower}, floor {floor} ({n} paw)", "Tower {tower}, floor {floor} ({n} paws)", n
        ).format(**place, n=n)
    n = cat_offer(s, seat, action)
    cat = cat_name(action, t)
    return t.ngettext("{cat}: {n} point", "{cat}: {n} points", n).format(cat=cat[0].upper() + cat[1:], n=n)


def status(s: State, viewer: int, t: Tongue, names: Sequence[str]) -> str:
    if s.phase == DRAFT:
        return t.gettext("Take a die. The last one is shared by all.") if s.turn == viewer else ""
    if s.phase == OVER or not s.choosing >> viewer & 1:
        return ""
    if s.item[viewer] == UNDECIDED:
        return t.gettext("What do you draw? Your die is {own}, the central one {central}.").format(
            own=s.own[viewer], central=s.central
        )
    if s.hex[viewer] == UNDECIDED:
        return t.gettext("Where do you draw {item}?").format(item=item_name(s.item[viewer], t))
    return t.gettext("Which cat brings you points?")


def told(
    before: State, after: State, seat: int, action: int, viewer: int, t: Tongue, names: Sequence[str]
) -> list[str]:
    if before.phase == DRAFT:
        told = [t.gettext("{name} takes the {value}.").format(name=names[seat], value=after.own[seat])]
        if after.phase == DRAW:
            told.append(t.gettext("The {value} is the central die.").format(value=after.central))
        return told
    if after.phase == DRAW:
        return [own_step(before, after, seat, t)]
    told = []
    for p in range(after.seats):
        told += drawn(before, after, p, t, names[p])
    for tower in range(TOWERS):
        told += towers_told(before, after, tower, t, names)
    if after.phase == OVER:
        best = [p for p in range(after.seats) if winners(after) >> p & 1]
        told.append(
            t.gettext("The game is over. Victory: {names} ({points}).").format(
                names=joined(names, best), points=score(after, best[0])
            )
        )
    else:
        told.append(
            t.gettext("Round {round}: {name} rolls {dice}.").format(
                round=after.round, name=names[after.first], dice=", ".join(map(str, dice_of(after)))
            )
        )
    return told


def own_step(before: State, after: State, seat: int, t: Tongue) -> str:
    """A step of the viewer's own choice, which nobody else sees yet."""
    if after.item[seat] == PASS:
        return t.gettext("You pass this round.")
    if before.item[seat] == UNDECIDED:
        return t.gettext("You choose {item}.").format(item=item_name(after.item[seat], t))
    if before.hex[seat] == UNDECIDED:
        return t.gettext("You choose tower {tower}, floor {floor}.").format(**place_of(after.hex[seat]))
    return t.gettext("Your choice: {cat}.").format(cat=cat_name(after.cat[seat], t))


def drawn(before: State, after: State, seat: int, t: Tongue, name: str) -> list[str]:
    """What one seat did in the round that all have just finished."""
    item = after.item[seat]
    circled = before.blank[seat] - after.blank[seat]
    if item == PASS:
        if circled == 0:
            return [t.gettext("{name} passes: no paw is left to circle.").format(name=name)]
        return [
            t.ngettext("{name} passes and circles {n} paw.", "{name} passes and circles {n} paws.", circled).format(
                name=name, n=circled
            )
        ]
    facts = {"name": name, "item": item_name(item, t), **place_of(after.hex[seat])}
    n = after.paid[seat]
    if n == 0:
        told = [t.gettext("{name} draws {item}: tower {tower}, floor {floor}.").format(**facts)]
    else:
        told = [
            t.ngettext(
                "{name} draws {item}: tower {tower}, floor {floor}, for {n} paw.",
                "{name} draws {item}: tower {tower}, floor {floor}, for {n} paws.",
                n,
            ).format(**facts, n=n)
        ]
    if item == HOUSE:
        cat = after.cat[seat]
        n = after.written[seat][cat]
        told.append(
            t.ngettext("{name}: {cat} brings {n} point.", "{name}: {cat} brings {n} points.", n).format(
                name=name, cat=cat_name(cat, t), n=n
            )
        )
    if item == BUTTERFLY and circled:
        told.append(
            t.ngettext("{name} circles {n} paw.", "{name} circles {n} paws.", circled).format(name=name, n=circled)
        )
    return told


def towers_told(before: State, after: State, tower: int, t: Tongue, names: Sequence[str]) -> list[str]:
    told = []
    for p in range(after.seats):
        if before.circled[p][tower] == NONE and after.circled[p][tower] != NONE:
            n = (LARGER_NUMBER if after.circled[p][tower] == LARGER else SMALLER_NUMBER)[tower]
            told.append(
                t.ngettext(
                    "{name} completes tower {tower}: {n} point.", "{name} completes tower {tower}: {n} points.", n
                ).format(name=names[p], tower=tower + 1, n=n)
            )
    crossing = [p for p in range(after.seats) if after.crossed[p][tower] > before.crossed[p][tower]]
    if crossing:
        told.append(
            t.ngettext(
                "{names} crosses out the {number} of tower {tower}.",
                "{names} cross out the {number} of tower {tower}.",
                len(crossing),
            ).format(names=joined(names, crossing), number=LARGER_NUMBER[tower], tower=tower + 1)
        )
    return told


def tally(s: State, t: Tongue) -> list[tuple[str, tuple[int, ...]]]:
    """The points by kind."""
    return [(t.gettext(kind), tuple(points(s, p) for p in range(s.seats))) for kind, points in KINDS]


def item_name(item: int, t: Tongue) -> str:
    return t.gettext(DRAWN[item - 1])


def cat_name(cat: int, t: Tongue) -> str:
    return t.gettext(CATS[cat])


def place_of(h: int) -> dict[str, int]:
    return {"tower": TOWER_OF[h] + 1, "floor": FLOOR_OF[h]}


def dice_of(s: State) -> list[int]:
    """The dice on the table."""
    return [value for value in range(1, 7) for _ in range(s.table[value - 1])]


def joined(names: Sequence[str], seats: Sequence[int]) -> str:
    return ", ".join(names[p] for p in seats)
