"""What happened, in words, as one viewer may know it."""

from __future__ import annotations

from collections.abc import Sequence

from purrlor.core.game import Game, State


class AboutViewer(str):
    """A sentence about something of the viewer's own that another did: a screen must not let it be missed."""

    __slots__ = ()


def narrate(
    game: Game, before: State, after: State, seat: int, action: int, viewer: int, language: str, names: Sequence[str]
) -> list[str]:
    """Sentences about one decision. `before` and `after` are true; the game's words see them hidden for the viewer.

    Where nothing changed for the viewer, the decision was a secret: there is nothing to tell.
    """
    was, now = game.hidden(before, viewer), game.hidden(after, viewer)
    if was == now:
        return []
    sentences: list[str] = game.words.narrate(was, now, seat, action, viewer, game.translations(language), names)
    return sentences
