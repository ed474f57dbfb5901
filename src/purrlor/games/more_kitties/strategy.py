"""What a sensible player of More Kitties! prefers, by what their seat knows.

One's own cats, the Mouse and the Dog are kept for one's own toss, two at a time; others are handed what is of little
use to the tosser. When a Mouse or a Dog acts, the best count at once is taken. Weights from some hundred thousand
matches of such players against one another.
"""

from purrlor.core.seats import first
from purrlor.games.more_kitties.box import COLOURS, DOG, FACES, MOUSE
from purrlor.games.more_kitties.choices import legal
from purrlor.games.more_kitties.table import (
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

# roll-outs by sensible players: against such, 1000 playouts win 1.5 times an even share of two and 1.4 of four (with
# random roll-outs no more than an even one); there is no need to cut them short
SEARCH = {"random": 0, "bias": 5000}

# a side's worth in a toss, in one's own and in another's
OWN_CAT = (12, -4)
SPECIAL = (14, -12)
TOSSERS_CAT = -5
# a cat's worth when it is counted: one's own, the leader's, another's; any count of nobody's colour
MINE, LEADERS, RIVALS, NOBODYS = 24, -12, -8, 2


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
                worth = worth_tossing(s, seat, action)
            elif phase == TURN_OVER:
                worth = worth_turned(s, seat, action)
            elif phase == EXCHANGE:
                worth = worth_exchanged(s, seat, action)
            elif phase == LAY:
                worth = worth_laid(s, seat, s.aim, action)
            else:
                worth = 0 - token_worth(s, s.receiver, s.table[action], 0) - token_worth(s, seat, s.table[action], 0)
            if best == NONE or worth > best_worth:
                best = action
                best_worth = worth
    return best


def side_worth(s: State, seat: int, face: int, is_others: int) -> int:
    """What a side is worth in a toss."""
    if face in (MOUSE, DOG):
        return SPECIAL[is_others]
    if face == s.colour[seat]:
        return OWN_CAT[is_others]
    return TOSSERS_CAT if face == s.colour[s.turn] else 0


def token_worth(s: State, seat: int, kind: int, is_others: int) -> int:
    return side_worth(s, seat, FACES[2 * kind], is_others) + side_worth(s, seat, FACES[2 * kind + 1], is_others)


def worth_tossing(s: State, seat: int, action: int) -> int:
    if seat != s.turn:
        return token_worth(s, seat, s.reserve[seat][action], 1)
    one = s.reserve[seat][PAIR_LOW[action]]
    other = s.reserve[seat][PAIR_HIGH[action]]
    return token_worth(s, seat, one, 0) + token_worth(s, seat, other, 0)


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


def worth_counted(s: State, seat: int, tally: int) -> int:
    """What the count would bring, in the seat's eyes; a leader has at least as many cats as oneself."""
    best = 0
    most = 0
    second = 0
    for colour in range(COLOURS):
        n = tally >> 4 * colour & 15
        second = max(second, min(most, n))
        best = colour if n > most else best
        most = max(most, n)
    if most == second:
        return 0
    if best == s.colour[seat]:
        return MINE * most
    for p in range(s.seats):
        if s.colour[p] == best:
            return most * (LEADERS if s.pile[p] >= s.pile[seat] else RIVALS)
    return NOBODYS


def worth_turned(s: State, seat: int, place: int) -> int:
    kind = s.table[place]
    up = s.up[place]
    tally = faces_up(s) - (1 << 4 * FACES[2 * kind + up]) + (1 << 4 * FACES[2 * kind + 1 - up])
    return worth_counted(s, seat, tally)


def worth_laid(s: State, seat: int, place: int, action: int) -> int:
    old = s.table[place]
    new = s.reserve[seat][action >> 1]
    tally = faces_up(s) - (1 << 4 * FACES[2 * old + s.up[place]]) + (1 << 4 * FACES[2 * new + (action & 1)])
    return worth_counted(s, seat, tally) + token_worth(s, seat, old, 0) - token_worth(s, seat, new, 0)


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
            worth = 0
            if s.phase == CHOOSE and seat != s.turn:
                worth = token_worth(s, seat, s.reserve[seat][action], 1) - SPECIAL[1] - 1
            elif s.phase == TURN_OVER:
                worth = worth_turned(s, seat, action)
            elif s.phase == LAY:
                worth = worth_laid(s, seat, s.aim, action)
            if worth < 0:
                mask |= 1 << action
    return mask


def stop(s: State) -> None:
    """Look no further: the piles count as they are."""
    s.phase = OVER
