"""A flat network as compiled code: from a row of features to a value and a preference for every action."""

from __future__ import annotations

from math import exp
from typing import Any

from purrlor.bots.networks.layers import add_columns, multiply, normalise, relu


def answer(net: Any, row: Any, legal: int, out: Any) -> float:
    """The logits of all actions into `out`; the seat's expected share of the victory."""
    columns, first, norms, weights, scales, biases, head, value, room, sums = net
    x, h, g = room[0], room[1], room[2]
    add_columns(columns, first[0], first[1], first[2], row, sums, x)
    relu(x)
    for k in range(len(weights) // 2):
        normalise(x, norms[k], h)
        multiply(h, weights[2 * k], scales[2 * k], biases[2 * k], g)
        relu(g)
        multiply(g, weights[2 * k + 1], scales[2 * k + 1], biases[2 * k + 1], h)
        for j in range(len(x)):
            x[j] += h[j]
    normalise(x, norms[len(norms) - 1], h)
    multiply(h, head[0], head[1], head[2], out)
    one = g[:1]
    multiply(h, value[0], value[1], value[2], one)
    return 1.0 / (1.0 + exp(-one[0]))
