"""An evening of Rat-a-Tat Cat at a real table: the score sheet, round after round.

A field `r2-0` is what the first player has in the second round: a sum ("13") or the four cards ("4+0+9+0").
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from purrlor.core.errors import BadOption, BadSheet
from purrlor.core.game_interface import CountedMatch
from purrlor.core.language import N_, Translations
from purrlor.core.match import key_rng
from purrlor.core.options import Choice, Number
from purrlor.core.seats import members
from purrlor.games.rat_a_tat_cat.board.score_sheet import chart
from purrlor.games.rat_a_tat_cat.board.sprite import CARDS
from purrlor.games.rat_a_tat_cat.options import OPTIONS
from purrlor.games.rat_a_tat_cat.rules.rules import deal, is_match_over
from purrlor.games.rat_a_tat_cat.rules.state import (
    BY_MINUTES,
    COPIES,
    KINDS,
    NINE,
    OVER,
    ROUND_END,
    ROUNDS_MAX,
    ROW,
    State,
    clear_table,
    still_in,
)
from purrlor.games.rat_a_tat_cat.words.card_names import card_name

HIGHEST = NINE * ROW
LENGTHS = ("length", "rounds", "minutes", "limit")


def form(t: Translations) -> dict[str, object]:
    length = next(option for option in OPTIONS if isinstance(option, Choice) and option.name == "length")
    numbers = [
        {"name": o.name, "label": t.gettext(o.label), "low": o.low, "high": o.high, "usual": o.usual}
        for o in OPTIONS
        if isinstance(o, Number) and not o.for_solvers
    ]
    return {
        "length": t.gettext(length.label),
        "lengths": [(v, t.gettext(label)) for v, label in zip(length.values, length.labels, strict=True)],
        "numbers": numbers,
        "cards": [(str(card), CARDS[card], card_name(card, t)) for card in range(NINE + 1)],
        "specials": [(CARDS[card], card_name(card, t)) for card in range(NINE + 1, KINDS)],
        "most_rows": ROUNDS_MAX,
    }


def counted(sheet: Mapping[str, str], names: Sequence[str], t: Translations) -> CountedMatch:
    s = new_match(sheet, len(names))
    last = last_round(sheet)
    for n in range(1, last + 1):
        if s.phase == OVER:
            raise BadSheet(N_("The match was over after round {last}: round {n} is one too many."), last=n - 1, n=n)
        points = [points_of(sheet, n, seat, names[seat], n == last) for seat in range(s.seats)]
        check_cards(sheet, n, s.seats)
        missing = [names[p] for p in range(s.seats) if points[p] is None and still_in(s) >> p & 1]
        if missing and n < last:
            raise BadSheet(N_("Round {n} is not complete: {name} has no points yet."), n=n, name=missing[0])
        if missing:
            break  # this round is being written
        is_last = n == last or (n == last - 1 and not is_complete(sheet, last, still_in(s)))
        s.time_up = 1 if s.length == BY_MINUTES and sheet.get("time_up") == "on" and is_last else 0
        count_round(s, n, points, names)
    if not s.round:
        raise BadSheet(N_("Nothing is counted yet: type the points of the first round, or tap the cards of each row."))
    return CountedMatch(s, s.phase == OVER)


def going_on(sheet: Mapping[str, str], names: Sequence[str], t: Translations, key: bytes) -> State:
    """The next round, just dealt: the player on the left of the last starter starts."""
    match = counted(sheet, names, t)
    if match.is_over:
        raise BadSheet(N_("This match is over: nothing is left to be played."))
    s: State = match.state.copy()
    s.starter = (s.round - 1) % s.seats
    key_rng(s, key, 0)
    deal(s)
    return s


def is_complete(sheet: Mapping[str, str], n: int, inside: int) -> bool:
    """Whether everybody who is still in has points in this round."""
    return all(points_of(sheet, n, seat, "", True) is not None for seat in members(inside))


def new_match(sheet: Mapping[str, str], seats: int) -> State:
    s = State()
    s.seats = seats
    clear_table(s)
    s.starter, s.round = 0, 0
    for option in OPTIONS:
        try:
            value = (
                option.check(sheet[option.name]) if option.name in LENGTHS and option.name in sheet else option.usual
            )
        except BadOption as error:
            raise BadSheet(error.sentence, **error.facts) from None
        setattr(s, option.name, option.to_int(value))
    return s


def last_round(sheet: Mapping[str, str]) -> int:
    """The highest round with anything in it."""
    numbers = [name[1:].partition("-")[0] for name, value in sheet.items() if name[:1] == "r" and "-" in name and value]
    found = [int(number) for number in numbers if number.isascii() and number.isdecimal() and len(number) < 4]
    if max(found, default=0) > ROUNDS_MAX:
        raise BadSheet(N_("A match has at most {n} rounds: begin a new sheet."), n=ROUNDS_MAX)
    return max(found, default=0)


def cards_of(text: str) -> list[str]:
    return [part.strip() for part in text.split("+")]


def points_of(sheet: Mapping[str, str], n: int, seat: int, name: str, is_last: bool = False) -> int | None:
    """None: nothing is written, or (in the last round) the four cards are still being tapped."""
    text = sheet.get(f"r{n}-{seat}", "").strip()
    if not text:
        return None
    parts = cards_of(text)
    if not all(part.isascii() and part.isdecimal() and len(part) < 4 for part in parts):
        raise BadSheet(
            N_("Round {n}, {name}: “{text}” is no score. Type the points, or the four cards as 4+0+9+2."),
            n=n,
            name=name,
            text=text[:20],
        )
    if len(parts) == 1:
        if int(text) > HIGHEST:
            raise BadSheet(
                N_("Round {n}, {name}: four cards have at most {most} points, not {points}."),
                n=n,
                name=name,
                most=HIGHEST,
                points=int(text),
            )
        return int(text)
    if is_last and len(parts) < ROW:
        return None
    if len(parts) != ROW or any(int(part) > NINE for part in parts):
        raise BadSheet(
            N_("Round {n}, {name}: a row has four cards from 0 to 9; tapped so far: {count}."),
            n=n,
            name=name,
            count=len(parts),
        )
    return sum(map(int, parts))


def check_cards(sheet: Mapping[str, str], n: int, seats: int) -> None:
    """No more of a card in one round than the box has."""
    rows = [cards_of(sheet.get(f"r{n}-{seat}", "")) for seat in range(seats)]
    for card, count in Counter(int(card) for row in rows if len(row) == ROW for card in row).items():
        if count > COPIES[card]:
            raise BadSheet(
                N_("Round {n}: the card {card} is there {count} times, but the box has only {copies}."),
                n=n,
                card=card,
                count=count,
                copies=COPIES[card],
            )


def count_round(s: State, n: int, points: Sequence[int | None], names: Sequence[str]) -> None:
    """As at the end of a round in a match: points are added, and the rules say who is out and whether it is over."""
    s.round = n
    for p in range(s.seats):
        is_out = s.out >> p & 1
        if is_out and points[p] is not None:
            raise BadSheet(N_("Round {n}: {name} is out and has no cards any more."), n=n, name=names[p])
        s.points[p] = points[p] or 0
        s.totals[p] += s.points[p]
    s.phase = OVER if is_match_over(s) else ROUND_END
    s.asked = still_in(s) if s.phase == ROUND_END else 0


def explanation(sheet: Mapping[str, str], s: State, t: Translations, names: Sequence[str]) -> dict[str, object]:
    """Who is out, and the totals as lines."""
    rounds = [[points_of(sheet, n, p, "") or 0 for p in range(s.seats)] for n in range(1, s.round + 1)]
    out = [names[p] for p in range(s.seats) if s.out >> p & 1]
    return {"out": out, "limit": s.limit, "chart": chart(s, -1, t, names, rounds) if s.round > 1 else {}}
