"""A network over a board of cells as compiled code: 3 × 3 windows, then one answer for the whole board.

`lab/train/networks.py` has the same in PyTorch (`Grid`); a test compares the two.
"""

from __future__ import annotations

from math import exp
from typing import Any

import numpy as np

from purrlor.bots.networks.layers import add_columns, multiply, relu

UNSEEN = -31  # what a number's feature holds where there is nothing to say
UNIT = np.float32(0.125)


def answer(net: Any, row: Any, legal: int, out: Any) -> float:
    """The logits of all actions into `out`; the seat's expected share of the victory."""
    columns, row_layer, board, stem, windows, where, gather, head, value, room, sums, small = net
    x, y = room[0], room[1]
    rest = board[0]
    side = board[6]
    cells, width = x.shape
    picked, line, pooled, hidden, one = small
    for k in range(len(rest)):
        picked[k] = row[rest[k]]
    add_columns(columns, row_layer[0], row_layer[1], row_layer[2], picked, sums, line)
    place(board, stem, row, legal, x)
    for c in range(cells):
        for j in range(width):
            v = x[c, j] + line[j]
            x[c, j] = v if v > 0.0 else np.float32(0.0)
    for k in range(len(windows) // 2):
        slide(windows[2 * k], x, y, side, False)
        slide(windows[2 * k + 1], y, x, side, True)
    relu(line)
    for j in range(width):
        total = np.float32(0.0)
        top = x[0, j]
        for c in range(cells):
            total += x[c, j]
            top = max(top, x[c, j])
        pooled[j] = total / np.float32(cells)
        pooled[width + j] = top
        pooled[2 * width + j] = line[j]
    multiply(pooled, gather[0], gather[1], gather[2], hidden)
    relu(hidden)
    multiply(hidden, head[0], head[1], head[2], out)
    for layer in range(where[0].shape[1]):
        for c in range(cells):
            v = np.float32(0.0)
            for j in range(width):
                v += x[c, j] * np.float32(where[0][j, layer])
            out[layer * cells + c] += v * where[1][layer] + where[2][layer]
    multiply(hidden, value[0], value[1], value[2], one)
    return 1.0 / (1.0 + exp(-one[0]))


def place(board: Any, stem: Any, row: Any, legal: int, x: Any) -> None:
    """The first windows: only what is on a cell is added to the cells around it."""
    _, kinds, numbers, marks, facing, layers, side = board
    cells = len(x)
    for c in range(cells):
        for j in range(x.shape[1]):
            x[c, j] = 0.0
    for c in range(cells):
        at = 0
        for k in range(len(kinds)):
            v = row[kinds[k, 0] + c] - kinds[k, 1]
            if 0 <= v < kinds[k, 2]:
                spread(stem, x, side, c, at + v, np.float32(1.0))
            at += kinds[k, 2]
        for k in range(len(numbers)):
            v = row[numbers[k] + c]
            if v > UNSEEN:
                spread(stem, x, side, c, at, np.float32(v) * UNIT)
                spread(stem, x, side, c, at + 1, np.float32(1.0))
            at += 2
        for k in range(len(marks)):
            if row[marks[k]] == c:
                spread(stem, x, side, c, at, np.float32(1.0))
            at += 1
        for layer in range(layers):
            if legal >> layer * cells + c & 1:
                spread(stem, x, side, c, at, np.float32(1.0))
            at += 1
        who = row[facing[0] + c] - facing[1]
        if who >= 0:
            turn = row[facing[2] + who]
            if 0 <= turn < facing[3]:
                spread(stem, x, side, c, at + turn, np.float32(1.0))


def spread(stem: Any, x: Any, side: int, cell: int, channel: int, f: Any) -> None:
    """Add one input's weights to the up to nine cells whose window has it."""
    for dy in range(3):
        for dx in range(3):
            ty = cell // side - dy + 1
            tx = cell % side - dx + 1
            if 0 <= ty < side and 0 <= tx < side:
                line = stem[3 * dy + dx, channel]
                t = ty * side + tx
                for j in range(x.shape[1]):
                    x[t, j] += f * line[j]


def slide(window: Any, x: Any, out: Any, side: int, keep: bool) -> None:
    """out = relu(windows over x), or with `keep` relu(out + …)."""
    cells, width = x.shape
    if not keep:
        for c in range(cells):
            for j in range(width):
                out[c, j] = 0.0
    for k in range(9):
        dy = k // 3 - 1
        dx = k % 3 - 1
        for i in range(width):
            line = window[k, i]
            for c in range(cells):
                f = x[c, i]
                ty = c // side - dy
                tx = c % side - dx
                if f != 0.0 and 0 <= ty < side and 0 <= tx < side:
                    t = ty * side + tx
                    for j in range(width):
                        out[t, j] += f * line[j]
    for c in range(cells):
        for j in range(width):
            if out[c, j] < 0.0:
                out[c, j] = 0.0
