"""Sheets of Cat Café, tapped hex by hex: random matches count as the engine does, impossible sheets get a sentence."""

from collections.abc import Iterator

import pytest

from purrlor.core.game import State, game
from purrlor.games.cat_cafe.board.real_table.score_lines import explained_sheet
from purrlor.games.cat_cafe.notation import LETTERS
from purrlor.games.cat_cafe.rules.rules import bowl_points, butterfly_points, cushion_points, mouse_points, yarn_points
from purrlor.games.cat_cafe.rules.sheet import HEXES, TOWER_OF, TOWERS
from purrlor.games.cat_cafe.rules.state import ITEMS
from tests.fixtures.playing import CHANCE
from tests.fixtures.real_table import counted, random_ends, same_score, trouble

CAFE = game("cat-cafe")
FULL = {f"h{h}-0": "Y" for h in range(HEXES) if TOWER_OF[h] == 4}  # the last tower has three hexes
ONE = {"seats": "2", "name-0": "Ann", **FULL, "t4-0": "s"}


def sheet_of(s: State) -> dict[str, str]:
    sheet = {"seats": str(s.seats), "towers": ("house", "first")[s.towers], "mice": ("cap", "chains")[s.mice]}
    for p in range(s.seats):
        sheet |= {f"h{h}-{p}": LETTERS[s.sheet[p][h]] for h in range(HEXES)}
        sheet |= {f"t{k}-{p}": ("", "s", "l")[s.circled[p][k]] for k in range(TOWERS)}
        sheet |= {f"c{k + 1}-{p}": str(s.written[p][k]) for k in range(ITEMS) if s.written[p][k] >= 0}
        sheet |= {f"paws-{p}": str(s.paws[p]), f"spent-{p}": str(s.spent[p])}
    return {name: value for name, value in sheet.items() if value}


def options(number: int) -> dict[str, object]:
    return {"towers": CHANCE.choice(("house", "first")), "mice": CHANCE.choice(("cap", "chains"))}


def matches(count: int) -> Iterator[tuple[dict[str, str], State]]:
    """Sheets to be tapped, and the ends they are copied from."""
    return ((sheet_of(s), s) for s in random_ends(CAFE, options, count))


def test_random_matches_count_as_the_engine_does() -> None:
    for s in random_ends(CAFE, options):
        same_score(CAFE, sheet_of(s), s)
        for p in range(s.seats):  # the points written beside the items are those of the rules
            explained = explained_sheet(s, p, CAFE.translations("en"))
            of_items = [bowl_points, butterfly_points, cushion_points, mouse_points, yarn_points]
            assert sum(int(text) for _, _, text in explained["points"]) == sum(points(s, p) for points in of_items)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"h23-0": "."}, "Ann: a number of tower 5 is circled, but the tower is not full yet (1 free)"),
        ({"t4-0": ""}, "Ann: tower 5 is full, so one of its two numbers is circled"),
        ({"t4-0": "l"}, "the larger number of tower 5 is only for a tower with a house"),
        ({"paws-0": "12", "spent-0": "7"}, "Ann has 19 paws, but a sheet has only 18"),
        ({"paws-0": "many"}, "is no number of paws"),
        ({"h0-0": "H"}, "Ann: houses on the sheet: 1, cats with points: 0"),
        ({"h0-0": "H", "c2-0": "8"}, "The yarn cat cannot have brought 8 points"),
        ({"h0-0": "H", "c2-0": "5"}, "The yarn cat cannot have brought 5 points"),
        ({"h0-0": "Z"}, "A hex holds one of the six items or nothing"),
        ({"t4-0": "x"}, "one of them is circled, or none"),
        ({"seats": "7"}, "for 2 to 4 players, not 7"),
        ({"mice": "many"}, "These sheets do not fit together"),
        (dict.fromkeys([*FULL, "t4-0"], ""), "Nothing is drawn yet"),
        (
            {f"h{h}-0": "F" for h in range(HEXES)} | {f"t{k}-0": "s" for k in range(TOWERS)},
            "Ann has 5 full towers, but a match ends with the third one",
        ),
    ],
)
def test_impossible_sheets_get_a_sentence(wrong: dict[str, str], sentence: str) -> None:
    assert sentence in trouble(CAFE, {name: value for name, value in (ONE | wrong).items() if value})


def test_a_tie_for_yarn_and_a_crowd_of_mice_are_told() -> None:
    """Which mice those are is the rules' question; that tables differ in it is said where they are counted."""
    mice = {f"h{h}-0": "M" for h in range(HEXES) if TOWER_OF[h] == 1}
    tie = {"h0-0": "Y", "h0-1": "Y", "h4-1": "Y"}
    sheet = {"seats": "2", **mice, "t1-0": "s"} | tie
    for option, points in (("cap", 20), ("chains", 26)):
        s = counted(CAFE, sheet | {"mice": option}).state
        first, second = (explained_sheet(s, p, CAFE.translations("en"))["said"] for p in (0, 1))
        assert first[0] == "Tower 1: a tie for the most yarn, so everybody in it gets 8 points"
        assert first[1].startswith(f"6 mice together: {points} points")
        assert second == [first[0], "Tower 2: the most yarn, 8 points"]


def test_before_the_third_tower_somebody_is_only_ahead() -> None:
    assert counted(CAFE, ONE).ending == "Ann is ahead."
