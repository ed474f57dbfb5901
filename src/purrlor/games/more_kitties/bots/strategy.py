"""What a sensible player of More Kitties! prefers, by what their seat knows.

What is tossed is spent: one's own cats wait for one another, a Mouse or a Dog for one's own toss, and what is of little
use goes first. With five or six on the table it is the others' tosses that bring most, so one's own cats go there. When
a Mouse or a Dog acts, the best count at once is taken. Weights from some million matches of such players against one
another, against random ones and against those with other habits; their order matters more than their size.
"""

from purrlor.core.seats import first
from purrlor.games.more_kitties.rules.box import COLOURS, DOG, FACES, MOUSE
from purrlor.games.more_kitties.rules.choices import legal
from purrlor.games.more_kitties.rules.state import (
    AGAIN,
    CHOOSE,
    EXCHANGE,
    GIVEN,
    LAST,
    LAY,
    NONE,
    ORDER,
    OVER,
    PAIR_HIGH,
    PAIR_LOW,
    TURN_OVER,
    State,
)

# roll-outs by sensible players: with random ones the search is hardly better than they are
SEARCH = {"random": 0, "bias": 5000}
# a lion searches by roll-outs: a factor e of its network's policy is worth a hundredth of a win (docs/bots.md)
ADVICE = 10

# What a side shows, in a seat's eyes; a leader has at least as many cats as oneself.
OWN, TOSSERS, LEADERS, RIVALS, NOBODYS = 0, 1, 2, 3, 4  # cats; then Mouse, Dog, Invisible
SIDES = 8
# A side's worth with up to four players, then with more: handed to another's toss, in one's own toss, in the reserve.
HANDED = (-8, -3, 6, 6, 10, -20, -20, 0, 23, -6, 11, -3, 5, -20, -20, 0)
TOSSED = (-18, 0, 0, 0, 10, 22, 20, 0, -21, 0, 0, 5, 4, 17, 23, 0)
RESERVE_WORTH = (24, 0, 0, 0, 8, 8, 8, 0)
OWN_PAIR, TWICE = (32, 0), (-16, -10)  # two of one's own in a toss; two of another's
FEW = 4
# What a count is worth, for each cat: one's own, the leader's, another's; then any count of nobody's colour, a tie that
# is tossed again, and one that is not
MINE, MINE_AT_ALL = 24, 12
LEADERS_COUNT, RIVALS_COUNT, NOBODYS_COUNT = (-18, -11), (-10, -5), (12, -4)
TIE, LAST_TIE = (0, -25), (-6, -15)


def sensible(s: State, seat: int) -> int:
    mask = legal(s, seat)
    if mask == 0:
        return NONE
    phase = s.phase
    if mask & (mask - 1) == 0 or phase in (AGAIN, LAST):
        return first(mask)
    if phase == ORDER:
        return dog_first(s, mask)
    best = NONE
    best_worth = 0
    for action in range(8):
        if mask >> action & 1:
            if phase == CHOOSE:
                worth = worth_chosen(s, seat, action)
            elif phase == TURN_OVER:
                worth = worth_counted(s, seat, turned(s, action))
            elif phase == EXCHANGE:
                worth = worth_exchanged(s, seat, action)
            elif phase == LAY:
                worth = worth_laid(s, seat, s.aim, action)
            else:
                kind = s.table[action]
                worth = 0 - worth_in_reserve(s, seat, kind) - worth_in_reserve(s, s.receiver, kind)
            if best == NONE or worth > best_worth:
                best = action
                best_worth = worth
    return best


def crowd(s: State) -> int:
    """Which weights to use."""
    return 1 if s.seats > FEW else 0


def side(s: State, seat: int, face: int) -> int:
    if face >= MOUSE:
        return NOBODYS + 1 + face - MOUSE
    if face == s.colour[seat]:
        return OWN
    if face == s.colour[s.turn]:
        return TOSSERS
    for p in range(s.seats):
        if s.colour[p] == face:
            return LEADERS if s.pile[p] >= s.pile[seat] else RIVALS
    return NOBODYS


def worth_handed(s: State, seat: int, kind: int) -> int:
    table = SIDES * crowd(s)
    return HANDED[table + side(s, seat, FACES[2 * kind])] + HANDED[table + side(s, seat, FACES[2 * kind + 1])]


def worth_tossed(s: State, seat: int, one: int, other: int) -> int:
    """What two tokens are worth together; a token has no colour twice."""
    table = SIDES * crowd(s)
    worth = 0
    own = 0
    for i in range(4):
        k = side(s, seat, FACES[2 * (one if i < 2 else other) + (i & 1)])
        worth += TOSSED[table + k]
        own += 1 if k == OWN else 0
    if own == 2:
        worth += OWN_PAIR[crowd(s)]
    for i in range(4):
        face = FACES[2 * one + (i & 1)]
        if face < MOUSE and face != s.colour[seat] and face == FACES[2 * other + (i >> 1)]:
            worth += TWICE[crowd(s)]
    return worth


def worth_in_reserve(s: State, seat: int, kind: int) -> int:
    return RESERVE_WORTH[side(s, seat, FACES[2 * kind])] + RESERVE_WORTH[side(s, seat, FACES[2 * kind + 1])]


def worth_chosen(s: State, seat: int, action: int) -> int:
    if seat != s.turn:
        return worth_handed(s, seat, s.reserve[seat][action])
    return worth_tossed(s, seat, s.reserve[seat][PAIR_LOW[action]], s.reserve[seat][PAIR_HIGH[action]])


def dog_first(s: State, mask: int) -> int:
    """The Mouse lays what is missing, so it comes last."""
    for i in range(s.table_n):
        if mask >> i & 1 and FACES[2 * s.table[i] + 1] == DOG:
            return i
    return first(mask)


def faces_up(s: State) -> int:
    """How often each face shows, four bits a face."""
    tally = 0
    for i in range(s.table_n):
        if s.mark[i] != GIVEN:
            tally += 1 << 4 * FACES[2 * s.table[i] + s.up[i]]
    return tally


def colour_ahead(tally: int) -> int:
    """The colour with more cats than every other, or NONE."""
    best = NONE
    most = 0
    for colour in range(COLOURS):
        n = tally >> 4 * colour & 15
        if n > most:
            best = colour
            most = n
        elif n == most:
            best = NONE
    return best


def worth_counted(s: State, seat: int, tally: int) -> int:
    """What the count would bring, in the seat's eyes."""
    colour = colour_ahead(tally)
    if colour == NONE:
        return TIE[crowd(s)] if s.tosses == 1 else LAST_TIE[crowd(s)]
    n = tally >> 4 * colour & 15
    if colour == s.colour[seat]:
        return MINE_AT_ALL + MINE * n
    for p in range(s.seats):
        if s.colour[p] == colour:
            return n * (LEADERS_COUNT[crowd(s)] if s.pile[p] >= s.pile[seat] else RIVALS_COUNT[crowd(s)])
    return NOBODYS_COUNT[crowd(s)]


def turned(s: State, place: int) -> int:
    """What shows when this token is turned over."""
    kind = s.table[place]
    up = s.up[place]
    return faces_up(s) - (1 << 4 * FACES[2 * kind + up]) + (1 << 4 * FACES[2 * kind + 1 - up])


def laid(s: State, seat: int, place: int, action: int) -> int:
    """What shows when this token is exchanged."""
    old = s.table[place]
    new = s.reserve[seat][action >> 1]
    return faces_up(s) - (1 << 4 * FACES[2 * old + s.up[place]]) + (1 << 4 * FACES[2 * new + (action & 1)])


def worth_laid(s: State, seat: int, place: int, action: int) -> int:
    gained = worth_in_reserve(s, seat, s.table[place]) - worth_in_reserve(s, seat, s.reserve[seat][action >> 1])
    return worth_counted(s, seat, laid(s, seat, place, action)) + gained


def worth_exchanged(s: State, seat: int, place: int) -> int:
    best = worth_laid(s, seat, place, 0)
    for action in range(1, 2 * s.have[seat]):
        best = max(best, worth_laid(s, seat, place, action))
    return best


def silly(s: State, seat: int) -> int:
    """What not even a kitten does: handing over a Mouse or a Dog, or helping somebody else to a count on purpose."""
    mask = 0
    choices = legal(s, seat)
    for action in range(8):
        if choices >> action & 1:
            if s.phase == CHOOSE and seat != s.turn:
                is_silly = 1 if FACES[2 * s.reserve[seat][action] + 1] in (MOUSE, DOG) else 0
            elif s.phase == TURN_OVER:
                is_silly = is_anothers(s, seat, colour_ahead(turned(s, action)))
            elif s.phase == LAY:
                is_silly = is_anothers(s, seat, colour_ahead(laid(s, seat, s.aim, action)))
            else:
                is_silly = 0
            mask |= is_silly << action
    return mask


def is_anothers(s: State, seat: int, colour: int) -> int:
    for p in range(s.seats):
        if p != seat and s.colour[p] == colour:
            return 1
    return 0


def stop(s: State) -> None:
    """Look no further: the piles count as they are."""
    s.phase = OVER
