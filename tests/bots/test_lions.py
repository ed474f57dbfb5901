"""Learned networks and the search they guide: right numbers, nothing hidden used, bad weights refused, strength."""

from __future__ import annotations

import hashlib
import json
import logging
import shutil
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from purrlor.bots import players
from purrlor.bots.lion import Advised, Lion, best_advised, lion_of
from purrlor.bots.networks.learned import CARD, WEIGHTS, Damaged, Learned, learned_network, with_new_names
from purrlor.bots.players import choose, thinker
from purrlor.bots.thinker import Choice, Thinker
from purrlor.core.chance import seed_rng
from purrlor.core.compilers.native import native
from purrlor.core.game import Game, State, game
from purrlor.core.seats import members
from purrlor.lab.arena.matches import Plan, play_blocks, read_entrant
from purrlor.lab.arena.ratings import judge
from tests.fixtures.catalogue import games_with

Positions = Callable[[Game, int, int], Iterator[tuple[State, int]]]
GAMES = games_with("learned.json")
Array = np.ndarray[Any, Any]


def rows(known: Game, net: Learned, positions: Positions) -> Iterator[tuple[Array, int]]:
    """What the network is told at some positions, and what is legal there."""
    for s, seat in islice(positions(known, known.seats[-1], 5), 0, 30, 6):
        hidden = known.hidden(s, seat)
        out = [0] * net.own_features
        known.part("lab.observation").observe(hidden, seat, out)
        if net.lookahead:
            more = [0] * (net.features - net.own_features)
            known.part("lab.lookahead").lookahead(hidden, seat, more)
            out += more
        yield np.array(out, np.int16), int(known.rules.legal(hidden, seat))


# ---------------------------------------------------------------- the same in NumPy, from the file
def dense(a: dict[str, Array], name: str, x: Array) -> Array:
    bias = a.get(f"{name}_bias", 0.0)
    return x @ (a[name].astype(np.float64) * a[f"{name}_scale"]) + bias


def first_layer(a: dict[str, Array], name: str, row: Array) -> Array:
    x = np.zeros(len(a[name]))
    for p, value in enumerate(row):
        bucket = max(0, int(value) - int(a["columns_low"][p])) // int(a["columns_width"][p])
        x[a["columns_base"][p] + min(bucket, a["columns_last"][p])] += 1.0
        if a["columns_ramp"][p] >= 0:
            x[a["columns_ramp"][p]] += value * a["columns_scale"][p]
    return dense(a, name, x)


def normed(x: Array, facts: Array) -> Array:
    out: Array = (x - x.mean()) / np.sqrt(x.var() + 1e-5) * facts[0] + facts[1]
    return out


def flat(a: dict[str, Array], row: Array, legal: int, actions: int) -> tuple[Array, float]:
    x = np.maximum(first_layer(a, "first", row), 0.0)
    for k in range(sum(name.endswith("_one") for name in a)):
        x = x + dense(a, f"block{k}_two", np.maximum(dense(a, f"block{k}_one", normed(x, a[f"norm{k}"])), 0.0))
    x = normed(x, a["norm"])
    return dense(a, "policy", x), float(dense(a, "value", x)[0])


def windows(a: dict[str, Array], name: str, board: Array) -> Array:
    side = board.shape[0]
    padded = np.pad(board, ((1, 1), (1, 1), (0, 0)))
    parts = [padded[k // 3 : k // 3 + side, k % 3 : k % 3 + side] for k in range(9)]
    weight = a[name].astype(np.float64) * a[f"{name}_scale"]
    out: Array = sum(part @ weight[k] for k, part in enumerate(parts))  # type: ignore[assignment]
    return out


def grid(a: dict[str, Array], row: Array, legal: int, actions: int) -> tuple[Array, float]:
    layers = a["where"].shape[1]
    cells = actions // layers
    side = round(cells**0.5)
    channels: list[Array] = []
    for at, low, span in a["kinds"]:
        channels += [row[at : at + cells] == value for value in range(low, low + span)]
    for at in a["numbers"]:
        seen = row[at : at + cells]
        channels += [np.where(seen > -31, seen, 0) / 8.0, seen > -31]
    channels += [np.arange(cells) == row[at] for at in a["marks"]]
    channels += [np.array([legal >> layer * cells + c & 1 for c in range(cells)]) for layer in range(layers)]
    tile, first, turn, values = a["facing"]
    who = row[tile : tile + cells] - first
    lies = np.array([row[turn + w] if w >= 0 else -1 for w in who])
    channels += [lies == value for value in range(values)]
    beside = first_layer(a, "beside_board", row[a["rest"]])
    board = np.stack([np.asarray(each, float) for each in channels], 1).reshape(side, side, -1)
    x = np.maximum(windows(a, "stem", board) + beside, 0.0)
    for k in range(0, sum(name.startswith("conv") and not name.endswith("_scale") for name in a), 2):
        x = np.maximum(x + windows(a, f"conv{k + 1}", np.maximum(windows(a, f"conv{k}", x), 0.0)), 0.0)
    flat_x = x.reshape(cells, -1)
    h = np.maximum(dense(a, "gather", np.concatenate([flat_x.mean(0), flat_x.max(0), np.maximum(beside, 0.0)])), 0.0)
    return dense(a, "policy", h) + dense(a, "where", flat_x).T.ravel(), float(dense(a, "value", h)[0])


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_compiled_networks_reckon_what_the_file_says(game: Game, positions: Positions) -> None:
    net = learned_network(game)
    assert net is not None
    with np.load(game.folder / WEIGHTS) as found:
        arrays = with_new_names({name: found[name] for name in found.files})
    answer = native(net.module).answer
    out = np.zeros(net.actions, np.float32)
    seen = set()
    for row, legal in rows(game, net, positions):
        value = answer(net.net, row, legal, out)
        logits, raw = (grid if net.card["shape"] == "grid" else flat)(arrays, row, legal, net.actions)
        assert np.allclose(out, logits, atol=2e-2)
        assert value == pytest.approx(1.0 / (1.0 + np.exp(-raw)), abs=2e-3)
        seen.add(round(value, 3))
    assert len(seen) > 1


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_cards_and_sizes(game: Game) -> None:
    card = json.loads((game.folder / CARD).read_text())
    data = (game.folder / WEIGHTS).read_bytes()
    assert len(data) <= 1_500_000
    assert card["weights"] == hashlib.sha256(data).hexdigest()
    assert card["minutes"] > 0 < card["decisions"]
    assert {each["players"] for each in card["strength"]} == {game.seats[0], game.seats[-1]}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize("playouts", [1, 40])
def test_a_lion_knows_only_what_its_seat_knows(game: Game, playouts: int, positions: Positions) -> None:
    """Two truths that look the same to a seat get the same move; the same seed gives it again."""
    tried = 0
    for number, (s, seat) in enumerate(islice(positions(game, game.seats[-1], 8), 0, 40, 8)):
        hidden = game.hidden(s, seat)
        other = hidden.copy()
        seed_rng(other, number)
        game.rules.redeal(other, seat)
        moves = [
            thinker(game, "lion").choose(truth.to_bytes(), seat, 3, playouts=playouts) for truth in (s, hidden, other)
        ]
        assert len(set(moves)) == 1
        assert moves[0] in members(int(game.rules.legal(s, seat)))
        tried += 1
    assert tried == 5


def test_more_playouts_search_more(positions: Positions) -> None:
    cafe = game("cat-cafe")
    search = thinker(cafe, "lion")
    assert isinstance(search, Lion)
    s, seat = next(positions(cafe, 2, 4))
    found = search.evaluate(cafe.hidden(s, seat).to_bytes(), seat, 1, playouts=200)
    assert sum(choice.visits for choice in found) == 199  # the first makes the root
    assert all(0.0 <= choice.win <= 1.0 for choice in found if choice.visits)


def test_the_network_alone_beats_cats() -> None:
    line = (read_entrant("lion:1", None, None), read_entrant("cat", None, None))
    cafe = game("cat-cafe")
    plan = Plan(cafe.name, 2, cafe.settle(2), line, 1)
    share = judge(plan, play_blocks(plan, range(20))).bots[0].share
    assert share.low > 0.6


# ---------------------------------------------------------------- bad weights
@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """The game's folder, to spoil its weights."""
    return shutil.copytree(game("rat-a-tat-cat").folder, tmp_path / "rat_a_tat_cat")


def change(folder: Path, **facts: Any) -> None:
    card = json.loads((folder / CARD).read_text())
    (folder / CARD).write_text(json.dumps({**card, **facts}))


@pytest.mark.parametrize(
    ("facts", "why"),
    [
        ({"game": "cat-cafe"}, "game is 'cat-cafe'"),
        ({"revision": 99}, "revision is 99"),
        ({"format": 0}, "format is 0"),
        ({"shape": "round"}, "no shape 'round'"),
        ({"features": "0"}, "other features"),
        ({"weights": "0"}, "not what the card speaks of"),
    ],
)
def test_weights_of_something_else_are_refused(copied: Path, facts: dict[str, Any], why: str) -> None:
    change(copied, **facts)
    with pytest.raises(Damaged, match=why):
        Learned(game("rat-a-tat-cat"), copied)


def test_a_truncated_file_is_refused(copied: Path) -> None:
    data = (copied / WEIGHTS).read_bytes()
    (copied / WEIGHTS).write_bytes(data[: len(data) // 2])
    with pytest.raises(Damaged, match="not what the card speaks of"):
        Learned(game("rat-a-tat-cat"), copied)


@pytest.mark.parametrize("text", ["", "[]", "{", "{}"])
def test_a_card_that_is_none_is_refused(copied: Path, text: str) -> None:
    (copied / CARD).write_text(text)
    with pytest.raises(ValueError, match=r"card|format|Expecting|property"):
        Learned(game("rat-a-tat-cat"), copied)


def test_a_lion_without_its_network_is_a_tiger(
    copied: Path, caplog: pytest.LogCaptureFixture, positions: Positions
) -> None:
    rat = Game("purrlor.games.rat_a_tat_cat")
    rat.__dict__["folder"] = copied
    change(copied, revision=99)
    with caplog.at_level(logging.WARNING, "purrlor.bots"):
        search = players.thinker(rat, "lion")
        players.thinker(rat, "lion")
    assert type(search) is Thinker
    assert len(caplog.records) == 1
    assert "revision is 99" in caplog.text
    s, seat = next(positions(game("rat-a-tat-cat"), 2, 1))
    hidden = rat.hidden(s, seat)
    assert choose(rat, hidden, seat, "lion", 1, playouts=50) == choose(rat, hidden, seat, "tiger", 1, playouts=50)


# ---------------------------------------------------------------- roll-outs with a network's advice
def choice(action: int, value: float, visits: int = 2_500) -> Choice:
    return Choice(action, visits, value, 0.0, value)


def test_of_choices_worth_about_the_same_the_networks_favourite_is_taken() -> None:
    close = [choice(0, 0.500), choice(1, 0.495)]
    assert best_advised(close, {0: 0.2, 1: 0.8}, 0.01) == 1
    assert best_advised(close, {0: 0.2, 1: 0.8}, 0.0) == 0


def test_advice_does_not_outweigh_what_the_search_found() -> None:
    assert best_advised([choice(0, 0.60), choice(1, 0.45)], {0: 0.001, 1: 0.999}, 0.01) == 0
    assert best_advised([choice(0, 0.60), choice(1, 0.45)], {1: 1.0}, 0.01) == 0  # the network never heard of it


def test_what_was_hardly_tried_is_not_trusted() -> None:
    assert best_advised([choice(0, 0.55), choice(1, 0.60, visits=9)], {0: 0.5, 1: 0.5}, 0.01) == 0


def test_a_lion_of_more_kitties_searches_by_rollouts_and_asks_its_network(
    positions: Positions, monkeypatch: pytest.MonkeyPatch
) -> None:
    kitties = game("more-kitties")
    search = thinker(kitties, "lion")
    assert isinstance(search, Advised)
    s, seat = next(positions(kitties, 2, 4))
    hidden = kitties.hidden(s, seat).to_bytes()
    policy = search.policy(hidden, seat)
    assert set(policy) == set(members(int(kitties.rules.legal(s, seat))))
    assert sum(policy.values()) == pytest.approx(1.0, abs=0.01)
    assert search.choose(hidden, seat, 1, playouts=1) == max(policy, key=lambda action: policy[action])
    for wanted in policy:  # advice that outweighs everything shows that it is heard
        monkeypatch.setattr(search, "policy", lambda *_, wanted=wanted: {wanted: 1.0})
        monkeypatch.setattr(search, "advice", 10.0)
        assert search.choose(hidden, seat, 1, playouts=64) == wanted


def test_knobs_ask_for_the_search_that_the_network_guides() -> None:
    kitties = game("more-kitties")
    net = learned_network(kitties)
    assert net is not None
    assert type(lion_of(kitties, net, {"explore": 900})) is Lion
    assert type(lion_of(kitties, net)) is Advised


def test_what_was_stored_under_old_names_is_read() -> None:
    stored = {"told_scale": 1, "told.bias": 2, "told": 3, "planes": "hash", "conv0": 4}
    assert with_new_names(stored) == {
        "beside_board_scale": 1,
        "beside_board.bias": 2,
        "beside_board": 3,
        "features": "hash",
        "conv0": 4,
    }
