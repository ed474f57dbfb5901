"""What a designer asks about More Kitties!. `matches` are finished ones: see `lab/study.py`."""

from __future__ import annotations

from purrlor.core.language import N_, Translations
from purrlor.core.study_answer import Answer, FinishedMatches
from purrlor.games.more_kitties.rules.box import FACES
from purrlor.games.more_kitties.rules.state import CHOOSE, PAIR_HIGH, PAIR_LOW, State

DECISION_NAMES = (
    N_("Choose which special acts"),
    N_("A Dog turns a token over"),
    N_("A Mouse exchanges a token"),
    N_("Nobody is ahead: toss again"),
    N_("Nobody was ahead twice: give a token back"),
    N_("Toss the last tokens"),
)


OPENINGS = (
    N_("Toss one's own colour twice"),
    N_("Toss one's own colour once"),
    N_("Toss none of one's own colour"),
)


def opening(s: State, seat: int, action: int) -> int:
    """What the first toss of one's own is made of."""
    if s.phase != CHOOSE or seat != s.turn:
        return -1
    kinds = (s.reserve[seat][PAIR_LOW[action]], s.reserve[seat][PAIR_HIGH[action]])
    return 2 - sum(s.colour[seat] in (FACES[2 * kind], FACES[2 * kind + 1]) for kind in kinds)


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
