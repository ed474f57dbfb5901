"""A position of Cat Café as text.

    round 7 draw; first 1; dice 4; took 6 2; towers house; mice cap
    0: HY.#B ...... ..#... ...... .#..; paws 3, spent 2; cats Y4; numbers - - x - -; chose M 2-4
    1: ...

The first line: the dice on the table, then the die of each seat (`?`: none yet). A seat's line: its five towers from
the ground up (House, Yarn, butterFly, Bowl, Cushion, Mouse; `.` free, `#` a post), paws that are circled and those
crossed out, the cats scored and their points, each tower's circled number (`x`: the larger one is crossed out, which
may be left out where it follows from what somebody has circled), and what the seat has chosen, or chose in the round
before: `?` nothing yet or nothing known, `pass`, or an item, tower and floor, cat, and the paws paid: `H 2-4 C for 1`.
A line may also end in ` / ` instead of a new line.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from purrlor.core.errors import BadOption
from purrlor.core.seats import first
from purrlor.games.cat_cafe.options import OPTIONS
from purrlor.games.cat_cafe.rules.rules import SMALL_FACES, complete_towers, dice_on_table, hexes_with, legal, start
from purrlor.games.cat_cafe.rules.sheet import (
    FLOOR_OF,
    HEXES,
    LARGER_NUMBER,
    PLACES,
    POST,
    SMALLER_NUMBER,
    TOP,
    TOWER_HEXES,
    TOWER_OF,
    TOWERS,
)
from purrlor.games.cat_cafe.rules.state import (
    BY_FIRST,
    DRAFT,
    DRAW,
    HOUSE,
    LARGER,
    LAST_ROUND,
    NONE,
    OVER,
    PASS,
    PAWS,
    SMALLER,
    UNDECIDED,
    State,
)
from purrlor.games.cat_cafe.words.sight import dice_of

PHASES = ("draft", "draw", "over")
LETTERS = ".HYFBCM"


# ---------------------------------------------------------------- showing
def show(s: State) -> str:
    parts = [
        f"round {s.round} {PHASES[s.phase]}",
        f"first {s.first}",
        f"dice {spaced(dice_of(s))}",
        f"took {spaced(s.own[p] or '?' for p in range(s.seats))}",
    ]
    values = [(option, option.from_int(getattr(s, option.name))) for option in OPTIONS]
    parts += [f"{option.name} {value}" for option, value in values if not option.for_solvers or value != option.usual]
    lines = ["; ".join(parts)]
    lines += [f"{p}: {show_seat(s, p)}" for p in range(s.seats)]
    if any(s.rng):
        lines.append("chance " + spaced(f"{word:x}" for word in s.rng))
    return "\n".join(lines)


def spaced(things: Iterable[object]) -> str:
    return " ".join(map(str, things))


def show_seat(s: State, seat: int) -> str:
    scored = [f"{LETTERS[k + 1]}{points}" for k, points in enumerate(s.written[seat]) if points != UNDECIDED]
    return "; ".join(
        (
            spaced(show_tower(s, seat, t) for t in range(TOWERS)),
            f"paws {s.paws[seat]}, spent {s.spent[seat]}",
            f"cats {spaced(scored) or '-'}",
            f"numbers {spaced(show_numbers(s, seat, t) for t in range(TOWERS))}",
            f"chose {show_choice(s, seat)}",
        )
    )


def show_tower(s: State, seat: int, t: int) -> str:
    floors = ["#"] * TOP[t]
    for h in range(HEXES):
        if TOWER_OF[h] == t:
            floors[FLOOR_OF[h] - 1] = LETTERS[s.sheet[seat][h]]
    return "".join(floors)


def show_numbers(s: State, seat: int, t: int) -> str:
    number = ("", SMALLER_NUMBER[t], LARGER_NUMBER[t])[s.circled[seat][t]]
    return ("x" if s.crossed[seat][t] else "") + str(number) or "-"


def show_choice(s: State, seat: int) -> str:
    item = s.item[seat]
    if item == UNDECIDED:
        return "?"
    if item == PASS:
        return "pass"
    text = LETTERS[item]
    if s.hex[seat] != UNDECIDED:
        text += f" {TOWER_OF[s.hex[seat]] + 1}-{FLOOR_OF[s.hex[seat]]}"
    if s.cat[seat] != UNDECIDED:
        text += f" {LETTERS[s.cat[seat] + 1]}"
    return text + (f" for {s.paid[seat]}" if s.paid[seat] else "")


# ---------------------------------------------------------------- reading
def read(text: str) -> State:
    lines = [line.strip() for line in re.split(r"\n| / ", text.strip())]
    words = lines.pop().split()[1:] if lines[-1].startswith("chance ") else []
    s = State()
    s.seats = len(lines) - 1
    demand(2 <= s.seats <= 4, f"there are {s.seats} seats, not 2 to 4: one line each after the first")
    start(s)
    parts = fields(lines[0])
    heading = parts.pop("round", "").split()
    demand(len(heading) == 2 and heading[1] in PHASES, "it should begin like 'round 1 draft'")
    s.round, s.phase = number(heading[0], 1, LAST_ROUND), PHASES.index(heading[1])
    for option in OPTIONS:
        value = parts.pop(option.name, str(option.usual))
        try:
            setattr(s, option.name, option.to_int(option.check(value)))
        except BadOption:
            raise ValueError(f"{option.name} cannot be {value!r}") from None
    demand(
        not s.small or (s.seats == 2 and s.round <= s.small), f"small {s.small} is for two players and {s.small} rounds"
    )
    s.first = s.turn = number(parts.pop("first", str((s.round - 1) % s.seats)), 0, s.seats - 1)
    read_dice(s, parts.pop("dice", "").split(), parts.pop("took", "").split())
    demand(not parts, f"unknown: {', '.join(parts)}")
    choices = [read_seat(s, p, lines[p + 1]) for p in range(s.seats)]
    ended = max(complete_towers(s, p) for p in range(s.seats)) >= 3
    demand(not ended or s.phase == OVER, "somebody has three complete towers, so it is over")
    cross_out(s)
    for p, choice in enumerate(choices):
        read_choice(s, p, choice)
    demand(s.phase != DRAW or s.choosing != 0, "all have chosen, so the round is over")
    demand(len(words) in (0, 4), "chance is four numbers")
    for k in range(4):
        s.rng[k] = int(words[k], 16) if words else 0
        demand(0 <= s.rng[k] < 1 << 32, "chance is four numbers of 32 bits")
    return s


def demand(holds: bool, otherwise: str) -> None:
    if not holds:
        raise ValueError(otherwise)


def fields(line: str) -> dict[str, str]:
    """'first 1; dice 2 4' as a dictionary."""
    found: dict[str, str] = {}
    for part in filter(None, (part.strip() for part in line.split(";"))):
        name, _, value = part.partition(" ")
        demand(name not in found, f"{name} is there twice")
        found[name] = value.strip()
    return found


def number(text: str, low: int, high: int) -> int:
    demand(text.isdecimal() and len(text) < 4 and low <= int(text) <= high, f"{text!r} is not from {low} to {high}")
    return int(text)


def read_dice(s: State, dice: list[str], took: list[str]) -> None:
    demand(len(took) == s.seats, f"took needs {s.seats} dice or '?'")
    for k in range(6):
        s.table[k] = 0
    faces = SMALL_FACES if s.small else 6
    for die in dice:
        s.table[number(die, 1, faces) - 1] += 1
    for k in range(s.seats):
        p = (s.first + k) % s.seats
        if took[p] != "?":
            demand(s.turn == p, "dice are taken in turn from the first player")
            s.own[p] = number(took[p], 1, faces)
            s.turn = (p + 1) % s.seats
    left = sum(own == 0 for own in s.own[: s.seats])
    demand(len(dice) == left + 1, f"with {left} still to take one, {left + 1} dice lie on the table, not {len(dice)}")
    demand(s.phase != DRAFT or left > 0, "all have their dice, so the draft is over")
    demand(s.phase != DRAW or left == 0, "nobody draws before all have their dice")
    s.central = 0 if left else first(dice_on_table(s)) + 1


def read_seat(s: State, seat: int, line: str) -> str:
    """Fill in the sheet; what the seat chose is answered, to be read once all sheets are there."""
    name, colon, rest = line.partition(":")
    demand(colon == ":" and name.strip() == str(seat), f"the line of seat {seat} should begin with '{seat}:'")
    drawing, _, rest = rest.partition(";")
    parts = fields(rest)
    read_sheet(s, seat, drawing.split())
    paws, _, spent = parts.pop("paws", "1").partition(",")
    s.paws[seat] = number(paws.strip(), 0, PAWS)
    s.spent[seat] = number(spent.strip().removeprefix("spent ") or "0", 0, PAWS - s.paws[seat])
    s.blank[seat] = PAWS - s.paws[seat] - s.spent[seat]
    read_cats(s, seat, parts.pop("cats", "-").split())
    read_numbers(s, seat, parts.pop("numbers", "- - - - -").split())
    choice = parts.pop("chose", "?")
    demand(not parts, f"unknown: {', '.join(parts)}")
    return choice


def read_sheet(s: State, seat: int, towers: list[str]) -> None:
    demand(len(towers) == TOWERS, f"seat {seat} needs {TOWERS} towers, not {len(towers)}")
    for t in range(TOWERS):
        demand(len(towers[t]) == TOP[t], f"tower {t + 1} has {TOP[t]} floors, not {len(towers[t])}")
        for floor, letter in enumerate(towers[t], 1):
            if floor == POST[t]:
                demand(letter == "#", f"floor {floor} of tower {t + 1} is a post: '#'")
            else:
                h = PLACES.index((t, floor))
                s.sheet[seat][h] = item_of(letter)
                s.filled[seat] |= (1 if s.sheet[seat][h] else 0) << h


def item_of(letter: str) -> int:
    demand(len(letter) == 1 and letter in LETTERS, f"{letter!r} is not one of {LETTERS}")
    return LETTERS.index(letter)


def read_cats(s: State, seat: int, cats: list[str]) -> None:
    for cat in cats if cats != ["-"] else ():
        k = item_of(cat[0]) - 1
        demand(k >= 0 and s.written[seat][k] == UNDECIDED, f"{cat!r} is no cat, or one scored twice")
        s.written[seat][k] = number(cat[1:], 0, 2 * HEXES)
    scored = sum(points != UNDECIDED for points in s.written[seat])
    houses = hexes_with(s, seat, HOUSE).bit_count()
    demand(scored == houses, f"seat {seat} has {houses} houses, but {scored} cats scored")


def read_numbers(s: State, seat: int, numbers: list[str]) -> None:
    demand(len(numbers) == TOWERS, f"numbers needs {TOWERS} entries, not {len(numbers)}")
    for t in range(TOWERS):
        text = "" if numbers[t] == "-" else numbers[t]
        s.crossed[seat][t] = 1 if text.startswith("x") else 0
        marks = {"": NONE, str(SMALLER_NUMBER[t]): SMALLER, str(LARGER_NUMBER[t]): LARGER}
        demand(text.removeprefix("x") in marks, f"{text!r} is no number of tower {t + 1}")
        mark = s.circled[seat][t] = marks[text.removeprefix("x")]
        whole = TOWER_HEXES[t]
        demand(
            (mark != NONE) == (s.filled[seat] & whole == whole), f"tower {t + 1}: a number is circled when it is full"
        )
        if mark == LARGER:
            demand(not s.crossed[seat][t], f"tower {t + 1}: the larger number is either circled or crossed out")
            demand(hexes_with(s, seat, HOUSE) & whole != 0, f"tower {t + 1}: the larger number needs a house")


def cross_out(s: State) -> None:
    """A larger number that is gone is crossed out for the others, also where the text does not say so."""
    for t in range(TOWERS):
        marks = [s.circled[p][t] for p in range(s.seats)]
        if LARGER in marks or (s.towers == BY_FIRST and any(marks)):
            for p, mark in enumerate(marks):
                s.crossed[p][t] = 1 if mark != LARGER else 0


def read_choice(s: State, seat: int, choice: str) -> None:
    found = re.fullmatch(r"(?:\?|(pass)|([A-Z])(?: (\d)-(\d))?(?: ([A-Z]))?(?: for (\d+))?)", choice)
    demand(found is not None, f"{choice!r} is no choice")
    passed, item, tower, floor, cat, paid = found.groups() if found else ()
    steps: list[int] = [PASS] if passed else [item_of(item)] if item else []
    if tower:
        place = (int(tower) - 1, int(floor))
        demand(place in PLACES, f"there is no hex {tower}-{floor}")
        steps.append(PLACES.index(place))
    if cat:
        demand(len(steps) == 2 and steps[0] == HOUSE, f"{choice!r}: a cat comes after a house in its hex")
        steps.append(item_of(cat) - 1)
    is_whole = bool(steps) and (steps[0] == PASS or len(steps) == (3 if steps[0] == HOUSE else 2))
    if s.phase == DRAW:
        demand(not paid, "paws are paid when all have chosen")
        s.choosing |= 1 << seat
    else:
        demand(is_whole or not steps, f"{choice!r} is half a choice, but the round is over")
        demand(len(steps) < 2 or s.sheet[seat][steps[1]] == steps[0], f"{choice!r} is not on the sheet of seat {seat}")
        s.paid[seat] = number(paid, 0, 10) if paid else 0
    for k, step in enumerate(steps):
        demand(s.phase != DRAW or legal(s, seat) >> step & 1 == 1, f"seat {seat} cannot choose {choice!r}")
        (s.item, s.hex, s.cat)[k][seat] = step
    if s.phase == DRAW and is_whole:
        s.choosing ^= 1 << seat
