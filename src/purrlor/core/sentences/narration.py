"""What happened, in words, as one viewer may know it."""

from __future__ import annotations

from collections.abc import Sequence

from purrlor.core.game import Game, State
from purrlor.core.language import Translations


class AboutViewer(str):
    """A sentence about something of the viewer's own that another did: a screen must not let it be missed."""

    __slots__ = ()


def narrate(
    game: Game, before: State, after: State, seat: int, action: int, viewer: int, language: str, names: Sequence[str]
) -> list[str]:
    """Sentences about one decision. `before` and `after` are true; the game's words see them hidden for the viewer."""
    was, now = game.hidden(before, viewer), game.hidden(after, viewer)
    return narrate_views(game, was, now, seat, action, viewer, game.translations(language), names)


def narrate_views(
    game: Game, was: State, now: State, seat: int, action: int, viewer: int, t: Translations, names: Sequence[str]
) -> list[str]:
    """The same for a caller that has the viewer's own views already.

    Where nothing changed for the viewer, the decision was a secret: there is nothing to tell.
    """
    if was == now:
        return []
    sentences: list[str] = game.words.narrate(was, now, seat, action, viewer, t, names)
    return sentences
