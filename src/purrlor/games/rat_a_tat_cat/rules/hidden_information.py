"""Who may know which card. `hide` is the one door for secrets; `is_shown` is what a screen shows of what is known.

Knowledge is honest, memory is a matter of the screen: `known` says who has learned which card, and travels with the
card. `hide` erases exactly what a seat never learned, with every value of the option `memory`. With strict memory a
*screen* shows a card only while it is being looked at.
"""

from __future__ import annotations

from purrlor.core.chance import below, forget_rng, shuffle
from purrlor.games.rat_a_tat_cat.rules.state import (
    AIDED,
    DEALT,
    DRAWN,
    HIDDEN,
    KINDS,
    LOOK,
    NUMBERS,
    ONE_PACK,
    OUTER,
    PACK,
    PEEKED,
    PLACE,
    ROUND_END,
    ROW,
    SUPER_PEEKED,
    TWO_PACK,
    State,
    moving,
)


def is_open(s: State, i: int) -> int:
    """Whether the cards at this place of the rows lie face up."""
    if s.phase >= ROUND_END or (s.open_ends and OUTER[i]):
        return 1
    return 0 if moving(s) >> i & 1 else 1


def is_shown(s: State, viewer: int, p: int, i: int) -> int:
    """Whether a screen shows this viewer the card now; what it does not show is theirs to remember."""
    if is_open(s, i):
        return 1
    if not s.known[p][i] >> viewer & 1:
        return 0
    if s.memory == AIDED:
        return 1
    if s.phase == LOOK:
        return 1 if p == viewer and s.asked >> viewer & 1 and OUTER[i] else 0
    if s.phase == PEEKED:
        return 1 if p == viewer and s.turn == viewer and s.slot == i else 0
    return 1 if s.phase == SUPER_PEEKED and s.turn == viewer else 0


def hide(s: State, seat: int) -> None:
    forget_rng(s)
    for p in range(s.seats):
        for i in range(ROW):
            if s.rows[p][i] >= 0 and not s.known[p][i] >> seat & 1 and not is_open(s, i):
                s.rows[p][i] = HIDDEN
    if s.phase == PLACE and s.turn != seat and not s.taken:
        s.in_hand = HIDDEN
    for k in range(s.deck_n):
        s.deck[k] = HIDDEN


def redeal(s: State, seat: int) -> None:
    """Fill what is hidden with one deal that agrees with what everybody saw; each of them is as likely as another.

    The whole pack is in three heaps:

        in sight   the discard, and the cards that this seat knows
        sure       the rest of the stock: in the present deck, or DRAWN from it and not shown since
        left       all others: they may be anywhere

    Cards are dealt where the choice is narrowest first: numbers that were drawn, other numbers, any card, the deck. How
    people play is not weighed.
    """
    sure = unseen_stock(s)
    left = pack(s) - in_sight(s) - sure
    if s.in_hand == HIDDEN:
        is_sure = sure & NUMBERS != 0
        s.in_hand = pull(s, (sure if is_sure else left) & NUMBERS)
        if is_sure:
            sure -= one(s.in_hand)
        else:
            left -= one(s.in_hand)
    for p in range(s.seats):
        for i in range(ROW):
            if s.rows[p][i] == HIDDEN and s.origin[p][i] != DEALT:
                is_sure = s.origin[p][i] == DRAWN and sure & NUMBERS != 0
                s.rows[p][i] = pull(s, (sure if is_sure else left) & NUMBERS)
                if is_sure:
                    sure -= one(s.rows[p][i])
                else:
                    left -= one(s.rows[p][i])
    for p in range(s.seats):
        for i in range(ROW):
            if s.rows[p][i] == HIDDEN:
                s.rows[p][i] = pull(s, left)
                left -= one(s.rows[p][i])
    fill_deck(s, left + sure)


def pack(s: State) -> int:
    """The heap of all cards."""
    if s.small:
        return ONE_PACK if s.small == 1 else TWO_PACK
    return PACK + 0


def one(card: int) -> int:
    """A heap of this card alone."""
    return 1 << 4 * card


def in_sight(s: State) -> int:
    """The heap of all cards that are not hidden."""
    heap = 0
    for p in range(s.seats):
        for i in range(ROW):
            if s.rows[p][i] >= 0:
                heap += one(s.rows[p][i])
    for k in range(s.discard_n):
        heap += one(s.discard[k])
    if s.in_hand >= 0:
        heap += one(s.in_hand)
    return heap


def unseen_stock(s: State) -> int:
    """The stock without those of its cards that are in sight."""
    heap = s.stock + 0
    for p in range(s.seats):
        for i in range(ROW):
            card = s.rows[p][i]
            if card >= 0 and s.origin[p][i] == DRAWN and heap >> 4 * card & 15:
                heap -= one(card)
    if s.in_hand >= 0 and not s.taken and heap >> 4 * s.in_hand & 15:
        heap -= one(s.in_hand)
    return heap


def fill_deck(s: State, heap: int) -> None:
    n = 0
    for kind in range(KINDS):
        for _ in range(heap >> 4 * kind & 15):
            s.deck[n] = kind
            n += 1
    shuffle(s, s.deck, n)


def pull(s: State, heap: int) -> int:
    """One card of the heap, each as likely as another."""
    n = 0
    rest = heap
    while rest:
        n += rest & 15
        rest >>= 4
    k = below(s, n)
    card = 0
    while k >= heap & 15:
        k -= heap & 15
        heap >>= 4
        card += 1
    return card
