"""What a seat may know of a match of Pocket Cats, and a likely world behind it."""

from __future__ import annotations

from purrlor.core.chance import below, forget_rng, pick
from purrlor.games.pocket_cats.rules.state import EXPERT, HIDDEN, KEEP, PICK, State, all_cards, draw_cards
from purrlor.games.pocket_cats.rules.tiles import CELLS, DOG, NONE, TILES


def hide(s: State, seat: int) -> None:
    forget_rng(s)
    down = s.down + 0
    for c in range(CELLS):  # every cell is written: branches that chance decides are slow
        tile = s.tile[c] + 0
        s.tile[c] = HIDDEN if down >> c & 1 else tile
    if down:
        for d in range(5):
            quarter = s.quarter[d] + 0
            s.quarter[d] = HIDDEN if s.where[DOG + d] == NONE else quarter
    if s.stage == KEEP:
        for p in range(2):
            if p != seat:
                s.hand[p] = HIDDEN
                s.choice[p] = NONE
    elif s.stage == PICK and s.clans == EXPERT and seat != s.turn:
        # The two cards handed over are known to the player who handed them over.
        if s.turn == s.game or seat != s.game:
            s.hand[s.turn] = HIDDEN


def redeal(s: State, seat: int) -> None:
    left = 0  # tiles that nobody has seen
    for tile in range(TILES):
        if s.where[tile] == NONE:
            left |= 1 << tile
    for c in range(CELLS):
        if s.tile[c] == HIDDEN:
            s.tile[c] = pick(s, left)
            left &= ~(1 << s.tile[c])
    for d in range(5):
        if s.quarter[d] == HIDDEN:
            s.quarter[d] = below(s, 4)
    deck = all_cards(s)
    for p in range(2):
        if s.hand[p] != HIDDEN:
            deck &= ~s.hand[p]
        if s.clan[p] != NONE:
            deck &= ~(1 << s.clan[p])
    for p in range(2):
        if s.hand[p] == HIDDEN:
            s.hand[p] = draw_cards(s, deck, 2 if s.clan[1 - p] != NONE else 3)
            deck &= ~s.hand[p]
