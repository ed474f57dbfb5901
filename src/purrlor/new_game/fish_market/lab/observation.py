"""Fish Market as numbers, for programs that learn: what a hidden state shows its seat, observer first."""

from __future__ import annotations

from purrlor.new_game.fish_market.rules.rules import COPIES, KINDS, NONE, ROUNDS, SEATS, State

ACTIONS = KINDS
MOST = SEATS[1]
WHO = ("own", "next", "second", "third", "fourth")

FEATURES: tuple[tuple[str, int, int], ...] = (
    ("players", SEATS[0], MOST),
    ("option leftovers", 0, 1),
    ("round", 0, ROUNDS),
    ("points for sale", 0, 36),
    ("own bid", NONE, KINDS - 1),
    *((f"own cards of {k + 1}", 0, COPIES) for k in range(KINDS)),
    *((f"cards of {k + 1} played", 0, COPIES) for k in range(KINDS)),
    *((f"{who} points", 0, 36) for who in WHO),
    *((f"{who} bid of the round before", NONE, KINDS - 1) for who in WHO),
)


def observe(s: State, seat: int, out: list[int]) -> None:
    out[0] = s.seats
    out[1] = s.leftovers
    out[2] = s.round
    out[3] = s.pot
    out[4] = s.bid[seat]
    for k in range(KINDS):
        out[5 + k] = s.hand[seat][k]
        out[5 + KINDS + k] = s.played[k]
    n = 5 + 2 * KINDS
    for k in range(MOST):
        p = (seat + k) % s.seats
        out[n + k] = s.points[p] if k < s.seats else 0
        out[n + MOST + k] = s.shown[p] if k < s.seats else NONE
