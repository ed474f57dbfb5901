"""What a sensible cat bids: high cards for much, low cards for little. Compiled, reads only what its seat knows."""

from __future__ import annotations

from purrlor.new_game.fish_market.rules.rules import KINDS, State


def sensible(s: State, seat: int) -> int:
    """The card as high among the own ones as the catch is among all catches."""
    n = 0
    for k in range(KINDS):
        n += s.hand[seat][k]
    rank = (min(s.pot + 0, 8) * n - 1) // 8
    for k in range(KINDS):
        rank -= s.hand[seat][k]
        if rank < 0:
            return k
    return -1
