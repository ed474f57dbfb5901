"""One random match, and the laws on its way.

It is walked on the checked record (every index and number within bounds) with the compiled twin beside it, compared
byte for byte after every decision. The laws are tried on the way, each as often as its cost allows.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from importlib.util import find_spec
from typing import TYPE_CHECKING

from purrlor.core.errors import CannotUndo, IllegalAction, NotYourTurn
from purrlor.core.game import Game, State
from purrlor.core.language import LANGUAGES
from purrlor.core.laws import compiled_readers, optional_parts, words
from purrlor.core.laws.extremes import Line
from purrlor.core.laws.files.damaged_positions import notation_fault
from purrlor.core.laws.files.wording import note_same_words
from purrlor.core.laws.hidden_information import hide_and_redeal
from purrlor.core.laws.hidden_information.needless_reveals import Revealing
from purrlor.core.laws.options import random_options
from purrlor.core.laws.read_only_functions import changed_by_reading
from purrlor.core.laws.report import BoardCheck, Report, difference
from purrlor.core.laws.scores import Final
from purrlor.core.laws.seats_asked import require_only_players, require_those_in_front
from purrlor.core.match import Match, key_rng, secret_from_seed
from purrlor.core.record import checked
from purrlor.core.seats import TABLE, WATCHER, members

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    CompiledRows = NDArray[np.void]  # compiled states, one a row
    Trial = Callable[[int, tuple[int, ...]], None]  # a seat that is asked, its choices

DAMAGED = 10  # in one of so many matches positions are typed wrong, too


class Walk:
    """One random match, and the laws on its way."""

    def __init__(
        self,
        game: Game,
        seed: int,
        report: Report,
        languages: Sequence[str] = tuple(LANGUAGES),
        board: BoardCheck | None = None,
        line: Line | None = None,
        revealing: Revealing | None = None,
    ) -> None:
        self.game, self.seed, self.report, self.languages, self.board = game, seed, report, languages, board
        self.rules, self.invariants = game.rules, game.invariants
        self.dice = random.Random(seed)
        self.seats = game.seats[seed % len(game.seats)]
        self.options = random_options(game, self.seats, self.dice)
        self.secret = secret_from_seed(seed)
        self.line, self.revealing = line, revealing or Revealing()
        if line is not None:
            self.seats, self.options, self.secret = line.setting
        self.log: list[tuple[int, int]] = []
        self.steps: list[tuple[State, State, int, int]] = []  # of true states, for a game that counts luck
        self.fast = find_spec("numba") is not None
        self.final: Final | None = None
        self.earlier: State | None = None  # before the decision before this one

    def where(self) -> str:
        return f"{self.seats} seats, {self.options}, seed {self.seed}, decision {len(self.log)}"

    def require(self, law: str, holds: bool, what: str = "") -> None:
        self.report.require(law, holds, what)

    def go(self) -> None:
        self.begin()
        while asked := self.who_is_asked():
            self.require("ends", len(self.log) < self.rules.BOUND, f"more than {self.rules.BOUND} decisions")
            seat = self.who(asked)
            choices = members(int(self.rules.legal(self.s, seat)))
            self.require("asks", len(choices) > 0, f"waiting asks seat {seat}, but legal(s, {seat}) is 0: no choice")
            self.require("asks", choices[-1] < 62, f"legal(s, {seat}) has action {choices[-1]}: 0 to 61 are possible")
            for number, trial in enumerate(self.trials):
                if (len(self.log) + number + self.seed) % self.every[number] == 0:
                    trial(seat, choices)
            self.decide(seat, self.line.log[len(self.log)][1] if self.line else self.dice.choice(choices))
            self.report.decisions += 1
        self.finish()

    def who(self, asked: int) -> int:
        """Who decides next: somebody who is asked, or now and then the table."""
        if self.line is not None:
            return self.line.log[len(self.log)][0]
        seat = self.dice.choice(members(asked))
        table = int(self.rules.legal(self.s, TABLE))
        return TABLE if table and self.dice.random() < 0.02 else seat

    def who_is_asked(self) -> int:
        """Who is asked now. What only looks is tried first, on a copy that nothing has looked at."""
        self.free = self.unchecked()
        thorough = not self.log or (len(self.log) + self.seed) % 7 == 0
        changed = changed_by_reading(self.game, self.free, thorough)
        self.require("looks", not changed, changed)
        asked = int(self.rules.waiting(self.s))
        require_only_players(self, asked, thorough or not asked)
        return asked

    @property
    def trials(self) -> tuple[Trial, ...]:
        return (
            partial(hide_and_redeal.try_view, self),
            partial(hide_and_redeal.try_twin, self),
            self.try_copy,
            self.try_notation,
            partial(compiled_readers.try_sensible, self),
            partial(words.try_words, self),
            partial(compiled_readers.try_observation, self),
            self.try_board,
            partial(optional_parts.try_strategy, self),
        )

    every = (2, 1, 7, 4, 2, 3, 6, 6, 5)

    # ------------------------------------------------------------ the match
    def begin(self) -> None:
        start = self.game.laid_out(self.seats, self.options)
        self.s: State = checked(self.rules.State)()
        self.s.take(start)
        if self.fast:
            self.row = self.game.native.State.array(1)
            self.load(self.row, start)
        self.key(0)
        self.rules.start(self.s)
        if self.fast:
            self.game.native.start(self.row[0])
            self.agree(self.row, self.s, "start")
        self.try_start(start)
        self.inventory = self.invariants.inventory(self.s)

    def try_start(self, clean: State) -> None:
        """A state that was used before, full of small numbers, becomes what a new one does."""
        used = self.rules.State()
        for name, field in used.fields.items():
            numbers = tuple(self.dice.randrange(1, 4) for _ in range(field.count))
            setattr(used, name, field.unflatten(numbers))
        for name in ("seats", *(option.name for option in self.game.options)):
            setattr(used, name, getattr(clean, name))
        key_rng(used, self.secret, 0)
        self.rules.start(used)
        self.require("starts", used == self.s, f"start leaves what was there: {difference(used, self.s)}")
        self.require_settings("start")

    def require_settings(self, after: str) -> None:
        """Options and the number of players are agreed on before: no rule changes them."""
        was, now = self.game.settle(self.seats, self.options), self.game.options_of(self.s)
        same = was == now and self.s.seats == self.seats
        self.require(
            "starts", same, f"after {after}, options or seats are {now}, {self.s.seats} seats; they were {was}"
        )

    def decide(self, seat: int, action: int) -> None:
        before = self.unchecked()
        reveals = int(self.rules.reveals(self.s, seat, action))
        self.key(len(self.log) + 1)
        keyed = list(self.s.rng)
        self.rules.apply(self.s, seat, action)
        if self.fast:
            self.game.native.apply(self.row[0], seat, action)
            self.agree(self.row, self.s, f"apply(s, {seat}, {action})")
        self.log.append((seat, action))
        before_keyed = before.copy()
        before_keyed.rng = keyed
        self.require(
            "ends", before_keyed != self.s, f"apply(s, {seat}, {action}) changed nothing: it would be asked for ever"
        )
        self.require_conserved(self.s, f"after decision {len(self.log)}")
        if not reveals and list(self.s.rng) == keyed:
            hide_and_redeal.try_undo(self, before, seat, action)
        if self.dice.random() < 0.2:
            words.try_narration(self, before, seat, action)
            optional_parts.try_remembering(self, before, seat, action)
        if self.game.has("words/luck.py"):
            self.steps.append((before, self.unchecked(), seat, action))
        if reveals and list(self.s.rng) == keyed:
            self.revealing.note(self, before, seat, action)
        if reveals:
            hide_and_redeal.try_order(self, self.earlier, before, seat, action)
        else:
            hide_and_redeal.try_at_once(self, before, seat, action)
        self.earlier = before

    def finish(self) -> None:
        self.require_settings("the match")
        self.require_longest()
        self.try_board(0, ())
        require_those_in_front(self, int(self.rules.winners(self.free)), "at the end")
        scores = [int(self.rules.score(self.s, seat)) for seat in range(self.seats)]
        tallies = {k: self.game.words.tally(self.s, self.game.translations(k)) for k in self.languages}
        tally = next(iter(tallies.values()))
        spoken = {language: {"tally": [what for what, _ in rows]} for language, rows in tallies.items()}
        note_same_words(self.game, self.report, spoken, self.names())
        wide = [row for rows in tallies.values() for row in rows if not row[0] or len(row[1]) != self.seats]
        self.require("words", not wide, f"a row of words.labels.tally is (what, one number a seat), not {wide[:1]}")
        self.require("winners", list(tally[-1][1]) == scores, f"the tally ends in {tally[-1]}, the scores are {scores}")
        optional_parts.try_ending(self, self.steps)
        self.try_match()
        self.final = Final(scores, list(self.invariants.standing(self.s)), self.where(), self.erased())

    def erased(self) -> dict[str, int]:
        """The fields that some viewer does not see now."""
        return {
            name: viewer
            for viewer in (*range(self.seats), WATCHER)
            for veil in (self.game.hidden(self.free, viewer),)
            for name in veil.fields
            if name != "rng" and getattr(veil, name) != getattr(self.free, name)
        }

    def require_longest(self) -> None:
        """The lab makes room for so many decisions."""
        longest = (
            getattr(self.game.module("lab.observation"), "longest", None)
            if self.game.has("lab/observation.py")
            else None
        )
        if longest is not None:
            most = int(longest(self.seats, self.game.settle(self.seats, self.options)))
            what = f"lab.observation.longest says {most} decisions at most, but a match had {len(self.log)}"
            self.require("ends", len(self.log) <= most, what)

    def require_conserved(self, s: State, when: str) -> None:
        lost, new = self.pieces_changed(s)
        self.require("conserves", not lost and not new, f"{when}, {some(lost)} vanished and {some(new)} appeared")

    def pieces_changed(self, s: State) -> tuple[Counter[int], Counter[int]]:
        """What there was at the start and is not now, and the other way round."""
        pieces = Counter(self.invariants.inventory(s))
        return Counter(self.inventory) - pieces, pieces - Counter(self.inventory)

    def unchecked(self) -> State:
        """A copy without the checks, which are slow: what only looks need not be watched at every step."""
        free = self.rules.State()
        free.take(self.s)
        return free

    def key(self, number: int) -> None:
        key_rng(self.s, self.secret, number)
        if self.fast:
            self.row["rng"][0] = self.s.rng

    def load(self, row: CompiledRows, s: State) -> None:
        for name in s.fields:
            row[name][0] = getattr(s, name)

    def agree(self, row: CompiledRows, s: State, after: str) -> None:
        data = row[0].tobytes()
        self.require("native", data == s.to_bytes(), "" if data == s.to_bytes() else self.disagreement(data, s, after))

    def disagreement(self, data: bytes, s: State, after: str) -> str:
        compiled = difference(s, self.rules.State.from_bytes(data))
        return (
            f"after {after}, plain / compiled: {compiled}. Both must read the state and constants alone: no variable "
            "of the module that changes, no chance but purrlor.core.chance, no number that outgrows its field"
        )

    def viewer(self) -> int:
        viewers: tuple[int, ...] = (*range(self.seats), WATCHER)
        return self.dice.choice(viewers)

    # ------------------------------------------------------------ the laws on the way
    def try_copy(self, seat: int, choices: tuple[int, ...]) -> None:
        before = self.free.to_bytes()
        other = self.free.copy()
        self.require("copies", other == self.free)
        self.rules.apply(other, seat, choices[0])
        self.require("copies", self.free.to_bytes() == before)

    def try_notation(self, seat: int, choices: tuple[int, ...]) -> None:
        for s in (self.free, self.game.hidden(self.free, self.viewer())):
            text = self.game.show(s)
            again = self.game.read(text)
            self.require("notation", again == s, f"{difference(s, again)} in\n{text}\n")
        if self.game.has("notation.py") and self.seed % DAMAGED == 0:
            fault = notation_fault(self.game, text, self.dice)
            self.require("notation", not fault, fault)

    def try_board(self, seat: int, choices: tuple[int, ...]) -> None:
        """The page of one viewer; of all of them, in every language, at the first decision."""
        viewers: tuple[int, ...] = (*range(self.seats), WATCHER)
        languages = tuple(self.languages)
        if self.log and int(self.rules.waiting(self.free)):
            viewers, languages = (self.viewer(),), (self.dice.choice(languages),)
        for viewer in viewers:
            for language in languages:
                self.draw(viewer, language)

    def draw(self, viewer: int, language: str) -> None:
        if self.board is None:
            return
        self.report.tried["board"] += 1
        veil = self.game.hidden(self.free, viewer)
        choices = members(int(self.rules.legal(self.free, viewer))) if viewer != WATCHER else ()
        for fault in self.board(veil, viewer, language, self.names(), choices):
            self.report.note("board", fault)

    def names(self) -> list[str]:
        return ["Ann", "Boris", "Clara", "Dmitri", "Eve", "Fyodor"][: self.seats]

    # ------------------------------------------------------------ the same match through the public door
    def try_match(self) -> None:
        match = Match(self.game, self.seats, self.options, secret=self.secret)
        for number, (seat, action) in enumerate(self.log):
            if number % 5 == self.seed % 5:
                self.try_refusal(match)
            match.play(seat, action)
            if match.can_undo(seat):
                after = match.state.to_bytes()
                match.undo(seat)
                self.require("undo", match.legal(seat) != () and len(match.log) == number)
                match.play(seat, action)
                self.require("undo", match.state.to_bytes() == after, "taken back and done again, it differs")
            self.try_undo_of_others(match, seat, action)
        self.require("replays", match.state.to_bytes() == self.s.to_bytes())
        self.require("replays", Match.replay(match.record(), self.game).digest == match.digest)

    def try_undo_of_others(self, match: Match, seat: int, action: int) -> None:
        """Another seat may take its own secret choice back after this one's, and nobody else sees that it did."""
        other = self.dice.choice([other for other in range(self.seats) if other != seat])
        if match.can_undo(other):
            world = match.without_last(other)
            for viewer in (WATCHER, *(k for k in range(self.seats) if k != other)):
                same = self.game.hidden(world, viewer) == match.view(viewer)
                self.require("undo", same, f"viewer {viewer} sees that seat {other} takes a secret choice back")
            return
        try:
            match.undo(other)
            self.require("undo", False, "one seat took back another's decision")
        except CannotUndo:
            self.require("undo", match.log[-1] == (seat, action))

    def try_refusal(self, match: Match) -> None:
        before = match.state.to_bytes()
        seat = self.dice.randrange(-1, self.seats + 2)
        action = self.dice.choice((-1, self.dice.randrange(62), 62, 1 << 40))
        if action in match.legal(seat):
            return
        try:
            match.play(seat, action)
            self.require("refuses", False, f"seat {seat} was allowed to do {action}")
        except (NotYourTurn, IllegalAction):
            self.require("refuses", match.state.to_bytes() == before)


def some(pieces: Counter[int]) -> str:
    return ", ".join(f"{n} × {piece}" for piece, n in sorted(pieces.items())[:4]) or "nothing"
