"""What the table saw and no state holds: draw twos of this turn, cards laid again, specials in the rows, all rounds.

All of it lies open for everybody when it happens.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from purrlor.games.rat_a_tat_cat.rules.state import (
    DISCARD_IT,
    DRAW_AGAIN,
    NINE,
    NO_CARD,
    NOBODY,
    OVER,
    PLACE,
    ROUND_END,
    ROW,
    SOURCE,
    SWAP_OTHER,
    State,
)

Place = tuple[int, int]  # seat, place in the row


class Laid(NamedTuple):
    by: int  # who did it
    giver: int  # in whose row the card lay before; NOBODY for one that was drawn or taken


class BoardMemory(NamedTuple):
    draw_twos: int  # turned up in this turn
    replaced: dict[Place, tuple[int, ...]]  # at the end of a round: the specials that were turned up there
    rounds: tuple[tuple[int, ...], ...] = ()  # of every round that was counted, everybody's points
    laid: Mapping[Place, Laid] = MappingProxyType({})  # what everybody's last turn laid again


NOTHING = BoardMemory(0, {})


def remember(before: State, after: State, seat: int, action: int, old: BoardMemory) -> BoardMemory:
    """The trace after a decision; `old` is the one before it, the states are true."""
    if after.phase in (ROUND_END, OVER):
        if before.phase == ROUND_END:
            return old
        counted = tuple(after.points[: after.seats])
        return BoardMemory(0, specials_turned_up(before, seat, action), (*old.rounds, counted))
    if before.phase == ROUND_END:
        return BoardMemory(0, {}, old.rounds)
    laid = laid_after(before, seat, action, old.laid)
    if after.turn != before.turn:
        return BoardMemory(0, {}, old.rounds, laid)
    return BoardMemory(old.draw_twos + (after.phase == DRAW_AGAIN), {}, old.rounds, laid)


def laid_after(before: State, seat: int, action: int, old: Mapping[Place, Laid]) -> Mapping[Place, Laid]:
    """What a player laid stays marked until that player's next turn: so long all others can have seen it."""
    if before.phase == SOURCE:
        return {place: laid for place, laid in old.items() if laid.by != seat}
    if before.phase == PLACE and action != DISCARD_IT:
        return {**old, (seat, action): Laid(seat, NOBODY)}
    if before.phase == SWAP_OTHER:
        other, wanted = divmod(action, ROW)
        return {**old, (seat, before.slot): Laid(seat, other), (other, wanted): Laid(seat, seat)}
    return old


def specials_turned_up(before: State, seat: int, action: int) -> dict[Place, tuple[int, ...]]:
    """From the dealer's left, left to right, as the rules turn the rows up: no decision that ends a round draws.

    Where the deck runs out it is shuffled again, so from there only the first special of a place is known.
    """
    rows = [list(row) for row in before.rows]
    if before.phase == PLACE and action != DISCARD_IT:
        rows[seat][action] = before.in_hand
    elif before.phase == SWAP_OTHER:
        other, wanted = action // ROW, action % ROW
        rows[seat][before.slot], rows[other][wanted] = rows[other][wanted], rows[seat][before.slot]
    deck, is_known = [card for card in before.deck[: before.deck_n] if card != NO_CARD], True
    found: dict[Place, tuple[int, ...]] = {}
    for k in range(before.seats):
        p = (before.starter + k) % before.seats
        for i in range(ROW):
            chain, card = [], rows[p][i]
            while card > NINE:
                chain.append(card)
                is_known = is_known and bool(deck)
                card = deck.pop() if is_known else NO_CARD
            if chain:
                found[p, i] = tuple(chain)
    return found
