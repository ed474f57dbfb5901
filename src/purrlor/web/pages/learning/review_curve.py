"""A picture of everybody's chance to win over a match: one line a player, and marks at the moments that cost most."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import hypot

from markupsafe import Markup

from purrlor.bots.grading import WeighedDecision
from purrlor.core.language import Translations
from purrlor.tables.history.match_review import Chances, Review

Place = Callable[[int, float], tuple[float, float]]
WIDTH, HIGH, LEFT, RIGHT, TOP = 320, 120, 46, 16, 10  # of the plot, and the room for its labels
BELOW = 42  # for the numbers of moves, and the word for them
RADIUS = 9  # of a mark
MOST_TICKS = 8  # below the curve


def draw_curves(
    review: Review,
    names: Sequence[str],
    marks: Sequence[tuple[WeighedDecision, str]],
    t: Translations,
    tones: Sequence[int],
    eyes: int,
) -> Markup:
    """As SVG, through these eyes. Colours are classes: the page's style sheet has them, the same beside the names;
    `tones` says which one a seat has."""
    last, curve = max(1, review.last), from_the_start(review.curve(eyes))

    def place(moment: int, chance: float) -> tuple[float, float]:
        return round(LEFT + WIDTH * moment / last, 1), round(TOP + HIGH * (1 - chance), 1)

    label = t.gettext("Everybody's chance to win over the match, in percent")
    parts = [
        Markup('<svg class="curves" viewBox="0 0 {} {}" role="img" aria-label="{}">').format(
            LEFT + WIDTH + RIGHT, TOP + HIGH + BELOW, label
        )
    ]
    for share in (0.0, 0.5, 1.0):
        _, y = place(0, share)
        parts.append(
            Markup('<path class="grid" d="M{} {}h{}"/><text x="{}" y="{}">{}</text>').format(
                LEFT, y, WIDTH, LEFT - 6, y + 5, f"{round(100 * share)}%"
            )
        )
    for number in range(0, last + 1, tick_step(last)):
        x, y = place(number, 0)
        parts.append(
            Markup('<path class="grid" d="M{} {}v4"/><text class="round" x="{}" y="{}">{}</text>').format(
                x, y, x, y + 17, number
            )
        )
    parts.append(
        Markup('<text class="round" x="{}" y="{}">{}</text>').format(
            LEFT + WIDTH / 2, TOP + HIGH + BELOW - 7, t.gettext("Moves")
        )
    )
    for seat, name in enumerate(names):
        points = " ".join(f"{x},{y}" for x, y in (place(moment, by_seat[seat]) for moment, by_seat in curve))
        parts.append(
            Markup('<polyline class="seat-{} tone-{}" points="{}"><title>{}</title></polyline>').format(
                seat, tones[seat], points, name
            )
        )
    ends = [review.chances_at(decision.number, eyes)[decision.seat] for decision, _ in marks]
    return Markup("").join([*parts, *drawn_marks(marks, ends, place, t, tones), Markup("</svg>")])


def from_the_start(curve: Sequence[Chances]) -> list[Chances]:
    """Before the first decision the chances are those that were known then."""
    return [Chances(0, curve[0].by_seat), *curve]


def tick_step(last: int) -> int:
    """1, 2 or 5, or ten, a hundred … times that: the smallest that leaves room between the numbers."""
    power = 1
    while last // (5 * power) >= MOST_TICKS:
        power *= 10
    return next(digit * power for digit in (1, 2, 5) if last // (digit * power) < MOST_TICKS)


def drawn_marks(
    marks: Sequence[tuple[WeighedDecision, str]],
    ends: Sequence[float],
    place: Place,
    t: Translations,
    tones: Sequence[int],
) -> Iterator[Markup]:
    """Numbers in circles where the choice led; one that had to make room for another hangs on a line from its move.

    `ends`: the chance that each choice left."""
    taken: list[tuple[float, float]] = []
    for number, ((decision, href), end) in enumerate(zip(marks, ends, strict=True), 1):
        at_x, at_y = place(decision.number, end)
        x, y = clear_of(taken, at_x, at_y)
        taken.append((x, y))
        if y != at_y:
            yield Markup('<path class="hangs tone-{}" d="M{} {}V{}"/>').format(tones[decision.seat], x, at_y, y)
        yield Markup(
            '<a href="{}" aria-label="{}"><circle class="tone-{}" cx="{}" cy="{}" r="{}"/>'
            '<text class="mark" x="{}" y="{}">{}</text></a>'
        ).format(
            href, t.gettext("Move {n}").format(n=decision.number), tones[decision.seat], x, y, RADIUS, x, y + 5, number
        )


def clear_of(taken: Sequence[tuple[float, float]], x: float, y: float) -> tuple[float, float]:
    """The nearest place above or below this one where a mark covers no other."""
    apart = 2 * RADIUS + 2
    for step in (0, -1, 1, -2, 2, -3, 3):
        there = round(y + step * apart, 1)
        if TOP <= there <= TOP + HIGH and all(hypot(x - a, there - b) >= apart for a, b in taken):
            return x, there
    return x, y
