"""A picture of everybody's chance to win over a match: one line a player, and marks at the moments that cost most."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import hypot
from typing import NamedTuple

from markupsafe import Markup

from purrlor.bots.grading import WeighedDecision
from purrlor.core.language import Translations
from purrlor.tables.story.review import Review

Place = Callable[[int, float], tuple[float, float]]
WIDTH, HIGH, LEFT, TOP = 320, 120, 46, 10  # of the plot, and the room for its labels
BELOW = 42  # for the numbers of rounds or turns, and the word for them
RADIUS = 9  # of a mark
MOST_ROUNDS = 8  # that are named below: of more, every second, third … one


class Axis(NamedTuple):
    """What is counted below the curve, not yet translated: where each begins, and its number."""

    name: str
    begins: Sequence[tuple[int, int]]


def draw_curves(
    review: Review,
    names: Sequence[str],
    marks: Sequence[tuple[WeighedDecision, str]],
    axis: Axis,
    t: Translations,
    tones: Sequence[int],
) -> Markup:
    """As SVG. Colours are classes: the page's style sheet has them, the same beside the names; `tones` says which one a
    seat has."""
    last, curves = max(1, review.last), review.curves()

    def place(moment: int, chance: float) -> tuple[float, float]:
        return round(LEFT + WIDTH * moment / last, 1), round(TOP + HIGH * (1 - chance), 1)

    label = t.gettext("Everybody's chance to win over the match, in percent")
    parts = [
        Markup('<svg class="curves" viewBox="0 0 {} {}" role="img" aria-label="{}">').format(
            LEFT + WIDTH + 8, TOP + HIGH + BELOW, label
        )
    ]
    for share in (0.0, 0.5, 1.0):
        _, y = place(0, share)
        parts.append(
            Markup('<path class="grid" d="M{} {}h{}"/><text x="{}" y="{}">{}</text>').format(
                LEFT, y, WIDTH, LEFT - 6, y + 5, f"{round(100 * share)}%"
            )
        )
    for at, number in axis.begins[:: -(-len(axis.begins) // MOST_ROUNDS) or 1]:
        x, y = place(at, 0)
        parts.append(
            Markup('<path class="grid" d="M{} {}v4"/><text class="round" x="{}" y="{}">{}</text>').format(
                x, y, x, y + 17, number
            )
        )
    parts.append(
        Markup('<text class="round" x="{}" y="{}">{}</text>').format(
            LEFT + WIDTH / 2, TOP + HIGH + BELOW - 7, t.gettext(axis.name)
        )
    )
    for seat, name in enumerate(names):
        points = " ".join(f"{x},{y}" for x, y in (place(*point) for point in curves[seat]))
        parts.append(
            Markup('<polyline class="seat-{} tone-{}" points="{}"><title>{}</title></polyline>').format(
                seat, tones[seat], points, name
            )
        )
    return Markup("").join([*parts, *drawn_marks(review, marks, place, t, tones), Markup("</svg>")])


def drawn_marks(
    review: Review, marks: Sequence[tuple[WeighedDecision, str]], place: Place, t: Translations, tones: Sequence[int]
) -> Iterator[Markup]:
    """Numbers in circles; one that had to make room for another hangs on a line from its moment."""
    taken: list[tuple[float, float]] = []
    for number, (decision, href) in enumerate(marks, 1):
        moment = decision.number - 1
        at_x, at_y = place(moment, review.chances_at(moment)[decision.seat])
        x, y = clear_of(taken, at_x, at_y)
        taken.append((x, y))
        if y != at_y:
            yield Markup('<path class="hangs tone-{}" d="M{} {}V{}"/>').format(tones[decision.seat], x, at_y, y)
        yield Markup(
            '<a href="{}" aria-label="{}"><circle class="tone-{}" cx="{}" cy="{}" r="{}"/>'
            '<text class="mark" x="{}" y="{}">{}</text></a>'
        ).format(href, t.gettext("Moment {n}").format(n=number), tones[decision.seat], x, y, RADIUS, x, y + 5, number)


def clear_of(taken: Sequence[tuple[float, float]], x: float, y: float) -> tuple[float, float]:
    """The nearest place above or below this one where a mark covers no other."""
    apart = 2 * RADIUS + 2
    for step in (0, -1, 1, -2, 2, -3, 3):
        there = round(y + step * apart, 1)
        if TOP <= there <= TOP + HIGH and all(hypot(x - a, there - b) >= apart for a, b in taken):
            return x, there
    return x, y
