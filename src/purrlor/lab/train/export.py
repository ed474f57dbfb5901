"""A trained network as package data: weights in 8 bits, and a card that says what they are.

Every matrix is stored input by output, as the player reads it, with one scale for each output.
`bots/networks/learned.py` reads this.
"""

from __future__ import annotations

import hashlib
import io
import json
from pathlib import Path

import numpy as np
import numpy.typing as npt
from torch import Tensor, nn

from purrlor.bots.networks.learned import CARD, FORMAT, WEIGHTS
from purrlor.core.game import Game
from purrlor.lab.train.networks import Expand, Flat, Grid

Array = npt.NDArray[np.number]


def quantised(weight: Array) -> tuple[Array, Array]:
    """The last axis is the outputs: whole numbers from -127 to 127, and a scale for each output."""
    flat = np.abs(weight.reshape(-1, weight.shape[-1])).max(0)
    scale = np.maximum(flat, 1e-8) / 127.0
    return np.rint(weight / scale).astype(np.int8), scale.astype(np.float32)


def to_numpy(tensor: Tensor) -> Array:
    return np.asarray(tensor.detach().float().cpu().numpy())


def put(found: dict[str, Array], name: str, weight: Array, bias: Array) -> None:
    found[name], found[f"{name}_scale"] = quantised(weight)
    found[f"{name}_bias"] = bias.astype(np.float32)


def columns_into(found: dict[str, Array], expand: Expand) -> None:
    columns = expand.columns
    for name in ("base", "low", "width", "last", "ramp"):
        found[f"columns_{name}"] = getattr(columns, name)
    found["columns_scale"] = columns.scale


def flat_arrays(net: Flat) -> dict[str, Array]:
    found: dict[str, Array] = {}
    columns_into(found, net.expand)
    put(found, "first", to_numpy(net.first.weight).T[: net.expand.columns.count], to_numpy(net.first.bias))
    for k, block in enumerate(net.blocks):
        found[f"norm{k}"] = np.stack([to_numpy(block.norm.weight), to_numpy(block.norm.bias)])
        put(found, f"block{k}_one", to_numpy(block.one.weight).T, to_numpy(block.one.bias))
        put(found, f"block{k}_two", to_numpy(block.two.weight).T, to_numpy(block.two.bias))
    found["norm"] = np.stack([to_numpy(net.norm.weight), to_numpy(net.norm.bias)])
    put(found, "policy", to_numpy(net.policy.weight).T, to_numpy(net.policy.bias))
    put(found, "value", to_numpy(net.value.weight).T, to_numpy(net.value.bias))
    return found


def grid_arrays(net: Grid) -> dict[str, Array]:
    found: dict[str, Array] = {}
    columns_into(found, net.expand)
    found["rest"] = net.rest.cpu().numpy().astype(np.int32)
    found["kinds"] = np.array([[at, low, span] for at, (low, span) in zip(net.kinds, net.spans)], np.int32)
    found["numbers"], found["marks"] = np.array(net.numbers, np.int32), np.array(net.marks, np.int32)
    found["facing"] = np.array(net.facing, np.int32)
    beside = net.beside_board
    put(found, "beside_board", to_numpy(beside.weight).T[: net.expand.columns.count], to_numpy(beside.bias))
    found["stem"], found["stem_scale"] = quantised(by_window(net.stem)[:, : net.depth])
    for k, layer in enumerate(net.convs):
        found[f"conv{k}"], found[f"conv{k}_scale"] = quantised(by_window(layer))
    put(found, "where", to_numpy(net.where.weight)[:, :, 0, 0].T, to_numpy(net.where.bias))
    for name in ("gather", "policy", "value"):
        layer = getattr(net, name)
        put(found, name, to_numpy(layer.weight).T, to_numpy(layer.bias))
    return found


def by_window(layer: nn.Conv2d) -> Array:
    """(window cell, input, output)."""
    weight = to_numpy(layer.weight)
    return np.ascontiguousarray(weight.transpose(2, 3, 1, 0).reshape(9, weight.shape[1], weight.shape[0]))


def export(game: Game, net: nn.Module, folder: Path, facts: dict[str, object]) -> None:
    """Write weights and card into a folder; the card last, so that a card speaks of weights that are there."""
    arrays = grid_arrays(net) if isinstance(net, Grid) else flat_arrays(net)
    data = io.BytesIO()
    np.savez_compressed(data, **arrays)  # type: ignore[arg-type]
    card = {
        "format": FORMAT,
        "game": game.name,
        "revision": game.revision,
        "weights": hashlib.sha256(data.getvalue()).hexdigest(),
        **facts,
    }
    write_whole(folder / WEIGHTS, data.getvalue())
    write_whole(folder / CARD, (json.dumps(card, indent=2) + "\n").encode())


def write_whole(path: Path, data: bytes) -> None:
    """All of it or what was there before."""
    part = path.with_name(path.name + ".part")
    part.write_bytes(data)
    part.replace(path)
