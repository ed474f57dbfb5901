"""Cached points and prices: every audience's board and story ask for the same ones again and again."""

from __future__ import annotations

from functools import lru_cache

from purrlor.core.cache import Cache
from purrlor.games.cat_cafe.rules.rules import cat_offer, items_in_reach, price, score
from purrlor.games.cat_cafe.rules.sheet import FLOOR_OF, HEXES
from purrlor.games.cat_cafe.rules.state import ITEMS, State

cache: Cache[tuple[object, ...], int] = Cache(10_000)


def points(s: State, seat: int) -> int:
    """`score`: by what it reads of a state."""
    key = (seat, s.mice, *map(tuple, s.sheet[: s.seats]), tuple(s.written[seat]), tuple(s.circled[seat]))
    found = cache.get(key)
    if found is None:
        found = score(s, seat)
        cache.put(key, found)
    return found


@lru_cache(4096)
def cat_offers(sheet: tuple[int, ...]) -> tuple[int, ...]:
    """`cat_offer` of every cat, by the sheet it reads."""
    s = State()
    s.sheet[0] = list(sheet)
    return tuple(cat_offer(s, 0, cat) for cat in range(ITEMS))


def reach(s: State, seat: int) -> int:
    """`items_in_reach`: by what it reads of a state."""
    return made_reach(s.own[seat], s.central, s.paws[seat], s.filled[seat], tuple(s.written[seat]))


@lru_cache(4096)
def made_reach(own: int, central: int, paws: int, filled: int, written: tuple[int, ...]) -> int:
    s = State()
    s.own[0], s.central, s.paws[0], s.filled[0], s.written[0] = own, central, paws, filled, list(written)
    return items_in_reach(s, 0)


@lru_cache(4096)
def free_floors(filled: int) -> tuple[int, ...]:
    """The floors with a free hex."""
    return tuple(sorted({FLOOR_OF[h] for h in range(HEXES) if not filled >> h & 1}))


@lru_cache(8192)
def cheapest(own: int, central: int, item: int, filled: int) -> int | None:
    """Paws for this item on the nearest floor that has a free hex; None where there is none."""
    return min((price(own, central, item, floor) for floor in free_floors(filled)), default=None)
