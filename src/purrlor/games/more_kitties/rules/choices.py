"""Who is asked in More Kitties!, and what for. Of equal tokens only the first can be chosen: it stands for all."""

from purrlor.games.more_kitties.rules.state import (
    CHOOSE,
    EXCHANGE,
    GIVE,
    GIVEN,
    LAST,
    LAY,
    ORDER,
    OVER,
    RESERVE,
    TO_ACT,
    TURN_OVER,
    State,
)


def waiting(s: State) -> int:
    if s.phase == CHOOSE:
        return s.asked + 0
    return 0 if s.phase == OVER else 1 << s.turn


def legal(s: State, seat: int) -> int:
    if not waiting(s) >> seat & 1:
        return 0
    phase = s.phase
    if phase == CHOOSE:
        return pairs(s, seat) if seat == s.turn else gifts(s, seat)
    if phase == ORDER:
        return landed(s)
    if phase in (TURN_OVER, EXCHANGE):
        return others_on_table(s)
    if phase == LAY:
        mask = gifts(s, seat)
        sides = 0
        for i in range(RESERVE):
            sides |= (mask >> i & 1) * 3 << 2 * i
        return sides
    if phase == GIVE:
        return gives(s)
    return 1  # AGAIN, LAST


def gifts(s: State, p: int) -> int:
    """The places of different tokens in a reserve: none before is equal."""
    a = s.reserve[p][0]
    b = s.reserve[p][1]
    c = s.reserve[p][2]
    d = s.reserve[p][3]
    mask = 1 | (b != a) << 1 | ((c != a) & (c != b)) << 2 | ((d != a) & (d != b) & (d != c)) << 3
    return mask & (1 << s.have[p]) - 1


def pairs(s: State, p: int) -> int:
    """The different pairs in a reserve: no token that stays and comes before one of the two is equal to it."""
    a = s.reserve[p][0]
    b = s.reserve[p][1]
    c = s.reserve[p][2]
    d = s.reserve[p][3]
    mask = 1
    if s.have[p] > 2:
        mask |= (c != b) << 1 | ((b != a) & (c != a)) << 3
    if s.have[p] > 3:
        mask |= ((d != b) & (d != c)) << 2 | ((b != a) & (d != a) & (d != c)) << 4
        mask |= ((c != a) & (c != b) & (d != a) & (d != b)) << 5
    return mask


def landed(s: State) -> int:
    """The places of different specials that landed and have still to act."""
    mask = 0
    met = 0
    for i in range(s.table_n):
        if s.mark[i] == TO_ACT and not met >> s.table[i] & 1:
            met |= 1 << s.table[i]
            mask |= 1 << i
    return mask


def others_on_table(s: State) -> int:
    """The places of different tokens other than the acting one: equal ones show the same, to act or not."""
    mask = 0
    met_first = 0
    met_second = 0
    met_to_act = 0
    for i in range(s.table_n):
        if i == s.acting:
            continue
        kind = 1 << s.table[i]
        if s.mark[i] == TO_ACT:
            is_new = 0 if met_to_act & kind else 1
            met_to_act |= kind
        elif s.up[i]:
            is_new = 0 if met_second & kind else 1
            met_second |= kind
        else:
            is_new = 0 if met_first & kind else 1
            met_first |= kind
        mask |= is_new << i
    return mask


def gives(s: State) -> int:
    """The places of different tokens still on the table."""
    mask = 0
    met = 0
    for i in range(s.table_n):
        if s.mark[i] != GIVEN and not met >> s.table[i] & 1:
            met |= 1 << s.table[i]
            mask |= 1 << i
    return mask


def reveals(s: State, seat: int, action: int) -> int:
    """The last choice shows all of them, a Mouse may bring a token out that nobody had seen."""
    if s.phase == CHOOSE:
        return 1 if s.asked == 1 << seat else 0
    if s.phase == LAY:
        return 1 if action >> 1 >= s.known[seat] else 0
    return 1 if s.phase == LAST else 0
