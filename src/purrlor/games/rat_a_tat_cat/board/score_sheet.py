"""The end of a round: rows turned up, the sums, and how the match stands. Fewer points are better."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypedDict

from purrlor.core.language import Translations
from purrlor.core.seats import members
from purrlor.games.rat_a_tat_cat.board.memory import Place
from purrlor.games.rat_a_tat_cat.board.sprite import CARDS
from purrlor.games.rat_a_tat_cat.rules.rules import winners
from purrlor.games.rat_a_tat_cat.rules.state import NO_CARD, ROW, State
from purrlor.games.rat_a_tat_cat.words.card_names import card_name

# the drawing of the chart, in its own units
WIDE, HIGH = 340, 150
LEFT, RIGHT, TOP, GROUND = 30, 232, 14, 128
LINE = 15  # height of one name
LABELS = 10  # most that fit below the chart
LINES = 3  # rounds before this one that are told one by one
STEPS = (10, 20, 50, 100, 200, 500, 1000, 2000)


def turned_up(
    s: State, viewer: int, t: Translations, names: Sequence[str], replaced: Mapping[Place, tuple[int, ...]]
) -> list[dict[str, object]]:
    """Every row with its sum, in the order in which they are turned up: from the dealer's left."""
    inside = [p for k in range(s.seats) if s.rows[p := (s.starter + k) % s.seats][0] != NO_CARD]
    fewest = min(s.points[p] for p in inside)
    found = []
    for p in inside:
        specials = [replaced.get((p, i), ()) for i in range(ROW)]
        counted = [0 if special else card for card, special in zip(s.rows[p], specials, strict=True)]
        notes = [t.gettext("called")] if p == s.caller else []
        notes += [t.gettext("out")] if s.out >> p & 1 else []
        found.append(
            {
                "seat": p,
                "name": names[p],
                "said": t.gettext("You") if p == viewer else names[p],
                "note": ", ".join(notes),
                "mood": "pleased" if s.points[p] == fewest else "",
                "best": s.points[p] == fewest,
                "cards": [turned_card(card, special, t) for card, special in zip(s.rows[p], specials, strict=True)],
                "sums": [sum(counted[: i + 1]) for i in range(ROW)],  # a special counts when it is replaced
                "points": s.points[p],
                "points_said": t.ngettext("{n} point", "{n} points", s.points[p]).format(n=s.points[p]),
            }
        )
    return found


def turned_card(card: int, specials: Sequence[int], t: Translations) -> dict[str, object]:
    """A number, and the specials that it replaced."""
    label = card_name(card, t)
    if specials:
        was = ", ".join(card_name(special, t) for special in specials)
        label = t.gettext("{special}, replaced by {card}").format(special=was, card=label)
    return {"art": CARDS[card], "label": label, "was": [CARDS[special] for special in specials]}


def match_table(
    s: State, viewer: int, t: Translations, names: Sequence[str], rounds: Sequence[Sequence[int]]
) -> dict[str, object]:
    """The last rounds one by one, what was before them, the total; `low` marks the lowest of a line."""
    in_front = members(winners(s))
    played = [p for p in range(s.seats) if s.rows[p][0] != NO_CARD]
    fewest = min(s.points[p] for p in played)
    rows = []
    earlier = list(enumerate(rounds[:-1], 1))[-LINES:] if len(rounds) == s.round else []
    if s.round > 1 + len(earlier):
        known = [s.points[p] + sum(points[p] for _, points in earlier) for p in range(s.seats)]
        before = [{"n": s.totals[p] - known[p], "low": False} for p in range(s.seats)]
        rows.append({"name": t.gettext("Before"), "cells": before})
    for number, points in earlier:
        cells = [{"n": n, "low": False} for n in points]
        rows.append({"name": t.gettext("Round {round}").format(round=number), "cells": cells})
    now = [
        {"n": s.points[p] if p in played else "–", "low": p in played and s.points[p] == fewest} for p in range(s.seats)
    ]
    rows.append({"name": t.gettext("Round {round}").format(round=s.round), "cells": now})
    return {
        "heads": [{"name": names[p], "said": t.gettext("You") if p == viewer else names[p]} for p in range(s.seats)],
        "rows": rows,
        "totals": [{"n": s.totals[p], "low": p in in_front} for p in range(s.seats)],
    }


class ChartLine(TypedDict):
    """One player's totals, with the place of the name at its end."""

    seat: int
    said: str
    path: str
    x: float
    y: float
    name_y: float


def chart(
    s: State, viewer: int, t: Translations, names: Sequence[str], rounds: Sequence[Sequence[int]]
) -> dict[str, object]:
    """Lines of the totals from the start.

    A state remembers the totals and the last round; where the rounds before it are not known, nothing older is drawn.
    """
    is_known = len(rounds) == s.round
    first = 0 if is_known or s.round <= 2 else s.round - 1
    highest = max(1, *s.totals[: s.seats])
    step = next(each for each in STEPS if each * 4 >= highest)
    ceiling = -(-highest // step) * step

    def across(round_: int) -> float:
        return round(LEFT + (RIGHT - LEFT) * (round_ - first) / (s.round - first), 1)

    def up(points: int) -> float:
        return round(GROUND - (GROUND - TOP) * points / ceiling, 1)

    lines: list[ChartLine] = []
    for p in range(s.seats):
        knots, total, number = [(across(s.round), up(s.totals[p]))], s.totals[p], s.round
        for points in reversed(rounds if is_known else (s.points,)):
            total, number = total - points[p], number - 1
            knots.insert(0, (across(number), up(total)))
        if first == 0 and number:
            knots.insert(0, (across(0), up(0)))
        lines.append(
            {
                "seat": p,
                "said": t.gettext("You") if p == viewer else names[p],
                "path": "M" + "L".join(f"{x} {y}" for x, y in knots),
                "x": knots[-1][0],
                "y": knots[-1][1],
                "name_y": 0.0,  # see spread
            }
        )
    spread(lines)
    shown = range(first, s.round + 1, 1 + (s.round - first) // LABELS)
    return {
        "size": f"0 0 {WIDE} {HIGH}",
        "left": LEFT,
        "right": RIGHT,
        "ground": GROUND + 18,
        "levels": [{"y": up(n), "n": n} for n in range(0, ceiling + 1, step)],
        "rounds": [{"x": across(n), "name": str(n) if n else t.gettext("start")} for n in shown],
        "lines": lines,
        "said": t.gettext("Totals: {list}").format(list=", ".join(f"{names[p]} {s.totals[p]}" for p in range(s.seats))),
    }


def spread(lines: list[ChartLine]) -> None:
    """Give every name a height of its own, near the end of its line."""
    ranked = sorted(lines, key=lambda line: line["y"])
    for k, line in enumerate(ranked):
        line["name_y"] = max(line["y"], ranked[k - 1]["name_y"] + LINE if k else TOP)
    over = ranked[-1]["name_y"] - GROUND
    for k in range(len(ranked) - 1, -1, -1):
        if over > 0:
            lowest = GROUND if k == len(ranked) - 1 else ranked[k + 1]["name_y"] - LINE
            ranked[k]["name_y"] = round(min(ranked[k]["name_y"], lowest), 1)
