"""What a review says of one decision: what was chosen, what the judge would have chosen, why, and what it cost."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from purrlor.bots.grading import BEST, FAIR, GOOD, SLIP, STUMBLE, WeighedDecision
from purrlor.core.language import N_, Translations
from purrlor.tables.story.replay import Replay
from purrlor.tables.story.review import Review
from purrlor.tables.table import Table
from purrlor.web.rendering.percentages import percentages
from purrlor.web.rendering.quotations import inside_quotes

GRADE_NAMES = {
    BEST: N_("purrfect"),
    GOOD: N_("good"),
    FAIR: N_("all right"),
    SLIP: N_("a slip"),
    STUMBLE: N_("a tumble"),
}
POINTS_APART = 0.5  # from here on expected points are worth a word
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


def wins_low(table: Table) -> bool:
    """Whether fewer points were better: games do not say, but those who won do."""
    match = table.playing()
    scores = [int(match.game.rules.score(match.state, seat)) for seat in range(match.seats)]
    best = [scores[seat] for seat in match.winners()]
    return bool(best) and sum(best) / len(best) < sum(scores) / len(scores)


def points_lost(decision: WeighedDecision, is_low_good: bool) -> float:
    """Expected points that the choice cost; 0 where they would contradict the chance to win, or hardly differ."""
    lost = decision.points - decision.chosen_points
    lost = -lost if is_low_good else lost
    return lost if decision.cost and lost >= POINTS_APART else 0.0


def what_was_chosen(judged: Judged, is_you: bool = False) -> str:
    decision, t = judged.decision, judged.t
    said = t.gettext("You chose “{label}”: {grade}.") if is_you else t.gettext("{name} chose “{label}”: {grade}.")
    grade = t.gettext(GRADE_NAMES[decision.grade])
    return said.format(name=judged.names[decision.seat], label=judged.quoted(decision.action), grade=grade)


def lines_about(judged: Judged, judge: str) -> list[str]:
    """What the judge would have done with the same knowledge, why in the game's words, and what it expects of it."""
    decision, t = judged.decision, judged.t
    if not decision.cost:
        return [t.gettext("No other choice here was clearly better.")]
    lines = [t.gettext(WOULD_CHOOSE[judge]).format(label=judged.quoted(decision.best))]
    why, _ = judged.reasons()
    if why:
        to_another = t.gettext("What it would tell {name}: “{reason}.”").format(
            name=judged.names[decision.seat], reason=inside_quotes(why).removesuffix(".")
        )
        lines.append(why if judged.is_mine or why == t.gettext(THE_SAME) else to_another)
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
    lines.append(said.format(best=best, chosen=chosen))
    if points_lost(decision, judged.is_low_good):
        said = t.gettext("Expected score: about {best}, against {chosen} for this move.")
        if judged.is_low_good:
            said = t.gettext("Expected score, where fewer is better: about {best}, against {chosen} for this move.")
        lines.append(said.format(best=f"{decision.points:.0f}", chosen=f"{decision.chosen_points:.0f}"))
    return lines


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
    if not decision.cost:
        return ""
    n = round(points_lost(decision, is_low_good))
    if not n:
        return signed(-decision.cost)
    said = (
        t.ngettext("{n} point more", "{n} points more", n)
        if is_low_good
        else t.ngettext("{n} point fewer", "{n} points fewer", n)
    )
    return f"{signed(-decision.cost)} · {said.format(n=n)}"


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
            "{name}: {first}% at the start; own slips {lost}, others' slips {helped}, luck {luck}; {last}% at the end."
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
