"""Matches that are steered to extremes, which random ones seldom reach: the longest, the highest and lowest numbers.

Players of one habit each (always the first choice, always what they did most, …) play many short matches. From the best
match for each aim the search goes on: one decision is changed, the rest stays where it can. All of it is deterministic.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from typing import NamedTuple

from purrlor.core.game import Game, State
from purrlor.core.game_interface import Rules
from purrlor.core.laws.compiled_readers import observation_faults
from purrlor.core.laws.options import is_accepted, random_options
from purrlor.core.laws.report import Report
from purrlor.core.match import key_rng, secret_from_seed
from purrlor.core.options import Number
from purrlor.core.seats import members

DECISIONS_A_MATCH = 150  # of the search, for each random match that the laws walk
SHARES = (0.3, 0.4)  # of these decisions: for habits, and for numbers; what is left, for the longest match
LOOKED_AT = 6  # choices that the slow one looks at
PATIENCE = 30  # matches without a step forward, then an aim is given up
MOST_DECISIONS = 1500  # of one match of the search
MOST_WALKED = 200  # … of one that all laws are tried on
LENGTH, BEYOND = (
    "decisions of a match",
    "decisions beyond",
)  # decisions of a match, and how many more than lab.observation.longest allows
Aim = tuple[str, int]  # a field, "score", LENGTH or BEYOND, and 1 (as high as may be) or -1
Habit = Callable[["Moment"], int]


class Moment(NamedTuple):
    """A decision: what may be chosen, how often this seat chose what before, and what each choice would lead to."""

    rules: Rules
    s: State
    seat: int
    choices: tuple[int, ...]
    used: Counter[int]
    dice: random.Random

    def slow(self, action: int) -> tuple[int, int]:
        """Whether the same seat would be asked again, and how little would have changed."""
        after = self.s.copy()
        self.rules.apply(after, self.seat, action)
        again = int(self.rules.waiting(after)) >> self.seat & 1
        return again, -sum(a != b for a, b in zip(self.s.numbers(), after.numbers(), strict=True))

    def some(self) -> list[int]:
        return self.dice.sample(self.choices, min(LOOKED_AT, len(self.choices)))


HABITS: tuple[Habit, ...] = (
    lambda now: now.dice.choice(now.choices),
    lambda now: now.choices[0],
    lambda now: now.choices[-1],
    lambda now: max(now.choices, key=lambda action: (now.used[action], now.dice.random())),
    lambda now: min(now.choices, key=lambda action: (now.used[action], now.dice.random())),
    lambda now: max(now.some(), key=now.slow),
)


class Setting(NamedTuple):
    seats: int
    options: dict[str, object]
    secret: bytes


class Line(NamedTuple):
    """One match: what was decided, and how far it came for each aim, with the decision after which it did."""

    setting: Setting
    log: list[tuple[int, int]]
    peaks: dict[Aim, tuple[int, int]]


def check_extremes(game: Game, report: Report, matches: int, seed: int) -> list[Line]:
    """Bounds of the match, of fields and of the observation; the matches that were found, to be walked, too."""
    best = Steering(game, matches, seed).search()
    for (name, sign), line in best.items():
        value, after = line.peaks[name, sign]
        where = f"({line.setting.seats} seats, {line.setting.options}, steered to an extreme, decision {after})"
        if name == LENGTH and value > game.rules.BOUND:
            report.note("ends", f"more than {game.rules.BOUND} decisions: rules.BOUND is too low {where}")
        elif name == BEYOND and value > 0:
            allowed = len(line.log) - value
            said = f"lab.observation.longest says {allowed} decisions at most, but a match had {len(line.log)}"
            report.note("ends", f"{said} {where}")
        elif name in game.rules.State.fields and value * sign > game.rules.State.fields[name].high + (sign < 0):
            report.note(
                "native", f"s.{name} became {value}, which does not fit into its field: take a wider one {where}"
            )
        else:
            s = state_after(game, line, after)
            for viewer in range(line.setting.seats):
                for fault in observation_faults(game, game.hidden(s, viewer), viewer):
                    report.note("observes", f"{fault} {where}")
    distinct = {id(line): line for line in best.values() if len(line.log) <= MOST_WALKED}
    return list(distinct.values())


def state_after(game: Game, line: Line, decisions: int) -> State:
    s = game.laid_out(line.setting.seats, line.setting.options)
    key_rng(s, line.setting.secret, 0)
    game.rules.start(s)
    for number, (seat, action) in enumerate(line.log[:decisions], 1):
        key_rng(s, line.setting.secret, number)
        game.rules.apply(s, seat, action)
    return s


class Steering:
    """The search for extremes of one game."""

    def __init__(self, game: Game, matches: int, seed: int) -> None:
        self.game, self.rules = game, game.rules
        self.dice = random.Random(seed)
        self.decisions = matches * DECISIONS_A_MATCH
        fixed = {"rng", "seats", *(option.name for option in game.options)}
        self.fields = {name: field for name, field in game.rules.State.fields.items() if name not in fixed}
        lab = game.module("lab.observation") if game.has("lab/observation.py") else None
        self.longest = getattr(lab, "longest", None)
        self.best: dict[Aim, Line] = {}

    def search(self) -> dict[Aim, Line]:
        """The best match found for every aim."""
        spent = 0
        settings = self.settings()
        while spent < SHARES[0] * self.decisions:
            spent += self.keep(self.play(next(settings), []))
        patient = [aim for aim in self.best if aim[0] in (LENGTH, BEYOND)]
        aims = [aim for aim in self.best if aim not in patient]
        for aim in aims:
            spent += self.improve(aim, SHARES[1] * self.decisions / len(aims))
        for aim in patient:
            self.improve(aim, (self.decisions - spent) / len(patient), patient=True)
        return self.best

    def settings(self) -> Iterator[Setting]:
        """Every number of players; options by chance, and each number among them now and then at its highest."""
        number = 0
        while True:
            seats = self.game.seats[number % len(self.game.seats)]
            options = random_options(self.game, seats, self.dice)
            if number % 4 == 3:
                highest: dict[str, object] = {o.name: o.high for o in self.game.options if isinstance(o, Number)}
                options = self.accepted(seats, {**options, **highest}) or options
            yield Setting(seats, options, secret_from_seed(self.dice.randrange(1 << 30)))
            number += 1

    def accepted(self, seats: int, options: dict[str, object]) -> dict[str, object]:
        return options if is_accepted(self.game, seats, options) else {}

    def improve(self, aim: Aim, decisions: float, patient: bool = False) -> int:
        """Change one decision after another of the best match; what is no worse is kept. How many that took."""
        spent = misses = 0
        while spent < decisions and (patient or misses < PATIENCE):
            line = self.best[aim]
            spent += max(1, self.keep(self.play(line.setting, line.log, self.dice.randrange(len(line.log)))))
            misses = 0 if self.best[aim].peaks[aim][0] != line.peaks[aim][0] else misses + 1
        return spent

    def keep(self, line: Line) -> int:
        for aim, (value, _) in line.peaks.items():
            if aim not in self.best or value * aim[1] >= self.best[aim].peaks[aim][0] * aim[1]:
                self.best[aim] = line
        return len(line.log)

    def play(self, setting: Setting, log: list[tuple[int, int]], change: int = -1) -> Line:
        """A match along `log`, but for one decision, as far as it is legal; beyond that, everybody by habit."""
        rules, dice = self.rules, self.dice
        shared = dice.choice(HABITS)  # mostly by all of them: only together they make a match long
        habits = [shared if dice.random() < 0.75 else dice.choice(HABITS) for _ in range(setting.seats)]
        used: list[Counter[int]] = [Counter() for _ in range(setting.seats)]
        made: list[tuple[int, int]] = []
        peaks: dict[Aim, tuple[int, int]] = {}
        s = self.game.laid_out(setting.seats, setting.options)
        key_rng(s, setting.secret, 0)
        rules.start(s)
        while (asked := int(rules.waiting(s))) and len(made) <= min(rules.BOUND, MOST_DECISIONS):
            seat, action = log[len(made)] if len(made) < len(log) else (-1, -1)
            if seat < 0 or not asked >> seat & 1:
                seat, action = dice.choice(members(asked)), -1
            choices = members(int(rules.legal(s, seat)))
            if len(made) == change:
                action = dice.choice(choices)
            elif action not in choices:
                action = habits[seat](Moment(rules, s, seat, choices, used[seat], dice))
            used[seat][action] += 1
            made.append((seat, action))
            key_rng(s, setting.secret, len(made))
            rules.apply(s, seat, action)
            self.measure(s, len(made), peaks)
        for seat in range(setting.seats):
            note_peak(peaks, "score", int(rules.score(s, seat)), len(made))
        peaks[LENGTH, 1] = len(made), len(made)
        if self.longest is not None:
            most = int(self.longest(setting.seats, self.game.settle(setting.seats, setting.options)))
            peaks[BEYOND, 1] = len(made) - most, len(made)
        return Line(setting, made, peaks)

    def measure(self, s: State, after: int, peaks: dict[Aim, tuple[int, int]]) -> None:
        for name, field in self.fields.items():
            value = getattr(s, name)
            if not field.shape:
                note_peak(peaks, name, value, after)
            elif len(field.shape) == 1:
                note_peak(peaks, name, max(value), after)
                note_peak(peaks, name, min(value), after)
            else:
                note_peak(peaks, name, max(map(max, value)), after)
                note_peak(peaks, name, min(map(min, value)), after)


def note_peak(peaks: dict[Aim, tuple[int, int]], name: str, value: int, after: int) -> None:
    for sign in (1, -1):
        known = peaks.get((name, sign))
        if known is None or value * sign > known[0] * sign:
            peaks[name, sign] = value, after
