"""What a review says of one decision: what was chosen, what the judge would have chosen, why, and what it cost."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from purrlor.bots.grading import BEST, EVEN, FAIR, GOOD, SLIP, STUMBLE, WORSE_FROM, WeighedDecision
from purrlor.core.language import N_, Translations
from purrlor.tables.history.match_review import FOUND_FROM, TURNING_POINTS
from purrlor.tables.history.replay import Replay
from purrlor.web.rendering.quotations import inside_quotes

GRADE_NAMES = {
    BEST: N_("purrfect"),
    GOOD: N_("nearly purrfect"),
    FAIR: N_("could be better"),
    SLIP: N_("a slip"),
    STUMBLE: N_("a tumble"),
    EVEN: N_("no difference"),
}
WOULD_CHOOSE = {
    "lion": N_("Our strongest cat, the lion, would choose “{label}”."),
    "tiger": N_("Our strong cat, the tiger, would choose “{label}”."),
}
THE_SAME = N_("Both moves bring the same at once. What comes of them later differs.")
THE_SAME_LATER = N_(
    "Both moves bring the same at once, and later no single thing stands out: matches are simply lost more often "
    "after this one."
)


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
        return self.replay.game.label(view, seat, action, self.t, self.names)

    def quoted(self, action: int) -> str:
        return inside_quotes(self.label(action))

    def reason(self, action: int) -> str:
        seat = self.decision.seat
        view = self.replay.view(self.decision.number - 1, seat)
        return self.replay.game.reason(view, seat, action, self.t, self.names, remembers=True)

    def reasons(self) -> tuple[str, str]:
        """For the better choice and for the one that was made: never the same sentence twice."""
        better, chosen = self.reason(self.decision.best), self.reason(self.decision.action)
        return (self.t.gettext(self.same), "") if better and better == chosen else (better, chosen)

    @property
    def same(self) -> str:
        return THE_SAME if self.decision.afterwards else THE_SAME_LATER


def what_was_chosen(judged: Judged, is_you: bool = False) -> str:
    decision, t = judged.decision, judged.t
    if decision.by_cat:
        said = t.gettext("A cat chose “{label}” in {name}'s place: {grade}.")
        if is_you:
            said = t.gettext("A cat chose “{label}” in your place: {grade}.")
    elif is_you:
        said = t.gettext("You chose “{label}”: {grade}.")
    else:
        said = t.gettext("{name} chose “{label}”: {grade}.")
    grade = t.gettext(GRADE_NAMES[decision.grade])
    return said.format(name=judged.names[decision.seat], label=judged.quoted(decision.action), grade=grade)


def lines_about(judged: Judged, judge: str) -> list[str]:
    """What the judge would have done with the same knowledge, why in the game's words, and what it expects of it."""
    decision, t = judged.decision, judged.t
    if decision.grade == EVEN:
        return [t.gettext("All choices here were worth about the same.")]
    if not decision.is_worse:
        return [found_line(judged)]
    lines = [t.gettext(WOULD_CHOOSE[judge]).format(label=judged.quoted(decision.best))]
    why, _ = judged.reasons()
    if why:
        to_another = t.gettext("What it would tell {name}: “{reason}.”").format(
            name=judged.names[decision.seat], reason=inside_quotes(why).removesuffix(".")
        )
        lines.append(why if judged.is_mine or why == t.gettext(judged.same) else to_another)
    return [*lines, *wins_line(judged), *(() if decision.afterwards else points_line(judged))]


def found_line(judged: Judged) -> str:
    """Of a choice that was right: how much worse the next best was, as far as that is sure."""
    n, t = judged.decision.gain, judged.t
    if n < FOUND_FROM:
        return t.gettext("No other choice here was clearly better.")
    said = t.ngettext(
        "Every other choice would have lost at least {n} more match in 100.",
        "Every other choice would have lost at least {n} more matches in 100.",
        n,
    )
    return said.format(n=n)


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
    """Only the difference: what both choices bring in trial matches depends on how well those are played."""
    n, t = judged.decision.points_cost, judged.t
    if not n:
        return []
    if judged.is_low_good:
        said = t.ngettext(
            "In trial matches this choice ends with {n} point more than the better one, and fewer are better.",
            "In trial matches this choice ends with {n} points more than the better one, and fewer are better.",
            n,
        )
    else:
        said = t.ngettext(
            "In trial matches this choice ends with {n} point fewer than the better one.",
            "In trial matches this choice ends with {n} points fewer than the better one.",
            n,
        )
    return [said.format(n=n)]


def why_not(judged: Judged) -> str:
    """What speaks for the choice that was made, where what came of it is shown as well."""
    decision = judged.decision
    if decision.grade not in (SLIP, STUMBLE) or not decision.afterwards:
        return ""
    _, why = judged.reasons()
    return judged.t.gettext("What spoke for this move: {reason}").format(reason=why) if why else ""


def signed(whole: int) -> str:
    """+12, −3 or 0."""
    return f"+{whole}" if whole > 0 else f"−{-whole}" if whole else "0"


def grade_legend(t: Translations) -> dict[str, str]:
    """What a choice of each grade costs, in wins of 100 matches: the limits of `bots/grading.py` as they are shown."""
    good, fair, slip, stumble = WORSE_FROM
    between = t.gettext("−{least} to −{most}, or points")
    return {
        BEST: t.gettext("costs nothing"),
        GOOD: between.format(least=good, most=fair - 1),
        FAIR: between.format(least=fair, most=slip - 1),
        SLIP: t.gettext("−{least} to −{most}").format(least=slip, most=stumble - 1),
        STUMBLE: t.gettext("−{least} or more").format(least=stumble),
        EVEN: t.gettext("all choices alike"),
    }


def cost_in_words(decision: WeighedDecision, is_low_good: bool, t: Translations) -> str:
    """What it cost, in wins of 100 matches and in points; nothing where it cost nothing."""
    wins = signed(-decision.cost) if decision.cost else ""
    return " · ".join(filter(None, (wins, points_in_words(decision, is_low_good, t))))


def moment_cost(decision: WeighedDecision, is_low_good: bool, t: Translations) -> str:
    """In wins of 100 matches, or in points where it cost no wins."""
    return signed(-decision.cost) if decision.cost else points_in_words(decision, is_low_good, t)


def points_in_words(decision: WeighedDecision, is_low_good: bool, t: Translations) -> str:
    n = decision.points_cost
    if not n:
        return ""
    if is_low_good:
        return t.ngettext("{n} point more", "{n} points more", n).format(n=n)
    return t.ngettext("{n} point fewer", "{n} points fewer", n).format(n=n)


def how_many_moments(points: Sequence[WeighedDecision], t: Translations) -> str:
    """What the moments have in common that are shown first, and why they are no more than this."""
    if not points:
        return ""
    if points[0].grade not in (SLIP, STUMBLE):
        return t.gettext("There was no slip. This is the choice that cost most.")
    if len(points) == TURNING_POINTS:
        return t.gettext("These three choices cost most.")
    return (
        t.gettext("Only one moment decided much.") if len(points) == 1 else t.gettext("Only two moments decided much.")
    )
