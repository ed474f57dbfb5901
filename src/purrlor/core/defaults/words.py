"""Plain words for any game: choices by number, who decides, the score. A game's own words say it better."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from purrlor.core.game_interface import State, TallyRow
from purrlor.core.language import Translations

if TYPE_CHECKING:
    from purrlor.core.game import Game


class PlainWords:
    """What a game says that has only a title."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def label(self, s: State, seat: int, action: int, t: Translations) -> str:
        return t.gettext("Choice {n}").format(n=action)

    def status(self, s: State, viewer: int, t: Translations, names: Sequence[str]) -> str:
        is_asked = viewer < s.seats and int(self.game.rules.waiting(s)) >> viewer & 1
        return t.gettext("Your turn: choose.") if is_asked else ""

    def narrate(
        self, before: State, after: State, seat: int, action: int, viewer: int, t: Translations, names: Sequence[str]
    ) -> list[str]:
        """Who decided, and not what: only the game knows whether that was a secret."""
        if seat >= len(names):
            return []
        lines = [t.gettext("{name} has chosen.").format(name=names[seat])]
        for p, name in enumerate(names):
            was, now = (int(self.game.rules.score(s, p)) for s in (before, after))
            if now != was:
                lines.append(t.gettext("{name}: points {was} → {now}.").format(name=name, was=was, now=now))
        return lines

    def sight(self, s: State, viewer: int, t: Translations, names: Sequence[str]) -> list[str]:
        """The state's own fields, a row for each player where there is one."""
        lines = []
        known = {"rng", "seats", *(option.name for option in self.game.options)}
        for name, field in s.fields.items():
            if name in known:
                continue
            title, value = name.replace("_", " "), getattr(s, name)
            if not field.shape:
                lines.append(f"{title}: {value}")
            elif field.shape[0] >= self.game.seats[-1] and len(field.shape) == 2:
                lines += [f"{title}, {names[p]}: {listed(value[p])}" for p in range(s.seats)]
            else:
                lines.append(f"{title}: {listed(value) if len(field.shape) == 1 else ' / '.join(map(listed, value))}")
        return lines

    def tally(self, s: State, t: Translations) -> list[TallyRow]:
        return [(t.gettext("Points"), tuple(int(self.game.rules.score(s, seat)) for seat in range(s.seats)))]


def listed(row: Sequence[int]) -> str:
    return " ".join(map(str, row))
