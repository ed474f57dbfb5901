"""What each seat of Pocket Cats may know, and what a deal of the unknown looks like."""

from __future__ import annotations

from collections import Counter

import pytest

from purrlor.core.chance import seed_rng
from purrlor.core.seats import WATCHER, count, members
from purrlor.games.pocket_cats import invariants
from purrlor.games.pocket_cats.rules import rules
from purrlor.games.pocket_cats.rules.state import HIDDEN
from purrlor.games.pocket_cats.rules.tiles import NONE
from tests.games.pocket_cats.positions import POCKET_CATS, begin, begin_with, walk

ALL = (0, 1, WATCHER)
KINDS = ("tile", "quarter", "hand", "choice")


def dealt(s: rules.State, viewer: int, seed: int) -> rules.State:
    """One possibility, as this viewer knows it."""
    world: rules.State = POCKET_CATS.hidden(s, viewer)
    seed_rng(world, seed)
    rules.redeal(world, viewer)
    return world


def test_face_down_tiles_and_their_dogs_are_hidden_from_all() -> None:
    s = begin_with("RG", 2)
    for _ in walk(s, 2):
        for viewer in ALL:
            veil = POCKET_CATS.hidden(s, viewer)
            assert [tile == HIDDEN for tile in veil.tile] == [bool(s.down >> c & 1) for c in range(25)]
            seen = [s.where[20 + d] != NONE for d in range(5)]
            assert [quarter != HIDDEN for quarter in veil.quarter] == seen
            assert veil.rng == [0, 0, 0, 0]


def test_limited_hands_and_choices_are_each_players_own() -> None:
    s = begin(7, clans="limited")
    rules.apply(s, 1, members(s.hand[1])[0])
    assert POCKET_CATS.hidden(s, 1).choice == s.choice
    mine = POCKET_CATS.hidden(s, 0)
    assert (mine.hand, mine.choice) == ([s.hand[0], HIDDEN], [NONE, NONE])
    assert rules.waiting(mine) == 0b11, "the other's choice appears as still to be made"
    watched = POCKET_CATS.hidden(s, WATCHER)
    assert (watched.hand, watched.choice) == ([HIDDEN, HIDDEN], [NONE, NONE])


def test_expert_three_cards_are_seen_by_their_holder_alone() -> None:
    s = begin(7, clans="expert")
    assert POCKET_CATS.hidden(s, 0).hand == s.hand
    assert POCKET_CATS.hidden(s, 1).hand == [HIDDEN, 0]
    assert POCKET_CATS.hidden(s, WATCHER).hand == [HIDDEN, 0]


def test_expert_two_cards_handed_over_are_seen_by_both_and_the_kept_clan_by_all() -> None:
    s = begin(7, clans="expert")
    rules.apply(s, 0, members(s.hand[0])[2])
    assert POCKET_CATS.hidden(s, 0).hand == POCKET_CATS.hidden(s, 1).hand == s.hand
    watched = POCKET_CATS.hidden(s, WATCHER)
    assert watched.hand == [0, HIDDEN]
    assert watched.clan == s.clan


def test_what_reveals_something_cannot_be_taken_back() -> None:
    limited = begin(7, clans="limited")
    card = members(limited.hand[1])[0]
    assert rules.reveals(limited, 1, card) == 0
    rules.apply(limited, 1, card)
    assert rules.reveals(limited, 0, members(limited.hand[0])[0]) == 1
    expert = begin(7, clans="expert")
    assert rules.reveals(expert, 0, members(expert.hand[0])[0]) == 1
    free = begin(7, clans="free")
    assert rules.reveals(free, 0, 3) == 0
    board = begin_with("RG")
    assert rules.reveals(board, 0, 0) == 1
    rules.apply(board, 0, 0)
    assert all(rules.reveals(board, 0, a) == 0 for a in members(rules.legal(board, 0)))


def test_unknown_tiles_are_dealt_evenly() -> None:
    s = begin_with("RG", 1)
    places: Counter[int] = Counter()
    quarters: Counter[int] = Counter()
    for seed in range(3000):
        world = dealt(s, 0, seed)
        assert sorted(world.tile) == list(range(25))
        assert world.tile[12] == s.tile[12]
        places[world.tile.index(20 if s.tile[12] != 20 else 21)] += 1
        quarters[world.quarter[3]] += 1
    assert set(places) == set(range(25)) - {12}
    assert max(places.values()) < 2 * min(places.values())
    assert set(quarters) == ({0, 1, 2, 3} if s.tile[12] != 23 else {s.quarter[3]})


@pytest.mark.parametrize("viewer", ALL)
def test_unknown_cards_are_dealt_evenly(viewer: int) -> None:
    s = begin(7, clans="limited")
    cards: Counter[int] = Counter()
    for seed in range(700):
        world = dealt(s, viewer, seed)
        assert count(world.hand[0]) == count(world.hand[1]) == 3
        assert world.hand[0] & world.hand[1] == 0
        if viewer < 2:
            assert world.hand[viewer] == s.hand[viewer]
        cards.update(members(world.hand[0 if viewer == 1 else 1]))
    assert set(cards) == set(range(7)) - set(members(s.hand[viewer]) if viewer < 2 else ())
    assert max(cards.values()) < 1.5 * min(cards.values())


def test_without_powers_six_cards_leave_no_doubt() -> None:
    s = begin(7, clans="limited", powers=False)
    assert dealt(s, 0, 1).hand == s.hand


def test_expert_cards_are_dealt_as_many_as_there_are() -> None:
    s = begin(7, clans="expert")
    assert count(dealt(s, 1, 5).hand[0]) == 3
    rules.apply(s, 0, members(s.hand[0])[1])
    world = dealt(s, WATCHER, 5)
    assert count(world.hand[1]) == 2
    assert not world.hand[1] >> s.clan[0] & 1


def test_nothing_is_hidden_between_and_after_the_games() -> None:
    s, pauses = begin(3, clans="expert"), 0
    for _ in walk(s, 3):
        if s.stage == rules.PAUSE:
            pauses += 1
            veil = POCKET_CATS.hidden(s, WATCHER)
            seed_rng(s, 0)
            veil.rng = s.rng[:]
            assert veil == s
    assert pauses


def test_what_is_exchanged_could_not_be_told_apart() -> None:
    """The laws use this on every match; here every kind of it is seen."""
    done: Counter[str] = Counter()
    for seed in range(120):
        s = begin(seed, clans=("free", "limited", "expert")[seed % 3], powers=seed % 2 == 0)
        for k, _ in enumerate(walk(s, seed)):
            viewer = ALL[k % 3]
            other = s.copy()
            if invariants.exchange(other, viewer):
                mine, theirs = POCKET_CATS.hidden(s, viewer), POCKET_CATS.hidden(other, viewer)
                assert mine == theirs
                names = [
                    name for name in ("tile", "quarter", "hand", "choice") if getattr(s, name) != getattr(other, name)
                ]
                done.update(names)
            if k > 6:
                break
    assert set(done) == set(KINDS)


def test_one_face_down_tile_is_no_secret_to_exchange() -> None:
    s, met = begin_with("RG", 5), 0
    for _ in walk(s, 5):
        if count(s.down) == 1 and all(s.where[20 + d] != NONE for d in range(5)):
            assert not invariants.exchange(s, 0)
            met += 1
    assert met


def test_what_the_laws_know() -> None:
    """Tiles and clan cards are counted wherever they are; points come before prey tiles."""
    s = begin(4, clans="expert")
    whole = [*range(25), *range(100, 107)]
    for _ in walk(s, 4):
        assert invariants.inventory(s) == whole
    totals = [(s.earlier_points[p] + s.points[p], s.earlier_caught[p] + s.caught[p]) for p in (0, 1)]
    assert invariants.standing(s) == totals
    s.hand = [0b1, 0b1]
    assert invariants.inventory(s) != whole
    assert not invariants.exchange(begin(4, clans="free"), 0)
