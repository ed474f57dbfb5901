"""A final board of Pocket Cats, laid tile by tile: random matches count as the engine does, the end included."""

from collections.abc import Iterator

import pytest

from purrlor.core.game import State, game
from purrlor.games.pocket_cats.rules.tiles import CELLS, DOG
from purrlor.games.pocket_cats.words.ending import before
from purrlor.games.pocket_cats.words.tile_letters import LETTERS, face
from tests.fixtures.playing import CHANCE
from tests.fixtures.real_table import random_ends, same_score, trouble

POCKET = game("pocket-cats")
CLANS = ("first", "free", "limited")


def sheet_of(s: State) -> dict[str, str]:
    """The board after the last turn, before any leader acts, with tiles that look alike not told apart."""
    where, quarter = before(s)
    sheet = {f"clan-{p}": LETTERS[s.clan[p]] for p in range(2)} | ({} if s.powers else {"powers": "off"})
    for tile, cell in where.items():
        sheet[f"x{cell}"] = face(tile, s.clan) + (f"@{quarter[tile - DOG]}" if tile >= DOG else "")
    if s.turned >= 0:
        sheet["turned"] = f"D{s.turned + 1}+{s.turned_by}"
    return sheet


def options(number: int) -> dict[str, object]:
    return {"clans": CLANS[number % 3], "powers": CHANCE.random() < 0.9 and number % 3 > 0}


def matches(count: int) -> Iterator[tuple[dict[str, str], State]]:
    """Sheets to be tapped, and the ends they are copied from."""
    return ((sheet_of(s), s) for s in random_ends(POCKET, lambda number: options(number + 1), count))


@pytest.fixture(scope="module")
def board() -> dict[str, str]:
    return sheet_of(next(random_ends(POCKET, lambda number: {"clans": "first"}, 1)))


def test_random_matches_count_as_the_engine_does() -> None:
    turned = swapped = 0
    for s in random_ends(POCKET, options):
        same_score(POCKET, sheet_of(s), s)
        turned += s.turned >= 0
        swapped += s.swapped >= 0
    assert turned > 3
    assert swapped > 3


def test_impossible_boards_get_a_sentence(board: dict[str, str]) -> None:
    prey = next(name for name, value in board.items() if value == "m3")
    dog = next(name for name, value in board.items() if value.startswith("D1"))
    wrong = [
        ({prey: ""}, "Still empty: 1 of 25 places"),
        ({prey: "p5"}, "These tiles cannot all lie there"),
        ({prey: "W4"}, "These tiles cannot all lie there"),
        ({dog: "D1@7"}, "These tiles cannot all lie there"),
        ({"clan-1": "R"}, "Both players have the same clan"),
        ({"clan-1": ""}, "Which clan does Player 2 have?"),
        ({"clan-1": "H"}, "Without powers the Chaoticats do not play"),
        ({"turned": "D1+1"}, "No dog lies beside the leader"),
        ({"seats": "7"}, "not 7"),
        ({f"x{cell}": "" for cell in range(CELLS)}, "The board is empty"),
    ]
    for change, sentence in wrong:
        assert sentence in trouble(POCKET, {name: value for name, value in (board | change).items() if value})
