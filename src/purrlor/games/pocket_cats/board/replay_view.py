"""Looking back with everything open: the tiles that still lay face down are turned up."""

from __future__ import annotations

from purrlor.games.pocket_cats.rules.state import State


def reveal_all(s: State) -> None:
    for cell, tile in enumerate(s.tile):
        if s.down >> cell & 1:
            s.where[tile] = cell
    s.down = 0
