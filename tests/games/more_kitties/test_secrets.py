"""Who knows what in More Kitties!, and what can be taken back."""

from __future__ import annotations

from collections import Counter

import pytest

from purrlor.core.chance import seed_rng
from purrlor.core.errors import CannotUndo
from purrlor.core.match import Match
from purrlor.core.seats import WATCHER
from purrlor.games.more_kitties import invariants
from purrlor.games.more_kitties.rules import rules
from purrlor.games.more_kitties.rules.state import EXCHANGE, LAY
from tests.games.more_kitties.positions import KITTIES, begin, choices, do, known, land, place, reserve

THREE = "players=3 seat0=r:0:yg/ry.rg.by seat1=b:0:bg.rM/by.yg seat2=y:0:/rb.ry.yg.bg"


def test_one_sees_ones_own_reserve_and_what_everybody_has_seen() -> None:
    s = place(THREE)
    veil = KITTIES.hidden(s, 0)
    assert reserve(veil, 0) == ["yg", "ry", "rg", "by"]
    assert reserve(veil, 1) == ["bg", "rM", "?", "?"]
    assert reserve(veil, 2) == ["?", "?", "?", "?"]
    assert veil.bag_n == s.bag_n
    assert not any(veil.bag)
    assert not any(veil.rng)


def test_hiding_twice_is_hiding_for_both() -> None:
    s = place(THREE)
    veil = KITTIES.hidden(KITTIES.hidden(s, 0), 1)
    assert [reserve(veil, p) for p in range(3)] == [["yg", "?", "?", "?"], ["bg", "rM", "?", "?"], ["?", "?", "?", "?"]]


@pytest.mark.parametrize("viewer", [0, 1, 2, WATCHER])
def test_dealt_anew_all_that_was_seen_stays_and_nothing_is_lost(viewer: int) -> None:
    s = place(THREE)
    veil = KITTIES.hidden(s, viewer)
    for seed in range(50):
        world = veil.copy()
        seed_rng(world, seed)
        rules.redeal(world, viewer)
        assert invariants.inventory(world) == invariants.inventory(s)
        assert [known(world, p) for p in range(3)] == [["yg"], ["bg", "rM"], []]
        if viewer < 3:
            assert reserve(world, viewer) == reserve(s, viewer)
        assert KITTIES.hidden(world, viewer) == veil


def test_tokens_on_the_table_are_dealt_to_nobody() -> None:
    s = place("players=2 do=give to=1 table=rM0.rM0.by1 seat0=r:0:/rg.by seat1=b:0:/rb.bg.yg")
    veil = KITTIES.hidden(s, WATCHER)
    for seed in range(50):
        world = veil.copy()
        seed_rng(world, seed)
        rules.redeal(world, WATCHER)
        assert "rM" not in reserve(world, 0) + reserve(world, 1)
        assert invariants.inventory(world) == invariants.inventory(s)


def test_every_unseen_token_is_as_likely_as_another() -> None:
    """Seat 0 wonders about one place of seat 1; of 54 unseen tokens 6 are red/blue, one is red/mouse."""
    veil = KITTIES.hidden(place(THREE), 0)
    found: Counter[str] = Counter()
    for seed in range(4000):
        world = veil.copy()
        seed_rng(world, seed)
        rules.redeal(world, 0)
        found[reserve(world, 1)[2]] += 1
    unseen = 60 - 4 - 2
    assert abs(found["rb"] / 4000 - 6 / unseen) < 0.02
    assert abs(found["rM"] / 4000 - 1 / unseen) < 0.01
    assert abs(found["yg"] / 4000 - 5 / unseen) < 0.02


def test_what_looks_alike_may_be_exchanged() -> None:
    changed: Counter[str] = Counter()
    for seed in range(60):
        s = begin(3, seed)
        rules.apply(s, 1, 0)
        for viewer in (0, 1, WATCHER):
            other = s.copy()
            assert invariants.exchange(other, viewer)
            assert KITTIES.hidden(other, viewer) == KITTIES.hidden(s, viewer)
            changed["choice"] += other.chosen != s.chosen
            changed["bag"] += other.bag != s.bag
            changed["reserves"] += other.reserve != s.reserve
    assert min(changed.values()) > 5
    assert not invariants.exchange(begin(3, 1, open=True), 0)
    lonely = place("players=2 seat0=r:0:/rb.ry seat1=b:0:/rb bag=-")
    assert not invariants.exchange(lonely, 0)


def test_the_last_choice_shows_something_and_the_others_do_not() -> None:
    s = place(THREE)
    assert rules.reveals(s, 1, 0) == 0
    rules.apply(s, 1, 0)
    rules.apply(s, 2, 0)
    assert rules.reveals(s, 0, 0) == 1


def test_laying_a_token_that_everybody_knew_shows_nothing() -> None:
    s = place("players=2 do=lay acting=0 aim=2 table=Mr0!.ry0.by1 seat0=r:0:rg/by seat1=b:0:/rb.bg.yg")
    assert rules.reveals(s, 0, choices(s, 0)["Lay red cat up, green cat beneath"]) == 0
    assert rules.reveals(s, 0, choices(s, 0)["Lay blue cat up, yellow cat beneath"]) == 1


def test_the_last_toss_shows_something_and_a_dog_does_not() -> None:
    assert rules.reveals(place("players=2 do=last seat0=r:0:/rb seat1=b:0:/ry bag=-"), 0, 0) == 1
    s = place("players=2 do=turn-over acting=0 table=Dr0!.ry0.br1 seat0=r:0:/rg.by seat1=b:0:/rb.bg.yg")
    assert rules.reveals(s, 0, 1) == 0


def test_a_secret_choice_can_be_undone_until_all_are_shown() -> None:
    """Whether it can be undone must not tell that somebody else has chosen."""
    match = Match(KITTIES, 3, seed=1)
    match.play(1, match.legal(1)[0])
    assert match.can_undo(1)
    match.undo(1)
    match.play(1, match.legal(1)[-1])
    match.play(2, match.legal(2)[0])
    assert match.can_undo(1)
    match.undo(1)
    assert [seat for seat, _ in match.log] == [2]
    match.play(1, match.legal(1)[0])
    match.play(0, match.legal(0)[0])
    for seat in range(3):
        with pytest.raises(CannotUndo):
            match.undo(seat)


def test_what_the_mouse_takes_can_be_chosen_again_before_something_is_laid() -> None:
    match = Match(KITTIES, 2, seed=1)
    match.state = place("players=2 seat0=r:0:/rM.ry.rg.by seat1=b:0:/rb.by.bg.yg")
    do(match.state, 0, "Toss red/mouse and red/yellow")
    land(match.state, 1, "Hand over red/blue", "Myb")
    assert match.state.phase == EXCHANGE
    match.play(0, choices(match.state, 0)["Take blue cat (red cat beneath)"])
    assert match.state.phase == LAY
    match.undo(0)
    match.play(0, choices(match.state, 0)["Take yellow cat (red cat beneath)"])
    match.play(0, choices(match.state, 0)["Lay blue cat up, yellow cat beneath"])
    assert not match.can_undo(0)
