"""A picture of everybody's chance to win over a match: one line a player, and marks at the moments that cost most."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from markupsafe import Markup

from purrlor.bots.grading import WeighedDecision
from purrlor.core.language import Translations
from purrlor.tables.story.review import Review

WIDTH, HIGH, LEFT, TOP = 320, 120, 30, 8  # of the plot, and the room for its labels
BELOW = 8
RADIUS = 9  # of a mark


def draw_curves(
    review: Review, names: Sequence[str], marks: Sequence[tuple[WeighedDecision, str]], t: Translations
) -> Markup:
    """As SVG. Colours are classes: the page's style sheet has them, in the same order beside the names."""
    last = max(1, review.last)

    def place(moment: int, chance: float) -> tuple[float, float]:
        return round(LEFT + WIDTH * moment / last, 1), round(TOP + HIGH * (1 - chance), 1)

    label = t.gettext("Everybody's chance to win over the match, from 0 to 100")
    parts = [
        Markup('<svg class="curves" viewBox="0 0 {} {}" role="img" aria-label="{}">').format(
            LEFT + WIDTH + 8, TOP + HIGH + BELOW, label
        )
    ]
    for share in (0.0, 0.5, 1.0):
        _, y = place(0, share)
        parts.append(
            Markup('<path class="grid" d="M{} {}h{}"/><text x="{}" y="{}">{}</text>').format(
                LEFT, y, WIDTH, LEFT - 6, y + 4, round(100 * share)
            )
        )
    for seat, name in enumerate(names):
        points = " ".join(f"{x},{y}" for x, y in (place(*point) for point in review.curve(seat)))
        parts.append(
            Markup('<polyline class="seat-{}" points="{}"><title>{}</title></polyline>').format(seat, points, name)
        )
    taken: list[tuple[float, float]] = []
    for number, (decision, href) in enumerate(marks, 1):
        x, y = clear_of(taken, *place(decision.number - 1, decision.chance))
        taken.append((x, y))
        parts.append(
            Markup(
                '<a href="{}" aria-label="{}"><circle class="seat-{}" cx="{}" cy="{}" r="{}"/>'
                '<text class="mark" x="{}" y="{}">{}</text></a>'
            ).format(href, t.gettext("Moment {n}").format(n=number), decision.seat, x, y, RADIUS, x, y + 4, number)
        )
    return Markup("").join([*parts, Markup("</svg>")])


def clear_of(taken: Sequence[tuple[float, float]], x: float, y: float) -> tuple[float, float]:
    """The nearest place above or below this one where a mark covers no other."""
    apart = 2 * RADIUS + 2
    for step in (0, -1, 1, -2, 2, -3, 3):
        there = round(y + step * apart, 1)
        if TOP <= there <= TOP + HIGH and all(hypot(x - a, there - b) >= apart for a, b in taken):
            return x, there
    return x, y
