"""Who knows what in Rat-a-Tat Cat, what a screen shows of it, and what can be taken back."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from purrlor import Match
from purrlor.core.chance import seed_rng
from purrlor.core.laws import Report
from purrlor.core.laws.walk import Walk
from purrlor.core.seats import TABLE, WATCHER, members
from purrlor.games.rat_a_tat_cat import invariants
from purrlor.games.rat_a_tat_cat.rules import rules
from purrlor.games.rat_a_tat_cat.rules.state import (
    CALL,
    DECLINE,
    DISCARD_IT,
    DRAW,
    DRAW_AGAIN,
    HIDDEN,
    NO,
    OVER,
    ROUND_END,
    TAKE,
    TURN_OVER,
    YES,
    State,
)
from tests.games.rat_a_tat_cat.positions import RAT, act, begin, discard, faces, hidden, lay, row

TWO = "players=2 rounds=1 row0=1/0,9,9,2/0 row1=3/1,8,8,4/1 discard=5"


# ------------------------------------------------------------ what a seat knows
def test_a_seat_knows_its_outer_cards_a_watcher_none() -> None:
    s = begin(2)
    assert faces(hidden(s, 0).rows[0])[1:3] == "??"
    assert HIDDEN not in (hidden(s, 0).rows[0][0], hidden(s, 0).rows[0][3])
    assert row(hidden(s, 0), 1) == "????"
    assert row(hidden(s, WATCHER), 0) == row(hidden(s, WATCHER), 1) == "????"


def test_the_deck_and_the_generator_are_nobodys() -> None:
    s = begin(3)
    for seat in (0, 1, 2, WATCHER):
        veil = hidden(s, seat)
        assert set(veil.deck[: veil.deck_n]) == {HIDDEN}
        assert veil.rng == [0, 0, 0, 0]


def test_a_drawn_card_is_seen_by_its_player_alone_a_taken_one_by_everybody() -> None:
    s = lay(TWO, draws="0")
    act(s, DRAW)
    assert [hidden(s, seat).in_hand for seat in (0, 1, WATCHER)] == [0, HIDDEN, HIDDEN]
    s = lay(TWO)
    act(s, TAKE)
    assert [hidden(s, seat).in_hand for seat in (0, 1, WATCHER)] == [5, 5, 5]


def test_with_open_ends_everybody_sees_the_outer_cards() -> None:
    s = lay("players=2 rounds=1 open_ends=on row0=1/01,9,9,2/01 row1=3/01,8,8,4/01 discard=5", draws="0")
    for seat in (0, 1, WATCHER):
        assert (row(hidden(s, seat), 0), row(hidden(s, seat), 1)) == ("1??2", "3??4")
    act(s, DRAW, 3)
    for seat in (0, 1, WATCHER):
        assert row(hidden(s, seat), 0) == "1??0"


def test_at_the_end_of_a_round_all_rows_lie_open() -> None:
    s = lay(TWO + " caller=0 turn=1", draws="6")
    act(s, DRAW, DISCARD_IT)
    assert s.phase == OVER
    assert (row(hidden(s, WATCHER), 0), row(hidden(s, WATCHER), 1)) == ("1992", "3884")


def test_hiding_a_second_time_changes_nothing_for_the_same_seat_and_both_can_be_hidden_from() -> None:
    s = begin(4)
    veil = hidden(s, 2)
    assert hidden(veil, 2) == veil
    assert row(hidden(veil, 1), 1) == "????"


# ------------------------------------------------------------ what a screen shows
def shown(s: State, viewer: int) -> list[tuple[int, int]]:
    return [(p, i) for p in range(s.seats) for i in range(4) if rules.is_shown(s, viewer, p, i)]


def test_strict_memory_shows_the_outer_cards_until_they_are_seen() -> None:
    s = begin(3)
    assert shown(s, 1) == [(1, 0), (1, 3)]
    assert shown(s, WATCHER) == []
    rules.apply(s, 1, TURN_OVER)
    assert shown(s, 1) == []
    assert shown(s, 0) == [(0, 0), (0, 3)]
    assert hidden(s, 1).rows[1][0] == s.rows[1][0]  # known all the same


def test_strict_memory_shows_a_peek_and_a_super_peek_until_they_are_seen() -> None:
    s = lay(TWO, draws="P")
    act(s, DRAW)
    assert shown(s, 0) == []
    act(s, 1)
    assert (shown(s, 0), shown(s, 1), shown(s, WATCHER)) == ([(0, 1)], [], [])
    act(s, TURN_OVER)
    assert shown(s, 0) == []
    s = lay(TWO, draws="A")
    act(s, DRAW)
    assert shown(s, 0) == [(p, i) for p in range(2) for i in range(4)]
    assert shown(s, 1) == []
    act(s, TURN_OVER)
    assert shown(s, 0) == []


def test_aided_memory_shows_what_is_known() -> None:
    s = lay(TWO + " memory=aided", draws="P06")
    assert shown(s, 0) == [(0, 0), (0, 3)]
    act(s, DRAW, 1, TURN_OVER)
    assert shown(s, 0) == [(0, 0), (0, 1), (0, 3)]
    assert shown(s, WATCHER) == []


def test_open_cards_are_shown_to_all() -> None:
    s = begin(2, open_ends=True)
    assert shown(s, WATCHER) == shown(s, 0) == [(0, 0), (0, 3), (1, 0), (1, 3)]


def test_memory_changes_nothing_but_the_screen() -> None:
    strict, aided = begin(2, 5), begin(2, 5, memory="aided")
    aided.memory = 0
    assert strict == aided


# ------------------------------------------------------------ dealing again
def deals(veil: State, seat: int, count: int) -> list[State]:
    made, pack, known = [], invariants.inventory(begin(2)), hidden(veil, seat)
    for seed in range(count):
        s = veil.copy()
        seed_rng(s, seed)
        rules.redeal(s, seat)
        assert invariants.inventory(s) == pack
        assert hidden(s, seat) == known
        made.append(s)
    return made


def test_a_card_that_was_kept_is_dealt_as_a_number() -> None:
    veil = RAT.read("players=2 row0=1/0,?+/1,?,?= row1=?/1,?,?+/1,?/1 discard=5")
    seen = Counter[int]()
    for s in deals(veil, 0, 400):
        assert s.rows[0][1] <= 9
        assert s.rows[0][3] <= 9
        assert s.rows[1][2] <= 9
        seen[s.rows[0][2]] += 1
    assert sum(seen[special] for special in range(10, 14)) > 60  # 400 × 20 / 63 or so


def test_a_held_card_is_dealt_as_a_number() -> None:
    veil = RAT.read("players=2 do=place turn=1 drawn=? row0=1/0,?,?,? row1=?/1,?,?,?/1 discard=5")
    assert all(0 <= s.in_hand <= 9 for s in deals(veil, 0, 200))


def test_a_special_that_went_back_into_the_deck_is_dealt_there() -> None:
    """All other peeks are seen, so the one that went back is the last: it can be in no row."""
    veil = RAT.read("players=2 row0=1/0,?,?,? row1=?/1,?,?,?/1 discard=PPP5 stock=P")
    for s in deals(veil, 0, 200):
        assert 11 in s.deck[: s.deck_n]


def test_after_the_discard_became_the_deck_nothing_of_it_is_dealt_into_older_cards() -> None:
    """Of 57 cards in the deck all are known: the rows are the eight that are missing."""
    deck = "0011222233334444555566667777888899999999SSSSSPPPDDDAAAAAA"
    veil = RAT.read(
        f"players=2 do=place turn=1 drawn=? row0=0/0,?,?=,? row1=?/1,?,?,?/1 discard=- stock={deck} deck=?x56"
    )
    missing = Counter("012345678" * 4 + "9" * 9 + "SSSSSSPPPPDDDDAAAAAA") - Counter(deck)
    for s in deals(veil, 0, 100):
        assert Counter(row(s, 0) + row(s, 1)) == missing
        assert s.rows[0][2] <= 9


def test_every_possible_deal_is_as_likely_as_another() -> None:
    """Five cards are unseen (0, 1, 2, Swap, Peek): two were kept, one was dealt, two are the deck.

    So the kept ones are 3 × 2 ordered pairs of numbers, the dealt one any of the three cards left, the deck the rest.
    """
    pile = Counter("012345678" * 4 + "9" * 9 + "SSSSSSPPPPDDDDAAAAAA") - Counter("012SP") - Counter("34567")
    discarded = "".join(pile.elements())
    veil = RAT.read(f"players=2 row0=3/0,4/0,5/0,6/0 row1=?+/1,?+/1,?,7/0 discard={discarded}")
    assert veil.deck_n == 2
    found = Counter(row(s, 1)[:3] + faces(s.deck[:2]) for s in deals(veil, 0, 1800))
    assert len(found) == 3 * 2 * 3 * 2
    assert all(25 < n < 80 for n in found.values())


def test_the_true_position_is_always_one_of_the_possible_ones() -> None:
    """Positions as they come, also long after the deck was made again: `invariants` and the notation find no fault."""
    looked = 0
    for seed in range(12):
        s, dice = begin(2 + seed % 5, seed, rounds=1, open_ends=seed % 3 == 0), random.Random(seed)
        while rules.waiting(s):
            seat = dice.choice(members(rules.waiting(s)))
            action = dice.choice(members(rules.legal(s, seat)))
            rules.apply(s, seat, {CALL: NO, DRAW_AGAIN: YES}.get(s.phase, action))
            if dice.random() < 0.05:
                assert s.phase in (ROUND_END, OVER) or invariants.is_possible(s)
                viewer = dice.choice([*range(s.seats), WATCHER])
                veil = hidden(s, viewer)
                assert RAT.read(RAT.show(veil)) == veil
                again = veil.copy()
                seed_rng(again, seed)
                rules.redeal(again, viewer)
                assert invariants.is_possible(again)
                assert hidden(again, viewer) == veil
                looked += 1
    assert looked > 50


# ------------------------------------------------------------ taking back
def played(*actions: int, **options: object) -> Match:
    match = Match("rat-a-tat-cat", 2, {"open_ends": True, **options}, seed=3)
    for action in actions:
        match.play(match.waiting()[0], action)
    return match


def test_taking_the_discard_can_be_taken_back_placing_it_cannot() -> None:
    match = played(TAKE)
    before = match.state.to_bytes()
    assert match.can_undo(0)
    match.undo(0)
    match.play(0, TAKE)
    assert match.state.to_bytes() == before
    match.play(0, 1)
    assert not match.can_undo(0)


def test_a_draw_cannot_be_taken_back() -> None:
    assert not played(DRAW).can_undo(0)


def test_a_call_can_be_taken_back_until_somebody_acts() -> None:
    match = played(TAKE, 1, YES)
    assert match.can_undo(0)
    match.play(1, DRAW)
    assert not match.can_undo(0)


def test_a_swap_can_be_taken_back_but_not_when_the_rows_were_turned_up() -> None:
    s = lay(TWO, draws="S")
    act(s, DRAW)
    assert [rules.reveals(s, 0, action) for action in (0, DECLINE)] == [0, 0]
    act(s, 0)
    assert rules.reveals(s, 0, 4) == 0
    s = lay(TWO + " caller=0 turn=1", draws="S")
    act(s, DRAW)
    assert [rules.reveals(s, 1, action) for action in (0, DECLINE)] == [0, 1]
    act(s, 0)
    assert rules.reveals(s, 1, 0) == 1


def test_what_was_seen_is_not_shown_again() -> None:
    match = Match("rat-a-tat-cat", 2, seed=3)
    match.play(0, TURN_OVER)
    assert not match.can_undo(0)
    s = lay(TWO, draws="P")
    act(s, DRAW)
    assert [rules.reveals(s, 0, action) for action in (1, DECLINE)] == [1, 0]
    act(s, 1)
    assert rules.reveals(s, 0, TURN_OVER) == 1


def test_declining_a_draw_two_can_be_taken_back() -> None:
    s = lay(TWO, draws="D")
    act(s, DRAW)
    assert [rules.reveals(s, 0, action) for action in (NO, YES)] == [0, 1]
    assert discard(s) == "5D"


def test_the_end_of_time_shows_nothing() -> None:
    assert rules.reveals(begin(2, length="minutes"), TABLE, 0) == 0


# ------------------------------------------------------------ the laws on long rounds
class Patient(Walk):
    """Nobody calls and everybody draws: decks run out, which random players hardly ever see."""

    def decide(self, seat: int, action: int) -> None:
        if seat != TABLE:
            action = {CALL: NO, DRAW_AGAIN: YES}.get(self.s.phase, action)
        super().decide(seat, action)


@pytest.mark.long_walk
@pytest.mark.parametrize("seed", [0, 1])
def test_the_laws_hold_in_long_rounds_too(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    report = Report(RAT.name)
    monkeypatch.setattr("purrlor.core.laws.walk.random_options", lambda *facts: {"rounds": 1, "open_ends": seed == 1})
    Patient(RAT, seed, report).go()
    assert report.tried["twin"] > 200


def test_a_taken_card_laid_on_an_open_one_shows_nothing_new() -> None:
    """Everybody saw both: the decision can be taken back, unless all rows are turned up after it."""
    rows = "row0=1/01,?,?,2/01 row1=3/01,?,?,4/01"
    s = RAT.read(f"players=2 open_ends=on do=place turn=0 taken=5 {rows} discard=6")
    assert [rules.reveals(s, 0, action) for action in range(4)] == [0, 1, 1, 0]
    last = RAT.read(f"players=2 open_ends=on do=place turn=0 caller=1 taken=5 {rows} discard=6")
    assert rules.reveals(last, 0, 0) == 1
