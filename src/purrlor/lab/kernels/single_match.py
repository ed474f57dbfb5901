"""One match at a time, for the adapters: the compiled half of `lab/environments/compiled_match.py`.

The loader binds `rules` and `observation` to one game's functions (core/compilers/native.py). A match is a row of three
states: the true one, a copy to go back to, and room for what somebody may know of it.
"""

from __future__ import annotations

from typing import Any

from purrlor.bots.tree_search.tree import digest
from purrlor.core.chance import mix, seed_rng
from purrlor.core.seats import MAX_SEATS, count, first

rules: Any = None  # the game's rules
observation: Any = None  # its features

TRUE, BEFORE, VEIL = 0, 1, 2  # the rows
OVER, CHANCE = -1, -2  # who is next, where it is no seat


def turn(rows: Any) -> int:
    """Who decides next; where several do, the lowest seat: hidden choices tell the others nothing."""
    asked = rules.waiting(rows[TRUE])
    return first(asked) if asked else OVER


def legal(rows: Any, seat: int) -> int:
    mask: int = rules.legal(rows[TRUE], seat)
    return mask


def open_table(rows: Any, seed: int) -> int:
    """Start a laid-out table; who is first."""
    seed_rng(rows[TRUE], seed)
    rules.start(rows[TRUE])
    return turn(rows)


def play(rows: Any, seat: int, action: int) -> int:
    """Carry a decision out; who is next."""
    rules.apply(rows[TRUE], seat, action)
    return turn(rows)


def try_action(rows: Any, seat: int, action: int) -> int:
    """Carry a decision out if no chance is in it; else leave all as it was and answer CHANCE."""
    rows[BEFORE] = rows[TRUE]
    rules.apply(rows[TRUE], seat, action)
    for k in range(4):
        if rows[TRUE].rng[k] != rows[BEFORE].rng[k]:
            rows[TRUE] = rows[BEFORE]
            return CHANCE
    return turn(rows)


def play_by_chance(rows: Any, seat: int, action: int, seed: int) -> int:
    """Carry a decision out with this chance."""
    seed_rng(rows[TRUE], seed)
    rules.apply(rows[TRUE], seat, action)
    return turn(rows)


def fill_view(rows: Any, seat: int) -> None:
    """What this seat may know, into the row VEIL."""
    rows[VEIL] = rows[TRUE]
    rules.hide(rows[VEIL], seat)


def observe(rows: Any, seat: int, out: Any) -> None:
    """… and as features."""
    fill_view(rows, seat)
    observation.observe(rows[VEIL], seat, out)


def imagine(rows: Any, seat: int, seed: int) -> None:
    """Replace all that this seat cannot know by one possibility."""
    rules.hide(rows[TRUE], seat)
    seed_rng(rows[TRUE], seed)
    rules.redeal(rows[TRUE], seat)


def pay(rows: Any, shares: Any) -> None:
    """Every seat's share of the victory."""
    won = rules.winners(rows[TRUE])
    for seat in range(len(shares)):
        shares[seat] = 1.0 / count(won) if won >> seat & 1 else 0.0


def remember(rows: Any, words: Any, memory: Any, seat: int, action: int) -> None:
    """Perfect recall as one number a seat: of all it saw and did, in order. `memory` holds these, then the last views.

    What leaves a seat's view as it was is not counted: else the number of hidden choices would show.
    """
    if seat >= 0:
        memory[seat] = mix(memory[seat], action + 1)
    for q in range(rows[TRUE].seats):
        fill_view(rows, q)
        view = digest(words[VEIL])
        if view != memory[MAX_SEATS + q]:
            memory[MAX_SEATS + q] = view
            memory[q] = mix(memory[q], view)


def forget(rows: Any, words: Any, memory: Any, seat: int) -> None:
    """After `imagine`: the others have seen what they see now, as far as this seat can tell."""
    for q in range(rows[TRUE].seats):
        if q != seat:
            fill_view(rows, q)
            memory[MAX_SEATS + q] = digest(words[VEIL])
            memory[q] = mix(0, memory[MAX_SEATS + q])
