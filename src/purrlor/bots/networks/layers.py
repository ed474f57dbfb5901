"""Layers of a network as compiled loops. Weights are 8-bit whole numbers, input by output, with a scale an output.

They stay 8 bits in memory: a single answer waits for weights, not for arithmetic.
"""

from __future__ import annotations

from math import sqrt
from typing import Any

import numpy as np

LEAST = 1e-5  # of a variance


def add_columns(columns: Any, weights: Any, scale: Any, bias: Any, row: Any, sums: Any, out: Any) -> None:
    """The first layer: the weights of the columns that a row of features sets, added up."""
    base, low, width, last, ramp, ramp_scale = columns
    n = len(out)
    for j in range(n):
        sums[j] = 0
        out[j] = 0.0
    for p in range(len(base)):
        v = row[p] - low[p]
        c = v // width[p] if v > 0 else 0
        line = weights[base[p] + min(c, last[p])]
        for j in range(n):
            sums[j] += line[j]
        if ramp[p] >= 0:
            f = np.float32(row[p] * ramp_scale[p])
            line = weights[ramp[p]]
            for j in range(n):
                out[j] += f * np.float32(line[j])
    for j in range(n):
        out[j] = (out[j] + np.float32(sums[j])) * scale[j] + bias[j]


def multiply(x: Any, weights: Any, scale: Any, bias: Any, out: Any) -> None:
    """out = x · weights; inputs that are 0 cost nothing."""
    n = len(out)
    for j in range(n):
        out[j] = 0.0
    for i in range(len(x)):
        f = x[i]
        if f != 0.0:
            line = weights[i]
            for j in range(n):
                out[j] += f * np.float32(line[j])
    for j in range(n):
        out[j] = out[j] * scale[j] + bias[j]


def relu(x: Any) -> None:
    for j in range(len(x)):
        if x[j] < 0.0:
            x[j] = 0.0


def normalise(x: Any, facts: Any, out: Any) -> None:
    """Layer normalisation with its weight and bias."""
    n = len(x)
    mean = 0.0
    for j in range(n):
        mean += x[j]
    mean /= n
    variance = 0.0
    for j in range(n):
        variance += (x[j] - mean) * (x[j] - mean)
    factor = 1.0 / sqrt(variance / n + LEAST)
    for j in range(n):
        out[j] = np.float32((x[j] - mean) * factor) * facts[0, j] + facts[1, j]
