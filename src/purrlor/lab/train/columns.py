"""Observations as a network's input: one column for each value of a feature, buckets and a scaled number for wide ones.

A row then has as many ones as there are features: the player (`bots/networks/layers.py`) adds up only their weights.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

NARROW = 40  # features with at most so many values have a column for each
BUCKETS = 16
FULL = 64.0  # a scaled number is 1 here at the latest
Feature = tuple[str, int, int]


@dataclass(frozen=True)
class Columns:
    """For every feature: where its columns begin, its lowest value, values a column, its last column."""

    base: npt.NDArray[np.int32]
    low: npt.NDArray[np.int32]
    width: npt.NDArray[np.int32]
    last: npt.NDArray[np.int32]
    ramp: npt.NDArray[np.int32]  # the column of the scaled number, -1: none
    scale: npt.NDArray[np.float32]
    count: int  # of all columns

    def padded(self, to: int) -> int:
        return -(-self.count // to) * to


def columns_of(features: Sequence[Feature]) -> Columns:
    base, low, width, last, ramp, scale = [], [], [], [], [], []
    at = 0
    for _, lowest, highest in features:
        span = highest - lowest + 1
        wide = span > NARROW
        step = max(1, int(np.ceil(min(span, FULL) / BUCKETS))) if wide else 1
        many = min(BUCKETS, -(-span // step)) if wide else span
        base.append(at)
        low.append(lowest)
        width.append(step)
        last.append(many - 1)
        at += many
        ramp.append(at if wide else -1)
        scale.append(1.0 / min(span, FULL) if wide else 0.0)
        at += int(wide)
    at_base, at_low, at_width, at_last, at_ramp = (np.array(each, np.int32) for each in (base, low, width, last, ramp))
    return Columns(at_base, at_low, at_width, at_last, at_ramp, np.array(scale, np.float32), at)


def column_table(columns: Columns, to: int) -> tuple[npt.NDArray[np.int16 | np.float32], ...]:
    """For every column its feature, its lowest and highest value, and its scale: what `expand` on a device needs."""
    total = columns.padded(to)
    feature, low, high = (np.zeros(total, np.int16) for _ in range(3))
    low[:] = 1  # never between 1 and 0: padding stays 0
    scale = np.zeros(total, np.float32)
    for p in range(len(columns.base)):
        many, step = int(columns.last[p]) + 1, int(columns.width[p])
        for k in range(many):
            c = int(columns.base[p]) + k
            feature[c] = p
            low[c] = -32768 if k == 0 else int(columns.low[p]) + k * step
            high[c] = 32767 if k == many - 1 else int(columns.low[p]) + (k + 1) * step - 1
        if columns.ramp[p] >= 0:
            feature[columns.ramp[p]] = p
            scale[columns.ramp[p]] = columns.scale[p]
    return feature, low, high, scale
