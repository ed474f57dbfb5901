"""A table of More Kitties! to try things on: positions as text, choices by their label, tosses that land as wanted."""

from __future__ import annotations

from purrlor.core.chance import seed_rng
from purrlor.core.game import game
from purrlor.core.seats import members
from purrlor.games.more_kitties.notation import LETTERS, token
from purrlor.games.more_kitties.rules import rules
from purrlor.games.more_kitties.rules.state import State
from purrlor.games.more_kitties.words import labels
from purrlor.games.more_kitties.words.names import face_of

KITTIES = game("more-kitties")
ENGLISH = KITTIES.translations("en")
NAMES = ["Ann", "Boris", "Clara", "Dmitri", "Eve", "Fyodor"]


def begin(seats: int, seed: int = 0, **options: object) -> State:
    s: State = KITTIES.laid_out(seats, options)
    seed_rng(s, seed)
    rules.start(s)
    return s


def place(text: str) -> State:
    s: State = KITTIES.read(text)
    return s


def choices(s: State, seat: int) -> dict[str, int]:
    """What this seat may do, by the label on the button."""
    return {labels.label(s, seat, action, ENGLISH): action for action in members(rules.legal(s, seat))}


def do(s: State, seat: int, label: str) -> None:
    rules.apply(s, seat, choices(s, seat)[label])


def land(s: State, seat: int, label: str, faces: str) -> None:
    """Make the last choice before a toss that lands like this, in the order of the table."""
    action = choices(s, seat)[label]
    for seed in range(20_000):
        trial = s.copy()
        seed_rng(trial, seed)
        rules.apply(trial, seat, action)
        if shown(trial) == faces:
            s.take(trial)
            return
    raise AssertionError(f"no toss shows {faces}")


def shown(s: State) -> str:
    """The faces on the table (between turns: of the last toss)."""
    return "".join(LETTERS[face_of(s.table[i], s.up[i])] for i in range(s.table_n))


def reserve(s: State, seat: int) -> list[str]:
    return [token(kind) for kind in s.reserve[seat][: s.have[seat]]]


def known(s: State, seat: int) -> list[str]:
    """What everybody knows to be in this reserve."""
    return [token(kind) for kind in s.reserve[seat][: s.known[seat]]]


def bag(s: State) -> list[str]:
    return sorted(token(kind) for kind in s.bag[: s.bag_n])


def out(s: State) -> dict[str, int]:
    return {token(kind): n for kind, n in enumerate(s.out) if n}
