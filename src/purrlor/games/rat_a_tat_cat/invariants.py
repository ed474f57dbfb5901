"""What the laws must know about Rat-a-Tat Cat. Nothing here leans on `hide` or `redeal`."""

from __future__ import annotations

from purrlor.core.chance import below
from purrlor.games.rat_a_tat_cat.rules.state import DEALT, DRAWN, NINE, NO_CARD, OVER, PLACE, ROUND_END, State


def inventory(s: State) -> list[int]:
    """All cards, wherever they are."""
    cards = [card for row in s.rows for card in row]
    cards += s.deck[: s.deck_n] + s.discard[: s.discard_n] + [s.in_hand]
    return sorted(card for card in cards if card != NO_CARD)


def standing(s: State) -> list[tuple[int, ...]]:
    """First those who are not out, among them the one with the fewest points."""
    return [(0 if s.out >> p & 1 else 1, -s.totals[p]) for p in range(s.seats)]


def exchange(s: State, seat: int) -> bool:
    """Exchange two cards that lie face down for this seat, if nothing everybody saw tells them apart."""
    places = hidden_places(s, seat)
    if len(places) < 2:
        return False
    for _ in range(20):
        one, other = places[below(s, len(places))], places[below(s, len(places))]
        if card_at(s, one) == card_at(s, other):
            continue
        swap(s, one, other)
        if is_possible(s):
            return True
        swap(s, one, other)
    return False


Place = tuple[str, int, int]


def hidden_places(s: State, seat: int) -> list[Place]:
    places: list[Place] = [("deck", k, 0) for k in range(s.deck_n)]
    if s.phase == PLACE and not s.taken and seat != s.turn:
        places.append(("hand", 0, 0))
    if s.phase not in (ROUND_END, OVER):
        for p in range(s.seats):
            for i in range(4):
                faces_up = bool(s.open_ends) and i in (0, 3)
                faces_up = faces_up or (s.small == 1 and i > 0) or (s.small == 2 and i in (1, 2))
                knows = seat < s.seats and bool(s.known[p][i] & 1 << seat)
                if s.rows[p][i] != NO_CARD and not faces_up and not knows:
                    places.append(("row", p, i))
    return places


def card_at(s: State, place: Place) -> int:
    where, p, i = place
    return s.deck[p] if where == "deck" else s.in_hand if where == "hand" else s.rows[p][i]


def put_at(s: State, place: Place, card: int) -> None:
    where, p, i = place
    if where == "deck":
        s.deck[p] = card
    elif where == "hand":
        s.in_hand = card
    else:
        s.rows[p][i] = card


def swap(s: State, one: Place, other: Place) -> None:
    card = card_at(s, one)
    put_at(s, one, card_at(s, other))
    put_at(s, other, card)


def is_possible(s: State) -> bool:
    """A held card and a card laid into a row are numbers, and what was seen going into the deck came from there."""
    if s.in_hand > NINE:
        return False
    from_deck = s.deck[: s.deck_n]
    if s.phase == PLACE and not s.taken:
        from_deck = [*from_deck, s.in_hand]
    for p in range(s.seats):
        for i in range(4):
            if s.origin[p][i] != DEALT and s.rows[p][i] > NINE:
                return False
            if s.origin[p][i] == DRAWN:
                from_deck = [*from_deck, s.rows[p][i]]
    return all(from_deck.count(kind) >= s.stock >> 4 * kind & 15 for kind in range(14))
