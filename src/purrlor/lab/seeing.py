"""What the environments share: a game's compiled lanes, its planes, a table laid out, and how a position looks."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from purrlor.core.game import Game
from purrlor.core.native import native

LANES = "purrlor.lab.lanes"


@cache
def compiled_lanes(game: Game) -> Any:
    return native(LANES, rules=f"{game.package}.rules", planes=f"{game.package}.planes")


@cache
def plane_bounds(game: Game) -> tuple[npt.NDArray[np.int16], npt.NDArray[np.int16]]:
    """The lowest and the highest number of each plane."""
    planes = game.part("planes").PLANES
    low, high = (np.array([plane[k] for plane in planes], np.int16) for k in (1, 2))
    low.flags.writeable = high.flags.writeable = False
    return low, high


def laid_row(game: Game, players: int, options: Mapping[str, object] | None) -> Any:
    """One compiled state with seats and options in place, before the start."""
    s = game.laid_out(players, options)
    return np.frombuffer(s.to_bytes(), s.dtype()).copy()
