"""Copies, pickles, positions: a match can be branched, sent to another process, and begun in its middle."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Callable

import numpy as np
import pytest

from purrlor import BadNotation, BadOption, BadRecord, Game, IllegalAction, Match, NotYourTurn, game, games

GAMES = pytest.mark.parametrize("known", games(), ids=lambda known: known.name)
WAYS: dict[str, Callable[[Match], Match]] = {
    "copy": Match.copy,
    "copy.copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda match: pickle.loads(pickle.dumps(match)),
}


def play_on(match: Match, seed: int, most: int = 10_000) -> Match:
    dice = random.Random(seed)
    while (waiting := match.waiting()) and most:
        seat = dice.choice(waiting)
        match.play(seat, dice.choice(match.legal(seat)))
        most -= 1
    return match


@GAMES
@pytest.mark.parametrize("way", WAYS)
def test_a_copy_goes_its_own_way(known: Game, way: str) -> None:
    for length in (0, 3, 20):
        match = play_on(Match(known, known.seats[-1], seed=4), 1, length)
        before = match.record(with_secret=True)
        made = WAYS[way](match)
        assert made.record(with_secret=True) == before
        assert made.game is match.game
        play_on(made, 2)
        assert match.record(with_secret=True) == before  # nothing of it is shared
        assert Match.replay(made.record()).digest == made.digest
        assert play_on(match, 2).record() == made.record()  # the same chance, the same decisions


@pytest.mark.parametrize("way", WAYS)
def test_taking_back_in_a_copy_leaves_the_match_alone(way: str) -> None:
    """The states to go back to are the copy's own, too."""
    match = Match("cat-cafe", seed=1)
    while not match.can_undo(match.log[-1][0] if match.log else 0):
        play_on(match, len(match.log), 1)
    seat, action = match.log[-1]
    made = WAYS[way](match)
    made.undo(seat)
    other = next(choice for choice in made.legal(seat) if choice != action)
    made.play(seat, other)
    before = match.digest
    match.undo(seat)
    match.play(seat, action)
    assert match.digest == before != made.digest


@GAMES
def test_a_match_goes_on_from_its_own_position(known: Game) -> None:
    for length in (0, 5, 17, 40):
        match = play_on(Match(known, known.seats[-1], seed=9), 3, length)
        made = Match.from_notation(known, known.show(match.state), seed=5)
        assert (made.seats, made.options) == (match.seats, match.options)
        assert made.waiting() == match.waiting()
        for seat in range(match.seats):
            assert made.legal(seat) == match.legal(seat)
            assert made.view(seat) == match.view(seat)
        play_on(made, 1)
        record = made.record()
        assert Match.replay(record).record() == record
        with pytest.raises(BadRecord):
            Match.replay({**record, "position": 5})
        other = known.seats[0] if known.seats[0] != made.seats else made.seats + 1
        with pytest.raises(BadRecord, match=r"other players or options|is for"):
            Match.replay({**record, "seats": other})
        if not match.is_over:
            assert play_on(Match.from_notation(known, known.show(match.state), seed=5), 1).record() == record


@GAMES
def test_a_view_of_a_position_is_dealt_anew(known: Game) -> None:
    for length in (2, 11, 30):
        match = play_on(Match(known, known.seats[-1], seed=2), 8, length)
        for seat in match.waiting():
            text = known.show(match.view(seat))
            made = Match.from_notation(known, text, viewer=seat, seed=1)
            assert made.view(seat) == known.read(text)
            again = Match.from_notation(known, text, viewer=seat, seed=1)
            assert again.digest == made.digest
            play_on(made, 5)
            assert made.is_over
            assert Match.replay(made.record()).digest == made.digest


def test_a_view_without_its_viewer_is_refused() -> None:
    match = Match("rat-a-tat-cat", seed=1)
    with pytest.raises(BadNotation, match="does not show everything"):
        Match.from_notation("rat-a-tat-cat", match.game.show(match.view(0)))
    with pytest.raises(BadNotation):
        Match.from_notation("rat-a-tat-cat", "nonsense")


def test_numpy_integers_are_integers() -> None:
    for kind in (np.int8, np.int16, np.int64, np.uint8):
        match = Match("rat-a-tat-cat", kind(3), {"rounds": kind(1)}, seed=kind(7))
        plain = Match("rat-a-tat-cat", 3, {"rounds": 1}, seed=7)
        while waiting := plain.waiting():
            choices = plain.legal(waiting[0])
            assert match.legal(kind(waiting[0])) == choices
            assert match.view(kind(waiting[0])) == plain.view(waiting[0])
            match.play(kind(waiting[0]), kind(choices[-1]))
            plain.play(waiting[0], choices[-1])
        assert match.record() == plain.record()
        assert {type(number) for entry in match.log for number in entry} == {int}
    assert game("more-kitties").settle(2, {"colours": np.int64(5)})["colours"] == "5"


def test_what_is_no_integer_is_refused() -> None:
    match = Match("rat-a-tat-cat", seed=1)
    for wrong in (0.0, "0", True, np.float64(0), np.bool_(False), None):
        with pytest.raises(NotYourTurn):
            match.play(wrong, 0)  # type: ignore[arg-type]
        with pytest.raises(IllegalAction):
            match.play(0, wrong)  # type: ignore[arg-type]
        if wrong is not None:
            with pytest.raises(BadOption):
                Match("rat-a-tat-cat", wrong)  # type: ignore[arg-type]
