"""A sensible player of Cat Café: what a draw is worth by itself, in tenths of a point.

It looks one draw ahead. A hex is worth what its item scores there, a share of its tower's number, what the bowls
beside it gain, and hope for the cat of that kind; paws have a price. A die is worth the best draw it may lead to.
"""

from __future__ import annotations

from purrlor.core.seats import count, first
from purrlor.games.cat_cafe.rules import (
    BOWL,
    BUTTERFLY,
    CUSHION,
    DRAFT,
    HOUSE,
    ITEMS,
    MOUSE,
    OVER,
    PASS,
    UNDECIDED,
    YARN,
    State,
    cat_offer,
    cats_left,
    complete_towers,
    floors_in_reach,
    group_points,
    hexes_with,
    price,
    score,
)
from purrlor.games.cat_cafe.sheet import (
    FLOOR_OF,
    FLOORS_HEXES,
    LARGER_NUMBER,
    NEXT,
    SMALLER_NUMBER,
    TOWER_HEXES,
    TOWER_OF,
)

SEARCH: dict[str, int] = {}

# tenths of a point, found by playing some thousand matches of each against its neighbours
CAT_HOPE = 10  # for an item whose cat is still to be scored
HOUSE_WAITS = 40  # a cat scored now brings less than it might have
FREE_NEIGHBOUR = 5  # of a bowl: it may yet get a new kind
YARN_LEAD = 8  # for each point of a lead in yarn: it may not last
ROOM_TO_GROW = 15  # for a group of fewer than four mice
TOWER_SHARE = 16  # for each point of a tower's number
LAST_TOWER = 150  # completing it when ahead, not completing it when behind
PAW, PAW_FALLS, PAW_LEAST = 18, 2, 5  # the first paw, how much less each further one, and the least


def sensible(s: State, seat: int) -> int:
    if s.phase == OVER:
        return -1
    if s.phase == DRAFT:
        return best_die(s, seat)
    own = s.own[seat]
    central = s.central
    if s.item[seat] == UNDECIDED:
        return best_draw(s, seat, own, central) & 7
    if s.hex[seat] == UNDECIDED:
        return best_hex(s, seat, own, central, s.item[seat]) & 31
    return best_cat(s, seat)


def best_die(s: State, seat: int) -> int:
    """Each of the others may become the central die; which, the players after this one decide."""
    best = -1 << 30
    choice = -1
    for own in range(1, 7):
        if s.table[own - 1]:
            total = 0
            dice = 0
            for central in range(1, 7):
                n = s.table[central - 1] - (1 if central == own else 0)
                if n > 0:
                    total += n * (best_draw(s, seat, own, central) >> 3)
                    dice += n
            if total > best * dice:
                best = total // dice
                choice = own - 1
    return choice


def best_draw(s: State, seat: int, own: int, central: int) -> int:
    """The best item (or PASS) with these dice in the lowest three bits, above them what it is worth."""
    best = min(3, s.blank[seat] + 0) * paw_worth(s, seat) << 3 | PASS
    for item in range(1, ITEMS + 1):
        value = best_hex(s, seat, own, central, item) >> 5
        if value > best >> 3:
            best = value << 3 | item
    return best


def best_hex(s: State, seat: int, own: int, central: int, item: int) -> int:
    """The best hex for this item with these dice in the lowest five bits, above them what it is worth."""
    best = -1 << 30
    reach = FLOORS_HEXES[floors_in_reach(own, central, s.paws[seat] + 0, item)] & ~s.filled[seat]
    if reach == 0 or (item == HOUSE and not cats_left(s, seat)):
        return best
    kind = hexes_with(s, seat, item)
    bowls = hexes_with(s, seat, BOWL)
    houses = hexes_with(s, seat, HOUSE)
    paw = paw_worth(s, seat)
    everywhere = worth_everywhere(s, seat, item, paw)
    while reach:
        h = first(reach)
        reach &= reach - 1
        value = everywhere + worth_here(s, seat, item, h, kind) - paw * price(own, central, item, FLOOR_OF[h])
        value += worth_for_tower(s, seat, item, h, houses) + 10 * bowls_gaining(h, bowls, kind)
        if value > best >> 5:
            best = value << 5 | h
    return best


def best_cat(s: State, seat: int) -> int:
    best = -1
    cat = -1
    for k in range(ITEMS):
        if s.written[seat][k] == UNDECIDED and cat_offer(s, seat, k) > best:
            best = cat_offer(s, seat, k)
            cat = k
    return cat


def paw_worth(s: State, seat: int) -> int:
    return max(PAW_LEAST, PAW - PAW_FALLS * s.paws[seat])


def worth_everywhere(s: State, seat: int, item: int, paw: int) -> int:
    """What an item is worth wherever it is drawn."""
    value = CAT_HOPE if s.written[seat][item - 1] == UNDECIDED else 0
    if item == HOUSE:
        value += 10 * cat_offer(s, seat, best_cat(s, seat)) - HOUSE_WAITS
    elif item == BUTTERFLY:
        value += 30 + min(2, s.blank[seat] + 0) * paw
    return value


def worth_here(s: State, seat: int, item: int, h: int, kind: int) -> int:
    """What an item scores in this hex, bowls beside it aside."""
    if item == CUSHION:
        return 10 * FLOOR_OF[h]
    if item == MOUSE:
        return worth_of_mouse(s, h, kind, ~s.filled[seat])
    if item == YARN:
        return worth_of_yarn(s, seat, TOWER_HEXES[TOWER_OF[h]], kind)
    if item == BOWL:
        value = FREE_NEIGHBOUR * count(NEXT[h] & ~s.filled[seat])
        kinds = 0
        around = NEXT[h] & s.filled[seat]
        while around:
            kinds |= 1 << s.sheet[seat][first(around)]
            around &= around - 1
        return value + 10 * count(kinds)
    return 0


def worth_of_mouse(s: State, h: int, mice: int, free: int) -> int:
    """How much the group gains, with a little for room to grow."""
    grown = group_with(h, mice)
    value = 10 * group_points(s, count(grown))
    rest = grown & ~(1 << h)
    near = 0
    while rest:
        old = group_with(first(rest), rest)
        value -= 10 * group_points(s, count(old))
        rest &= ~old
    if count(grown) < 4:
        rest = grown
        while rest:
            near |= NEXT[first(rest)] & free
            rest &= rest - 1
        if near & ~(1 << h):
            value += ROOM_TO_GROW
    return value


def group_with(h: int, mice: int) -> int:
    """The mice connected with this hex, and the hex."""
    group = 1 << h
    edge = group
    while edge:
        near = NEXT[first(edge)] & mice & ~group
        edge = (edge & edge - 1) | near
        group |= near
    return group


def worth_of_yarn(s: State, seat: int, whole: int, yarn: int) -> int:
    mine = count(yarn & whole)
    top = 0
    for q in range(s.seats):
        if q != seat:
            top = max(top, count(hexes_with(s, q, YARN) & whole))
    before = 0 if mine == 0 else 8 if mine >= top else 3
    after = 8 if mine + 1 >= top else 3
    value = YARN_LEAD * (after - before)
    if mine == top and mine > 0:
        value += 10
    return value


def worth_for_tower(s: State, seat: int, item: int, h: int, houses: int) -> int:
    """A share of the number on top that grows as the tower fills; the third tower ends the game."""
    t = TOWER_OF[h]
    whole = TOWER_HEXES[t]
    size = count(whole)
    done = count(s.filled[seat] & whole)
    number = SMALLER_NUMBER[t]
    extra = 0
    if not s.crossed[seat][t]:
        if houses & whole:
            number = LARGER_NUMBER[t]
        elif item == HOUSE:
            extra = 10 * (LARGER_NUMBER[t] - number) * (done + 1) // size
    value = TOWER_SHARE * number * (2 * done + 1) // (size * size) + extra
    if done + 1 == size and complete_towers(s, seat) == 2:
        value += LAST_TOWER if is_ahead(s, seat) else -LAST_TOWER
    return value


def is_ahead(s: State, seat: int) -> int:
    mine = score(s, seat) + 5
    for q in range(s.seats):
        if q != seat and score(s, q) + 5 > mine:
            return 0
    return 1


def bowls_gaining(h: int, bowls: int, kind: int) -> int:
    """How many bowls beside this hex have no neighbour of this kind yet."""
    n = 0
    near = NEXT[h] & bowls
    while near:
        if NEXT[first(near)] & kind == 0:
            n += 1
        near &= near - 1
    return n


def stop(s: State) -> None:
    """For a search that looks no further: the sheets count as they lie."""
    s.choosing = 0
    s.phase = OVER
