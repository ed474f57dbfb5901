"""A notation for any game, derived from its record: one line a field, exact both ways, hidden states too.

    nine-lives 3
    nap: on
    hands: 2 4 5 / 1 1 3 / 6 0 0
    deck: 3 5 0*6

The first line has the game and the number of players. Fields that are all 0 are left out; `0*6` is six times 0.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from purrlor.core.game_interface import State
from purrlor.core.record import Field, checked

if TYPE_CHECKING:
    from purrlor.core.game import Game

ROWS = " / "


class RecordNotation:
    """`show` and `read` of one game."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def show(self, s: State) -> str:
        options = {option.name: option for option in self.game.options}
        lines = [f"{self.game.name} {s.seats}"]
        for name, field in s.fields.items():
            value = getattr(s, name)
            if name in options:
                lines.append(f"{name}: {word(options[name].from_int(int(value)))}")
            elif name != "seats" and value != field.zero():
                lines.append(f"{name}: {written(value, field)}")
        return "\n".join(lines)

    def read(self, text: str) -> State:
        lines = [line.strip() for line in text.strip().splitlines()]
        head = lines[0].split() if lines else []
        if len(head) != 2 or head[0] != self.game.name or not head[1].isdecimal():
            raise ValueError(f"it begins with {self.game.name} and the number of players")
        seats = int(head[1])
        given: dict[str, str] = {}
        for line in lines[1:]:
            name, colon, value = (part.strip() for part in line.partition(":"))
            if not colon or name not in self.game.rules.State.fields or name == "seats":
                raise ValueError(f"there is no field {name[:40]!r}: a line is FIELD: NUMBERS")
            if name in given:
                raise ValueError(f"{name} is there twice")
            given[name] = value
        options = {option.name: given.pop(option.name) for option in self.game.options if option.name in given}
        s = self.game.laid_out(seats, options)
        for name, value in given.items():
            setattr(s, name, numbers(name, value, s.fields[name]))
        self.check(s)
        return s

    def check(self, s: State) -> None:
        """The rules must be able to go on from here: no index outside, no number too large."""
        watched = checked(self.game.rules.State)()
        watched.take(s)
        rules = self.game.rules
        try:
            rules.waiting(watched)
            for seat in range(s.seats):
                rules.legal(watched, seat)
                rules.score(watched, seat)
            rules.winners(watched)
        except (IndexError, OverflowError, TypeError) as error:
            raise ValueError(f"the rules cannot go on from it ({error})") from error


def word(value: object) -> str:
    return ("off", "on")[value] if isinstance(value, bool) else str(value)


def written(value: State, field: Field) -> str:
    if not field.shape:
        return str(value)
    return ROWS.join(map(packed, value)) if len(field.shape) == 2 else packed(value)


def packed(row: list[int]) -> str:
    """Numbers with blanks; three equal ones or more as NUMBER*TIMES."""
    parts, k = [], 0
    while k < len(row):
        n = 1
        while k + n < len(row) and row[k + n] == row[k]:
            n += 1
        parts += [f"{row[k]}*{n}"] if n > 2 else [str(row[k])] * n
        k += n
    return " ".join(parts)


def numbers(name: str, text: str, field: Field) -> object:
    if not field.shape:
        (value,) = unpacked(name, text, 1, field.high)
        return value
    if len(field.shape) == 1:
        return unpacked(name, text, field.shape[0], field.high)
    rows = text.split(ROWS.strip())
    if len(rows) != field.shape[0]:
        raise ValueError(f"{name} has {field.shape[0]} rows, not {len(rows)}")
    return [unpacked(name, row, field.shape[1], field.high) for row in rows]


def unpacked(name: str, text: str, length: int, high: int) -> list[int]:
    found: list[int] = []
    for part in text.split():
        number, star, times = part.partition("*")
        if len(number) > 20 or not number.removeprefix("-").isdecimal():
            raise ValueError(f"{name}: {part[:40]!r} is not a number")
        if star and not (times.isdecimal() and len(times) < 6):
            raise ValueError(f"{name}: {part[:40]!r} is not NUMBER*TIMES")
        n = int(times) if star else 1
        if len(found) + n > length:
            raise ValueError(f"{name} has {length} numbers, not more")
        found += [int(number)] * n
    if len(found) != length:
        raise ValueError(f"{name} has {length} numbers, not {len(found)}")
    for value in found:
        if not -high - 1 <= value <= high:
            raise ValueError(f"{name}: {value} is outside {-high - 1}..{high}")
    return found
