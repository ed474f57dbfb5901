"""Random, kitten, cat, tiger: who does what, and who is stronger than whom."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice

import pytest

from purrlor.bots import players
from purrlor.bots.players import LEVELS, choose, evaluate, player
from purrlor.bots.tree_search import compiled_twins
from purrlor.core.errors import BadOption
from purrlor.core.game import Game, State, games
from purrlor.core.seats import members
from purrlor.lab.arena.matches import Plan, play_blocks, read_entrant
from purrlor.lab.arena.ratings import judge

Positions = Callable[[Game, int, int], Iterator[tuple[State, int]]]
GAMES = [pytest.param(game, id=game.name) for game in games()]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("level", LEVELS)
def test_everybody_plays_by_the_rules(game: Game, level: str, positions: Positions) -> None:
    for s, seat in islice(positions(game, game.seats[0], 3), 0, 60, 6):
        hidden = game.hidden(s, seat)
        before = hidden.to_bytes()
        action = choose(game, hidden, seat, level, seed=5, playouts=20)
        assert action in members(int(game.rules.legal(hidden, seat)))
        assert action == choose(game, hidden, seat, level, seed=5, playouts=20)
        assert hidden.to_bytes() == before


@pytest.mark.parametrize("game", GAMES)
def test_a_cat_is_sensible(game: Game, positions: Positions) -> None:
    agreed = 0
    for s, seat in islice(positions(game, game.seats[0], 4), 30):
        hidden = game.hidden(s, seat)
        wanted = int(game.part("bots.strategy").sensible(hidden.copy(), seat))
        if wanted >= 0:
            assert choose(game, hidden, seat, "cat", seed=agreed) == wanted
            agreed += 1
    assert agreed


def test_random_is_fair(goofspiel: Game, positions: Positions) -> None:
    s, seat = next(positions(goofspiel, 2, 1))
    seen = Counter(choose(goofspiel, s, seat, "random", seed) for seed in range(6000))
    assert set(seen) == set(range(6))
    assert all(850 < n < 1150 for n in seen.values())


@pytest.mark.parametrize("game", GAMES)
def test_kittens_err_now_and_then(game: Game, positions: Positions) -> None:
    """Now and then they do as a cat would, and not only by chance; where the other choices are silly, always."""
    alike = tried = 0
    by_chance = 0.0
    for s, seat in islice(positions(game, game.seats[0], 2), 40):
        hidden = game.hidden(s, seat)
        if (
            int(game.part("bots.strategy").sensible(hidden, seat)) >= 0
            and len(members(int(game.rules.legal(s, seat)))) > 1
        ):
            cat = choose(game, hidden, seat, "cat")
            by_chance += 40 / len(members(int(game.rules.legal(s, seat))))
            seen = [choose(game, hidden, seat, "kitten", seed) for seed in range(40)]
            alike, tried = alike + seen.count(cat), tried + len(seen)
    assert tried > 200
    assert by_chance < alike < 0.97 * tried


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("strong", "weak"), [("cat", "kitten"), ("kitten", "random")])
def test_each_level_beats_the_one_below(game: Game, strong: str, weak: str) -> None:
    seats = game.seats[0]
    line = (read_entrant(strong, None, None), read_entrant(weak, None, None))
    plan = Plan(game.name, seats, game.settle(seats), line, 1)
    share = judge(plan, play_blocks(plan, range(150))).bots[0].share
    assert share.low > 0.5


@pytest.mark.parametrize("game", GAMES)
def test_evaluation_tells_of_every_choice(game: Game, positions: Positions) -> None:
    s, seat = next(islice(positions(game, game.seats[0], 3), 5, None))
    hidden = game.hidden(s, seat)
    found = evaluate(game, hidden, seat, seed=1, playouts=400)
    assert {choice.action for choice in found} == set(members(int(game.rules.legal(hidden, seat))))
    assert sum(choice.visits for choice in found) == 400
    assert all(0 <= choice.win <= 1 for choice in found)
    assert [choice.visits for choice in found] == sorted((choice.visits for choice in found), reverse=True)


def test_an_unknown_level_is_refused(goofspiel: Game, positions: Positions) -> None:
    s, seat = next(positions(goofspiel, 2, 1))
    for act in (lambda: choose(goofspiel, s, seat, "lynx"), lambda: player(goofspiel, "lynx")):
        with pytest.raises(BadOption, match="no level 'lynx'"):
            act()


def test_a_player_varies_but_can_be_had_again(goofspiel: Game, positions: Positions) -> None:
    s, seat = next(positions(goofspiel, 2, 1))
    one, same, other = (player(goofspiel, "random", seed=seed) for seed in (4, 4, 5))
    moves = [[bot.choose(s, seat) for _ in range(20)] for bot in (one, same, other)]
    assert moves[0] == moves[1] != moves[2]
    assert len(set(moves[0])) > 1


def test_without_numba_tigers_play_like_cats(
    goofspiel: Game, positions: Positions, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    s, seat = next(positions(goofspiel, 2, 1))
    monkeypatch.setattr(players, "can_compile", lambda: False)
    players.warn_once.cache_clear()
    with caplog.at_level(logging.WARNING, "purrlor.bots"):
        for seed in range(5):
            assert choose(goofspiel, s, seat, "tiger", seed) == choose(goofspiel, s, seat, "cat", seed)
        assert evaluate(goofspiel, s, seat) == []
    assert len(caplog.records) == 1
    assert "Numba is not installed" in caplog.text


def test_numba_is_looked_for() -> None:
    assert compiled_twins.can_compile()
