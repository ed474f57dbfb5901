"""One random match, and the laws on its way.

It is walked on the checked record (every index and number within bounds) with the compiled twin beside it, compared
byte for byte after every decision. The laws are tried on the way, each as often as its cost allows.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from importlib.util import find_spec
from typing import Any

from purrlor.core.errors import CannotUndo, IllegalAction, NotYourTurn
from purrlor.core.game import Game, State
from purrlor.core.language import LANGUAGES
from purrlor.core.laws.looks import changed_by_looking
from purrlor.core.laws.options import random_options
from purrlor.core.laws.report import Report, difference, seats_in
from purrlor.core.laws.scores import Final
from purrlor.core.laws.wording import note_same_view, note_same_words
from purrlor.core.match import Match, key_rng, secret_from_seed
from purrlor.core.narration import narrate
from purrlor.core.record import checked
from purrlor.core.seats import TABLE, WATCHER, members


class Walk:
    """One random match, and the laws on its way."""

    def __init__(self, game: Game, seed: int, report: Report, languages: Sequence[str] = tuple(LANGUAGES)) -> None:
        self.game, self.seed, self.report, self.languages = game, seed, report, languages
        self.rules, self.invariants = game.rules, game.invariants
        self.dice = random.Random(seed)
        self.seats = game.seats[seed % len(game.seats)]
        self.options = random_options(game, self.seats, self.dice)
        self.secret = secret_from_seed(seed)
        self.log: list[tuple[int, int]] = []
        self.fast = find_spec("numba") is not None
        self.final: Final | None = None

    def where(self) -> str:
        return f"{self.seats} seats, {self.options}, seed {self.seed}, decision {len(self.log)}"

    def require(self, law: str, holds: bool, what: str = "") -> None:
        self.report.require(law, holds, what)

    def go(self) -> None:
        self.begin()
        while asked := self.look():
            self.require("ends", len(self.log) < self.rules.BOUND, f"more than {self.rules.BOUND} decisions")
            seat = self.dice.choice(members(asked))
            table = int(self.rules.legal(self.s, TABLE))
            if table and self.dice.random() < 0.02:
                seat = TABLE
            choices = members(int(self.rules.legal(self.s, seat)))
            self.require("words", len(choices) > 0 and choices[-1] < 62, "a seat is asked but has no choice")
            for number, trial in enumerate(self.trials):
                if (len(self.log) + number + self.seed) % self.every[number] == 0:
                    trial(seat, choices)
            self.decide(seat, self.dice.choice(choices))
            self.report.decisions += 1
        self.finish()

    def look(self) -> int:
        """Who is asked now. What only looks is tried first, on a copy that nothing has looked at."""
        self.free = self.unchecked()
        thorough = (len(self.log) + self.seed) % 7 == 0
        changed = changed_by_looking(self.game, self.free, thorough)
        self.require("looks", not changed, changed)
        return int(self.rules.waiting(self.s))

    @property
    def trials(self) -> tuple[Any, ...]:
        return (self.try_view, self.try_twin, self.try_copy, self.try_notation, self.try_sensible, self.try_words)

    every = (2, 1, 7, 4, 2, 3)

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
        self.require_pieces(self.s, f"after decision {len(self.log)}")
        if not reveals and list(self.s.rng) == keyed:
            self.try_undo(before, seat, action)
        if self.dice.random() < 0.2:
            self.try_narration(before, seat, action)
        if not reveals:
            self.try_at_once(before, seat, action)

    def finish(self) -> None:
        winners, standing = int(self.rules.winners(self.s)), list(self.invariants.standing(self.s))
        best = max(standing)
        fair = sum(1 << seat for seat, place in enumerate(standing) if place == best)
        said = f"winners are seats {seats_in(winners)}, but by standing {seats_in(fair)}: {standing}"
        self.require("winners", winners == fair, said)
        scores = [int(self.rules.score(self.s, seat)) for seat in range(self.seats)]
        tallies = {k: self.game.words.tally(self.s, self.game.translations(k)) for k in self.languages}
        tally = next(iter(tallies.values()))
        spoken = {language: {"tally": [what for what, _ in rows]} for language, rows in tallies.items()}
        note_same_words(self.game, self.report, spoken, self.names())
        self.require("winners", list(tally[-1][1]) == scores, f"the tally ends in {tally[-1]}, the scores are {scores}")
        self.try_match()
        self.final = Final(scores, standing, self.where())

    def require_pieces(self, s: State, when: str) -> None:
        pieces = Counter(self.invariants.inventory(s))
        lost, new = Counter(self.inventory) - pieces, pieces - Counter(self.inventory)
        self.require("conserves", not lost and not new, f"{when}, {some(lost)} vanished and {some(new)} appeared")

    def unchecked(self) -> State:
        """A copy without the checks, which are slow: what only looks need not be watched at every step."""
        free = self.rules.State()
        free.take(self.s)
        return free

    def key(self, number: int) -> None:
        key_rng(self.s, self.secret, number)
        if self.fast:
            self.row["rng"][0] = self.s.rng

    def load(self, row: Any, s: State) -> None:
        for name in s.fields:
            row[name][0] = getattr(s, name)

    def agree(self, row: Any, s: State, after: str) -> None:
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
    def try_view(self, seat: int, choices: tuple[int, ...]) -> None:
        viewer = self.viewer()
        veil = self.game.hidden(self.s if self.seed % 4 == 0 else self.free, viewer)
        self.require("no generator", not any(veil.rng), f"hide(s, {viewer}) leaves s.rng: call forget_rng(s) in hide")
        again = veil.copy()
        key_rng(again, self.secret, self.dice.randrange(1 << 30))
        if self.fast:
            row = self.row.copy()
            self.game.native.hide(row[0], viewer)
            self.agree(row, veil, f"hide(s, {viewer})")
            row["rng"][0] = again.rng
            self.game.native.redeal(row[0], viewer)
            self.rules.redeal(again, viewer)
            self.agree(row, again, f"redeal(s, {viewer})")
        else:
            self.rules.redeal(again, viewer)
        self.require_pieces(again, f"dealt anew for viewer {viewer}")
        self.rules.hide(again, viewer)
        self.require("view", again == veil, f"viewer {viewer}: {difference(veil, again)}")
        self.rules.hide(veil, viewer)
        self.require("view", again == veil, f"viewer {viewer}, hidden twice: {difference(again, veil)}")

    def try_twin(self, seat: int, choices: tuple[int, ...]) -> None:
        viewer = self.viewer()
        other = self.free.copy()
        key_rng(other, self.secret, self.dice.randrange(1 << 30))
        if self.invariants.exchange(other, viewer):
            mine, theirs = self.game.hidden(self.free, viewer), self.game.hidden(other, viewer)
            self.require("twin", mine == theirs, f"viewer {viewer} sees {difference(mine, theirs)}")

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

    def try_sensible(self, seat: int, choices: tuple[int, ...]) -> None:
        if seat == TABLE:
            return
        strategy = self.game.strategy
        before = self.free.to_bytes()
        action = int(strategy.sensible(self.free, seat))
        self.require("sensible", action == -1 or action in choices, f"{action} is not among {choices}")
        self.require("sensible", self.free.to_bytes() == before, "sensible changed the state")
        veil = self.game.hidden(self.free, seat)
        answer = int(strategy.sensible(veil, seat))
        self.require("sensible", answer == action, f"seat {seat} would do {action}, but {answer} on what it knows")

    def try_words(self, seat: int, choices: tuple[int, ...]) -> None:
        if seat == TABLE:
            return
        words, veil = self.game.words, self.game.hidden(self.free, seat)
        names = self.names()
        spoken, boards = {}, {}
        for language in self.languages:
            t = self.game.translations(language)
            boards[language] = self.game.part("board.view").board(veil, seat, t, names, choices)
            labels = [words.label(veil, seat, action, t) for action in choices]
            self.require("words", all(labels) and len(set(labels)) == len(labels), f"{language}: labels {labels}")
            status = words.status(veil, seat, t, names)
            self.require("words", bool(status), f"{language}: no status for seat {seat}")
            spoken[language] = {
                "label": labels,
                "status": [status],
                "sight": words.sight(veil, seat, t, names),
            }
        note_same_words(self.game, self.report, spoken, names)
        note_same_view(self.report, boards, names)
        changed = veil != self.game.hidden(self.free, seat)
        said = "words.labels or board.view changed the state they were given" if changed else ""
        self.require("looks", not changed, said)

    def try_narration(self, before: State, seat: int, action: int) -> None:
        viewer = self.viewer()
        spoken = {}
        for language in self.languages:
            told = narrate(self.game, before, self.s, seat, action, viewer, language, self.names())
            self.require("words", all(isinstance(line, str) and line for line in told), f"told {told}")
            spoken[language] = {"narrate": told}
        note_same_words(self.game, self.report, spoken, self.names())

    def try_undo(self, before: State, seat: int, action: int) -> None:
        """Nothing was shown: in every world the viewer thinks possible, the act looks the same."""
        viewer = self.viewer()
        world = self.game.hidden(before, viewer)
        key_rng(world, self.secret, self.dice.randrange(1 << 30))
        self.rules.redeal(world, viewer)
        if int(self.rules.legal(world, seat)) != int(self.rules.legal(before, seat)):
            return  # a choice half made in secret is taken back there: the same number would mean another act
        self.rules.apply(world, seat, action)
        seen, truth = self.game.hidden(world, viewer), self.game.hidden(self.s, viewer)
        self.require("undo", seen == truth, f"doing {action} shows viewer {viewer} {difference(seen, truth)}")

    def try_at_once(self, before: State, seat: int, action: int) -> None:
        """Several are asked and nothing is shown: then nobody else can see or hear this choice from another one."""
        asked, choices = int(self.rules.waiting(before)), members(int(self.rules.legal(before, seat)))
        other, viewer = self.dice.choice(choices), self.viewer()
        self.report.tried.update(("at once", "told"))
        if asked == 1 << seat or seat == TABLE or viewer == seat or int(self.rules.reveals(before, seat, other)):
            return
        world = before.copy()
        key_rng(world, self.secret, len(self.log))
        self.rules.apply(world, seat, other)
        one, two = self.game.hidden(self.s, viewer), self.game.hidden(world, viewer)
        self.require("at once", one == two, f"viewer {viewer} sees seat {seat} choose {action}: {difference(one, two)}")
        said, meant = (
            narrate(self.game, before, after, seat, number, viewer, "en", self.names())
            for after, number in ((self.s, action), (world, other))
        )
        self.require("told", said == meant, f"viewer {viewer} hears of a secret choice: {said}, not {meant}")

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
