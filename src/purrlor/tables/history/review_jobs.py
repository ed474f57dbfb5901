"""The review of a finished match: what every decision was worth, from what its seat knew at that moment.

The search runs in the processes that think for bots, a slice at a time, so that tables go on meanwhile. The judge of
the game (`bots/judges.py`) has a first look at every decision, then a closer one at those that seem to have cost most;
the tiger counts points. The number of playouts is fixed, so the same match gets the same review on every machine. A
review is stored with its match.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Protocol

from purrlor.bots.grading import FAIR, SLIP, STUMBLE, WeighedDecision, weigh
from purrlor.bots.judges import TIGER, Judge, judge_of
from purrlor.bots.same_choices import effect_of, merge_same
from purrlor.bots.thinker import Choice
from purrlor.bots.trial_matches import Difference
from purrlor.core.cache import Cache
from purrlor.core.game import Game, State
from purrlor.core.language import N_
from purrlor.core.seats import TABLE
from purrlor.tables.errors import NotFinished, NotWeighed, NotWeighedYet
from purrlor.tables.history.match_review import Review
from purrlor.tables.history.replay import Replay, replay_of
from purrlor.tables.store import Store

if TYPE_CHECKING:
    from purrlor.tables.table import Table

MOST = 400  # decisions that are weighed: of a longer match, every second, third … one
CLOSER = 12  # decisions that get a closer look
POINTS = Judge("tiger", 15_000, 400, 1000)  # what the tiger does where somebody else judges
SECONDS = 1.0  # at most for a look, on a machine that is busy
REVIEWS_CACHED = 512  # some ten kilobytes each
ENOUGH = 0.5  # of the decisions must have been weighed
CLOSER_FINDS = 6  # of them that get a closer look
COMPARED = 6  # decisions of which trial matches say in what they were worse
TRIALS = 100  # matches from each of two choices
MOST_KINDS = 4  # rows of such a comparison
RIVALS = 3  # other choices that are tried then
LONGEST_WAIT = 900.0  # seconds for which a page asks by itself
AT_ONCE = 8  # reviews of a house that are being made: each keeps all processes that think busy for a minute

STILL_RUNNING = N_("This match is still being played. When it is over, you can look at its review.")
NO_SEARCH = N_("This house has no tigers that could weigh a match. Without a review you can still look back at it.")
NOT_READY = N_("Our strongest cats are still waking up. The review appears here by itself.")
TOO_MANY = N_("Our strongest cats are at work on other reviews. Yours appears here by itself.")
BEING_MADE = N_("The review is being prepared. It appears here by itself.")
BROKEN_OFF = N_("The tigers were disturbed in the middle of this review. Please ask for it once more.")


class Evaluate(Protocol):
    """Every choice of a seat, the best first, from a state hidden for it; none where nobody can say. `Pool.evaluate`
    is one."""

    def __call__(
        self,
        name: str,
        hidden: bytes,
        seat: int,
        *,
        seconds: float,
        table: str,
        playouts: int,
        player: str = "tiger",
        wanted: int = 0,
    ) -> Awaitable[list[Choice]]: ...


class Compare(Protocol):
    """What comes of two choices in trial matches; nothing where nobody can say. `Pool.compare` is one."""

    def __call__(
        self,
        name: str,
        hidden: bytes,
        seat: int,
        better: int,
        other: int,
        *,
        matches: int,
        seconds: float,
        table: str,
    ) -> Awaitable[list[Difference]]: ...


@dataclass(frozen=True)
class Question:
    """A decision that had more than one choice, with what its seat knew then."""

    number: int
    seat: int
    action: int
    hidden: bytes


async def judge_choices(
    game: Game, hidden: State, seat: int, evaluate: Evaluate, seconds: float, table: str, parts: int = 1
) -> list[Choice]:
    """Every choice by the judge of the game, or by the tiger while that is not ready; none while neither is.

    `parts`: of the playouts for a closer look, one in so many.
    """
    for judge in (judge_of(game), TIGER):
        choices = await evaluate(
            game.name,
            hidden.to_bytes(),
            seat,
            seconds=seconds,
            table=table,
            playouts=judge.closer // parts,
            player=judge.player,
        )
        if choices:
            return choices
    return []


class Reviews:
    """Makes each review once, however many ask for it at once, and stores it; of several matches no more than AT_ONCE
    at a time. `processes`: how many think at the same time."""

    def __init__(
        self,
        evaluate: Evaluate | None,
        processes: int = 1,
        store: Store | None = None,
        compare: Compare | None = None,
    ) -> None:
        self.evaluate, self.processes, self.store, self.compare = evaluate, processes, store, compare
        self.done: Cache[str, Review] = Cache(REVIEWS_CACHED)  # by table: a finished match does not change any more
        self.being_made: dict[str, asyncio.Task[Review]] = {}
        self.asked_at: Cache[str, float] = Cache(REVIEWS_CACHED)  # by table: when somebody began to wait

    async def found(self, table: Table) -> Review | None:
        """The review if somebody has asked for it before, of this server or one before it."""
        if table.stage != "finished":
            return None
        found = self.done.get(table.id)
        if found is None and self.store is not None:
            stored = await self.store.review(table.id)
            found = Review.from_json(stored, table.game.revision) if stored is not None else None
            if found is not None:
                self.done.put(table.id, found)
        return found

    async def soon(self, table: Table, patience: float) -> Review:
        """The review if it is there within so many seconds; else NotWeighedYet, and the work goes on."""
        try:
            async with asyncio.timeout(patience):
                return await self.of(table)
        except TimeoutError:
            raise NotWeighedYet(BEING_MADE) from None

    def may_wait(self, table: Table, now: float) -> bool:
        """Whether a page that waits should ask again by itself: for LONGEST_WAIT, then a person has to ask."""
        began = self.asked_at.get(table.id)
        if began is None:
            self.asked_at.put(table.id, now)
        elif now - began > LONGEST_WAIT:
            self.asked_at.drop(table.id)
            return False
        return True

    async def of(self, table: Table) -> Review:
        """NotFinished before the end, NotWeighed where the search cannot do it now."""
        if table.stage != "finished":
            raise NotFinished(STILL_RUNNING)
        found = await self.found(table)
        if found is not None:
            return found
        if self.evaluate is None:
            raise NotWeighed(NO_SEARCH)
        if table.id not in self.being_made:
            if len(self.being_made) >= AT_ONCE:
                raise NotWeighedYet(TOO_MANY)
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
        """The server ends: a later request gets the review from the next process."""
        tasks = list(self.being_made.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def make(self, table: Table, evaluate: Evaluate) -> Review:
        replay = await replay_of(table)
        winners = table.playing().winners()
        shares = [(seat in winners) / len(winners) for seat in range(len(table.seats))]
        chosen_by_cats = {
            number
            for number, (maker, (seat, _)) in enumerate(zip(table.makers, replay.log, strict=True), 1)
            if maker and seat != TABLE and table.seats[seat].is_person
        }
        made = await review_of(
            replay, shares, evaluate, self.processes, f"review {table.id}", chosen_by_cats, self.compare
        )
        if self.store is not None and made.judge == judge_of(table.game).player:  # else a better one may come later
            await self.store.add_review(table.id, made.to_json(table.game.revision))
        return made


async def review_of(
    replay: Replay,
    shares: Sequence[float],
    evaluate: Evaluate,
    processes: int = 1,
    table: str = "",
    chosen_by_cats: Collection[int] = (),
    compare: Compare | None = None,
) -> Review:
    """Weigh the decisions of a match; NotWeighed if too many answers stayed away.

    `chosen_by_cats`: the numbers of those that no person made on a person's seat. `compare`: says in what the dearest
    ones were worse.
    """
    questions = await asyncio.to_thread(open_questions, replay)
    asked = questions[:: -(-len(questions) // MOST) or 1]
    direction = -1 if replay.game.fewest_win else 1
    looks = Looks(replay.game, evaluate, asyncio.Semaphore(processes), table, direction, compare)
    judge = await looks.first_ready((judge_of(replay.game), TIGER), asked[0]) if asked else TIGER
    first = await looks.at_all(asked, judge, judge.each(len(asked)), POINTS.each(len(asked)))
    if len(first) < ENOUGH * len(asked):
        raise NotWeighed(BROKEN_OFF)
    costly = sorted(first.values(), key=lambda each: (-each.weight, each.chosen_chance - each.chance))[:CLOSER]
    again = {decision.number for decision in costly} | set(looks.perhaps_finds(first.values()))
    looks.closer = again
    closer = await looks.at_all(
        [question for question in asked if question.number in again], judge, judge.closer, POINTS.closer
    )
    found = first | closer
    compared = dict(await asyncio.gather(*(looks.afterwards(questions, each) for each in dearest(found.values()))))
    decisions = tuple(
        replace(found[number], by_cat=number in chosen_by_cats, afterwards=compared.get(number, ()))
        for number in sorted(found)
    )
    return Review(decisions, len(questions), replay.last, tuple(shares), judge.player)


def dearest(decisions: Collection[WeighedDecision]) -> list[WeighedDecision]:
    """Of every player those that cost most, and were worth a word."""
    found: list[WeighedDecision] = []
    seats = {each.seat for each in decisions}
    for seat in seats:
        costly = [each for each in decisions if each.seat == seat and each.grade in (FAIR, SLIP, STUMBLE)]
        found += sorted(costly, key=lambda each: -each.weight)[: max(2, COMPARED // len(seats))]
    return found


@dataclass
class Looks:
    """Questions of one match to the search, as many at a time as there are processes."""

    game: Game
    evaluate: Evaluate
    turns: asyncio.Semaphore
    table: str
    direction: int  # 1: more points are better, -1: fewer
    compare: Compare | None = None
    closer: set[int] = field(default_factory=set)  # decisions that get a closer look
    rolled: dict[int, list[Choice]] = field(default_factory=dict)  # what roll-outs say, by decision
    rivals: dict[int, int] = field(default_factory=dict)  # masks of what is tried beside a choice that may be a find

    def perhaps_finds(self, decisions: Iterable[WeighedDecision]) -> list[int]:
        """Decisions that seem right where all else is worse, by the roll-outs, which try every choice. A network does
        not look at what it thinks bad: in a closer look it has to try the best of the others."""
        promising = []
        for decision in decisions:
            wins = {choice.action: choice.win for choice in self.rolled[decision.number] if choice.visits}
            own = wins.pop(decision.action, 0.0)
            if wins and not decision.is_worse and not decision.is_even and own > max(wins.values()):
                promising.append((max(wins.values()) - own, decision.number))
                others = sorted(wins, key=lambda action: -wins[action])[:RIVALS]
                self.rivals[decision.number] = sum(1 << action for action in others)
        return [number for _, number in sorted(promising)[:CLOSER_FINDS]]

    async def first_ready(self, judges: Sequence[Judge], question: Question) -> Judge:
        """The first of these that answers: a network may be missing or not ready."""
        for judge in judges:
            if await self.choices(question, judge.player, judge.each(MOST)):
                return judge
        raise NotWeighedYet(NOT_READY)

    async def at_all(
        self, questions: Sequence[Question], judge: Judge, playouts: int, for_points: int
    ) -> dict[int, WeighedDecision]:
        found = await asyncio.gather(*(self.at(each, judge, playouts, for_points) for each in questions))
        return {decision.number: decision for decision in found if decision is not None}

    async def at(self, question: Question, judge: Judge, playouts: int, for_points: int) -> WeighedDecision | None:
        async with self.turns:
            choices = await self.choices(question, judge.player, playouts)
            points: list[Choice] = []
            if choices and judge.player != POINTS.player:
                points = await self.choices(question, POINTS.player, for_points)
        number, seat, action = question.number, question.seat, question.action
        self.rolled[number] = points or choices
        return weigh(number, seat, action, choices, points, judge.doubt, self.direction)

    async def afterwards(
        self, questions: Sequence[Question], decision: WeighedDecision
    ) -> tuple[int, tuple[Difference, ...]]:
        """The number of a decision, and what comes of the better choice and of this one."""
        if self.compare is None:
            return decision.number, ()
        hidden = next(each.hidden for each in questions if each.number == decision.number)
        async with self.turns:
            found = await self.compare(
                self.game.name,
                hidden,
                decision.seat,
                decision.best,
                decision.action,
                matches=TRIALS,
                seconds=SECONDS,
                table=self.table,
            )
        return decision.number, tuple(found[:MOST_KINDS])

    def wanted(self, question: Question, player: str) -> int:
        """A network tries what a player chose only if told so. Roll-outs are even-handed in a closer look alone: the
        curve would swing."""
        if player == TIGER.player and question.number not in self.closer:
            return 0
        return 1 << question.action | self.rivals.get(question.number, 0)

    async def choices(self, question: Question, player: str, playouts: int) -> list[Choice]:
        found = await self.evaluate(
            self.game.name,
            question.hidden,
            question.seat,
            seconds=SECONDS,
            table=self.table,
            playouts=playouts,
            player=player,
            wanted=self.wanted(question, player),
        )
        view = self.game.rules.State.from_bytes(question.hidden)
        return merge_same(found, effect_of(self.game, view, question.seat), prefer=question.action)


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
