"""A position as one line of words `name=value`, in any order, exact both ways.

    players=2 colours=4 do=give turn=0 to=1 ties=1 tosses=2 handed=1 table=br0.rb0.gy1 seat0=b:0:/bM.bg seat1=g:0:/?.?.?

Faces are r, b, y, g, v, p (red, blue, yellow, green, violet and pink cats), M (Mouse), D (Dog), I (invisible cat); a
token is its two sides: rb, yM. A seat has its colour, its pile, and its reserve: first the tokens that everybody knows,
after a slash the others; ? is one unknown to the seat whose view this is. On the table the first letter shows, the
digit is the seat it came from, `!` marks a special still to act, `*` one that has acted, `<` a token that was given to
that seat. Between turns `table` is the last toss, and `fate` what became of it: won by a colour (wonr), back, left.
What is as usual may be left out. A bag left out is what remains (unknown where a reserve is); with a bag given,
what remains is out of the game.
"""

from __future__ import annotations

from purrlor.core.positions.notation_reader import (
    check_all_read,
    name_values,
    one_of,
    take_options,
    take_rng,
    whole_number,
)
from purrlor.games.more_kitties.options import OPTIONS, settle
from purrlor.games.more_kitties.position_check import check
from purrlor.games.more_kitties.rules.box import COPIES, FACES, KINDS, NO_TOKEN, TOKENS
from purrlor.games.more_kitties.rules.choices import legal
from purrlor.games.more_kitties.rules.rules import SEATS
from purrlor.games.more_kitties.rules.state import (
    ACTED,
    BACK,
    CHOOSE,
    GIVE,
    GIVEN,
    HIDDEN,
    LEFT,
    MOST_TOSSED,
    NO_COLOUR,
    NONE,
    ORDER,
    PAIR_HIGH,
    PAIR_LOW,
    RESERVE,
    TO_ACT,
    WON,
    State,
    box_of,
    full_reserve,
)

LETTERS = "rbygvpMDI"
PHASES = ("choose", "order", "turn-over", "exchange", "lay", "again", "give", "last", "over")
MARKS = {0: "", TO_ACT: "!", ACTED: "*", GIVEN: "<"}
FATES = {WON: "won", BACK: "back", LEFT: "left"}
# field, its name in a position, lowest, highest and usual value
NUMBERS = (
    ("turns", "turns", 0, 999, 0),
    ("ties", "ties", 0, 23, 0),
    ("final", "final", 0, 1, 0),
    ("acting", "acting", 0, MOST_TOSSED - 1, NONE),
    ("aim", "aim", 0, MOST_TOSSED - 1, NONE),
    ("receiver", "to", 0, 5, NONE),
)
KIND_OF = {f"{LETTERS[FACES[2 * kind]]}{LETTERS[FACES[2 * kind + 1]]}": kind for kind in range(1, KINDS)}


# ------------------------------------------------------------ showing
def show(s: State) -> str:
    words = [f"players={s.seats}", f"colours={s.colours + 3}"]
    if s.open:
        words.append("open=on")
    if s.small:
        words.append(f"small={s.small}")
    words += [f"do={PHASES[s.phase]}", f"turn={s.turn}"]
    words += [f"{name}={getattr(s, field)}" for field, name, _, _, usual in NUMBERS if getattr(s, field) != usual]
    if ORDER <= s.phase <= GIVE:
        words += [f"tosses={s.tosses}", f"handed={show_seats(s.handed)}"]
    words += [f"pick{p}={show_choice(s, p)}" for p in range(s.seats) if s.chosen[p]]
    if s.table_n:
        words.append("table=" + ".".join(show_tossed(s, i) for i in range(s.table_n)))
    if s.fate:
        words.append(f"fate={FATES[s.fate]}{LETTERS[s.won] if s.fate == WON else ''}")
    words += [f"seat{p}={show_seat(s, p)}" for p in range(s.seats)]
    if any(s.drew):
        words.append("drew=" + ",".join(str(s.drew[p]) for p in range(s.seats)))
    words.append("bag=" + show_bag(s))
    out = ".".join(f"{s.out[kind]}{token(kind)}" for kind in range(KINDS) if s.out[kind])
    if out:
        words.append(f"out={out}")
    if any(s.rng):
        words.append("rng=" + ",".join(f"{word:x}" for word in s.rng))
    return " ".join(words)


def token(kind: int) -> str:
    return "?" if kind == HIDDEN else LETTERS[FACES[2 * kind]] + LETTERS[FACES[2 * kind + 1]]


def show_seats(mask: int) -> str:
    return "".join(str(p) for p in range(6) if mask >> p & 1) or "-"


def show_choice(s: State, p: int) -> str:
    """Places in the reserve, from 1."""
    action = s.chosen[p] - 1
    return f"{PAIR_LOW[action] + 1}.{PAIR_HIGH[action] + 1}" if p == s.turn else str(action + 1)


def show_tossed(s: State, i: int) -> str:
    name = token(s.table[i])
    return f"{name[::-1] if s.up[i] else name}{s.owner[i]}{MARKS[s.mark[i]]}"


def show_seat(s: State, p: int) -> str:
    names = [token(kind) for kind in s.reserve[p][: s.have[p]]]
    public = s.known[p]
    return f"{LETTERS[s.colour[p]]}:{s.pile[p]}:{'.'.join(names[:public])}/{'.'.join(names[public:])}"


def show_bag(s: State) -> str:
    if s.bag_n == 0:
        return "-"
    if s.bag[0] == NO_TOKEN:
        return f"?x{s.bag_n}"
    runs: list[tuple[int, int]] = []
    for kind in s.bag[: s.bag_n]:
        if runs and runs[-1][1] == kind:
            runs[-1] = (runs[-1][0] + 1, kind)
        else:
            runs.append((1, kind))
    return ".".join((str(n) if n > 1 else "") + token(kind) for n, kind in runs)


# ------------------------------------------------------------ reading
def read(text: str) -> State:
    words = name_values(text)
    s = State()
    s.seats = whole_number(words.pop("players", ""), "players", *SEATS)
    take_options(s, words, OPTIONS, settle)
    s.phase = one_of(words.pop("do", PHASES[CHOOSE]), "do", PHASES)
    s.turn = whole_number(words.pop("turn", "0"), "turn", 0, s.seats - 1)
    for field, name, low, high, usual in NUMBERS:
        highest = s.seats - 1 if name == "to" else high
        setattr(s, field, whole_number(words.pop(name), name, low, highest) if name in words else usual)
    for p in range(6):
        read_seat(s, p, words.pop(f"seat{p}", None) if p < s.seats else "")
    read_turn(s, words)
    read_table(s, words)
    read_bag(s, words)
    take_rng(s, words)
    check_all_read(words)
    check(s)
    return s


def read_token(text: str) -> int:
    if text == "?":
        return HIDDEN
    for name in (text, text[::-1]):
        if name in KIND_OF:
            return KIND_OF[name]
    raise ValueError(f"{text!r} is no token: it should be two of {LETTERS}, one of them a cat, such as rb or rM")


def read_tokens(text: str) -> list[int]:
    return [read_token(name) for name in text.split(".")] if text else []


def read_counted(text: str) -> list[int]:
    """Tokens with their number before them: 6rb.yM"""
    found = []
    for name in text.split("."):
        digits = name.rstrip("rbygvpMDI?")
        found += [read_token(name[len(digits) :])] * (whole_number(digits, "number", 1, 84) if digits else 1)
    return found


def read_seat(s: State, p: int, text: str | None) -> None:
    if text is None:
        raise ValueError(f"seat{p} is missing")
    s.colour[p] = NO_COLOUR
    if not text:
        return
    parts = text.split(":")
    if len(parts) != 3 or parts[0] not in LETTERS[:6] or len(parts[0]) != 1 or parts[2].count("/") > 1:
        raise ValueError(f"seat{p}={text}: it should be colour:pile:known tokens/others")
    s.colour[p] = LETTERS.index(parts[0])
    s.pile[p] = whole_number(parts[1], "pile", 0, 84)
    known, slash, others = parts[2].partition("/")
    public, private = read_tokens(known), read_tokens(others)
    if not slash and not s.open:
        public, private = [], public
    if len(public) + len(private) > RESERVE:
        raise ValueError(f"seat{p} has {len(public) + len(private)} tokens, at most {RESERVE} are possible")
    s.known[p], s.have[p] = len(public), len(public) + len(private)
    for i, kind in enumerate(public + private):
        s.reserve[p][i] = kind


def read_turn(s: State, words: dict[str, str]) -> None:
    """Who hands tokens over, who has chosen what, who drew how many."""
    if ORDER <= s.phase <= GIVE:
        s.tosses = whole_number(words.pop("tosses", "2" if s.phase == GIVE else "1"), "tosses", 1, 2)
        everybody = show_seats((1 << s.seats) - 1 & ~(1 << s.turn))
        handed = words.pop("handed", everybody)
        for digit in "" if handed == "-" else handed:
            s.handed |= 1 << whole_number(digit, "handed", 0, s.seats - 1)
    elif s.phase == CHOOSE:
        s.handed = sum(1 << p for p in range(s.seats) if p != s.turn and s.have[p])
        s.asked = s.handed | 1 << s.turn
        for p in range(s.seats):
            if f"pick{p}" in words:
                read_choice(s, p, words.pop(f"pick{p}"))
    drew = words.pop("drew", "")
    for p, number in enumerate(drew.split(",") if drew else []):
        if p >= s.seats:
            raise ValueError(f"drew={drew}: there are {s.seats} players")
        most = s.have[p] if s.phase == CHOOSE else full_reserve(s)  # later some of them lie on the table
        s.drew[p] = whole_number(number, "drew", 0, most)


def read_choice(s: State, p: int, text: str) -> None:
    places = [whole_number(place, f"pick{p}", 1, max(1, s.have[p])) - 1 for place in text.split(".")]
    if len(places) != (2 if p == s.turn else 1):
        raise ValueError(f"pick{p}={text}: it should be {'two places' if p == s.turn else 'a place'} of the reserve")
    action = places[0]
    if p == s.turn:
        pairs = list(zip(PAIR_LOW, PAIR_HIGH, strict=True))
        if tuple(places) not in pairs:
            raise ValueError(f"pick{p}={text}: it should be two places, the lower one first")
        action = pairs.index((places[0], places[1]))
    if not legal(s, p) >> action & 1:
        raise ValueError(f"pick{p}={text}: there is no such token, or an equal one before it stands for it")
    s.chosen[p] = action + 1
    s.asked &= ~(1 << p)


def read_table(s: State, words: dict[str, str]) -> None:
    text = words.pop("table", "")
    tossed = text.split(".") if text else []
    if len(tossed) > MOST_TOSSED:
        raise ValueError(f"there are {len(tossed)} tokens on the table, at most {MOST_TOSSED} are possible")
    s.table_n = len(tossed)
    for i, name in enumerate(tossed):
        for mark, sign in MARKS.items():
            if sign and name.endswith(sign):
                s.mark[i] = mark
        letters, owner = name[:2], name[2:].rstrip("!*<")
        s.table[i] = read_token(letters)
        if s.table[i] == HIDDEN:
            raise ValueError("nothing on the table is unknown")
        s.up[i] = 0 if KIND_OF.get(letters) == s.table[i] else 1
        s.owner[i] = whole_number(owner, "owner", 0, s.seats - 1)
    fate = words.pop("fate", "")
    s.won = NO_COLOUR
    if fate:
        found = [number for number, name in FATES.items() if fate.startswith(name)]
        if not found or (found[0] != WON and fate != FATES[found[0]]):
            raise ValueError(f"fate={fate}: it should be won with the letter of a colour, back or left")
        s.fate = found[0]
        if s.fate == WON:
            letter = fate.removeprefix(FATES[WON])
            if len(letter) != 1 or letter not in LETTERS[:6]:
                raise ValueError(f"fate={fate}: it should name a colour")
            s.won = LETTERS.index(letter)


def read_bag(s: State, words: dict[str, str]) -> None:
    """The bag and what is out; where one of them is left out, it is what remains."""
    out, bag = words.pop("out", None), words.pop("bag", None)
    for kind in read_counted(out) if out else []:
        if kind == HIDDEN:
            raise ValueError("nothing that is out is unknown")
        s.out[kind] += 1
    hidden = sum(s.reserve[p].count(HIDDEN) for p in range(s.seats))
    if bag is None:
        found = what_remains(s, [])
        s.bag_n = len(found) - hidden
        if not hidden:
            s.bag[: s.bag_n] = found
    elif bag.startswith("?x"):
        s.bag_n = whole_number(bag[2:], "bag", 1, TOKENS[box_of(s)])
    else:
        found = [] if bag == "-" else read_counted(bag)
        if HIDDEN in found:
            raise ValueError("a bag is known or unknown as a whole: ?x20")
        if len(found) > TOKENS[box_of(s)]:
            raise ValueError(f"there are {len(found)} tokens in the bag")
        s.bag_n = len(found)
        s.bag[: s.bag_n] = found
        if out is None and not hidden:
            for kind in what_remains(s, found):
                s.out[kind] += 1


def what_remains(s: State, bag: list[int]) -> list[int]:
    """Every token that is nowhere else."""
    lying = [s.table[i] for i in range(s.table_n) if ORDER <= s.phase <= GIVE and s.mark[i] != GIVEN]
    placed = [kind for p in range(s.seats) for kind in s.reserve[p][: s.have[p]]] + lying + bag
    left = []
    for kind in range(1, KINDS):
        n = COPIES[KINDS * box_of(s) + kind] - s.out[kind] - placed.count(kind)
        left += [kind] * n
    return left
