"""Fish Market. Each round a catch is for sale; everybody bids one fish card in secret, and the highest bid that nobody
else made takes the catch. Compiled: only numbers, lists of the state, and constants (see docs/adding_a_game.md)."""

from __future__ import annotations

from purrlor.core.chance import below, forget_rng, pick, shuffle
from purrlor.core.record import Record, i8, i64

REVISION = 1  # raise it when an old record would replay differently
SEATS = (2, 5)
BOUND = 25  # decisions of the longest match: five rounds of five players

KINDS = 9  # cards are 1 to 9; kind k is the card k + 1
COPIES = 4
ROUNDS = 5
CATCHES = 8  # worth 1 to 8; five of them come up
NONE = -1


class State(Record):
    rng: list[int] = i64(4)  # the generator
    seats: int = i8()
    leftovers: int = i8()  # the option: a catch nobody takes stays for the next round
    round: int = i8()  # rounds played, 0 to 5
    pot: int = i8()  # points for sale now, at most 1 + … + 8 = 36
    catches: list[int] = i8(CATCHES)  # in the order they come up; 0: not known
    deck: list[int] = i8(KINDS)  # how many of each kind were not dealt
    hand: list[list[int]] = i8(6, KINDS)  # how many of each kind a player holds
    bid: list[int] = i8(6)  # the kind bid in secret; it stays in the hand until all are shown
    shown: list[int] = i8(6)  # the bids of the round before
    played: list[int] = i8(KINDS)  # how many of each kind were played
    points: list[int] = i8(6)


# ------------------------------------------------------------ set-up
def start(s: State) -> None:
    """Set every field but rng, seats and the options: the state may have been used before."""
    s.round = 0
    for k in range(CATCHES):
        s.catches[k] = k + 1
    shuffle(s, s.catches, CATCHES)
    for k in range(KINDS):
        s.deck[k] = COPIES
        s.played[k] = 0
    for p in range(6):
        s.points[p] = 0
        s.bid[p] = NONE
        s.shown[p] = NONE
        for k in range(KINDS):
            s.hand[p][k] = 0
    for p in range(s.seats):
        for _ in range(ROUNDS):
            deal(s, p)
    s.pot = s.catches[0]


def deal(s: State, p: int) -> None:
    """One card of the deck, each as likely as another."""
    n = 0
    for k in range(KINDS):
        n += s.deck[k]
    n = below(s, n)
    k = 0
    while n >= s.deck[k]:
        n -= s.deck[k]
        k += 1
    s.deck[k] -= 1
    s.hand[p][k] += 1


# ------------------------------------------------------------ who decides, and between what
def waiting(s: State) -> int:
    if s.round == ROUNDS:
        return 0
    mask = 0
    for p in range(s.seats):
        if s.bid[p] == NONE:
            mask |= 1 << p
    return mask


def legal(s: State, seat: int) -> int:
    if not waiting(s) >> seat & 1:
        return 0
    mask = 0
    for k in range(KINDS):
        if s.hand[seat][k]:
            mask |= 1 << k
    return mask


def apply(s: State, seat: int, action: int) -> None:
    s.bid[seat] = action
    if waiting(s) == 0:
        show_bids(s)


def show_bids(s: State) -> None:
    """All bids are turned up: the highest that stands alone takes what is for sale."""
    winner = NONE
    for p in range(s.seats):
        if is_alone(s, p) and (winner == NONE or s.bid[p] > s.bid[winner]):
            winner = p
    if winner != NONE:
        s.points[winner] += s.pot
    if winner != NONE or not s.leftovers:
        s.pot = 0
    for p in range(s.seats):
        k = s.bid[p] + 0
        s.hand[p][k] -= 1
        s.played[k] += 1
        s.shown[p] = k
        s.bid[p] = NONE
    s.round += 1
    if s.round < ROUNDS:
        s.pot += s.catches[s.round]


def is_alone(s: State, p: int) -> int:
    for q in range(s.seats):
        if q != p and s.bid[q] == s.bid[p]:
            return 0
    return 1


# ------------------------------------------------------------ the end
def score(s: State, seat: int) -> int:
    return s.points[seat] + 0


def winners(s: State) -> int:
    best = -1
    mask = 0
    for p in range(s.seats):
        if s.points[p] > best:
            best = s.points[p] + 0
            mask = 0
        if s.points[p] == best:
            mask |= 1 << p
    return mask


# ------------------------------------------------------------ secrets
def reveals(s: State, seat: int, action: int) -> int:
    """The last bid turns all of them up."""
    return 1 if waiting(s) == 1 << seat else 0


def hide(s: State, seat: int) -> None:
    """Others' cards and bids, the deck and the catches to come. To this seat all others might still be thinking."""
    forget_rng(s)
    for p in range(s.seats):
        if p != seat:
            s.bid[p] = NONE
            for k in range(KINDS):
                s.hand[p][k] = 0
    for k in range(KINDS):
        s.deck[k] = 0
    for k in range(catches_shown(s), CATCHES):
        s.catches[k] = 0


def catches_shown(s: State) -> int:
    return min(s.round + 1, ROUNDS)


def redeal(s: State, seat: int) -> None:
    """What was not seen is in the others' hands or in the deck, any way as likely as another."""
    for k in range(KINDS):
        s.deck[k] = COPIES - s.played[k]
    if seat < s.seats:
        for k in range(KINDS):
            s.deck[k] -= s.hand[seat][k]
    for p in range(s.seats):
        if p != seat:
            for _ in range(ROUNDS - s.round):
                deal(s, p)
    left = (1 << CATCHES + 1) - 2  # the values 1 to 8
    for k in range(catches_shown(s)):
        left &= ~(1 << s.catches[k])
    for k in range(catches_shown(s), CATCHES):
        s.catches[k] = pick(s, left)
        left &= ~(1 << s.catches[k])
