"""The end of a game from the dogs on: steps 2 to 7 of the rules, for the tiles that lie face up.

Sets of cells, of cats and of prey tiles are bit masks: this is the inner loop of every bot.
"""

from __future__ import annotations

from purrlor.core.seats import count
from purrlor.games.pocket_cats.rules.state import State
from purrlor.games.pocket_cats.rules.tiles import (
    ALL,
    ATTACK,
    BITE,
    CELLS,
    CHAOS,
    CHAOTICATS,
    CLAN_SIZE,
    CORNER,
    CROOKS,
    DOG,
    EVERY_PREY,
    FLY,
    GOURMETS,
    KINDS,
    LEADER,
    LINE,
    NEAR,
    NEXT,
    NONE,
    PAIR,
    PIGEON,
    POLTERKITTIES,
    POWER_CATS,
    PREY,
    VALUE,
)

BYTE = 0xFF
CROOK = ATTACK[CLAN_SIZE * CROOKS + LEADER[CROOKS]]


def count_board(s: State) -> int:
    """Points of both seats and prey tiles of both, a byte each: see `points_in` and `tiles_in`."""
    bitten = bites(s)
    cats = 0  # cells of seat 0's cats, and 25 bits higher those of seat 1's
    chaos = 0
    for p in range(2):
        left = unbitten(s, p, bitten)
        cats |= left << CELLS * p
        if s.clan[p] == CHAOTICATS:
            chaos = CHAOS[count(left)]  # fixed now: the Crooks' leader, who comes next, does not change it
    swept = sweep(s, cats & ALL | cats >> CELLS, chaos)
    cats &= ~(swept | swept << CELLS)
    won = catch(s, cats & ALL | cats >> CELLS, chaos)
    counted = 0
    for p in range(2):
        mine = won >> KINDS * p & EVERY_PREY
        mine |= partners(s, p, cats >> CELLS * p & ALL, mine, won >> KINDS * (1 - p))
        points = worth(mine) + extra(s, p, cats >> CELLS * p & ALL, mine)
        counted |= points << 8 * p | count(mine) << 16 + 8 * p
    return counted


def points_in(counted: int, seat: int) -> int:
    return counted >> 8 * seat & BYTE


def tiles_in(counted: int, seat: int) -> int:
    return counted >> 16 + 8 * seat & BYTE


def bites(s: State) -> int:
    """Every cell that an arrow of a face-up dog points at."""
    cells = 0
    for d in range(5):
        c = s.where[DOG + d] + 0
        if c != NONE:
            cells |= BITE[4 * d + s.quarter[d]] << c >> CORNER & NEAR[c]
    return cells


def unbitten(s: State, seat: int, bitten: int) -> int:
    """The cells of this clan's cats that are face up after the dogs."""
    cells = 0
    for k in range(CLAN_SIZE):
        c = s.where[CLAN_SIZE * seat + k] + 0
        if c != NONE:
            cells |= 1 << c
    if s.clan[seat] == POLTERKITTIES:
        bitten &= ~leader(s, seat, cells)
    return cells & ~bitten


def leader(s: State, seat: int, cats: int) -> int:
    """The leader's cell as a set, empty unless he is among these cats and has his power."""
    c = s.where[CLAN_SIZE * seat + LEADER[s.clan[seat]]] + 0
    return 1 << c & cats if s.powers and c != NONE else 0


def attack_of(s: State, tile: int, chaos: int) -> int:
    seat = 1 if tile >= CLAN_SIZE else 0
    attack = ATTACK[CLAN_SIZE * (s.clan[seat] - seat) + tile]
    return attack if attack else chaos


def sweep(s: State, cats: int, chaos: int) -> int:
    """The cats that the Crooks' leader turns down, all at once and from his own clan too."""
    chief = 0
    for p in range(2):
        if s.clan[p] == CROOKS:
            chief = leader(s, p, cats)
    swept = 0
    if chief:
        near = NEXT[count(chief - 1)] & cats
        while near:
            cat = near & -near
            if attack_of(s, s.tile[count(cat - 1)] + 0, chaos) < CROOK:
                swept |= cat
            near &= near - 1
    return swept


def catch(s: State, cats: int, chaos: int) -> int:
    """The prey tiles that seat 0 takes by attack, and ten bits higher those of seat 1."""
    far = 0
    for p in range(2):
        far |= far_reach(s, p, cats) << CELLS * p
    won = 0
    for k in range(KINDS):
        c = s.where[PREY + k] + 0
        if c != NONE:
            lead = 0
            near = NEXT[c] & cats
            while near:
                tile = s.tile[count((near & -near) - 1)] + 0
                attack = attack_of(s, tile, chaos)
                lead += attack if tile < CLAN_SIZE else -attack
                near &= near - 1
            for p in range(2):
                if far >> c + CELLS * p & 1:
                    attack = ATTACK[CLAN_SIZE * s.clan[p] + LEADER[s.clan[p]]]
                    lead += attack if p == 0 else -attack
            won |= (1 if lead > 0 else 0) << k | (1 if lead < 0 else 0) << KINDS + k
    return won


def far_reach(s: State, seat: int, cats: int) -> int:
    """Where a face-up leader attacks beyond his four neighbours."""
    clan = s.clan[seat] + 0
    if clan != GOURMETS and clan != POWER_CATS:
        return 0
    chief = leader(s, seat, cats)
    if chief == 0:
        return 0
    c = count(chief - 1)
    return (NEAR[c] if clan == GOURMETS else LINE[c]) & ~NEXT[c]


def partners(s: State, seat: int, cats: int, won: int, lost: int) -> int:
    """What the Chaoticats' leader adds: for a pigeon he attacked the other one, for a fly likewise."""
    if s.clan[seat] != CHAOTICATS:
        return 0
    chief = leader(s, seat, cats)
    taken = 0
    for k in range(PIGEON, FLY + 2):
        c = s.where[PREY + k] + 0
        other = k ^ 1
        if won >> k & 1 and NEXT[c] & chief and s.where[PREY + other] != NONE and not lost >> other & 1:
            taken |= 1 << other
    return taken


def worth(won: int) -> int:
    """Points of a set of prey tiles; both pigeons, both flies multiply."""
    points = 0
    for k in range(KINDS):
        points += VALUE[k] * (won >> k & 1)
    if won >> PIGEON & PAIR == PAIR:
        points += VALUE[PIGEON] * VALUE[PIGEON + 1] - VALUE[PIGEON] - VALUE[PIGEON + 1]
    if won >> FLY & PAIR == PAIR:
        points += VALUE[FLY] * VALUE[FLY + 1] - VALUE[FLY] - VALUE[FLY + 1]
    return points


def extra(s: State, seat: int, cats: int, won: int) -> int:
    """Clan effects at the end: Gourmets by the tile caught, Crooks by the cat still face up."""
    if not s.powers:
        return 0
    clan = s.clan[seat] + 0
    return count(won) if clan == GOURMETS else count(cats) if clan == CROOKS else 0
