"""Positions of Rat-a-Tat Cat as text."""

from __future__ import annotations

import random

import pytest

from purrlor import BadNotation
from purrlor.core.chance import forget_rng, seed_rng
from purrlor.core.seats import WATCHER, members
from purrlor.games.rat_a_tat_cat import invariants
from purrlor.games.rat_a_tat_cat.notation import read, show
from purrlor.games.rat_a_tat_cat.rules import rules
from purrlor.games.rat_a_tat_cat.rules.state import HIDDEN, LOOK, NO_CARD, OVER, PLACE, ROUND_END, SOURCE, TAKE, State
from tests.games.rat_a_tat_cat.positions import RAT, act, begin, hidden, lay

ROWS = "row0=1/0,?,?,2/0 row1=?/1,?,?,?/1"
OPEN = "row0=1,2,3,4 row1=5,6,7,8"


def test_a_short_text_is_enough() -> None:
    s = read(f"players=2 {ROWS} discard=5")
    assert (s.phase, s.turn, s.round, s.rounds) == (SOURCE, 0, 1, 3)
    assert (s.deck_n, set(s.deck[:56])) == (56, {HIDDEN})
    assert (s.rows[0], s.known[0]) == ([1, HIDDEN, HIDDEN, 2], [1, 0, 0, 1])


def test_words_may_come_in_any_order_and_on_several_lines() -> None:
    assert read(f"discard=5\n{ROWS}\nplayers=2") == read(f"players=2 {ROWS} discard=5")


def test_the_top_of_the_discard_is_the_last() -> None:
    assert read(f"players=2 {ROWS} discard=S95").discard[:4] == [10, 9, 5, NO_CARD]


def test_what_is_shown_can_be_read_by_a_person() -> None:
    s = lay("players=2 rounds=1 row0=1/0,9+/0,9,2/0 row1=3/01,8,8=,4/1 discard=5 do=place turn=1 drawn=7")
    assert show(hidden(s, 1)) == (
        "players=2 rounds=1 do=place turn=1 drawn=7 row0=?/0,?+/0,?,?/0 row1=3/01,?,?=,4/1 discard=5 deck=?x55"
    )
    assert " drawn=? " in show(hidden(s, 0))


def test_everything_that_can_be_in_a_position() -> None:
    text = (
        "players=4 length=limit limit=60 open_ends=on memory=aided round=3 starter=2 lap=5 caller=0 do=swap-with "
        "turn=2 slot=1 out=1 passed=7 row0=1/0123,?/0,?,2/0123 row1=- row2=4/0123,?+/23,?=,0/0123 "
        "row3=6/0123,?,?,9/0123 discard=57DS deck=?x49 totals=10,61,20,30 points=5,20,10,9"
    )
    s = read(text)
    assert " ".join(sorted(show(s).split())) == " ".join(sorted(text.split()))
    assert s.last_turns == 1  # player 3 comes before the caller


def test_the_generator_is_shown_only_where_there_is_one() -> None:
    s = begin(2)
    assert " rng=" in show(s)
    assert read(show(s)) == s
    forget_rng(s)
    assert " rng=" not in show(s)


def test_every_stage_reads_back() -> None:
    for phase, more in (
        ("look", "asked=1"), ("source", ""), ("place", "drawn=3"), ("place", "taken=3"), ("swap", ""), ("peek", ""),
        ("swap-with", "slot=2"), ("peeked", "slot=3"), ("super-peeked", ""), ("draw-two", ""), ("call", ""),
    ):  # fmt: skip
        s = read(f"players=2 {ROWS} discard=5 do={phase} {more}")
        assert read(show(s)) == s
        assert s.super_peeked == (phase == "super-peeked")


def test_a_position_of_before_reads_as_it_did() -> None:
    text = f"players=2 {ROWS} discard=5 do=place drawn=3"
    assert read(text.replace("drawn=", "held=")) == read(text)
    with pytest.raises(ValueError, match="drawn is given twice"):
        read(f"{text} held=3")


def test_the_look_asks_everybody_unless_told_otherwise() -> None:
    s = read(f"players=2 {ROWS} discard=5 do=look")
    assert (s.phase, s.asked) == (LOOK, 0b11)


def test_an_empty_discard_while_a_card_is_held() -> None:
    s = read(f"players=2 {ROWS} discard=- do=place drawn=3")
    assert (s.phase, s.discard_n, s.deck_n) == (PLACE, 0, 56)


@pytest.mark.parametrize(("rounds", "phase"), [(2, ROUND_END), (1, OVER)])
def test_an_empty_discard_when_the_new_deck_replaces_the_last_special(rounds: int, phase: int) -> None:
    """The deck runs out at the end of a round; the whole discard is shuffled, and its first card is a number."""
    pile = "000122233344455566677778888999999999SSSSSPPPPDDDDAAAAAA11"
    s = lay(f"players=2 rounds={rounds} caller=1 row0=1,2,3,4 row1=5,6,0,S discard={pile}")
    act(s, TAKE, 0)
    assert (s.phase, s.discard_n, s.deck_n) == (phase, 0, 57)
    assert read(show(s)) == s


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "players"),
        ("players=1", "players"),
        ("players=7", "players"),
        ("players=٣", "players"),
        ("nonsense", "name=value"),
        ("players=", "name=value"),
        (f"players=2 players=2 {ROWS} discard=5", "twice"),
        (f"players=2 {ROWS} discard=5 colour=red", "colour"),
        (f"players=2 {ROWS} row2=1,2,3,4 discard=5", "row2"),
        (f"players=3 {ROWS} discard=5", "row2"),
        ("players=2 row0=1,2,3 row1=?,?,?,? discard=5", "3 cards instead of 4"),
        ("players=2 row0=1,2,3, row1=?,?,?,? discard=5", "a card of '1,2,3,' is missing"),
        ("players=2 row0=1,2,3,X row1=?,?,?,? discard=5", "no card"),
        ("players=2 row0=1,2,3,4/ row1=?,?,?,? discard=5", "slash"),
        ("players=2 row0=1,2,3,4/2 row1=?,?,?,? discard=5", "seat"),
        ("players=2 row0=1,2,3,S+ row1=?,?,?,? discard=5", "is a number"),
        (f"players=2 {ROWS} discard=5 deck=?x7", "16 cards instead of 65"),
        (f"players=2 {ROWS} discard=?", "face up"),
        (f"players=2 {ROWS} discard=-", "not empty"),
        (f"players=2 {ROWS} discard=11112", "5 of a card"),
        (f"players=2 {ROWS} discard=5 rounds=21", "rounds"),
        (f"players=2 {ROWS} discard=5 open_ends=maybe", "open_ends"),
        (f"players=2 {ROWS} discard=5 round=4", "no round 4 of 3"),
        (f"players=2 {ROWS} discard=5 turn=2", "turn"),
        (f"players=2 {ROWS} discard=5 do=dance", "dance"),
        (f"players=2 {ROWS} discard=5 do=place", "held"),
        (f"players=2 {ROWS} discard=5 drawn=3", "held"),
        (f"players=2 {ROWS} discard=5 do=place drawn=S", "special"),
        (f"players=2 {ROWS} discard=5 do=place taken=?", "taken"),
        (f"players=2 {ROWS} discard=5 do=place drawn=3 taken=4", "drawn"),
        (f"players=2 {ROWS} discard=5 do=place taken=3 draws_left=1", "second draw"),
        (f"players=2 {ROWS} discard=5 passed=S do=place drawn=3", "passed"),
        (f"players=2 {ROWS} discard=5 passed=3", "passed"),
        (f"players=2 {ROWS} discard=5 slot=1", "slot"),
        (f"players=2 {ROWS} discard=5 asked=1", "asked"),
        (f"players=2 {ROWS} discard=5 do=look turn=1", "not begun"),
        (f"players=2 {ROWS} discard=5 do=look open_ends=on", "open ends"),
        (f"players=2 {ROWS} discard=5 do=swap-with slot=0 open_ends=on", "face up"),
        (f"players=2 {ROWS} discard=5 caller=0", "no more turn"),
        (f"players=2 {ROWS} discard=5 caller=1 do=call", "nobody calls again"),
        (f"players=2 {ROWS} discard=5 do=over", "after a call"),
        (f"players=2 {ROWS} discard=5 lap=60 turn=1", "turn 60 ended with a call"),
        (f"players=2 {OPEN} discard=5 caller=1 do=round-end rounds=1", "match is over"),
        (f"players=2 {OPEN} discard=5 caller=1 do=round-end length=minutes time_up=1", "match is over"),
        (f"players=2 {OPEN} discard=5 caller=1 do=round-end length=limit out=0 totals=100,9", "match is over"),
        (f"players=2 {ROWS} discard=5 open_ends=on", "outer cards lie open"),
        (f"players=3 {ROWS} row2=?,?,?,? discard=5 lap=60 turn=2 caller=1", "turn 60 ended with a call"),
        (f"players=2 {ROWS} discard=5 do=over caller=1", "lie open"),
        (f"players=2 {ROWS} discard=5 out=1", "limit"),
        (f"players=2 {ROWS} discard=5 time_up=1", "minutes"),
        (f"players=2 {ROWS} discard=5 length=limit out=01", "everybody"),
        (f"players=2 {ROWS} discard=5 length=limit out=1 totals=0,100", "alone"),
        (f"players=2 {ROWS} discard=5 length=limit totals=0,100", "player 1 is out"),
        (f"players=3 {ROWS} row2=- discard=5 length=limit out=2", "player 2 is in"),
        (f"players=3 {ROWS} row2=?,?,?,? discard=5 length=limit out=2 totals=0,0,100", "has no row"),
        (f"players=3 {ROWS} row2=- discard=5 length=limit out=2 totals=0,0,100 starter=2", "starter=2 is out"),
        (f"players=3 {ROWS} row2=- discard=5 length=limit out=2 totals=0,0,100 caller=2", "caller=2 is out"),
        (f"players=2 {ROWS} discard=5 totals=1,2,3", "3 numbers for 2"),
        (f"players=2 {ROWS} discard=5 totals=1,-2", "totals"),
        (f"players=2 {ROWS} discard=5 points=1,37", "points"),
        (f"players=2 {ROWS} discard=5 rng=1,2,3", "3 numbers instead of 4"),
        (f"players=2 {ROWS} discard=5 rng=1,2,3,100000000", "rng"),
        (f"players=2 {ROWS} discard=5 rng=1,2,3,z", "rng"),
        (f"players=2 {ROWS} discard=5 deck=?x55S", "from 0 to 65"),
        (f"players=2 {ROWS} discard=5 stock=?", "do not exist"),
        (f"players=2 {ROWS} discard=5 stock=PPPPP", "do not exist"),
        (f"players=2 {ROWS} discard=PPPP5 stock=P", "cannot lie"),
        (f"players=2 {ROWS} discard=5 stock=3", "cannot lie"),
        (f"players=2 row0=1/0,?=,?,2/0 row1=?+/1,?,?,? discard={'012345678' * 3}3456780999999999", "cannot lie"),
    ],
)  # fmt: skip
def test_what_is_no_position_is_refused_with_a_reason(text: str, why: str) -> None:
    with pytest.raises(BadNotation, match=why):
        RAT.read(text)


def test_a_deck_is_known_as_a_whole_or_not_at_all() -> None:
    whole = show(lay("players=2 row0=1,9,9,2 row1=3,8,8,4 discard=5"))
    assert read(whole).deck_n == 56
    with pytest.raises(BadNotation, match="whole or not at all"):
        RAT.read(whole.replace("AAA ", "AA? "))
    with pytest.raises(BadNotation, match="knows every card"):
        RAT.read(whole.replace("row0=1,9", "row0=?,9"))


def test_hidden_positions_read_back_for_every_viewer() -> None:
    s = begin(6, 3)
    for viewer in (*range(6), WATCHER):
        veil = hidden(s, viewer)
        assert read(show(veil)) == veil


@pytest.mark.long_walk
def test_a_text_with_something_changed_is_refused_or_can_be_played() -> None:
    """Whatever is accepted can be dealt out and played to the end."""
    dice = random.Random(1)
    accepted = 0
    for number in range(700):
        s = begin(2 + number % 5, number, open_ends=number % 3 == 0, length=("rounds", "minutes", "limit")[number % 3])
        for _ in range(dice.randrange(60)):
            play_any(s, dice)
        words = show(hidden(s, dice.randrange(s.seats)) if number % 2 else s).split()
        place = dice.randrange(len(words))
        name, _, value = words[place].partition("=")
        at = dice.randrange(len(value) + 1)
        value = value[:at] + dice.choice(["", "0", "1", "2", "9", "S", "?", ",", "-", "+", "/1"]) + value[at + 1 :]
        text = " ".join([*words[:place], f"{name}={value}", *words[place + 1 :]])
        try:
            s = RAT.read(text)
        except BadNotation:
            continue
        accepted += 1
        assert RAT.read(RAT.show(s)) == s, text
        seed_rng(s, number)
        if HIDDEN in [s.in_hand, *(card for line in s.rows for card in line), *s.deck[: s.deck_n]]:
            rules.redeal(s, dice.randrange(s.seats))
        assert invariants.inventory(s) == invariants.inventory(begin(2)), text
        for _ in range(200):
            play_any(s, dice)
    assert accepted > 80


def play_any(s: State, dice: random.Random) -> None:
    if asked := rules.waiting(s):
        seat = dice.choice(members(asked))
        rules.apply(s, seat, dice.choice(members(rules.legal(s, seat))))
