"""A player without an opinion: cats then choose by chance, tigers search. Compiled like a game's own strategy."""

from purrlor.core.game_interface import State


def sensible(s: State, seat: int) -> int:
    return -1
