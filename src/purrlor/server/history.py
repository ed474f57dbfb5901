"""What happened at a table, in words, for each audience; told once and kept.

A step holds two true states, so that every viewer's words are made from what that viewer may know. Steps are kept only
until those who follow have been told; for whoever comes later the match is gone through once more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from purrlor.core.game import Game, State
from purrlor.core.language import N_, tongue
from purrlor.core.match import Match, key_rng
from purrlor.server.traces import first_trace, next_trace
from purrlor.server.words import SERVER

KEPT_STEPS = 16  # a viewer who lags more than this is told from a replay
CAT_PLAYS = N_("A cat plays for {name}.")
IS_BACK = N_("{name} is back.")
GOES_TO_CAT = N_("The seat goes to a cat: {name}.")


@dataclass(slots=True)
class Step:
    """One decision with the states before and after it; nobody changes them any more."""

    number: int
    seat: int
    action: int
    before: State
    after: State


@dataclass(slots=True)
class Telling:
    """What one audience was told so far."""

    start: int  # the decisions before this one were not told
    upto: int
    remarks: int  # how many remarks were told
    view: State | None = None  # what the audience saw after decision `upto`
    lines: list[tuple[int, str]] = field(default_factory=list)  # decision (-1: a remark), sentence


class History:
    """The story of one match. `view(seat)` is what a seat may know of the match as it stands now."""

    __slots__ = ("ended", "last", "match", "remarks", "since_end", "steps", "tellings", "traces", "view")

    def __init__(self, match: Match, view: Callable[[int], State]) -> None:
        self.match, self.view = match, view
        self.steps: list[Step] = []
        self.last: State | None = None  # the state after the newest step
        self.ended: Step | None = None  # the newest step anybody saw if it ended something, with what it left before
        self.since_end: set[int] = set()  # the seats that have begun a secret choice since
        self.remarks: list[tuple[int, str, int]] = []  # after which decision, sentence, seat
        self.tellings: dict[tuple[int, str], Telling] = {}
        self.traces: list[Any] = [first_trace(match.game)]  # after every decision, as far as anybody asked

    def before(self) -> State | None:
        """The state as it is now, for `decided` after the next decision; None if nobody follows."""
        if not self.tellings:
            return None
        return self.last if self.last is not None else self.match.state.copy()

    def decided(self, seat: int, action: int, before: State | None, unseen: bool = False) -> None:
        self.moved_on(seat, unseen)
        if before is None:
            return
        self.last = self.match.state.copy()
        number, held = len(self.match.log), held_after(self.match.game, before, self.last, seat, action)
        if held is not None:
            self.ended = Step(number, seat, action, before, held)
        self.steps.append(Step(number, seat, action, before, self.last))
        if len(self.steps) > KEPT_STEPS:
            first = self.steps[1].number
            for key in [key for key, telling in self.tellings.items() if telling.upto < first - 1]:
                del self.tellings[key]
            self.prune()

    def moved_on(self, seat: int, unseen: bool) -> None:
        """A secret choice must not end for others what they are still shown of the last round."""
        if unseen:
            self.since_end.add(seat)
        else:
            self.ended = None
            self.since_end.clear()

    def ended_for(self, viewer: int) -> Step | None:
        """The step that has just ended something, for a viewer who has seen nothing since."""
        return None if viewer in self.since_end else self.ended

    def taken_back(self, number: int, seat: int, unseen: bool = False) -> None:
        """This decision never was. Nothing came of it, so nothing else has to be untold."""
        self.moved_on(seat, unseen)
        if number == len(self.match.log) + 1:
            if self.steps and self.steps[-1].number == number:
                self.steps.pop()
            self.last = self.steps[-1].after if self.steps else None
        else:  # secret choices of others came after it: their states are others now
            self.steps.clear()
            self.last = None
        del self.traces[number:]
        for telling in self.tellings.values():
            if telling.upto >= number:
                telling.upto -= 1
                telling.view = None
                telling.lines = [(n - (n > number), text) for n, text in telling.lines if n != number]
        self.remarks = [(after - (after >= number), sentence, seat) for after, sentence, seat in self.remarks]

    def trace(self) -> Any:
        """What the decisions so far left to be seen and the state does not hold; None where the game has no such."""
        if self.traces[0] is None:
            return None
        if len(self.traces) <= len(self.match.log):
            for step in self.steps_after(len(self.traces) - 1):
                if step.number == len(self.traces):
                    made = (step.before, step.after, step.seat, step.action)
                    self.traces.append(next_trace(self.match.game, *made, self.traces[-1]))
        return self.traces[-1]

    def remark(self, sentence: str, seat: int) -> None:
        """Something beside the match: a cat takes over, a player is back."""
        self.remarks.append((len(self.match.log), sentence, seat))

    def told(self, viewer: int, language: str, limit: int, names: Sequence[str]) -> list[str]:
        """The newest sentences for this audience, the newest last."""
        total = len(self.match.log)
        telling = self.tellings.get((viewer, language))
        if telling is None or (telling.start and len(telling.lines) < limit):
            start = max(0, total - 2 * limit) if telling is None else 0
            telling = Telling(start, start, sum(1 for remark in self.remarks if remark[0] < start))
            self.tellings[viewer, language] = telling
        if telling.upto < total:
            for step in self.steps_after(telling.upto):
                if step.number > telling.upto:
                    self.tell_remarks(telling, language, names)
                    self.tell_step(telling, step, viewer, language, names)
        self.tell_remarks(telling, language, names)
        self.prune()
        return [text for _, text in telling.lines[-limit:]]

    def tell_step(self, telling: Telling, step: Step, viewer: int, language: str, names: Sequence[str]) -> None:
        """As `core.story.tell` does it, but each view is made once: it is also what the board is drawn from."""
        game = self.match.game
        was = game.hidden(step.before, viewer) if telling.view is None else telling.view
        is_newest = step.number == len(self.match.log)
        now = self.view(viewer) if is_newest else game.hidden(step.after, viewer)
        if was != now:
            said = game.part("words").told(was, now, step.seat, step.action, viewer, game.tongue(language), names)
            telling.lines.extend((step.number, text) for text in said)
        telling.upto, telling.view = step.number, now

    def tell_remarks(self, telling: Telling, language: str, names: Sequence[str]) -> None:
        while telling.remarks < len(self.remarks) and self.remarks[telling.remarks][0] <= telling.upto:
            _, sentence, seat = self.remarks[telling.remarks]
            telling.lines.append((-1, tongue(language, SERVER).gettext(sentence).format(name=names[seat])))
            telling.remarks += 1

    def prune(self) -> None:
        """Steps that everybody was told are not needed any more."""
        least = min((telling.upto for telling in self.tellings.values()), default=len(self.match.log))
        if self.steps and self.steps[0].number <= least:
            self.steps = [step for step in self.steps if step.number > least]
        if not self.tellings:
            self.last = None

    def steps_after(self, number: int) -> Iterable[Step]:
        """All decisions after a number, and maybe some before it."""
        return self.steps if self.steps and self.steps[0].number <= number + 1 else self.replayed(number)

    def replayed(self, after: int) -> Iterable[Step]:
        """The decisions after a number once more: by the rules alone, for the door has checked them before."""
        match = self.match
        s = Match(match.game, match.seats, match.options, secret=match.secret, contributions=match.contributions).state
        before = s.copy()
        for number, (seat, action) in enumerate(match.log, 1):
            key_rng(s, match.key, number)
            match.game.rules.apply(s, seat, action)
            if number >= after:
                state = s.copy()
                if number > after:
                    yield Step(number, seat, action, before, state)
                before = state


def held_after(game: Game, before: State, after: State, seat: int, action: int) -> State | None:
    """The true state to be shown before the result, from a game's `held.py`; None where the decision ended nothing."""
    found: State | None = game.part("held").held(before, after, seat, action) if game.has("held.py") else None
    return found
