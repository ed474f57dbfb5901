"""What the laws must know about More Kitties!: which things look alike, and what there is."""

from __future__ import annotations

from purrlor.core.chance import below, pick
from purrlor.games.more_kitties.rules.box import KINDS
from purrlor.games.more_kitties.rules.choices import legal
from purrlor.games.more_kitties.rules.state import GIVE, GIVEN, ORDER, State

UNORDERED = ("bag",)  # draws are by chance, so its order means nothing


def exchange(s: State, seat: int) -> bool:
    """Exchange a token of another's reserve that this seat has not seen with one of the bag or of a third reserve,
    or let somebody else choose otherwise."""
    choosers = [p for p in range(s.seats) if p != seat and s.chosen[p]]
    if choosers and below(s, 3) == 0:
        p = choosers[below(s, len(choosers))]
        s.asked |= 1 << p
        if below(s, 2):
            s.chosen[p] = pick(s, legal(s, p)) + 1
            s.asked &= ~(1 << p)
        else:
            s.chosen[p] = 0
        return True
    places = [(p, i) for p in range(s.seats) if p != seat for i in range(s.known[p], s.have[p])]
    if not places:
        return False
    p, i = places[below(s, len(places))]
    mine = s.reserve[p][i]
    rows = [(s.bag, k) for k in range(s.bag_n)] + [(s.reserve[q], j) for q, j in places if q != p]
    others = [(row, k) for row, k in rows if row[k] != mine]
    if not others:
        return False
    row, k = others[below(s, len(others))]
    s.reserve[p][i] = row[k]
    row[k] = mine
    return True


def inventory(s: State) -> list[int]:
    """The kinds of all tokens, wherever they are."""
    found = [kind for kind in range(KINDS) for _ in range(s.out[kind])] + s.bag[: s.bag_n]
    for p in range(s.seats):
        found += s.reserve[p][: s.have[p]]
    if ORDER <= s.phase <= GIVE:
        found += [s.table[i] for i in range(s.table_n) if s.mark[i] != GIVEN]
    return sorted(found)


def standing(s: State) -> list[tuple[int, ...]]:
    """Most cats in the pile win; nothing breaks a tie."""
    return [(s.pile[p],) for p in range(s.seats)]
