"""Networks in PyTorch: who will win, and what to do, from what one seat sees.

`Flat` is a residual network over the columns of all features. `Grid` looks at a board of cells through 3 × 3 windows:
it is for games where it matters what is beside what. Numbers are bf16 on a GPU; the masters of the weights are float32.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from purrlor.lab.gpu.library import Library
from purrlor.lab.train.columns import column_table, columns_of
from purrlor.lab.train.settings import Settings

ALIGN = 64  # columns are padded to a multiple of this
NEVER = -1e9


class Expand(nn.Module):
    """Rows of an observation as columns; on a GPU by one kernel."""

    feature: Tensor
    low: Tensor
    high: Tensor
    scale: Tensor

    def __init__(self, features: list[tuple[str, int, int]], library: Library | None) -> None:
        super().__init__()
        self.columns = columns_of(features)
        self.width = self.columns.padded(ALIGN)
        names = ("feature", "low", "high", "scale")
        for name, table in zip(names, column_table(self.columns, ALIGN), strict=True):
            self.register_buffer(name, torch.from_numpy(table), persistent=False)
        self.library = library

    def forward(self, rows: Tensor, picks: Tensor | None = None) -> Tensor:
        if rows.is_cuda and self.library is not None:
            count = len(rows) if picks is None else len(picks)
            out = torch.empty(count, self.width, dtype=torch.bfloat16, device=rows.device)
            code = self.library.calls.lanes_expand(
                rows.data_ptr(), 0 if picks is None else picks.data_ptr(), count, self.width, self.feature.data_ptr(),
                self.low.data_ptr(), self.high.data_ptr(), self.scale.data_ptr(), out.data_ptr(),
                torch.cuda.current_stream().cuda_stream,
            )  # fmt: skip
            if code:
                raise RuntimeError(self.library.calls.lanes_error(code).decode())
            return out
        rows = rows if picks is None else rows[picks]
        values = rows[:, self.feature.long()]
        hot = ((values >= self.low) & (values <= self.high)).float()
        return torch.where(self.scale != 0, values * self.scale, hot)


def linear(layer: nn.Linear, x: Tensor) -> Tensor:
    return F.linear(x, layer.weight.to(x.dtype), None if layer.bias is None else layer.bias.to(x.dtype))


def norm(layer: nn.LayerNorm, x: Tensor) -> Tensor:
    return F.layer_norm(x, layer.normalized_shape, layer.weight.to(x.dtype), layer.bias.to(x.dtype))


def quiet(*layers: nn.Linear | nn.Conv2d) -> None:
    """Begin with no opinion."""
    for layer in layers:
        nn.init.zeros_(layer.weight)
        nn.init.zeros_(layer.bias)


class Block(nn.Module):
    def __init__(self, width: int) -> None:
        super().__init__()
        self.norm, self.one, self.two = nn.LayerNorm(width), nn.Linear(width, width), nn.Linear(width, width)

    def forward(self, x: Tensor) -> Tensor:
        return x + linear(self.two, F.relu(linear(self.one, norm(self.norm, x))))


class Flat(nn.Module):
    def __init__(
        self, features: list[tuple[str, int, int]], actions: int, settings: Settings, library: Library | None
    ) -> None:
        super().__init__()
        width = settings.width
        self.expand = Expand(features, library)
        self.first = nn.Linear(self.expand.width, width)
        self.blocks = nn.ModuleList(Block(width) for _ in range(settings.blocks))
        self.norm = nn.LayerNorm(width)
        self.policy, self.value = nn.Linear(width, actions), nn.Linear(width, 1)
        quiet(self.policy, self.value)
        # On a GPU compiled: layer normalisation and whatever is done to numbers one by one become few kernels.
        self.think = torch.compile(self.answer, dynamic=False) if settings.device.startswith("cuda") else self.answer

    def forward(self, rows: Tensor, mask: Tensor, picks: Tensor | None = None) -> tuple[Tensor, Tensor]:
        found: tuple[Tensor, Tensor] = self.think(self.expand(rows, picks), mask)
        return found

    def answer(self, columns: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        x = F.relu(linear(self.first, columns))
        for block in self.blocks:
            x = block(x)
        x = norm(self.norm, x)
        logits, value = linear(self.policy, x), linear(self.value, x)
        return logits.float().masked_fill(~mask, NEVER), torch.sigmoid(value.float().squeeze(1))


class Grid(nn.Module):
    """A board of `side` × `side` cells. Features named in the settings are its cells; each is given all others."""

    rest: Tensor

    def __init__(
        self, features: list[tuple[str, int, int]], actions: int, settings: Settings, library: Library | None
    ) -> None:
        super().__init__()
        facts, names = settings.board, [feature[0] for feature in features]
        assert facts is not None
        self.side = facts["side"]
        cells, width = self.side**2, settings.width
        self.kinds = [names.index(name) for name in facts["kinds"]]  # first features of runs, one feature a cell
        self.numbers = [names.index(name) for name in facts["numbers"]]
        self.marks = [names.index(name) for name in facts["marks"]]  # features that name a cell
        self.spans = [(features[k][1], features[k][2] - features[k][1] + 1) for k in self.kinds]
        tile, first, turn, values = facts["facing"]  # tiles from `first` on have a feature each that says how they lie
        self.facing = (names.index(tile), first, names.index(turn), values)
        on_board = {k + c for k in (*self.kinds, *self.numbers) for c in range(cells)}
        rest = [k for k in range(len(features)) if k not in on_board]
        self.register_buffer("rest", torch.tensor(rest), persistent=False)
        self.expand = Expand([features[k] for k in rest], None)
        self.layers = actions // cells  # layers of actions that are cells: their masks are on the board, too
        depth = sum(span for _, span in self.spans) + 2 * len(self.numbers) + len(self.marks) + self.layers + values
        self.depth = depth
        self.beside_board = nn.Linear(self.expand.width, width)
        self.stem = nn.Conv2d(-(-depth // 8) * 8, width, 3, padding=1, bias=False)
        self.convs = nn.ModuleList(
            nn.Conv2d(width, width, 3, padding=1, bias=False) for _ in range(2 * settings.blocks)
        )
        self.where = nn.Conv2d(width, self.layers, 1)
        self.gather = nn.Linear(3 * width, settings.head)
        self.policy, self.value = nn.Linear(settings.head, actions), nn.Linear(settings.head, 1)
        quiet(self.policy, self.value, self.where)

    def board(self, rows: Tensor, mask: Tensor) -> Tensor:
        """The channels of every cell, cells last."""
        cells = self.side**2
        parts = []
        for at, (low, span) in zip(self.kinds, self.spans, strict=True):
            values = torch.arange(low, low + span, device=rows.device, dtype=torch.int16)
            parts.append(rows[:, at : at + cells, None] == values)
        for at in self.numbers:
            found = rows[:, at : at + cells]
            there = found > -31
            parts.append(torch.stack([torch.where(there, found, 0).float() / 8.0, there.float()], 2))
        cell = torch.arange(cells, device=rows.device)
        parts += [(rows[:, at : at + 1] == cell)[:, :, None] for at in self.marks]
        parts.append(mask[:, : self.layers * cells].reshape(-1, self.layers, cells).transpose(1, 2))
        tile, first, turn, values = self.facing
        who = rows[:, tile : tile + cells].long() - first
        many = self.spans[self.kinds.index(tile)][0] + self.spans[self.kinds.index(tile)][1] - first
        turned = rows[:, turn : turn + many].gather(1, who.clamp(0, many - 1))
        turned = torch.where(who >= 0, turned, -1)
        parts.append(turned[:, :, None] == torch.arange(values, device=rows.device))
        dtype = torch.bfloat16 if rows.is_cuda else torch.float32
        x = torch.cat([part.to(dtype) for part in parts], 2)
        x = F.pad(x, (0, self.stem.in_channels - self.depth))
        return x.reshape(-1, self.side, self.side, self.stem.in_channels).permute(0, 3, 1, 2)  # channels last in memory

    def forward(self, rows: Tensor, mask: Tensor, picks: Tensor | None = None) -> tuple[Tensor, Tensor]:
        rows = rows if picks is None else rows[picks]
        others = self.expand(rows.index_select(1, self.rest))
        beside = linear(self.beside_board, others.to(torch.bfloat16 if rows.is_cuda else torch.float32))
        x = F.relu(conv(self.stem, self.board(rows, mask)) + beside[:, :, None, None])
        for one, two in zip(self.convs[::2], self.convs[1::2], strict=True):
            x = F.relu(x + conv(two, F.relu(conv(one, x))))
        h = F.relu(linear(self.gather, torch.cat([x.mean((2, 3)), x.amax((2, 3)), F.relu(beside)], 1)))
        logits, value = linear(self.policy, h), linear(self.value, h)
        placed = conv(self.where, x).reshape(len(x), -1)
        logits = logits + F.pad(placed, (0, logits.shape[1] - placed.shape[1]))
        return logits.float().masked_fill(~mask, NEVER), torch.sigmoid(value.float().squeeze(1))


def conv(layer: nn.Conv2d, x: Tensor) -> Tensor:
    weight = layer.weight.to(x.dtype, memory_format=torch.channels_last)
    bias = None if layer.bias is None else layer.bias.to(x.dtype)
    return F.conv2d(x, weight, bias, padding=layer.padding)


def make(features: list[tuple[str, int, int]], actions: int, settings: Settings, library: Library | None) -> nn.Module:
    return (Grid if settings.shape == "grid" else Flat)(features, actions, settings, library)
