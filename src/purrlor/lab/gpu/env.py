"""The vector environment on a GPU: the same interface as `lab/vector.py`, arrays that never leave the device.

    env = GpuVectorEnv("cat-cafe", lanes=65536, players=3, seed=1)
    env.reset()
    while True:
        env.step(policy(env.observations, env.masks))        # PyTorch tensors; JAX and CuPy take them by DLPack

With device="cpu" the same translated rules run on the processor, built by the system's C++ compiler.
"""

from __future__ import annotations

import importlib
import math
from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import TYPE_CHECKING

from purrlor.core.errors import BadOption, IllegalAction, PurrlorError
from purrlor.core.game import Game, game
from purrlor.core.language import N_
from purrlor.core.seats import members
from purrlor.lab.gpu.library import LaneMemory, Library, Teacher, build

if TYPE_CHECKING:
    from torch import Tensor

WIN = 65536  # as in lanes.cu
Table = tuple[int, Mapping[str, object] | None]  # players and options


class NoGpu(PurrlorError):
    """This machine has no GPU to play on, or nothing that reaches it."""


def import_torch() -> ModuleType:
    try:
        return importlib.import_module("torch")
    except ImportError:
        raise NoGpu(N_("PyTorch is not installed: pip install 'purrlor[gpu]'.")) from None


def check_device(device: str) -> str:
    """`device`, if it is there."""
    if device.startswith("cuda") and not import_torch().cuda.is_available():
        raise NoGpu(N_("There is no NVIDIA GPU that PyTorch can use here: take device='cpu', or lab.vector.VectorEnv."))
    return device


class GpuVectorEnv:
    """One step is one decision in every lane. `tables` seats different numbers of players, or plays different options,
    side by side: match m of lane k is on table (k + m) modulo their number. Seats nobody sits on get no reward."""

    def __init__(
        self,
        of: str | Game,
        lanes: int = 65536,
        players: int | None = None,
        options: Mapping[str, object] | None = None,
        *,
        seed: int = 0,
        skip: bool = False,
        device: str = "cuda",
        tables: Sequence[Table] | None = None,
        lookahead: bool = False,
    ) -> None:
        torch = import_torch()
        self.torch, self.device = torch, check_device(device)
        self.game = of if isinstance(of, Game) else game(of)
        if lanes < 1:
            raise BadOption(N_("A vector environment needs at least one lane and one thread."))
        self.lanes, self.seed, self.skip = lanes, seed, skip
        given = tables or [(self.game.seats[0] if players is None else players, options)]
        rows = b"".join(self.game.laid_out(seats, chosen).to_bytes() for seats, chosen in given)
        self.library = library = Library(build(self.game, for_gpu=device.startswith("cuda"), lookahead=lookahead))
        self.kinds = len(given)
        self.seated = torch.tensor([seats for seats, _ in given], device=device)  # players of every table
        self.players = max(seats for seats, _ in given)
        shapes = {
            "states": ((lanes, library.state_size), torch.uint8),
            "begun": ((lanes,), torch.int64),  # matches begun in each lane
            "legal": ((lanes,), torch.int64),  # the masks as bits
            "actions": ((lanes,), torch.int64),  # room for the next decisions
            "seats": ((lanes,), torch.int8),  # who decides
            "observations": ((lanes, library.features), torch.int16),  # … what that seat may know
            "masks": ((lanes, library.actions), torch.bool),  # … and may do
            "rewards": ((lanes, library.seats), torch.float32),  # shares of the victory where a match ended, else 0
            "done": ((lanes,), torch.bool),  # whether a match ended with the last decision
            "scores": ((lanes, library.seats), torch.int32),  # … its points
            "lengths": ((lanes,), torch.int32),  # decisions made in the match so far, or in the one that ended
        }
        try:
            arrays = {name: torch.zeros(shape, dtype=kind, device=device) for name, (shape, kind) in shapes.items()}
        except torch.cuda.OutOfMemoryError:
            raise NoGpu(N_("{lanes} lanes do not fit into the GPU's memory: take fewer."), lanes=lanes) from None
        arrays["tables"] = torch.frombuffer(bytearray(rows), dtype=torch.uint8).to(device)
        self.arrays = arrays
        self.states, self.begun, self.legal = arrays["states"], arrays["begun"], arrays["legal"]
        self.actions, self.seats, self.observations = arrays["actions"], arrays["seats"], arrays["observations"]
        self.masks, self.rewards, self.done = arrays["masks"], arrays["rewards"], arrays["done"]
        self.scores, self.lengths = arrays["scores"], arrays["lengths"]
        pointers = (arrays[name].data_ptr() for name in LaneMemory.POINTERS)
        self.workspace = LaneMemory(*pointers, self.kinds, lanes, seed, int(skip))
        self.drawn = 0

    @property
    def stream(self) -> int:
        """The stream PyTorch works on now, so that nothing overtakes anything."""
        return int(self.torch.cuda.current_stream().cuda_stream) if self.device.startswith("cuda") else 0

    def call(self, name: str, *facts: int | Teacher) -> None:
        self.library.call(name, self.workspace, *facts, stream=self.stream)

    def reset(self, seed: int | None = None) -> None:
        """All lanes start again; the same seed gives the same matches for the same decisions."""
        self.seed = self.workspace.seed = self.seed if seed is None else seed
        self.drawn = 0
        self.call("step", 1)

    def step(self, actions: Tensor | None = None, *, check: bool = True) -> None:
        """One decision in every lane, by default those in `self.actions`. If one is illegal, nothing moves; without
        `check` nothing is looked at, and nobody waits for the device."""
        if actions is not None and actions is not self.actions:
            if tuple(actions.shape) != (self.lanes,):
                raise IllegalAction(N_("Give one whole number for each of the {lanes} lanes."), lanes=self.lanes)
            self.actions.copy_(actions)
        if check:
            chosen = self.actions.clamp(0, 62)
            wrong = ((self.legal >> chosen & 1) == 0) | (chosen != self.actions)
            if bool(wrong.any()):
                lane = int(wrong.nonzero()[0, 0])
                raise IllegalAction(
                    N_("Seat {seat} cannot do {action} now: its choices are {choices}."),
                    seat=int(self.seats[lane]),
                    action=int(self.actions[lane]),
                    choices=", ".join(map(str, members(int(self.legal[lane])))),
                )
        self.call("step", 0)

    def draw_actions(self) -> Tensor:
        """A random legal action for every lane, into `self.actions`: the same as the vector environment draws."""
        self.drawn += 1
        self.call("draw", self.seed * 1_000_003 + self.drawn)
        return self.actions

    def sensible_actions(self) -> Tensor:
        """What a cat would do in every lane, into `self.actions`."""
        self.drawn += 1
        self.call("sensible", self.seed * 1_000_003 + self.drawn)
        return self.actions

    def searched(self, rollouts: int, horizon: int, margin: float, points: float) -> tuple[Tensor, Tensor]:
        """What a search of so many roll-outs finds for the seat that decides in every lane, from what that seat may
        know: the mean worth of each action, and how often it was tried. Nothing is tried where the game's `effort`
        says that a search has nothing to find, or leaves less than one roll-out for each choice."""
        self.drawn += 1
        torch, shape = self.torch, (self.lanes, self.library.actions)
        worth = torch.zeros(shape, dtype=torch.int64, device=self.device)
        tries = torch.zeros(shape, dtype=torch.int32, device=self.device)
        whole = math.copysign(max(1, round(abs(points))), points)
        seed = self.seed * 1_000_003 + self.drawn
        facts = (seed, rollouts, horizon, round(1000 * margin), int(whole), worth.data_ptr(), tries.data_ptr())
        self.call("teach", Teacher(*facts))
        return worth / (WIN * tries.clamp(min=1)), tries

    def players_before(self) -> Tensor:
        """Players of the match before the present one in each lane: of the one that ended, where `done`."""
        number = self.torch.arange(self.lanes, device=self.device) + self.begun - 2
        return self.seated[number.remainder(self.kinds)]

    def view_of(self, seat: int) -> Tensor:
        """A new tensor: observations of one seat in every lane, also where another decides (seat 0 if it is empty)."""
        out = self.torch.empty_like(self.observations)
        before = self.workspace.observations
        self.workspace.observations = out.data_ptr()
        self.call("look", seat)
        self.workspace.observations = before
        return out

    def roll(self, rounds: int, made: Tensor, *, seen: bool, crowd: int = 8) -> None:
        """Random play for its speed: `rounds` rounds of a decision in every lane; decisions are added to `made`."""
        facts = (rounds, crowd, int(seen), made.data_ptr())
        self.library.call("roll", self.workspace, *facts, stream=self.stream)
