"""The score sheet of an evening: rounds of random matches count as the engine does, wrong entries get a sentence."""

from collections.abc import Iterator

import pytest

from purrlor.core.game import State, game
from purrlor.core.match import Match
from purrlor.games.rat_a_tat_cat.rules.state import OVER, ROUND_END, ROW
from tests.fixtures.playing import CHANCE
from tests.fixtures.real_table import MATCHES, counted, same_score, trouble

RATS = game("rat-a-tat-cat")
LENGTHS: tuple[dict[str, object], ...] = (
    {"rounds": 2},
    {"length": "limit", "limit": 50},
    {"length": "minutes", "minutes": 1},
)
TWO = {"seats": "2", "r1-0": "4+0+9+2", "r1-1": "9", "name-0": "Ann", "name-1": "Bo"}


def ends_of_rounds(match: Match) -> Iterator[State]:
    """Play by chance, calling soon; the state at the end of every round. A match by the clock has two rounds."""
    is_counted = False
    while seats := match.waiting():
        actions = match.legal(seats[0])
        match.play(seats[0], actions[-1] if len(actions) == 2 and CHANCE.random() < 0.5 else CHANCE.choice(actions))
        s = match.state
        if s.phase == ROUND_END and s.round == 1 and s.length == 1 and not s.time_up:
            s.time_up = 1 if is_counted else 0
        if s.phase in (ROUND_END, OVER) and not is_counted:
            yield s.copy()
        is_counted = s.phase == ROUND_END


def sheet_of(match: Match, number: int) -> tuple[dict[str, str], State]:
    options = {name: str(value) for name, value in match.options.items()}
    sheet = {"seats": str(match.state.seats)} | {k: options[k] for k in ("length", "rounds", "minutes", "limit")}
    for s in ends_of_rounds(match):
        for p in range(s.seats):
            if s.rows[p][0] >= 0:
                cards = "+".join(str(s.rows[p][i]) for i in range(ROW))
                sheet[f"r{s.round}-{p}"] = cards if (number + p) % 2 else str(s.points[p])
        last = s
    return sheet, last


def matches(count: int) -> Iterator[tuple[dict[str, str], State]]:
    """Sheets to be tapped, and the ends they are copied from."""
    for number in range(count):
        yield sheet_of(Match(RATS, CHANCE.choice(RATS.seats), LENGTHS[number % 2], seed=number), number)


def test_random_matches_count_as_the_engine_does() -> None:
    lengths = set()
    for sheet, last in matches(MATCHES):
        same_score(RATS, sheet, last)
        found = counted(RATS, sheet)
        assert found.is_over
        assert found.state.out == last.out
        lengths.add(sheet["length"])
    assert lengths == {"rounds", "limit"}


def test_by_the_clock_the_round_under_way_is_the_last() -> None:
    by_clock = TWO | {"length": "minutes", "r2-0": "3", "r2-1": "0"}
    assert counted(RATS, by_clock).ending == "Bo is ahead."
    assert counted(RATS, by_clock | {"time_up": "on"}).ending == "Bo wins!"
    assert counted(RATS, by_clock | {"r3-0": "5"}).state.totals[:2] == [18, 9], "a round that is being written"


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"r1-0": "37"}, "four cards have at most 36 points, not 37"),
        ({"r1-0": "4+0+9", "r2-0": "1"}, "a row has four cards from 0 to 9; tapped so far: 3"),
        ({"r1-0": "4+0+9+S"}, "is no score"),
        ({"r1-0": "0+0+0+0", "r1-1": "0+1+2+3"}, "the card 0 is there 5 times, but the box has only 4"),
        ({"r3-0": "4"}, "Round 2 is not complete: Ann has no points yet"),
        ({"r2-0": "1", "r2-1": "1", "rounds": "1"}, "over after round 1: round 2 is one too many"),
        (
            {"length": "limit", "limit": "50", "r1-0": "36", "r2-0": "36", "r2-1": "1", "r3-1": "1"},
            "over after round 2",
        ),
        ({"rounds": "99"}, "rounds"),
        ({"seats": "7"}, "for 2 to 6 players, not 7"),
        ({"r1-0": "", "r1-1": ""}, "Nothing is counted yet"),
    ],
)
def test_what_cannot_be_gets_a_sentence(wrong: dict[str, str], sentence: str) -> None:
    assert sentence in trouble(RATS, {name: value for name, value in (TWO | wrong).items() if value})


def test_who_is_out_stays_out() -> None:
    three = {"seats": "3", "length": "limit", "limit": "50", "name-0": "Ann"}
    for n in (1, 2):
        three |= {f"r{n}-0": "30", f"r{n}-1": "5", f"r{n}-2": "6"}
    assert counted(RATS, three).state.out == 0b001
    assert counted(RATS, three | {"r3-1": "5", "r3-2": "6"}).ending == "Player 2 is ahead."
    assert "Ann is out" in trouble(RATS, three | {"r3-0": "1", "r3-1": "5", "r3-2": "6"})
