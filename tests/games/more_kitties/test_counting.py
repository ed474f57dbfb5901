"""More Kitties! at a real table: piles of random matches count as the engine does, impossible ones get a sentence."""

from collections.abc import Iterator

from purrlor.core.game import State, game
from purrlor.games.more_kitties.notation import LETTERS
from tests.fixtures.real_table import counted, random_ends, same_score, trouble

KITTIES = game("more-kitties")
TWO = {"seats": "2", "colour-0": "r", "colour-1": "g", "pile-0": "5", "name-0": "Ann"}


def sheet_of(s: State) -> dict[str, str]:
    sheet = {"seats": str(s.seats), "over": "on"}
    for p in range(s.seats):
        sheet |= {f"colour-{p}": LETTERS[s.colour[p]], f"pile-{p}": str(s.pile[p] or "")}
    return sheet


def matches(count: int) -> Iterator[tuple[dict[str, str], State]]:
    """Sheets to be tapped, and the ends they are copied from."""
    return ((sheet_of(s), s) for s in random_ends(KITTIES, lambda number: {}, count))


def test_random_matches_count_as_the_engine_does() -> None:
    for s in random_ends(KITTIES, lambda number: {}):
        same_score(KITTIES, sheet_of(s), s)


def test_who_is_ahead_is_said_before_the_end() -> None:
    assert counted(KITTIES, TWO).ending == "Ann is ahead."
    assert counted(KITTIES, TWO | {"over": "on"}).ending == "Ann wins!"
    assert counted(KITTIES, TWO | {"pile-1": "5"}).ending == "Nobody is ahead yet."


def test_impossible_piles_get_a_sentence() -> None:
    assert "24 tokens with red cats" in trouble(KITTIES, TWO | {"pile-0": "25"})
    assert "cannot be x" in trouble(KITTIES, TWO | {"pile-0": "x"})
    assert "Ann and Player 2 have the same colour" in trouble(KITTIES, TWO | {"colour-1": "r"})
    assert "Player 2 has no colour yet" in trouble(KITTIES, TWO | {"colour-1": ""})
    assert "not 7" in trouble(KITTIES, TWO | {"seats": "7"})
    assert "First everybody needs a colour" in trouble(KITTIES, {"seats": "3"})
