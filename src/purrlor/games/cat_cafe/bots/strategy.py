"""A sensible player of Cat Café: what a draw is worth by itself, in tenths of a point.

It looks one draw ahead. A hex is worth what its item scores there, a share of its tower's number, what the bowls
beside it gain, and hope for the cat of that kind; paws have a price. A die is worth the best draw it may lead to.
"""

from __future__ import annotations

from purrlor.core.seats import count, first
from purrlor.games.cat_cafe.bots.hexes import beside, group_with, kinds_of
from purrlor.games.cat_cafe.bots.prospects import prospects
from purrlor.games.cat_cafe.rules.rules import (
    cat_offer,
    cats_left,
    complete_towers,
    floors_in_reach,
    group_points,
    hexes_with,
    price,
    score,
)
from purrlor.games.cat_cafe.rules.sheet import (
    FLOOR_OF,
    FLOORS_HEXES,
    HEXES,
    LARGER_NUMBER,
    NEXT,
    SMALLER_NUMBER,
    TOWER_HEXES,
    TOWER_OF,
    TOWERS,
)
from purrlor.games.cat_cafe.rules.state import (
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
)

SEARCH = {"random": 0, "bias": 20_000, "horizon": 40, "margin": 500, "explore": 300}

# tenths of a point, found by playing some thousand matches of each against its neighbours
CAT_HOPE = 10  # for an item whose cat is still to be scored
HOUSE_WAITS = 40  # a cat scored now brings less than it might have
FREE_NEIGHBOUR = 5  # of a bowl: it may yet get a new kind
YARN_LEAD = 8  # for each point of a lead in yarn: it may not last
YARN_HOLDS = 10  # for breaking a tie, or for staying ahead
ROOM_TO_GROW = 15  # for a group of fewer than four mice
TOWER_SHARE = 16  # for each point of a tower's number
LAST_TOWER = 150  # completing it when ahead, not completing it when behind
PAW, PAW_FALLS, PAW_LEAST = 18, 2, 5  # the first paw, how much less each further one, and the least

MANY_PAWS = 4
BLUNDER = 30  # three points
WORST = -1 << 30

MOST_PROSPECTS = 100  # points that fit into the record
ALL_FLOORS = 0b1111110
# Six floors' worth in one number, ten bits each: the worth above FLOOR_ZERO, 0 where no hex is free.
FLOOR_BITS, FLOOR_MOST, FLOOR_ZERO = 10, 1023, 256


def sensible(s: State, seat: int) -> int:
    if s.phase == OVER:
        return -1
    if s.phase == DRAFT:
        return best_die(s, seat)
    if s.item[seat] == UNDECIDED:
        return best_item(s, seat)
    if s.hex[seat] == UNDECIDED:
        return best_hex(s, seat, s.item[seat])
    return best_cat(s, seat, kinds_of(s, seat))


# ---------------------------------------------------------------- choosing
def best_die(s: State, seat: int) -> int:
    """Each of the others may become the central die; which, the players after this one decide."""
    kinds = kinds_of(s, seat)
    towers = towers_worth(s, seat, kinds)
    rows = (
        floors_worth(s, seat, HOUSE, ALL_FLOORS, kinds, towers),
        floors_worth(s, seat, YARN, ALL_FLOORS, kinds, towers),
        floors_worth(s, seat, BUTTERFLY, ALL_FLOORS, kinds, towers),
        floors_worth(s, seat, BOWL, ALL_FLOORS, kinds, towers),
        floors_worth(s, seat, CUSHION, ALL_FLOORS, kinds, towers),
        floors_worth(s, seat, MOUSE, ALL_FLOORS, kinds, towers),
    )
    best = WORST
    choice = -1
    for own in range(1, 7):
        if s.table[own - 1]:
            total = 0
            dice = 0
            for central in range(1, 7):
                n = s.table[central - 1] - (1 if central == own else 0)
                if n > 0:
                    total += n * best_with(s, seat, own, central, rows)
                    dice += n
            if total > best * dice:
                best = total // dice
                choice = own - 1
    return choice


def best_with(s: State, seat: int, own: int, central: int, rows: tuple[int, ...]) -> int:
    """What the best draw with these dice is worth, or passing."""
    paws = s.paws[seat] + 0
    paw = paw_worth(s, seat)
    best = passing_worth(s, seat)
    for item in range(1, ITEMS + 1):
        best = max(best, row_worth(rows[item - 1], paw, paws, own, central, item))
    return best


def best_item(s: State, seat: int) -> int:
    kinds = kinds_of(s, seat)
    towers = towers_worth(s, seat, kinds)
    best = passing_worth(s, seat)
    choice = PASS
    for item in range(1, ITEMS + 1):
        value = item_worth(s, seat, item, kinds, towers)
        if value > best:
            best = value
            choice = item
    return choice


def item_worth(s: State, seat: int, item: int, kinds: tuple[int, ...], towers: tuple[int, ...]) -> int:
    """What this item is worth where it can be drawn best with the dice there are."""
    own = s.own[seat] + 0
    central = s.central + 0
    paws = s.paws[seat] + 0
    floors = floors_in_reach(own, central, paws, item)
    if floors == 0:
        return WORST
    return row_worth(floors_worth(s, seat, item, floors, kinds, towers), paw_worth(s, seat), paws, own, central, item)


def row_worth(row: int, paw: int, paws: int, own: int, central: int, item: int) -> int:
    """What the best floor of this item's row is worth, less the paws for it."""
    best = WORST
    for floor in range(1, 7):
        worth = row >> FLOOR_BITS * (floor - 1) & FLOOR_MOST
        n = price(own, central, item, floor)
        if worth and n <= paws:
            best = max(best, worth - FLOOR_ZERO - paw * n)
    return best


def best_hex(s: State, seat: int, item: int) -> int:
    paw = paw_worth(s, seat)
    kinds = kinds_of(s, seat)
    towers = towers_worth(s, seat, kinds)
    tops = yarn_tops(s, seat) if item == YARN else 0
    free = FLOORS_HEXES[floors_in_reach(s.own[seat] + 0, s.central + 0, s.paws[seat] + 0, item)] & ~s.filled[seat]
    best = WORST
    choice = -1
    while free:
        h = first(free)
        free &= free - 1
        value = drawn_worth(s, seat, item, h, kinds, tops, towers, paw)
        if value > best:
            best = value
            choice = h
    return choice


def drawn_worth(
    s: State, seat: int, item: int, h: int, kinds: tuple[int, ...], tops: int, towers: tuple[int, ...], paw: int
) -> int:
    """What an item is worth in this hex more than elsewhere, less the paws for it."""
    return hex_worth(s, seat, item, h, kinds, tops, towers) - paw * price(s.own[seat], s.central, item, FLOOR_OF[h])


def best_cat(s: State, seat: int, kinds: tuple[int, ...]) -> int:
    best = -1
    cat = -1
    for k in range(ITEMS):
        n = count(kinds[k]) + (1 if k + 1 == HOUSE else 0)
        if s.written[seat][k] == UNDECIDED and n > best:
            best = n
            cat = k
    return cat


# ---------------------------------------------------------------- what things are worth
def paw_worth(s: State, seat: int) -> int:
    return max(PAW_LEAST, PAW - PAW_FALLS * s.paws[seat])


def passing_worth(s: State, seat: int) -> int:
    return min(3, s.blank[seat] + 0) * paw_worth(s, seat)


def floors_worth(s: State, seat: int, item: int, floors: int, kinds: tuple[int, ...], towers: tuple[int, ...]) -> int:
    """A row: what this item is worth in the best free hex of each of these floors, paws aside."""
    free = FLOORS_HEXES[floors] & ~s.filled[seat]
    if free == 0 or (item == HOUSE and not cats_left(s, seat)):
        return 0
    everywhere = worth_everywhere(s, seat, item, kinds) + FLOOR_ZERO
    tops = yarn_tops(s, seat) if item == YARN else 0
    row = 0
    while free:
        h = first(free)
        free &= free - 1
        worth = everywhere + hex_worth(s, seat, item, h, kinds, tops, towers)
        worth = min(max(worth, 1), FLOOR_MOST)
        place = FLOOR_BITS * (FLOOR_OF[h] - 1)
        old = row >> place & FLOOR_MOST
        if worth > old:
            row += worth - old << place
    return row


def worth_everywhere(s: State, seat: int, item: int, kinds: tuple[int, ...]) -> int:
    """What an item is worth wherever it is drawn."""
    worth = CAT_HOPE if s.written[seat][item - 1] == UNDECIDED else 0
    if item == HOUSE:
        cat = best_cat(s, seat, kinds)
        worth += 20 * count(kinds[cat]) + (20 if cat + 1 == HOUSE else 0) - HOUSE_WAITS
    elif item == BUTTERFLY:
        worth += 30 + min(2, s.blank[seat] + 0) * paw_worth(s, seat)
    return worth


def hex_worth(
    s: State, seat: int, item: int, h: int, kinds: tuple[int, ...], tops: int, towers: tuple[int, ...]
) -> int:
    """What an item is worth in this hex more than elsewhere."""
    kind = kinds[item - 1]
    t = TOWER_OF[h]
    worth = towers[t]
    if item == CUSHION:
        worth += 10 * FLOOR_OF[h]
    elif item == MOUSE:
        worth += mouse_worth(s, h, kind, ~s.filled[seat])
    elif item == YARN:
        worth += yarn_worth(count(kind & TOWER_HEXES[t]), tops >> 4 * t & 15)
    elif item == BOWL:
        worth += bowl_worth(h, kinds, ~s.filled[seat])
    elif item == HOUSE and kind & TOWER_HEXES[t] == 0 and not s.crossed[seat][t]:
        done = count(s.filled[seat] & TOWER_HEXES[t]) + 1
        worth += 10 * (LARGER_NUMBER[t] - SMALLER_NUMBER[t]) * done // count(TOWER_HEXES[t])
    bowls = NEXT[h] & kinds[BOWL - 1]
    while bowls:
        if NEXT[first(bowls)] & kind == 0:
            worth += 10
        bowls &= bowls - 1
    return worth


def bowl_worth(h: int, kinds: tuple[int, ...], free: int) -> int:
    worth = FREE_NEIGHBOUR * count(NEXT[h] & free)
    for k in range(ITEMS):
        if NEXT[h] & kinds[k]:
            worth += 10
    return worth


def mouse_worth(s: State, h: int, mice: int, free: int) -> int:
    """How much the groups beside this hex gain when they become one, with a little for room to grow."""
    if NEXT[h] & mice == 0:
        return 10 * group_points(s, 1) + (ROOM_TO_GROW if NEXT[h] & free else 0)
    grown = group_with(h, mice)
    n = count(grown)
    worth = 10 * group_points(s, n)
    rest = grown & ~(1 << h)
    while rest:
        old = group_with(first(rest), rest)
        worth -= 10 * group_points(s, count(old))
        rest &= ~old
    if n < 4 and beside(grown) & free & ~grown:
        worth += ROOM_TO_GROW
    return worth


def yarn_tops(s: State, seat: int) -> int:
    """The most yarn any other player has in each tower, four bits each."""
    tops = 0
    for q in range(s.seats):
        if q != seat:
            yarn = hexes_with(s, q, YARN)
            for t in range(TOWERS):
                n = count(yarn & TOWER_HEXES[t])
                top = tops >> 4 * t & 15
                if n > top:
                    tops += n - top << 4 * t
    return tops


def yarn_worth(mine: int, top: int) -> int:
    now = 0 if mine == 0 else 8 if mine >= top else 3
    then = 8 if mine + 1 >= top else 3
    return YARN_LEAD * (then - now) + (YARN_HOLDS if mine == top and mine > 0 else 0)


def towers_worth(s: State, seat: int, kinds: tuple[int, ...]) -> tuple[int, int, int, int, int]:
    houses = kinds[HOUSE - 1]
    return (
        tower_worth(s, seat, 0, houses),
        tower_worth(s, seat, 1, houses),
        tower_worth(s, seat, 2, houses),
        tower_worth(s, seat, 3, houses),
        tower_worth(s, seat, 4, houses),
    )


def tower_worth(s: State, seat: int, t: int, houses: int) -> int:
    """For one more item, a share of the number on top, which grows as the tower fills; the third ends the game."""
    whole = TOWER_HEXES[t]
    size = count(whole)
    done = count(s.filled[seat] & whole)
    number = SMALLER_NUMBER[t]
    if not s.crossed[seat][t] and houses & whole:
        number = LARGER_NUMBER[t]
    worth = TOWER_SHARE * number * (2 * done + 1) // (size * size)
    if done + 1 == size and complete_towers(s, seat) == 2:
        worth += LAST_TOWER if is_ahead(s, seat) else -LAST_TOWER
    return worth


def is_ahead(s: State, seat: int) -> int:
    mine = score(s, seat)
    for q in range(s.seats):
        if q != seat and score(s, q) > mine:
            return 0
    return 1


def silly(s: State, seat: int) -> int:
    """What not even a kitten does: choosing what is far worse than the best, or passing with paws to spare."""
    mask = 0
    if s.phase == DRAFT:
        return mask
    kinds = kinds_of(s, seat)
    towers = towers_worth(s, seat, kinds)
    item = s.item[seat] + 0
    if item == UNDECIDED:
        top = best_item(s, seat)
        best = passing_worth(s, seat) if top == PASS else item_worth(s, seat, top, kinds, towers)
        for k in range(1, ITEMS + 1):
            if item_worth(s, seat, k, kinds, towers) < best - BLUNDER:
                mask |= 1 << k
        if s.paws[seat] >= MANY_PAWS or s.blank[seat] == 0 or passing_worth(s, seat) < best - BLUNDER:
            mask |= 1 << PASS
    elif s.hex[seat] == UNDECIDED:
        tops = yarn_tops(s, seat)
        paw = paw_worth(s, seat)
        top = best_hex(s, seat, item)
        best = drawn_worth(s, seat, item, top, kinds, tops, towers, paw)
        for h in range(HEXES):
            if drawn_worth(s, seat, item, h, kinds, tops, towers, paw) < best - BLUNDER:
                mask |= 1 << h
    else:
        best = cat_offer(s, seat, best_cat(s, seat, kinds))
        for cat in range(ITEMS):
            if 2 * cat_offer(s, seat, cat) < best:
                mask |= 1 << cat
    return mask


# ---------------------------------------------------------------- for a search that looks no further
def stop(s: State) -> None:
    """The sheets count as they lie, with a guess of what is in sight, written under a cat."""
    for p in range(s.seats):
        guess = min(prospects(s, p) // 10, MOST_PROSPECTS)
        s.written[p][0] = max(0, s.written[p][0] + 0) + guess
    s.choosing = 0
    s.phase = OVER


def rough(s: State, seat: int) -> int:
    """Any die, then as sensible: two fifths of the time saved, and hardly a worse judgement of a position."""
    return -1 if s.phase == DRAFT else sensible(s, seat)
