"""What the laws must know of Fish Market. Nothing here leans on `hide`, `redeal` or `winners`."""

from __future__ import annotations

from purrlor.core.chance import below
from purrlor.new_game.fish_market.rules.rules import CATCHES, KINDS, ROUNDS, State


def inventory(s: State) -> list[int]:
    """All 36 cards, wherever they are, and the eight catches."""
    places = (s.deck, s.played, *s.hand)  # each counted apart: a place with -1 of a card must not hide one too many
    cards = [k for place in places for k in range(KINDS) for _ in range(place[k])]
    return [*sorted(cards), *sorted(100 + value for value in s.catches)]


def standing(s: State) -> list[tuple[int, ...]]:
    return [(points,) for points in s.points[: s.seats]]


def exchange(s: State, seat: int) -> bool:
    """A card of another player for one of the deck, or two catches that are still to come."""
    to_come = range(min(s.round + 1, ROUNDS), CATCHES)
    if below(s, 2):
        a, b = (to_come[below(s, len(to_come))] for _ in range(2))
        s.catches[a], s.catches[b] = s.catches[b], s.catches[a]
        return a != b
    others = [p for p in range(s.seats) if p != seat]
    p = others[below(s, len(others))]
    given = [k for k in range(KINDS) if s.hand[p][k] and s.bid[p] != k]
    taken = [k for k in range(KINDS) if s.deck[k]]
    if not given or not taken:
        return False
    a, b = given[below(s, len(given))], taken[below(s, len(taken))]
    s.hand[p][a] -= 1
    s.deck[a] += 1
    s.hand[p][b] += 1
    s.deck[b] -= 1
    return a != b
