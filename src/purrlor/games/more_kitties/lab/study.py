"""What a designer asks about More Kitties!. `matches` are finished ones: see `lab/study.py`."""

from __future__ import annotations

from purrlor.core.language import N_, Translations
from purrlor.core.study_answer import Answer, FinishedMatches

DECISION_NAMES = (
    N_("Choose which special acts"),
    N_("A Dog turns a token over"),
    N_("A Mouse exchanges a token"),
    N_("Nobody is ahead: toss again"),
    N_("Nobody was ahead twice: give a token back"),
    N_("Toss the last tokens"),
)


def turns(matches: FinishedMatches, t: Translations) -> Answer:
    found: dict[int, int] = {}
    for n in matches.finals["turns"].tolist():
        found[n] = found.get(n, 0) + 1
    return {
        "title": t.gettext("Turns in a match"),
        "histogram": {t.gettext("matches"): found},
        "data": {"mean": float(matches.finals["turns"].mean())},
    }


QUESTIONS = (turns,)
