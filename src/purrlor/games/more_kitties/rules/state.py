"""The table of More Kitties!: all that a match is made of, and the ways of a token in and out of a reserve.

A token is known by its two sides alone: equal tokens are one kind, and choosing between them is one choice.

Who knows what. Tokens on the table, in piles and out of the game lie open, both sides: anybody may look at them.
A reserve is its player's secret, but how many tokens are in it is not. What went from the table into a reserve was seen
by all, so everybody knows that it is there until that player brings out a token of its kind again; nobody can tell
whether it is the same one, so the known one counts as gone first. `known` keeps this apart: each reserve begins with
the tokens everybody knows, followed by those that only its player knows, as the player drew them. The bag's content
follows by subtraction. What the players choose for a toss is nobody's business until all have chosen.
"""

from purrlor.core.chance import below
from purrlor.core.record import Record, i8, i16, i64
from purrlor.core.seats import MAX_SEATS
from purrlor.games.more_kitties.rules.box import KINDS, MOST_TOKENS, NO_TOKEN

NO_COLOUR = NONE = -1
HIDDEN = -1  # a token one may not know
RESERVE = 4
MOST_TOSSED = 7  # two of the active player's and one of each of five others'

# What has to be decided, and what the actions mean -----------------------------------------------------------------
CHOOSE = (
    0  # the active player: a pair of places of the reserve, 0 to 5 in the order of PAIR_LOW; another: a place, 0 to 3
)
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
    known: list[int] = i8(MAX_SEATS)  # how many of them everybody has seen: they come first
    # Four is enough: a reserve is filled up to four, a Mouse exchanges one for one, and after a second tie the active
    # player, having given one back for each token handed over, keeps as many as they tossed.
    reserve: list[list[int]] = i8(MAX_SEATS, RESERVE)
    drew: list[int] = i8(MAX_SEATS)  # how many each drew when the last turn was over: the last of their reserve
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
    # Last, where records had padding: the bytes of all older records stay what they were.
    small: int = i8()  # option: 1, 2 for the sets of four and six tokens; 0: the whole game


def box_of(s: State) -> int:
    """Which set of tokens."""
    return 2 + s.small if s.small else s.colours - 1


def full_reserve(s: State) -> int:
    """Up to how many tokens a reserve is filled."""
    return 2 if s.small else RESERVE


def draw(s: State) -> int:
    """A token from the bag."""
    i = below(s, s.bag_n)
    s.bag_n -= 1
    kind = s.bag[i] + 0
    s.bag[i] = s.bag[s.bag_n]
    s.bag[s.bag_n] = NO_TOKEN
    return kind


def fill(s: State, p: int) -> None:
    """Draw up to four (in the small variants two), as far as the bag goes."""
    while s.have[p] < full_reserve(s) and s.bag_n > 0:
        put_in(s, p, draw(s), s.open)


def put_in(s: State, p: int, kind: int, is_known: int) -> None:
    """Into a reserve, as the last of those everybody knows or as the last of all."""
    place = s.have[p] + 0
    if is_known:
        while place > s.known[p]:
            s.reserve[p][place] = s.reserve[p][place - 1]
            place -= 1
        s.known[p] += 1
    s.reserve[p][place] = kind
    s.have[p] += 1


def take_out(s: State, p: int, place: int) -> int:
    """From a reserve; the others move up."""
    kind = s.reserve[p][place] + 0
    for i in range(RESERVE - 1):
        s.reserve[p][i] = s.reserve[p][i + 1 if i >= place else i]
    s.reserve[p][RESERVE - 1] = NO_TOKEN
    s.have[p] -= 1
    s.known[p] -= 1 if place < s.known[p] else 0
    return kind


def next_seat(s: State, p: int) -> int:
    """Clockwise."""
    return p + 1 if p + 1 < s.seats else 0
