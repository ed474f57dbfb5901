"""What a sensible player prefers: the worst own card goes first, and a row that seems the lowest by far is called.

A card nobody chose is worth 5, the mean of the numbers; one that its owner drew and kept is worth about 3.

Values are doubled, so that halves stay whole.
"""

from __future__ import annotations

from purrlor.core.chance import below
from purrlor.games.rat_a_tat_cat.rules.rules import turn_up_rows
from purrlor.games.rat_a_tat_cat.rules.state import (
    BY_ROUNDS,
    CALL,
    DEALT,
    DECLINE,
    DISCARD_IT,
    DRAW,
    DRAW_AGAIN,
    DRAWN,
    NINE,
    NO,
    OUTER,
    OVER,
    PEEK_OWN,
    PLACE,
    ROUND_END,
    ROW,
    SOURCE,
    SWAP_OTHER,
    SWAP_OWN,
    TAKE,
    YES,
    State,
    top_discard,
)

SEARCH = {"random": 0, "bias": 20_000}  # sensible roll-outs; what a sensible player does is tried first

UNKNOWN = 10
DRAWN_CARD = 6
TAKE_GAIN = 6  # a discard is worth taking from a gain of 3 on
CALL_AT = 16  # call at 8 points whatever the others seem to have,
LEAD = 12  # or when every one of them seems to have 6 more
# of a thousand cards of each number drawn, how many stay in a row; fits what lies in the rows of sensible players
KEEPS = (1000, 1000, 1000, 1000, 900, 500, 250, 120, 60, 20)
TRIES = 8
TOO_GOOD, KEEPSAKE, TOO_HIGH = 10, 4, 28  # 5 points better than the worst card; a 2; 14 points in the row
TOO_SOON = 3  # in its first three turns a kitten plays on, unless its row is as low as 8 points


def sensible(s: State, seat: int) -> int:
    phase = s.phase
    if phase == SOURCE:
        top = top_discard(s)
        return TAKE if 0 <= top <= NINE and worth(s, seat, seat, worst(s, seat, 0)) - 2 * top >= TAKE_GAIN else DRAW
    if phase == PLACE:
        slot = worst(s, seat, 0)
        return slot if s.taken or worth(s, seat, seat, slot) > 2 * s.in_hand else DISCARD_IT
    if phase == CALL:
        return YES if is_low(s, seat) else NO
    if phase == SWAP_OWN:
        slot = worst(s, seat, s.open_ends)
        best = best_of_others(s, seat)
        return slot if worth(s, seat, seat, slot) > worth(s, seat, best // ROW, best % ROW) else DECLINE
    if phase == SWAP_OTHER:
        return best_of_others(s, seat)
    if phase == PEEK_OWN:
        for i in range(ROW):
            if not s.known[seat][i] >> seat & 1:
                return i
        return DECLINE
    return YES if phase == DRAW_AGAIN else 0  # TURN_OVER, GO_ON


def worth(s: State, seat: int, p: int, i: int) -> int:
    """Twice what this card will count, as the seat expects it; a special is replaced by any number."""
    if s.known[p][i] >> seat & 1 and s.rows[p][i] <= NINE:
        return 2 * s.rows[p][i]
    return DRAWN_CARD if p != seat and s.origin[p][i] != DEALT else UNKNOWN


def worst(s: State, seat: int, inner: int) -> int:
    """The own card that counts most; `inner` leaves the two outer ones alone."""
    best = 1
    for i in range(ROW):
        if not (inner and OUTER[i]) and worth(s, seat, seat, i) > worth(s, seat, seat, best):
            best = i
    return best


def total(s: State, seat: int, p: int) -> int:
    """What the seat expects of this player's row."""
    n = 0
    for i in range(ROW):
        n += worth(s, seat, p, i)
    return n


def is_low(s: State, seat: int) -> int:
    """Whether the own row is worth a call."""
    mine = total(s, seat, seat)
    if mine <= CALL_AT:
        return 1
    for q in range(s.seats):
        if q != seat and not s.out >> q & 1 and total(s, seat, q) < mine + LEAD:
            return 0
    return 1


def best_of_others(s: State, seat: int) -> int:
    """The SWAP_OTHER action for the lowest card of another player."""
    low = 99
    action = 0
    for q in range(s.seats):
        if q != seat and not s.out >> q & 1:
            for i in range(ROW):
                if not (s.open_ends and OUTER[i]) and worth(s, seat, q, i) < low:
                    low = worth(s, seat, q, i)
                    action = ROW * q + i
    return action


def silly(s: State, seat: int) -> int:
    """What not even a kitten does: laying a high card on a lower one, giving a good one away, calling with rats
    or before anybody has begun to play."""
    mask = 0
    if s.phase == SOURCE:
        if 2 * top_discard(s) >= worth(s, seat, seat, worst(s, seat, 0)):
            mask = 1 << TAKE
    elif s.phase == PLACE:
        for i in range(ROW):
            if worth(s, seat, seat, i) < 2 * s.in_hand:
                mask |= 1 << i
        if worth(s, seat, seat, worst(s, seat, 0)) - 2 * s.in_hand >= TOO_GOOD:
            mask |= 1 << DISCARD_IT
    elif s.phase == SWAP_OWN:
        for i in range(ROW):
            if worth(s, seat, seat, i) <= KEEPSAKE:
                mask |= 1 << i
    elif s.phase == SWAP_OTHER:
        for q in range(s.seats):
            for i in range(ROW):
                if worth(s, seat, q, i) > worth(s, seat, seat, s.slot):
                    mask |= 1 << ROW * q + i
    elif s.phase == CALL and total(s, seat, seat) > (CALL_AT if s.lap <= TOO_SOON else TOO_HIGH):
        mask = 1 << YES
    return mask


# ------------------------------------------------------------ for a search: what others seem to hold
def believe(s: State, seat: int) -> None:
    """Nobody keeps a high card: one that another drew and kept is drawn again from what may lie in the deck."""
    for q in range(s.seats):
        for i in range(ROW):
            if s.origin[q][i] == DRAWN and not s.known[q][i] >> seat & 1:
                tries = TRIES if s.deck_n else 0
                while tries and below(s, 1000) >= KEEPS[s.rows[q][i]]:
                    tries -= 1
                    k = below(s, s.deck_n)
                    if s.deck[k] <= NINE:
                        card = s.deck[k] + 0
                        s.deck[k] = s.rows[q][i]
                        s.rows[q][i] = card


# ------------------------------------------------------------ … that looks no further than this round
def stage(s: State) -> int:
    """The round; one that is counted is over."""
    return s.round + 1 if s.phase >= ROUND_END else s.round + 0


def stop(s: State) -> None:
    """Count the rows as they lie, and guess the rounds still to come: a sensible player has about 13 points in each."""
    if s.phase < ROUND_END:
        turn_up_rows(s)
    if s.phase != OVER and s.length == BY_ROUNDS:
        for _ in range(s.rounds - s.round):
            for p in range(s.seats):
                s.totals[p] += below(s, 10) + below(s, 10) + below(s, 10)
    s.phase = OVER
    s.asked = 0
