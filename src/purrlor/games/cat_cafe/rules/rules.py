"""Cat Café, 2 to 4 players: the rules.

Each round the dice are drafted one by one; then all draw or pass at once, and nobody sees another's choice before all
have chosen. A choice is made in up to three steps: what to draw (or pass), in which hex, and after a house which cat.
"""

from __future__ import annotations

from purrlor.core.chance import below
from purrlor.core.seats import count, first
from purrlor.games.cat_cafe.rules.hidden_information import hide, redeal
from purrlor.games.cat_cafe.rules.sheet import (
    FLOOR_OF,
    FLOORS_HEXES,
    HEXES,
    LARGER_NUMBER,
    NEXT,
    SMALLER_NUMBER,
    TOWER_HEXES,
    TOWERS,
)
from purrlor.games.cat_cafe.rules.state import (
    BOWL,
    BUTTERFLY,
    BY_FIRST,
    CAP,
    CUSHION,
    DRAFT,
    DRAW,
    HOUSE,
    ITEMS,
    LARGER,
    LAST_ROUND,
    MOST,
    MOUSE,
    NONE,
    OVER,
    PASS,
    PAWS,
    SMALLER,
    UNDECIDED,
    YARN,
    State,
)

__all__ = [
    "BOUND",
    "REVISION",
    "SEATS",
    "State",
    "apply",
    "hide",
    "legal",
    "redeal",
    "reveals",
    "score",
    "start",
    "waiting",
    "winners",
]

REVISION = 1
SEATS = (2, 4)
SMALL_FACES = 3  # of a die in the small variants
# 50 dice and 50 choices each; nobody draws more than 22 items (the 22nd completes a third tower), 6 of them houses
BOUND = 4 * (50 + 50 + 22 + 6)


# ---------------------------------------------------------------- the game
def start(s: State) -> None:
    for p in range(MOST):
        s.filled[p] = 0
        s.spent[p] = 1 if s.small and p < s.seats else 0  # a small variant has no paw to begin with
        s.paws[p] = 1 - s.spent[p]
        s.blank[p] = PAWS - 1
        for h in range(HEXES):
            s.sheet[p][h] = 0
        for k in range(ITEMS):
            s.written[p][k] = UNDECIDED
        for t in range(TOWERS):
            s.circled[p][t] = NONE
            s.crossed[p][t] = 0
    forget_choices(s)
    s.choosing = 0
    s.round = 1
    s.first = 0
    roll(s)


def forget_choices(s: State) -> None:
    for p in range(MOST):
        s.item[p] = UNDECIDED
        s.hex[p] = UNDECIDED
        s.cat[p] = UNDECIDED
        s.paid[p] = 0


def waiting(s: State) -> int:
    if s.phase == DRAFT:
        return 1 << s.turn
    return s.choosing + 0


def legal(s: State, seat: int) -> int:
    if not waiting(s) >> seat & 1:
        return 0
    if s.phase == DRAFT:
        return dice_on_table(s)
    if s.item[seat] == UNDECIDED:
        return items_in_reach(s, seat) | 1 << PASS
    if s.hex[seat] == UNDECIDED:
        return hexes_in_reach(s, seat, s.item[seat])
    return cats_left(s, seat)


def apply(s: State, seat: int, action: int) -> None:
    if s.phase == DRAFT:
        take_die(s, seat, action + 1)
        return
    if is_last_step(s, seat, action):
        s.choosing ^= 1 << seat
    if s.item[seat] == UNDECIDED:
        s.item[seat] = action
    elif s.hex[seat] == UNDECIDED:
        s.hex[seat] = action
    else:
        s.cat[seat] = action
    if s.choosing == 0:
        for p in range(s.seats):
            draw_or_pass(s, p)
        circle_towers(s)
        end_round(s)


# ---------------------------------------------------------------- 1. the draft
def roll(s: State) -> None:
    """The first player rolls one die more than there are players."""
    for k in range(6):
        s.table[k] = 0
    for _ in range(s.seats + 1):
        s.table[below(s, SMALL_FACES if s.small else 6)] += 1
    for p in range(MOST):
        s.own[p] = 0
    s.central = 0
    s.turn = s.first
    s.phase = DRAFT


def dice_on_table(s: State) -> int:
    """The values less 1 as a mask: equal dice are one choice."""
    mask = 0
    for k in range(6):
        if s.table[k]:
            mask |= 1 << k
    return mask


def take_die(s: State, seat: int, value: int) -> None:
    s.table[value - 1] -= 1
    s.own[seat] = value
    s.turn = (seat + 1) % s.seats
    if s.turn == s.first:
        s.central = first(dice_on_table(s)) + 1
        forget_choices(s)
        s.choosing = (1 << s.seats) - 1
        s.phase = DRAW


# ---------------------------------------------------------------- 2. draw or pass
def price(own: int, central: int, item: int, floor: int) -> int:
    """Paws for this item on this floor: one die names the item, the other the floor, each paw changes one by 1."""
    return min(abs(item - own) + abs(floor - central), abs(item - central) + abs(floor - own))


def cost(s: State, seat: int, item: int, floor: int) -> int:
    return price(s.own[seat], s.central, item, floor)


def items_in_reach(s: State, seat: int) -> int:
    """What can be drawn somewhere with the paws there are; without a cat left no house."""
    mask = 0
    for item in range(1, ITEMS + 1):
        if hexes_in_reach(s, seat, item):
            mask |= 1 << item
    if mask >> HOUSE & 1 and not cats_left(s, seat):
        mask ^= 1 << HOUSE
    return mask


def hexes_in_reach(s: State, seat: int, item: int) -> int:
    """Where this item can be drawn with the paws there are."""
    floors = floors_in_reach(s.own[seat], s.central, s.paws[seat], item)
    return FLOORS_HEXES[floors] & ~s.filled[seat]


def floors_in_reach(own: int, central: int, paws: int, item: int) -> int:
    """One die names the item, which costs its distance; the paws that remain move the other die to a floor."""
    by_central = values_in_reach(central, paws - abs(item - own))
    by_own = values_in_reach(own, paws - abs(item - central))
    return by_central | by_own


def values_in_reach(value: int, paws: int) -> int:
    """What a die of this value can name with so many paws (below 0: nothing), as a mask of the bits 1 to 6.

    a 3 and 1 paw     bit 6543210
    2 × 1 + 1 ones        0000111
    from bit 3 on         0111000
    1 lower               0011100   2, 3 or 4
    """
    ones = (1 << max(2 * paws + 1, 0)) - 1
    return (ones << value >> max(paws, 0)) & 0b1111110


def cats_left(s: State, seat: int) -> int:
    """The cats that have not been scored, as a mask."""
    mask = 0
    for k in range(ITEMS):
        if s.written[seat][k] == UNDECIDED:
            mask |= 1 << k
    return mask


def is_last_step(s: State, seat: int, action: int) -> int:
    """Whether this seat's choice is complete with that action."""
    if s.item[seat] == UNDECIDED:
        return 1 if action == PASS else 0
    return 1 if s.item[seat] != HOUSE or s.hex[seat] != UNDECIDED else 0


def draw_or_pass(s: State, seat: int) -> None:
    item = s.item[seat]
    if item == PASS:
        circle_paws(s, seat, 3)
        return
    h = s.hex[seat]
    paid = cost(s, seat, item, FLOOR_OF[h])
    s.paid[seat] = paid
    s.paws[seat] -= paid
    s.spent[seat] += paid
    s.sheet[seat][h] = item
    s.filled[seat] |= 1 << h
    if item == HOUSE:
        cat = s.cat[seat]
        s.written[seat][cat] = cat_points(s, seat, cat)
    elif item == BUTTERFLY:
        circle_paws(s, seat, 2)


def circle_paws(s: State, seat: int, wanted: int) -> None:
    """Fewer left: what is left. A crossed paw never comes back."""
    paws = min(wanted, s.blank[seat] + 0)
    s.blank[seat] -= paws
    s.paws[seat] += paws


def cat_points(s: State, seat: int, cat: int) -> int:
    """What this cat brings now: 2 for every item of its kind on the sheet."""
    return 2 * count(hexes_with(s, seat, cat + 1))


def cat_offer(s: State, seat: int, cat: int) -> int:
    """What this cat would bring after one more house, which counts too."""
    return cat_points(s, seat, cat) + (2 if cat + 1 == HOUSE else 0)


def hexes_with(s: State, seat: int, item: int) -> int:
    mask = 0
    for h in range(HEXES):
        if s.sheet[seat][h] == item:
            mask |= 1 << h
    return mask


# ---------------------------------------------------------------- 3. towers
def circle_towers(s: State) -> None:
    """Everybody who completed a tower this round circles one of its numbers.

    The larger one needs a house in the tower, and must not have been crossed out in an earlier round. It is crossed
    out for the others when somebody circles it; with `towers` = first, already when somebody completes the tower.
    """
    for t in range(TOWERS):
        whole = TOWER_HEXES[t]
        is_completed = 0
        is_taken = 0
        for p in range(s.seats):
            if s.filled[p] & whole == whole and s.circled[p][t] == NONE:
                is_completed = 1
                s.circled[p][t] = SMALLER
                if not s.crossed[p][t] and hexes_with(s, p, HOUSE) & whole:
                    s.circled[p][t] = LARGER
                    is_taken = 1
        if is_taken or (is_completed and s.towers == BY_FIRST):
            for p in range(s.seats):
                if s.circled[p][t] != LARGER:
                    s.crossed[p][t] = 1


def complete_towers(s: State, seat: int) -> int:
    n = 0
    for t in range(TOWERS):
        if s.circled[seat][t] != NONE:
            n += 1
    return n


# ---------------------------------------------------------------- 4. the end
def end_round(s: State) -> None:
    s.phase = OVER if s.round == (s.small if s.small else LAST_ROUND) else DRAFT
    for p in range(s.seats):
        if complete_towers(s, p) >= 3:
            s.phase = OVER
    if s.phase == DRAFT:
        s.round += 1
        s.first = (s.first + 1) % s.seats
        roll(s)


# ---------------------------------------------------------------- scoring
def house_points(s: State, seat: int) -> int:
    """The numbers written under the cats."""
    points = 0
    for k in range(ITEMS):
        points += max(0, s.written[seat][k] + 0)
    return points


def yarn_points(s: State, seat: int) -> int:
    """In each tower 8 for having the most (equal or not), 3 for having any."""
    points = 0
    yarn = hexes_with(s, seat, YARN)
    if yarn == 0:
        return 0
    beaten = 0
    for q in range(s.seats):
        if q != seat:
            other = hexes_with(s, q, YARN)
            for t in range(TOWERS):
                if count(other & TOWER_HEXES[t]) > count(yarn & TOWER_HEXES[t]):
                    beaten |= 1 << t
    for t in range(TOWERS):
        if yarn & TOWER_HEXES[t]:
            points += 3 if beaten >> t & 1 else 8
    return points


def butterfly_points(s: State, seat: int) -> int:
    return 3 * count(hexes_with(s, seat, BUTTERFLY))


def bowl_points(s: State, seat: int) -> int:
    """1 for each different item among a bowl's neighbours; a neighbouring bowl is a kind like any other."""
    points = 0
    bowls = hexes_with(s, seat, BOWL)
    if bowls == 0:
        return 0
    for item in range(1, ITEMS + 1):
        kind = hexes_with(s, seat, item)
        rest = bowls
        while rest:
            if NEXT[first(rest)] & kind:
                points += 1
            rest &= rest - 1
    return points


def cushion_points(s: State, seat: int) -> int:
    """A cushion brings its floor."""
    points = 0
    for h in range(HEXES):
        if s.sheet[seat][h] == CUSHION:
            points += FLOOR_OF[h]
    return points


def mouse_points(s: State, seat: int) -> int:
    """Each connected group by its size."""
    points = 0
    mice = hexes_with(s, seat, MOUSE)
    while mice:
        group = mice & -mice
        edge = group
        while edge:
            near = NEXT[first(edge)] & mice & ~group
            edge = (edge & edge - 1) | near
            group |= near
        mice &= ~group
        points += group_points(s, count(group))
    return points


def group_points(s: State, n: int) -> int:
    """2, 6, 12, 20 for one to four mice; more bring no more, or with `mice` = chains begin another four."""
    if s.mice == CAP:
        n = min(n, 4)
    return 20 * (n // 4) + n % 4 * (n % 4 + 1)


def tower_points(s: State, seat: int) -> int:
    """The circled numbers."""
    points = 0
    for t in range(TOWERS):
        if s.circled[seat][t] == LARGER:
            points += LARGER_NUMBER[t]
        elif s.circled[seat][t] == SMALLER:
            points += SMALLER_NUMBER[t]
    return points


def score(s: State, seat: int) -> int:
    return (
        house_points(s, seat)
        + yarn_points(s, seat)
        + butterfly_points(s, seat)
        + bowl_points(s, seat)
        + cushion_points(s, seat)
        + mouse_points(s, seat)
        + tower_points(s, seat)
    )


def winners(s: State) -> int:
    """Equal points share the victory."""
    best = -1
    mask = 0
    for p in range(s.seats):
        points = score(s, p)
        if points > best:
            best = points
            mask = 0
        if points == best:
            mask |= 1 << p
    return mask


# ---------------------------------------------------------------- secrets
def reveals(s: State, seat: int, action: int) -> int:
    """The last seat's last step shows what everybody chose."""
    return 1 if s.phase == DRAW and s.choosing == 1 << seat and is_last_step(s, seat, action) else 0
