"""A position as one line of words `name=value`, in any order, exact both ways.

    players=2 rounds=1 do=place turn=1 drawn=5 row0=4/0,?,?+/1,7/0 row1=?,?,2=/01,?/1 discard=30S8 deck=?x53

Cards are 0–9, S (swap), P (peek), D (draw two), A (super peek: all); ? is a card unknown to the seat whose view this
is. In a row, `/02` names the seats that know the card; `=` marks a card that was laid there, so it is no special, and
`+` one that came from the present deck besides; `-` is the row of a player who is out. The top of deck and discard is
the last. What is as usual may be left out; a deck left out is what remains, unknown.
"""

from __future__ import annotations

from collections import Counter

from purrlor.core.positions.notation_reader import (
    check_all_read,
    name_values,
    one_of,
    take_options,
    take_rng,
    whole_number,
)
from purrlor.games.rat_a_tat_cat.options import OPTIONS
from purrlor.games.rat_a_tat_cat.position_check import check, copies_of, last_turns
from purrlor.games.rat_a_tat_cat.rules.hidden_information import is_shown
from purrlor.games.rat_a_tat_cat.rules.state import (
    CARDS,
    COPIES,
    DEALT,
    DRAWN,
    HIDDEN,
    LAPS,
    LOOK,
    NO_CARD,
    NOBODY,
    NUMBER,
    ROUND_END,
    ROUNDS_MAX,
    ROW,
    SEATS,
    SOURCE,
    SUPER_PEEKED,
    State,
    still_in,
)

LETTERS = "0123456789SPDA"
OLD_NAMES = {"held": "drawn"}  # in positions that were written down before
PHASES = (
    "look", "source", "place", "swap", "swap-with", "peek", "peeked", "super-peeked", "draw-two", "call", "round-end",
    "over",
)  # fmt: skip
MARKS = {DEALT: "", NUMBER: "=", DRAWN: "+"}
# name, lowest, highest and usual value of what is simply a number
NUMBERS = (
    ("round", 1, ROUNDS_MAX, 1), ("starter", 0, 5, 0), ("time_up", 0, 1, 0), ("lap", 1, LAPS, 1),
    ("caller", 0, 5, NOBODY), ("draws_left", 0, 1, 0), ("slot", 0, ROW - 1, 0),
)  # fmt: skip


def on_screen(s: State, viewer: int) -> State:
    """The same position without the cards that this viewer has seen and has to remember."""
    shown = s.copy()
    for p in range(s.seats):
        for i in range(ROW):
            if shown.rows[p][i] >= 0 and not is_shown(s, viewer, p, i):
                shown.rows[p][i] = HIDDEN
    return shown


# ------------------------------------------------------------ showing
def show(s: State) -> str:
    words = [f"players={s.seats}"]
    for option in OPTIONS:
        value = option.from_int(getattr(s, option.name))
        if value != option.usual:
            words.append(f"{option.name}={'on' if value is True else value}")
    words += [f"{name}={getattr(s, name)}" for name, _, _, usual in NUMBERS if getattr(s, name) != usual]
    words.append(f"do={PHASES[s.phase]}")
    words.append(f"turn={s.turn}")
    if s.out:
        words.append(f"out={show_seats(s.out)}")
    if s.phase in (LOOK, ROUND_END):
        words.append(f"asked={show_seats(s.asked)}")
    if s.in_hand != NO_CARD:
        words.append(f"{'taken' if s.taken else 'drawn'}={letter(s.in_hand)}")
    if s.passed != NO_CARD:
        words.append(f"passed={letter(s.passed)}")
    words += [f"row{p}={show_row(s, p)}" for p in range(s.seats)]
    words.append(f"discard={show_cards(s.discard[: s.discard_n])}")
    words.append(f"deck={show_cards(s.deck[: s.deck_n])}")
    if s.stock:
        words.append("stock=" + "".join(letter(kind) * (s.stock >> 4 * kind & 15) for kind in range(len(COPIES))))
    for name in ("totals", "points"):
        numbers = getattr(s, name)[: s.seats]
        if any(numbers):
            words.append(f"{name}={','.join(map(str, numbers))}")
    if any(s.rng):
        words.append("rng=" + ",".join(f"{word:x}" for word in s.rng))
    return " ".join(words)


def letter(card: int) -> str:
    return "?" if card == HIDDEN else LETTERS[card]


def show_seats(mask: int) -> str:
    return "".join(str(p) for p in range(6) if mask >> p & 1)


def show_cards(cards: list[int]) -> str:
    if len(cards) > 1 and set(cards) == {HIDDEN}:
        return f"?x{len(cards)}"
    return "".join(map(letter, cards)) or "-"


def show_row(s: State, p: int) -> str:
    if s.rows[p][0] == NO_CARD:
        return "-"
    shown = []
    for i in range(ROW):
        knowers = f"/{show_seats(s.known[p][i])}" if s.known[p][i] else ""
        shown.append(letter(s.rows[p][i]) + MARKS[s.origin[p][i]] + knowers)
    return ",".join(shown)


# ------------------------------------------------------------ reading
def read(text: str) -> State:
    words = name_values(text, OLD_NAMES)
    s = State()
    s.seats = whole_number(words.pop("players", ""), "players", *SEATS)
    take_options(s, words, OPTIONS)
    for name, low, high, usual in NUMBERS:
        highest = s.seats - 1 if name in ("starter", "caller") else high
        setattr(s, name, whole_number(words.pop(name), name, low, highest) if name in words else usual)
    s.phase = one_of(words.pop("do", PHASES[SOURCE]), "do", PHASES)
    s.turn = whole_number(words.pop("turn", str(s.starter)), "turn", 0, s.seats - 1)
    s.out = read_seats(words.pop("out", ""), s.seats)
    s.asked = 0
    if s.phase in (LOOK, ROUND_END):
        s.asked = read_seats(words.pop("asked", show_seats(still_in(s))), s.seats)
    read_cards_of(s, words)
    for name in ("totals", "points"):
        read_numbers(s, name, words.pop(name, ""))
    take_rng(s, words)
    check_all_read(words)
    check(s)
    s.super_peeked = 1 if s.phase == SUPER_PEEKED else 0
    s.last_turns = last_turns(s)
    return s


def read_seats(text: str, seats: int) -> int:
    mask = 0
    for digit in text:
        mask |= 1 << whole_number(digit, "seat", 0, seats - 1)
    return mask


def read_card(text: str) -> int:
    if text == "?":
        return HIDDEN
    if len(text) != 1 or text not in LETTERS:
        raise ValueError(f"{text!r} is no card: cards are {' '.join(LETTERS)} and ?")
    return LETTERS.index(text)


def read_pile(text: str) -> list[int]:
    if text == "-":
        return []
    if text.startswith("?x"):
        return [HIDDEN] * whole_number(text[2:], "?x", 0, CARDS)
    return [read_card(sign) for sign in text]


def read_cards_of(s: State, words: dict[str, str]) -> None:
    for p in range(6):
        row = words.pop(f"row{p}", "-") if p < s.seats else "-"
        places = [""] * ROW if row == "-" else row.split(",")
        if len(places) != ROW:
            raise ValueError(f"row{p} has {len(places)} cards instead of {ROW}")
        if row != "-" and "" in places:
            raise ValueError(f"row{p}: a card of {row!r} is missing")
        for i, place in enumerate(places):
            read_place(s, p, i, place)
    s.taken = 1 if "taken" in words else 0
    in_hand = words.pop("taken" if s.taken else "drawn", None)
    s.in_hand = NO_CARD if in_hand is None else read_card(in_hand)
    passed = words.pop("passed", None)
    s.passed = NO_CARD if passed is None else read_card(passed)
    discard = read_pile(words.pop("discard", "-"))
    counted = sum(card != NO_CARD for row in s.rows for card in row) + len(discard) + (s.in_hand != NO_CARD)
    copies = copies_of(s)
    deck = read_pile(words.pop("deck", f"?x{max(0, sum(copies) - counted)}"))
    if counted + len(deck) != sum(copies):
        raise ValueError(f"there are {counted + len(deck)} cards instead of {sum(copies)}")
    s.deck_n, s.discard_n = len(deck), len(discard)
    s.deck = deck + [NO_CARD] * (len(s.deck) - len(deck))
    s.discard = discard + [NO_CARD] * (len(s.discard) - len(discard))
    stock = Counter(read_pile(words.pop("stock", "-")))
    if any(kind == HIDDEN or n > copies[kind] for kind, n in stock.items()):
        raise ValueError("stock names cards that do not exist")
    s.stock = sum(n << 4 * kind for kind, n in stock.items())


def read_place(s: State, p: int, i: int, text: str) -> None:
    if not text:
        s.rows[p][i] = NO_CARD
        return
    face, slash, knowers = text.partition("/")
    for origin, mark in MARKS.items():
        if mark and face.endswith(mark):
            s.origin[p][i] = origin
            face = face.removesuffix(mark)
    s.rows[p][i] = read_card(face)
    if slash and not knowers:
        raise ValueError(f"{text!r}: nobody is named after the slash")
    s.known[p][i] = read_seats(knowers, s.seats)


def read_numbers(s: State, name: str, text: str) -> None:
    if text:
        numbers = text.split(",")
        if len(numbers) != s.seats:
            raise ValueError(f"{name} are {len(numbers)} numbers for {s.seats} players")
        high = 36 * ROUNDS_MAX if name == "totals" else 36
        for p, number in enumerate(numbers):
            getattr(s, name)[p] = whole_number(number, name, 0, high)
