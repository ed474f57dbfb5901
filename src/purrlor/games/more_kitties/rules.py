"""More Kitties! for 2 to 6 players.

A token is known by its two sides alone: equal tokens are one kind, and choosing between them is one choice.

Who knows what. Tokens on the table, in piles and out of the game lie open, both sides: whoever likes may look at them.
A reserve is its player's secret, and how many tokens are in it is not. But what went from the table into a reserve
was seen by all, so everybody knows it is there until that player brings out a token of its kind again: nobody can
tell whether it is the same one, so the seen one counts as gone first. `seen` keeps this apart: each reserve
begins with the tokens everybody knows, followed by those only its player knows. The bag's content follows by subtraction.
"""

from purrlor.core.chance import below, forget_rng, shuffle
from purrlor.core.record import Record, i8, i16, i64
from purrlor.core.seats import MAX_SEATS, first

REVISION = 1
SEATS = (2, 6)

# With n players: a turn has at most n choices, two tosses of n + 1 specials with three decisions each (the last one
# needs no order), one "toss again" and n - 1 tokens to give back: 8n + 4. At most 4n turns go by before n + 1 tokens
# leave while there is a bag, n turns before at least two leave without one: 216 + 72 turns of 52 for six players.
BOUND = 15_000

# Tokens ------------------------------------------------------------------------------------------------------------
COLOURS = 6
MOUSE, DOG, INVISIBLE = 6, 7, 8  # the faces that are no cat; 0 to 5 are cats of that colour
NO_COLOUR = NONE = -1
HIDDEN = -1  # a token one may not know
NO_TOKEN = 0

KINDS = 34  # 1 to 33, of which 4 colours have the first 18, 5 colours 25, 6 colours all
FACES = (0, 0) + tuple(  # side 0 and side 1 of every kind; side 0 is always a cat
    face
    for colour in range(COLOURS)
    for other in (MOUSE, DOG, INVISIBLE, *range(colour))
    for face in (min(colour, other), max(colour, other))
)
# how many of each kind are in the sets of 4, 5 and 6 colours
CATS, MICE, DOGS, INVISIBLES = (6, 4, 4), (2, 1, 1), (2, 1, 1), (2, 2, 2)
LAST_KIND = (18, 25, 33)
COPIES = tuple(
    0 if kind == NO_TOKEN or kind > LAST_KIND[box]
    else MICE[box] if FACES[2 * kind + 1] == MOUSE
    else DOGS[box] if FACES[2 * kind + 1] == DOG
    else INVISIBLES[box] if FACES[2 * kind + 1] == INVISIBLE
    else CATS[box]
    for box in range(3)
    for kind in range(KINDS)
)  # fmt: skip
TOKENS = tuple(sum(COPIES[KINDS * box : KINDS * box + KINDS]) for box in range(3))
MOST_TOKENS = max(TOKENS)
BOXES = tuple(
    token
    for box in range(3)
    for token in (
        *(kind for kind in range(KINDS) for _ in range(COPIES[KINDS * box + kind])),
        *(NO_TOKEN for _ in range(MOST_TOKENS - TOKENS[box])),
    )
)

RESERVE = 4
MOST_TOSSED = 7  # two of the active player's and one of each of five others'

# What has to be decided, and what the actions mean -----------------------------------------------------------------
CHOOSE = 0  # the active player: a pair of places of the reserve, 0 to 5 in the order of PAIR_LOW; another: a place, 0 to 3
ORDER = 1  # which special acts next: its place on the table, 0 to 6
TURN_OVER = 2  # the Dog: the place of the token to turn over
EXCHANGE = 3  # the Mouse: the place of the token to exchange ...
LAY = 4  # ... and what is laid there: 2 × place of the reserve + side up, 0 to 7
AGAIN = 5  # nobody is ahead: toss again, 0
GIVE = 6  # nobody was ahead twice: the place of the token the receiver gets back
LAST = 7  # nobody has two tokens: toss all that are left, 0
OVER = 8

PAIR_LOW = (0, 0, 0, 1, 1, 2)
PAIR_HIGH = (1, 2, 3, 2, 3, 3)

# Marks of tokens on the table
TO_ACT, ACTED, GIVEN = 1, 2, 3  # a special that landed; one that has acted; went (back) to `owner` after a second tie
# What became of the last toss
WON, BACK, LEFT = 1, 2, 3  # a colour was ahead; all went into reserves; nobody was ahead and all left the game


class State(Record):
    rng: list[int] = i64(4)
    turns: int = i16()  # turns that are over; at most 288
    seats: int = i8()
    colours: int = i8()  # option: 1, 2, 3 for 4, 5, 6 colours
    open: int = i8()  # option: reserves are public
    turn: int = i8()  # the active player
    phase: int = i8()
    asked: int = i8()  # CHOOSE: who has still to choose, as a mask
    handed: int = i8()  # the others who hand or handed a token over this turn, as a mask
    tosses: int = i8()  # of this turn, 0 to 2
    final: int = i8()  # 1: this is the last toss
    ties: int = i8()  # turns in a row that nobody won, at most 4 × 6 - 1
    acting: int = i8()  # place of the special that acts now, or NONE
    aim: int = i8()  # place of the token the Mouse exchanges, or NONE
    receiver: int = i8()  # who is given a token back now, or NONE
    colour: list[int] = i8(MAX_SEATS)  # each player's own; NO_COLOUR for empty seats
    pile: list[int] = i8(MAX_SEATS)  # cats collected
    chosen: list[int] = i8(MAX_SEATS)  # CHOOSE: the action chosen + 1, 0 where not yet
    have: list[int] = i8(MAX_SEATS)  # tokens in each reserve
    seen: list[int] = i8(MAX_SEATS)  # how many of them everybody has seen: they come first
    # Four is enough: a reserve is filled up to four, a Mouse exchanges one for one, and after a second tie the active
    # player, having given one back for each token handed over, keeps as many as they tossed.
    reserve: list[list[int]] = i8(MAX_SEATS, RESERVE)
    # The table; in CHOOSE, LAST and OVER it shows the toss before, whose tokens are elsewhere now
    table_n: int = i8()
    table: list[int] = i8(MOST_TOSSED)
    up: list[int] = i8(MOST_TOSSED)  # the side that shows
    owner: list[int] = i8(MOST_TOSSED)  # whose reserve it came from
    mark: list[int] = i8(MOST_TOSSED)
    fate: int = i8()  # what became of the last toss, 0 while it is on the table
    won: int = i8()  # the colour that was ahead, or NO_COLOUR
    bag_n: int = i8()
    bag: list[int] = i8(MOST_TOKENS)  # in no order that matters; all 0 where it is hidden
    out: list[int] = i8(KINDS)  # how many of each kind are in piles or out of the game


# Preparation -------------------------------------------------------------------------------------------------------
def start(s: State) -> None:
    box = s.colours - 1
    for kind in range(KINDS):
        s.out[kind] = 0
    for i in range(MOST_TOKENS):
        s.bag[i] = BOXES[MOST_TOKENS * box + i]
    s.bag_n = TOKENS[box]
    for p in range(MAX_SEATS):
        s.colour[p] = p
        s.pile[p] = 0
        s.have[p] = 0
        s.seen[p] = 0
        for i in range(RESERVE):
            s.reserve[p][i] = NO_TOKEN
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
    s.table_n = 0
    clear_table(s)
    s.fate = 0
    s.won = NO_COLOUR
    begin_turn(s)


def draw(s: State) -> int:
    """A token from the bag."""
    i = below(s, s.bag_n)
    s.bag_n -= 1
    kind = s.bag[i] + 0
    s.bag[i] = s.bag[s.bag_n]
    s.bag[s.bag_n] = NO_TOKEN
    return kind


def fill(s: State, p: int) -> None:
    """Draw up to four, as far as the bag goes."""
    while s.have[p] < RESERVE and s.bag_n > 0:
        put_in(s, p, draw(s), s.open)


def put_in(s: State, p: int, kind: int, is_seen: int) -> None:
    """Into a reserve, as the last of those everybody knows or as the last of all."""
    place = s.have[p] + 0
    if is_seen:
        while place > s.seen[p]:
            s.reserve[p][place] = s.reserve[p][place - 1]
            place -= 1
        s.seen[p] += 1
    s.reserve[p][place] = kind
    s.have[p] += 1


def take_out(s: State, p: int, place: int) -> int:
    """From a reserve; the others move up."""
    kind = s.reserve[p][place] + 0
    for i in range(RESERVE - 1):
        s.reserve[p][i] = s.reserve[p][i + 1 if i >= place else i]
    s.reserve[p][RESERVE - 1] = NO_TOKEN
    s.have[p] -= 1
    s.seen[p] -= 1 if place < s.seen[p] else 0
    return kind


# Choices -----------------------------------------------------------------------------------------------------------
def waiting(s: State) -> int:
    if s.phase == CHOOSE:
        return s.asked + 0
    return 0 if s.phase == OVER else 1 << s.turn


def legal(s: State, seat: int) -> int:
    """Of equal tokens only the first can be chosen: it stands for all of them."""
    if not waiting(s) >> seat & 1:
        return 0
    phase = s.phase
    if phase == CHOOSE:
        return pairs(s, seat) if seat == s.turn else gifts(s, seat)
    if phase == ORDER:
        return landed(s)
    if phase == TURN_OVER or phase == EXCHANGE:
        return others_on_table(s)
    if phase == LAY:
        mask = gifts(s, seat)
        sides = 0
        for i in range(RESERVE):
            sides |= (mask >> i & 1) * 3 << 2 * i
        return sides
    if phase == GIVE:
        return gives(s)
    return 1  # AGAIN, LAST


def gifts(s: State, p: int) -> int:
    """The places of different tokens in a reserve: none before is equal."""
    a = s.reserve[p][0]
    b = s.reserve[p][1]
    c = s.reserve[p][2]
    d = s.reserve[p][3]
    mask = 1 | (b != a) << 1 | ((c != a) & (c != b)) << 2 | ((d != a) & (d != b) & (d != c)) << 3
    return mask & (1 << s.have[p]) - 1


def pairs(s: State, p: int) -> int:
    """The different pairs in a reserve: no token that stays and comes before one of the two is equal to it."""
    a = s.reserve[p][0]
    b = s.reserve[p][1]
    c = s.reserve[p][2]
    d = s.reserve[p][3]
    mask = 1
    if s.have[p] > 2:
        mask |= (c != b) << 1 | ((b != a) & (c != a)) << 3
    if s.have[p] > 3:
        mask |= ((d != b) & (d != c)) << 2 | ((b != a) & (d != a) & (d != c)) << 4
        mask |= ((c != a) & (c != b) & (d != a) & (d != b)) << 5
    return mask


def landed(s: State) -> int:
    """The places of different specials that landed and have still to act."""
    mask = 0
    met = 0
    for i in range(s.table_n):
        if s.mark[i] == TO_ACT and not met >> s.table[i] & 1:
            met |= 1 << s.table[i]
            mask |= 1 << i
    return mask


def others_on_table(s: State) -> int:
    """The places of different tokens other than the acting one: equal ones show the same and have both to act or not."""
    mask = 0
    met_first = 0
    met_second = 0
    met_to_act = 0
    for i in range(s.table_n):
        if i == s.acting:
            continue
        kind = 1 << s.table[i]
        if s.mark[i] == TO_ACT:
            is_new = 0 if met_to_act & kind else 1
            met_to_act |= kind
        elif s.up[i]:
            is_new = 0 if met_second & kind else 1
            met_second |= kind
        else:
            is_new = 0 if met_first & kind else 1
            met_first |= kind
        mask |= is_new << i
    return mask


def gives(s: State) -> int:
    """The places of different tokens still on the table."""
    mask = 0
    met = 0
    for i in range(s.table_n):
        if s.mark[i] != GIVEN and not met >> s.table[i] & 1:
            met |= 1 << s.table[i]
            mask |= 1 << i
    return mask


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


def reveals(s: State, seat: int, action: int) -> int:
    """The last choice shows all of them, a Mouse may bring a token out that nobody had seen."""
    if s.phase == CHOOSE:
        return 1 if s.asked == 1 << seat else 0
    if s.phase == LAY:
        return 1 if action >> 1 >= s.seen[seat] else 0
    return 1 if s.phase == LAST else 0


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


def next_seat(s: State, p: int) -> int:
    """Clockwise."""
    return p + 1 if p + 1 < s.seats else 0


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
        if s.ties < (4 * s.seats if s.bag_n > 0 else s.seats):
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
        fill(s, p)
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


# Secrets -----------------------------------------------------------------------------------------------------------
def hide(s: State, seat: int) -> None:
    forget_rng(s)
    for i in range(MOST_TOKENS):
        s.bag[i] = NO_TOKEN
    for p in range(s.seats):
        if p != seat:
            for i in range(s.seen[p], s.have[p]):
                s.reserve[p][i] = HIDDEN
            if s.chosen[p]:
                s.chosen[p] = 0
                s.asked |= 1 << p


def redeal(s: State, seat: int) -> None:
    """All that is nowhere to be seen goes into the bag, and the gaps are filled from it."""
    count_in_sight(s, 1)
    n = 0
    for kind in range(1, LAST_KIND[s.colours - 1] + 1):
        for _ in range(COPIES[KINDS * (s.colours - 1) + kind] - s.out[kind]):
            s.bag[n] = kind
            n += 1
    s.bag_n = n
    count_in_sight(s, -1)
    for p in range(s.seats):
        for i in range(s.seen[p], s.have[p]):
            if s.reserve[p][i] == HIDDEN:
                s.reserve[p][i] = draw(s)


def count_in_sight(s: State, by: int) -> None:
    """For a moment, what lies on the table or is in a reserve and not hidden counts among those that are out."""
    if ORDER <= s.phase <= GIVE:
        for i in range(s.table_n):
            if s.mark[i] != GIVEN:
                s.out[s.table[i]] += by
    for p in range(s.seats):
        for i in range(s.have[p]):
            if s.reserve[p][i] != HIDDEN:
                s.out[s.reserve[p][i]] += by
