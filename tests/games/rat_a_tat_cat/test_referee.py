"""The rules agree with an independent referee, decision by decision, and plain, checked and compiled to the byte."""

from __future__ import annotations

import random
from typing import Any

import pytest

from purrlor.core.chance import seed_rng, shuffle
from purrlor.core.compilers.native import native, plain
from purrlor.core.record import checked
from purrlor.core.seats import TABLE, members
from purrlor.games.rat_a_tat_cat import invariants
from purrlor.games.rat_a_tat_cat.rules import rules
from purrlor.games.rat_a_tat_cat.rules.state import CALL, DRAW_AGAIN, NO, OVER, ROUND_END, YES, State
from tests.games.rat_a_tat_cat.positions import RAT, begin
from tests.games.rat_a_tat_cat.referee import Referee


class Chance:
    """The state's generator as it was before the act."""

    rng: list[int]


class Followed:
    """A random match that the referee follows."""

    def __init__(self, seats: int, seed: int, patience: float, **options: object) -> None:
        self.dice, self.patience = random.Random(seed), patience
        self.s = begin(seats, seed, **options)
        self.chance = Chance()
        self.chance.rng = self.s.rng[:]
        self.shuffles = 0
        self.referee = Referee(seats, dict(RAT.options_of(self.s)), self.shuffle)
        self.flow = self.referee.match(self.deal)
        self.asked = next(self.flow)

    def shuffle(self, pile: list[int]) -> list[int]:
        deck = pile[:]
        shuffle(self.chance, deck, len(deck))
        self.shuffles += 1
        return deck

    def deal(self) -> None:
        """What was dealt is read off the table: only then does the referee take over."""
        s = self.s
        rows = {p: s.rows[p][:] for p in self.referee.inside()}
        assert s.discard_n == 1
        assert s.discard[0] <= 9
        self.referee.lay_out(rows, s.discard[:1], s.deck[: s.deck_n])

    def choose(self) -> tuple[int, int]:
        if rules.legal(self.s, TABLE) and self.dice.random() < 0.005:
            return TABLE, 0
        seat = self.dice.choice(sorted(self.asked))
        action = self.dice.choice(sorted(self.asked[seat]))
        if self.s.phase == CALL and self.dice.random() < self.patience:
            action = NO
        if self.s.phase == DRAW_AGAIN and self.dice.random() < self.patience:
            action = YES
        return seat, action

    def go(self) -> None:
        self.compare()
        while not self.referee.over:
            seat, action = self.choose()
            self.chance.rng = self.s.rng[:]
            rules.apply(self.s, seat, action)
            if seat == TABLE:
                self.referee.time_up = True
                self.referee.over = self.referee.between
            else:
                try:
                    self.asked = self.flow.send((seat, action))
                except StopIteration:
                    assert self.referee.over
            self.compare()
        assert self.s.phase == OVER
        assert set(members(rules.winners(self.s))) == self.referee.winners()

    def compare(self) -> None:
        s, referee = self.s, self.referee
        assert (rules.waiting(s) == 0) == referee.over
        if not referee.over:
            assert {p: set(members(rules.legal(s, p))) for p in members(rules.waiting(s))} == self.asked
        assert {p: s.rows[p] for p in range(s.seats) if s.rows[p][0] != -2} == referee.rows
        assert s.discard[: s.discard_n] == referee.discard
        assert s.deck[: s.deck_n] == referee.deck
        assert (s.in_hand if s.in_hand >= 0 else None) == referee.held
        assert {place: set(members(s.known[place[0]][place[1]])) for place in referee.known} == referee.known
        assert [rules.score(s, p) for p in range(s.seats)] == referee.totals
        assert (s.round, s.starter, set(members(s.out))) == (referee.round, referee.starter, referee.out)


@pytest.mark.parametrize("open_ends", [False, True])
@pytest.mark.parametrize("seats", range(2, 7))
def test_short_matches(seats: int, open_ends: bool) -> None:
    for seed in range(60):
        Followed(seats, seed, 0.3, open_ends=open_ends, rounds=1 + seed % 3).go()


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_matches_to_a_limit(seats: int) -> None:
    fallen_together = 0
    for seed in range(25):
        match = Followed(seats, seed, 0.3, length="limit", limit=50 + seed, open_ends=seed % 2 == 0)
        match.go()
        fallen_together += match.s.totals[members(rules.winners(match.s))[0]] >= match.s.limit
    assert fallen_together or seats > 2


def test_matches_by_minutes() -> None:
    ended_between = 0
    for seed in range(40):
        match = Followed(2 + seed % 5, seed, 0.3, length="minutes")
        match.go()
        ended_between += match.referee.between
    assert ended_between


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_long_rounds_where_the_deck_runs_out(seats: int) -> None:
    shuffles = 0
    for seed in range(6):
        match = Followed(seats, seed, 1.0 if seed < 2 else 0.99, rounds=1, open_ends=seed % 2 == 0)
        match.go()
        shuffles += match.shuffles
        assert seed >= 2 or match.s.lap == 60
    assert shuffles >= 4


def test_checked_plain_and_compiled_matches_end_in_the_same_bytes() -> None:
    """The laws walk with the compiled twin beside them; here are whole matches with all options, end against end."""
    fast: Any = native("purrlor.core.playout", rules="purrlor.games.rat_a_tat_cat.rules.rules")
    slow: Any = plain("purrlor.core.playout", rules="purrlor.games.rat_a_tat_cat.rules.rules")
    array, row = rules.State.array(2), rules.State.row(2)
    strict = checked(rules.State)
    for seed in range(200):
        options = {
            "length": ("rounds", "limit")[seed % 2],
            "limit": 50 + seed % 7,
            "open_ends": seed % 3 == 0,
            "rounds": 1,
        }
        start = RAT.laid_out(2 + seed % 5, options)
        row[0] = start
        for name in start.fields:
            array[name][0] = getattr(start, name)
        assert fast.play_match(array, seed) == slow.play_match(row, seed)
        s = strict()
        s.take(start)
        seed_rng(s, seed)
        rules.start(s)
        slow.play_out(s)
        assert array[1].tobytes() == row[1].to_bytes() == s.to_bytes()


def test_thousands_of_final_rows_add_up() -> None:
    fast: Any = native("purrlor.core.playout", rules="purrlor.games.rat_a_tat_cat.rules.rules")
    array = rules.State.array(2)
    pack = invariants.inventory(begin(2))
    for seats in range(2, 7):
        start = RAT.laid_out(seats, {"rounds": 1})
        for name in start.fields:
            array[name][0] = getattr(start, name)
        for seed in range(1000):
            fast.play_match(array, seed)
            final = array[1]
            rows = final["rows"][:seats]
            assert rows.min() >= 0
            assert rows.max() <= 9
            assert final["totals"][:seats].tolist() == rows.sum(axis=1).tolist()
            if seed % 50 == 0:
                assert invariants.inventory(State.from_bytes(final.tobytes())) == pack


def test_the_end_of_time_between_rounds_ends_the_match() -> None:
    for seed in range(200):
        s = begin(2, seed, length="minutes")
        dice = random.Random(seed)
        while s.phase != ROUND_END:
            seat = dice.choice(members(rules.waiting(s)))
            rules.apply(s, seat, dice.choice(members(rules.legal(s, seat))))
        if seed % 2:
            rules.apply(s, 1, 0)
        rules.apply(s, TABLE, 0)
        assert (s.phase, rules.waiting(s), rules.legal(s, TABLE)) == (OVER, 0, 0)
