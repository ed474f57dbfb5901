"""A league: results of all arenas played into one file, and ratings from them.

A rating says how often a bot wins: at a table every seat's chance is proportional to 10^(rating / 400). The levels are
fixed points: `cat` is 1500 by definition, the other levels are rated by the matches of levels alone, and only then the
bots of one's own against them. So a newcomer never moves a level. A level that has met other levels only beside bots of
one's own is rated like those, and is no fixed point yet.
"""

from __future__ import annotations

import json
import math
import os
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TypedDict

from purrlor.bots.players import SENSIBLE, THINKING
from purrlor.bots.thinker import SECONDS
from purrlor.core.errors import BadOption
from purrlor.core.language import N_, Translations
from purrlor.core.options import Value
from purrlor.lab.arena.matches import OWN, Entrant, Plan, Played

FORMAT = 1
FIXED = 1500.0  # the rating of a cat
SCALE = 400 / math.log(10)
ROUNDS = 10_000  # of the fit, at most
EXACT = 1e-9  # … until no strength changes by more than this share
Z = 2.0  # deviations shown either way


@dataclass
class Tables:
    """All matches of one line-up: how many seats each bot had, and its share of the victories."""

    seats: dict[str, int]
    matches: int = 0
    wins: dict[str, float] = field(default_factory=dict)


@dataclass
class Rated:
    name: str
    fixed: bool  # a level that was measured against levels
    matches: int
    rating: float
    deviation: float


class Run(TypedDict):
    """One arena that was added."""

    bots: list[str]
    seed: int
    matches: int


@dataclass
class League:
    """What the file holds."""

    game: str
    players: int
    options: dict[str, Value]
    levels: list[str] = field(default_factory=list)  # which of the bots are ours
    runs: list[Run] = field(default_factory=list)
    tables: list[Tables] = field(default_factory=list)

    def seed(self) -> int:
        """One that no run has had: the same seed would count the same matches twice."""
        return 1 + max((run["seed"] for run in self.runs), default=0)

    def check(self, plan: Plan) -> None:
        """Raise BadOption unless the results of this plan belong here."""
        if (self.game, self.players, self.options) != (plan.game, plan.players, dict(plan.options)):
            raise BadOption(
                N_("This league is of {game} with {players} players and options {options}: use another file."),
                game=self.game,
                players=self.players,
                options=", ".join(f"{name}={value}" for name, value in self.options.items()) or "—",
            )
        if {"bots": [label(entrant) for entrant in plan.line], "seed": plan.seed} in (
            {"bots": run["bots"], "seed": run["seed"]} for run in self.runs
        ):
            raise BadOption(N_("These matches are in the league already: give another --seed, or none."))

    def add(self, plan: Plan, played: Collection[Played]) -> None:
        """The results of one arena."""
        names = [label(entrant) for entrant in plan.entrants]
        levels = {label(entrant) for entrant in plan.entrants if entrant.level != OWN}
        self.levels = sorted({*self.levels, *levels})
        self.runs.append({"bots": [label(entrant) for entrant in plan.line], "seed": plan.seed, "matches": len(played)})
        known = {frozenset(tables.seats.items()): tables for tables in self.tables}
        for match in played:
            seated = [names[number] for number in match.seating]
            key = frozenset(Counter(seated).items())
            if key not in known:
                known[key] = Tables(dict(Counter(seated)))
                self.tables.append(known[key])
            tables = known[key]
            tables.matches += 1
            for name, share in zip(seated, match.shares(), strict=True):
                tables.wins[name] = tables.wins.get(name, 0.0) + share

    def ratings(self) -> list[Rated]:
        """Everybody, the best first."""
        ours = [tables for tables in self.tables if all(name in self.levels for name in tables.seats)]
        measured = {SENSIBLE, *(name for tables in ours for name in tables.seats)} & set(self.levels)
        points = fit(ours, sorted(measured), {SENSIBLE: 1.0} if SENSIBLE in measured else {})
        others = sorted({name for tables in self.tables for name in tables.seats} - measured)
        strengths = fit(self.tables, [*points, *others], points)
        found = [self.rated(name, strengths, name in measured) for name in strengths]
        return sorted(found, key=lambda bot: (-bot.rating, bot.name))

    def rated(self, name: str, strengths: Mapping[str, float], is_fixed: bool) -> Rated:
        own = [tables for tables in self.tables if name in tables.seats]
        facts = sum(
            tables.matches * chance * (1 - chance) for tables in own for chance in [share(tables, name, strengths)]
        )
        deviation = 0.0 if name == SENSIBLE else SCALE / math.sqrt(facts + 0.25)
        matches = sum(tables.matches for tables in own)
        return Rated(name, is_fixed, matches, FIXED + SCALE * math.log(strengths[name]), deviation)


def label(entrant: Entrant) -> str:
    """A bot's name with its budget: a tiger with more time is another player."""
    if entrant.level not in THINKING:
        return entrant.name
    budget = f"{entrant.playouts}" if entrant.playouts else f"{entrant.seconds or SECONDS:g}s"
    return ":".join([entrant.level, budget, *(f"{name}={value}" for name, value in entrant.knobs)])


def share(tables: Tables, name: str, strengths: Mapping[str, float]) -> float:
    """Of the victory, to expect for all seats of a bot together."""
    return tables.seats[name] * strengths[name] / sum(n * strengths[other] for other, n in tables.seats.items())


def fit(results: Iterable[Tables], names: Collection[str], fixed: Mapping[str, float]) -> dict[str, float]:
    """The most likely strengths (Hunter's MM algorithm), those that are fixed left alone.

    Everybody has half a win in one match more, against a cat: so that nobody who always won is infinitely strong.
    """
    results = list(results)
    found = {name: fixed.get(name, 1.0) for name in names}
    free = [name for name in names if name not in fixed]
    own = {name: [tables for tables in results if name in tables.seats] for name in free}
    wins = {name: 0.5 + sum(tables.wins.get(name, 0.0) for tables in own[name]) for name in free}
    for _ in range(ROUNDS):
        change = 0.0
        for name in free:
            weight = 1 / (found[name] + 1)
            for tables in own[name]:
                weight += tables.matches * tables.seats[name] / sum(n * found[o] for o, n in tables.seats.items())
            change = max(change, abs(wins[name] / weight / found[name] - 1))
            found[name] = wins[name] / weight
        if change < EXACT:
            break
    return found


# ------------------------------------------------------------ the file
def open_league(path: Path, plan: Plan) -> League:
    """The league of a file, or a new one where there is none."""
    return read_league(path) if path.exists() else League(plan.game, plan.players, dict(plan.options))


def read_league(path: Path) -> League:
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        if data.pop("purrlor-league") != FORMAT:
            raise ValueError("another format")
        return League(**{**data, "tables": [Tables(**entry) for entry in data["tables"]]})
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        why = getattr(error, "strerror", None) or f"{type(error).__name__}: {error}"
        raise BadOption(N_("{file} is not a league: {why}."), file=path, why=why) from error


def save_league(path: Path, league: League) -> None:
    """All or nothing: a league that was long in the making is not lost in the middle of writing it."""
    fresh = path.with_name(path.name + ".new")
    try:
        fresh.write_text(json.dumps({"purrlor-league": FORMAT, **asdict(league)}, indent=1), encoding="utf-8")
        os.replace(fresh, path)
    except OSError as error:
        raise BadOption(N_("Cannot write {file}: {why}."), file=path, why=error.strerror) from error


# ------------------------------------------------------------ for people
def headings(t: Translations) -> list[str]:
    return [t.gettext("bot"), t.gettext("rating"), t.gettext("matches"), t.gettext("fixed point")]


def row(bot: Rated, t: Translations) -> list[str]:
    rating = f"{bot.rating:.0f}" + (f" ± {Z * bot.deviation:.0f}" if bot.deviation else "")
    return [bot.name, rating, str(bot.matches), t.gettext("yes") if bot.fixed else ""]
