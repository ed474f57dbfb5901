"""What is kept, as plain data."""

from __future__ import annotations

from dataclasses import dataclass, field

SESSION_SECONDS = 400 * 24 * 3600  # the longest browsers keep a cookie


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a table's log. `seat` and `action` are -1 where there is none; `note` is JSON or empty."""

    n: int
    kind: str
    seat: int
    action: int
    at: float
    note: str = ""


@dataclass(frozen=True, slots=True)
class TableFacts:
    """What never changes about a table. Everything else is in its log."""

    id: str
    game: str
    host: str
    created: float
    secret: bytes = field(repr=False)
    watch_key: str = field(repr=False)
    series: str  # id of the series' first table
    number: int = 0  # place in the series; seat k of it was seat (k + number) % seats of the first table
    previous: str = ""
    finished: float | None = None


@dataclass(frozen=True, slots=True)
class TableLine:
    """A table in a list."""

    id: str
    game: str
    created: float
    finished: float | None


@dataclass(frozen=True, slots=True)
class Identity:
    """Somebody, as a cookie knows them."""

    id: str
    name: str
    language: str
    created: float
    look: str = ""  # the cat they chose: traits, as pages read them; "": one that follows from the name


@dataclass(frozen=True, slots=True)
class Session:
    """One browser that holds an identity."""

    id: str
    identity: str
    device: str  # "Firefox · Linux", or empty
    created: float
    last_seen: float


@dataclass(frozen=True, slots=True)
class Link:
    """What a personal link or an API token stands for."""

    identity: str
    table_id: str
    seat: int
    created: float
    dead: bool = False  # a token whose seat has changed hands


@dataclass(frozen=True, slots=True)
class Habit:
    """How often a seat did something in a match: `kind` and `name` are those of `story/habits.py`. `identity` is empty
    for a cat, `level` for a person."""

    table_id: str
    seat: int
    kind: int
    name: int
    identity: str
    level: str
    game: str
    times: int
    won: bool
    at: float


@dataclass(frozen=True, slots=True)
class HabitSum:
    """The same of many matches: how often, in how many matches, how many of them were won, by how many people."""

    game: str
    kind: int
    name: int
    times: int
    matches: int
    won: int
    people: int


@dataclass(frozen=True, slots=True)
class Result:
    """How a match ended for one seat; `identity` is empty for a cat."""

    table_id: str
    seat: int
    identity: str
    name: str
    game: str
    series: str
    chair: int  # the seat this player has through the series, independent of who begins
    score: int
    won: bool
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    at: float
