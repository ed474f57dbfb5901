"""Cat Café: what each kind brings, by the rulebook's examples and against an independent referee."""

from __future__ import annotations

import random

import pytest

from purrlor import game
from purrlor.core.chance import seed_rng
from purrlor.core.compilers.native import native, plain
from purrlor.core.record import checked
from purrlor.core.seats import members
from purrlor.games.cat_cafe.rules import rules, sheet
from purrlor.games.cat_cafe.rules.state import (
    BOWL,
    BUTTERFLY,
    DRAFT,
    DRAW,
    HOUSE,
    LARGER,
    NONE,
    OVER,
    PASS,
    UNDECIDED,
    YARN,
    State,
)
from purrlor.games.cat_cafe.words.labels import tally
from tests.games.cat_cafe.referee import ITEMS, REAL, Hex, Player, Referee, Sheet

CAFE = game("cat-cafe")
EMPTY = "...#. ...... ..#... ...... .#.."
OPTIONS = [(towers, mice) for towers in ("house", "first") for mice in ("cap", "chains")]


def over(*seats: str, options: str = "") -> State:
    dice = " ".join("1" for _ in seats)
    lines = [f"round 20 over; dice 1; took {dice}; {options}", *(f"{p}: {text}" for p, text in enumerate(seats))]
    s: State = CAFE.read("\n".join(lines))
    return s


# ---------------------------------------------------------------- examples
def test_a_bowl_with_two_yarn_a_butterfly_and_a_bowl_around_it_brings_3() -> None:
    """The bowl on floor 3 of tower 4; the bowl on floor 2 has a bowl and one of the yarn beside it: 2 more."""
    s = over("...#. ...... .Y#... .BBY.. .#F.", EMPTY)
    around = sheet.NEXT[sheet.PLACES.index((3, 3))]
    assert sorted(s.sheet[0][h] for h in members(around)) == [YARN, YARN, BUTTERFLY, BOWL]
    assert rules.bowl_points(s, 0) == 3 + 2


def test_bowls_count_kinds_not_items() -> None:
    s = over("...#. ...... .F#Y.. ..BY.. .#..", EMPTY)
    assert rules.bowl_points(s, 0) == 2
    assert rules.bowl_points(over("...#. ...... ..#... ..B... .#..", EMPTY), 0) == 0


def test_a_bowl_can_bring_six() -> None:
    s = over("...#. HB.... ..#... ...... .#..; cats H2", EMPTY)
    assert rules.bowl_points(s, 0) == 1
    s = over("YC.#. HBM... FB#... ...... .#..; cats H2", EMPTY)
    assert rules.bowl_points(s, 0) == 6 + 3, "a bowl and every other kind; the second bowl has three kinds"


def test_a_cushion_on_floor_5_brings_5() -> None:
    assert rules.cushion_points(over("...#C ...... ..#... ...... .#..", EMPTY), 0) == 5
    assert rules.cushion_points(over("C..#C ...... ..#..C ...... .#..", EMPTY), 0) == 1 + 5 + 6


def test_butterflies_bring_3_each() -> None:
    assert rules.butterfly_points(over("F..#F ...... ..#..F ...... .#..", EMPTY), 0) == 9


@pytest.mark.parametrize(("mice", "tower", "points"), [(1, "M.....", 2), (2, "MM....", 6), (3, "MMM...", 12)])
def test_mice_in_a_row(mice: int, tower: str, points: int) -> None:
    assert rules.mouse_points(over(f"...#. {tower} ..#... ...... .#..", EMPTY), 0) == points


@pytest.mark.parametrize(
    ("towers", "mice", "points"),
    [
        ("...#. MMMM.. ..#... ...... .#..", 4, 20),
        ("...#. MMMMM. ..#... ...... .#..", 5, 22),
        ("M..#. MMMMM. ..#... ...... .#..", 6, 26),
        ("MM.#. MMMMM. ..#... ...... .#..", 7, 32),
        ("MM.#. MMMMM. M.#... ...... .#..", 8, 40),
    ],
)
def test_groups_of_four_and_more(towers: str, mice: int, points: int) -> None:
    assert towers.count("M") == mice
    assert rules.mouse_points(over(towers, EMPTY, options="mice chains"), 0) == points
    assert rules.mouse_points(over(towers, EMPTY, options="mice cap"), 0) == 20


def test_a_sheet_full_of_mice() -> None:
    full = "MMM#M MMMMMM MM#MMM MMMMMM M#MM; numbers 4 5 3 4 2"
    assert rules.mouse_points(over(full, EMPTY), 0) == 20
    assert rules.mouse_points(over(full, EMPTY, options="mice chains"), 0) == 120


def test_separate_groups_count_separately() -> None:
    s = over("M..#M ...... MM#... ...... .#.M", EMPTY)
    assert rules.mouse_points(s, 0) == 2 + 2 + 6 + 2
    s = over("..M#M ...... ..#... ...... M#M.", EMPTY)
    assert rules.mouse_points(s, 0) == 8, "posts part them"


def test_yarn_8_for_the_most_3_for_the_others() -> None:
    s = over("YY.#. ...... ..#... ...... .#..", "Y..#. ...... ..#... ...... .#..", EMPTY)
    assert [rules.yarn_points(s, p) for p in range(3)] == [8, 3, 0]


def test_yarn_ties_all_get_8() -> None:
    s = over("Y..#. YY.... ..#... ...... .#..", ".Y.#. .YY... ..#... ...... .#..", "..Y#. Y..... ..#... ...... .#..")
    assert [rules.yarn_points(s, p) for p in range(3)] == [16, 16, 8 + 3]


def test_yarn_is_counted_tower_by_tower() -> None:
    s = over("Y..#. Y..... Y.#... Y..... Y#..", "...#. YY.... ..#... ...... .#..")
    assert [rules.yarn_points(s, p) for p in range(2)] == [4 * 8 + 3, 8]


def test_paws_bring_nothing() -> None:
    assert rules.score(over(f"{EMPTY}; paws 18", EMPTY), 0) == 0


def test_equal_points_share_the_victory() -> None:
    s = over("C..#. ...... ..#... ...... .#..", ".C.#. ...... ..#... ...... .#..", ".C.#. ...... ..#... ...... .#..")
    assert members(rules.winners(s)) == (1, 2)


# ---------------------------------------------------------------- against the referee
def hex_of(h: int) -> Hex:
    return sheet.TOWER_OF[h] + 1, sheet.FLOOR_OF[h]


def sheet_of(s: State, seat: int) -> Sheet:
    return {hex_of(h): ITEMS[item - 1] for h, item in enumerate(s.sheet[seat]) if item}


def referee_of(s: State) -> Referee:
    """A referee who is shown the sheets as they lie."""
    towers, mice = CAFE.recorded_options(CAFE.options_of(s)).values()
    referee = Referee(s.seats, str(towers), str(mice))
    for seat, player in enumerate(referee.players):
        player.sheet = sheet_of(s, seat)
        player.cats = {ITEMS[k]: points for k, points in enumerate(s.written[seat]) if points != UNDECIDED}
        numbers = (None, sheet.SMALLER_NUMBER, sheet.LARGER_NUMBER)
        marks = [(t + 1, numbers[mark]) for t, mark in enumerate(s.circled[seat])]
        player.numbers = {tower: choice[tower - 1] for tower, choice in marks if choice is not None}
    return referee


def assert_same_points(s: State, referee: Referee) -> None:
    table = dict(tally(s, CAFE.translations("en")))
    points = [referee.points(seat) for seat in range(s.seats)]
    for kind in points[0]:
        assert table[kind] == tuple(line[kind] for line in points), kind
    assert list(table["Total"]) == referee.totals() == [rules.score(s, p) for p in range(s.seats)]
    assert set(members(rules.winners(s))) == referee.winners()


@pytest.mark.long_walk
def test_scores_of_any_sheets_are_the_referees() -> None:
    """Sheets filled at random, often with few kinds, so that groups and ties are common."""
    dice = random.Random(7)
    for _ in range(1000):
        s = State()
        s.seats = dice.randint(2, 4)
        s.towers, s.mice = dice.randint(0, 1), dice.randint(0, 1)
        rules.start(s)
        kinds = dice.sample(range(1, 7), dice.randint(1, 6))
        for p in range(s.seats):
            share = dice.random()
            for h in range(24):
                if dice.random() < share:
                    s.sheet[p][h] = dice.choice(kinds)
            for k in range(6):
                s.written[p][k] = dice.choice((UNDECIDED, 0, 2, 8))
            for t in range(5):
                s.circled[p][t] = dice.randint(0, 2)
        assert_same_points(s, referee_of(s))


@pytest.mark.long_walk
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_final_positions_of_compiled_matches_are_the_referees(seats: int) -> None:
    playout = native("purrlor.core.playout", rules="purrlor.games.cat_cafe.rules.rules")
    row = CAFE.native.State.array(2)
    row["seats"][0] = seats
    for number in range(1000):
        towers, mice = number % 2, number // 2 % 2
        row["towers"][0], row["mice"][0] = towers, mice
        playout.play_match(row, number)
        s = State.from_bytes(row[1].tobytes())
        assert s.phase == OVER
        assert_same_points(s, referee_of(s))
        draws = [s.filled[p].bit_count() for p in range(seats)]
        assert max(draws) <= 22
        assert s.round == rules.LAST_ROUND or max(draws) >= 12


class Watched:
    """A random match with a referee beside it who knows only the dice and what was decided."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)
        seats = self.dice.randint(2, 4)
        towers, mice = self.dice.choice(OPTIONS)
        self.s = CAFE.laid_out(seats, {"towers": towers, "mice": mice})
        seed_rng(self.s, seed)
        rules.start(self.s)
        self.referee = Referee(seats, towers, mice)
        self.thrift = self.dice.random()

    def play(self) -> None:
        number = 1
        while not self.referee.over:
            assert (self.s.round, self.s.first) == (number, (number - 1) % self.s.seats)
            self.draft()
            self.draw()
            self.compare()
            number += 1
        assert self.s.phase == OVER
        assert_same_points(self.s, self.referee)

    def step(self, seat: int, wanted: set[int]) -> int:
        assert set(members(rules.legal(self.s, seat))) == wanted
        action = self.dice.choice(sorted(wanted))
        if action == PASS and len(wanted) > 1 and self.s.phase == DRAW and self.dice.random() < self.thrift:
            action = max(wanted)
        rules.apply(self.s, seat, action)
        return action

    def draft(self) -> None:
        s = self.s
        table = [value for value in range(1, 7) for _ in range(s.table[value - 1])]
        assert len(table) == s.seats + 1
        self.own = [0] * s.seats
        for k in range(s.seats):
            assert s.phase == DRAFT
            seat = (s.first + k) % s.seats
            assert members(rules.waiting(s)) == (seat,)
            self.own[seat] = self.step(seat, {value - 1 for value in table}) + 1
            table.remove(self.own[seat])
        (self.central,) = table

    def draw(self) -> None:
        s = self.s
        assert members(rules.waiting(s)) == tuple(range(s.seats))
        seats = list(range(s.seats))
        self.dice.shuffle(seats)
        choices: list[tuple[int, str, Hex, str | None]] = []
        for seat in seats:
            player = self.referee.players[seat]
            offer = player.on_offer(self.own[seat], self.central)
            item = self.step(seat, {PASS} | {ITEMS.index(item) + 1 for item, _ in offer})
            if item == PASS:
                player.circle(3)
                continue
            there = {sheet.PLACES.index((t - 1, f)) for kind, (t, f) in offer if kind == ITEMS[item - 1]}
            h = self.step(seat, there)
            cat = None
            if item == HOUSE:
                cat = ITEMS[self.step(seat, {k for k in range(6) if ITEMS[k] not in player.cats})]
            choices.append((seat, ITEMS[item - 1], hex_of(h), cat))
        for seat, kind, place, cat in choices:
            self.referee.draw(seat, self.own[seat], self.central, kind, place, cat)
        self.referee.finish_round()

    def compare(self) -> None:
        for seat, player in enumerate(self.referee.players):
            assert sheet_of(self.s, seat) == player.sheet
            assert self.s.filled[seat].bit_count() == player.draws <= 22
            self.compare_marks(seat, player)

    def compare_marks(self, seat: int, player: Player) -> None:
        s = self.s
        assert (s.blank[seat], s.paws[seat], s.spent[seat]) == (player.unmarked, player.circled, player.crossed_paws)
        assert {ITEMS[k]: n for k, n in enumerate(s.written[seat]) if n != UNDECIDED} == player.cats
        assert {t + 1 for t in range(5) if s.crossed[seat][t]} == player.crossed_numbers
        for t in range(5):
            larger = player.numbers.get(t + 1) == sheet.LARGER_NUMBER[t]
            assert (s.circled[seat][t] != NONE) == (t + 1 in player.numbers)
            assert (s.circled[seat][t] == LARGER) == larger


def test_whole_matches_are_the_referees() -> None:
    seen = set()
    for seed in range(60):
        watched = Watched(seed)
        watched.play()
        s = watched.s
        seen |= {(s.towers, s.circled[p][t], s.crossed[p][t]) for p in range(s.seats) for t in range(5)}
        if any(len(player.cats) == 6 for player in watched.referee.players):
            seen.add("all cats")
        if any(player.unmarked == 0 for player in watched.referee.players):
            seen.add("all paws")
    both = {(towers, *marks) for towers in (0, 1) for marks in ((0, 0), (0, 1), (1, 1), (2, 0))}
    assert seen >= both | {(0, 1, 0), "all cats", "all paws"}, "every way to mark a tower, and both tracks to their end"


# ---------------------------------------------------------------- one source, three ways to run it
def test_checked_plain_and_native_agree_to_the_byte() -> None:
    playouts = [make("purrlor.core.playout", rules="purrlor.games.cat_cafe.rules.rules") for make in (plain, native)]
    slow, fast = State.row(2), CAFE.native.State.array(2)
    careful = checked(State)
    strict = careful.row(2)
    longest = 0
    for seed in range(200):
        seats, towers, mice = 2 + seed % 3, seed // 3 % 2, seed // 6 % 2
        fast["seats"][0], fast["towers"][0], fast["mice"][0] = seats, towers, mice
        for row in (slow, strict):
            row[0].seats, row[0].towers, row[0].mice = seats, towers, mice
        decisions = {playouts[1].play_match(fast, seed), playouts[0].play_match(slow, seed)}
        if seed % 2 == 0:
            decisions.add(playouts[0].play_match(strict, seed))
            assert strict[1].to_bytes() == slow[1].to_bytes()
        assert len(decisions) == 1
        longest = max(longest, *decisions)
        assert fast[1].tobytes() == slow[1].to_bytes()
    assert longest <= rules.BOUND


def test_the_bounds_of_the_state_are_reached() -> None:
    """Five dice on the table, six cats scored, 24 hexes, all paws crossed out: the checked record accepts them."""
    s = checked(State)()
    s.seats = 4
    rules.start(s)
    assert sum(s.table) == 5
    for seat in range(4):
        s.own[seat] = 6
        s.spent[seat] = 18
        for h in range(len(REAL)):
            s.sheet[seat][h] = BUTTERFLY
        s.written[seat][BUTTERFLY - 1] = 48
        s.filled[seat] = (1 << 24) - 1
    assert [rules.score(s, seat) for seat in range(4)] == [24 * 3 + 48] * 4
