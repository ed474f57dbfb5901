"""Random matches of More Kitties! under the eyes of a referee, and thousands of counts checked."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from purrlor.core.chance import pick, seed_rng
from purrlor.core.compilers.native import native
from purrlor.core.record import checked
from purrlor.core.seats import members
from purrlor.games.more_kitties import invariants
from purrlor.games.more_kitties.rules import rules
from purrlor.games.more_kitties.rules.state import BACK, LEFT, WON, State
from tests.fixtures.catalogue import usually
from tests.games.more_kitties.positions import KITTIES, begin
from tests.games.more_kitties.referee import COLOURS, KINDS, Referee, box_of, strict_majority

TABLES = [
    (seats, colours, is_open)
    for seats in range(2, 7)
    for colours in (4, 5, 6)
    if colours >= seats
    for is_open in (0, 1)
]


@pytest.mark.parametrize(("seats", "colours", "is_open"), TABLES)
def test_the_referee_agrees_with_every_step(seats: int, colours: int, is_open: int) -> None:
    stages: Counter[str] = Counter()
    for seed in range(9):
        s = begin(seats, seed, colours=str(colours), open=bool(is_open))
        referee, dice = Referee(s), random.Random(seed)
        referee.check(s)
        while asked := members(rules.waiting(s)):
            seat = dice.choice(asked)
            action = dice.choice(members(rules.legal(s, seat)))
            stages[referee.stage] += 1
            before = s.copy()
            rules.apply(s, seat, action)
            referee.follow(before, seat, action, s)
            referee.check(s)
        assert referee.is_over
        best = max(referee.pile)
        assert members(rules.winners(s)) == tuple(p for p in referee.players if referee.pile[p] == best)
    assert {"choose", "order", "Dog", "take", "lay", "again", "give"} <= set(stages)


def test_the_referee_sees_last_tosses_and_tokens_that_leave_after_ties() -> None:
    """What random matches show seldom: found among many, then walked with the referee."""
    seen: Counter[str] = Counter()
    for seed in range(120):
        s = begin(2 + seed % 3, seed)
        referee, dice = Referee(s), random.Random(seed)
        while asked := members(rules.waiting(s)):
            seat = dice.choice(asked)
            action = dice.choice(members(rules.legal(s, seat)))
            before = s.copy()
            rules.apply(s, seat, action)
            referee.follow(before, seat, action, s)
            if s.turns > before.turns:
                seen["last toss"] += s.final
                seen["left"] += s.fate == LEFT and not s.final
                seen["back"] += s.fate == BACK
                seen["passed over"] += s.turn != (before.turn + 1) % s.seats
        referee.check(s)
    assert min(seen[what] for what in ("last toss", "left", "back", "passed over")) > 0, seen


@pytest.mark.long_walk
def test_the_count_agrees_in_thousands_of_matches() -> None:
    """A scorekeeper who only looks at the table when a turn is over."""
    counts = 0
    for seed in range(2000):
        seats, colours, is_open = TABLES[seed % len(TABLES)]
        s = begin(seats, seed, colours=str(colours), open=bool(is_open))
        piles, turns, gone = [0] * seats, 0, 0
        while asked := rules.waiting(s):
            seat = pick(s, asked)
            rules.apply(s, seat, pick(s, rules.legal(s, seat)))
            if s.turns > turns:
                turns = s.turns
                faces = [KINDS[s.table[i]][s.up[i]] for i in range(s.table_n)]
                winner = strict_majority(faces)
                for p in range(seats):
                    piles[p] += faces.count(COLOURS[s.colour[p]]) if COLOURS[s.colour[p]] == winner else 0
                gone += len(faces) if s.fate != BACK else 0
                assert (s.fate == WON) == (winner is not None)
                assert s.pile[:seats] == piles
                assert sum(s.out) == gone
                counts += 1
        assert sum(s.out) == len(invariants.inventory(s)) == box_of(colours).total()
        assert members(rules.winners(s)) == tuple(p for p in range(seats) if piles[p] == max(piles))
    assert counts > 20_000


def test_the_engine_numbers_the_tokens_like_the_referee() -> None:
    for colours in (4, 5, 6):
        s = begin(2, colours=str(colours))
        assert Counter(KINDS[kind] for kind in invariants.inventory(s)) == box_of(colours)


def test_checked_plain_and_compiled_matches_are_the_same_to_the_byte() -> None:
    """No index leaves its list, no number its field, in matches of all sorts."""
    fast = native("purrlor.games.more_kitties.rules.rules")
    row = rules.State.array(1)
    for seed in range(usually(3 * len(TABLES), slow=200)):
        seats, colours, is_open = TABLES[seed % len(TABLES)]
        given = {"colours": str(colours), "open": bool(is_open)}
        careful: State = checked(rules.State)()
        careful.take(KITTIES.laid_out(seats, given))
        for name in careful.fields:
            row[name][0] = getattr(careful, name)
        seed_rng(careful, seed)
        row["rng"][0] = careful.rng
        rules.start(careful)
        fast.start(row[0])
        s = begin(seats, seed, **given)
        while asked := rules.waiting(s):
            seat = members(asked)[-1]
            action = pick(s, rules.legal(s, seat))
            assert pick(careful, rules.legal(careful, seat)) == action
            row["rng"][0] = s.rng
            for state in (s, careful):
                rules.apply(state, seat, action)
            fast.apply(row[0], seat, action)
        assert s.to_bytes() == careful.to_bytes() == row[0].tobytes()
