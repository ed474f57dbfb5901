"""Compiled readers of a state, on the record that checks bounds: the sensible player, and the lab's observation."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from purrlor.core.game import Game, State
from purrlor.core.laws.report import difference
from purrlor.core.record import CheckedList
from purrlor.core.seats import TABLE

if TYPE_CHECKING:
    from purrlor.core.laws.walk import Walk

STALE = -77  # what was in a list before it is filled
LIMIT = (1 << 31) - 1  # an observation's numbers


def try_sensible(walk: Walk, seat: int, choices: tuple[int, ...]) -> None:
    if seat == TABLE:
        return
    strategy = walk.game.strategy
    veil = walk.game.hidden(walk.s, seat)  # its indices and numbers are checked
    answer = int(strategy.sensible(veil, seat))
    before = walk.free.copy()
    action = int(strategy.sensible(walk.free, seat))
    walk.require("sensible", action == -1 or action in choices, f"{action} is not among {choices}")
    if walk.free != before:
        used = "uses chance" if walk.free.rng != before.rng else f"changed the state: {difference(before, walk.free)}"
        walk.require("sensible", False, f"sensible {used}. It may only look")
    if answer != action:
        peeked = fields_read(lambda s: int(strategy.sensible(s, seat)), walk.free, walk.game.hidden(walk.free, seat))
        what = f"sensible reads {peeked}, which hide(s, {seat}) erases: seat {seat} would do {action}, but {answer}"
        walk.require("sensible", False, f"{what} on what it knows")
    walk.report.tried["sensible"] += 1
    silly = getattr(strategy, "silly", None)
    if silly is not None:
        silly(veil, seat)


def fields_read(answer: Callable[[State], int], truth: State, veil: State) -> str:
    """The hidden fields that the answer depends on: shown one by one, or else hidden one by one."""
    hidden = [name for name in truth.fields if name != "rng" and getattr(truth, name) != getattr(veil, name)]
    for ground, other in ((veil, truth), (truth, veil)):
        usual = answer(ground.copy())
        found = [name for name in hidden if answer(with_field(ground, other, name)) != usual]
        if found:
            return " and ".join(f"s.{name}" for name in found)
    return " or ".join(f"s.{name}" for name in hidden) or "the generator"


def with_field(ground: State, other: State, name: str) -> State:
    s = ground.copy()
    setattr(s, name, getattr(other.copy(), name))
    return s


def try_observation(walk: Walk, seat: int, choices: tuple[int, ...]) -> None:
    if not walk.game.has("lab/observation.py"):
        return
    viewer = walk.dice.randrange(walk.seats)
    fault = next(observation_faults(walk.game, walk.game.hidden(walk.s, viewer), viewer), "")
    walk.require("observes", not fault, fault)
    most, known = max(choices), int(walk.game.part("lab.observation").ACTIONS)
    what = f"action {most}, but lab.observation.ACTIONS is {known}"
    walk.require("observes", seat == TABLE or most < known, what)


def observation_faults(game: Game, veil: State, viewer: int) -> Iterator[str]:
    """What is wrong with the numbers of a hidden state: each is filled, whatever was there, within its bounds."""
    if not game.has("lab/observation.py"):
        return
    part = game.part("lab.observation")
    before = veil.copy()
    rows = []
    for stale in (0, STALE):
        out = CheckedList([stale] * len(part.FEATURES), LIMIT, "out")
        part.observe(veil, viewer, out)
        rows.append(out)
    if veil != before:
        yield f"observe changed the state: {difference(before, veil)}"
    for number, (name, low, high) in enumerate(part.FEATURES):
        feature = f"feature {number} ({name})"
        one, two = rows[0][number], rows[1][number]
        if one != two:
            yield f"observe leaves {feature} as it was before: fill it for every number of players ({veil.seats} play)"
        elif not low <= one <= high:
            yield f"{feature} is {one} for seat {viewer}, outside {low}..{high}"
