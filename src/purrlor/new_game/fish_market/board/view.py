"""The board as flat, ready values for board.html. `s` is hidden for the viewer already."""

from __future__ import annotations

from collections.abc import Sequence

from purrlor.core.language import Translations
from purrlor.new_game.fish_market.rules.rules import KINDS, NONE, ROUNDS, State
from purrlor.new_game.fish_market.words.labels import label


def board(s: State, viewer: int, t: Translations, names: Sequence[str], choices: tuple[int, ...]) -> dict[str, object]:
    own = s.hand[viewer] if viewer < s.seats else [0] * KINDS
    cards = [
        {
            "id": f"card-{k}-{n}",
            "art": f"card-{k + 1}",
            "action": k if k in choices and n == 0 else None,
            "label": label(s, viewer, k, t),
            "is_bid": viewer < s.seats and s.bid[viewer] == k and n == 0,
        }
        for k in range(KINDS)
        for n in range(own[k])
    ]
    shown = [{"name": names[p], "art": f"card-{s.shown[p] + 1}"} for p in range(s.seats) if s.shown[p] != NONE]
    return {
        "pot": s.pot,
        "cards": cards,
        "shown": shown,
        "round": t.gettext("Round {n} of {all}").format(n=min(s.round + 1, ROUNDS), all=ROUNDS),
    }
