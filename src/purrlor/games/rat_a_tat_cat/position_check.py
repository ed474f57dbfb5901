"""Whether a position somebody typed can be one of the game: each fault is a ValueError that names it."""

from __future__ import annotations

from collections import Counter

from purrlor.core.seats import members
from purrlor.games.rat_a_tat_cat.rules.state import (
    BY_LIMIT,
    BY_MINUTES,
    BY_ROUNDS,
    CALL,
    COPIES,
    DEALT,
    DRAW_AGAIN,
    DRAWN,
    HIDDEN,
    KINDS,
    LOOK,
    NINE,
    NO_CARD,
    NOBODY,
    NUMBER,
    OUTER,
    OVER,
    PEEKED,
    PLACE,
    ROUND_END,
    ROUNDS_MAX,
    ROW,
    SMALL_COPIES,
    STAYS,
    SWAP_OTHER,
    State,
    everybody,
    last_lap,
    moving,
    next_in,
    still_in,
)


def check(s: State) -> None:
    check_players(s)
    check_turn(s)
    check_cards(s)


def require(holds: bool, what: str) -> None:
    if not holds:
        raise ValueError(what)


def copies_of(s: State) -> tuple[int, ...]:
    """How often every kind of card is there."""
    if not s.small:
        return COPIES
    copies = list(SMALL_COPIES[KINDS * (s.small - 1) : KINDS * s.small])
    copies[STAYS] += s.seats * (ROW - s.small)
    return tuple(copies)


def check_small(s: State) -> None:
    require(s.seats == 2, "a small variant is for two players")
    require(s.length == BY_ROUNDS and s.rounds == 1 and not s.open_ends, "a small variant is one round, ends hidden")
    for p in range(s.seats):
        for i in range(ROW):
            is_as_dealt = s.rows[p][i] == STAYS and s.origin[p][i] == DEALT and s.known[p][i] == everybody(s)
            moves = moving(s) >> i & 1 == 1
            require(moves or is_as_dealt, f"card {i + 1} of a row is 0 in this variant, lies open and stays")


def check_players(s: State) -> None:
    if s.small:
        check_small(s)
    inside = members(still_in(s))
    require(bool(inside), "everybody is out")
    require(not s.out or s.length == BY_LIMIT, "players are out only in a match to a limit")
    require(not s.time_up or s.length == BY_MINUTES, "time is up only in a match by minutes")
    require(s.length != BY_ROUNDS or s.round <= s.rounds, f"there is no round {s.round} of {s.rounds}")
    if s.phase < ROUND_END:
        require(len(inside) > 1, "one player alone cannot play a round")
        for name in ("starter", "turn"):
            require(getattr(s, name) in inside, f"{name}={getattr(s, name)} is out")
    if s.phase == ROUND_END:
        last = s.rounds if s.length == BY_ROUNDS else ROUNDS_MAX
        require(s.round < last and not s.time_up and len(inside) > 1, "after the last round the match is over")
    if s.length == BY_LIMIT and s.phase != OVER:
        for p in range(s.seats):
            reached = s.totals[p] >= s.limit
            require(
                reached == (p not in inside), f"with {s.totals[p]} points player {p} is {'out' if reached else 'in'}"
            )
    for p in range(s.seats):
        has_row = s.rows[p][0] != NO_CARD
        require(has_row or p not in inside, f"row{p} is missing")
        require(not has_row or p in inside or s.phase >= ROUND_END, f"player {p} is out and has no row")


def check_turn(s: State) -> None:
    if s.phase in (LOOK, ROUND_END):
        require(0 < s.asked == s.asked & still_in(s), "asked names nobody, or somebody who is out")
    if s.phase == LOOK:
        require(not s.open_ends, "with open ends nobody looks at the start")
        require(s.turn == s.starter and s.lap == 1 and s.caller == NOBODY, "at the look the round has not begun")
    if s.caller != NOBODY:
        require(s.phase >= ROUND_END or s.caller in members(still_in(s)), f"caller={s.caller} is out")
        require(s.caller != s.turn and s.phase != CALL, "whoever has called has no more turn, and nobody calls again")
    else:
        require(s.phase < ROUND_END, "a round ends only after a call")
    require(s.lap <= last_lap(s), f"there is no turn {s.lap} of {last_lap(s)}")
    if s.lap == last_lap(s) and s.turn != s.starter:
        called, now = (s.caller - s.starter) % s.seats, (s.turn - s.starter) % s.seats
        require(s.caller != NOBODY and (called == 0 or called > now), f"the starter's turn {s.lap} ended with a call")
    require((s.phase == PLACE) == (s.in_hand != NO_CARD), "a card is held while it is to be placed, and only then")
    require(not s.draws_left or (s.phase == PLACE and not s.taken), "a second draw can follow only on a first")
    require(s.in_hand <= NINE, "a special is never held")
    require(not s.taken or s.in_hand >= 0, "a card taken from the discard is known")
    require(s.passed == NO_CARD or 0 <= s.passed <= NINE, "only a number is passed over")
    require(s.passed == NO_CARD or PLACE <= s.phase <= DRAW_AGAIN, "a number is passed over only during a draw two")
    if s.phase in (SWAP_OTHER, PEEKED):
        require(not (s.open_ends and OUTER[s.slot]), f"slot={s.slot} lies face up")
    else:
        require(s.slot == 0, "slot belongs to a swap or a peek")


def check_cards(s: State) -> None:
    discard, deck = s.discard[: s.discard_n], s.deck[: s.deck_n]
    rows = [(s.rows[p][i], s.origin[p][i]) for p in range(s.seats) for i in range(ROW) if s.rows[p][i] != NO_CARD]
    require(HIDDEN not in discard, "the discard lies face up")
    # the whole discard becomes the deck for a number that is then held, or that replaces the last special of the rows
    require(bool(discard) or s.phase in (PLACE, ROUND_END, OVER), "the discard is not empty now")
    for p in range(s.seats):
        for i in range(ROW):
            require(not (s.open_ends and OUTER[i]) or s.rows[p][i] != HIDDEN, "with open ends the outer cards lie open")
    for card, origin in rows:
        require(origin == DEALT or card <= NINE, "a card that was laid into a row is a number")
        require(s.phase < ROUND_END or 0 <= card <= NINE, "at the end of a round the rows are numbers and lie open")
    counted = Counter(card for card, _ in rows if card != HIDDEN) + Counter(discard)
    fresh = Counter(card for card, origin in rows if origin == DRAWN and card != HIDDEN)
    hidden = Counter(origin for card, origin in rows if card == HIDDEN)
    if s.in_hand >= 0:
        counted[s.in_hand] += 1
        fresh[s.in_hand] += 1 - s.taken
    elif s.in_hand == HIDDEN:
        hidden[DRAWN] += 1
    if HIDDEN in deck or not deck:
        require(set(deck) <= {HIDDEN}, "the deck is known as a whole or not at all")
    else:
        require(not hidden, "whoever knows the deck knows every card")
        counted += Counter(deck)
        fresh += Counter(deck)
    for kind, copies in enumerate(copies_of(s)):
        require(counted[kind] <= copies, f"there are {counted[kind]} of a card that exists {copies} times")
    check_stock(s, counted, fresh, hidden)


def check_stock(s: State, counted: Counter[int], fresh: Counter[int], hidden: Counter[int]) -> None:
    """Whether the cards that nobody sees can lie where nobody sees them."""
    left = Counter(dict(enumerate(copies_of(s)))) - counted
    sure = Counter({kind: s.stock >> 4 * kind & 15 for kind in range(len(COPIES))}) - fresh
    free = left - sure
    in_deck = 0 if s.deck_n and s.deck[0] != HIDDEN else s.deck_n
    fits = not sure - left and sure.total() <= in_deck + hidden[DRAWN]
    sure_numbers, free_numbers = (sum(heap[kind] for kind in range(NINE + 1)) for heap in (sure, free))
    if sure_numbers:  # the deck was made of the discard: everybody knows all that came from it
        fits = fits and sure.total() == in_deck + hidden[DRAWN] and hidden[DRAWN] <= sure_numbers
        fits = fits and hidden[NUMBER] <= free_numbers
    else:
        fits = fits and hidden[NUMBER] + hidden[DRAWN] <= free_numbers and sure.total() <= in_deck
    require(fits, "the cards that are not seen cannot lie as the stock and the rows say")


def last_turns(s: State) -> int:
    """Players between the one whose turn it is and the caller: they still have their last turn."""
    n = 0
    if s.caller != NOBODY and s.phase < ROUND_END:
        p = next_in(s, s.turn)
        while p != s.caller:
            n += 1
            p = next_in(s, p)
    return n
