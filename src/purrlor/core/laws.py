"""The laws that every game must obey, checked on random matches.

Each match is walked on the checked record (every index and number within bounds) with the compiled twin beside it,
compared byte for byte after every decision. On the way the laws are tried, each as often as its cost allows.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import Any

from purrlor.core.errors import BadOption, CannotUndo, IllegalAction, NotYourTurn
from purrlor.core.game import Game, State
from purrlor.core.language import LANGUAGES
from purrlor.core.match import Match, key_rng, secret_from_seed
from purrlor.core.options import Choice, Number
from purrlor.core.record import checked
from purrlor.core.seats import TABLE, WATCHER, members
from purrlor.core.translation_check import faults_in

LAWS = {
    "ends": "every match ends within the game's bound",
    "copies": "a copy is equal and independent",
    "replays": "a log replays to the same bytes",
    "native": "the compiled twin agrees to the byte",
    "refuses": "an illegal action is refused and changes nothing",
    "view": "what is hidden stays hidden when it is dealt anew",
    "twin": "two things a seat cannot tell apart may be exchanged unnoticed",
    "no generator": "a hidden state carries no generator",
    "winners": "scores, standing and winners agree",
    "conserves": "nothing appears or vanishes",
    "notation": "a position is read as it was shown",
    "undo": "undo never crosses chance, something shown, or another's act that is no secret",
    "sensible": "a sensible player reads only what its seat knows",
    "words": "every action has words in every language",
    "languages": "every language says everything",
}


@dataclass
class Report:
    """How often each law was tried, and where one was broken."""

    game: str
    matches: int = 0
    decisions: int = 0
    tried: Counter[str] = field(default_factory=Counter)
    broken: list[str] = field(default_factory=list)


class BrokenLaw(Exception):
    """A law, and what was seen."""


def check_game(game: Game, matches: int, seed: int = 0) -> Iterator[Report]:
    """Walk so many random matches; the report so far after each."""
    report = Report(game.name)
    try:
        check_languages(game, report)
    except BrokenLaw as fault:
        report.broken.append(str(fault))
    for number in range(seed, seed + matches):
        walk = Walk(game, number, report)
        try:
            walk.go()
        except BrokenLaw as fault:
            report.broken.append(f"{fault} ({walk.where()})")
        except Exception as error:
            report.broken.append(f"{type(error).__name__}: {error} ({walk.where()})")
        report.matches += 1
        yield report


def check_languages(game: Game, report: Report) -> None:
    report.tried["languages"] += 1
    faults = faults_in(game.folder.rglob("*"), game.catalogue)
    if faults:
        raise BrokenLaw(f"languages: {'; '.join(faults[:5])}")


def random_options(game: Game, seats: int, dice: random.Random) -> dict[str, object]:
    """Any options the game accepts; numbers mostly small, so that a walk stays short."""
    for _ in range(20):
        given: dict[str, object] = {}
        for option in game.options:
            if dice.random() < 0.5:
                continue
            if isinstance(option, Choice):
                given[option.name] = dice.choice(option.values)
            elif isinstance(option, Number):
                given[option.name] = min(option.high, option.low + int(dice.expovariate(0.5)))
            else:
                given[option.name] = dice.random() < 0.5
        try:
            game.settle(seats, given)
        except BadOption:
            continue
        return given
    return {}


class Walk:
    """One random match, and the laws on its way."""

    def __init__(self, game: Game, seed: int, report: Report) -> None:
        self.game, self.seed, self.report = game, seed, report
        self.rules, self.invariants = game.rules, game.invariants
        self.dice = random.Random(seed)
        self.seats = game.seats[seed % len(game.seats)]
        self.options = random_options(game, self.seats, self.dice)
        self.secret = secret_from_seed(seed)
        self.log: list[tuple[int, int]] = []
        self.fast = find_spec("numba") is not None

    def where(self) -> str:
        return f"{self.seats} seats, {self.options}, seed {self.seed}, decision {len(self.log)}"

    def require(self, law: str, holds: bool, what: str = "") -> None:
        self.report.tried[law] += 1
        if not holds:
            raise BrokenLaw(f"{law}: {what or LAWS[law]}")

    def go(self) -> None:
        self.begin()
        while asked := int(self.rules.waiting(self.s)):
            self.require("ends", len(self.log) < self.rules.BOUND, f"more than {self.rules.BOUND} decisions")
            seat = self.dice.choice(members(asked))
            table = int(self.rules.legal(self.s, TABLE))
            if table and self.dice.random() < 0.02:
                seat = TABLE
            choices = members(int(self.rules.legal(self.s, seat)))
            self.require("words", len(choices) > 0 and choices[-1] < 62, "a seat is asked but has no choice")
            self.free = self.unchecked()
            for number, trial in enumerate(self.trials):
                if (len(self.log) + number + self.seed) % self.every[number] == 0:
                    trial(seat, choices)
            self.decide(seat, self.dice.choice(choices))
            self.report.decisions += 1
        self.finish()

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
        self.agree(self.row if self.fast else None, self.s)
        self.inventory = self.invariants.inventory(self.s)

    def decide(self, seat: int, action: int) -> None:
        before = self.unchecked()
        reveals = int(self.rules.reveals(self.s, seat, action))
        self.key(len(self.log) + 1)
        keyed = list(self.s.rng)
        self.rules.apply(self.s, seat, action)
        if self.fast:
            self.game.native.apply(self.row[0], seat, action)
            self.agree(self.row, self.s)
        self.log.append((seat, action))
        self.require("conserves", self.invariants.inventory(self.s) == self.inventory)
        if not reveals and list(self.s.rng) == keyed:
            self.try_undo(before, seat, action)
        if self.dice.random() < 0.2:
            self.try_narration(before, seat, action)

    def finish(self) -> None:
        winners, standing = int(self.rules.winners(self.s)), self.invariants.standing(self.s)
        best = max(standing)
        fair = sum(1 << seat for seat, place in enumerate(standing) if place == best)
        self.require("winners", winners == fair, f"winners {winners:b}, but the standing is {standing}")
        scores = [int(self.rules.score(self.s, seat)) for seat in range(self.seats)]
        tally = self.game.words.tally(self.s, self.game.translations("en"))
        self.require("winners", list(tally[-1][1]) == scores, f"the tally ends in {tally[-1]}, the scores are {scores}")
        self.try_match()

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

    def agree(self, row: Any, s: State) -> None:
        if row is not None:
            self.require("native", row[0].tobytes() == s.to_bytes())

    def viewer(self) -> int:
        viewers: tuple[int, ...] = (*range(self.seats), WATCHER)
        return self.dice.choice(viewers)

    # ------------------------------------------------------------ the laws on the way
    def try_view(self, seat: int, choices: tuple[int, ...]) -> None:
        viewer = self.viewer()
        veil = self.game.hidden(self.s if self.seed % 4 == 0 else self.free, viewer)
        self.require("no generator", not any(veil.rng))
        again = veil.copy()
        key_rng(again, self.secret, self.dice.randrange(1 << 30))
        if self.fast:
            row = self.row.copy()
            self.game.native.hide(row[0], viewer)
            self.agree(row, veil)
            row["rng"][0] = again.rng
            self.game.native.redeal(row[0], viewer)
            self.rules.redeal(again, viewer)
            self.agree(row, again)
        else:
            self.rules.redeal(again, viewer)
        self.require(
            "conserves", self.invariants.inventory(again) == self.inventory, "dealt anew, the inventory differs"
        )
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
        strategy = self.game.part("bots.strategy")
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
        spoken = {}
        for language in LANGUAGES:
            t = self.game.translations(language)
            labels = [words.label(veil, seat, action, t) for action in choices]
            self.require("words", all(labels) and len(set(labels)) == len(labels), f"{language}: labels {labels}")
            status = words.status(veil, seat, t, names)
            self.require("words", bool(status), f"{language}: no status for seat {seat}")
            spoken[language] = [status, *labels]
        same = [
            text for text, other in zip(spoken["en"], spoken["ru"], strict=True) if text == other and has_letters(text)
        ]
        self.require("words", not same, f"not translated: {same}")

    def try_narration(self, before: State, seat: int, action: int) -> None:
        from purrlor.core.narration import narrate

        viewer = self.viewer()
        for language in LANGUAGES:
            told = narrate(self.game, before, self.s, seat, action, viewer, language, self.names())
            self.require("words", all(isinstance(line, str) and line for line in told), f"told {told}")

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
        self.require("replays", Match.replay(match.record()).digest == match.digest)

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


def has_letters(text: str) -> bool:
    return any(letter.isalpha() for letter in text)


def difference(one: State, other: State) -> str:
    parts = [
        f"{name}: {getattr(one, name)} / {getattr(other, name)}"
        for name in one.fields
        if getattr(one, name) != getattr(other, name)
    ]
    return "; ".join(parts) or "nothing"
