"""Positions of Pocket Cats as text: exact both ways, and clear about what is wrong."""

from __future__ import annotations

import pytest

from purrlor.core.errors import BadNotation
from purrlor.core.seats import WATCHER
from purrlor.games.pocket_cats import notation
from purrlor.games.pocket_cats.rules import rules
from purrlor.games.pocket_cats.words.tile_letters import faces
from tests.games.pocket_cats.positions import POCKET_CATS, begin, begin_with, position, walk

BOARD = """
f3    R4    m4    D3@2  f4
G2    D4@0  m5    m6    R1
D1@1  m4    D2@0  R5*   D5@0
G3*   p5    G1    G4    R2
m3    p2    G5    R3    m5
"""


def test_the_board_of_the_specification() -> None:
    s = notation.read("clans=free powers=on seats=R/G stage=over" + BOARD)
    assert (s.tile[0], s.tile[13], s.tile[18]) == (18, 4, 8)
    assert s.quarter == [1, 0, 2, 0, 0]
    lines = notation.show(s).splitlines()
    assert lines[0] == "clans=free powers=on seats=R/G stage=over points=15/21 tiles=3/4"
    assert lines[1].split() == ["f3", "R4", "m4", "D3@2", "f4"]
    assert lines[3].split() == ["D1@1", "m4b", "D2@0", "R5*", "D5@0"], "of two alike the second has a letter"


@pytest.mark.parametrize("clans", ["first", "free", "limited", "expert"])
def test_every_position_of_a_match_is_read_as_it_was_shown(clans: str) -> None:
    for seed in range(6):
        s = begin(seed, clans=clans, powers=seed % 3 > 0)
        for _ in walk(s, seed):
            for viewer in (0, 1, WATCHER):
                hidden = POCKET_CATS.hidden(s, viewer)
                assert notation.read(notation.show(hidden)) == hidden
            assert notation.read(notation.show(s)) == s
        assert notation.read(notation.show(s)) == s


def test_a_small_variant_is_read_as_it_was_shown() -> None:
    for seed in range(4):
        s = begin(seed, small=1 + seed % 2)
        assert f" small={1 + seed % 2} " in notation.show(s)
        for _ in walk(s, seed):
            assert notation.read(notation.show(POCKET_CATS.hidden(s, 0))) == POCKET_CATS.hidden(s, 0)
            assert notation.read(notation.show(s)) == s


def test_letters_may_be_left_out() -> None:
    header = "clans=free powers=on seats=J/W stage=flip\n"
    board = "J1 J1 J1d J1 J9\nW4 W4 W2 ? ?\n? ? ? ? ?\n? ? ? m4 D2\n? ? ? ? m4\n"
    s = notation.read(header + board)
    assert [faces(s.clan)[tile] for tile in s.tile[:8]] == ["J1", "J1b", "J1d", "J1c", "J9*", "W4", "W4b", "W2*"]
    assert s.quarter[1] == 0


def test_hidden_choices_are_question_marks() -> None:
    s = begin(3, clans="limited")
    assert notation.show(POCKET_CATS.hidden(s, 0)).split()[-1].endswith("/?")
    watched = notation.show(POCKET_CATS.hidden(s, WATCHER))
    assert watched == "clans=limited powers=on stage=keep hands=?/?"
    assert "rng=" in notation.show(s)


GOOD = "clans=free powers=on seats=R/G stage=over"
END = "f3 R4 m4 D3@2 f4\nG2 D4@0 m5 m6 R1\nD1@1 m4 D2@0 R5* D5@0\nG3* p5 G1 G4 R2\nm3 p2 G5 R3 m5"
RUNNING = "? R4 m4 D3@2 f4\nG2 D4@0 m5 m6 R1\nD1@1 m4 D2@0 R5* D5@0\nG3* p5 G1 G4 R2\nm3 p2 G5 R3 m5"
SMALL = "clans=first powers=off small=1 seats=R/G"
MIDDLE_DOWN = END.replace("D4@0 m5 m6", "? ? ?").replace("D2@0", "?")
DEFENDERS = END.replace("G1", "J1").replace("G2", "J1").replace("G3*", "J9*").replace("G4", "J1").replace("G5", "J1")
CENTRED = DEFENDERS.replace("J9*", "xx").replace("D2@0", "J9*").replace("xx", "D2@0")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "it is empty"),
        ("hello", "'hello' is not of the form name=value"),
        ("hello=1", "'hello' is not one of the facts"),
        ("clans=free clans=free", "clans is given twice"),
        ("clans=maybe powers=on", "clans is one of first, free, limited, expert"),
        ("clans=free", "powers= is missing"),
        ("clans=first powers=on", "a first game has powers=off"),
        ("clans=free powers=on small=1", "a small variant has clans=first"),
        (SMALL + " stage=flip\n" + RUNNING, "only the nine tiles in the middle are turned up"),
        (SMALL + " stage=move flipped=a2\n" + END, "only the nine tiles in the middle are turned up"),
        (SMALL + " stage=flip\n" + MIDDLE_DOWN, "4 tiles cannot be face down at stage flip"),
        ("clans=free powers=on game=2", "only an expert match has a second game"),
        ("clans=free powers=on stage=keep", "clans=free game=1 has no stage keep"),
        ("clans=expert powers=on stage=over", "has no stage over"),
        ("clans=expert powers=on game=2 stage=pick", "earlier= is missing"),
        ("clans=expert powers=on game=2 stage=pick earlier=60/1", "earlier has numbers from 0 to 59"),
        ("clans=expert powers=on game=2 stage=pick earlier=6", "earlier is for both seats"),
        ("clans=free powers=on stage=pick seats=R/R", "both seats have the same clan"),
        ("clans=free powers=on stage=pick seats=-/R", "at stage pick only seat 0 may have a clan"),
        ("clans=free powers=off stage=pick seats=H/-", "'H' is not a clan: give one letter of RGCJWT"),
        ("clans=free powers=on stage=pick\nx", "there is no board while clans are chosen"),
        ("clans=free powers=on stage=pick rng=1,2", "rng has four numbers"),
        ("clans=free powers=on stage=pick rng=1,2,3,-4", "rng has numbers from 0"),
        ("clans=free powers=on stage=pick chosen=R/-", "chosen is out of place at stage pick"),
        ("clans=first powers=off seats=G/R stage=flip", "a first game has seats=R/G"),
        ("clans=free powers=on seats=R/- stage=flip", "seats= must name both clans"),
        ("clans=limited powers=on seats=R/- stage=keep", "nobody has a clan yet"),
        ("clans=limited powers=on stage=keep hands=RGC/RJH", "a clan card is in two places"),
        ("clans=limited powers=on stage=keep hands=RG/CJH", "should be 3 clan cards of RGCJHWT or ?"),
        ("clans=limited powers=on stage=keep hands=RGC/? chosen=J/-", "seat 0 cannot have chosen J"),
        ("clans=limited powers=on stage=keep hands=RGC/? chosen=-/J", "seat 1 cannot have chosen J"),
        ("clans=limited powers=on stage=keep hands=RGC/JHW chosen=R/J", "once both have chosen a clan"),
        ("clans=expert powers=on stage=pick hands=RGC/JH", "should be 0 clan cards"),
        ("clans=expert powers=on stage=pick seats=R/- hands=-/RG", "a clan card is in two places"),
        (GOOD + "\nf3 R4", "the board has five rows of five tiles, not 2 in 1 rows"),
        (GOOD + "\n" + END.replace("m3", "x9"), "'x9' is not a tile of this game"),
        (GOOD + "\n" + END.replace("m3", "C1"), "'C1' is not a tile of this game"),
        (GOOD + "\n" + END.replace("m3", "m6"), "the tile m6 is there twice"),
        (GOOD + "\n" + END.replace("m3", "m4"), "there are too many tiles m4"),
        (GOOD + "\n" + END.replace("m3", "m3@1"), "only a dog has a turn"),
        (GOOD + "\n" + END.replace("D1@1", "D1@4"), "only a dog has a turn, from @0 to @3"),
        (GOOD + "\n" + RUNNING, "1 tiles cannot be face down at stage over"),
        (GOOD.replace("over", "flip") + "\n" + END, "0 tiles cannot be face down at stage flip"),
        (GOOD.replace("over", "flip") + "\n" + RUNNING.replace("R4", "#R4"), "either all face-down tiles are known"),
        (GOOD.replace("over", "move") + "\n" + RUNNING, "flipped= is missing"),
        (GOOD.replace("over", "move") + " flipped=a1\n" + RUNNING, "flipped=a1 lies face down"),
        (GOOD.replace("over", "move") + " flipped=f9\n" + RUNNING, "'f9' is not a cell from a1 to e5"),
        (GOOD.replace("over", "haunt") + " flipped=a5 other=e1\n" + RUNNING, "the prey on e1 cannot move instead"),
        (GOOD + " points=1/2\n" + END, "this board counts points=15/21"),
        (GOOD + " turned=D9+1\n" + END, "turned=D9+1 is not a dog"),
        (GOOD + " swapped=a1\n" + END, "swapped is out of place"),
        (GOOD.replace("over", "turn-dog").replace("on", "off") + "\n" + END, "there is no dog beside a leader"),
        ("clans=free powers=on seats=R/J stage=over\n" + DEFENDERS, "the Defenders' leader is in the centre"),
        ("clans=free powers=on seats=R/J stage=over swapped=c3\n" + CENTRED, "not the centre"),
        ("clans=expert powers=on seats=R/G stage=pause ready=2\n" + END, "ready is one of 0, 1"),
    ],
)
def test_what_is_wrong_is_said(text: str, why: str) -> None:
    with pytest.raises(BadNotation, match="This is not a position of pocket-cats: ") as caught:
        POCKET_CATS.read(text)
    assert why in str(caught.value)


def test_a_prey_that_moves_instead() -> None:
    s = position("""
        clans=free powers=on seats=T/G stage=haunt flipped=a1 other=c3
        m3 ? ? ? ?
        ? ? ? ? ?
        ? ? p5 ? ?
        ? ? ? ? ?
        ? ? ? ? ?
    """)
    assert (s.stage, s.turns, s.turn, s.other) == (rules.HAUNT, 0, 0, 12)


def test_the_end_is_kept_for_a_screen() -> None:
    text = "clans=free powers=on seats=R/J stage=over swapped=a4 turned=D2+1\n" + CENTRED
    s = notation.read(text)
    assert (s.swapped, s.turned, s.turned_by) == (15, 1, 1)
    assert notation.show(s).splitlines()[0].startswith(text.splitlines()[0])


def test_whose_turn_follows_from_the_board() -> None:
    s = begin_with("RG", 4)
    turns = []
    for _ in walk(s, 4):
        turns.append((s.turn, notation.read(notation.show(s)).turn))
    assert all(a == b for a, b in turns)
    assert {a for a, _ in turns} == {0, 1}


def test_a_position_of_before_reads_as_it_did() -> None:
    text = "clans=limited powers=on stage=keep hands=RGC/? chosen=R/-"
    assert POCKET_CATS.read(text.replace("chosen=", "kept=")) == POCKET_CATS.read(text)
