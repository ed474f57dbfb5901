"""More Kitties! as numbers, for programs that learn: what a hidden state shows its seat, observer first.

A face is the player whose cat it shows, 0 the observer, 1 the next …; 6 a cat of nobody's, 7 Mouse, 8 Dog,
9 Invisible; -1 unknown, -2 no token.
"""

from __future__ import annotations

from purrlor.core.seats import MAX_SEATS
from purrlor.games.more_kitties.rules.box import COLOURS, COPIES, INVISIBLE, KINDS, MOST_TOKENS, MOUSE, NO_TOKEN
from purrlor.games.more_kitties.rules.state import HIDDEN, MOST_TOSSED, NO_COLOUR, NONE, OVER, RESERVE, State

ACTIONS = 2 * RESERVE  # a decision's actions are 0 to ACTIONS - 1
NOBODY = 6
UNKNOWN, NOTHING = -1, -2
LAST_FACE = NOBODY + 3
MOST_CATS = 24  # of one colour, in every set
# While they are written, the features of the kinds out of play (the last ones) hold both faces of every kind, the
# second four bits higher: compiled code is slow to take one of many out of a tuple. Hidden and no token come just
# before them.
TABLE_AT, PLAYERS_AT, KINDS_AT = 14, 42, 125
A_PLAYER = 6 + 2 * RESERVE
WHO = ("own", "next", "second", "third", "fourth", "fifth")

FEATURES: tuple[tuple[str, int, int], ...] = (
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
        feature
        for i in range(1, MOST_TOSSED + 1)
        for feature in (
            (f"table {i} face up", NOTHING, LAST_FACE),
            (f"table {i} face down", NOTHING, LAST_FACE),
            (f"table {i} owner", UNKNOWN, MAX_SEATS - 1),
            (f"table {i} mark", 0, 3),
        )
    ),
    *(
        feature
        for who in WHO
        for feature in (
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
    """Write the features of a state hidden for this seat.

    One function, and loops of fixed length: for short loops compiled code spends more time on calls and ends of loops
    than on the work in between.
    """
    seats = s.seats + 0
    whose = 0  # for every face its number as seen from this seat, less NOTHING, four bits each: for a cat its player
    for special in range(MOUSE, INVISIBLE + 1):
        whose |= special + 1 - NOTHING << 4 * special
    for colour in range(COLOURS):
        whose |= NOBODY - NOTHING << 4 * colour
    for k in range(MAX_SEATS):
        colour = s.colour[nth(seats, seat, k)] + 0
        whose += k - NOBODY << 4 * colour if k < seats else 0
    out[KINDS_AT + HIDDEN] = (UNKNOWN - NOTHING) * 17
    out[KINDS_AT + NO_TOKEN] = 0
    n = KINDS_AT + 1
    for colour in range(COLOURS):  # in the order of the box
        mine = whose >> 4 * colour & 15
        for special in range(MOUSE, INVISIBLE + 1):
            out[n] = mine | special + 1 - NOTHING << 4
            n += 1
        for other in range(colour):
            out[n] = whose >> 4 * other & 15 | mine << 4
            n += 1

    out[0] = seats
    out[1] = s.colours
    out[2] = s.open
    out[3] = s.phase
    out[4] = behind(seats, seat, s.turn + 0)
    out[5] = s.tosses
    out[6] = s.final
    out[7] = s.ties
    out[8] = s.acting
    out[9] = s.aim
    receiver = behind(seats, seat, s.receiver + 0)
    out[10] = NONE if s.receiver == NONE else receiver
    out[11] = s.fate
    won = (whose >> 4 * (s.won & 7) & 15) + NOTHING
    out[12] = UNKNOWN if s.won == NO_COLOUR else won
    out[13] = s.bag_n
    tossed = s.table_n + 0
    for i in range(MOST_TOSSED):
        n = TABLE_AT + 4 * i
        both = out[KINDS_AT + s.table[i]]
        out[n] = (both >> 4 * s.up[i] & 15) + NOTHING
        out[n + 1] = (both >> 4 * (1 - s.up[i]) & 15) + NOTHING
        owner = behind(seats, seat, s.owner[i] + 0)
        out[n + 2] = owner if i < tossed else UNKNOWN
        out[n + 3] = s.mark[i]
    for k in range(MAX_SEATS):
        n = PLAYERS_AT + A_PLAYER * k
        if k < seats:
            p = nth(seats, seat, k)
            out[n] = s.colour[p]
            out[n + 1] = s.pile[p]
            out[n + 2] = s.asked >> p & 1
            out[n + 3] = s.handed >> p & 1
            out[n + 4] = s.have[p]
            out[n + 5] = s.known[p]
            for i in range(RESERVE):
                both = out[KINDS_AT + s.reserve[p][i]]
                out[n + 6 + 2 * i] = (both & 15) + NOTHING
                out[n + 7 + 2 * i] = (both >> 4) + NOTHING
        else:
            out[n] = NO_COLOUR
            for i in range(1, 6):
                out[n + i] = 0
            for i in range(6, A_PLAYER):
                out[n + i] = NOTHING
    for kind in range(1, len(out) - KINDS_AT):
        out[KINDS_AT + kind] = s.out[kind]


def nth(seats: int, seat: int, k: int) -> int:
    """The k-th seat after this one. No division, which would take most of the time; & 7 says that it is not below 0."""
    p = seat + k
    return (p if p < seats else p - seats) & 7


def behind(seats: int, seat: int, p: int) -> int:
    """How many seats after this one p sits."""
    return p - seat if p >= seat else p - seat + seats
