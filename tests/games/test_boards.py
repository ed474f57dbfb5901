"""Every game's board: each choice is one button, nothing else is, and what is hidden is not there."""

import gzip
import random
from collections.abc import Iterator
from typing import Any

import pytest

from purrlor import Game, games
from purrlor.core.laws.options import random_options
from purrlor.core.match import Match, key_rng
from purrlor.core.seats import WATCHER
from purrlor.web.checks.board_check import board_check, speaks
from purrlor.web.rendering.templating import Templates, draw_board, translations_for
from tests.fixtures.catalogue import usually

GAMES = [known for known in games() if (known.folder / "board/board.html").exists()]
PAGES = Templates()
NAMES = ["Ann", "Boris", "Clara", "Dmitri", "Eve", "Fyodor"]


def drawn(known: Game, state: Any, viewer: int, language: str, choices: tuple[int, ...]) -> str:
    """All that the game itself puts on a page: board, hand, players' chips, further actions."""
    names = NAMES[: state.seats]
    found = draw_board(PAGES, known, state, viewer, translations_for(language, known), names, choices)
    actions = "".join(
        f'<button name="action" value="{each["action"]}" aria-label="{each["label"]}">' for each in found.actions
    )
    chips = "".join(str(chip.get("html", "")) for chip in found.players)
    return f"{found.html}{found.hand}{chips}{actions}{found.hint}{found.round}"


def positions(known: Game, seeds: range, share: float = 0.12) -> Iterator[tuple[Match, random.Random]]:
    """Some moments of random matches with all kinds of players and options, and their ends."""
    for seed in seeds:
        dice = random.Random(seed)
        seats = known.seats[seed % len(known.seats)]
        match = Match(known, seats, random_options(known, seats, dice), seed=seed)
        while waiting := match.waiting():
            if dice.random() < share:
                yield match, dice
            seat = dice.choice(waiting)
            match.play(seat, dice.choice(match.legal(seat)))
            if len(match.log) > 400:
                break
        yield match, dice


def test_a_silent_button_is_heard() -> None:
    assert speaks('<button aria-label="Draw"><svg/></button>', '<button aria-label="Draw">')
    assert speaks("<button><b>Draw</b></button>", "<button>")
    assert not speaks("<button> <svg/> </button>Draw", "<button>")


@pytest.mark.long_walk
@pytest.mark.parametrize("known", GAMES, ids=lambda known: known.name)
def test_every_choice_is_one_button_with_a_spoken_name(known: Game) -> None:
    asked = 0
    faults_of = board_check(known)
    for match, dice in positions(known, range(usually(5, slow=8)), 0.06):
        for viewer in (*range(match.seats), WATCHER):
            language = dice.choice(["en", "ru"])
            choices = match.legal(viewer) if viewer != WATCHER else ()
            names = NAMES[: match.seats]
            assert list(faults_of(match.view(viewer), viewer, language, names, choices)) == []
            html = drawn(known, match.view(viewer), viewer, language, choices)
            asked += len(choices)
            assert 'style="' not in html
            assert "<script" not in html
    assert asked > 40


@pytest.mark.parametrize("known", GAMES, ids=lambda known: known.name)
def test_what_a_viewer_cannot_know_is_not_there(known: Game) -> None:
    """Exchange what this viewer cannot tell apart: the very same page."""
    exchanged = 0
    for match, dice in positions(known, range(20, 28)):
        for viewer in (*range(match.seats), WATCHER):
            other = match.state.copy()
            key_rng(other, match.secret, 999_999)
            if not known.part("invariants").exchange(other, viewer):
                continue
            exchanged += 1
            choices = match.legal(viewer) if viewer != WATCHER else ()
            language = dice.choice(["en", "ru"])
            one = drawn(known, match.view(viewer), viewer, language, choices)
            assert one == drawn(known, known.hidden(other, viewer), viewer, language, choices)
    assert exchanged > 30


@pytest.mark.parametrize("known", GAMES, ids=lambda known: known.name)
def test_a_board_is_light(known: Game) -> None:
    heaviest = 0
    for match, _ in positions(known, range(40, 44)):
        viewer = (match.waiting() or (0,))[0]
        html = drawn(known, match.view(viewer), viewer, "ru", match.legal(viewer))
        heaviest = max(heaviest, len(gzip.compress(html.encode())))
    assert heaviest < 14_000
    assert len(gzip.compress((known.folder / "board/board.css").read_bytes())) < 9_000
