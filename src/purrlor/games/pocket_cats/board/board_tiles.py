"""The 25 cells of the board, ready to be drawn: what is printed, what can be chosen, what would happen at the end.

    state ─► common_keys ─┐  the same for all viewers: tile, face, part in the turn
             choices ─────┴► cell_keys ─► `tiles`, a cache ─► 25 tiles
                             one a cell    a miss: `laid` makes the tile

Equal keys give the same object, so the template draws a tile once for all screens. `laid` may read only what is in the
key: otherwise a screen would show an old tile.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from purrlor.core.cache import Cache
from purrlor.core.language import Translations
from purrlor.core.seats import members
from purrlor.games.pocket_cats.rules.rules import leader_cell
from purrlor.games.pocket_cats.rules.state import FLIP, HAUNT, INSTEAD, MOVE, OVER, PAUSE, State
from purrlor.games.pocket_cats.rules.tiles import (
    ALL,
    ARROWS,
    ATTACK,
    BITE,
    CELLS,
    CHAOTICATS,
    CLAN_SIZE,
    CORNER,
    DEFENDERS,
    DOG,
    FLY,
    LEADER,
    LEAP,
    LINE,
    NEAR,
    NONE,
    PIGEON,
    POLTERKITTIES,
    PREY,
    TILES,
    VALUE,
    reach,
    turned,
)
from purrlor.games.pocket_cats.words.ending import Bitten, Chaos, Ending, position
from purrlor.games.pocket_cats.words.labels import about, label, on_table, why_not
from purrlor.games.pocket_cats.words.names import clan_name, tile_name
from purrlor.games.pocket_cats.words.story import listed
from purrlor.games.pocket_cats.words.tile_letters import cell_name


class Tile(dict[str, object]):
    """One cell as it is drawn. Equal ones are the same object, so that a drawing of it can be kept."""

    __hash__ = object.__hash__  # type: ignore[assignment]


MOST = 16_384
NOT_ASKED: tuple[tuple[int, ...], ...] = ((),) * CELLS
tiles: Cache[tuple[object, ...], Tile] = Cache(MOST)


def board_cells(
    s: State, viewer: int, t: Translations, names: Sequence[str], choices: Sequence[int], end: Ending
) -> list[dict[str, object]]:
    """One entry a cell, row by row."""
    found: list[dict[str, object]] = []
    recent = tiles.younger.get  # most are there: a call for each of 25 would take longer than to look
    for cell, key in enumerate(cell_keys(s, viewer, t, names, choices, end)):
        tile = recent(key) or tiles.get(key)
        if tile is None:
            tile = Tile(laid(s, viewer, cell, t, names, choices, end))
            tiles.put(key, tile)
        found.append(tile)
    return found


def cell_keys(
    s: State, viewer: int, t: Translations, names: Sequence[str], choices: Sequence[int], end: Ending
) -> Iterator[tuple[object, ...]]:
    """For every cell all that its look depends on, and nothing else: `laid` must read no more than this."""
    places = turn_of_cells(s, viewer, choices)
    for cell, (tile, face, state) in enumerate(common_keys(s, names, end)):
        yield (t, cell, tile, face, state, places[cell])


recent_cells: Cache[tuple[object, ...], tuple[tuple[int, tuple[object, ...], str], ...]] = Cache(256)


def common_keys(s: State, names: Sequence[str], end: Ending) -> tuple[tuple[int, tuple[object, ...], str], ...]:
    """What is the same for everybody who looks, and in every language: the tile, its face, its part in the turn."""
    takers = tuple(names) if s.stage in (PAUSE, OVER) else ()
    key = (position(s), tuple(s.tile), s.down, s.stage, s.flipped, s.other, takers)
    found = recent_cells.get(key)
    if found is None:
        found = tuple(make_common_keys(s, names, end))
        recent_cells.put(key, found)
    return found


def make_common_keys(s: State, names: Sequence[str], end: Ending) -> Iterator[tuple[int, tuple[object, ...], str]]:
    cats, is_over = prey_of_dogs(s), s.stage in (PAUSE, OVER)
    bites = {step.dog: step.cats for step in end.steps if isinstance(step, Bitten)}
    chaos = next((step.attack for step in end.steps if isinstance(step, Chaos)), 0)
    beside = end.attacks_beside
    for cell in range(CELLS):
        tile = NONE if s.down >> cell & 1 else s.tile[cell]
        face: tuple[object, ...]
        if tile == NONE:
            face = ()
        elif tile >= DOG:
            dog = tile - DOG
            threat = BITE[4 * dog + s.quarter[dog]] << cell >> CORNER & NEAR[cell]
            face = (s.quarter[dog], cats & threat, bites[tile], (*s.clan, s.powers) if bites[tile] else ())
        elif tile >= PREY:
            taker = end.takers.get(tile, NONE)
            name = names[taker] if is_over and taker != NONE else ""
            face = (taker, *s.clan, beside.get(tile), name) if taker != NONE or tile in beside else ()
        else:
            bitten = [dog for dog, victims in bites.items() if tile in victims]
            face = (s.clan[tile // CLAN_SIZE], s.powers, *bitten, tile in end.down, chaos, is_over)
        yield tile, face, state_of(s, cell)


def turn_of_cells(s: State, viewer: int, choices: Sequence[int]) -> Sequence[tuple[int, ...]]:
    """For every cell what `choice` depends on beside the tile itself."""
    if not choices or s.stage not in (FLIP, MOVE, HAUNT):
        return NOT_ASKED
    moving = NONE if s.stage == FLIP else s.tile[chosen_cell(s)]
    kind = 0 if moving < PREY else 1 if moving < DOG else 2
    lit, near, danger = frozenset(choices), printed_reach(s) if s.stage == MOVE else ALL, barked_at(s)
    found: list[tuple[int, ...]] = []
    for cell in range(CELLS):
        if cell in lit:
            found.append((s.stage, 1, NONE if near >> cell & 1 else s.clan[viewer], danger >> cell & 1))
        elif INSTEAD + cell in lit:
            found.append((s.stage, 2, s.clan[viewer]))
        else:
            found.append((s.stage, 0, kind, s.small))
    return found


def state_of(s: State, cell: int) -> str:
    """The cell's part in the turn so far."""
    if s.stage == MOVE:
        return "fresh" if cell == s.flipped else ""
    if s.stage == HAUNT:
        return "chosen" if cell == s.other else "first" if cell == s.flipped else ""
    return ""


def chosen_cell(s: State) -> int:
    """The tile that must move."""
    return s.other if s.stage == HAUNT else s.flipped if s.stage == MOVE else NONE


def laid(
    s: State, viewer: int, cell: int, t: Translations, names: Sequence[str], choices: Sequence[int], end: Ending
) -> dict[str, object]:
    if s.down >> cell & 1:
        back = {"id": f"back-{cell}", "kind": "down", "what": "", "layers": ("back",)}
        found = {**BLANK, **back, "spoken": t.gettext("face down"), **choice(s, viewer, cell, t, choices, end)}
    else:
        face = face_up(s, s.tile[cell], cell, t, names, end)
        found = {**BLANK, **face, **choice(s, viewer, cell, t, choices, end)}
    return found | {"spoken": t.gettext("{tile}, {cell}").format(tile=found["spoken"], cell=cell_name(cell))}


BLANK: dict[str, object] = {
    "arrows": (),
    "turn": 0,
    "chaos": 0,
    "taker": NONE,
    "mark": "",
    "is_out": False,
    "is_barked": False,
    "bites": False,
}


# ---------------------------------------------------------------- what a tile shows
def face_up(s: State, tile: int, cell: int, t: Translations, names: Sequence[str], end: Ending) -> dict[str, object]:
    name = on_table(s, cell, t).strip("[]")
    is_over = s.stage in (PAUSE, OVER)
    if tile >= DOG:
        return dog_face(s, tile, name, t, end)
    if tile >= PREY:
        return prey_face(s, tile, name, t, end, names if is_over else ())
    return cat_face(s, tile, name, t, end, is_over)


def dog_face(s: State, tile: int, name: str, t: Translations, end: Ending) -> dict[str, object]:
    dog = tile - DOG
    found: dict[str, object] = {
        "id": f"tile-{tile}",
        "kind": f"dog d{dog}",
        "what": "dog",
        "layers": (f"dog-{dog + 1}",),
        "spoken": name,
        **arrows(s, dog, s.quarter[dog]),
    }
    cats = next((step.cats for step in end.steps if isinstance(step, Bitten) and step.dog == tile), ())
    if cats:
        found["spoken"] = t.gettext("{dog}, points at {cats}").format(dog=name, cats=listed(s, cats, t))
        found["bites"] = True
    return found


def prey_face(s: State, tile: int, name: str, t: Translations, end: Ending, takers: Sequence[str]) -> dict[str, object]:
    found: dict[str, object] = {
        "id": f"tile-{tile}",
        "kind": "prey",
        "what": "prey",
        "layers": prey_layers(tile - PREY),
        "spoken": name,
    }
    taker = end.takers.get(tile, NONE)
    if taker != NONE:
        found |= {"kind": f"prey k{s.clan[taker]}", "mark": f"m{s.clan[taker]}", "taker": taker}
        if takers:
            found["spoken"] = t.gettext("{prey}, taken by {name}").format(prey=name, name=takers[taker])
    elif len(set(end.attacks_beside.get(tile, ()))) == 1:
        found["kind"] = "prey tied"
    return found


def cat_face(s: State, tile: int, name: str, t: Translations, end: Ending, is_over: bool) -> dict[str, object]:
    bitten = "".join(f" by{step.dog - DOG}" for step in end.steps if isinstance(step, Bitten) and tile in step.cats)
    is_out = tile in end.down
    when = " out2" if bitten else " out3" if is_out else ""
    found: dict[str, object] = {
        "id": f"tile-{tile}",
        "kind": f"cat{when}{bitten}",
        "what": "cat",
        "layers": cat_layers(s, tile),
        "spoken": name,
    }
    if is_out:
        found["is_out"] = True
        if is_over:
            found["spoken"] = t.gettext("{cat}, chased off").format(cat=name)
    elif s.clan[tile // CLAN_SIZE] == CHAOTICATS:
        found["chaos"] = next((step.attack for step in end.steps if isinstance(step, Chaos)), 0)
    return found


def cat_layers(s: State, tile: int) -> tuple[str, ...]:
    return clan_layers(s.clan[tile // CLAN_SIZE], tile % CLAN_SIZE, s.powers)


@cache
def clan_layers(clan: int, cat: int, powers: int) -> tuple[str, ...]:
    """A leader has a star, where it means something."""
    attack = ATTACK[CLAN_SIZE * clan + cat]
    art = f"c{clan}-leader" if powers and cat == LEADER[clan] else f"c{clan}"
    return (art, f"n-{attack}" if attack else "n-q")


def prey_layers(kind: int) -> tuple[str, ...]:
    return ("mouse" if kind < PIGEON else "pigeon" if kind < FLY else "fly", f"p-{VALUE[kind]}")


class Arrow(NamedTuple):
    art: str
    turn: str
    hot: bool


def arrows(s: State, dog: int, quarter: int) -> dict[str, object]:
    """The printed arrows, all turned together; red is one that points at a cat it can chase off."""
    return {"arrows": printed_arrows(dog, quarter, s.where[DOG + dog], prey_of_dogs(s)), "turn": quarter}


@lru_cache(maxsize=4096)
def printed_arrows(dog: int, quarter: int, cell: int, cats: int) -> tuple[Arrow, ...]:
    return tuple(
        Arrow(
            "arrow-d" if d % 2 else "arrow",
            f"{90 * (d // 2)} 50 50",
            bool(reach(cell, turned(1 << d, quarter), 1) & cats),
        )
        for d in members(ARROWS[dog])
    )


def prey_of_dogs(s: State) -> int:
    """The cells of all cats but the Polterkitties' leader, whom dogs cannot chase off."""
    cells = 0
    for cell in s.where[:PREY]:
        if cell != NONE:
            cells |= 1 << cell
    if s.powers and POLTERKITTIES in s.clan:
        leader = leader_cell(s, s.clan.index(POLTERKITTIES))
        if leader != NONE:
            cells &= ~(1 << leader)
    return cells


def barked_at(s: State) -> int:
    """Where the cat just turned up would come to lie under a dog's arrow, before any leader moves."""
    if s.stage != MOVE or s.tile[s.flipped] >= PREY:
        return 0
    clan, cat = s.clan[s.tile[s.flipped] // CLAN_SIZE], s.tile[s.flipped] % CLAN_SIZE
    if s.powers and cat == LEADER[clan] and clan in (POLTERKITTIES, DEFENDERS):
        return 0  # dogs cannot turn the one down, the other does not stay there
    cells, back = 0, NEAR[s.flipped]
    for dog in range(5):
        place = s.where[DOG + dog]
        if place != NONE:
            bite = BITE[4 * dog + s.quarter[dog]]
            cells |= bite << place >> CORNER & NEAR[place]
            cells |= bite << s.flipped >> CORNER & back & 1 << place  # this dog, swapped with the cat
    return cells


def unseen(s: State, t: Translations) -> list[Tile | None]:
    """The tiles that nobody has turned up yet: everybody may know them, nobody knows where they lie.

    None where one was turned up: the others keep their places.
    """
    clans = tuple(s.clan)
    found = [small(s, tile, clans, t) if s.where[tile] == NONE else None for tile in range(TILES)]
    return found if any(found) else []


smalls: dict[tuple[object, ...], Tile] = {}


def small(s: State, tile: int, clans: tuple[int, ...], t: Translations) -> Tile:
    """A tile that is still face down somewhere, as the list of them shows it."""
    key = (t, tile, clans[tile // CLAN_SIZE] if tile < PREY else NONE, s.powers)
    if key not in smalls:
        dog, prey = (f"dog-{tile - DOG + 1}",), tile - PREY
        layers = dog if tile >= DOG else prey_layers(prey) if tile >= PREY else cat_layers(s, tile)
        kind = "dog" if tile >= DOG else "prey" if tile >= PREY else "cat"
        smalls[key] = Tile(layers=layers, kind=kind, spoken=tile_name(s, tile, t))
    return smalls[key]


# ---------------------------------------------------------------- what can be chosen
def choice(s: State, viewer: int, cell: int, t: Translations, choices: Sequence[int], end: Ending) -> dict[str, object]:
    """The action of this cell, if it has one; its place in the turn otherwise."""
    why, state = good_for(s, cell, t, end), state_of(s, cell)
    found: dict[str, object] = {"action": None, "label": "", "why": why, "state": state, "power": ""}
    chosen = chosen_cell(s)
    if s.stage not in (FLIP, MOVE, HAUNT) or not choices:
        return found
    by_power = INSTEAD + cell in choices and cell not in choices
    action = INSTEAD + cell if by_power else cell
    if action in choices and cell != chosen:
        found |= {"action": action, "label": label(s, viewer, action, t), "state": state + " lit", "why": ""}
        if s.stage == MOVE and (by_power or not printed_reach(s) >> cell & 1):
            clan = s.clan[viewer]
            named = t.gettext("{choice} (power of the clan {clan})")
            found |= {"power": f"m{clan}", "label": named.format(choice=found["label"], clan=clan_name(clan, t))}
        if barked_at(s) >> cell & 1:
            spoken = t.gettext("{choice}; a dog points there").format(choice=found["label"])
            found |= {"is_barked": True, "label": spoken}
    elif cell != chosen:
        found["why"] = f"{why if s.stage == FLIP else ''} {why_not(s, viewer, cell, t)}".strip()
    return found


def good_for(s: State, cell: int, t: Translations, end: Ending) -> str:
    """What the tile is good for; of prey also who has what attack beside it now."""
    attack = () if s.down >> cell & 1 else end.attacks_beside.get(s.tile[cell], ())
    if not attack:
        return about(s, cell, t)
    clans = ", ".join(f"{clan_name(clan, t)} {number}" for clan, number in zip(s.clan, attack, strict=True))
    return t.gettext("{about} Beside it now: {clans}.").format(about=about(s, cell, t), clans=clans)


def printed_reach(s: State) -> int:
    """Where the tile just turned up may go without any power."""
    tile = s.tile[s.flipped]
    return (LINE if tile >= DOG else NEAR if tile >= PREY else LEAP)[s.flipped]


def instead(s: State, viewer: int, t: Translations, choices: Sequence[int]) -> list[dict[str, object]]:
    """Prey that could move instead, but whose cell already means a swap: chosen below the board."""
    if s.stage != MOVE:
        return []
    return [
        {
            "action": action,
            "label": label(s, viewer, action, t),
            "layers": prey_layers(s.tile[action - INSTEAD] - PREY),
            "cell": cell_name(action - INSTEAD),
        }
        for action in choices
        if action >= INSTEAD and action - INSTEAD in choices
    ]
