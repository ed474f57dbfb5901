"""Positions of More Kitties! as text: exact both ways, and clear about what is wrong."""

from __future__ import annotations

import random

import pytest

from purrlor.core.errors import BadNotation
from purrlor.core.seats import WATCHER, members
from purrlor.games.more_kitties.notation import PHASES
from purrlor.games.more_kitties.rules import rules
from purrlor.games.more_kitties.rules.state import GIVE, LAY
from tests.games.more_kitties.positions import KITTIES, bag, begin, choices, known, out, place, reserve

TWO = "players=2 seat0=r:0:/rb.ry.rg.by seat1=b:0:/rb.by.bg.yg"
BARE = "players=2 seat0=r:0:/rb.ry.rg seat1=b:0:/rb bag=-"
TOSSED = "players=2 do=again table=rb0.ry0.by1 seat0=r:0:/rg.by seat1=b:0:/rb.bg.yg"


@pytest.mark.long_walk
def test_every_position_of_random_matches_is_read_as_it_was_shown() -> None:
    phases: set[str] = set()
    for seed in range(12):
        s = begin(2 + seed % 5, seed, colours="6", open=seed % 4 == 0)
        dice = random.Random(seed)
        while asked := members(rules.waiting(s)):
            phases.add(PHASES[s.phase])
            for seat in (None, dice.randrange(s.seats), WATCHER):
                seen = s if seat is None else KITTIES.hidden(s, seat)
                assert place(KITTIES.show(seen)) == seen
            seat = dice.choice(asked)
            rules.apply(s, seat, dice.choice(members(rules.legal(s, seat))))
        phases.add(PHASES[s.phase])
        assert place(KITTIES.show(s)) == s
    assert phases == set(PHASES)


def test_a_position_reads_like_this() -> None:
    s = place(
        "players=3 do=give turn=1 to=0 ties=1 turns=4 table=rg1.Mb1.yr2<.gy0 "
        "seat0=r:0:/rb.rb.rb seat1=b:0:/yg.yg seat2=y:0:ry.yr/bg.bg"
    )
    assert s.phase == GIVE
    assert (s.turn, s.receiver, s.ties, s.turns, s.tosses) == (1, 0, 1, 4, 2)
    assert list(choices(s, 1)) == [
        "Give back red/green",
        "Give back blue/mouse",
        "Give back yellow/green",
    ]
    assert reserve(s, 2) == ["ry", "ry", "bg", "bg"]
    assert known(s, 2) == ["ry", "ry"]


def test_a_bag_left_out_is_what_remains() -> None:
    s = place(TWO)
    assert s.bag_n == 52
    assert bag(s).count("rb") == 4
    assert bag(s).count("rM") == 2
    assert out(s) == {}


def test_with_a_bag_given_the_rest_is_out() -> None:
    s = place(TWO + " bag=2rM.gI")
    assert bag(s) == ["gI", "rM", "rM"]
    assert sum(out(s).values()) == 49


def test_where_a_reserve_is_unknown_a_bag_left_out_is_too() -> None:
    s = place("players=2 seat0=r:0:/rb.ry.rg.by seat1=b:0:rb/?.?.?")
    assert (s.bag_n, any(s.bag)) == (52, False)
    assert s.reserve[1] == [place(TWO).reserve[1][0], -1, -1, -1]


def test_sides_may_be_named_in_any_order_in_a_reserve_and_show_on_the_table() -> None:
    s = place("players=2 seat0=r:0:/br.Mr.rg.by seat1=b:0:/rb.by.bg.yg")
    assert reserve(s, 0) == ["rb", "rM", "rg", "by"]
    s = place("players=2 do=again table=br0.rb0.by1 seat0=r:0:/rg.by seat1=b:0:/rb.bg.yg")
    assert (s.table[0], s.up[:3]) == (s.table[1], [1, 0, 0])


def test_in_an_open_game_the_slash_may_be_left_out() -> None:
    s = place("players=2 open=on seat0=r:0:rb.ry.rg.by seat1=b:0:rb.by.bg.yg")
    assert s.known[:2] == [4, 4]


def test_picks_and_what_was_drawn() -> None:
    s = place(TWO + " pick0=1.3 drew=2,1")
    assert (s.chosen[:2], s.asked, s.drew[:2]) == ([2, 0], 0b10, [2, 1])
    s = place(TWO + " pick1=4")
    assert (s.chosen[:2], s.asked) == ([0, 4], 0b01)


def test_the_generator_is_shown_where_there_is_one() -> None:
    s = begin(2, 3)
    assert "rng=" in KITTIES.show(s)
    assert "rng=" not in KITTIES.show(KITTIES.hidden(s, 0))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("nonsense", "not of the form name=value"),
        ("players=2 players=3", "players is given twice"),
        ("players=9", "players=9: it should be a number from 2 to 6"),
        ("colours=5", "players=: it should be a number"),
        (TWO + " colours=7", "Option colours cannot be '7'"),
        (TWO.replace("players=2", "players=6") + " colours=4", "too few for 6 players"),
        (TWO + " do=dance", "do=dance: it should be one of choose"),
        (TWO + " turn=2", "turn=2"),
        (TWO + " moon=1", "nothing called moon"),
        (TWO + " rng=1,2", "rng is 2 numbers instead of 4"),
        (TWO + " rng=1,2,3,x", "rng=x"),
        ("players=3 seat0=r:0:/ seat1=b:0:/", "seat2 is missing"),
        (TWO.replace("seat1=b", "seat1=q"), "colour:pile:known tokens/others"),
        (TWO.replace("seat1=b", "seat1=r"), "a colour of their own"),
        (TWO.replace("seat1=b", "seat1=p"), "among the first 4"),
        (TWO.replace("seat1=b:0:/rb", "seat1=b:0:/rr"), "'rr' is no token"),
        (TWO.replace("seat1=b:0:/rb", "seat1=b:0:/MD"), "'MD' is no token"),
        (TWO.replace("seat1=b:0:/rb", "seat1=b:0:/rb.rb"), "seat1 has 5 tokens"),
        (TWO.replace("seat1=b:0:/rb", "seat1=b:0:/rM").replace("ry.rg", "rM.rM"), "3 tokens of one kind, 2 exist"),
        (TWO.replace("seat1=b:0:/rb.", "seat1=b:0:?/"), "unknown token among those that everybody knows"),
        (TWO.replace("seat1=b:0", "seat1=b:3"), "more cats than tokens are out"),
        (TWO.replace("seat1=b:0:/rb.", "seat1=b:0:/"), "fewer than 4 tokens, but the bag is not empty"),
        (TWO + " open=on", "reserves are open"),
        (TWO + " ties=8", "ties=8: so many turns in a row"),
        (BARE + " ties=2", "ties=2: so many turns in a row"),
        (BARE + " turn=1", "fewer than two tokens"),
        (BARE + " do=last", "reserves of one token and none"),
        (BARE + " final=1", "after the last toss"),
        (BARE + " acting=0", "acting is out of place here"),
        (BARE + " pick0=1.2 pick1=1", "everybody has chosen"),
        (TWO + " pick0=2", "pick0=2: it should be two places"),
        (TWO + " pick0=3.1", "the lower one first"),
        (TWO + " pick1=1.2", "pick1=1.2: it should be a place"),
        (TWO + " pick1=5", "pick1=5"),
        (BARE.replace("seat1=b:0:/rb", "seat1=b:0:/") + " pick1=1", "pick1=1: there is no such token"),
        (TWO.replace("seat1=b:0:/rb.by", "seat1=b:0:by/by") + " pick1=2", "an equal one before it stands for it"),
        (TWO + " drew=1,1,1", "there are 2 players"),
        (TWO + " drew=5", "drew=5"),
        (TWO + " bag=?x50", "there are 58 tokens instead of 60"),
        (TWO + " bag=3rb.?", "known or unknown as a whole"),
        (TWO + " bag=84rb.rb", "85 tokens in the bag"),
        (TWO + " bag=rb out=rb", "there are 10 tokens instead of 60"),
        (TWO + " out=?", "nothing that is out is unknown"),
        (TWO + " out=7rb", "tokens of one kind"),
        (TWO.replace("seat1=b:0:/rb", "seat1=b:0:/?") + " bag=6yg out=rb", "a bag is unknown where"),
        (TWO + " table=rb0", "a last toss and its fate belong together"),
        (TWO + " table=rb0.rb0.rb0.rb0.rb0.rb0.rb0.rb0 fate=left", "8 tokens on the table"),
        (TWO + " table=rb0 fate=lost", "fate=lost"),
        (TWO + " table=rb0 fate=won", "it should name a colour"),
        (TWO + " table=rb0 fate=backr", "fate=backr"),
        (TWO + " table=? fate=left", "nothing on the table is unknown"),
        (TWO + " table=rb fate=left", "owner="),
        (TOSSED + " fate=left", "not known while it is on the table"),
        (TOSSED + " handed=0", "the player to move hands nothing over"),
        (TOSSED + " handed=-", "does not fit those who handed one over"),
        (TOSSED + " handed=7", "handed=7"),
        (TOSSED + " tosses=2", "tosses=2 does not fit"),
        (TOSSED.replace("do=again", "do=give to=0"), "seat0 handed nothing over"),
        (TOSSED.replace("do=again", "do=give"), "to is needed here"),
        (TOSSED.replace("seat0=r:0:/rg.by", "seat0=r:0:/rg.by.yg"), "too many tokens in the reserves"),
        (TOSSED.replace("rb0", "rb0!"), "only a Mouse or a Dog"),
        (TOSSED.replace("rb0", "rb0<"), "the number of tokens on the table"),
        (TOSSED.replace("rb0", "Mr0!"), "a special is still to act"),
        (TOSSED.replace("do=again", "do=order").replace("rb0", "Mr0!"), "not two specials"),
        (TOSSED.replace("do=again", "do=turn-over acting=0").replace("rb0", "Mr0!"), "the special that is asked about"),
        (TOSSED.replace("do=again", "do=turn-over acting=5").replace("rb0", "Dr0!"), "two tokens on the table"),
        (TOSSED.replace("do=again", "do=lay acting=0 aim=0").replace("rb0", "Mr0!"), "two tokens on the table"),
        (
            "players=2 do=exchange acting=0 table=Mr0!.ry0.by1 seat0=r:0:/ seat1=b:0:/rb bag=-",
            "without a reserve no Mouse acts",
        ),
        ("players=2 do=turn-over acting=0 final=1 handed=- table=Dr0! seat0=r:0:/ seat1=b:0:/ bag=-", "no other token"),
        (
            "players=2 do=turn-over acting=0 final=1 handed=- table=Dr0!.rb0< seat0=r:0:/ seat1=b:0:/ bag=-",
            "no token is given back yet",
        ),
    ],
)
def test_what_is_wrong_is_said(text: str, why: str) -> None:
    with pytest.raises(BadNotation) as caught:
        KITTIES.read(text)
    assert why in str(caught.value)


def test_a_mouse_at_work() -> None:
    s = place("players=2 do=lay acting=0 aim=2 table=Mr0!.ry0.by1 seat0=r:0:/rg.by seat1=b:0:/rb.bg.yg")
    assert s.phase == LAY
    assert len(choices(s, 0)) == 4
