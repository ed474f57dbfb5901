"""What a review says of one decision: what was chosen, what the judge would have chosen, why, and what it cost."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from purrlor.bots.grading import BEST, EVEN, FAIR, GOOD, SLIP, STUMBLE, WeighedDecision
from purrlor.core.language import N_, Translations
from purrlor.tables.story.luck import strokes_of, told
from purrlor.tables.story.replay import Replay
from purrlor.tables.story.review import TURNING_POINTS, Review
from purrlor.web.rendering.percentages import percentages
from purrlor.web.rendering.quotations import inside_quotes

GRADE_NAMES = {
    BEST: N_("purrfect"),
    GOOD: N_("good"),
    FAIR: N_("all right"),
    SLIP: N_("a slip"),
    STUMBLE: N_("a tumble"),
    EVEN: N_("no difference"),
}
LETTERS = 110  # of what is told of a stroke of luck
WOULD_CHOOSE = {
    "lion": N_("Our strongest cat, the lion, would choose “{label}”."),
    "tiger": N_("Our strong cat, the tiger, would choose “{label}”."),
}
THE_SAME = N_("Both moves bring the same at once; the difference lies in what comes afterwards.")


class Judged(NamedTuple):
    """A decision, with what the words about it need."""

    decision: WeighedDecision
    replay: Replay
    names: list[str]
    is_mine: bool  # of the person who reads
    is_low_good: bool
    t: Translations

    def label(self, action: int) -> str:
        """A choice of this moment as on its button."""
        seat = self.decision.seat
        view = self.replay.view(self.decision.number - 1, seat)
        return self.replay.game.words.label(view, seat, action, self.t)

    def quoted(self, action: int) -> str:
        return inside_quotes(self.label(action))

    def reason(self, action: int) -> str:
        seat = self.decision.seat
        view = self.replay.view(self.decision.number - 1, seat)
        return self.replay.game.reason(view, seat, action, self.t, self.names, remembers=True)

    def reasons(self) -> tuple[str, str]:
        """For the better choice and for the one that was made: never the same sentence twice."""
        better, chosen = self.reason(self.decision.best), self.reason(self.decision.action)
        return (self.t.gettext(THE_SAME), "") if better and better == chosen else (better, chosen)


def what_was_chosen(judged: Judged, is_you: bool = False) -> str:
    decision, t = judged.decision, judged.t
    said = t.gettext("You chose “{label}”: {grade}.") if is_you else t.gettext("{name} chose “{label}”: {grade}.")
    grade = t.gettext(GRADE_NAMES[decision.grade])
    return said.format(name=judged.names[decision.seat], label=judged.quoted(decision.action), grade=grade)


def lines_about(judged: Judged, judge: str) -> list[str]:
    """What the judge would have done with the same knowledge, why in the game's words, and what it expects of it."""
    decision, t = judged.decision, judged.t
    if decision.grade == EVEN:
        return [t.gettext("All choices here were worth about the same.")]
    if not decision.is_worse:
        return [t.gettext("No other choice here was clearly better.")]
    lines = [t.gettext(WOULD_CHOOSE[judge]).format(label=judged.quoted(decision.best))]
    why, _ = judged.reasons()
    if why:
        to_another = t.gettext("What it would tell {name}: “{reason}.”").format(
            name=judged.names[decision.seat], reason=inside_quotes(why).removesuffix(".")
        )
        lines.append(why if judged.is_mine or why == t.gettext(THE_SAME) else to_another)
    lines += [*wins_line(judged), *points_line(judged)]
    return lines


def wins_line(judged: Judged) -> list[str]:
    decision, t = judged.decision, judged.t
    if not decision.cost:
        return [t.gettext("The chance to win is about the same; the points are not.")]
    best, chosen = decision.wins
    said = t.ngettext(
        "With the better move it would be {best} win in 100 matches; with this one, {chosen}.",
        "With the better move it would be {best} wins in 100 matches; with this one, {chosen}.",
        best,
    )
    if judged.is_mine:
        said = t.ngettext(
            "With the better move you would win {best} match in 100; with yours, {chosen}.",
            "With the better move you would win {best} matches in 100; with yours, {chosen}.",
            best,
        )
    return [said.format(best=best, chosen=chosen)]


def points_line(judged: Judged) -> list[str]:
    decision, t = judged.decision, judged.t
    if not decision.points_cost:
        return []
    said = t.gettext("Expected score: about {best}, against {chosen} for this move.")
    if judged.is_low_good:
        said = t.gettext("Expected score, where fewer is better: about {best}, against {chosen} for this move.")
    best, cost = round(decision.points), decision.points_cost
    return [said.format(best=best, chosen=best + cost if judged.is_low_good else best - cost)]


def why_not(judged: Judged) -> str:
    """What speaks for the choice that was made, and that it is less: only where it was clearly worse."""
    decision, t = judged.decision, judged.t
    if decision.grade not in (SLIP, STUMBLE):
        return ""
    _, why = judged.reasons()
    n = decision.cost
    if why:
        but = t.ngettext("But it loses {n} more match in 100.", "But it loses {n} more matches in 100.", n)
        return f"{why} {but.format(n=n)}"
    return t.ngettext("It loses {n} more match in 100.", "It loses {n} more matches in 100.", n).format(n=n)


def signed(whole: int) -> str:
    """+12, −3 or 0."""
    return f"+{whole}" if whole > 0 else f"−{-whole}" if whole else "0"


def cost_in_words(decision: WeighedDecision, is_low_good: bool, t: Translations) -> str:
    """What it cost, in wins of 100 matches and in points; nothing where it cost nothing."""
    wins = signed(-decision.cost) if decision.cost else ""
    return " · ".join(filter(None, (wins, points_in_words(decision, is_low_good, t))))


def points_in_words(decision: WeighedDecision, is_low_good: bool, t: Translations) -> str:
    n = decision.points_cost
    if not n:
        return ""
    if is_low_good:
        return t.ngettext("{n} point more", "{n} points more", n).format(n=n)
    return t.ngettext("{n} point fewer", "{n} points fewer", n).format(n=n)


def how_many_moments(points: Sequence[WeighedDecision], t: Translations) -> str:
    """Why fewer than three moments are shown; nothing where there are three, or none, which is said elsewhere."""
    if not points or len(points) == TURNING_POINTS:
        return ""
    if points[0].grade not in (SLIP, STUMBLE):
        return t.gettext("There was no slip. This is the choice that cost most.")
    return (
        t.gettext("Only one moment decided much.") if len(points) == 1 else t.gettext("Only two moments decided much.")
    )


class Balance(NamedTuple):
    """The way of one seat from its first chance to the result, in hundredths that add up."""

    first: int
    lost: int
    helped: int
    luck: int
    last: int


def balance_of(review: Review, seat: int) -> Balance:
    """Luck is what dice, tokens and deals gave or took: what is left of the way without anybody's choices."""
    first, last = percentages(review.chances_at(0))[seat], round(100 * review.shares[seat])
    lost, helped = round(100 * review.lost(seat)), round(100 * review.helped(seat))
    return Balance(first, lost, helped, last - first + lost - helped, last)


def balance_lines(review: Review, names: Sequence[str], seats: Sequence[int], t: Translations) -> list[str]:
    """How these came to the result."""
    lines = []
    for seat in seats:
        way = balance_of(review, seat)
        said = t.gettext(
            "{name}: {first}% at first; own choices {lost}, others' choices {helped}, luck {luck}; {last}% at the end."
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


class LuckLine(NamedTuple):
    moment: int  # of the replay, as its seat saw it; -1: all that is not told by itself
    seat: int
    said: str
    gave: str


def luck_lines(
    review: Review, replay: Replay, seat: int, is_you: bool, names: Sequence[str], t: Translations
) -> list[LuckLine]:
    """The strokes of luck of a seat in its own eyes, and the rest, so that all add up to its luck."""
    strokes, lines = strokes_of(review, replay, seat), []
    for stroke in strokes:
        sentences = [each for moment in stroke.moments for each in told(replay, moment, seat, t, names)]
        if not sentences:
            continue
        said = short(sentences)
        if not is_you:
            said = t.gettext("{name} sees: “{said}”").format(name=names[seat], said=inside_quotes(said))
        lines.append((stroke.gave, LuckLine(stroke.moments[-1], seat, said, signed(stroke.gave))))
    rest = balance_of(review, seat).luck - sum(gave for gave, _ in lines)
    if not lines:
        return []
    everything_else = t.gettext("everything else")
    return [*(line for _, line in lines), LuckLine(-1, seat, everything_else, signed(rest))]


def short(sentences: Sequence[str]) -> str:
    """As many of them as are read at a glance, at least one."""
    said = sentences[0]
    for sentence in sentences[1:]:
        if len(said) + len(sentence) > LETTERS:
            break
        said = f"{said} {sentence}"
    return said
