"""What decisions left to be seen that no state holds, where a game says so (its `board/memory.py`)."""

from __future__ import annotations

from purrlor.core.game import Game, State


def initial_memory(game: Game) -> object:
    """The trace at the beginning of a match; None for a game that leaves none."""
    return game.part("board.memory").NOTHING if game.has("board/memory.py") else None


def next_memory(game: Game, before: State, after: State, seat: int, action: int, old: object) -> object:
    """The trace after a decision, from the true states on both sides of it."""
    return None if old is None else game.part("board.memory").remember(before, after, seat, action, old)
