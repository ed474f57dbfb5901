"""How a game ends, step by step, for a screen and for words; on a running game, how it would end now.

Only what lies face up takes part. Plain Python and sets: `scoring.py` is the same for bots, and a test compares them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

from purrlor.games.pocket_cats.rules.state import State
from purrlor.games.pocket_cats.rules.tiles import (
    ARROWS,
    ATTACK,
    CENTRE,
    CHAOS,
    CHAOTICATS,
    CLAN_SIZE,
    CROOKS,
    DEFENDERS,
    DOG,
    FLY,
    GOURMETS,
    LEADER,
    LINE,
    NEAR,
    NEXT,
    NONE,
    PIGEON,
    POLTERKITTIES,
    POWER_CATS,
    PREY,
    VALUE,
    reach,
    turned,
)

CROOK_ATTACK = ATTACK[CLAN_SIZE * CROOKS + LEADER[CROOKS]]


@dataclass(frozen=True)
class Centred:
    """The Defenders' leader swapped places with the tile in the centre (NONE: it is not known)."""

    leader: int
    cell: int
    other: int


@dataclass(frozen=True)
class Turned:
    """Royal Claws' leader turned a dog."""

    dog: int
    cell: int
    quarters: int


@dataclass(frozen=True)
class Bitten:
    """A dog points at these cats; all but a spared Polterkitties' leader are turned down."""

    dog: int
    cell: int
    cats: tuple[int, ...]
    spared: tuple[int, ...]


@dataclass(frozen=True)
class Chaos:
    """So many Chaoticats are face up: each has this attack."""

    seat: int
    number: int
    attack: int


@dataclass(frozen=True)
class Swept:
    """The Crooks' leader turned down these cats."""

    leader: int
    cell: int
    cats: tuple[int, ...]


@dataclass(frozen=True)
class Hunted:
    """A prey, the cats of both clans that attack it, their attack, and the seat that takes it (NONE: nobody)."""

    prey: int
    cell: int
    cats: tuple[tuple[int, ...], tuple[int, ...]]
    attack: tuple[int, int]
    seat: int


@dataclass(frozen=True)
class Joined:
    """The Chaoticats' leader caught `because`, so the other of the two comes along."""

    prey: int
    cell: int
    because: int
    seat: int


@dataclass(frozen=True)
class Counted:
    """One seat's points: single prey by its value, both pigeons and both flies multiplied, the clan's effect."""

    seat: int
    prey: int
    pigeons: int
    flies: int
    effect: int
    tiles: int

    @property
    def points(self) -> int:
        return self.prey + self.pigeons + self.flies + self.effect


Step = Centred | Turned | Bitten | Chaos | Swept | Hunted | Joined | Counted


@dataclass(frozen=True)
class Ending:
    """Cats, prey and dogs are named by tile, places by cell; `where` and `quarter` are as the dogs find them."""

    steps: tuple[Step, ...]
    where: dict[int, int]
    quarter: tuple[int, ...]
    down: frozenset[int]  # cats turned down
    takers: dict[int, int]  # prey caught, and by which seat
    counted: tuple[Counted, Counted]

    @cached_property
    def attacks_beside(self) -> dict[int, tuple[int, int]]:
        """The prey with cats beside it that count, and what attack each seat has there."""
        return {step.prey: step.attack for step in self.steps if isinstance(step, Hunted) and any(step.attack)}


def before(s: State | Position) -> tuple[dict[int, int], list[int]]:
    """Where every face-up tile lay, and how the dogs lay, when the last turn was over and the end had not begun."""
    where = {tile: cell for tile, cell in enumerate(s.where) if cell != NONE}
    quarter = list(s.quarter)
    if s.turned != NONE:
        quarter[s.turned] = (quarter[s.turned] - s.turned_by) % 4
    if s.swapped != NONE:
        exchange(where, CENTRE, s.swapped)
    return where, quarter


def exchange(where: dict[int, int], a: int, b: int) -> None:
    for tile, cell in where.items():
        if cell in (a, b):
            where[tile] = a + b - cell


def tile_on(where: dict[int, int], cell: int) -> int:
    return next((tile for tile, place in where.items() if place == cell), NONE)


def is_in(cells: int, cell: int) -> bool:
    return bool(cells >> cell & 1)


class Position(NamedTuple):
    """All that an ending depends on: every viewer of a table asks for the same one."""

    where: tuple[int, ...]
    quarter: tuple[int, ...]
    clan: tuple[int, ...]
    powers: int
    turned: int
    turned_by: int
    swapped: int


def ending(s: State) -> Ending:
    """The end of this game; while it is not over, as if it ended now and no dog were turned."""
    return ending_of(position(s))


def position(s: State) -> Position:
    where, quarter, clan = tuple(s.where), tuple(s.quarter), tuple(s.clan)
    return Position(where, quarter, clan, s.powers, s.turned, s.turned_by, s.swapped)


@lru_cache(maxsize=1024)
def ending_of(s: Position) -> Ending:
    return Play(s).ending()


class Play:
    """The end under way."""

    def __init__(self, s: Position) -> None:
        self.s = s
        self.where, self.quarter = before(s)
        self.steps: list[Step] = []
        self.down: set[int] = set()
        self.chaos = 0
        self.takers: dict[int, int] = {}

    def ending(self) -> Ending:
        self.centre()
        self.turn()
        self.bite()
        self.fix_chaos()
        self.sweep()
        for prey in range(PREY, DOG):
            if prey in self.where:
                self.hunt(prey)
        self.join()
        counted = (self.count(0), self.count(1))
        self.steps += counted
        return Ending(
            tuple(self.steps), self.where, tuple(self.quarter), frozenset(self.down), dict(self.takers), counted
        )

    # ------------------------------------------------------------ who is who
    def clan_of(self, cat: int) -> int:
        return self.s.clan[cat // CLAN_SIZE]

    def cats(self, seat: int | None = None) -> list[int]:
        """The cats that are face up now."""
        seats = (0, 1) if seat is None else (seat,)
        return [
            cat
            for p in seats
            for cat in range(CLAN_SIZE * p, CLAN_SIZE * p + CLAN_SIZE)
            if cat in self.where and cat not in self.down
        ]

    def leader(self, clan: int) -> int:
        """The leader of this clan if it plays, he has his power and is face up, or NONE."""
        if self.s.powers and clan in self.s.clan:
            cat = CLAN_SIZE * self.s.clan.index(clan) + LEADER[clan]
            if cat in self.where and cat not in self.down:
                return cat
        return NONE

    def attack(self, cat: int) -> int:
        clan = self.clan_of(cat)
        return self.chaos if clan == CHAOTICATS else ATTACK[CLAN_SIZE * clan + cat % CLAN_SIZE]

    # ------------------------------------------------------------ the steps
    def centre(self) -> None:
        leader = self.leader(DEFENDERS)
        if leader != NONE and self.where[leader] != CENTRE:
            cell = self.where[leader]
            self.steps.append(Centred(leader, cell, tile_on(self.where, CENTRE)))
            exchange(self.where, CENTRE, cell)

    def turn(self) -> None:
        if self.s.turned != NONE:
            dog, quarters = DOG + self.s.turned, self.s.turned_by
            self.steps.append(Turned(dog, self.where[dog], quarters))
            self.quarter[self.s.turned] = (self.quarter[self.s.turned] + quarters) % 4

    def bite(self) -> None:
        immune = self.leader(POLTERKITTIES)
        bitten = set()
        for d in range(5):
            if DOG + d in self.where:
                cell = self.where[DOG + d]
                arrows = reach(cell, turned(ARROWS[d], self.quarter[d]), 1)
                cats = [cat for cat in self.cats() if is_in(arrows, self.where[cat])]
                spared = tuple(cat for cat in cats if cat == immune)
                self.steps.append(Bitten(DOG + d, cell, tuple(cat for cat in cats if cat != immune), spared))
                bitten |= set(cats) - {immune}
        self.down |= bitten

    def fix_chaos(self) -> None:
        if CHAOTICATS in self.s.clan:
            seat = self.s.clan.index(CHAOTICATS)
            number = len(self.cats(seat))
            self.chaos = CHAOS[number]
            self.steps.append(Chaos(seat, number, self.chaos))

    def sweep(self) -> None:
        leader = self.leader(CROOKS)
        if leader != NONE:
            near = NEXT[self.where[leader]]
            swept = [cat for cat in self.cats() if is_in(near, self.where[cat]) and self.attack(cat) < CROOK_ATTACK]
            self.steps.append(Swept(leader, self.where[leader], tuple(swept)))
            self.down |= set(swept)

    def hunt(self, prey: int) -> None:
        hunters = tuple(
            tuple(cat for cat in self.cats(seat) if is_in(self.hunting_ground(cat), self.where[prey]))
            for seat in (0, 1)
        )
        attack = tuple(sum(map(self.attack, cats)) for cats in hunters)
        seat = NONE if attack[0] == attack[1] else 0 if attack[0] > attack[1] else 1
        if seat != NONE:
            self.takers[prey] = seat
        self.steps.append(Hunted(prey, self.where[prey], (hunters[0], hunters[1]), (attack[0], attack[1]), seat))

    def hunting_ground(self, cat: int) -> int:
        cell = self.where[cat]
        if cat == self.leader(GOURMETS):
            return NEAR[cell]
        if cat == self.leader(POWER_CATS):
            return LINE[cell]
        return NEXT[cell]

    def join(self) -> None:
        leader = self.leader(CHAOTICATS)
        if leader == NONE:
            return
        seat = leader // CLAN_SIZE
        for pair in (PREY + PIGEON, PREY + FLY):
            for prey, other in ((pair, pair + 1), (pair + 1, pair)):
                if (
                    self.takers.get(prey) == seat
                    and is_in(NEXT[self.where[leader]], self.where[prey])
                    and other in self.where
                    and other not in self.takers
                ):
                    self.takers[other] = seat
                    self.steps.append(Joined(other, self.where[other], prey, seat))

    def count(self, seat: int) -> Counted:
        caught = [prey - PREY for prey, taker in self.takers.items() if taker == seat]
        products, single = [], set(caught)
        for pair in (PIGEON, FLY):
            both = {pair, pair + 1}
            products.append(VALUE[pair] * VALUE[pair + 1] if both <= single else 0)
            single -= both if both <= single else set()
        effect = 0
        if self.s.powers and self.s.clan[seat] == GOURMETS:
            effect = len(caught)
        elif self.s.powers and self.s.clan[seat] == CROOKS:
            effect = len(self.cats(seat))
        return Counted(seat, sum(VALUE[k] for k in single), products[0], products[1], effect, len(caught))
