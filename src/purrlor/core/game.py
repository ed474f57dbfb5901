"""A game of the catalogue, and the catalogue itself.

A game is a folder under `games/`, or a package that another distribution names as an entry point of the group
`purrlor.games`. Nothing else lists games. Each is checked once (`game_check.py`); one that is not complete is left out
with its reason, and the others are played.
"""

from __future__ import annotations

import importlib
import logging
import pkgutil
import sys
from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from importlib.metadata import entry_points
from numbers import Integral
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple, cast

from purrlor.core.defaults.board import NoDrawings, NoGallery, NoLesson, NoView
from purrlor.core.defaults.invariants import NoInvariants
from purrlor.core.defaults.notation import RecordNotation
from purrlor.core.defaults.words import PlainWords
from purrlor.core.errors import BadNotation, BadOption, MissingPart, UnknownGame
from purrlor.core.game_check import game_faults
from purrlor.core.game_interface import BY_MODULE, Invariants, Notation, Rules, State, Strategy, Words
from purrlor.core.language import N_, Translations, translations
from purrlor.core.options import Option, Value, check_options
from purrlor.core.seats import members

__all__ = ["Game", "Rules", "State", "catalogue", "game", "games"]

ENTRY_POINTS = "purrlor.games"
HOME = "purrlor.games"
LoadedPart = Any  # a module of a game, or what stands in for it: game_interface.py has a Protocol for each
DEFAULT_STRATEGY = "purrlor.core.defaults.strategy"
log = logging.getLogger("purrlor.games")


class NoOptions:
    """`options.py` of a game that has none."""

    OPTIONS: tuple[Option, ...] = ()


DERIVED = {"words.labels": PlainWords, "notation": RecordNotation, "invariants": NoInvariants}
ABSENT = {
    "options": NoOptions,
    "board.gallery": NoGallery,
    "board.sprite": NoDrawings,
    "board.view": NoView,
    "words.lesson": NoLesson,
}


class Completed:
    """A part that lacks names which have a default: its own first, then the default's."""

    def __init__(self, own: object, default: object) -> None:
        self.own, self.default = own, default

    def __getattr__(self, name: str) -> object:
        return getattr(self.own if hasattr(self.own, name) else self.default, name)


class Game:
    """One game of the catalogue."""

    def __init__(self, package: str) -> None:
        self.package = package
        self.name = package.rpartition(".")[2].replace("_", "-")
        self.parts: dict[str, LoadedPart] = {}
        self.files: dict[str, bool] = {}

    def __repr__(self) -> str:
        return f"<Game {self.name}>"

    def __reduce__(self) -> tuple[object, ...]:
        """Copies and pickles name the game: its modules are the same everywhere."""
        return restored, (self.package,)

    def part(self, name: str) -> LoadedPart:
        """A part of the game by its place in the folder: rules.rules, options, words.labels, board.view …

        What the game leaves out and has a default is there all the same; anything else raises MissingPart.
        """
        found = self.parts.get(name)
        if found is None:
            found = self.parts[name] = self.load_part(name)
        return found

    def load_part(self, name: str) -> LoadedPart:
        is_there = self.has(f"{name.replace('.', '/')}.py")
        own = self.module(name) if is_there else None
        default = self.default_of(name)
        if own is None and default is None:
            about = BY_MODULE.get(name)
            raise MissingPart(
                N_("{game} has no {file}, which is needed for this: {what}."),
                game=self.name,
                file=f"{name.replace('.', '/')}.py",
                what=about.unlocks if about else name,
            )
        if default is None or (own is not None and all(hasattr(own, each) for each in BY_MODULE[name].may_lack)):
            return own
        return default if own is None else Completed(own, default)

    def default_of(self, name: str) -> LoadedPart:
        if name == "bots.strategy":
            return importlib.import_module(DEFAULT_STRATEGY)
        if name in DERIVED:
            return DERIVED[name](self)
        return ABSENT.get(name)

    def module(self, name: str) -> ModuleType:
        """The game's own module, without defaults."""
        return importlib.import_module(f"{self.package}.{name}")

    def module_name(self, name: str) -> str:
        """The module to compile for a part: the game's own, or the default's."""
        if name == "bots.strategy" and not self.has("bots/strategy.py"):
            return DEFAULT_STRATEGY
        return f"{self.package}.{name}"

    def forget(self, *prefixes: str) -> None:
        """Load modules of these folders of the game again when they are next asked for."""
        inside = tuple(f"{self.package}.{prefix}" for prefix in prefixes)
        for name in [name for name in sys.modules if name in inside or name.startswith(tuple(f"{p}." for p in inside))]:
            del sys.modules[name]
        for name in [name for name in self.parts if name.partition(".")[0] in prefixes]:
            del self.parts[name]
        self.files.clear()

    def has(self, file: str) -> bool:
        """Whether the game's folder has this file: some are a game's own choice."""
        found = self.files.get(file)
        if found is None:
            found = self.files[file] = (self.folder / file).exists()
        return found

    @cached_property
    def folder(self) -> Path:
        return Path(str(importlib.import_module(self.package).__file__)).parent

    @cached_property
    def catalogue(self) -> Path:
        """The folder of its translations, LANGUAGE.po."""
        return self.folder / "words"

    @property
    def is_from_outside(self) -> bool:
        """Whether another distribution brings it."""
        return not self.package.startswith(f"{HOME}.")

    @cached_property
    def rules(self) -> Rules:
        """The rules in plain Python."""
        return cast(Rules, self.part("rules.rules"))

    @property
    def words(self) -> Words:
        return cast(Words, self.part("words.labels"))

    @property
    def notation(self) -> Notation:
        return cast(Notation, self.part("notation"))

    @property
    def invariants(self) -> Invariants:
        return cast(Invariants, self.part("invariants"))

    @property
    def strategy(self) -> Strategy:
        return cast(Strategy, self.part("bots.strategy"))

    @cached_property
    def native(self) -> ModuleType:
        """The same rules compiled; the first call of each function compiles it or takes it from the cache."""
        return self.twin("rules.rules")

    def twin(self, name: str, **bound: str) -> ModuleType:
        from purrlor.core.compilers.native import native

        return native(self.module_name(name), **bound)

    @property
    def revision(self) -> int:
        return int(self.rules.REVISION)

    @property
    def fewest_win(self) -> bool:
        return bool(getattr(self.rules, "FEWEST_WIN", False))

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
        return self.translations(language).gettext(self.words.TITLE)

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

    def recorded_options(self, values: Mapping[str, Value]) -> dict[str, Value]:
        """The options as a record has them: variants for solvers are named only where they are played."""
        unused = {option.name for option in self.options if option.for_solvers and values[option.name] == option.usual}
        return {name: value for name, value in values.items() if name not in unused}

    def laid_out(self, seats: int, given: Mapping[str, object] | None = None) -> State:
        """A state with seats and options in place, before `rules.start`."""
        values = self.settle(seats, given)
        s: State = self.rules.State()
        s.seats = int(seats)
        for option in self.options:
            setattr(s, option.name, option.to_int(values[option.name]))
        return s

    def options_of(self, s: State) -> dict[str, Value]:
        return {option.name: option.from_int(int(getattr(s, option.name))) for option in self.options}

    def reason(
        self, s: State, seat: int, action: int, t: Translations, names: Sequence[str], remembers: bool = False
    ) -> str:
        """Why a choice is good, from a state hidden for its seat; "" where the game does not say."""
        if not self.has("words/reasons.py"):
            return ""
        return str(self.part("words.reasons").reason(s, seat, action, t, names, remembers))

    def label(self, s: State, seat: int, action: int, t: Translations, names: Sequence[str]) -> str:
        """A choice as on its button, with the name of a player whom it concerns, where the game says it."""
        named = getattr(self.words, "named_label", None)
        return str(self.words.label(s, seat, action, t) if named is None else named(s, seat, action, t, names))

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
        return self.notation.show(s)

    def show_on_screen(self, s: State, seat: int) -> str:
        """The position a seat may know, as text, with no more in it than a screen shows: some games leave it to the
        player to remember."""
        narrow = getattr(self.notation, "on_screen", None)
        return self.notation.show(s if narrow is None else narrow(s, seat))

    def read(self, text: str) -> State:
        """The position a text describes."""
        try:
            return self.notation.read(text)
        except (ValueError, IndexError, KeyError, OverflowError, TypeError) as error:
            raise BadNotation(
                N_("This is not a position of {game}: {why}."),
                game=self.name,
                why=str(error).rstrip(".") or type(error).__name__,
            ) from error


def restored(package: str) -> Game:
    """The game of this folder, the catalogue's own object if it has it."""
    return next((known for known in games() if known.package == package), None) or Game(package)


class Catalogue(NamedTuple):
    """The games that can be played, by name, and those that cannot, each with its reason."""

    games: tuple[Game, ...]
    refused: dict[str, str]


@cache
def catalogue() -> Catalogue:
    """Found and checked once for the whole process."""
    found: dict[str, Game] = {}
    refused: dict[str, str] = {}
    for package in packages():
        known = Game(package)
        if known.name in found:
            refused[package] = f"there is a game {known.name} already: {found[known.name].package}"
            continue
        faults = load_faults(known)
        if faults:
            refused[known.name] = "; ".join(faults)
        else:
            found[known.name] = known
    for name, why in refused.items():
        log.warning("The game %s is left out: %s", name, why)
    return Catalogue(tuple(found[name] for name in sorted(found)), refused)


def packages() -> list[str]:
    """The packages of all games: the folders of our own, then what other distributions name."""
    home = importlib.import_module(HOME)
    own = sorted(f"{HOME}.{part.name}" for part in pkgutil.iter_modules(home.__path__) if part.ispkg)
    return own + sorted({point.value.partition(":")[0] for point in entry_points(group=ENTRY_POINTS)})


def load_faults(known: Game) -> list[str]:
    from purrlor.core.compilers.native import allow_twins_in

    faults = game_faults(known)
    if known.is_from_outside and not faults:
        allow_twins_in(known.folder)
    return faults


def games() -> tuple[Game, ...]:
    """All games, by name."""
    return catalogue().games


def game(name: str) -> Game:
    """The game of that name."""
    for known in games():
        if known.name == name:
            return known
    if isinstance(name, str) and name in catalogue().refused:
        raise UnknownGame(N_("{name} cannot be played: {why}."), name=name, why=catalogue().refused[name])
    raise UnknownGame(
        N_("There is no game {name}: choose one of {names}."),
        name=repr(name)[:60],
        names=", ".join(known.name for known in games()),
    )
