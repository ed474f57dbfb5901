"""Whether a game is complete: each fault in one line, said once, before anything plays it."""

from __future__ import annotations

import inspect
import traceback
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Any

from purrlor.core.errors import BadOption
from purrlor.core.game_interface import BY_MODULE, PARTS, Part
from purrlor.core.lesson import LessonStep
from purrlor.core.options import Choice, Number, Option, Switch
from purrlor.core.record import Record
from purrlor.core.seats import MAX_SEATS

if TYPE_CHECKING:
    from purrlor.core.game import Game

PLAYABLE = ("rules.rules", "words.labels", "options")  # what must be right before a game is offered
MOST_DECISIONS = 1 << 31


def game_faults(game: Game, modules: Iterable[str] = PLAYABLE) -> list[str]:
    """What these parts of the game lack or have wrong; [] if nothing. Missing names are gathered in one line."""
    try:
        folder = game.folder
    except Exception as error:  # whatever another package does when it is imported
        return [f"{game.package} does not load: {type(error).__name__}: {error}"]
    missing: list[str] = []
    wrong: list[str] = []
    for module in modules:
        part = BY_MODULE[module]
        if not game.has(part.file):
            if part.is_needed:
                missing.append(part.file)
            continue
        try:
            found = game.module(module)
        except Exception as error:
            wrong.append(f"{part.file} does not load: {describe_error(error, folder)}")
            continue
        missing += missing_names(part, found)
        wrong += wrong_calls(part, found)
        wrong += wrong_constants(part, found)
    if not missing and not wrong:
        wrong += wrong_state(game)
    return ([f"missing: {', '.join(missing)}"] if missing else []) + wrong


def all_faults(game: Game) -> list[str]:
    """The same for every part the game has; where needed ones are not right, for those alone."""
    return game_faults(game) or game_faults(game, [part.module for part in PARTS])


def missing_names(part: Part, found: ModuleType) -> list[str]:
    names = [*part.constants(), *part.functions()]
    lacking = [name for name in names if name not in part.may_lack and not hasattr(found, name)]
    return [
        f"{part.module}.{name}{' (before: ' + FORMER[name] + ')' if hasattr(found, FORMER.get(name, '')) else ''}"
        for name in lacking
    ]


def wrong_calls(part: Part, found: ModuleType) -> Iterator[str]:
    """Functions that cannot be called with what they are given."""
    wanted = {name: list(inspect.signature(made).parameters)[1:] for name, made in part.functions().items()}
    wanted |= {name: given.split() for name, given in part.hooks.items()}
    for name, given in wanted.items():
        function = getattr(found, name, None)
        if function is None:
            continue
        if not callable(function):
            yield f"{part.module}.{name} is not a function"
        elif (takes := parameters(function)) is not None and not takes[0] <= len(given) <= takes[1]:
            yield f"{part.module}.{name} takes {takes[2]}, but it is called with ({', '.join(given)}){where(function)}"


def parameters(function: Callable[..., object]) -> tuple[int, float, str] | None:
    """Fewest and most positional arguments, and how they are written."""
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):
        return None
    kinds = [p for p in signature.parameters.values() if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    is_open = any(p.kind is p.VAR_POSITIONAL for p in signature.parameters.values())
    fewest = sum(p.default is p.empty for p in kinds)
    return fewest, float("inf") if is_open else len(kinds), f"({', '.join(signature.parameters)})"


def where(function: Callable[..., object]) -> str:
    return f", line {function.__code__.co_firstlineno}" if isinstance(function, FunctionType) else ""


# ------------------------------------------------------------ constants
def is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def is_seat_range(value: object) -> bool:
    if not (isinstance(value, tuple) and len(value) == 2 and all(map(is_whole, value))):
        return False
    return bool(1 <= value[0] <= value[1] <= MAX_SEATS)


def is_features(value: object) -> bool:
    return isinstance(value, tuple) and all(
        isinstance(each, tuple) and len(each) == 3 and isinstance(each[0], str) and all(map(is_whole, each[1:]))
        for each in value
    )


def is_state(value: object) -> bool:
    return isinstance(value, type) and issubclass(value, Record)


FORMER = {"FEATURES": "PLANES"}  # a game that has the old name is told the new one
CHECKS: dict[str, tuple[Callable[[Any], bool], str]] = {
    "State": (is_state, "a class that inherits Record"),
    "REVISION": (is_whole, "a whole number"),
    "SEATS": (is_seat_range, f"(fewest, most) players from 1 to {MAX_SEATS}"),
    "BOUND": (lambda value: is_whole(value) and 0 < value < MOST_DECISIONS, "a whole number above 0"),
    "TITLE": (lambda value: isinstance(value, str) and value != "", "a string"),
    "OPTIONS": (
        lambda value: isinstance(value, tuple) and all(isinstance(each, Choice | Number | Switch) for each in value),
        "a tuple of Choice, Number and Switch",
    ),
    "STEPS": (
        lambda value: isinstance(value, tuple) and all(isinstance(each, LessonStep) for each in value),
        "a tuple of LessonStep",
    ),
    "ACTIONS": (lambda value: is_whole(value) and 0 < value <= 62, "a whole number from 1 to 62"),
    "FEATURES": (is_features, "a tuple of (name, lowest, highest)"),
    "STATES": (lambda value: isinstance(value, dict), "a dict of name: (position, viewer)"),
}


def wrong_constants(part: Part, found: ModuleType) -> Iterator[str]:
    for name in part.constants():
        value = getattr(found, name, None)
        if value is not None and name in CHECKS and not CHECKS[name][0](value):
            yield f"{part.module}.{name} must be {CHECKS[name][1]}, not {repr(value)[:60]}"


def wrong_state(game: Game) -> Iterator[str]:
    """The record holds what everybody relies on: the generator, the seats, and every option under its name."""
    fields = game.rules.State.fields
    if "rng" not in fields or (fields["rng"].size, fields["rng"].shape) != (8, (4,)):
        yield "State needs a field `rng: list[int] = i64(4)`"
    if "seats" not in fields or fields["seats"].shape:
        yield "State needs a field `seats: int = i8()`"
    names = [option.name for option in game.options]
    yield from (
        f"there are {names.count(name)} options {name}" for name in dict.fromkeys(names) if names.count(name) > 1
    )
    for option in game.options:
        if isinstance(option, Choice):
            yield from wrong_choice(option)
        if isinstance(option, Number) and not option.low <= option.default <= option.high:
            yield f"option {option.name} has the default {option.default}, outside {option.low}..{option.high}"
        if not option.label:
            yield f"option {option.name} needs a label: players see it when they open a table"
        field = fields.get(option.name)
        if field is None or field.shape:
            yield f"option {option.name} needs a field `{option.name}: int = i8()` in State"
        elif highest(option) > field.high:
            yield f"option {option.name} goes up to {highest(option)}, its field in State only to {field.high}"
    for name in ("FIRST_MATCH", "SHORT_MATCH", "PUZZLE_OPTIONS"):
        yield from wrong_settings(game, name)


def wrong_settings(game: Game, name: str) -> Iterator[str]:
    """Options that a game proposes are options it has, with values they can take."""
    given = getattr(game.part("options"), name, {})
    if not isinstance(given, dict):
        yield f"options.{name} must be a dict of option and value, not {repr(given)[:60]}"
        return
    refused = ""
    for seats in game.seats:
        try:
            game.settle(seats, given)
            return
        except BadOption as error:
            refused = str(error)
    yield f"options.{name} is no set of options of this game: {refused}"


def wrong_choice(option: Choice) -> Iterator[str]:
    if not option.values or not all(isinstance(value, str) for value in option.values):
        yield f"option {option.name} needs values that are strings ('9', not 9), not {repr(option.values)[:60]}"
    elif len(option.labels) != len(option.values):
        yield f"option {option.name} has {len(option.values)} values, but {len(option.labels)} labels"
    elif len(set(option.values)) < len(option.values) or len(set(option.labels)) < len(option.labels):
        yield f"option {option.name} has a value or a label twice: {option.values}, {option.labels}"
    elif option.usual not in option.values:
        yield f"option {option.name} has the default {option.usual!r}, which is not one of its values"


def highest(option: Option) -> int:
    if isinstance(option, Number):
        return option.high
    return len(option.values) - 1 if isinstance(option, Choice) else 1


# ------------------------------------------------------------ errors by their place in the game
def describe_error(error: BaseException, folder: Path) -> str:
    """What went wrong, with the last line of the game's own source that took part."""
    if isinstance(error, SyntaxError) and error.filename:
        return f"line {error.lineno}: {error.msg}"
    said = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if Path(frame.filename).is_relative_to(folder):
            return f"{Path(frame.filename).relative_to(folder)} line {frame.lineno}: {said} in `{frame.line}`"
    return said
