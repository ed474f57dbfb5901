"""The options of a game: choices with defaults, limits and labels. Each lives in the state under its own name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from numbers import Integral
from typing import TypeGuard

from purrlor.core.errors import BadOption
from purrlor.core.language import N_

Value = str | int | bool


@dataclass(frozen=True)
class Choice:
    """One of several named values; the state holds its place in the list. `means` says of each what it is.

    Of every option: `rare`: shown under "more options" when a table is opened; `only`, the option and the value with
    which it means something; `for_solvers`: a variant small enough for exact solvers, for programs and the lab: pages
    offer it only at a table that has it.
    """

    name: str
    values: tuple[str, ...]
    label: str
    labels: tuple[str, ...]
    default: str = ""
    help: str = ""
    rare: bool = False
    only: tuple[str, str] | None = None
    for_solvers: bool = False
    means: tuple[str, ...] = ()

    @property
    def usual(self) -> str:
        return self.default or self.values[0]

    def check(self, value: object) -> str:
        wanted = str(value) if is_whole(value) else value  # 5 colours: "5"
        if wanted not in self.values:
            raise BadOption(
                N_("Option {name} cannot be {value}: choose one of {values}."),
                name=self.name,
                value=short_repr(value),
                values=", ".join(self.values),
            )
        return str(wanted)

    def to_int(self, value: Value) -> int:
        return self.values.index(str(value))

    def from_int(self, number: int) -> str:
        return self.values[number]

    def describe(self) -> dict[str, object]:
        return {"name": self.name, "values": list(self.values), "default": self.usual}


@dataclass(frozen=True)
class Number:
    """A whole number within limits."""

    name: str
    low: int
    high: int
    default: int
    label: str
    help: str = ""
    rare: bool = False
    only: tuple[str, str] | None = None
    for_solvers: bool = False

    @property
    def usual(self) -> int:
        return self.default

    def check(self, value: object) -> int:
        if isinstance(value, str) and value.removeprefix("-").isdecimal() and len(value) < 10:
            value = int(value)
        if is_whole(value):  # NumPy's integers, too
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int) or not self.low <= value <= self.high:
            raise BadOption(
                N_("Option {name} cannot be {value}: give a whole number from {low} to {high}."),
                name=self.name,
                value=short_repr(value),
                low=self.low,
                high=self.high,
            )
        return value

    def to_int(self, value: Value) -> int:
        return int(value)

    def from_int(self, number: int) -> int:
        return number

    def describe(self) -> dict[str, object]:
        return {"name": self.name, "low": self.low, "high": self.high, "default": self.default}


@dataclass(frozen=True)
class Switch:
    """On or off. `help` says what on is, `off` what off is."""

    name: str
    default: bool
    label: str
    help: str = ""
    rare: bool = False
    only: tuple[str, str] | None = None
    for_solvers: bool = False
    off: str = ""

    @property
    def usual(self) -> bool:
        return self.default

    def check(self, value: object) -> bool:
        known = {
            True: True,
            False: False,
            "on": True,
            "off": False,
            "true": True,
            "false": False,
            "1": True,
            "0": False,
        }
        wanted = value.lower() if isinstance(value, str) else value
        if not isinstance(wanted, bool | str) or wanted not in known:
            raise BadOption(
                N_("Option {name} cannot be {value}: it is on or off."), name=self.name, value=short_repr(value)
            )
        return known[wanted]

    def to_int(self, value: Value) -> int:
        return int(bool(value))

    def from_int(self, number: int) -> bool:
        return bool(number)

    def describe(self) -> dict[str, object]:
        return {"name": self.name, "values": [False, True], "default": self.default}


Option = Choice | Number | Switch


def short_repr(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "…"


def check_options(options: tuple[Option, ...], given: Mapping[str, object]) -> dict[str, Value]:
    """Every option with the value given or its usual one."""
    known = {option.name: option for option in options}
    for name in given:
        if name not in known:
            raise BadOption(
                N_("There is no option {name} in this game: it has {names}."),
                name=short_repr(name),
                names=", ".join(known) or "—",
            )
    return {name: option.check(given[name]) if name in given else option.usual for name, option in known.items()}


def options_from(pairs: Iterable[str]) -> dict[str, object]:
    """Options as a command line has them, NAME=VALUE each."""
    given: dict[str, object] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise BadOption(N_("{pair} is not an option: write NAME=VALUE."), pair=pair)
        given[name] = value
    return given


def is_whole(value: object) -> TypeGuard[int]:
    """Whether this is an integer, also one of NumPy's."""
    return type(value) is int or (isinstance(value, Integral) and not isinstance(value, bool))
