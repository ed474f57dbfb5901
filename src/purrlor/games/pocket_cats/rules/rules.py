"""Pocket Cats: the rules, in the rulebook's order. The end from the dogs on is in `scoring.py`."""

from __future__ import annotations

from purrlor.core.chance import below, shuffle
from purrlor.games.pocket_cats.rules.hidden_information import hide, redeal
from purrlor.games.pocket_cats.rules.scoring import count_board, points_in, tiles_in
from purrlor.games.pocket_cats.rules.small_board import MIDDLE, TURNS_LEFT, lay_small
from purrlor.games.pocket_cats.rules.state import (
    BOTH,
    DOGS,
    EXPERT,
    FIRST,
    FLIP,
    FREE,
    GO_ON,
    HAUNT,
    INSTEAD,
    KEEP,
    LEAVE,
    LIMITED,
    MOVE,
    OVER,
    PAUSE,
    PICK,
    TURN_DOG,
    TURNS,
    State,
    all_cards,
    draw_cards,
)
from purrlor.games.pocket_cats.rules.tiles import (
    ALL,
    CELLS,
    CENTRE,
    CLAN_SIZE,
    DEFENDERS,
    DOG,
    GOURMETS,
    LEADER,
    LEAP,
    LINE,
    NEAR,
    NEXT,
    NONE,
    POLTERKITTIES,
    POWER_CATS,
    PREY,
    ROYAL_CLAWS,
    SLANT,
    TILES,
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
SEATS = (2, 2)
# Two games of two picks, 24 flips, 24 swaps, 9 prey moved instead (the first prey seen has no other), a turned dog;
# two to go on.
BOUND = 2 * (2 + 24 + 24 + 9 + 1) + 2


# ---------------------------------------------------------------- setup
def start(s: State) -> None:
    s.game = 0
    for p in range(2):
        s.earlier_points[p] = 0
        s.earlier_caught[p] = 0
    set_up(s)


def set_up(s: State) -> None:
    """One game: clear the table and hand out clan cards as the option says. Who picks first moves first."""
    s.down = 0
    s.turn = s.game
    s.turns = 0
    s.flipped = NONE
    s.other = NONE
    s.ready = 0
    s.swapped = NONE
    s.turned = NONE
    s.turned_by = 0
    for p in range(2):
        s.clan[p] = NONE
        s.hand[p] = 0
        s.choice[p] = NONE
        s.points[p] = 0
        s.caught[p] = 0
    for c in range(CELLS):
        s.tile[c] = c
        s.where[c] = NONE
    for d in range(5):
        s.quarter[d] = 0
    if s.clans == FIRST:
        s.clan[0] = ROYAL_CLAWS
        s.clan[1] = GOURMETS
        lay_out(s)
    elif s.clans == LIMITED:
        s.stage = KEEP
        s.hand[0] = draw_cards(s, all_cards(s), 3)
        s.hand[1] = draw_cards(s, all_cards(s) & ~s.hand[0], 3)
    else:
        s.stage = PICK
        if s.clans == EXPERT:
            s.hand[s.turn] = draw_cards(s, all_cards(s), 3)


def lay_out(s: State) -> None:
    """Both clans are known: shuffle all tiles face down, dogs turned anyhow, and turn the centre up."""
    s.stage = FLIP
    s.turn = s.game
    if s.small:
        lay_small(s)
        s.turns = TURNS - TURNS_LEFT[s.small]
        s.turn = s.turns % 2
        return
    shuffle(s, s.tile, CELLS)
    for d in range(5):
        s.quarter[d] = below(s, 4)
    s.down = ALL & ~(1 << CENTRE)
    s.where[s.tile[CENTRE]] = CENTRE


# ---------------------------------------------------------------- who decides, and what
def waiting(s: State) -> int:
    if s.stage == OVER:
        return 0
    if s.stage == PAUSE:
        return BOTH & ~s.ready
    if s.stage == KEEP:
        return (1 if s.choice[0] == NONE else 0) | (2 if s.choice[1] == NONE else 0)
    return 1 << s.turn


def legal(s: State, seat: int) -> int:
    if not waiting(s) >> seat & 1:
        return 0
    if s.stage == FLIP:
        return s.down + 0
    if s.stage == MOVE:
        return targets(s, seat, s.flipped + 0) & (MIDDLE if s.small else -1)
    if s.stage == HAUNT:
        return NEAR[s.other]
    if s.stage == TURN_DOG:
        return dog_turns(s, seat)
    if s.stage == PAUSE:
        return 1 << GO_ON
    if s.stage == PICK and s.clans == FREE:
        taken = s.clan[1 - seat] + 0
        return all_cards(s) if taken == NONE else all_cards(s) & ~(1 << taken)
    return s.hand[seat] + 0


def targets(s: State, seat: int, cell: int) -> int:
    """Where the tile just turned up may go: the permanent effects are those of the seat that turned it up."""
    tile = s.tile[cell] + 0
    clan = s.clan[seat] + 0
    if tile >= DOG:
        return LINE[cell]
    if tile >= PREY:
        if s.powers and clan == POLTERKITTIES:
            return NEAR[cell] | (face_up(s, PREY, DOG) & ~(1 << cell)) << INSTEAD
        return NEAR[cell]
    if s.powers:
        if clan == ROYAL_CLAWS:
            return LEAP[cell] | face_up(s, DOG, TILES)
        if clan == DEFENDERS:
            return LEAP[cell] | SLANT[cell]
        if clan == POWER_CATS:
            return LEAP[cell] | 1 << cell
    return LEAP[cell]


def face_up(s: State, low: int, high: int) -> int:
    """The cells where one of these tiles lies face up."""
    cells = 0
    for tile in range(low, high):
        if s.where[tile] != NONE:
            cells |= 1 << s.where[tile]
    return cells


def dog_turns(s: State, seat: int) -> int:
    cell = leader_cell(s, seat)
    mask = 1 << LEAVE
    for side in range(4):
        if dog_beside(s, cell, side) != NONE:
            mask |= 0b111 << 1 + 3 * side
    return mask


def leader_cell(s: State, seat: int) -> int:
    """Where this clan's leader lies face up, or NONE."""
    return s.where[CLAN_SIZE * seat + LEADER[s.clan[seat]]] + 0


def dog_beside(s: State, cell: int, side: int) -> int:
    """The cell of the dog N, E, S or W (0 to 3) of this cell, or NONE."""
    c = cell - 5 if side == 0 else cell + 1 if side == 1 else cell + 5 if side == 2 else cell - 1
    if c < 0 or c >= CELLS or not NEXT[cell] >> c & 1 or s.tile[c] < DOG:
        return NONE
    return c


# ---------------------------------------------------------------- a turn
def apply(s: State, seat: int, action: int) -> None:
    if s.stage == FLIP:
        s.down = s.down & ~(1 << action)
        s.where[s.tile[action]] = action
        s.flipped = action
        s.stage = MOVE
    elif s.stage == MOVE:
        if action >= INSTEAD:
            s.other = action - INSTEAD
            s.stage = HAUNT
        else:
            swap(s, s.flipped + 0, action)
            end_turn(s, seat)
    elif s.stage == HAUNT:
        swap(s, s.other + 0, action)
        end_turn(s, seat)
    elif s.stage == TURN_DOG:
        turn_dog(s, seat, action)
    elif s.stage == PAUSE:
        go_on(s, seat)
    else:
        choose_clan(s, seat, action)
    if s.stage == DOGS:
        finish(s)


def swap(s: State, a: int, b: int) -> None:
    """The tile on a, which is face up, with any other; a face-down one stays face down and unseen."""
    mine = s.tile[a] + 0
    other = s.tile[b] + 0
    s.tile[a] = other
    s.tile[b] = mine
    s.where[mine] = b
    if s.down >> b & 1:
        s.down = s.down ^ (1 << a | 1 << b)
    else:
        s.where[other] = a


def end_turn(s: State, seat: int) -> None:
    s.flipped = NONE
    s.other = NONE
    s.turns += 1
    if s.turns < TURNS:
        s.turn = 1 - seat
        s.stage = FLIP
    else:
        before_the_dogs(s)


def choose_clan(s: State, seat: int, clan: int) -> None:
    if s.stage == KEEP:
        s.choice[seat] = clan
        if s.choice[1 - seat] == NONE:
            return
        for p in range(2):
            s.clan[p] = s.choice[p]
            s.choice[p] = NONE
    else:
        s.clan[seat] = clan
        if s.clan[1 - seat] == NONE:
            s.hand[1 - seat] = s.hand[seat] & ~(1 << clan)  # the free choice has no cards to hand over
            s.hand[seat] = 0
            s.turn = 1 - seat
            return
    s.hand[0] = 0
    s.hand[1] = 0
    lay_out(s)


# ---------------------------------------------------------------- the end
def before_the_dogs(s: State) -> None:
    """Step 1. The Defenders' leader (attack 9) comes before Royal Claws' (5)."""
    s.stage = DOGS
    if s.powers:
        for p in range(2):
            if s.clan[p] == DEFENDERS:
                cell = leader_cell(s, p)
                if cell != CENTRE:
                    s.swapped = cell
                    swap(s, cell, CENTRE)
        for p in range(2):
            if s.clan[p] == ROYAL_CLAWS:
                if dog_turns(s, p) != 1 << LEAVE:
                    s.turn = p
                    s.stage = TURN_DOG


def turn_dog(s: State, seat: int, action: int) -> None:
    if action != LEAVE:
        dog = s.tile[dog_beside(s, leader_cell(s, seat), (action - 1) // 3)] - DOG
        s.turned = dog
        s.turned_by = (action - 1) % 3 + 1
        s.quarter[dog] = (s.quarter[dog] + s.turned_by) % 4
    s.stage = DOGS


def finish(s: State) -> None:
    counted = count_board(s)
    for p in range(2):
        s.points[p] = points_in(counted, p)
        s.caught[p] = tiles_in(counted, p)
    s.turn = s.game
    s.stage = PAUSE if s.clans == EXPERT and s.game == 0 else OVER


def go_on(s: State, seat: int) -> None:
    s.ready = s.ready | 1 << seat
    if s.ready == BOTH:
        for p in range(2):
            s.earlier_points[p] = s.points[p]
            s.earlier_caught[p] = s.caught[p]
        s.game = 1
        set_up(s)


def score(s: State, seat: int) -> int:
    """Points of the games that have ended."""
    return s.earlier_points[seat] + s.points[seat]


def winners(s: State) -> int:
    """More points win; then more prey tiles; then the win is shared."""
    points = s.earlier_points[0] + s.points[0] - s.earlier_points[1] - s.points[1]
    tiles = s.earlier_caught[0] + s.caught[0] - s.earlier_caught[1] - s.caught[1]
    lead = points if points else tiles
    return 0b01 if lead > 0 else 0b10 if lead < 0 else BOTH


# ---------------------------------------------------------------- secrets
def reveals(s: State, seat: int, action: int) -> int:
    if s.stage == FLIP:
        return 1
    if s.stage == KEEP:
        return 0 if s.choice[1 - seat] == NONE else 1
    if s.stage == PICK:
        return 1 if s.clans == EXPERT else 0
    return 0
