"""What a sheet is worth beyond its score: where a search looks no further, it guesses."""

from __future__ import annotations

from purrlor.core.seats import count, first
from purrlor.games.cat_cafe.bots.hexes import beside, kinds_of
from purrlor.games.cat_cafe.rules.sheet import LARGER_NUMBER, NEXT, SMALLER_NUMBER, TOWER_HEXES, TOWERS
from purrlor.games.cat_cafe.rules.state import BOWL, HOUSE, ITEMS, MOUSE, UNDECIDED, State

# tenths of a point
PROSPECT_PAW = 16
PROSPECT_CAT, PROSPECT_CATS = 10, (14, 8, 6)  # a cat not yet scored; and for each item of the three best ones
PROSPECT_TOWER, PROSPECT_COMPLETE = 16, 7  # for each point of its number
PROSPECT_MICE, PROSPECT_BOWL = 7, 3  # for a free hex beside them


def prospects(s: State, seat: int) -> int:
    """In tenths of a point: weights fitted to the ends of 2 500 matches."""
    kinds = kinds_of(s, seat)
    free = ~s.filled[seat]
    worth = PROSPECT_PAW * s.paws[seat]
    taken = 0
    for rank in range(3):
        best = -1
        cat = -1
        for k in range(ITEMS):
            if s.written[seat][k] == UNDECIDED and not taken >> k & 1 and count(kinds[k]) > best:
                best = count(kinds[k])
                cat = k
        if cat >= 0:
            worth += PROSPECT_CAT + PROSPECT_CATS[rank] * best
            taken |= 1 << cat
    for t in range(TOWERS):
        whole = TOWER_HEXES[t]
        size = count(whole)
        done = count(s.filled[seat] & whole)
        number = SMALLER_NUMBER[t]
        if kinds[HOUSE - 1] & whole and not s.crossed[seat][t]:
            number = LARGER_NUMBER[t]
        worth += (PROSPECT_TOWER if done < size else PROSPECT_COMPLETE) * number * done * done // (size * size)
    room = count(beside(kinds[MOUSE - 1]) & free)
    bowls = kinds[BOWL - 1]
    while bowls:
        worth += PROSPECT_BOWL * count(NEXT[first(bowls)] & free)
        bowls &= bowls - 1
    return worth + PROSPECT_MICE * min(room, 3)
