"""The search: the same plain and compiled, honest, within its bounds, and right where the answer is known."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

import pytest

from purrlor.bots.players import thinker
from purrlor.bots.thinker import Thinker
from purrlor.core.chance import seed_rng
from purrlor.core.game import Game, State, games

Positions = Callable[[Game, int, int], Iterator[tuple[State, int]]]
GAMES = [pytest.param(game, id=game.name) for game in games()]


def most(game: Game) -> int:
    return game.seats[-1]


def some(positions: Positions, game: Game, many: int, *, apart: int = 1) -> Iterator[tuple[State, int]]:
    """Positions of several matches, with the fewest and the most players in turn."""
    left, seed = many, 0
    while left:
        seats = (game.seats[0], most(game))[seed % 2]
        for found in islice(positions(game, seats, seed), 0, 40 * apart, apart):
            if left:
                left -= 1
                yield found
        seed += 1


def test_plain_equals_compiled_in_a_toy(goofspiel: Game, positions: Positions) -> None:
    fast, slow = Thinker(goofspiel, capacity=300), Thinker(goofspiel, capacity=300, fast=False)
    for s, seat in some(positions, goofspiel, 12):
        hidden = goofspiel.hidden(s, seat).to_bytes()
        assert fast.evaluate(hidden, seat, 3, playouts=150) == slow.evaluate(hidden, seat, 3, playouts=150)


@pytest.mark.parametrize("game", GAMES)
def test_plain_equals_compiled(game: Game, positions: Positions) -> None:
    fast, slow = Thinker(game, capacity=300), Thinker(game, capacity=300, fast=False)
    for s, seat in some(positions, game, 4, apart=9):
        hidden = game.hidden(s, seat).to_bytes()
        assert fast.evaluate(hidden, seat, 3, playouts=30) == slow.evaluate(hidden, seat, 3, playouts=30)
        assert fast.choose(hidden, seat, 4, playouts=30) == slow.choose(hidden, seat, 4, playouts=30)


@pytest.mark.parametrize("game", GAMES)
def test_honest(game: Game, positions: Positions) -> None:
    """What a seat cannot know is dealt again, or left there by a careless caller: it finds out exactly the same."""
    search = thinker(game)
    different = 0
    for number, (s, seat) in enumerate(some(positions, game, 200)):
        other = game.hidden(s, seat)
        seed_rng(other, number)
        game.rules.redeal(other, seat)
        different += s != other
        findings = [search.evaluate(game.hidden(truth, seat).to_bytes(), seat, 9, playouts=24) for truth in (s, other)]
        assert findings[0] == findings[1]
        assert search.evaluate(s.to_bytes(), seat, 9, playouts=24) == findings[0]
        choices = {search.choose(truth.to_bytes(), seat, 9, playouts=24) for truth in (s, other)}
        assert len(choices) == 1
    assert different > 150


@pytest.mark.parametrize("game", GAMES)
def test_a_full_tree_stays_in_bounds(game: Game, positions: Positions) -> None:
    import numpy as np

    small = Thinker(game, capacity=70)
    guard = 16
    for name in ("nodes", "edges"):
        row = getattr(small, name)
        room = np.zeros(len(row) + guard, row.dtype)
        setattr(small, name, room[:-guard])
        setattr(small, f"{name}_guard", room[-guard:])
    small.workspace = (*small.workspace[:2], small.nodes, small.edges, *small.workspace[4:])
    for s, seat in some(positions, game, 6, apart=7):
        found = small.evaluate(s.to_bytes(), seat, 1, playouts=400)
        assert sum(choice.visits for choice in found) == 400
        assert small.twin.tree.guide.Plan.from_bytes(small.twin.read(small.plan, 0)).edges <= 71
    for name in ("nodes_guard", "edges_guard"):
        assert not getattr(small, name).tobytes().strip(b"\0")


def test_the_same_seed_gives_the_same_search(goofspiel: Game, positions: Positions) -> None:
    search = thinker(goofspiel)
    s, seat = next(positions(goofspiel, 2, 5))
    first = search.evaluate(s.to_bytes(), seat, 7, playouts=500)
    assert search.evaluate(s.to_bytes(), seat, 8, playouts=500) != first
    assert search.evaluate(s.to_bytes(), seat, 7, playouts=500) == first
    assert Thinker(goofspiel).evaluate(s.to_bytes(), seat, 7, playouts=500) == first


@pytest.mark.parametrize("game", GAMES)
def test_stopping_early_changes_no_choice(game: Game, positions: Positions) -> None:
    search = thinker(game)
    effort = getattr(game.part("bots.strategy"), "effort", lambda s: 1000)
    for s, seat in some(positions, game, 10, apart=5):
        hidden = game.hidden(s, seat)
        playouts = max(1, round(300 * effort(hidden) / 1000))
        best = search.evaluate(hidden.to_bytes(), seat, 2, playouts=playouts)[0]
        assert search.choose(hidden.to_bytes(), seat, 2, playouts=300) == best.action


def test_time_is_kept(goofspiel: Game, positions: Positions) -> None:
    import time

    search = thinker(goofspiel)
    s, seat = next(positions(goofspiel, 2, 5))
    search.choose(s.to_bytes(), seat, seconds=0.01)
    began, worked = time.perf_counter(), time.thread_time()
    found = search.evaluate(s.to_bytes(), seat, seconds=0.4)
    assert time.perf_counter() - began >= 0.4
    assert time.thread_time() - worked < 0.5  # the rest of the time the machine did something else
    assert sum(choice.visits for choice in found) > 500


def last_two(prize: int) -> State:
    """Two cards each and two prizes: seat 0 has the 6 and the 1, seat 1 the 5 and the 4; equal so far."""
    from goofspiel.rules.rules import State as Table

    s = Table()
    s.seats, s.round = 2, 4
    rest = [k for k in range(1, 7) if k not in (prize, 7 - prize)]
    s.prize = [*rest, prize, 7 - prize]
    s.left = [0b100001, 0b011000]
    s.bid = [-1, -1]
    s.points = [7, 7]
    return s


@pytest.mark.parametrize(("prize", "bid"), [(6, 5), (1, 0)])
def test_finds_what_is_right(goofspiel: Game, prize: int, bid: int) -> None:
    """The 6 wins whichever prize it is bid for, so it must take the 6 and leave the 1."""
    best, other = thinker(goofspiel).evaluate(last_two(prize).to_bytes(), 0, 1, playouts=400)
    assert best.action == bid
    assert best.win == pytest.approx(1.0)
    assert best.score == pytest.approx(13)
    assert other.win == pytest.approx(0.0)
    assert other.score == pytest.approx(8)


def test_a_single_choice_costs_nothing(goofspiel: Game) -> None:
    s = last_two(1)
    s.round, s.left = 5, [0b100000, 0b010000]
    search = Thinker(goofspiel)
    assert search.choose(s.to_bytes(), 0, playouts=1000) == 5
    assert not search.plan["playouts"][0]
    (only,) = search.evaluate(s.to_bytes(), 0, playouts=50)
    assert (only.action, only.visits, only.win) == (5, 50, 1.0)


def test_nobody_thinks_out_of_turn(goofspiel: Game) -> None:
    s = last_two(6)
    s.bid[0] = 5
    with pytest.raises(ValueError, match="seat 0 is not asked"):
        thinker(goofspiel).choose(s.to_bytes(), 0)


def test_knobs_have_names(goofspiel: Game) -> None:
    with pytest.raises(ValueError, match="no knob depht"):
        Thinker(goofspiel, knobs={"depht": 1})


def test_others_may_be_expected_to_err(positions: Positions) -> None:
    """Whoever thinks little of the others thinks their own chances good."""
    rat = next(game for game in games() if game.name == "rat-a-tat-cat")
    careful, bold = (Thinker(rat, capacity=2000, knobs={"slips": slips}) for slips in (0, 1000))
    hopes = [0.0, 0.0]
    for s, seat in islice(positions(rat, 2, 3), 12):
        for k, search in enumerate((careful, bold)):
            hopes[k] += search.evaluate(rat.hidden(s, seat).to_bytes(), seat, 5, playouts=400)[0].win
    assert hopes[1] > hopes[0] + 0.5
