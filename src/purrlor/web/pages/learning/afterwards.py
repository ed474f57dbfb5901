"""What comes of two choices, as a small table: what trial matches from each of them brought, on average."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from purrlor.bots.trial_matches import OWN, RIVAL, Difference
from purrlor.core.game import Game, State
from purrlor.core.language import Translations

KINDS_FIRST = {OWN: 0, RIVAL: 1}
WHOLE_FROM, WHOLE_APART = 20, 2  # of values so large that lie so far apart a tenth says nothing more


class Afterwards(NamedTuple):
    """One line: what is counted, after the better choice, and after the other one."""

    what: str
    better: str
    chosen: str


def afterwards_of(
    game: Game, state: State, seat: int, names: Sequence[str], found: Iterable[Difference], t: Translations
) -> list[Afterwards]:
    """The totals first. `state`: any of the match, for the names of things."""
    return [
        Afterwards(
            kind_in_words(game, state, seat, names, kind, t),
            *(average(value, is_told_whole(*values), t) for value in values),
        )
        for kind, *values in sorted(found, key=lambda each: KINDS_FIRST.get(each[0], 2))
    ]


def kind_in_words(game: Game, state: State, seat: int, names: Sequence[str], kind: int, t: Translations) -> str:
    total: str = game.words.tally(state, t)[-1][0]
    if kind == OWN:
        return total
    if kind != RIVAL:
        named: str = game.part("words.outcome").outcome_name(state, kind, t)
        return named
    others = [name for other, name in enumerate(names) if other != seat]
    who = others[0] if len(others) == 1 else t.gettext("the best of the others")
    return t.gettext("{total}: {name}").format(total=total, name=who)


def is_told_whole(better: float, chosen: float) -> bool:
    return max(better, chosen) >= WHOLE_FROM and abs(better - chosen) >= WHOLE_APART


def average(value: float, is_whole: bool, t: Translations) -> str:
    """With one digit behind the point, written as in this language, where that is worth telling."""
    if is_whole:
        return str(round(value))
    tenths = round(10 * value)
    return t.gettext("{whole}.{tenth}").format(whole=tenths // 10, tenth=tenths % 10)
