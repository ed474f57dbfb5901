"""What a match has brought, by kind, for a review that compares two choices: which prey was taken, in hundredths."""

from __future__ import annotations

from purrlor.core.language import Translations
from purrlor.games.pocket_cats.rules.state import State
from purrlor.games.pocket_cats.words.ending import ending
from purrlor.games.pocket_cats.words.names import WHOM, tile_name


def outcome(s: State, seat: int) -> dict[int, float]:
    return {prey: 100.0 for prey, taker in ending(s).takers.items() if taker == seat}


def outcome_name(s: State, kind: int, t: Translations) -> str:
    return t.gettext("Takes {prey}, times out of 100").format(prey=tile_name(s, kind, t, WHOM))
