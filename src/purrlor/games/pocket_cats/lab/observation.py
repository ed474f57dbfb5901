"""Pocket Cats as numbers, for programs that learn: what a hidden state shows its seat, observer first."""

from __future__ import annotations

from collections.abc import Mapping

from purrlor.games.pocket_cats.rules.rules import BOUND
from purrlor.games.pocket_cats.rules.small_board import TURNS_LEFT
from purrlor.games.pocket_cats.rules.state import HIDDEN, INSTEAD, OVER, PICK, TURNS, State
from purrlor.games.pocket_cats.rules.tiles import CELLS, CLAN_SIZE, CLANS, DOG, KINDS, PREY, SIDE, TILES

ACTIONS = INSTEAD + CELLS  # a decision's actions are 0 to ACTIONS - 1
MOST_POINTS = 59  # of one game

FEATURES: tuple[tuple[str, int, int], ...] = (
    ("option clans", 0, 3),
    ("option powers", 0, 1),
    ("game", 0, 1),
    ("stage", 0, OVER),
    ("turn", 0, 1),
    ("turns made", 0, TURNS),
    ("cell turned up", -1, CELLS - 1),
    ("cell of the prey that moves instead", -1, CELLS - 1),
    *((f"{who} {what}", low, high) for who in ("own", "rival's") for what, low, high in (
        ("clan", -1, CLANS - 1),
        ("ready to go on", 0, 1),
        ("points", 0, MOST_POINTS),
        ("prey caught", 0, KINDS),
        ("points of the first game", 0, MOST_POINTS),
        ("prey of the first game", 0, KINDS),
        *((f"clan card {clan}", 0 if who == "own" else -1, 1) for clan in range(CLANS)),
    )),
    ("own card kept", -1, CLANS - 1),
    *((f"row {c // SIDE + 1} column {c % SIDE + 1} tile", -1, TILES - 1) for c in range(CELLS)),
    *((f"dog {d + 1} quarter-turns", -1, 3) for d in range(TILES - DOG)),
)  # fmt: skip


def observe(s: State, seat: int, out: list[int]) -> None:
    """Write the features of a state hidden for this seat. Tiles 0-4 are the own cats, 5-9 the rival's, -1 face down."""
    out[0] = s.clans
    out[1] = s.powers
    out[2] = s.game
    out[3] = s.stage
    out[4] = s.turn ^ seat
    out[5] = s.turns
    out[6] = s.flipped
    out[7] = s.other
    n = 8
    for k in range(2):
        p = seat ^ k
        out[n] = s.clan[p]
        out[n + 1] = s.ready >> p & 1
        out[n + 2] = s.points[p]
        out[n + 3] = s.caught[p]
        out[n + 4] = s.earlier_points[p]
        out[n + 5] = s.earlier_caught[p]
        n += 6
        hand = s.hand[p] + 0
        for clan in range(CLANS):
            out[n + clan] = HIDDEN if hand == HIDDEN else hand >> clan & 1
        n += CLANS
    out[n] = s.choice[seat]
    n += 1
    if s.stage <= PICK:  # nothing is laid out yet
        for c in range(CELLS):
            out[n + c] = HIDDEN
    else:
        for c in range(CELLS):
            tile = s.tile[c] + 0
            first = CLAN_SIZE * seat if tile < CLAN_SIZE else -CLAN_SIZE * seat
            out[n + c] = tile + first if (tile >= 0) & (tile < PREY) else tile
    n += CELLS
    for d in range(TILES - DOG):
        out[n + d] = s.quarter[d]


def longest(players: int, options: Mapping[str, object]) -> int:
    """Decisions of a match at most; for the plain side."""
    small = int(str(options["small"]))
    return 2 * TURNS_LEFT[small] if small else BOUND
