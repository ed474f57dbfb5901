"""Openings and habits: how often a player does what, in the words of the study, beside cats and beside everybody.

Counted once when a match is over. Only sums leave this file: of oneself, of all people, of all cats. Of all people
nothing is said before there are enough of them that nobody can be told apart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from purrlor.core.game import Game, State
from purrlor.core.seats import TABLE
from purrlor.tables.history.replay import Replay
from purrlor.tables.store import Habit, HabitSum, Store

if TYPE_CHECKING:
    from purrlor.tables.table import Table

MATCH, DECISION, OPENING = range(3)  # kinds: a match played, a decision by its name, how a match was opened
FEWEST_PEOPLE, FEWEST_MATCHES = 3, 20  # of all people together, before anything is said of them


@dataclass(frozen=True, slots=True)
class HabitLine:
    """One habit of one game: its name as a number of the game's study, and a figure each for oneself, cats, everybody;
    None where nobody knows."""

    name: int
    own: float | None
    cats: float | None
    people: float | None


@dataclass(frozen=True, slots=True)
class GameHabits:
    game: str
    matches: int
    decisions: list[HabitLine]  # times a match
    openings: list[HabitLine]  # shares of those matches that were won
    opened: dict[int, int]  # how often each by oneself


def habits_in(table: Table, replay: Replay) -> list[Habit]:
    """What every seat did in a finished match. Seats that share an identity are left out: nobody knows who it was."""
    seats, winners = table.seats, table.playing().winners()
    shared = Counter(seat.identity for seat in seats if seat.is_person)
    counted = Counter((seat, MATCH, 0) for seat in range(len(seats)))
    counted.update(named(replay))
    at = table.facts.finished or table.touched
    found = []
    for (seat, kind, name), times in counted.items():
        who = seats[seat]
        if who.is_person and shared[who.identity] == 1 and not who.is_forgotten:
            identity, level = who.identity, ""
        elif who.level:
            identity, level = "", who.level
        else:
            continue
        found.append(Habit(table.id, seat, kind, name, identity, level, table.game.name, times, seat in winners, at))
    return found


def named(replay: Replay) -> Iterator[tuple[int, int, int]]:
    """Seat, kind and name of everything that has a name; of openings the first of each seat."""
    game, opened = replay.game, set()
    decision_name = game.part("lab.decision_names").decision_name if game.has("lab/decision_names.py") else no_name
    opening = getattr(study_of(game), "opening", no_name)
    for number, (seat, action) in enumerate(replay.log):
        if seat == TABLE:
            continue
        state = game.rules.State.from_bytes(replay.states[number])
        name = int(decision_name(state, seat, action))
        if name >= 0:
            yield seat, DECISION, name
        first = -1 if seat in opened else int(opening(state, seat, action))
        if first >= 0:
            opened.add(seat)
            yield seat, OPENING, first


def no_name(s: State, seat: int, action: int) -> int:
    return -1


def study_of(game: Game) -> object:
    return game.part("lab.study") if game.has("lab/study.py") else None


async def habits_of(identity: str, store: Store) -> list[GameHabits]:
    """By game, for the games that this identity has finished."""
    own = by_game(await store.habits_of(identity))
    if not own:
        return []
    cats, people = by_game(await store.habits_of_cats()), by_game(await store.habits_of_people())
    return [habits_in_game(name, sums, cats.get(name, {}), enough(people.get(name, {}))) for name, sums in own.items()]


Sums = dict[tuple[int, int], HabitSum]  # by kind and name


def by_game(sums: Sequence[HabitSum]) -> dict[str, Sums]:
    found: dict[str, Sums] = {}
    for each in sorted(sums, key=lambda one: (one.game, one.kind, one.name)):
        found.setdefault(each.game, {})[each.kind, each.name] = each
    return found


def enough(sums: Sums) -> Sums:
    """All, or nothing where one could guess who it was."""
    played = sums.get((MATCH, 0))
    is_enough = played is not None and played.people >= FEWEST_PEOPLE and played.matches >= FEWEST_MATCHES
    return sums if is_enough else {}


def habits_in_game(name: str, own: Sums, cats: Sums, people: Sums) -> GameHabits:
    everybody = (own, cats, people)
    decisions = sorted({each for kind, each in own if kind == DECISION})
    openings = sorted({each for kind, each in own if kind == OPENING})
    return GameHabits(
        name,
        own[MATCH, 0].matches,
        [HabitLine(each, *(per_match(sums, each) for sums in everybody)) for each in decisions],
        [HabitLine(each, *(share_won(sums, each) for sums in everybody)) for each in openings],
        {each: own[OPENING, each].matches for each in openings},
    )


def per_match(sums: Sums, name: int) -> float | None:
    played = sums.get((MATCH, 0))
    if played is None:
        return None
    found = sums.get((DECISION, name))
    return 0.0 if found is None else found.times / played.matches


def share_won(sums: Sums, name: int) -> float | None:
    found = sums.get((OPENING, name))
    return None if found is None else found.won / found.matches
