"""The cards and the table of Rat-a-Tat Cat: what there is, before anybody decides anything."""

from __future__ import annotations

from purrlor.core.chance import shuffle
from purrlor.core.record import Record, i8, i16, i64

SEATS = (2, 6)

# ------------------------------------------------------------ cards
NINE = 9  # 0 to 9 are numbers: 0–6 cats, 7–9 rats
SWAP, PEEK, DRAW_TWO, SUPER_PEEK = 10, 11, 12, 13
KINDS = 14
COPIES = (4, 4, 4, 4, 4, 4, 4, 4, 4, 9, 6, 4, 4, 6)
CARDS = 65
ROW = 4  # cards of one player
OUTER = (1, 0, 0, 1)
HIDDEN = -1  # a card this seat does not know
NO_CARD = -2
# The small variants: one or two cards of a row change hands; the others are cats of 0 that lie open and stay.
SMALL_COPIES = (  # what is shuffled: KINDS numbers a variant
    *(0, 1, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 0),
    *(0, 2, 0, 0, 0, 1, 0, 0, 0, 3, 0, 0, 0, 0),
)
STAYS = 0
# What a variant decides, with `small` as index into one number: a shift costs the whole game less than a question.
MOVING = 0b1001_0001_1111  # four bits a variant: the places of a row whose cards change hands
LAST_LAPS = 2 << 16 | 2 << 8 | 60  # eight bits a variant: a player's turn of this number ends with a call
# A heap of cards as one number, four bits a kind: how many there are of it.
PACK = sum(n << 4 * kind for kind, n in enumerate(COPIES))
SMALL_PACKS = tuple(  # for two players, with the cards that stay
    sum(n << 4 * kind for kind, n in enumerate(SMALL_COPIES[KINDS * k : KINDS * k + KINDS]))
    + (2 * (3 - k) << 4 * STAYS)
    for k in range(2)
)
ONE_PACK, TWO_PACK = SMALL_PACKS
NUMBERS = (1 << 4 * SWAP) - 1

# ------------------------------------------------------------ what has to be decided
LOOK, SOURCE, PLACE, SWAP_OWN, SWAP_OTHER, PEEK_OWN, PEEKED, SUPER_PEEKED, DRAW_AGAIN, CALL, ROUND_END, OVER = range(12)
TURN_OVER = 0  # LOOK, PEEKED, SUPER_PEEKED: the cards shown are face down again
DRAW, TAKE = 0, 1  # SOURCE
DISCARD_IT = 4  # PLACE; 0–3: the own card it replaces
DECLINE = 4  # SWAP_OWN, PEEK_OWN; 0–3: the own card
# SWAP_OTHER: 4 × the other seat + the place of the card
NO, YES = 0, 1  # DRAW_AGAIN, CALL
GO_ON = 0  # ROUND_END
TIME_UP = 0  # the table's own act

# ------------------------------------------------------------ options and limits
BY_ROUNDS, BY_MINUTES, BY_LIMIT = 0, 1, 2
STRICT, AIDED = 0, 1
LAPS = 60  # a player's 60th turn ends with a call
SMALL_LAPS = 2
ROUNDS_MAX = 200  # ours: a match by minutes or to a limit ends after so many rounds
NOBODY = -1
# A turn draws at most 8 draw twos (4 before a new shuffle of the deck, 4 after), so at most 17 cards: a source, 8 times
# whether to draw, 9 numbers to place, two stages of one special, a call.
TURN_BOUND = 21
BOUND = ROUNDS_MAX * (SEATS[1] * LAPS * TURN_BOUND + 2 * SEATS[1]) + 1

# What everybody knows of a card that lies in a row
DEALT, NUMBER, DRAWN = 0, 1, 2  # nothing; it was laid there, so it is no special; and it came from the present deck


class State(Record):
    rng: list[int] = i64(4)
    seats: int = i8()

    length: int = i8()  # BY_ROUNDS, BY_MINUTES, BY_LIMIT
    rounds: int = i8()
    minutes: int = i16()
    limit: int = i16()
    open_ends: int = i8()
    memory: int = i8()

    round: int = i16()  # 1 is the first
    starter: int = i8()  # the player left of the dealer
    out: int = i8()  # bit p: player p has reached the limit
    time_up: int = i8()
    totals: list[int] = i16(6)
    points: list[int] = i8(6)  # of the last round that was counted

    phase: int = i8()
    asked: int = i8()  # LOOK, ROUND_END: bit p: player p has not yet answered
    turn: int = i8()  # whose turn it is
    lap: int = i8()  # 1 in everybody's first turn of the round
    in_hand: int = i8()  # PLACE: the card in hand
    taken: int = i8()  # PLACE: 1 if it comes from the discard, so everybody saw it
    draws_left: int = i8()  # after a draw two: 1 while the second draw is still to come
    passed: int = i8()  # the number that the player of a draw two did not want
    slot: int = i8()  # SWAP_OTHER: the own card; PEEKED: the card looked at
    super_peeked: int = i8()  # no call at the end of this turn
    caller: int = i8()
    last_turns: int = i8()  # players who still have their turn after the call

    rows: list[list[int]] = i8(6, 4)
    known: list[list[int]] = i8(6, 4)  # bit q: player q knows this card
    origin: list[list[int]] = i8(6, 4)  # where a card of a row came from: DEALT, NUMBER, DRAWN
    stock: int = i64()  # a heap that everybody knows to be in the present deck, or DRAWN from it and not shown since
    deck_n: int = i8()
    discard_n: int = i8()
    deck: list[int] = i8(65)  # the top is the last; all cards, before they are dealt
    discard: list[int] = i8(58)  # all but two players' rows, one of them without the special it is to replace
    # Last, where records had padding: the bytes of all older records stay what they were.
    small: int = i8()  # how many cards of a row change hands; 0: the whole game


# ------------------------------------------------------------ the table
def clear_table(s: State) -> None:
    n = 0
    for kind in range(KINDS):
        for _ in range(COPIES[kind]):
            s.deck[n] = kind
            n += 1
    s.deck_n = CARDS
    if s.small:
        fill_small_deck(s)
    for k in range(58):
        s.discard[k] = NO_CARD
    s.discard_n = 0
    s.stock = 0
    for p in range(6):
        for i in range(ROW):
            s.rows[p][i] = NO_CARD
            s.known[p][i] = 0
            s.origin[p][i] = DEALT
    s.phase = SOURCE
    s.asked = 0
    s.turn = s.starter
    s.lap = 1
    s.in_hand = NO_CARD
    s.taken = 0
    s.draws_left = 0
    s.passed = NO_CARD
    s.slot = 0
    s.super_peeked = 0
    s.caller = NOBODY
    s.last_turns = 0


def fill_small_deck(s: State) -> None:
    n = 0
    for kind in range(KINDS):
        for _ in range(SMALL_COPIES[KINDS * (s.small - 1) + kind]):
            s.deck[n] = kind
            n += 1
    s.deck_n = n
    for k in range(n, CARDS):
        s.deck[k] = NO_CARD


def moving(s: State) -> int:
    """The places of a row whose cards change hands; a small variant leaves the others alone, and open."""
    return MOVING >> 4 * s.small & 0b1111


def last_lap(s: State) -> int:
    """A player's turn in a round that ends with a call at the latest."""
    return LAST_LAPS >> 8 * s.small & 255


def everybody(s: State) -> int:
    return (1 << s.seats) - 1


def still_in(s: State) -> int:
    return (1 << s.seats) - 1 & ~s.out


def next_in(s: State, p: int) -> int:
    """The next seat to the left that is still in."""
    q = (p + 1) % s.seats
    while s.out >> q & 1:
        q = (q + 1) % s.seats
    return q


# ------------------------------------------------------------ deck and discard
def draw(s: State) -> int:
    """The top of the deck. If there is none, the whole discard is shuffled first."""
    if s.deck_n == 0:
        make_deck(s)
    return take_top(s)


def take_top(s: State) -> int:
    s.deck_n -= 1
    card = s.deck[s.deck_n] + 0
    s.deck[s.deck_n] = NO_CARD
    return card


def make_deck(s: State) -> None:
    """Everybody has seen the discard, so everybody knows now what is in the deck and what is not."""
    stock = 0
    for k in range(s.discard_n):
        s.deck[k] = s.discard[k]
        stock += 1 << 4 * s.discard[k]
        s.discard[k] = NO_CARD
    s.deck_n = s.discard_n
    s.discard_n = 0
    s.stock = stock
    for p in range(s.seats):
        for i in range(ROW):
            if s.origin[p][i] == DRAWN:
                s.origin[p][i] = NUMBER
    shuffle(s, s.deck, s.deck_n + 0)


def put_away(s: State, card: int) -> None:
    s.discard[s.discard_n] = card
    s.discard_n += 1


def show_from_deck(s: State, card: int) -> None:
    """A card that came from the present deck is discarded: one less that is still hidden."""
    if s.stock >> 4 * card & 15:
        s.stock -= 1 << 4 * card
    put_away(s, card)


def top_discard(s: State) -> int:
    return s.discard[s.discard_n - 1] if s.discard_n else NO_CARD
