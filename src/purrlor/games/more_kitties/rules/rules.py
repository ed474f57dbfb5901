"""More Kitties! for 2 to 6 players, in the order of the rulebook."""

from purrlor.core.chance import below, shuffle
from purrlor.core.seats import MAX_SEATS, first
from purrlor.games.more_kitties.rules.box import BOXES, COLOURS, DOG, FACES, KINDS, MOST_TOKENS, MOUSE, NO_TOKEN, TOKENS
from purrlor.games.more_kitties.rules.choices import landed, legal, reveals, waiting
from purrlor.games.more_kitties.rules.hidden_information import hide, redeal
from purrlor.games.more_kitties.rules.state import (
    ACTED,
    AGAIN,
    BACK,
    CHOOSE,
    EXCHANGE,
    GIVE,
    GIVEN,
    LAST,
    LAY,
    LEFT,
    MOST_TOSSED,
    NO_COLOUR,
    NONE,
    ORDER,
    OVER,
    PAIR_HIGH,
    PAIR_LOW,
    RESERVE,
    TO_ACT,
    TURN_OVER,
    WON,
    State,
    box_of,
    fill,
    next_seat,
    put_in,
    take_out,
)

__all__ = [
    "BOUND",
    "REVISION",
    "SEATS",
    "State",
    "apply",
    "hide",
    "legal",
    "redeal",
    "reveals",
    "score",
    "start",
    "waiting",
    "winners",
]

REVISION = 1
SEATS = (2, 6)

# With n players: a turn has at most n choices, two tosses of n + 1 specials with three decisions each (the last one
# needs no order), one "toss again" and n - 1 tokens to give back: 8n + 4. At most 4n turns go by before n + 1 tokens
# leave while there is a bag, n turns before at least two leave without one: 216 + 72 turns of 52 for six players.
BOUND = 15_000


# Preparation -------------------------------------------------------------------------------------------------------
def start(s: State) -> None:
    box = box_of(s)
    for kind in range(KINDS):
        s.out[kind] = 0
    for i in range(MOST_TOKENS):
        s.bag[i] = BOXES[MOST_TOKENS * box + i]
    s.bag_n = TOKENS[box]
    for p in range(MAX_SEATS):
        s.colour[p] = p
        s.pile[p] = 0
        s.drew[p] = 0
        s.have[p] = 0
        s.known[p] = 0
        for i in range(RESERVE):
            s.reserve[p][i] = NO_TOKEN
    if not s.small:
        shuffle(s, s.colour, s.colours + 3)
    for p in range(s.seats, MAX_SEATS):
        s.colour[p] = NO_COLOUR
    for p in range(s.seats):
        fill(s, p)
    s.turns = 0
    s.turn = 0
    s.final = 0
    s.ties = 0
    s.acting = NONE
    s.aim = NONE
    s.receiver = NONE
    clear_table(s)
    begin_turn(s)


# A turn ------------------------------------------------------------------------------------------------------------
def apply(s: State, seat: int, action: int) -> None:
    phase = s.phase
    if phase == CHOOSE:
        s.chosen[seat] = action + 1
        s.asked &= ~(1 << seat)
        if s.asked == 0:
            collect(s)
            toss(s)
    elif phase == ORDER:
        let_act(s, action)
    elif phase == TURN_OVER:
        s.up[action] ^= 1
        s.mark[action] = 0
        has_acted(s)
    elif phase == EXCHANGE:
        s.aim = action
        s.phase = LAY
    elif phase == LAY:
        exchange(s, action >> 1, action & 1)
        has_acted(s)
    elif phase == GIVE:
        give(s, s.receiver + 0, action)
        next_receiver(s)
    else:
        if phase == LAST:
            collect_all(s)
        toss(s)


# 1. Two tokens of the active player's, one of each other's ---------------------------------------------------------
def begin_turn(s: State) -> None:
    s.phase = CHOOSE
    s.tosses = 0
    s.handed = 0
    for p in range(MAX_SEATS):
        s.chosen[p] = 0
        if p < s.seats and p != s.turn and s.have[p] > 0:
            s.handed |= 1 << p
    s.asked = s.handed | 1 << s.turn


def collect(s: State) -> None:
    """What was chosen comes onto the table."""
    clear_table(s)
    pair = s.chosen[s.turn] - 1
    bring(s, s.turn + 0, PAIR_HIGH[pair])
    bring(s, s.turn + 0, PAIR_LOW[pair])
    if s.table[0] > s.table[1]:  # so that their order tells nothing about their places
        kind = s.table[0] + 0
        s.table[0] = s.table[1]
        s.table[1] = kind
    s.chosen[s.turn] = 0
    p = next_seat(s, s.turn)
    while p != s.turn:
        if s.chosen[p]:
            bring(s, p, s.chosen[p] - 1)
            s.chosen[p] = 0
        p = next_seat(s, p)


def collect_all(s: State) -> None:
    """All that is left in the reserves comes onto the table."""
    clear_table(s)
    s.final = 1
    p = s.turn + 0
    for _ in range(s.seats):
        while s.have[p] > 0:
            bring(s, p, 0)
        p = next_seat(s, p)


def clear_table(s: State) -> None:
    for i in range(MOST_TOSSED):
        s.table[i] = NO_TOKEN
        s.up[i] = 0
        s.owner[i] = 0
        s.mark[i] = 0
    s.table_n = 0
    s.fate = 0
    s.won = NO_COLOUR


def bring(s: State, p: int, place: int) -> None:
    s.table[s.table_n] = take_out(s, p, place)
    s.owner[s.table_n] = p
    s.table_n += 1


# 2. Toss -----------------------------------------------------------------------------------------------------------
def toss(s: State) -> None:
    """Each token lands on a random side; specials that can do something are to act."""
    s.tosses += 1
    can_act = 0
    if s.table_n > 1:
        can_act = 1 << DOG
        if s.have[s.turn] > 0:
            can_act |= 1 << MOUSE
    sides = below(s, 1 << s.table_n)
    for i in range(s.table_n):
        side = sides >> i & 1
        face = FACES[2 * s.table[i] + side]
        s.up[i] = side
        s.mark[i] = TO_ACT if can_act >> face & 1 else 0
    go_on(s)


# 3. Specials -------------------------------------------------------------------------------------------------------
def go_on(s: State) -> None:
    """The next special acts, or the cats are counted."""
    mask = landed(s)
    if mask == 0:
        count_cats(s)
    elif mask & (mask - 1):
        s.phase = ORDER
    else:
        let_act(s, first(mask))


def let_act(s: State, place: int) -> None:
    s.acting = place
    s.phase = TURN_OVER if FACES[2 * s.table[place] + 1] == DOG else EXCHANGE


def exchange(s: State, place: int, side: int) -> None:
    """The Mouse: a token of the reserve is laid as the player likes, the old one goes into the reserve."""
    old = s.table[s.aim] + 0
    s.table[s.aim] = take_out(s, s.turn + 0, place)
    s.up[s.aim] = side
    s.owner[s.aim] = s.turn
    s.mark[s.aim] = 0
    put_in(s, s.turn + 0, old, 1)
    s.aim = NONE


def has_acted(s: State) -> None:
    s.mark[s.acting] = ACTED
    s.acting = NONE
    go_on(s)


# 4. Count ----------------------------------------------------------------------------------------------------------
def ahead(s: State) -> int:
    """The colour with strictly more cats showing than every other, or NO_COLOUR."""
    tally = 0  # four bits a face
    for i in range(s.table_n):
        tally += 1 << 4 * FACES[2 * s.table[i] + s.up[i]]
    best = 0
    most = 0
    second = 0
    for colour in range(COLOURS):
        n = tally >> 4 * colour & 15
        second = max(second, min(most, n))
        best = colour if n > most else best
        most = max(most, n)
    return best if most > second else NO_COLOUR


def count_cats(s: State) -> None:
    colour = ahead(s)
    if colour == NO_COLOUR and not s.final:
        if s.tosses == 1:
            s.phase = AGAIN
            return
        s.ties += 1
        if not s.small and s.ties < (4 * s.seats if s.bag_n > 0 else s.seats):
            s.receiver = s.turn
            next_receiver(s)
            return
    s.ties = 0
    s.won = colour
    s.fate = LEFT if colour == NO_COLOUR else WON
    cats = 0
    for i in range(s.table_n):
        s.out[s.table[i]] += 1
        if FACES[2 * s.table[i] + s.up[i]] == colour:
            cats += 1
    for p in range(s.seats):
        if s.colour[p] == colour:
            s.pile[p] += cats
    end_turn(s)


def next_receiver(s: State) -> None:
    """Clockwise, each who handed a token over is given one back; the active player keeps the rest."""
    p = next_seat(s, s.receiver)
    while p != s.turn:
        if s.handed >> p & 1:
            s.receiver = p
            s.phase = GIVE
            return
        p = next_seat(s, p)
    s.receiver = NONE
    for i in range(s.table_n):
        if s.mark[i] != GIVEN:
            give(s, s.turn + 0, i)
    s.fate = BACK
    end_turn(s)


def give(s: State, p: int, place: int) -> None:
    put_in(s, p, s.table[place] + 0, 1)
    s.owner[place] = p
    s.mark[place] = GIVEN


# 5. Refill, 6. the turn passes, and the end ------------------------------------------------------------------------
def end_turn(s: State) -> None:
    s.turns += 1
    if s.final:
        finish(s)
        return
    after = next_seat(s, s.turn)
    p = after
    for _ in range(s.seats):
        had = s.have[p] + 0
        fill(s, p)
        s.drew[p] = s.have[p] - had
        p = next_seat(s, p)
    left = 0
    for _ in range(s.seats):
        if s.have[p] >= 2:
            s.turn = p
            begin_turn(s)
            return
        left += s.have[p]
        p = next_seat(s, p)
    s.turn = after
    if left:
        s.phase = LAST
        s.tosses = 0
        s.handed = 0
    else:
        finish(s)


def finish(s: State) -> None:
    s.phase = OVER
    s.tosses = 0
    s.handed = 0


def score(s: State, seat: int) -> int:
    return s.pile[seat] + 0


def winners(s: State) -> int:
    best = 0
    for p in range(s.seats):
        best = max(best, s.pile[p])
    mask = 0
    for p in range(s.seats):
        if s.pile[p] == best:
            mask |= 1 << p
    return mask
