"""What the laws must know about this game."""

from __future__ import annotations

from purrlor.core.chance import below
from purrlor.core.seats import members
from purrlor.games.pocket_cats.rules.state import EXPERT, KEEP, PICK, State, all_cards
from purrlor.games.pocket_cats.rules.tiles import CLANS, DOG, NONE


def exchange(s: State, seat: int) -> bool:
    """Two face-down tiles, a face-down dog's turn, or cards and choices that the other player keeps to himself."""
    if s.stage == KEEP:
        return exchange_cards(s, 1 - seat if seat < 2 else below(s, 2))
    if s.stage == PICK:
        picks_first = s.turn == s.game
        if s.clans != EXPERT or seat == s.turn or (seat < 2 and not picks_first):
            return False
        return exchange_cards(s, s.turn)
    down = members(s.down)
    dogs = [s.tile[c] - DOG for c in down if s.tile[c] >= DOG]
    if dogs and below(s, 2):
        d = dogs[below(s, len(dogs))]
        s.quarter[d] = (s.quarter[d] + 1 + below(s, 3)) % 4
        return True
    if len(down) < 2:
        return False
    a = below(s, len(down))
    b = (a + 1 + below(s, len(down) - 1)) % len(down)
    s.tile[down[a]], s.tile[down[b]] = s.tile[down[b]], s.tile[down[a]]
    return True


def exchange_cards(s: State, p: int) -> bool:
    """A card of this player's hand for one still in the deck; in a secret choice, another choice or none yet."""
    mine = members(s.hand[p])
    if s.stage == KEEP and below(s, 2):
        others = [clan for clan in (*mine, NONE) if clan != s.choice[p]]
        s.choice[p] = others[below(s, len(others))]
        return True
    taken = sum(1 << clan for clan in s.clan if clan != NONE)
    deck = members(all_cards(s) & ~s.hand[0] & ~s.hand[1] & ~taken)
    if not deck:
        return False
    old, new = mine[below(s, len(mine))], deck[below(s, len(deck))]
    s.hand[p] ^= 1 << old | 1 << new
    if s.choice[p] == old:
        s.choice[p] = new
    return True


def inventory(s: State) -> list[int]:
    """All tiles, then all clan cards wherever they are."""
    dealt = [clan for p in range(2) for clan in members(s.hand[p])] + [clan for clan in s.clan if clan != NONE]
    boxed = [clan for clan in range(CLANS) if clan not in dealt]
    return sorted(s.tile) + sorted(100 + clan for clan in dealt + boxed)


def standing(s: State) -> list[tuple[int, int]]:
    """Points of all games, then prey tiles."""
    return [(s.earlier_points[p] + s.points[p], s.earlier_caught[p] + s.caught[p]) for p in range(2)]
