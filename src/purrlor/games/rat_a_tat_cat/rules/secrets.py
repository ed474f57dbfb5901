"""Who may know which card. `hide` is the one door for secrets; `is_shown` is what a screen shows of what is known.

Knowledge is honest, memory is a matter of the screen: `known` says who has learned which card, and travels with the
card. `hide` erases exactly what a seat never learned, whatever the option `memory`. With strict memory a *screen*
shows a card only while it is being looked at.
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
    OUTER,
    PACK,
    PEEKED,
    PLACE,
    ROUND_END,
    ROW,
    SUPER_PEEKED,
    State,
)


def is_open(s: State, i: int) -> int:
    """Whether the cards at this place of the rows lie face up."""
    return 1 if s.phase >= ROUND_END or (s.open_ends and OUTER[i]) else 0


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
        s.held = HIDDEN
    for k in range(s.deck_n):
        s.deck[k] = HIDDEN


def redeal(s: State, seat: int) -> None:
    """Every deal that agrees with what everybody saw is as likely as another; how people play is not weighed."""
    sure = s.stock + 0  # must be in the deck, or DRAWN
    left = PACK - sure  # may be anywhere
    for p in range(s.seats):
        for i in range(ROW):
            card = s.rows[p][i]
            if card >= 0:
                if s.kept[p][i] == DRAWN and sure >> 4 * card & 15:
                    sure -= 1 << 4 * card
                else:
                    left -= 1 << 4 * card
    for k in range(s.discard_n):
        left -= 1 << 4 * s.discard[k]
    if s.held >= 0:
        if not s.taken and sure >> 4 * s.held & 15:
            sure -= 1 << 4 * s.held
        else:
            left -= 1 << 4 * s.held
    # numbers first, where there must be one
    if s.held == HIDDEN:
        s.held = pull(s, (sure if sure & NUMBERS else left) & NUMBERS)
        if sure & NUMBERS:
            sure -= 1 << 4 * s.held
        else:
            left -= 1 << 4 * s.held
    for p in range(s.seats):
        for i in range(ROW):
            if s.rows[p][i] == HIDDEN and s.kept[p][i] != DEALT:
                if s.kept[p][i] == DRAWN and sure & NUMBERS:
                    s.rows[p][i] = pull(s, sure & NUMBERS)
                    sure -= 1 << 4 * s.rows[p][i]
                else:
                    s.rows[p][i] = pull(s, left & NUMBERS)
                    left -= 1 << 4 * s.rows[p][i]
    for p in range(s.seats):
        for i in range(ROW):
            if s.rows[p][i] == HIDDEN:
                s.rows[p][i] = pull(s, left)
                left -= 1 << 4 * s.rows[p][i]
    left += sure
    n = 0
    for kind in range(KINDS):
        for _ in range(left >> 4 * kind & 15):
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
