"""What lies on the table in Cat Café, in plain lines: for the terminal and for screen readers."""

from __future__ import annotations

from collections.abc import Sequence

from purrlor.core.language import Translations
from purrlor.games.cat_cafe.rules.rules import score
from purrlor.games.cat_cafe.rules.sheet import FLOOR_OF, HEXES, LARGER_NUMBER, SMALLER_NUMBER, TOWER_OF, TOWERS
from purrlor.games.cat_cafe.rules.state import DRAFT, LARGER, SMALLER, UNDECIDED, State
from purrlor.games.cat_cafe.words.names import plain_name


def sight(s: State, viewer: int, t: Translations, names: Sequence[str]) -> list[str]:
    """Round and dice, then every sheet, the viewer's own last: it lies nearest to the choices."""
    lines = [t.gettext("Round {round}. First player: {name}.").format(round=s.round, name=names[s.first])]
    if s.phase == DRAFT:
        lines.append(t.gettext("Dice on the table: {dice}.").format(dice=", ".join(map(str, dice_of(s)))))
    else:
        lines.append(t.gettext("Central die: {value}.").format(value=s.central))
    taken = [f"{names[p]} {s.own[p]}" for p in range(s.seats) if s.own[p]]
    if taken:
        lines.append(t.gettext("Dice taken: {dice}.").format(dice=", ".join(taken)))
    for p in sorted(range(s.seats), key=lambda p: p == viewer):
        lines += sheet_lines(s, p, t, names[p])
    return lines


def sheet_lines(s: State, seat: int, t: Translations, name: str) -> list[str]:
    points, paws = score(s, seat), s.paws[seat]
    lines = [
        t.gettext("{name}: {points}; {paws}; not circled yet: {blank}").format(
            name=name,
            points=t.ngettext("{n} point", "{n} points", points).format(n=points),
            paws=t.ngettext("{n} paw to spend", "{n} paws to spend", paws).format(n=paws),
            blank=s.blank[seat],
        )
    ]
    lines += ["  " + tower_line(s, seat, tower, t) for tower in range(TOWERS)]
    cats = [
        plain_name(k + 1, t) + ("" if points == UNDECIDED else f" {points}") for k, points in enumerate(s.written[seat])
    ]
    lines.append("  " + t.gettext("Cats and what they have scored: {cats}").format(cats=", ".join(cats)))
    return lines


def tower_line(s: State, seat: int, tower: int, t: Translations) -> str:
    """'Tower 2 (9 or 5): 1 yarn, 4 mouse; free 2, 3, 5, 6'."""
    floors = [(FLOOR_OF[h], s.sheet[seat][h]) for h in range(HEXES) if TOWER_OF[h] == tower]
    items = ", ".join(f"{floor} {plain_name(item, t)}" for floor, item in floors if item)
    free = ", ".join(str(floor) for floor, item in floors if not item)
    larger, smaller = LARGER_NUMBER[tower], SMALLER_NUMBER[tower]
    if s.circled[seat][tower] == LARGER:
        numbers = t.gettext("{number} circled").format(number=larger)
    elif s.circled[seat][tower] == SMALLER:
        numbers = t.gettext("{number} circled").format(number=smaller)
    elif s.crossed[seat][tower]:
        numbers = t.gettext("only {number} left").format(number=smaller)
    else:
        numbers = t.gettext("{larger} or {smaller}").format(larger=larger, smaller=smaller)
    if not items:
        line = t.gettext("Tower {tower} ({numbers}): free {free}")
    elif not free:
        line = t.gettext("Tower {tower} ({numbers}): {items}")
    else:
        line = t.gettext("Tower {tower} ({numbers}): {items}; free {free}")
    return line.format(tower=tower + 1, numbers=numbers, items=items, free=free)


def dice_of(s: State) -> list[int]:
    """The dice on the table."""
    return [value for value in range(1, 7) for _ in range(s.table[value - 1])]
