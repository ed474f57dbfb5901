"""What the laws must know about Cat Café: what can be exchanged unnoticed, what never changes, who stands where."""

from __future__ import annotations

from purrlor.core.chance import below, pick
from purrlor.games.cat_cafe.rules.rules import hexes_with, is_last_step, legal, score
from purrlor.games.cat_cafe.rules.state import DRAW, HOUSE, UNDECIDED, State


def exchange(s: State, seat: int) -> bool:
    """The others think again, each as far as it likes: this seat must not notice."""
    if s.phase != DRAW:
        return False
    for p in range(s.seats):
        if p != seat:
            s.item[p] = s.hex[p] = s.cat[p] = UNDECIDED
            s.choosing |= 1 << p
            for step in range(below(s, 4)):
                if s.choosing >> p & 1:
                    take_step(s, p, step)
    return True


def take_step(s: State, seat: int, step: int) -> None:
    """As `rules.apply` does it, but without carrying the round out when all have chosen."""
    action = pick(s, legal(s, seat))
    if is_last_step(s, seat, action):
        s.choosing ^= 1 << seat
    (s.item, s.hex, s.cat)[step][seat] = action


def inventory(s: State) -> list[int]:
    """The dice; of each sheet all paws, all hexes, and a house for every cat scored."""
    counts = [sum(s.table) + sum(own > 0 for own in s.own)]
    for p in range(s.seats):
        free = sum(item == 0 for item in s.sheet[p])
        scored = sum(points >= 0 for points in s.written[p])
        counts.append(s.paws[p] + s.spent[p] + s.blank[p])
        counts.append(free + s.filled[p].bit_count())
        counts.append(hexes_with(s, p, HOUSE).bit_count() - scored)
    return sorted(counts)


def standing(s: State) -> list[tuple[int, ...]]:
    """Most points win; nothing breaks a tie."""
    return [(score(s, p),) for p in range(s.seats)]
