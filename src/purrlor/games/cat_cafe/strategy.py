"""A sensible player of Cat Café."""

from __future__ import annotations

from purrlor.games.cat_cafe.rules import State

SEARCH: dict[str, int] = {}


def sensible(s: State, seat: int) -> int:
    return -1
