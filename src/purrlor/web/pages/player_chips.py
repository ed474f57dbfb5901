"""Players as a still table shows them, in a lesson or a look back: nobody is away, no clock runs."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from purrlor.core.game import Game, State
from purrlor.core.language import Translations
from purrlor.core.seats import members


def still_player_chips(
    game: Game,
    state: State,
    viewer: int,
    extra: dict[str, Any],
    t: Translations,
    names: Sequence[str],
    won: Collection[int] = (),
) -> list[dict[str, Any]]:
    """Ready values for player_chips.html; `extra` is what the game's own view said."""
    own: list[dict[str, Any]] = extra.get("players") or [{} for _ in names]
    asked, chips = members(int(game.rules.waiting(state))), []
    for seat, name in enumerate(names):
        score = int(game.rules.score(state, seat))
        chips.append(
            {
                "seat": seat,
                "name": t.gettext("You") if seat == viewer else name,
                "face": name,
                "you": seat == viewer,
                "turn": seat in asked,
                "away": False,
                "won": seat in won,
                "count": t.ngettext("{n} point", "{n} points", score).format(n=score),
                "short": str(score),
                "absent": "",
                "doing": "",
                "level": "",
                "deadline": None,
                "html": "",
                **own[seat],
            }
        )
    return chips
