"""Rat-a-Tat Cat as numbers, for programs that learn: what a hidden state shows its seat, observer first."""

from __future__ import annotations

from collections.abc import Mapping

from purrlor.games.rat_a_tat_cat.rules.state import (
    BY_LIMIT,
    BY_ROUNDS,
    CARDS,
    COPIES,
    KINDS,
    LAPS,
    NINE,
    NO_CARD,
    NOBODY,
    OVER,
    ROUNDS_MAX,
    ROW,
    SEATS,
    SMALL_LAPS,
    TURN_BOUND,
    State,
    top_discard,
)

MOST = SEATS[1]
ACTIONS = ROW * MOST  # a decision's actions are 0 to ACTIONS - 1
HEAP = CARDS - 2 * ROW  # cards outside the rows at most
MOST_POINTS = NINE * ROW  # of one round
WHO = ("own", "next", "second", "third", "fourth", "fifth")

FEATURES: tuple[tuple[str, int, int], ...] = (
    ("players", SEATS[0], MOST),
    ("own seat", 0, MOST - 1),
    ("option open ends", 0, 1),
    ("rounds to come", -1, 19),
    ("limit of points", 0, 500),
    ("round", 1, ROUNDS_MAX),
    ("phase", 0, OVER),
    ("turn", 0, MOST - 1),
    ("starter", 0, MOST - 1),
    ("lap", 1, LAPS),
    ("card held", NO_CARD, NINE),
    ("held card was taken from the discard", 0, 1),
    ("second draw to come", 0, 1),
    ("card passed over", NO_CARD, NINE),
    ("place chosen", 0, ROW - 1),
    ("super peek this turn", 0, 1),
    ("caller", NOBODY, MOST - 1),
    ("last turns to come", 0, MOST - 1),
    ("top of the discard", NO_CARD, KINDS - 1),
    ("cards in the deck", 0, HEAP),
    *((f"{kind} in the discard", 0, COPIES[kind]) for kind in range(KINDS)),
    *((f"{kind} known to be in the deck", 0, COPIES[kind]) for kind in range(KINDS)),
    *(
        feature
        for who in WHO
        for feature in (
            (f"{who} in the match", 0, 1),
            (f"{who} asked", 0, 1),
            (f"{who} total", 0, ROUNDS_MAX * MOST_POINTS),
            (f"{who} points of the last round", 0, MOST_POINTS),
            *((f"{who} row {i} card", NO_CARD, KINDS - 1) for i in range(1, ROW + 1)),
            *((f"{who} row {i} known to its player", 0, 1) for i in range(1, ROW + 1)),
            *((f"{who} row {i} laid there", 0, 2) for i in range(1, ROW + 1)),
        )
    ),
)


def observe(s: State, seat: int, out: list[int]) -> None:
    """Write the features of a state hidden for this seat. A card is its kind, -1 unknown, -2 none."""
    out[0] = s.seats
    out[1] = seat
    out[2] = s.open_ends
    out[3] = s.rounds - s.round if s.length == BY_ROUNDS else -1
    out[4] = s.limit if s.length == BY_LIMIT else 0
    out[5] = s.round
    out[6] = s.phase
    out[7] = behind(s, seat, s.turn + 0)
    out[8] = behind(s, seat, s.starter + 0)
    out[9] = s.lap
    out[10] = s.in_hand
    out[11] = s.taken
    out[12] = s.draws_left
    out[13] = s.passed
    out[14] = s.slot
    out[15] = s.super_peeked
    out[16] = NOBODY if s.caller == NOBODY else behind(s, seat, s.caller + 0)
    out[17] = s.last_turns
    out[18] = top_discard(s)
    out[19] = s.deck_n
    for kind in range(KINDS):
        out[20 + kind] = 0
        out[20 + KINDS + kind] = s.stock >> 4 * kind & 15
    for k in range(s.discard_n):
        out[20 + s.discard[k]] += 1
    n = 20 + 2 * KINDS
    for k in range(MOST):
        p = nth(s, seat, k) if k < s.seats else k
        is_in = 1 if k < s.seats and not s.out >> p & 1 else 0
        out[n] = is_in
        out[n + 1] = s.asked >> p & 1
        out[n + 2] = s.totals[p]
        out[n + 3] = s.points[p]
        n += 4
        for i in range(ROW):
            out[n + i] = s.rows[p][i]
            out[n + ROW + i] = s.known[p][i] >> p & 1
            out[n + 2 * ROW + i] = s.origin[p][i]
        n += 3 * ROW


def longest(players: int, options: Mapping[str, object]) -> int:
    """Decisions of a match with these options at most; for the plain side."""
    rounds = int(str(options["rounds"])) if options["length"] == "rounds" else ROUNDS_MAX
    laps = SMALL_LAPS if options["small"] else LAPS
    return rounds * (players * laps * TURN_BOUND + 2 * players) + 1


def nth(s: State, seat: int, k: int) -> int:
    """The k-th seat after this one. No division, which would take most of the time."""
    p = seat + k
    return p if p < s.seats else p - s.seats


def behind(s: State, seat: int, p: int) -> int:
    """How many seats after this one p sits."""
    return p - seat if p >= seat else p - seat + s.seats
