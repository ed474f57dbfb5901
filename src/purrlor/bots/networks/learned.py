"""Learned weights of a game: found in its folder, checked against their card, laid out for compiled code.

A changed revision of the rules, other features, a damaged or foreign file: one line in the log, and no network.
"""

from __future__ import annotations

import hashlib
import io
import json
import logging
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from purrlor.core.game import Game

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Array = npt.NDArray[np.generic]
    Arrays = dict[str, npt.NDArray[np.generic]]  # of the file, by their names

WEIGHTS, CARD = "learned.npz", "learned.json"
FORMAT = 1
NETWORKS = {"flat": "purrlor.bots.networks.flat", "grid": "purrlor.bots.networks.grid"}
OLD_NAMES = {
    "planes": "features",
    "told": "beside_board",
    "seen": "decisions",
}  # in cards, weights and checkpoints of before
T = TypeVar("T")
log = logging.getLogger("purrlor.bots")


class Damaged(ValueError):
    """Weights that cannot be used, and why."""


def with_new_names(stored: Mapping[str, T]) -> dict[str, T]:
    """What was stored under old names, by the names of today: told_scale is beside_board_scale."""

    def renamed(name: str) -> str:
        return re.sub("^[a-z]+", lambda head: OLD_NAMES.get(head[0], head[0]), name)

    return {renamed(name): each for name, each in stored.items()}


def features_of(game: Game, lookahead: bool) -> list[tuple[str, int, int]]:
    """All features that a network of this game is given."""
    features = list(game.part("lab.observation").FEATURES)
    return features + (list(game.part("lab.lookahead").LOOKAHEAD) if lookahead else [])


def features_hash(features: list[tuple[str, int, int]]) -> str:
    return hashlib.sha256(json.dumps(features).encode()).hexdigest()[:16]


class Learned:
    """One game's network: its card, and its weights as the tuple that `answer` takes."""

    def __init__(self, game: Game, folder: Path) -> None:
        import numpy as np

        card = self.card = read_card(folder / CARD)
        wanted = {"format": FORMAT, "game": game.name, "revision": game.revision}
        for key, value in wanted.items():
            if card.get(key) != value:
                raise Damaged(f"{key} is {card.get(key)!r}, not {value!r}")
        kind = str(card.get("shape"))
        if kind not in NETWORKS:
            raise Damaged(f"there is no shape {kind!r}")
        self.lookahead = bool(card.get("lookahead"))
        features = features_of(game, self.lookahead)
        if card.get("features") != features_hash(features):
            raise Damaged("it was trained on other features")
        data = (folder / WEIGHTS).read_bytes()
        if hashlib.sha256(data).hexdigest() != card.get("weights"):
            raise Damaged(f"{WEIGHTS} is not what the card speaks of")
        with np.load(io.BytesIO(data), allow_pickle=False) as found:
            arrays = with_new_names({name: np.ascontiguousarray(found[name]) for name in found.files})
        self.module = NETWORKS[kind]
        self.actions = int(game.part("lab.observation").ACTIONS)
        self.features = len(features)
        self.own_features = len(game.part("lab.observation").FEATURES)
        self.net = (grid_of if kind == "grid" else flat_of)(arrays, self.actions)


def read_card(path: Path) -> dict[str, object]:
    card: object = json.loads(path.read_text(encoding="utf-8"))
    if not isinstance(card, dict):
        raise Damaged(f"{path.name} is no card")
    return with_new_names(card)


def layer(a: Arrays, name: str) -> tuple[Array, Array, Array]:
    return a[name], a[f"{name}_scale"], a[f"{name}_bias"]


def columns(a: Arrays) -> tuple[Array, ...]:
    return tuple(a[f"columns_{name}"] for name in ("base", "low", "width", "last", "ramp", "scale"))


def flat_of(a: Arrays, actions: int) -> tuple[object, ...]:
    import numpy as np

    blocks = sum(1 for name in a if name.endswith("_one"))
    names = [f"block{k}_{part}" for k in range(blocks) for part in ("one", "two")]
    norms = np.stack([*(a[f"norm{k}"] for k in range(blocks)), a["norm"]])
    weights, scales, biases = (np.stack([a[name + end] for name in names]) for end in ("", "_scale", "_bias"))
    width = a["first"].shape[1]
    room, sums = np.zeros((3, width), np.float32), np.zeros(width, np.int32)
    check_shape(a["policy"], (width, actions))
    return (
        columns(a),
        layer(a, "first"),
        norms,
        weights,
        scales,
        biases,
        layer(a, "policy"),
        layer(a, "value"),
        room,
        sums,
    )


def grid_of(a: Arrays, actions: int) -> tuple[object, ...]:
    import numpy as np

    def widened(name: str) -> Array:  # windows are used once a cell: there floats are faster
        return np.ascontiguousarray(a[name].astype(np.float32) * a[f"{name}_scale"].astype(np.float32))

    convs = sum(1 for name in a if name.startswith("conv") and not name.endswith("_scale"))
    windows = np.stack([widened(f"conv{k}") for k in range(convs)])
    width, head = a["beside_board"].shape[1], a["gather"].shape[1]
    layers = a["where"].shape[1]
    cells = actions // layers
    side = round(cells**0.5)
    board = (a["rest"], a["kinds"], a["numbers"], a["marks"], a["facing"], layers, side)
    small = (
        np.zeros(len(a["rest"]), np.int16), np.zeros(width, np.float32), np.zeros(3 * width, np.float32),
        np.zeros(head, np.float32), np.zeros(1, np.float32),
    )  # fmt: skip
    room, sums = np.zeros((2, cells, width), np.float32), np.zeros(width, np.int32)
    check_shape(a["policy"], (head, actions))
    return (
        columns(a), layer(a, "beside_board"), board, widened("stem"), windows, layer(a, "where"), layer(a, "gather"),
        layer(a, "policy"), layer(a, "value"), room, sums, small,
    )  # fmt: skip


def check_shape(array: Array, shape: tuple[int, ...]) -> None:
    if array.shape != shape:
        raise Damaged(f"a matrix is {array.shape}, not {shape}")


@cache
def learned_network(game: Game) -> Learned | None:
    """The game's network, or None where there is none that can be used."""
    if not game.has(CARD):
        return None
    try:
        return Learned(game, game.folder)
    except (OSError, ValueError, KeyError, TypeError, EOFError) as error:
        log.warning("%s: its learned weights cannot be used (%s): lions play as tigers", game.name, error)
        return None
