"""What a game is, and the catalogue of those there are.

A game is a folder under `games/`. The catalogue finds the folders; nothing else lists games.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping
from functools import cache, cached_property
from numbers import Integral
from pathlib import Path
from types import ModuleType
from typing import Any, Protocol

from purrlor.core.errors import BadNotation, BadOption, UnknownGame
from purrlor.core.language import N_, Translations, translations
from purrlor.core.options import Option, Value, check_options
from purrlor.core.record import Record
from purrlor.core.seats import members

State = Any  # a game's own Record: at least `rng`, `seats`, and a field for every option


class Rules(Protocol):
    """`rules.py`: plain functions over the game's State, all in place, none of them checking its caller."""

    State: type[Record]
    REVISION: int  # raised whenever an old record would replay differently
    SEATS: tuple[int, int]  # fewest and most players
    BOUND: int  # no match has more decisions than this

    def start(self, s: Any, /) -> None:
        """Set the table up from s.seats and the options already in s."""

    def waiting(self, s: Any, /) -> int:
        """The seats that must decide now, as a bit mask; 0: the match is over."""

    def legal(self, s: Any, seat: int, /) -> int:
        """That seat's actions as a bit mask, at most 62; 0 if it is not asked. TABLE has actions of its own."""

    def apply(self, s: Any, seat: int, action: int, /) -> None:
        """Carry the action out."""

    def reveals(self, s: Any, seat: int, action: int, /) -> int:
        """1 if this legal action would show anybody something (chance aside), so that it cannot be taken back."""

    def hide(self, s: Any, seat: int, /) -> None:
        """Erase everything this seat (or WATCHER) may not know."""

    def redeal(self, s: Any, seat: int, /) -> None:
        """On a state hidden for this seat: fill what was erased with one random possibility."""

    def score(self, s: Any, seat: int, /) -> int:
        """Points so far."""

    def winners(self, s: Any, /) -> int:
        """Bit mask of those who won (or lead)."""


class Game:
    """One game of the catalogue."""

    def __init__(self, package: str) -> None:
        self.package = package
        self.name = package.rpartition(".")[2].replace("_", "-")
        self.parts: dict[str, ModuleType] = {}
        self.files: dict[str, bool] = {}

    def __repr__(self) -> str:
        return f"<Game {self.name}>"

    def __reduce__(self) -> tuple[Any, ...]:
        """Copies and pickles name the game: its modules are the same everywhere."""
        return restored, (self.package,)

    def part(self, name: str) -> ModuleType:
        """A module of the game's folder by its place there: rules.rules, options, words.labels, board.view …"""
        found = self.parts.get(name)
        if found is None:
            found = self.parts[name] = importlib.import_module(f"{self.package}.{name}")
        return found

    def has(self, file: str) -> bool:
        """Whether the game's folder has this file: some are a game's own choice."""
        found = self.files.get(file)
        if found is None:
            found = self.files[file] = (self.folder / file).exists()
        return found

    @cached_property
    def folder(self) -> Path:
        return Path(str(importlib.import_module(self.package).__file__)).parent

    @property
    def catalogue(self) -> Path:
        """The folder of its translations, LANGUAGE.po."""
        return self.folder / "words"

    @cached_property
    def rules(self) -> Any:
        """The rules in plain Python: see `Rules`."""
        return self.part("rules.rules")

    @cached_property
    def native(self) -> Any:
        """The same rules compiled; the first call of each function compiles it or takes it from the cache."""
        return self.twin("rules.rules")

    def twin(self, name: str, **bound: str) -> Any:
        from purrlor.core.native import native

        return native(f"{self.package}.{name}", **bound)

    @property
    def revision(self) -> int:
        return int(self.rules.REVISION)

    @property
    def seats(self) -> range:
        low, high = self.rules.SEATS
        return range(low, high + 1)

    @cached_property
    def options(self) -> tuple[Option, ...]:
        found: tuple[Option, ...] = self.part("options").OPTIONS
        return found

    def translations(self, language: str) -> Translations:
        return translations(language, self.catalogue)

    def title(self, language: str = "en") -> str:
        return self.translations(language).gettext(self.part("words.labels").TITLE)

    def settle(self, seats: int, given: Mapping[str, object] | None = None) -> dict[str, Value]:
        """All options for a match of so many players, checked; `options.settle` of the game has the last word."""
        if isinstance(seats, bool) or not isinstance(seats, Integral) or seats not in self.seats:
            raise BadOption(
                N_("{game} is for {low} to {high} players, not {seats}.")
                if len(self.seats) > 1
                else N_("{game} is for {low} players, not {seats}."),
                game=self.name,
                low=self.seats[0],
                high=self.seats[-1],
                seats=seats,
            )
        given = given or {}
        values = check_options(self.options, given)
        settle = getattr(self.part("options"), "settle", None)
        if settle is not None:
            settle(values, seats, given)
        return values

    def laid_out(self, seats: int, given: Mapping[str, object] | None = None) -> State:
        """A state with seats and options in place, before `rules.start`."""
        values = self.settle(seats, given)
        s = self.rules.State()
        s.seats = int(seats)
        for option in self.options:
            setattr(s, option.name, option.to_int(values[option.name]))
        return s

    def options_of(self, s: State) -> dict[str, Value]:
        return {option.name: option.from_int(int(getattr(s, option.name))) for option in self.options}

    def legal(self, s: State, seat: int) -> tuple[int, ...]:
        """The actions of a seat in a position; nothing if it is not asked."""
        return members(int(self.rules.legal(s, seat)))

    def hidden(self, s: State, seat: int) -> State:
        """A copy of the state as this seat may know it: the one door for secrets."""
        view = s.copy()
        self.rules.hide(view, seat)
        return view

    def show(self, s: State) -> str:
        """The position as text."""
        return str(self.part("notation").show(s))

    def show_on_screen(self, s: State, seat: int) -> str:
        """The position a seat may know, as text, with no more in it than a screen shows: some games leave it to the
        player to remember."""
        notation = self.part("notation")
        narrow = getattr(notation, "on_screen", None)
        return str(notation.show(s if narrow is None else narrow(s, seat)))

    def read(self, text: str) -> State:
        """The position a text describes."""
        try:
            return self.part("notation").read(text)
        except (ValueError, IndexError, KeyError, OverflowError, TypeError) as error:
            raise BadNotation(
                N_("This is not a position of {game}: {why}."), game=self.name, why=str(error) or type(error).__name__
            ) from error


def restored(package: str) -> Game:
    """The game of this folder, the catalogue's own object if it has it."""
    return next((known for known in games() if known.package == package), None) or Game(package)


@cache
def games() -> tuple[Game, ...]:
    """All games, by name."""
    package = importlib.import_module("purrlor.games")
    found = (Game(f"{package.__name__}.{part.name}") for part in pkgutil.iter_modules(package.__path__) if part.ispkg)
    return tuple(sorted(found, key=lambda game: game.name))


def game(name: str) -> Game:
    """The game of that name."""
    for known in games():
        if known.name == name:
            return known
    raise UnknownGame(
        N_("There is no game {name}: choose one of {names}."),
        name=repr(name)[:60],
        names=", ".join(known.name for known in games()),
    )
