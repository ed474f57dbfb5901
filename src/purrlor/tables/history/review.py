"""The review of a finished match: what every decision was worth, from what its seat knew at that moment.

The search runs in the processes that think for bots, a slice at a time, so that tables go on meanwhile. The judge of
the game (`bots/judges.py`) has a first look at every decision, then a closer one at those that seem to have cost most;
the tiger counts points. The number of playouts is fixed, so the same match gets the same review on every machine. A
review is stored with its match.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Collection, Iterable, Sequence
from dataclasses import astuple, dataclass, field
from typing import TYPE_CHECKING, Protocol

from purrlor.bots.grading import SLIP, STUMBLE, WeighedDecision, weigh
from purrlor.bots.judges import TIGER, Judge, judge_of
from purrlor.bots.same_choices import effect_of, merge_same
from purrlor.bots.thinker import Choice
from purrlor.core.cache import Cache
from purrlor.core.game import Game, State
from purrlor.core.language import N_
from purrlor.core.seats import TABLE
from purrlor.tables.errors import NotFinished, NotWeighed, NotWeighedYet
from purrlor.tables.history.replay import Replay, replay_of
from purrlor.tables.store import Store

if TYPE_CHECKING:
    from purrlor.tables.table import Table

MOST = 400  # decisions that are weighed: of a longer match, every second, third … one
CLOSER = 12  # decisions that get a closer look
POINTS = Judge("tiger", 15_000, 400, 1000)  # what the tiger does where somebody else judges
FORMAT = 4  # of a stored review
SECONDS = 1.0  # at most for a look, on a machine that is busy
REVIEWS_CACHED = 512  # some ten kilobytes each
ENOUGH = 0.5  # of the decisions must have been weighed
TURNING_POINTS = 3
FOUND_FROM = 4  # hundredths of the chance to win that a good find is better than the next best choice
CLOSER_FINDS = 6  # of them that get a closer look
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
    judge: str = "tiger"

    def to_json(self, revision: int) -> str:
        decisions = [astuple(decision) for decision in self.decisions]
        stored = {"format": FORMAT, "revision": revision, "judge": self.judge, "shares": self.shares}
        return json.dumps({**stored, "choices": self.choices, "last": self.last, "decisions": decisions})

    @staticmethod
    def from_json(text: str, revision: int) -> Review | None:
        """None: it was made by another version, or for other rules, and has to be made again."""
        stored = json.loads(text)
        if (stored["format"], stored["revision"]) != (FORMAT, revision):
            return None
        decisions = tuple(WeighedDecision(*facts) for facts in stored["decisions"])
        return Review(decisions, stored["choices"], stored["last"], tuple(stored["shares"]), stored["judge"])

    def of(self, seat: int) -> list[WeighedDecision]:
        return [decision for decision in self.decisions if decision.seat == seat]

    def curve(self, seat: int) -> list[tuple[int, float]]:
        """This seat's chance to win, as far as it could know: before each of its decisions (the best choice), after
        it, and at last the result. In the hundredths that are told in words: a picture never says another."""
        points = []
        for decision in self.of(seat):
            best, chosen = decision.wins
            points += [(decision.number - 1, best / 100), (decision.number, chosen / 100)]
        return [*points, (self.last, self.shares[seat])]

    def chances_at(self, moment: int) -> list[float]:
        """Everybody's chance at a moment: the newest that each seat could know; before its first decision, what it knew
        then. Who has just decided has what that decision left: what came next, such as a card, belongs to the next
        decision. Each knows something else, so they need not add up to 1."""
        decided, newest = self.decision_at(moment), []
        for seat in range(len(self.shares)):
            curve = self.curve(seat)
            newest.append(next((chance for at, chance in reversed(curve) if at <= moment), curve[0][1]))
        if decided is not None and moment < self.last:
            newest[decided.seat] = decided.wins[1] / 100
        return newest

    def decision_at(self, moment: int) -> WeighedDecision | None:
        """The decision that led to this moment, if it was weighed."""
        return next((decision for decision in self.decisions if decision.number == moment), None)

    def turning_points(self, seats: Collection[int]) -> list[WeighedDecision]:
        """The decisions of these seats that cost most, in the order of the match: slips, or else the one that comes
        nearest to it."""
        costly = [decision for decision in self.decisions if decision.seat in seats and decision.is_worse]
        costly.sort(key=lambda decision: -decision.weight)
        slips = [decision for decision in costly if decision.grade in (SLIP, STUMBLE)] or costly[:1]
        return sorted(slips[:TURNING_POINTS], key=lambda decision: decision.number)

    def finds(self, seats: Collection[int]) -> list[WeighedDecision]:
        """The decisions of these seats that were right where every other choice was clearly worse, the best first."""
        found = [each for each in self.decisions if each.seat in seats and each.gain >= FOUND_FROM]
        return sorted(found, key=lambda each: -each.ahead)

    def lost(self, seat: int) -> float:
        """Chance to win that this seat's own choices cost, all together."""
        return sum(decision.cost for decision in self.of(seat)) / 100

    def helped(self, seat: int) -> float:
        """Chance to win that the choices of the others gave: what they lost, each to all who sit there."""
        others = len(self.shares) - 1
        return sum(self.lost(other) for other in range(others + 1) if other != seat) / others


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

    def __init__(self, evaluate: Evaluate | None, processes: int = 1, store: Store | None = None) -> None:
        self.evaluate, self.processes, self.store = evaluate, processes, store
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
        made = await review_of(replay, shares, evaluate, self.processes, f"review {table.id}")
        if self.store is not None and made.judge == judge_of(table.game).player:  # else a better one may come later
            await self.store.add_review(table.id, made.to_json(table.game.revision))
        return made


async def review_of(
    replay: Replay, shares: Sequence[float], evaluate: Evaluate, processes: int = 1, table: str = ""
) -> Review:
    """Weigh the decisions of a match; NotWeighed if too many answers stayed away."""
    questions = await asyncio.to_thread(open_questions, replay)
    asked = questions[:: -(-len(questions) // MOST) or 1]
    direction = -1 if replay.game.fewest_win else 1
    looks = Looks(replay.game, evaluate, asyncio.Semaphore(processes), table, direction)
    judge = await looks.first_ready((judge_of(replay.game), TIGER), asked[0]) if asked else TIGER
    first = await looks.at_all(asked, judge, judge.each(len(asked)), POINTS.each(len(asked)))
    if len(first) < ENOUGH * len(asked):
        raise NotWeighed(BROKEN_OFF)
    costly = sorted(first.values(), key=lambda each: (-each.weight, each.chosen_chance - each.chance))[:CLOSER]
    again = {decision.number for decision in costly} | set(looks.perhaps_finds(first.values()))
    closer = await looks.at_all(
        [question for question in asked if question.number in again], judge, judge.closer, POINTS.closer
    )
    found = first | closer
    decisions = tuple(found[number] for number in sorted(found))
    return Review(decisions, len(questions), replay.last, tuple(shares), judge.player)


@dataclass
class Looks:
    """Questions of one match to the search, as many at a time as there are processes."""

    game: Game
    evaluate: Evaluate
    turns: asyncio.Semaphore
    table: str
    direction: int  # 1: more points are better, -1: fewer
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

    async def choices(self, question: Question, player: str, playouts: int) -> list[Choice]:
        found = await self.evaluate(
            self.game.name,
            question.hidden,
            question.seat,
            seconds=SECONDS,
            table=self.table,
            playouts=playouts,
            player=player,
            wanted=1 << question.action | self.rivals.get(question.number, 0),
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
