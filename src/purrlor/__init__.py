"""Purrlor: board games about cats, one source of rules.

>>> import purrlor
>>> [game.name for game in purrlor.games()]  # doctest: +ELLIPSIS
[...'rat-a-tat-cat']
"""

import purrlor.games  # noqa: F401 (the folder first: below, the function of that name takes its place)
from purrlor.core.errors import (
    BadNotation,
    BadOption,
    BadRecord,
    CannotUndo,
    IllegalAction,
    NotYourTurn,
    PurrlorError,
    UnknownGame,
)
from purrlor.core.game import Game, game, games
from purrlor.core.match import Match
from purrlor.core.seats import TABLE, WATCHER

__version__ = "0.1.0"
__all__ = [
    "TABLE",
    "WATCHER",
    "BadNotation",
    "BadOption",
    "BadRecord",
    "CannotUndo",
    "Game",
    "IllegalAction",
    "Match",
    "NotYourTurn",
    "PurrlorError",
    "UnknownGame",
    "game",
    "games",
]
