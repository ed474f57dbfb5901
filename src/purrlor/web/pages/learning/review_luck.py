"""What luck and choices did in a match, in words: the way of every player from the first chance to the result, and the
strokes of good and of bad luck that were largest."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from purrlor.core.language import Translations
from purrlor.tables.history.luck import Stroke, stretches, stroke_in_words, strokes_of
from purrlor.tables.history.match_review import Review
from purrlor.tables.history.replay import Replay
from purrlor.web.pages.learning.review_words import signed

MOST_SHOWN = 3  # strokes of good luck, and of bad
LETTERS = 200  # of the words of one stroke


class Balance(NamedTuple):
    """The way of one seat from its first chance to the result, in hundredths that add up."""

    first: int
    lost: int
    helped: int
    luck: int
    last: int


def balance_of(review: Review, seat: int) -> Balance:
    """Luck is what dice, tokens and deals gave or took: what is left of the way without anybody's choices."""
    first, last = round(100 * review.first_chance(seat)), round(100 * review.shares[seat])
    lost, helped = round(100 * review.lost(seat)), round(100 * review.helped(seat))
    return Balance(first, lost, helped, last - first + lost - helped, last)


def balance_lines(review: Review, names: Sequence[str], seats: Sequence[int], t: Translations) -> list[str]:
    """How these came to the result."""
    lines = []
    for seat in seats:
        way = balance_of(review, seat)
        said = t.gettext(
            "{name}: {first}% at first; own choices {lost}, others' choices {helped}, "
            "luck and surprises {luck}; {last}% at the end."
        )
        lines.append(
            said.format(
                name=names[seat],
                first=way.first,
                lost=signed(-way.lost),
                helped=signed(way.helped),
                luck=signed(way.luck),
                last=way.last,
            )
        )
    return lines


def graded(review: Review, seat: int, grade: str) -> tuple[int, str]:
    """How many choices of a seat have this grade, and what they cost together; nothing where they cost nothing."""
    found = [decision for decision in review.of(seat) if decision.grade == grade and not decision.by_cat]
    cost = sum(decision.cost for decision in found)
    return len(found), signed(-cost) if cost else ""


class StrokeLine(NamedTuple):
    """One stretch of the match: what this player saw happen in it, and what it gave."""

    when: str
    events: list[str]
    gave: str
    href: str  # to the replay, through its seat's eyes


class LuckGroup(NamedTuple):
    """All good or all bad luck of a player: the sum, the largest strokes, and what is left of the sum."""

    title: str
    sum: str
    strokes: list[StrokeLine]
    rest: str  # "" where nothing is left


def luck_of(
    review: Review,
    replay: Replay,
    seat: int,
    names: Sequence[str],
    link: Callable[[int, int], str],
    t: Translations,
) -> list[LuckGroup]:
    """Good luck and bad luck apart, in this player's own eyes. Together they are the luck of the balance.

    `link`: to a moment of the replay through a seat's eyes.
    """
    gave = [stretch.gave for stretch in stretches(review, seat)]
    good, bad = (sum(each for each in gave if each * sign > 0) for sign in (1, -1))
    rounding = balance_of(review, seat).luck - good - bad  # and what came before the first decision
    good, bad = (good + rounding, bad) if rounding > 0 else (good, bad + rounding)
    found: tuple[list[StrokeLine], list[StrokeLine]] = ([], [])
    shown_of = [0, 0]
    for stroke in strokes_of(review, replay, seat):
        lines = found[stroke.gave < 0]
        events = [said for moment in stroke.moments if (said := stroke_in_words(replay, moment, seat, t, names))]
        if events and len(lines) < MOST_SHOWN:
            href = link(stroke.moments[-1], seat)
            lines.append(StrokeLine(moves_of(stroke, t), short(events), signed(stroke.gave), href))
            shown_of[stroke.gave < 0] += stroke.gave
    return [
        LuckGroup(title, signed(total), lines, signed(total - of_shown) if lines and total != of_shown else "")
        for title, total, lines, of_shown in zip(
            (t.gettext("Good luck"), t.gettext("Bad luck")), (good, bad), found, shown_of, strict=True
        )
        if total or lines
    ]


def short(events: Sequence[Sequence[str]]) -> list[str]:
    """As many of their sentences as are read at a glance, at least one; what happened at one moment is one line."""
    lines: list[str] = []
    room = LETTERS
    for event in events:
        said: list[str] = []
        for sentence in event:
            if len(sentence) > room and (lines or said):
                return [*lines, " ".join(said)] if said else lines
            said.append(sentence)
            room -= len(sentence)
        lines.append(" ".join(said))
    return lines


def moves_of(stroke: Stroke, t: Translations) -> str:
    """Between which moves it happened, as the replay counts them."""
    first, last = stroke.moments[0], stroke.moments[-1]
    if first == last:
        return t.gettext("Move {n}").format(n=first)
    return t.gettext("Moves {first}–{last}").format(first=first, last=last)
