"""Every game of the catalogue obeys the laws; and the laws notice when one does not."""

import random
import re
from typing import Any

import pytest

from purrlor import Game, game, games
from purrlor.core.laws import LAWS, Report, check_game
from purrlor.core.match import Match
from tests.fixtures.catalogue import usually


def check(known: Game, matches: int, seed: int = 0) -> Report:
    *_, report = check_game(known, matches, seed)
    return report


@pytest.mark.long_walk
@pytest.mark.parametrize("known", games(), ids=lambda known: known.name)
def test_the_laws_hold(known: Game) -> None:
    report = check(known, usually(8, slow=40))
    assert report.broken == []
    assert {law for law in LAWS if not report.tried[law]} <= set(report.untried)


class Bent:
    """A game with one function of its rules replaced. The plain side alone is walked, until the first breach."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.game, self.patch = game("rat-a-tat-cat"), monkeypatch
        monkeypatch.setattr("purrlor.core.laws.walk.find_spec", lambda name: None)
        monkeypatch.setattr("purrlor.core.laws.check.check_extremes", lambda *facts: [])  # seconds before each walk

    def check(self, part: str, name: str, function: Any) -> str:
        self.patch.setattr(self.game.part(part), name, function)
        broken = next((report.broken for report in check_game(self.game, 12) if report.broken), [])
        assert broken, f"nobody noticed the bent {name}"
        return " ".join(broken)

    def original(self, part: str, name: str) -> Any:
        return getattr(self.game.part(part), name)


@pytest.fixture
def bent(monkeypatch: pytest.MonkeyPatch) -> Bent:
    return Bent(monkeypatch)


def test_a_hidden_card_that_is_kept_is_caught_by_the_twin_law(bent: Bent) -> None:
    hide = bent.original("rules.rules", "hide")

    def leaky(s: Any, seat: int) -> None:
        kept = s.rows[1][1]
        hide(s, seat)
        s.rows[1][1] = kept

    assert "twin:" in bent.check("rules.rules", "hide", leaky)


def test_a_generator_that_is_kept_is_caught(bent: Bent) -> None:
    hide = bent.original("rules.rules", "hide")

    def leaky(s: Any, seat: int) -> None:
        kept = s.rng[:]
        hide(s, seat)
        for k in range(4):
            s.rng[k] = kept[k]

    assert "no generator:" in bent.check("rules.rules", "hide", leaky)


def test_a_strategy_that_peeks_is_caught(bent: Bent) -> None:
    assert "sensible:" in bent.check("bots.strategy", "sensible", lambda s, seat: s.deck[0] % 2 if s.deck_n else -1)


def test_a_reveal_that_is_denied_is_caught(bent: Bent) -> None:
    assert "undo:" in bent.check("rules.rules", "reveals", lambda s, seat, action: 0)


def test_a_compiled_twin_that_differs_is_told_by_its_fields(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numba")
    known = game("rat-a-tat-cat")
    apply = known.rules.apply

    def plain_alone(s: Any, seat: int, action: int) -> None:
        apply(s, seat, action)
        s.discard_n += 1

    monkeypatch.setattr(known.rules, "apply", plain_alone)
    line = check(known, 1).broken[0]
    assert line.startswith("native: after apply(s, ")
    found = re.search(r", plain / compiled: discard_n: (\d+) / (\d+)\. Both must read ", line)
    assert found is not None, line
    assert int(found[1]) == int(found[2]) + 1


def test_a_missing_label_is_caught(bent: Bent) -> None:
    assert "words:" in bent.check("words.labels", "label", lambda s, seat, action, t: "")


def test_wrong_winners_are_caught(bent: Bent) -> None:
    winners = bent.original("rules.rules", "winners")
    assert "winners:" in bent.check("rules.rules", "winners", lambda s: winners(s) ^ 1)


def test_a_card_that_vanishes_is_caught(bent: Bent) -> None:
    apply = bent.original("rules.rules", "apply")

    def careless(s: Any, seat: int, action: int) -> None:
        apply(s, seat, action)
        s.discard_n = max(0, s.discard_n - 1)

    assert "conserves:" in bent.check("rules.rules", "apply", careless)


def test_a_lossy_notation_is_caught(bent: Bent) -> None:
    read = bent.original("notation", "read")

    def lossy(text: str) -> Any:
        s = read(text)
        s.turn = 0
        return s

    assert "notation:" in bent.check("notation", "read", lossy)


def test_an_exception_is_reported_with_its_place(bent: Bent) -> None:
    def broken(s: Any, seat: int) -> int:
        raise RuntimeError("oh no")

    found = bent.check("bots.strategy", "sensible", broken)
    assert "RuntimeError: oh no" in found
    assert "seed 0" in found


@pytest.mark.parametrize("of", games(), ids=lambda of: of.name)
def test_a_game_says_whether_fewer_points_are_better(of: Game) -> None:
    """Reviews and results read it from FEWEST_WIN; who stands in front agrees with it."""
    differ, chance = 0, random.Random(1)
    for seed in range(5):
        match = Match(of, 2, seed=seed)
        while not match.is_over:
            seat = match.waiting()[0]
            match.play(seat, chance.choice(match.legal(seat)))
        one, other = match.scores()
        keys = of.invariants.standing(match.state)
        if one != other:
            differ += 1
            assert (keys[0] > keys[1]) == ((one < other) if of.fewest_win else (one > other))
    assert differ
