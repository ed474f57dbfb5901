"""What the notations of several games read alike: words of the form name=value. Every error is a ValueError that says
what is wrong; `Game.read` makes a BadNotation of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from purrlor.core.chance import WORD
from purrlor.core.errors import BadOption
from purrlor.core.game import State
from purrlor.core.options import Option, Value

Settle = Callable[[dict[str, Value], int, Mapping[str, object]], None]


def name_values(text: str, old_names: Mapping[str, str] = {}) -> dict[str, str]:
    """The words of a text, by their names. Stored positions may have names from before: `old_names`, old to new."""
    words: dict[str, str] = {}
    for word in text.split():
        name, sign, value = word.partition("=")
        if not sign or not value:
            raise ValueError(f"{word[:40]!r} is not of the form name=value")
        name = old_names.get(name, name)
        if name in words:
            raise ValueError(f"{name} is given twice")
        words[name] = value
    return words


def whole_number(text: str, name: str, low: int, high: int, ground: int = 10) -> int:
    try:
        number = int(text, ground) if text.isascii() and text.isalnum() else low - 1
    except ValueError:
        number = low - 1
    if not low <= number <= high:
        raise ValueError(f"{name}={text}: it should be a number from {low} to {high}")
    return number


def one_of(text: str, name: str, known: Sequence[str]) -> int:
    """The place of the text among those that are known."""
    if text not in known:
        raise ValueError(f"{name}={text}: it should be one of {', '.join(known)}")
    return known.index(text)


def take_options(s: State, words: dict[str, str], options: Iterable[Option], settle: Settle | None = None) -> None:
    """The options out of the words and into the state, the usual ones where nothing is said; `s.seats` is known."""
    options = tuple(options)
    given = {option.name: words.pop(option.name) for option in options if option.name in words}
    try:
        values = {option.name: option.check(given.get(option.name, option.usual)) for option in options}
        if settle is not None:
            settle(values, s.seats, given)
    except BadOption as error:
        raise ValueError(str(error)) from None
    for option in options:
        setattr(s, option.name, option.to_int(values[option.name]))


def take_rng(s: State, words: dict[str, str]) -> None:
    """The generator out of the words and into the state; all 0 where nothing is said."""
    rng = words.pop("rng", "0,0,0,0").split(",")
    if len(rng) != len(s.rng):
        raise ValueError(f"rng is {len(rng)} numbers instead of {len(s.rng)}")
    for k, word in enumerate(rng):
        s.rng[k] = whole_number(word, "rng", 0, WORD, 16)


def check_all_read(words: Mapping[str, str]) -> None:
    if words:
        raise ValueError(f"there is nothing called {', '.join(words)} in a position")
