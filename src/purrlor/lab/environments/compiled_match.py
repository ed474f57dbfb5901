"""One match on the compiled rules, for the adapters: cheap to copy, to pickle, to look at."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import nullcontext
from functools import cache

import numpy as np
import numpy.typing as npt

from purrlor.core.compilers.compiling_notice import show_compiling
from purrlor.core.compilers.native import native
from purrlor.core.game import Game, State, game
from purrlor.core.options import Value
from purrlor.core.seats import MAX_SEATS, WATCHER, members
from purrlor.lab.environments.environment import laid_row
from purrlor.lab.kernels.single_match import OVER, VEIL

MOST_LISTS = 20_000  # of actions kept: 25 face-down tiles alone have 33 million sets
Floats = npt.NDArray[np.float32]


class MatchSetup:
    """What all matches of one game with the same players and options share."""

    def __init__(self, of: Game, players: int, options: Mapping[str, object]) -> None:
        self.game, self.players = of, players
        self.options: dict[str, Value] = of.settle(players, options)
        self.native = native(
            "purrlor.lab.kernels.single_match",
            rules=f"{of.package}.rules.rules",
            observation=f"{of.package}.lab.observation",
        )
        self.actions = int(of.part("lab.observation").ACTIONS)
        self.features = len(of.part("lab.observation").FEATURES)
        bound = getattr(of.part("lab.observation"), "longest", None)
        self.longest = int(bound(players, self.options) if bound else of.rules.BOUND)  # decisions in a match
        fresh = laid_row(of, players, self.options)
        self.dtype = fresh.dtype
        self.width = self.dtype.itemsize // 8
        self.fresh = np.zeros(3 * self.width + 2 * MAX_SEATS, np.int64)
        self.fresh[: 3 * self.width].view(self.dtype)[:] = fresh[0]
        self.lists: dict[int, list[int]] = {}
        self.is_compiled = False  # here, since the first match
        self.chance: dict[tuple[bytes, int, int], list[tuple[bytes, float]]] = {}  # outcomes of events already met

    def __reduce__(self) -> tuple[object, ...]:
        return cached_match_setup, (self.game.name, self.players, tuple(sorted(self.options.items())))

    def members(self, mask: int) -> list[int]:
        """The actions of a mask; the list is shared, so leave it as it is."""
        found = self.lists.get(mask)
        if found is None:
            if len(self.lists) >= MOST_LISTS:
                self.lists.clear()
            found = self.lists[mask] = list(members(mask))
        return found


@cache
def cached_match_setup(name: str, players: int, options: tuple[tuple[str, object], ...]) -> MatchSetup:
    return MatchSetup(game(name), players, dict(options))


def match_setup(of: str | Game, players: int | None, options: Mapping[str, object] | None) -> MatchSetup:
    known = of if isinstance(of, Game) else game(of)
    players = known.seats[0] if players is None else players
    return cached_match_setup(known.name, int(players), tuple(sorted(known.settle(players, options).items())))


class CompiledMatch:
    """One match. `seat` decides now (OVER: nobody); `mask` are its actions."""

    __slots__ = ("facts", "mask", "memory", "rows", "seat", "side", "words")

    def __init__(self, shared: MatchSetup, facts: npt.NDArray[np.int64] | None = None) -> None:
        self.side = shared
        self.facts = shared.fresh.copy() if facts is None else facts
        states = self.facts[: 3 * shared.width]
        self.rows = states.view(shared.dtype)
        self.words = states.reshape(3, shared.width)
        self.memory = self.facts[3 * shared.width :]
        self.seat = OVER
        self.mask = 0

    def __deepcopy__(self, memo: object) -> CompiledMatch:
        return self.copy()

    def copy(self) -> CompiledMatch:
        made = CompiledMatch(self.side, self.facts.copy())
        made.seat, made.mask = self.seat, self.mask
        return made

    def __reduce__(self) -> tuple[object, ...]:
        shared = self.side
        return restored, (shared.game.name, shared.players, shared.options, self.facts.tobytes(), self.seat, self.mask)

    def start(self, seed: int) -> None:
        with nullcontext() if self.side.is_compiled else show_compiling():
            self.next(self.side.native.open_table(self.rows, seed))
        self.side.is_compiled = True

    def next(self, seat: int) -> None:
        self.seat = seat
        self.mask = self.side.native.legal(self.rows, seat) if seat >= 0 else 0

    def play(self, action: int) -> None:
        """The deciding seat's action, chance as the match's own generator has it."""
        self.next(self.side.native.play(self.rows, self.seat, action))

    def legal(self) -> list[int]:
        return self.side.members(self.mask)

    def shares(self) -> Floats:
        """Of the victory, by seat."""
        found = np.zeros(self.side.players, np.float32)
        self.side.native.pay(self.rows, found)
        return found

    def observe(self, seat: int, out: npt.NDArray[np.int16]) -> None:
        self.side.native.observe(self.rows, seat, out)

    def state(self) -> State:
        """The truth, as the plain rules have it."""
        return self.side.game.rules.State.from_bytes(self.rows[0].tobytes())

    def view(self, seat: int = WATCHER) -> State:
        """What this seat may know, as the plain rules have it."""
        self.side.native.fill_view(self.rows, seat)
        return self.side.game.rules.State.from_bytes(self.rows[VEIL].tobytes())

    def view_bytes(self, seat: int) -> bytes:
        self.side.native.fill_view(self.rows, seat)
        return bytes(self.words[VEIL].tobytes())

    def labels(self) -> list[str]:
        """The deciding seat's choices in words."""
        known, seat = self.side.game, self.seat
        hidden, t = self.view(seat), known.translations("en")
        return [known.words.label(hidden, seat, action, t) for action in self.legal()]


def restored(name: str, players: int, options: dict[str, object], facts: bytes, seat: int, mask: int) -> CompiledMatch:
    made = CompiledMatch(match_setup(name, players, options), np.frombuffer(facts, np.int64).copy())
    made.seat, made.mask = seat, mask
    return made
