"""The Python side of the search: memory, budget, statistics, choice."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import sqrt
from typing import Any

from purrlor.bots.tree_search.compiled_twins import Twin, twin
from purrlor.bots.tree_search.tree import UNIT
from purrlor.core.game import Game
from purrlor.core.record import words
from purrlor.core.seats import first

SECONDS = 0.5  # a tiger's usual time for a decision
CAPACITY = 120_000  # edges of a tree; a full one goes on learning
EVEN_HANDED = 2000  # `explore` where every choice is to be weighed, and not only the best to be found
SLICE = 0.004  # seconds between two looks at the clock
NONE: Mapping[str, int] = {}
KNOBS = {
    "explore": 600, "bias": 0, "random": 1000, "slips": 0, "margin": 100, "horizon": 0, "depth": 1000, "others": 2,
    "trust": 1,
}  # fmt: skip


@dataclass(frozen=True)
class Choice:
    """What a search found out about one action of the seat that asked."""

    action: int
    visits: int
    win: float  # share of the victory to expect, 0 to 1
    score: float  # points to expect where the search stops looking
    value: float  # what the search maximises: mostly `win`
    spread: float = 0.5  # the standard deviation of one playout's share
    points_spread: float = 0.0  # … and of its points


class Thinker:
    """Searches one game, with knobs of its own if need be; one search at a time."""

    def __init__(
        self, game: Game, *, fast: bool = True, capacity: int = CAPACITY, knobs: Mapping[str, int] = NONE
    ) -> None:
        self.lay_out(twin(game, fast), capacity, ())
        self.set_knobs(KNOBS, {**getattr(game.part("bots.strategy"), "SEARCH", {}), **knobs})

    def lay_out(self, side: Twin, capacity: int, for_the_guide: tuple[object, ...]) -> None:
        """The memory of a search; the table of nodes is never more than three quarters full."""
        self.twin, self.lock = side, threading.Lock()
        tree, guide, row = side.tree, side.tree.guide, side.row
        size = 1
        while 3 * size < 4 * (capacity + 2):
            size *= 2
        self.states, self.plan = row(3), row(1, guide.Plan)
        self.nodes, self.edges = row(size, guide.Node), row(capacity + 2, guide.Edge)
        self.workspace = (
            self.states, words(self.states), self.nodes, self.edges, row(tree.PATH, tree.Step), self.plan, for_the_guide
        )  # fmt: skip

    def set_knobs(self, usual: Mapping[str, int], given: Mapping[str, int]) -> None:
        if unknown := given.keys() - usual.keys():
            raise ValueError(f"no knob {', '.join(sorted(unknown))}: there are {', '.join(usual)}")
        plan = self.twin.tree.guide.Plan()
        for name, value in {**usual, **given}.items():
            setattr(plan, name, value)
        self.twin.write(self.plan, 0, plan.to_bytes())

    def choose(
        self, hidden: bytes, seat: int, seed: int = 0, *, playouts: int | None = None, seconds: float | None = None
    ) -> int:
        """The action for this seat. The same seed and playouts give the same action; a single choice costs nothing."""
        with self.lock:
            mask = self.legal(hidden, seat)
            if mask & (mask - 1) == 0:
                return first(mask)
            self.search(seat, seed, playouts, seconds, hurry=True)
            return int(self.twin.tree.best(self.workspace))

    def evaluate(
        self,
        hidden: bytes,
        seat: int,
        seed: int = 0,
        *,
        playouts: int | None = None,
        seconds: float | None = None,
        wanted: int = 0,
        least: int = 0,
        hurry: bool = False,
    ) -> list[Choice]:
        """Every action of this seat, the best first. `wanted`: a mask of actions that are tried at least so often,
        however bad they look. `hurry`: only until the choice is sure."""
        with self.lock:
            self.legal(hidden, seat)
            usual = self.twin.read(self.plan, 0)
            self.want(wanted, least)
            self.search(seat, seed, playouts, seconds, hurry=hurry)
            self.unwant(usual)
            return sorted(self.choices(), key=lambda choice: (-choice.visits, -choice.value, choice.action))

    def want(self, wanted: int, least: int) -> None:
        """What a player chose has to be tried often enough: a choice that began badly would get a handful of playouts,
        and look as bad as those were by chance."""
        if not wanted:
            return
        plan = self.twin.tree.guide.Plan.from_bytes(self.twin.read(self.plan, 0))
        plan.bias, plan.explore = 0, EVEN_HANDED
        self.twin.write(self.plan, 0, plan.to_bytes())

    def unwant(self, usual: bytes) -> None:
        """The knobs as they were before `want`."""
        was = self.twin.tree.guide.Plan.from_bytes(usual)
        plan = self.twin.tree.guide.Plan.from_bytes(self.twin.read(self.plan, 0))
        plan.bias, plan.explore = was.bias, was.explore
        self.twin.write(self.plan, 0, plan.to_bytes())

    def legal(self, hidden: bytes, seat: int) -> int:
        """Puts the state into the workspace."""
        self.twin.write(self.states, 0, hidden)
        mask = int(self.twin.rules.legal(self.states[0], seat))
        if not mask:
            raise ValueError(f"seat {seat} is not asked")
        return mask

    def search(self, seat: int, seed: int, playouts: int | None, seconds: float | None, hurry: bool) -> None:
        """Think as long as the budget lasts, of time or playouts or the first of both to end; in a hurry only as hard
        as it pays, and until the choice is sure.

        `effort` of a game's strategy says how much of the budget a decision deserves, in thousandths.
        """
        tree, workspace = self.twin.tree, self.workspace
        effort = getattr(self.twin.strategy, "effort", None) if hurry else None
        share = 1.0 if effort is None else int(effort(self.states[0])) / 1000
        tree.begin(workspace, seat)
        began = now = time.perf_counter()
        if playouts is not None:
            playouts = max(1, round(share * playouts))
            done = 0
            while done < playouts and (seconds is None or time.perf_counter() < began + seconds):
                some = min(playouts - done, max(64, playouts // 8) if hurry or seconds is not None else playouts)
                tree.run(workspace, seat, seed, some)
                done += some
                if hurry and tree.lead(workspace) > playouts - done:
                    return
            return
        end = began + share * (SECONDS if seconds is None else seconds)
        done, some = 0, 16
        while now < end:
            tree.run(workspace, seat, seed, some)
            done += some
            now = time.perf_counter()
            pace = (now - began) / done
            if hurry and tree.lead(workspace) > (end - now) / pace:
                return
            some = max(8, min(4 * some, int(min(SLICE, end - now) / pace)))

    def root_edges(self) -> Iterator[Any]:
        """The guide's own records of what was tried at the root."""
        guide, read = self.twin.tree.guide, self.twin.read
        plan = guide.Plan.from_bytes(read(self.plan, 0))
        e = guide.Node.from_bytes(read(self.nodes, plan.root)).first
        while e:
            edge = guide.Edge.from_bytes(read(self.edges, e))
            yield edge
            e = edge.next

    def choices(self) -> Iterator[Choice]:
        """The root's statistics."""
        plan = self.twin.tree.guide.Plan.from_bytes(self.twin.read(self.plan, 0))
        for edge in self.root_edges():
            action, n = edge.action, max(1, edge.visits)  # a network leaves some actions untried
            won, value, points = plan.won[action] / UNIT / n, edge.value / UNIT / n, plan.points[action] / n
            spread = sqrt(max(0.0, plan.squares[action] / UNIT / n - won**2))
            points_spread = sqrt(max(0.0, plan.point_squares[action] / n - points**2))
            yield Choice(action, edge.visits, won, points, value, spread, points_spread)
