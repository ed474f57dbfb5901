"""More Kitties! as numbers, for programs that learn: what a hidden state shows its seat, observer first.

A face is the player whose cat it shows, 0 the observer, 1 the next …; 6 a cat of nobody's, 7 Mouse, 8 Dog,
9 Invisible; -1 unknown, -2 no token.
"""

from __future__ import annotations

from purrlor.core.seats import MAX_SEATS
from purrlor.games.more_kitties.box import (
    COLOURS,
    COPIES,
    FACES,
    INVISIBLE,
    KINDS,
    MOST_TOKENS,
    MOUSE,
)
from purrlor.games.more_kitties.table import MOST_TOSSED, NO_COLOUR, NONE, OVER, RESERVE, State

ACTIONS = 2 * RESERVE  # a decision's actions are 0 to ACTIONS - 1
NOBODY = 6
UNKNOWN, NOTHING = -1, -2
LAST_FACE = NOBODY + 3
MOST_CATS = 24  # of one colour, in every set
# Both faces of a token in a byte, seven tokens a number, HIDDEN first: compiled code is slow to take one of many out
# of a tuple. Faces are four bits: 0 to 8 as in the box, then these two.
FACE_UNKNOWN, FACE_NOTHING = 13, 14
PART = 7
BYTES = (
    FACE_UNKNOWN * 17,
    FACE_NOTHING * 17,
    *(FACES[2 * kind] | FACES[2 * kind + 1] << 4 for kind in range(1, KINDS)),
)
PART_0, PART_1, PART_2, PART_3, PART_4 = (
    sum(byte << 8 * k for k, byte in enumerate(BYTES[low : low + PART])) for low in range(0, len(BYTES), PART)
)
WHO = ("own", "next", "second", "third", "fourth", "fifth")

PLANES: tuple[tuple[str, int, int], ...] = (
    ("players", 2, MAX_SEATS),
    ("set of tokens", 1, 3),
    ("option open", 0, 1),
    ("phase", 0, OVER),
    ("turn", 0, MAX_SEATS - 1),
    ("tosses this turn", 0, 2),
    ("last toss", 0, 1),
    ("turns without a winner", 0, 4 * MAX_SEATS - 1),
    ("place of the acting token", NONE, MOST_TOSSED - 1),
    ("place of the token to exchange", NONE, MOST_TOSSED - 1),
    ("receiver", NONE, MAX_SEATS - 1),
    ("fate of the last toss", 0, 3),
    ("whose cats were ahead", UNKNOWN, NOBODY),
    ("tokens in the bag", 0, MOST_TOKENS - 2 * RESERVE),
    *(
        plane
        for i in range(1, MOST_TOSSED + 1)
        for plane in (
            (f"table {i} face up", NOTHING, LAST_FACE),
            (f"table {i} face down", NOTHING, LAST_FACE),
            (f"table {i} owner", UNKNOWN, MAX_SEATS - 1),
            (f"table {i} mark", 0, 3),
        )
    ),
    *(
        plane
        for who in WHO
        for plane in (
            (f"{who} colour", NO_COLOUR, COLOURS - 1),
            (f"{who} cats collected", 0, MOST_CATS),
            (f"{who} asked", 0, 1),
            (f"{who} hands a token over", 0, 1),
            (f"{who} tokens", 0, RESERVE),
            (f"{who} tokens everybody has seen", 0, RESERVE),
            *(
                (f"{who} reserve {i} side {side}", NOTHING, NOBODY if side == 1 else LAST_FACE)
                for i in range(1, RESERVE + 1)
                for side in (1, 2)
            ),
        )
    ),
    *((f"kind {kind} out of play", 0, max(COPIES[KINDS * box + kind] for box in range(3))) for kind in range(1, KINDS)),
)


def observe(s: State, seat: int, out: list[int]) -> None:
    """Write the planes of a state hidden for this seat."""
    out[0] = s.seats
    out[1] = s.colours
    out[2] = s.open
    out[3] = s.phase
    out[4] = behind(s, seat, s.turn + 0)
    out[5] = s.tosses
    out[6] = s.final
    out[7] = s.ties
    out[8] = s.acting
    out[9] = s.aim
    out[10] = NONE if s.receiver == NONE else behind(s, seat, s.receiver + 0)
    out[11] = s.fate
    whose = owners(s, seat)
    out[12] = UNKNOWN if s.won == NO_COLOUR else seen(s.won + 0, whose)
    out[13] = s.bag_n
    n = 14
    for i in range(MOST_TOSSED):
        both = faces(s.table[i])
        out[n] = seen(both >> 4 * s.up[i] & 15, whose)
        out[n + 1] = seen(both >> 4 * (1 - s.up[i]) & 15, whose)
        out[n + 2] = UNKNOWN if i >= s.table_n else behind(s, seat, s.owner[i] + 0)
        out[n + 3] = s.mark[i]
        n += 4
    for k in range(MAX_SEATS):
        p = nth(s, seat, k) if k < s.seats else k
        out[n] = s.colour[p]
        out[n + 1] = s.pile[p]
        out[n + 2] = s.asked >> p & 1
        out[n + 3] = s.handed >> p & 1
        out[n + 4] = s.have[p]
        out[n + 5] = s.seen[p]
        n += 6
        for i in range(RESERVE):
            both = faces(s.reserve[p][i])
            out[n] = seen(both & 15, whose)
            out[n + 1] = seen(both >> 4, whose)
            n += 2
    for kind in range(1, KINDS):
        out[n + kind - 1] = s.out[kind]


def owners(s: State, seat: int) -> int:
    """For every face its number as seen from this seat, less NOTHING, four bits each: for a cat its player."""
    whose = UNKNOWN - NOTHING << 4 * FACE_UNKNOWN
    for special in range(MOUSE, INVISIBLE + 1):
        whose |= special + 1 - NOTHING << 4 * special
    for colour in range(COLOURS):
        whose |= NOBODY - NOTHING << 4 * colour
    for k in range(s.seats):
        colour = s.colour[nth(s, seat, k)] + 0
        whose += k - NOBODY << 4 * colour
    return whose


def faces(token: int) -> int:
    """Side 0 in the low four bits, side 1 in the next."""
    at = token + 1
    part = at // PART
    some = PART_0 if part == 0 else PART_1 if part == 1 else PART_2 if part == 2 else PART_3 if part == 3 else PART_4
    return some >> 8 * (at - PART * part) & 255


def seen(face: int, whose: int) -> int:
    return (whose >> 4 * face & 15) + NOTHING


def nth(s: State, seat: int, k: int) -> int:
    """The k-th seat after this one. No division, which would take most of the time."""
    p = seat + k
    return p if p < s.seats else p - s.seats


def behind(s: State, seat: int, p: int) -> int:
    """How many seats after this one p sits."""
    return p - seat if p >= seat else p - seat + s.seats
