"""What happened at a table, in words, for each audience. Each sentence is made once.

A step holds two true states, so that every viewer's words are made from what that viewer may know. Steps are dropped
when all who follow have their sentences; for a viewer who comes later the match is replayed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from operator import itemgetter
from typing import NamedTuple

from purrlor.core.game import Game, State
from purrlor.core.language import N_, translations
from purrlor.core.match import Match, key_rng
from purrlor.core.sentences.narration import AboutViewer, narrate_views
from purrlor.tables.catalogue import TABLES_CATALOGUE
from purrlor.tables.history.board_memory import initial_memory, next_memory

SENTENCE = itemgetter(1)
STEPS_CACHED = 16  # a viewer who lags more than this gets their sentences from a replay
CAT_PLAYS = N_("A cat plays for {name}.")
LETS_CAT_PLAY = N_("{by} lets a cat play for {name}.")
HAS_RETURNED = N_("{name} is back.")
SITS_FOR_CAT = N_("{name} sits down in place of a cat.")
ASKED_CAT = N_("{name} has asked a cat what to do.")
GOES_ON = N_("The match goes on from a position that {name} brought along.")
GOES_TO_CAT = N_("The seat goes to a cat: {name}.")
TO_ITS_PLAYER = {  # the same said to the person of that seat
    CAT_PLAYS: N_("A cat plays for you."),
    LETS_CAT_PLAY: N_("{by} lets a cat play for you."),
    HAS_RETURNED: N_("You are back at the table."),
    SITS_FOR_CAT: N_("You sit down in place of a cat."),
    ASKED_CAT: N_("You have asked a cat what to do."),
}
TO_WHO_DID_IT = {LETS_CAT_PLAY: N_("You let a cat play for {name}.")}
CHANGES_OF_SEATS = (CAT_PLAYS, LETS_CAT_PLAY, HAS_RETURNED, SITS_FOR_CAT, GOES_TO_CAT)


class Remark(NamedTuple):
    """Something beside the match: after which decision, about which seat, done by whom (-1: nobody else)."""

    after: int
    sentence: str
    seat: int
    by: int = -1

    def said_to(self, viewer: int, language: str, names: Sequence[str]) -> str:
        """In this language, to this seat (or WATCHER); a seat that others changed is its player's own affair."""
        sentence = self.sentence
        if viewer == self.seat:
            sentence = TO_ITS_PLAYER.get(sentence, sentence)
        elif viewer == self.by:
            sentence = TO_WHO_DID_IT.get(sentence, sentence)
        by = names[self.by] if self.by >= 0 else ""
        said = translations(language, TABLES_CATALOGUE).gettext(sentence).format(name=names[self.seat], by=by)
        return AboutViewer(said) if viewer == self.seat and self.by >= 0 else said


@dataclass(slots=True)
class PlayedStep:
    """One decision with the states before and after it; nobody changes them any more."""

    number: int
    seat: int
    action: int
    before: State
    after: State


@dataclass(slots=True)
class Narration:
    """The sentences of one audience so far."""

    start: int  # the decisions before this one have no sentences here
    upto: int
    remarks: int  # how many remarks are among them
    view: State | None = None  # what the audience saw after decision `upto`
    lines: list[tuple[int, str]] = field(default_factory=list)  # decision (-1: a remark), sentence


class History:
    """The story of one match. `view(seat)` is what a seat may know of the match as it stands now."""

    __slots__ = (
        "board_memories",
        "ended",
        "match",
        "narrations",
        "postponed",
        "remarks",
        "since_end",
        "steps",
        "view",
    )

    def __init__(self, match: Match, view: Callable[[int], State]) -> None:
        self.match, self.view = match, view
        self.steps: list[PlayedStep] = []
        self.ended: PlayedStep | None = (
            None  # the newest step anybody saw if it ended something, with what it left before
        )
        self.since_end: set[int] = set()  # the seats that have begun a secret choice since
        self.remarks: list[Remark] = []
        self.postponed: list[tuple[str, int]] = []  # remarks that would tell something of a secret choice
        self.narrations: dict[tuple[int, str], Narration] = {}
        self.board_memories: list[object] = [initial_memory(match.game)]  # after every decision

    def before(self) -> State | None:
        """The state as it is now, for `decided` after the next decision; None if nobody follows."""
        return self.match.state if self.narrations else None

    def decided(self, seat: int, action: int, before: State | None, unseen: bool = False) -> None:
        self.moved_on(seat, unseen)
        if before is None:
            return
        after, number = self.match.state, len(self.match.log)
        left_behind = final_position_after(self.match.game, before, after, seat, action)
        if left_behind is not None:
            self.ended = PlayedStep(number, seat, action, before, left_behind)
        self.steps.append(PlayedStep(number, seat, action, before, after))
        if len(self.steps) > STEPS_CACHED:
            first = self.steps[1].number
            for key in [key for key, narration in self.narrations.items() if narration.upto < first - 1]:
                del self.narrations[key]
            self.prune()

    def moved_on(self, seat: int, unseen: bool) -> None:
        """A secret choice must not end for others what they are still shown of the last round."""
        if unseen:
            self.since_end.add(seat)
        else:
            self.ended = None
            self.since_end.clear()
            for sentence, whose in self.postponed:
                self.remark(sentence, whose)
            self.postponed.clear()

    def ended_for(self, viewer: int) -> PlayedStep | None:
        """The step that has just ended something, for a viewer who has seen nothing since."""
        return None if viewer in self.since_end else self.ended

    def undone(self, number: int, seat: int, unseen: bool = False) -> None:
        """This decision never was. Nothing came of it, so nothing else has to be untold."""
        self.moved_on(seat, unseen)
        if number == len(self.match.log) + 1:
            if self.steps and self.steps[-1].number == number:
                self.steps.pop()
        else:  # secret choices of others came after it: their states are others now
            self.steps.clear()
        del self.board_memories[number:]
        for narration in self.narrations.values():
            if narration.upto >= number:
                narration.upto -= 1
                narration.view = None
                narration.lines = [(n - (n > number), text) for n, text in narration.lines if n != number]
        self.remarks = [each._replace(after=each.after - (each.after >= number)) for each in self.remarks]

    def board_memory(self) -> object:
        """What the decisions so far left to be seen and the state does not hold; None where the game has no such."""
        if self.board_memories[0] is None:
            return None
        if len(self.board_memories) <= len(self.match.log):
            for step in self.steps_after(len(self.board_memories) - 1):
                if step.number == len(self.board_memories):
                    made = (step.before, step.after, step.seat, step.action)
                    self.board_memories.append(next_memory(self.match.game, *made, self.board_memories[-1]))
        return self.board_memories[-1]

    def remark(self, sentence: str, seat: int, by: int = -1) -> None:
        """Something beside the match: a cat takes over, a player is back."""
        self.remarks.append(Remark(len(self.match.log), sentence, seat, by))

    def change_of_seats(self, viewer: int, language: str, names: Sequence[str]) -> str:
        """The newest: a cat took over, a player is back; "" if none was, or it is the viewer's own."""
        for each in reversed(self.remarks):
            if each.sentence in CHANGES_OF_SEATS:
                return "" if each.seat == viewer else each.said_to(viewer, language, names)
        return ""

    def remark_on_choice(self, sentence: str, seat: int) -> None:
        """Something that only who is asked can do. While several choose in secret it is told when the choices are
        shown: else it would tell who has not chosen yet, and in how many steps."""
        if self.match.unseen or len(self.match.waiting()) > 1:
            self.postponed.append((sentence, seat))
        else:
            self.remark(sentence, seat)

    def sentences(self, viewer: int, language: str, limit: int, names: Sequence[str]) -> list[str]:
        """The newest sentences for this audience, the newest last."""
        total = len(self.match.log)
        narration = self.narrations.get((viewer, language))
        if narration is None or (narration.start and len(narration.lines) < limit):
            start = max(0, total - 2 * limit) if narration is None else 0
            narration = Narration(start, start, sum(1 for remark in self.remarks if remark.after < start))
            self.narrations[viewer, language] = narration
        if narration.upto < total:
            for step in self.steps_after(narration.upto):
                if step.number > narration.upto:
                    self.narrate_remarks(narration, viewer, language, names)
                    self.narrate_step(narration, step, viewer, language, names)
        self.narrate_remarks(narration, viewer, language, names)
        self.prune()
        return list(map(SENTENCE, narration.lines[-limit:]))

    def narrate_step(
        self, narration: Narration, step: PlayedStep, viewer: int, language: str, names: Sequence[str]
    ) -> None:
        """Each view is made once: it is also what the board is drawn from."""
        game = self.match.game
        was = game.hidden(step.before, viewer) if narration.view is None else narration.view
        is_newest = step.number == len(self.match.log)
        now = self.view(viewer) if is_newest else game.hidden(step.after, viewer)
        t = game.translations(language)
        sentences = narrate_views(game, was, now, step.seat, step.action, viewer, t, names)
        narration.lines.extend((step.number, text) for text in sentences)
        narration.upto, narration.view = step.number, now

    def narrate_remarks(self, narration: Narration, viewer: int, language: str, names: Sequence[str]) -> None:
        while narration.remarks < len(self.remarks) and self.remarks[narration.remarks].after <= narration.upto:
            narration.lines.append((-1, self.remarks[narration.remarks].said_to(viewer, language, names)))
            narration.remarks += 1

    def prune(self) -> None:
        """Drop the steps that every audience has sentences for."""
        least = min((narration.upto for narration in self.narrations.values()), default=len(self.match.log))
        if self.steps and self.steps[0].number <= least:
            self.steps = [step for step in self.steps if step.number > least]

    def steps_after(self, number: int) -> Iterable[PlayedStep]:
        """All decisions after a number, and maybe some before it."""
        return self.steps if self.steps and self.steps[0].number <= number + 1 else self.replayed(number)

    def replayed(self, after: int) -> Iterable[PlayedStep]:
        """The decisions after a number once more: by the rules alone, for the door has checked them before."""
        match = self.match
        s = match.first_state()
        before = s.copy()
        for number, (seat, action) in enumerate(match.log, 1):
            key_rng(s, match.key, number)
            match.game.rules.apply(s, seat, action)
            if number >= after:
                state = s.copy()
                if number > after:
                    yield PlayedStep(number, seat, action, before, state)
                before = state


def final_position_after(game: Game, before: State, after: State, seat: int, action: int) -> State | None:
    """The true state to show before the result (a game's `board/final_position.py`); None where nothing ended."""
    found: State | None = (
        game.part("board.final_position").final_position(before, after, seat, action)
        if game.has("board/final_position.py")
        else None
    )
    return found
