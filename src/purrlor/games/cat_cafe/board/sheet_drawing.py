"""A sheet as five cat trees: one drawing of 400 × 594 units, hexes 100 × 80.

A drawing is made once for each look of a sheet, with a line for every tree: a frame is sent by its lines that changed.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from purrlor.games.cat_cafe.rules.sheet import (
    FLOOR_OF,
    HEXES,
    LARGER_NUMBER,
    POST,
    SMALLER_NUMBER,
    TOP,
    TOWER_OF,
    TOWERS,
)
from purrlor.games.cat_cafe.rules.state import LARGER, NONE, OVER, SMALLER, State

GROUND = 572
PITCH, HALF = 75, 40


def centre(tower: int, floor: int) -> tuple[int, int]:
    """Towers 1, 3 and 5 (here 0, 2, 4) stand half a hex higher."""
    return 50 + PITCH * tower, GROUND - (2 * floor - tower % 2) * HALF


CENTRES = tuple(centre(TOWER_OF[h], FLOOR_OF[h]) for h in range(HEXES))


def use(symbol: str, x: int, y: int, width: int, height: int, css_class: str = "") -> str:
    style = f' class="{css_class}"' if css_class else ""
    return f'<use{style} href="@#{symbol}" x="{x}" y="{y}" width="{width}" height="{height}"/>'  # @: the sprite


def stand() -> str:
    """What is the same on every sheet: posts in place of a hex, legs of the higher towers, the ground, the feet."""
    posts = [centre(t, POST[t]) for t in range(TOWERS) if POST[t]]
    legs = [centre(t, 0) for t in range(TOWERS) if t % 2 == 0]
    ropes = [use("rope", x - 20, y - HALF, 40, 80) for x, y in posts + legs]
    ground = '<path class="ground" d="M6 584q194-6 388 0q6 1 5 5q-1 5-6 5q-200 2-388 0q-5 0-5-5q0-4 6-5z"/>'
    feet = [use("foot", 10 + PITCH * t, 571, 80, 20) for t in range(TOWERS)]
    numbers = [f'<text class="tower" x="{50 + PITCH * t}" y="588">{t + 1}</text>' for t in range(TOWERS)]  # as in words
    return "".join([*ropes, ground, *feet, *numbers])


STAND = stand()


class Sheet(NamedTuple):
    """All that a drawing shows."""

    items: tuple[int, ...]
    circled: tuple[int, ...]
    crossed: tuple[int, ...]
    fresh: int


def sheet_of(s: State, seat: int) -> Sheet:
    fresh = s.hex[seat] if s.item[seat] > 0 and (s.phase == OVER or not s.choosing) else -1
    return Sheet(tuple(s.sheet[seat]), tuple(s.circled[seat]), tuple(s.crossed[seat]), fresh)


@lru_cache(1024)  # ten kilobytes each
def drawn(sheet: Sheet, sprite: str) -> str:
    """`sprite` is the address of the game's symbols."""
    items, circled, crossed, fresh = sheet
    parts = ['<svg class="trees" viewBox="0 0 400 594" aria-hidden="true">', STAND]
    for h, (x, y) in enumerate(CENTRES):
        item = items[h]
        # 96 of 100 wide: a little apart, or their lines would lie double
        css_class = f"hex t{TOWER_OF[h] + 1}" + (" drawn" if item else "") + (" fresh" if h == fresh else "")
        parts.append(
            ("" if h and TOWER_OF[h] == TOWER_OF[h - 1] else "\n") + use("hex", x - 48, y - 38, 96, 76, css_class)
        )
        if item:
            parts.append(use(f"item-{item}", x - 29, y - 34, 58, 58))
        parts.append(f'<text class="floor{" on" if item else ""}" x="{x - 20}" y="{y + 31}">{FLOOR_OF[h]}</text>')
    ready = TOWER_OF[fresh] if fresh >= 0 else -1  # a circle on the tower just drawn in is a new one
    parts += ["\n", *(sign(t, circled[t], crossed[t], t == ready) for t in range(TOWERS))]
    return "".join([*parts, "</svg>"]).replace("@", sprite)


def sign(tower: int, circled: int, crossed: int, is_new: bool) -> str:
    """The two numbers on top: the larger one, with a house before it, is struck out when it is gone."""
    x, top = centre(tower, TOP[tower])
    y = top - HALF - 50
    gone = crossed or circled == SMALLER
    parts = [
        use("sign", x - 40, y, 80, 50),
        f'<text class="big{" gone" if gone else ""}" x="{x + 2}" y="{y + 29}">{LARGER_NUMBER[tower]}</text>',
        f'<text class="little" x="{x + 25}" y="{y + 28}">{SMALLER_NUMBER[tower]}</text>',
    ]
    if gone:
        parts.append(f'<path class="strike" d="M{x - 9} {y + 31}l22-20"/>')
    if circled != NONE:
        at = x + (2 if circled == LARGER else 25)
        parts.append(f'<ellipse class="ring{" new" if is_new else ""}" cx="{at}" cy="{y + 21}" rx="13" ry="14"/>')
    return "".join(parts)
