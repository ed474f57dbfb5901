"""What a seat may know of a match of More Kitties!, and a likely world behind it."""

from purrlor.core.chance import forget_rng
from purrlor.games.more_kitties.rules.box import COPIES, KINDS, LAST_KIND, MOST_TOKENS, NO_TOKEN
from purrlor.games.more_kitties.rules.state import GIVE, GIVEN, HIDDEN, ORDER, RESERVE, State, box_of, draw


def hide(s: State, seat: int) -> None:
    forget_rng(s)
    for i in range(MOST_TOKENS):
        s.bag[i] = NO_TOKEN
    for p in range(s.seats):
        if p != seat:
            known = s.known[p] + 0
            have = s.have[p] + 0
            for i in range(RESERVE):  # every place is written: branches that chance decides are slow
                token = s.reserve[p][i] + 0
                s.reserve[p][i] = HIDDEN if (known <= i) & (i < have) else token
            s.asked |= (s.chosen[p] != 0) << p
            s.chosen[p] = 0


def redeal(s: State, seat: int) -> None:
    """All that is nowhere to be seen goes into the bag, and the gaps are filled from it."""
    count_in_sight(s, 1)
    n = 0
    for kind in range(1, LAST_KIND[box_of(s)] + 1):
        for _ in range(COPIES[KINDS * box_of(s) + kind] - s.out[kind]):
            s.bag[n] = kind
            n += 1
    s.bag_n = n
    count_in_sight(s, -1)
    for p in range(s.seats):
        for i in range(s.known[p], s.have[p]):
            if s.reserve[p][i] == HIDDEN:
                s.reserve[p][i] = draw(s)


def count_in_sight(s: State, by: int) -> None:
    """For a moment, what lies on the table or is in a reserve and not hidden counts among those that are out."""
    if ORDER <= s.phase <= GIVE:
        for i in range(s.table_n):
            if s.mark[i] != GIVEN:
                s.out[s.table[i]] += by
    for p in range(s.seats):
        for i in range(s.have[p]):
            if s.reserve[p][i] != HIDDEN:
                s.out[s.reserve[p][i]] += by
