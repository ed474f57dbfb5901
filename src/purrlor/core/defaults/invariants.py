"""Invariants of a game that states none: nothing is counted or exchanged, and who leads stands in front."""

from __future__ import annotations

from typing import TYPE_CHECKING

from purrlor.core.game_interface import State

if TYPE_CHECKING:
    from purrlor.core.game import Game


class NoInvariants:
    def __init__(self, game: Game) -> None:
        self.game = game

    def exchange(self, s: State, seat: int) -> bool:
        return False

    def inventory(self, s: State) -> list[int]:
        return []

    def standing(self, s: State) -> list[tuple[int, ...]]:
        """Winners first; then by points."""
        won = int(self.game.rules.winners(s))
        points = [int(self.game.rules.score(s, seat)) for seat in range(s.seats)]
        sign = -1 if self.game.fewest_win else 1
        return [(won >> seat & 1, sign * points[seat]) for seat in range(s.seats)]
