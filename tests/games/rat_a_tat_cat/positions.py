"""Tables of Rat-a-Tat Cat for the tests: a position in the game's notation, and what is drawn next."""

from __future__ import annotations

from collections import Counter

from purrlor import game
from purrlor.core.chance import seed_rng
from purrlor.games.rat_a_tat_cat.notation import LETTERS
from purrlor.games.rat_a_tat_cat.rules import rules
from purrlor.games.rat_a_tat_cat.rules.state import COPIES, NO_CARD, State

RAT = game("rat-a-tat-cat")


def lay(text: str, draws: str = "", seed: int = 1) -> State:
    """A true position: rows and discard as written, `draws` on the deck in the order they are drawn, then the rest."""
    words = dict(word.split("=", 1) for word in text.split())
    rows = [face[0] for name, row in words.items() if name.startswith("row") and row != "-" for face in row.split(",")]
    used = Counter("".join(rows) + words.get("discard", "") + words.get("drawn", "") + words.get("taken", "") + draws)
    rest = "".join(LETTERS[kind] * (n - used[LETTERS[kind]]) for kind, n in enumerate(COPIES))
    s: State = RAT.read(f"{text} deck={(rest + draws[::-1]) or '-'}")
    seed_rng(s, seed)
    return s


def begin(seats: int, seed: int = 1, **options: object) -> State:
    s: State = RAT.laid_out(seats, options)
    seed_rng(s, seed)
    rules.start(s)
    return s


def act(s: State, *actions: int) -> None:
    """One decision after another, each by the seat that is asked; all must be legal."""
    for action in actions:
        asked = rules.waiting(s)
        seat = (asked & -asked).bit_length() - 1
        assert rules.legal(s, seat) >> action & 1, f"{action} is not among {choices(s, seat)}"
        rules.apply(s, seat, action)


def choices(s: State, seat: int) -> list[int]:
    return [k for k in range(62) if rules.legal(s, seat) >> k & 1]


def faces(cards: list[int]) -> str:
    return "".join("-" if card == NO_CARD else "?" if card < 0 else LETTERS[card] for card in cards)


def row(s: State, p: int) -> str:
    return faces(s.rows[p])


def discard(s: State) -> str:
    return faces(s.discard[: s.discard_n])


def knowers(s: State, p: int, i: int) -> set[int]:
    return {q for q in range(6) if s.known[p][i] >> q & 1}


def hidden(s: State, seat: int) -> State:
    veil: State = RAT.hidden(s, seat)
    return veil
