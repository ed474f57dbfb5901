"""The end of Pocket Cats: the rulebook's example, the dogs, every power with and without."""

from __future__ import annotations

import pytest

from purrlor.games.pocket_cats import notation
from purrlor.games.pocket_cats.rules import rules
from purrlor.games.pocket_cats.rules.scoring import count_board, points_in, tiles_in
from purrlor.games.pocket_cats.rules.tiles import NONE
from purrlor.games.pocket_cats.words.ending import Bitten, Centred, Chaos, Hunted, Swept, Turned, before, ending
from purrlor.games.pocket_cats.words.tile_letters import cell_at, faces
from tests.games.pocket_cats.positions import POCKET_CATS, act, position
from tests.games.pocket_cats.referee import board_from, judge

EXAMPLE = """
    f3    R4    m4    D3@2  f4
    G2    D4@0  m5    m6    R1
    D1@1  m4    D2@0  R5*   D5@0
    G3*   p5    G1    G4    R2
    m3    p2    G5    R3    m5
"""
EMPTY = "? ? ? ? ?\n"


def points(s: rules.State) -> tuple[int, int]:
    counted = count_board(s)
    return points_in(counted, 0), points_in(counted, 1)


def down(s: rules.State) -> set[str]:
    """The cats turned down, as letters."""
    return {faces(s.clan)[cat] for cat in ending(s).down}


def caught(s: rules.State, seat: int) -> set[str]:
    return {faces(s.clan)[prey] for prey, taker in ending(s).takers.items() if taker == seat}


# ---------------------------------------------------------------- the example of the rulebook
def test_example_without_powers() -> None:
    s = position("clans=first powers=off seats=R/G stage=over" + EXAMPLE)
    assert down(s) == {"G2", "G4", "R4", "R5*"}
    assert caught(s, 1) == {"m3", "p2", "p5"}
    assert caught(s, 0) == {"f4", "m5b", "m6"}
    assert (s.points, s.caught) == ([15, 13], [3, 3])
    assert rules.winners(s) == 0b01


def test_equal_attack_catches_nothing() -> None:
    s = position("clans=free powers=on seats=R/G stage=flip\n? ? R4 ? ?\n? ? m4 ? ?\n? ? G4 ? ?\n" + 2 * EMPTY)
    assert caught(s, 0) == caught(s, 1) == set()
    s = position("clans=free powers=on seats=R/G stage=flip\n? ? R4 ? ?\n? ? m4 ? ?\n? ? G5 ? ?\n" + 2 * EMPTY)
    assert caught(s, 1) == {"m4"}


def test_example_is_reached_by_the_last_swap() -> None:
    """Royal Claws' last cat, turned up on d4, goes up to the corner's neighbour and ends the game."""
    s = position("""
        clans=first powers=off seats=R/G stage=move flipped=b3
        f3    m4    m4    D3@2  f4
        G2    D4@0  m5    m6    R1
        D1@1  R4    D2@0  R5*   D5@0
        G3*   p5    G1    G4    R2
        m3    p2    G5    R3    m5
    """)
    assert rules.waiting(s) == 0b10
    act(s, "b1")
    assert s.stage == rules.OVER
    assert (s.points, s.caught) == ([15, 13], [3, 3])


def test_example_with_powers_and_the_centre_dog_turned() -> None:
    s = position("clans=free powers=on seats=R/G stage=turn-dog" + EXAMPLE)
    assert rules.waiting(s) == 0b01
    west, east = 3, 1
    fits = {rules.LEAVE, *(1 + 3 * side + k for side in (west, east) for k in range(3))}
    assert {a for a in range(62) if rules.legal(s, 0) >> a & 1} == fits
    rules.apply(s, 0, 1 + 3 * west)
    assert down(s) == {"G1", "G2", "G4", "R4"}
    assert caught(s, 1) == {"m3", "p5", "p2", "m4b"}, "the second m4, in the middle row"
    assert caught(s, 0) == {"f4", "m5b", "m6"}
    assert (s.points, s.caught) == ([15, 21], [3, 4])
    assert rules.winners(s) == 0b10


def test_example_the_other_way_round() -> None:
    """The same board with the seats exchanged: the points are exchanged too."""
    s = position("clans=free powers=off seats=G/R stage=over" + EXAMPLE)
    assert s.points == [13, 15]


def test_referee_agrees_with_the_example() -> None:
    verdict = judge(board_from(EXAMPLE), "RG", False)
    assert verdict.down == {"G2", "G4", "R4", "R5*"}
    assert verdict.points == {"R": 15, "G": 13}
    turned = board_from(EXAMPLE.replace("D2@0", "D2@1"))
    verdict = judge(turned, "RG", True)
    assert verdict.down == {"G1", "G2", "G4", "R4"}
    assert verdict.points == {"R": 15, "G": 21}


# ---------------------------------------------------------------- dogs
@pytest.mark.parametrize(
    ("dog", "victims"),
    [
        ("D1@0", {"b1"}), ("D1@1", {"c2"}), ("D1@2", {"b3"}), ("D1@3", {"a2"}),
        ("D2@0", {"a2", "c2"}), ("D2@1", {"b1", "b3"}), ("D2@2", {"a2", "c2"}), ("D2@3", {"b1", "b3"}),
        ("D3@0", {"c1", "c2", "c3"}), ("D3@1", {"a3", "b3", "c3"}),
        ("D3@2", {"a1", "a2", "a3"}), ("D3@3", {"a1", "b1", "c1"}),
        ("D4@0", {"b1", "c2", "b3", "a2"}), ("D4@3", {"b1", "c2", "b3", "a2"}),
        ("D5@0", {"a1", "c1", "a3", "c3"}), ("D5@2", {"a1", "c1", "a3", "c3"}),
    ],
)  # fmt: skip
def test_arrows_in_every_turn(dog: str, victims: set[str]) -> None:
    """A dog on b2 among eight cats."""
    board = f"R1 R2 R3 ? ?\nR4 {dog} R5* ? ?\nG1 G2 G3* ? ?\n" + 2 * EMPTY
    s = position("clans=free powers=off seats=R/G stage=flip\n" + board)
    names = {"a1": "R1", "b1": "R2", "c1": "R3", "a2": "R4", "c2": "R5*", "a3": "G1", "b3": "G2", "c3": "G3*"}
    assert down(s) == {names[cell] for cell in victims}
    assert judge(board_from(board), "RG", False).down == down(s)


def test_an_arrow_off_the_board_does_not_come_back_on_the_other_side() -> None:
    """The dobermann on e2 points at d1 and d3, not at the cells a2, a3 or a4 beyond the edge."""
    s = position("""
        clans=free powers=off seats=R/G stage=flip
        ? ? ? ? ?
        R1 ? ? ? D5@0
        R2 ? ? ? ?
        R3 ? ? ? ?
        ? ? ? ? ?
    """)
    assert down(s) == set()


def test_a_face_down_dog_bites_nobody() -> None:
    s = position("clans=free powers=off seats=R/G stage=flip\nR1 ? m4 ? ?\n" + 4 * EMPTY)
    assert down(s) == set()


# ---------------------------------------------------------------- every power at the end, with and without
def both_ways(seats: str, board: str) -> tuple[rules.State, rules.State]:
    """The same face-up tiles with powers and without."""
    header = f"clans=free powers={{}} seats={seats[0]}/{seats[1]} stage=flip\n"
    return position(header.format("on") + board), position(header.format("off") + board)


def test_gourmets_every_prey_brings_one_more() -> None:
    on, off = both_ways("GR", "G5 m6 ? ? ?\nm3 ? ? ? ?\n" + 3 * EMPTY)
    assert points(off) == (9, 0)
    assert points(on) == (11, 0)


def test_gourmets_leader_attacks_diagonally() -> None:
    on, off = both_ways("RG", "m6 R2 ? ? ?\n? G3* ? ? ?\n" + 3 * EMPTY)
    assert points(off) == (6, 0)
    assert points(on) == (0, 7)


def test_crooks_face_up_bring_a_point_each() -> None:
    on, off = both_ways("CR", "C1 ? C2 ? ?\n? ? ? ? ?\nC7* ? ? ? ?\nC3 ? ? ? ?\n? C4 D2@0 ? ?\n")
    assert points(off) == (0, 0)
    assert points(on) == (3, 0), "a dog turned the 4 down, the leader his own 3; 1, 2 and he himself count"


def test_crooks_leader_turns_weaker_neighbours_down_in_one_sweep() -> None:
    on, off = both_ways("CJ", "? C4 ? ? ?\nJ1 C7* J9* ? ?\n? J1 ? ? ?\n? J1 ? ? ?\n? ? ? ? ?\n")
    assert down(off) == set()
    assert count_board(on)
    sweep = next(step for step in ending(on).steps if isinstance(step, Swept))
    assert {faces(on.clan)[cat] for cat in sweep.cats} == {"C4", "J1", "J1b"}


def test_crooks_leader_turned_down_by_a_dog_sweeps_nobody() -> None:
    on, _ = both_ways("CG", "G1 C7* D2@0 ? ?\n? G2 ? ? ?\n" + 3 * EMPTY)
    assert down(on) == {"C7*"}


def test_crooks_leader_against_chaoticats() -> None:
    """Two Chaoticats face up have 8 and stay; three have 6 and go."""
    two = position("clans=free powers=on seats=C/H stage=flip\nH C7* H ? ?\n" + 4 * EMPTY)
    assert down(two) == set()
    three = position("clans=free powers=on seats=C/H stage=flip\nH C7* H ? H\n" + 4 * EMPTY)
    assert down(three) == {"H", "Hb"}


def test_chaoticats_attack_by_their_number() -> None:
    for n, attack in ((5, 2), (4, 4), (3, 6), (2, 8), (1, 10)):
        row = " ".join(["H", "H", "H", "H", "H*"][:n] + ["?"] * (5 - n))
        s = position(f"clans=free powers=on seats=H/R stage=flip\n{row}\n" + 4 * EMPTY)
        assert Chaos(0, n, attack) in ending(s).steps
    none = position("clans=free powers=on seats=R/H stage=flip\nH D2@2 R1 ? ?\n" + 4 * EMPTY)
    assert Chaos(1, 0, 0) in ending(none).steps


def test_chaoticats_attack_is_fixed_after_the_dogs() -> None:
    """Two Chaoticats are face up after the dogs, so each has 8; one attacks a mouse beside Royal Claws' 4 and 3."""
    s = position("""
        clans=free powers=on seats=H/R stage=flip
        H  D1@3 ? ? ?
        ? ? ? R4 ?
        ? ? H m6 R3
        ? ? ? ? ?
        H ? ? ? ?
    """)
    assert down(s) == {"H"}
    assert caught(s, 0) == {"m6"}


def test_chaoticats_attack_is_not_recomputed_after_the_crooks() -> None:
    """Three face up after the dogs have 6; the Crooks' leader turns two down, the third still has 6, not 10."""
    s = position("""
        clans=free powers=on seats=H/C stage=flip
        H C7* H ? ?
        ? ? ? ? ?
        ? ? H m6 C4
        ? ? ? C3 ?
        ? ? ? ? ?
    """)
    hunt = next(step for step in ending(s).steps if isinstance(step, Hunted))
    assert hunt.attack == (6, 7)
    assert caught(s, 1) == {"m6"}


def test_chaoticats_leader_brings_the_other_pigeon() -> None:
    board = "H* p2 ? ? p5\n? ? ? ? ?\n? ? ? ? ?\n? ? ? ? f3\n? ? f4 ? ?\n"
    s = position("clans=free powers=on seats=H/R stage=flip\n" + board)
    assert points(s) == (10, 0)
    assert tiles_in(count_board(s), 0) == 2


def test_chaoticats_leader_must_be_among_the_attackers() -> None:
    s = position("clans=free powers=on seats=H/R stage=flip\nH p2 ? H* p5\n? ? ? R5* ?\n" + 3 * EMPTY)
    assert caught(s, 0) == {"p2", "p5"}, "he attacks the 5; the clan has the 2 anyway"
    s = position("clans=free powers=on seats=H/R stage=flip\nH p2 ? H* ?\n? ? ? ? ?\n? ? ? ? p5\n" + 2 * EMPTY)
    assert caught(s, 0) == {"p2"}, "the leader stands elsewhere"


def test_chaoticats_leader_takes_nothing_that_somebody_caught() -> None:
    s = position("clans=free powers=on seats=H/R stage=flip\nH* p2 ? R1 p5\n" + 4 * EMPTY)
    assert (caught(s, 0), caught(s, 1)) == ({"p2"}, {"p5"})


def test_chaoticats_leader_brings_a_fly_that_was_tied() -> None:
    s = position(
        "clans=free powers=on seats=R/H stage=flip\nH* f4 ? ? ?\n? ? ? ? ?\n? ? R1 f3 ?\n? ? ? ? ?\n? ? ? ? ?\n"
    )
    assert caught(s, 1) == {"f4"}, "Royal Claws have the 3"
    s = position(
        "clans=free powers=on seats=R/H stage=flip\nH* f4 ? ? ?\n? ? ? H ?\n? ? R5* f3 R3\n? ? ? ? ?\n? ? ? ? ?\n"
    )
    assert caught(s, 1) == {"f4", "f3"}, "eight against eight: nobody's, so it comes along"
    assert points(s) == (0, 12)


def test_defenders_leader_goes_to_the_centre() -> None:
    on, off = both_ways("JR", "J9* ? ? ? ?\n? ? m6 ? ?\n? ? m3 ? ?\n? ? ? ? ?\n? ? ? ? ?\n")
    assert Centred(4, 0, 10) in ending(on).steps
    assert caught(on, 0) == {"m6"}
    assert caught(off, 0) == set()


def test_defenders_leader_already_in_the_centre_stays() -> None:
    on, _ = both_ways("JR", 2 * EMPTY + "? ? J9* m6 ?\n" + 2 * EMPTY)
    assert not any(isinstance(step, Centred) for step in ending(on).steps)
    assert caught(on, 0) == {"m6"}


def test_power_cats_leader_reaches_his_row_and_column() -> None:
    on, off = both_ways("WR", "W2* R1 D2@1 ? m6\n? ? ? ? ?\n? ? ? ? ?\n? ? ? ? ?\nm3 ? ? ? m4\n")
    assert caught(off, 0) == set()
    assert caught(on, 0) == {"m6", "m3"}, "nothing blocks him, but m4 is in neither line"


def test_polterkitties_leader_is_not_turned_down_by_dogs() -> None:
    on, off = both_ways("TR", "T5* D2@0 T2 ? ?\n" + 4 * EMPTY)
    assert down(off) == {"T5*", "T2"}
    assert down(on) == {"T2"}
    bite = next(step for step in ending(on).steps if isinstance(step, Bitten))
    assert (len(bite.cats), len(bite.spared)) == (1, 1)


def test_polterkitties_leader_is_turned_down_by_the_crooks() -> None:
    s = position("clans=free powers=on seats=C/T stage=flip\nT5* C7* ? ? ?\n" + 4 * EMPTY)
    assert down(s) == {"T5*"}


# ---------------------------------------------------------------- before the dogs
def test_defenders_go_before_royal_claws() -> None:
    """The swap with the centre takes Royal Claws' leader away from the bulldog and next to the dobermann."""
    s = position("""
        clans=free powers=on seats=R/J stage=move flipped=b5
        J9*  D4@0 m3   m4   f3
        m4   R1   R2   D2@0 f4
        m5   D3@0 R5*  m5   p2
        D5@0 R3   J1   J1   p5
        R4   m6   J1   J1   D1@0
    """)
    before_end = s.copy()
    act(s, "a5")
    assert (s.stage, rules.waiting(s)) == (rules.TURN_DOG, 0b01)
    assert s.swapped == cell_at("a1")
    east = 1
    assert rules.legal(s, 0) == 1 | 0b111 << 1 + 3 * east, "only the bulldog on b1 is beside him now"
    rules.apply(s, 0, 1 + 3 * east + 2)
    assert (s.turned, s.turned_by, s.quarter[3]) == (3, 3, 3)
    where, quarter = before(s)
    assert quarter[3] == 0
    assert where[9] == cell_at("a1")
    assert where[4] == cell_at("c3")
    steps = ending(s).steps
    assert isinstance(steps[0], Centred)
    assert steps[1] == Turned(23, cell_at("b1"), 3)
    assert before_end.tile[0] == 9


def test_royal_claws_leader_may_leave_the_dogs() -> None:
    s = position("clans=free powers=on seats=R/G stage=turn-dog" + EXAMPLE)
    rules.apply(s, 0, rules.LEAVE)
    assert s.stage == rules.OVER
    assert (s.turned, s.quarter) == (NONE, [1, 0, 2, 0, 0])
    verdict = judge(board_from(EXAMPLE), "RG", True)
    assert s.points == [verdict.points["R"], verdict.points["G"]]


def test_royal_claws_leader_far_from_dogs_is_not_asked() -> None:
    text = EXAMPLE.replace("R5*", "xx").replace("R1", "R5*").replace("xx", "R1").replace("D5@0", "yy")
    text = text.replace("m3", "D5@0").replace("yy", "m3")
    s = position("clans=free powers=on seats=R/G stage=move flipped=e2" + text)
    act(s, "e3")
    assert s.stage == rules.OVER


def test_nobody_has_more_points_than_the_field_holds() -> None:
    """All ten prey for the Gourmets: 27 + 10 + 12 + 10."""
    everything = sum((3, 4, 4, 5, 5, 6)) + 2 * 5 + 3 * 4 + 10
    assert everything == notation.MOST_POINTS
    field = POCKET_CATS.rules.State.fields["points"]
    assert 2 * everything <= field.high
