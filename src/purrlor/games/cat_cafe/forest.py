"""Where everything of a sheet stands: five cat trees in a drawing of 400 × 594 units, hexes 100 × 80."""

from __future__ import annotations

from typing import Any

from purrlor.games.cat_cafe.rules import LARGER, NONE, OVER, SMALLER, State
from purrlor.games.cat_cafe.sheet import FLOOR_OF, HEXES, LARGER_NUMBER, POST, SMALLER_NUMBER, TOP, TOWER_OF, TOWERS

GROUND = 572
PITCH, HALF = 75, 40


def centre(tower: int, floor: int) -> tuple[int, int]:
    """Towers 1, 3 and 5 (here 0, 2, 4) stand half a hex higher."""
    return 50 + PITCH * tower, GROUND - (2 * floor - tower % 2) * HALF


CENTRES = tuple(centre(TOWER_OF[h], FLOOR_OF[h]) for h in range(HEXES))


def ropes() -> list[tuple[int, int]]:
    """Left upper corners of the posts, 40 × 80: those that stand in for a hex, and the legs of the higher towers."""
    posts = [centre(t, POST[t]) for t in range(TOWERS) if POST[t]]
    legs = [centre(t, 0) for t in range(TOWERS) if t % 2 == 0]
    return [(x - 20, y - HALF) for x, y in posts] + [(x - 20, y - HALF) for x, y in legs]


ROPES = ropes()
FEET = [50 + PITCH * t - 40 for t in range(TOWERS)]


def forest(s: State, seat: int) -> dict[str, Any]:
    """One player's sheet, ready to be drawn."""
    fresh = s.hex[seat] if s.item[seat] > 0 and (s.phase == OVER or not s.choosing) else -1
    places = []
    for h, (x, y) in enumerate(CENTRES):
        item = s.sheet[seat][h]
        places.append(
            {
                "h": h,
                "x": x - 50,
                "y": y - 40,
                "floor": FLOOR_OF[h],
                "item": item,
                "kind": f"t{TOWER_OF[h] + 1}{' drawn' if item else ''}{' fresh' if h == fresh else ''}",
            }
        )
    return {"seat": seat, "places": places, "signs": [sign(s, seat, t) for t in range(TOWERS)]}


def sign(s: State, seat: int, tower: int) -> dict[str, Any]:
    x, y = centre(tower, TOP[tower])
    circled = s.circled[seat][tower]
    return {
        "x": x,
        "y": y - HALF - 50,
        "larger": LARGER_NUMBER[tower],
        "smaller": SMALLER_NUMBER[tower],
        "ring": "" if circled == NONE else "larger" if circled == LARGER else "smaller",
        "gone": bool(s.crossed[seat][tower]) or circled == SMALLER,
    }
