"""Rat-a-Tat Cat, the deluxe edition, for two to six players: the rules in the rulebook's order."""

from __future__ import annotations

from purrlor.core.chance import below, shuffle
from purrlor.core.seats import TABLE
from purrlor.games.rat_a_tat_cat.rules.hidden_information import hide, is_open, is_shown, redeal
from purrlor.games.rat_a_tat_cat.rules.state import (
    BOUND,
    BY_LIMIT,
    BY_MINUTES,
    BY_ROUNDS,
    CALL,
    DEALT,
    DECLINE,
    DISCARD_IT,
    DRAW,
    DRAW_AGAIN,
    DRAW_TWO,
    DRAWN,
    LOOK,
    NINE,
    NO_CARD,
    NOBODY,
    NUMBER,
    OUTER,
    OVER,
    PEEK,
    PEEK_OWN,
    PEEKED,
    PLACE,
    ROUND_END,
    ROUNDS_MAX,
    ROW,
    SEATS,
    SOURCE,
    STAYS,
    SUPER_PEEKED,
    SWAP,
    SWAP_OTHER,
    SWAP_OWN,
    TAKE,
    TIME_UP,
    YES,
    State,
    clear_table,
    draw,
    everybody,
    last_lap,
    moving,
    next_in,
    put_away,
    show_from_deck,
    still_in,
    take_top,
    top_discard,
)

__all__ = [
    "BOUND",
    "FEWEST_WIN",
    "REVISION",
    "SEATS",
    "State",
    "apply",
    "hide",
    "is_shown",
    "legal",
    "redeal",
    "reveals",
    "score",
    "start",
    "waiting",
    "winners",
]

REVISION = 1
FEWEST_WIN = True


# ------------------------------------------------------------ set-up and deal
def start(s: State) -> None:
    s.round = 0
    s.starter = s.seats - 1
    s.out = 0
    s.time_up = 0
    for p in range(6):
        s.totals[p] = 0
        s.points[p] = 0
    deal(s)


def deal(s: State) -> None:
    """The next round. The starter of the last one deals, the player on the left starts."""
    s.round += 1
    s.starter = next_in(s, s.starter + 0)
    clear_table(s)
    shuffle(s, s.deck, s.deck_n + 0)
    places = moving(s)
    for p in range(s.seats):
        if not s.out >> p & 1:
            for i in range(ROW):
                if not places >> i & 1:
                    s.rows[p][i] = STAYS
                    s.known[p][i] = everybody(s)
                    continue
                s.rows[p][i] = take_top(s)
                if OUTER[i]:
                    s.known[p][i] = everybody(s) if s.open_ends else 1 << p
    open_discard(s)
    if not s.open_ends:  # else there is nothing to look at: the outer cards lie face up
        s.phase = LOOK
        s.asked = still_in(s)


def open_discard(s: State) -> None:
    """The top of the deck opens the discard; a special there goes back at a random place."""
    card = take_top(s)
    while card > NINE:
        if not s.stock >> 4 * card & 15:  # seen twice, it may be the same card
            s.stock += 1 << 4 * card
        place = below(s, s.deck_n + 1)
        for k in range(s.deck_n, place, -1):
            s.deck[k] = s.deck[k - 1]
        s.deck[place] = card
        s.deck_n += 1
        card = take_top(s)
    put_away(s, card)


# ------------------------------------------------------------ who decides, and between what
def waiting(s: State) -> int:
    if s.phase == OVER:
        return 0
    if s.phase == LOOK or s.phase == ROUND_END:
        return s.asked + 0
    return 1 << s.turn


def legal(s: State, seat: int) -> int:
    if seat == TABLE:
        return 1 << TIME_UP if s.length == BY_MINUTES and not s.time_up and s.phase != OVER else 0
    if not waiting(s) >> seat & 1:
        return 0
    phase = s.phase
    if phase == SOURCE:
        return 0b11 if 0 <= top_discard(s) <= NINE else 0b01
    if phase == PLACE:
        places = moving(s)
        return places if s.taken else places | 1 << DISCARD_IT
    if phase in (CALL, DRAW_AGAIN):
        return 0b11
    if phase in (SWAP_OWN, PEEK_OWN):
        return 0b10110 if s.open_ends else 0b11111
    if phase == SWAP_OTHER:
        places = 0b0110 if s.open_ends else 0b1111
        mask = 0
        for q in range(s.seats):
            if q != seat and not s.out >> q & 1:
                mask |= places << ROW * q
        return mask
    return 0b1  # TURN_OVER, GO_ON


def apply(s: State, seat: int, action: int) -> None:
    phase = s.phase
    if seat == TABLE:
        s.time_up = 1
        if phase == ROUND_END:  # no round is under way
            s.asked = 0
            s.phase = OVER
    elif phase == SOURCE and action == TAKE:
        s.in_hand = top_discard(s)
        s.taken = 1
        s.discard_n -= 1
        s.discard[s.discard_n] = NO_CARD
        s.phase = PLACE
    elif phase == SOURCE or (phase == DRAW_AGAIN and action == YES):
        s.draws_left = 1 if phase == DRAW_AGAIN else 0
        use_deck(s)
    elif phase == PLACE:
        place_card(s, action)
    elif phase == CALL:
        if action == YES:
            call(s)
        pass_turn(s)
    elif phase == LOOK:
        s.asked &= ~(1 << seat)
        if not s.asked:
            s.phase = SOURCE
    elif phase == ROUND_END:
        s.asked &= ~(1 << seat)
        if not s.asked:
            deal(s)
    elif phase == SWAP_OWN and action != DECLINE:
        s.slot = action
        s.phase = SWAP_OTHER
    elif phase == PEEK_OWN and action != DECLINE:
        s.known[seat][action] |= 1 << seat
        s.slot = action
        s.phase = PEEKED
    else:  # swapped, seen or declined
        if phase == SWAP_OTHER:
            exchange(s, seat, s.slot + 0, action // ROW, action % ROW)
        end_turn(s)


# ------------------------------------------------------------ a turn
def use_deck(s: State) -> None:
    """Draw: a number is held, a special is shown, discarded and used, which also ends a draw two."""
    card = draw(s)
    if card <= NINE:
        s.in_hand = card
        s.taken = 0
        s.phase = PLACE
        return
    show_from_deck(s, card)
    s.draws_left = 0
    if card == SWAP:
        s.phase = SWAP_OWN
    elif card == PEEK:
        s.phase = PEEK_OWN
    elif card == DRAW_TWO:
        s.phase = DRAW_AGAIN
    else:
        for p in range(s.seats):
            if not s.out >> p & 1:
                for i in range(ROW):
                    s.known[p][i] |= 1 << s.turn
        s.super_peeked = 1
        s.phase = SUPER_PEEKED


def place_card(s: State, action: int) -> None:
    card = s.in_hand + 0
    s.in_hand = NO_CARD
    if action == DISCARD_IT:
        show_from_deck(s, card)
        if s.draws_left:  # the second draw follows by itself
            s.draws_left = 0
            s.passed = card
            use_deck(s)
            return
    else:
        p = s.turn
        old = s.rows[p][action] + 0
        if s.origin[p][action] == DRAWN:
            show_from_deck(s, old)
        else:
            put_away(s, old)
        s.rows[p][action] = card
        s.known[p][action] = everybody(s) if s.taken or is_open(s, action) else 1 << p
        s.origin[p][action] = NUMBER if s.taken else DRAWN
        s.taken = 0
    end_turn(s)


def exchange(s: State, p: int, i: int, q: int, j: int) -> None:
    """Swap two cards unseen; who knew one of them goes on knowing it."""
    card = s.rows[p][i] + 0
    s.rows[p][i] = s.rows[q][j]
    s.rows[q][j] = card
    known = s.known[p][i] + 0
    s.known[p][i] = s.known[q][j]
    s.known[q][j] = known
    origin = s.origin[p][i] + 0
    s.origin[p][i] = s.origin[q][j]
    s.origin[q][j] = origin


def end_turn(s: State) -> None:
    s.draws_left = 0
    s.passed = NO_CARD
    s.slot = 0
    if s.caller == NOBODY:
        if s.lap == last_lap(s):  # super peek or not
            call(s)
        elif not s.super_peeked:
            s.phase = CALL
            return
    pass_turn(s)


def call(s: State) -> None:
    """Every other player has one more turn."""
    s.caller = s.turn
    for p in range(s.seats):
        if p != s.turn and not s.out >> p & 1:
            s.last_turns += 1


def pass_turn(s: State) -> None:
    s.super_peeked = 0
    if is_last_turn(s):
        turn_up_rows(s)
        return
    if s.caller != NOBODY:
        s.last_turns -= 1
    s.turn = next_in(s, s.turn + 0)
    if s.turn == s.starter:
        s.lap += 1
    s.phase = SOURCE


def is_last_turn(s: State) -> int:
    """Whether all rows are turned up when this turn ends."""
    return 1 if s.caller != NOBODY and s.last_turns == 0 else 0


# ------------------------------------------------------------ the end of a round and of the match
def turn_up_rows(s: State) -> None:
    """From the dealer's left, left to right: specials are replaced until a number comes; then all is counted."""
    for k in range(s.seats):
        p = (s.starter + k) % s.seats
        s.points[p] = 0
        if not s.out >> p & 1:
            for i in range(ROW):
                while s.rows[p][i] > NINE:
                    put_away(s, s.rows[p][i] + 0)
                    s.rows[p][i] = NO_CARD
                    s.rows[p][i] = draw(s)
                s.points[p] += s.rows[p][i]
                s.known[p][i] = everybody(s)
            s.totals[p] += s.points[p]
    for p in range(s.seats):
        for i in range(ROW):
            s.origin[p][i] = DEALT
    s.stock = 0
    if is_match_over(s):
        s.phase = OVER
    else:
        s.phase = ROUND_END
        s.asked = still_in(s)


def is_match_over(s: State) -> int:
    """Also sees those off who have reached the limit, unless that is everybody who was left."""
    if s.length == BY_LIMIT:
        below_limit = 0
        for p in range(s.seats):
            if not s.out >> p & 1 and s.totals[p] < s.limit:
                below_limit |= 1 << p
        if below_limit:
            s.out = everybody(s) & ~below_limit
        if below_limit & below_limit - 1 == 0:
            return 1
    elif s.length == BY_ROUNDS:
        return 1 if s.round >= s.rounds else 0
    elif s.time_up:
        return 1
    return 1 if s.round >= ROUNDS_MAX else 0


def score(s: State, seat: int) -> int:
    """Points of the rounds counted so far; fewer are better."""
    return s.totals[seat] + 0


def winners(s: State) -> int:
    """The lowest total among those still in."""
    best = 32767
    mask = 0
    for p in range(s.seats):
        if not s.out >> p & 1:
            if s.totals[p] < best:
                best = s.totals[p] + 0
                mask = 0
            if s.totals[p] == best:
                mask |= 1 << p
    return mask


def reveals(s: State, seat: int, action: int) -> int:
    """Cards that become visible. "Seen" is final too: taken back, it would show the cards a second time."""
    phase = s.phase
    if seat == TABLE or phase in (ROUND_END, CALL):
        return 0
    if phase == PLACE and s.taken and is_open(s, action):  # two cards that everybody saw change places
        return is_last_turn(s)
    if phase in (LOOK, PLACE, PEEKED, SUPER_PEEKED):
        return 1
    if phase == SOURCE:
        return 1 if action == DRAW else 0
    if phase == DRAW_AGAIN and action == YES:
        return 1
    if phase == PEEK_OWN and action != DECLINE:
        return 1
    if phase == SWAP_OWN and action != DECLINE:
        return 0
    return is_last_turn(s)
