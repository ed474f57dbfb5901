"""What a match has brought, by kind, for a review that compares two choices: the points of the score table."""

from __future__ import annotations

from purrlor.core.language import Translations
from purrlor.games.cat_cafe.rules.state import State
from purrlor.games.cat_cafe.words.labels import KINDS


def outcome(s: State, seat: int) -> dict[int, float]:
    return {kind: float(points(s, seat)) for kind, (_, points) in enumerate(KINDS[:-1])}


def outcome_name(s: State, kind: int, t: Translations) -> str:
    return t.gettext(KINDS[kind][0])
