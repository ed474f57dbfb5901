"""The review of a finished match: what every decision was worth, from what its seat knew at that moment.

The search runs in the processes that think for bots, a slice at a time, so that tables go on meanwhile. A first look
at every decision, then a closer one at those that seem to have cost most. The number of playouts is fixed, so the same
match gets the same review on every machine.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from purrlor.bots.grading import WeighedDecision, weigh
from purrlor.bots.thinker import Choice
from purrlor.core.cache import Cache
from purrlor.core.language import N_
from purrlor.core.seats import TABLE
from purrlor.tables.errors import NotFinished, NotWeighed
from purrlor.tables.story.replay import Replay, replay_of

if TYPE_CHECKING:
    from purrlor.tables.table import Table

MOST = 400  # decisions that are weighed: of a longer match, every second, third … one
FIRST_LOOK, FEWEST, MOST_PLAYOUTS = 100_000, 250, 3000  # playouts for all decisions, and for one
CLOSER_LOOK, CLOSER = 3000, 12  # more playouts for each of so many
SECONDS = 1.0  # at most for a look, on a machine that is busy
REVIEWS_CACHED = 512  # some ten kilobytes each
ENOUGH = 0.5  # of the decisions must have been weighed
TURNING_POINTS = 3

STILL_RUNNING = N_("This match is still being played. When it is over, you can look at its review.")
NO_SEARCH = N_("This house has no tigers that could weigh a match. Without a review you can still look back at it.")
NOT_READY = N_("The tigers of this house are still waking up. Please ask for the review again in a minute.")
BROKEN_OFF = N_("The tigers were disturbed in the middle of this review. Please ask for it once more.")


class Evaluate(Protocol):
    """Every choice of a seat, the best first, from a state hidden for it; none where nobody can say. `Pool.evaluate`
    is one."""

    def __call__(
        self, name: str, hidden: bytes, seat: int, *, seconds: float, table: str, playouts: int
    ) -> Awaitable[list[Choice]]: ...


@dataclass(frozen=True)
class Question:
    """A decision that had more than one choice, with what its seat knew then."""

    number: int
    seat: int
    action: int
    hidden: bytes


@dataclass(frozen=True)
class Review:
    """Every decision that was weighed, in order, and how the match ended."""

    decisions: tuple[WeighedDecision, ...]
    choices: int  # decisions of the match that had more than one choice
    last: int  # the number of the last decision
    shares: tuple[float, ...]  # of the victory, by seat

    def of(self, seat: int) -> list[WeighedDecision]:
        return [decision for decision in self.decisions if decision.seat == seat]

    def curve(self, seat: int) -> list[tuple[int, float]]:
        """Moments of the match and this seat's chance to win then, as far as it could know; at last the result."""
        points = [(decision.number - 1, decision.chance) for decision in self.of(seat)]
        return [*points, (self.last, self.shares[seat])]

    def chance_at(self, moment: int, seat: int) -> float | None:
        """The newest that was known of this seat's chance at a moment; None before its first decision."""
        return next((chance for at, chance in reversed(self.curve(seat)) if at <= moment), None)

    def turning_points(self, seats: Collection[int]) -> list[WeighedDecision]:
        """The decisions of these seats that cost most, in the order of the match."""
        costly = [decision for decision in self.decisions if decision.seat in seats and decision.loss > 0]
        costly.sort(key=lambda decision: -decision.loss)
        return sorted(costly[:TURNING_POINTS], key=lambda decision: decision.number)

    def lost(self, seat: int) -> float:
        """Chance to win that this seat's own choices cost, all together."""
        return sum(decision.loss for decision in self.of(seat))

    def given(self, seat: int) -> float:
        """What everything else gave or took: dice, cards and the others. With the own choices it is the whole way from
        the first chance to the result."""
        first = self.curve(seat)[0][1]
        return self.shares[seat] - first + self.lost(seat)


class Reviews:
    """Makes each review once, however many ask for it at once. `processes`: how many think at the same time."""

    def __init__(self, evaluate: Evaluate | None, processes: int = 1) -> None:
        self.evaluate, self.processes = evaluate, processes
        self.done: Cache[str, Review] = Cache(REVIEWS_CACHED)  # by table: a finished match does not change any more
        self.being_made: dict[str, asyncio.Task[Review]] = {}

    def found(self, table: Table) -> Review | None:
        """The review if somebody has asked for it before."""
        return self.done.get(table.id)

    async def of(self, table: Table) -> Review:
        """NotFinished before the end, NotWeighed where the search cannot do it now."""
        if table.stage != "finished":
            raise NotFinished(STILL_RUNNING)
        found = self.done.get(table.id)
        if found is not None:
            return found
        if self.evaluate is None:
            raise NotWeighed(NO_SEARCH)
        if table.id not in self.being_made:
            made = asyncio.get_running_loop().create_task(self.make(table, self.evaluate))
            made.add_done_callback(lambda done: self.on_done(table.id, done))
            self.being_made[table.id] = made
            del made  # an error would hold this frame, the frame the task, and the task the error
        return await asyncio.shield(self.being_made[table.id])  # who leaves does not take it away from the others

    def on_done(self, table_id: str, task: asyncio.Task[Review]) -> None:
        del self.being_made[table_id]
        if not task.cancelled() and task.exception() is None:
            self.done.put(table_id, task.result())

    async def stop(self) -> None:
        """The server ends: whoever asks afterwards gets the review from the next one."""
        tasks = list(self.being_made.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def make(self, table: Table, evaluate: Evaluate) -> Review:
        replay = await replay_of(table)
        winners = table.playing().winners()
        shares = [(seat in winners) / len(winners) for seat in range(len(table.seats))]
        return await review_of(replay, shares, evaluate, self.processes, f"review {table.id}")


async def review_of(
    replay: Replay, shares: Sequence[float], evaluate: Evaluate, processes: int = 1, table: str = ""
) -> Review:
    """Weigh the decisions of a match; NotWeighed if too many answers stayed away."""
    questions = await asyncio.to_thread(open_questions, replay)
    asked = questions[:: -(-len(questions) // MOST) or 1]
    turns = asyncio.Semaphore(processes)

    async def look(question: Question, playouts: int) -> WeighedDecision | None:
        async with turns:
            choices = await evaluate(
                replay.game.name, question.hidden, question.seat, seconds=SECONDS, table=table, playouts=playouts
            )
        return weigh(question.number, question.seat, question.action, choices)

    async def weighed(questions: Sequence[Question], playouts: int) -> dict[int, WeighedDecision]:
        found = await asyncio.gather(*(look(question, playouts) for question in questions))
        return {decision.number: decision for decision in found if decision is not None}

    if asked and await look(asked[0], FEWEST) is None:
        raise NotWeighed(NOT_READY)
    first = await weighed(asked, min(MOST_PLAYOUTS, max(FEWEST, FIRST_LOOK // max(1, len(asked)))))
    if len(first) < ENOUGH * len(asked):
        raise NotWeighed(BROKEN_OFF)
    costly = sorted(first.values(), key=lambda decision: decision.chosen_chance - decision.chance)[:CLOSER]
    again = {decision.number for decision in costly}
    closer = await weighed([question for question in asked if question.number in again], CLOSER_LOOK)
    decisions = first | closer
    return Review(tuple(decisions[number] for number in sorted(decisions)), len(questions), replay.last, tuple(shares))


def open_questions(replay: Replay) -> list[Question]:
    """The decisions of players that had more than one choice."""
    found, rules = [], replay.game.rules
    for number, (seat, action) in enumerate(replay.log, 1):
        if seat == TABLE:
            continue
        state = rules.State.from_bytes(replay.states[number - 1])
        mask = int(rules.legal(state, seat))
        if mask & (mask - 1):
            rules.hide(state, seat)
            found.append(Question(number, seat, action, state.to_bytes()))
    return found
