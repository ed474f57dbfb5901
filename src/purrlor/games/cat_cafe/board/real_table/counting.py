"""Finished sheets of Cat Café, tapped hex by hex.

Fields of seat 1: `h7-1` an item's letter (`.` is a hex left empty), `t2-1` the circled number of a tower, `c3-1` the
points under a cat, `paws-1` and `spent-1` paws circled and crossed out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from purrlor.core.errors import BadSheet
from purrlor.core.game_interface import CountedMatch
from purrlor.core.language import N_, Translations
from purrlor.core.match import key_rng
from purrlor.core.options import Choice
from purrlor.games.cat_cafe.board.real_table.score_lines import explained_sheet
from purrlor.games.cat_cafe.board.sheet_drawing import Sheet, drawn
from purrlor.games.cat_cafe.board.view import TALLY_ART
from purrlor.games.cat_cafe.notation import LETTERS, read
from purrlor.games.cat_cafe.options import OPTIONS
from purrlor.games.cat_cafe.rules.rules import roll
from purrlor.games.cat_cafe.rules.sheet import (
    HEXES,
    LARGER_NUMBER,
    PLACES,
    POST,
    SMALLER_NUMBER,
    TOP,
    TOWER_OF,
    TOWERS,
)
from purrlor.games.cat_cafe.rules.state import HOUSE, ITEMS, LAST_ROUND, MOUSE, PAWS, State
from purrlor.games.cat_cafe.words.names import cat_name_first, place_of, plain_name

EMPTY = "."
TO_END = 3  # complete towers end a match
BLANK = Sheet((0,) * HEXES, (0,) * TOWERS, (0,) * TOWERS, -1)


def form(t: Translations) -> dict[str, object]:
    return {
        "trees": drawn,
        "blank": BLANK,
        "hexes": [(h, t.gettext("Tower {tower}, floor {floor}").format(**place_of(h))) for h in range(HEXES)],
        "towers": [(k, SMALLER_NUMBER[k], LARGER_NUMBER[k]) for k in range(TOWERS)],
        "items": [(LETTERS[item], f"item-{item}", plain_name(item, t)) for item in range(HOUSE, MOUSE + 1)],
        "cats": [(item, f"cat-{item}", cat_name_first(item - 1, t)) for item in range(HOUSE, MOUSE + 1)],
        "paws": PAWS,
        "options": [
            (o.name, t.gettext(o.label), [(v, t.gettext(w)) for v, w in zip(o.values, o.labels, strict=True)])
            for o in OPTIONS
            if isinstance(o, Choice)
        ],
    }


def counted(sheet: Mapping[str, str], names: Sequence[str], t: Translations) -> CountedMatch:
    seats = range(len(names))
    drawings = [items_of(sheet, seat) for seat in seats]
    if not any(letter != EMPTY for drawing in drawings for letter in drawing):
        raise BadSheet(N_("Nothing is drawn yet: tap a hex, then what is drawn in it."))
    for seat in seats:
        check_towers(sheet, seat, names[seat], drawings[seat])
        check_cats(sheet, seat, names[seat], drawings[seat], t)
        check_paws(sheet, seat, names[seat])
    complete = [sum(bool(sheet.get(f"t{k}-{seat}")) for k in range(TOWERS)) for seat in seats]
    for seat in seats:
        if complete[seat] > TO_END:
            raise BadSheet(
                N_("{name} has {n} full towers, but a match ends with the third one: look at the sheet again."),
                name=names[seat],
                n=complete[seat],
            )
    state = position(sheet, drawings)
    is_any_empty = any(all(letter == EMPTY for letter in drawing) for drawing in drawings)  # still to be tapped
    return CountedMatch(state, max(complete) >= TO_END and not is_any_empty)


def going_on(sheet: Mapping[str, str], names: Sequence[str], t: Translations, key: bytes) -> State:
    """The next round. Which one it is nobody has written down: there were as many as the fullest sheet has items."""
    match = counted(sheet, names, t)
    if match.is_over:
        raise BadSheet(N_("This match is over: nothing is left to be played."))
    s: State = match.state.copy()
    s.round = min(LAST_ROUND, 1 + max(s.filled[p].bit_count() for p in range(s.seats)))
    s.first = (s.round - 1) % s.seats
    key_rng(s, key, 0)
    roll(s)
    return s


def items_of(sheet: Mapping[str, str], seat: int) -> list[str]:
    """A letter a hex."""
    letters = [sheet.get(f"h{h}-{seat}") or EMPTY for h in range(HEXES)]
    if any(len(letter) != 1 or letter not in LETTERS for letter in letters):
        raise BadSheet(N_("A hex holds one of the six items or nothing."))
    return letters


def check_towers(sheet: Mapping[str, str], seat: int, name: str, items: Sequence[str]) -> None:
    for k in range(TOWERS):
        circled = sheet.get(f"t{k}-{seat}", "")
        free = sum(items[h] == EMPTY for h in range(HEXES) if TOWER_OF[h] == k)
        if circled and free:
            raise BadSheet(
                N_("{name}: a number of tower {tower} is circled, but the tower is not full yet ({n} free)."),
                name=name,
                tower=k + 1,
                n=free,
            )
        if not circled and not free:
            raise BadSheet(
                N_(
                    "{name}: tower {tower} is full, so one of its two numbers is circled. Tap the numbers on top of it."
                ),
                name=name,
                tower=k + 1,
            )
        if circled not in ("", "s", "l"):
            raise BadSheet(N_("A tower has a smaller and a larger number; one of them is circled, or none."))
        has_house = any(items[h] == LETTERS[HOUSE] for h in range(HEXES) if TOWER_OF[h] == k)
        if circled == "l" and not has_house:
            raise BadSheet(
                N_("{name}: the larger number of tower {tower} is only for a tower with a house in it."),
                name=name,
                tower=k + 1,
            )


def check_cats(sheet: Mapping[str, str], seat: int, name: str, items: Sequence[str], t: Translations) -> None:
    """Every house has paid for one cat, with twice the number of its items at that time."""
    written = {item: sheet.get(f"c{item}-{seat}", "") for item in range(1, ITEMS + 1)}
    houses, scored = items.count(LETTERS[HOUSE]), sum(bool(text) for text in written.values())
    for item, text in written.items():
        most = 2 * items.count(LETTERS[item])
        if text and not (text.isascii() and text.isdecimal() and int(text[:4]) <= most and int(text[:4]) % 2 == 0):
            raise BadSheet(
                N_("{name}: {cat} cannot have brought {n} points: it is 2 for each of its items, at most {most} here."),
                name=name,
                cat=cat_name_first(item - 1, t),
                n=text[:8],
                most=most,
            )
    if houses != scored:
        raise BadSheet(
            N_("{name}: houses on the sheet: {houses}, cats with points: {cats}. Every house lets one cat score."),
            name=name,
            houses=houses,
            cats=scored,
        )


def check_paws(sheet: Mapping[str, str], seat: int, name: str) -> None:
    total = 0
    for field in ("paws", "spent"):
        text = sheet.get(f"{field}-{seat}", "") or "0"
        if not (text.isascii() and text.isdecimal() and len(text) < 4):
            raise BadSheet(N_("{name}: “{text}” is no number of paws."), name=name, text=text[:20])
        total += int(text)
    if total > PAWS:
        raise BadSheet(N_("{name} has {n} paws, but a sheet has only {paws}."), name=name, n=total, paws=PAWS)


def position(sheet: Mapping[str, str], drawings: Sequence[Sequence[str]]) -> State:
    """Through the game's own notation, which checks it once more."""
    seats = len(drawings)
    options = [f"{o.name} {sheet[o.name]}" for o in OPTIONS if sheet.get(o.name) and not o.for_solvers]
    lines = ["; ".join(["round 1 over", "dice" + " 1" * (seats + 1), "took" + " ?" * seats, *options])]
    for p, items in enumerate(drawings):
        cats = [f"{LETTERS[k]}{sheet[f'c{k}-{p}']}" for k in range(1, ITEMS + 1) if sheet.get(f"c{k}-{p}")]
        numbers = [circled_number(sheet.get(f"t{k}-{p}", ""), k) for k in range(TOWERS)]
        paws, spent = (sheet.get(f"{field}-{p}", "") or "0" for field in ("paws", "spent"))
        parts = [
            " ".join(tower_text(items, k) for k in range(TOWERS)),
            f"paws {paws}, spent {spent}",
            f"cats {' '.join(cats) or '-'}",
            f"numbers {' '.join(numbers)}",
        ]
        lines.append(f"{p}: {'; '.join(parts)}")
    try:
        return read("\n".join(lines))
    except ValueError as error:
        raise BadSheet(N_("These sheets do not fit together: {why}."), why=str(error)) from None


def tower_text(items: Sequence[str], tower: int) -> str:
    floors = range(1, TOP[tower] + 1)
    return "".join("#" if floor == POST[tower] else items[PLACES.index((tower, floor))] for floor in floors)


def circled_number(circled: str, tower: int) -> str:
    return {"": "-", "s": str(SMALLER_NUMBER[tower]), "l": str(LARGER_NUMBER[tower])}[circled]


def explanation(sheet: Mapping[str, str], s: State, t: Translations, names: Sequence[str]) -> dict[str, object]:
    """Every sheet with lines that show which bowl sees what, which mice are a group, whose yarn leads."""
    return {
        "tally_art": TALLY_ART,
        "trees": drawn,
        "explained": [explained_sheet(s, seat, t) for seat in range(s.seats)],
    }
