"""Pocket Cats line by line: the clans, setting up, a turn, the permanent effects, two games."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from purrlor import Match
from purrlor.core.chance import seed_rng
from purrlor.core.record import checked
from purrlor.core.seats import count, members
from purrlor.games.pocket_cats.rules import rules, tiles
from purrlor.games.pocket_cats.rules.small_board import MIDDLE
from purrlor.games.pocket_cats.rules.tiles import NONE
from purrlor.games.pocket_cats.words.labels import why_not
from purrlor.games.pocket_cats.words.tile_letters import LETTERS, cell_at, cell_name, faces
from tests.games.pocket_cats.positions import POCKET_CATS, act, begin, begin_with, choices, position, walk


def letters(mask: int) -> str:
    return "".join(LETTERS[clan] for clan in members(mask))


def flip(s: rules.State, face: str) -> int:
    """Turn up the tile with this face; its cell."""
    cell = s.tile.index(faces(s.clan).index(face))
    rules.apply(s, s.turn, cell)
    return cell


# ---------------------------------------------------------------- tiles
def test_prey() -> None:
    assert faces([0, 1])[10:20] == ("m3", "m4", "m4b", "m5", "m5b", "m6", "p2", "p5", "f3", "f4")


@pytest.mark.parametrize(
    ("clan", "cats"),
    [
        (tiles.ROYAL_CLAWS, "R1 R2 R3 R4 R5*"),
        (tiles.GOURMETS, "G1 G2 G3* G4 G5"),
        (tiles.CROOKS, "C1 C2 C3 C4 C7*"),
        (tiles.DEFENDERS, "J1 J1b J1c J1d J9*"),
        (tiles.CHAOTICATS, "H Hb Hc Hd H*"),
        (tiles.POWER_CATS, "W2* W3 W4 W4b W6"),
        (tiles.POLTERKITTIES, "T2 T2b T3 T3b T5*"),
    ],
)
def test_cats_of_every_clan(clan: int, cats: str) -> None:
    assert " ".join(faces([clan, (clan + 1) % 7])[:5]) == cats


# ---------------------------------------------------------------- options
def test_usual_options() -> None:
    assert POCKET_CATS.settle(2) == {"clans": "limited", "powers": True, "small": 0}


def test_a_first_game_is_always_without_powers() -> None:
    assert POCKET_CATS.settle(2, {"clans": "first", "powers": True}) == {"clans": "first", "powers": False, "small": 0}


def test_a_small_variant_is_the_end_of_a_first_game() -> None:
    for small, turns in ((1, 3), (2, 4)):
        s = begin(small, small=small, clans="expert")
        assert (s.clans, s.powers, s.turn) == (rules.FIRST, 0, turns % 2)
        assert members(s.down) == (7, 11, 13, 17)[:turns]
        assert sorted(s.tile) == list(range(25))
        before = s.copy()
        decisions = sum(1 for _ in walk(s, small))
        assert decisions == 2 * turns
        around = [c for c in range(25) if not MIDDLE >> c & 1]
        assert len(around) == 16
        assert [s.tile[c] for c in around] == [before.tile[c] for c in around], "they stay where they are"


def test_a_small_variant_says_why_a_tile_stays() -> None:
    s = begin(1, small=1)
    rules.apply(s, 1, 7)
    t = POCKET_CATS.translations("en")
    assert why_not(s, 1, 2, t) == "In this small variant only the nine tiles in the middle move."


def test_two_players_only() -> None:
    assert list(POCKET_CATS.seats) == [2]


# ---------------------------------------------------------------- clans
def test_first_game_is_royal_claws_against_gourmets() -> None:
    s = begin(clans="first")
    assert s.clan == [tiles.ROYAL_CLAWS, tiles.GOURMETS]
    assert (s.stage, rules.waiting(s)) == (rules.FLIP, 0b01)


def test_free_choice_one_after_the_other() -> None:
    s = begin(clans="free")
    assert (rules.waiting(s), letters(rules.legal(s, 0))) == (0b01, "RGCJHWT")
    rules.apply(s, 0, tiles.CHAOTICATS)
    assert (rules.waiting(s), letters(rules.legal(s, 1))) == (0b10, "RGCJWT")
    rules.apply(s, 1, tiles.CROOKS)
    assert s.clan == [tiles.CHAOTICATS, tiles.CROOKS]
    assert rules.waiting(s) == 0b01, "who picks first moves first"


@pytest.mark.parametrize("clans", ["free", "limited", "expert"])
def test_without_powers_the_chaoticats_stay_in_the_box(clans: str) -> None:
    for seed in range(30):
        s = begin(seed, clans=clans, powers=False)
        for _ in walk(s, seed):
            assert not any(hand >> tiles.CHAOTICATS & 1 for hand in s.hand)
            if s.stage == rules.PICK:
                assert not rules.legal(s, s.turn) >> tiles.CHAOTICATS & 1
            if s.stage == rules.FLIP:
                break
        assert tiles.CHAOTICATS not in s.clan


def test_limited_choice_from_three_cards_each() -> None:
    seen: Counter[int] = Counter()
    for seed in range(100):
        s = begin(seed, clans="limited")
        assert rules.waiting(s) == 0b11
        assert count(s.hand[0]) == count(s.hand[1]) == 3
        assert s.hand[0] & s.hand[1] == 0
        assert [rules.legal(s, p) for p in (0, 1)] == s.hand
        seen.update(members(s.hand[0]))
    assert set(seen) == set(range(7))


def test_limited_choices_are_shown_together() -> None:
    s = begin(4, clans="limited")
    mine, theirs = (members(hand)[1] for hand in s.hand)
    rules.apply(s, 1, theirs)
    assert (s.clan, rules.waiting(s), rules.legal(s, 1)) == ([NONE, NONE], 0b01, 0)
    rules.apply(s, 0, mine)
    assert s.clan == [mine, theirs]
    assert (s.hand, s.choice, rules.waiting(s)) == ([0, 0], [NONE, NONE], 0b01)


def test_expert_choice_hands_two_cards_over() -> None:
    s = begin(9, clans="expert")
    three = members(s.hand[0])
    assert (len(three), s.hand[1], rules.waiting(s)) == (3, 0, 0b01)
    rules.apply(s, 0, three[1])
    assert (s.clan[0], rules.waiting(s), members(s.hand[1])) == (three[1], 0b10, (three[0], three[2]))
    rules.apply(s, 1, three[2])
    assert s.clan == [three[1], three[2]]
    assert (s.stage, rules.waiting(s)) == (rules.FLIP, 0b01)


# ---------------------------------------------------------------- setting up
def test_twenty_five_tiles_face_down_and_the_centre_up() -> None:
    s = begin_with("RG")
    assert sorted(s.tile) == list(range(25))
    assert s.down == (1 << 25) - 1 - (1 << cell_at("c3"))
    assert [t for t in range(25) if s.where[t] != NONE] == [s.tile[12]]


def test_dogs_and_tiles_lie_anyhow() -> None:
    boards = [begin_with("RG", seed) for seed in range(200)]
    for d in range(5):
        assert {s.quarter[d] for s in boards} == {0, 1, 2, 3}
    assert {s.tile[12] for s in boards} == set(range(25))


def test_dogs_never_turn_during_the_game() -> None:
    s = begin_with("RG", 3)
    quarter = s.quarter[:]
    for _ in walk(s, 3):
        assert s.quarter == quarter or s.stage == rules.OVER


# ---------------------------------------------------------------- a turn
def test_any_face_down_tile_may_be_turned_up() -> None:
    s = begin_with("RG")
    assert choices(s, 0) == {cell_name(c) for c in range(25)} - {"c3"}
    assert rules.legal(s, 1) == 0


def test_twenty_four_turns_twelve_each() -> None:
    s = begin_with("RG", 8)
    flips: Counter[int] = Counter()
    for seat, _ in walk(s, 8):
        flips[seat] += s.stage == rules.FLIP
    assert flips == {0: 12, 1: 12}
    assert (s.turns, s.down, s.stage) == (24, 0, rules.OVER)


BOARD = """
    {tile} m3   ?    ?    ?
    ?    ?    ?    ?    ?
    ?    ?    D4@0 ?    ?
    ?    ?    ?    ?    D1@0
    ?    m6   ?    ?    {last}
"""


def turned_up(tile: str, seats: str = "R/G", powers: str = "off", seat: int = 0) -> rules.State:
    """The tile on a1 has just been turned up; four others lie open, or five where it is seat 0's turn."""
    board = BOARD.format(tile=tile, last="?" if seat else "p2")
    return position(f"clans=free powers={powers} seats={seats} stage=move flipped=a1\n" + board)


def test_prey_goes_to_one_of_the_eight_around() -> None:
    assert choices(turned_up("m5"), 0) == {"b1", "a2", "b2"}
    middle = position("""
        clans=free powers=off seats=R/G stage=move flipped=c3
        ? ? ? ? ?
        ? ? ? ? ?
        ? ? f4 ? ?
        ? ? ? ? ?
        ? ? ? ? D1@0
    """)
    assert choices(middle, 0) == {"b2", "c2", "d2", "b3", "d3", "b4", "c4", "d4"}


def test_a_cat_goes_one_or_two_in_its_row_or_column() -> None:
    assert choices(turned_up("R1"), 0) == {"b1", "c1", "a2", "a3"}
    assert choices(turned_up("G5"), 0) == {"b1", "c1", "a2", "a3"}, "the other clan's too"


def test_a_dog_goes_anywhere_in_its_row_or_column() -> None:
    assert choices(turned_up("D5@3"), 0) == {"b1", "c1", "d1", "e1", "a2", "a3", "a4", "a5"}


def test_a_face_down_tile_stays_face_down_and_unseen() -> None:
    s = begin_with("RG", 2)
    cell = flip(s, "R1")
    target = next(a for a in members(rules.legal(s, 0)) if s.down >> a & 1)
    hidden = s.tile[target]
    rules.apply(s, 0, target)
    assert s.tile[cell] == hidden
    assert s.down >> cell & 1
    assert not s.down >> target & 1
    assert s.where[hidden] == NONE
    assert s.where[0] == target
    assert rules.waiting(s) == 0b10


def test_face_up_tiles_trade_places() -> None:
    s = turned_up("R1")
    act(s, "b1")
    assert (s.tile[0], s.tile[1]) == (10, 0)
    assert (s.where[10], s.where[0]) == (0, 1)


# ---------------------------------------------------------------- permanent effects
CAT = {"b1", "c1", "a2", "a3"}


@pytest.mark.parametrize("cat", ["own", "other"])
def test_royal_claws_swap_a_cat_with_any_face_up_dog(cat: str) -> None:
    tile = {"own": "R1", "other": "G1"}[cat]
    assert choices(turned_up(tile, "R/G", "on"), 0) == CAT | {"c3", "e4"}
    assert choices(turned_up(tile, "R/G", "off"), 0) == CAT
    s = turned_up(tile, "R/G", "on")
    act(s, "e4")
    assert s.where[tiles.DOG] == cell_at("a1")


@pytest.mark.parametrize("cat", ["J1", "R1"])
def test_defenders_swap_a_cat_diagonally_too(cat: str) -> None:
    assert choices(turned_up(cat, "J/R", "on"), 0) == CAT | {"b2", "c3"}
    assert choices(turned_up(cat, "J/R", "off"), 0) == CAT


@pytest.mark.parametrize("cat", ["W3", "R1"])
def test_power_cats_may_leave_a_cat(cat: str) -> None:
    assert choices(turned_up(cat, "W/R", "on"), 0) == CAT | {"a1"}
    s = turned_up(cat, "W/R", "on")
    before = s.tile[:]
    act(s, "a1")
    assert s.tile == before
    assert (s.stage, rules.waiting(s)) == (rules.FLIP, 0b10)
    assert choices(turned_up(cat, "W/R", "off"), 0) == CAT


def test_the_effect_belongs_to_who_turns_the_tile_up() -> None:
    """Seat 1 turns a cat up: Power Cats of seat 0 do not help, Royal Claws of seat 1 do."""
    s = turned_up("W3", "W/R", "on", seat=1)
    assert rules.waiting(s) == 0b10
    assert choices(s, 1) == CAT | {"c3", "e4"}


@pytest.mark.parametrize("seats", ["R/G", "J/R", "W/R"])
def test_effects_for_cats_do_nothing_for_prey_and_dogs(seats: str) -> None:
    assert choices(turned_up("m5", seats, "on"), 0) == {"b1", "a2", "b2"}
    assert choices(turned_up("D5@0", seats, "on"), 0) == choices(turned_up("D5@0", seats, "off"), 0)


def test_polterkitties_move_another_prey_instead() -> None:
    s = turned_up("m5", "T/R", "on")
    assert choices(s, 0) == {"b1", "a2", "b2", "+b1", "+b5", "+e5"}
    act(s, "+b5")
    assert (s.stage, rules.waiting(s)) == (rules.HAUNT, 0b01)
    assert choices(s, 0) == {"a4", "b4", "c4", "a5", "c5"}
    act(s, "c4")
    assert s.where[15] == cell_at("c4")
    assert s.tile[0] == 13, "the one turned up stays"
    assert s.down >> cell_at("b5") & 1
    assert rules.waiting(s) == 0b10


def test_polterkitties_may_swap_the_other_prey_with_the_one_turned_up() -> None:
    s = turned_up("m5", "T/R", "on")
    act(s, "+b1")
    assert choices(s, 0) == {"a1", "c1", "a2", "b2", "c2"}
    act(s, "a1")
    assert (s.tile[0], s.tile[1]) == (10, 13)


def test_polterkitties_without_powers_or_another_prey() -> None:
    assert choices(turned_up("m5", "T/R", "off"), 0) == {"b1", "a2", "b2"}
    s = begin_with("TR", 1)
    while s.tile[12] in range(10, 20):
        s = begin_with("TR", s.rng[0])
    flip(s, "m3")
    assert all(a < rules.INSTEAD for a in members(rules.legal(s, 0))), "no other prey is face up"


def test_polterkitties_move_no_prey_with_a_cat() -> None:
    assert choices(turned_up("T5*", "T/R", "on"), 0) == CAT


def test_every_permanent_effect_is_used_in_random_matches() -> None:
    """Something was done that without powers could not have been."""
    used: Counter[str] = Counter()
    for clans in ("RG", "JG", "WG", "TG"):
        for seed in range(10):
            s = begin_with(clans, seed)
            for seat, action in walk(s, seed):
                if s.stage == rules.MOVE:
                    plain = s.copy()
                    plain.powers = 0
                    if not rules.legal(plain, seat) >> action & 1:
                        used[LETTERS[s.clan[seat]]] += 1
                    assert rules.legal(plain, seat) & ~rules.legal(s, seat) == 0
    assert set(used) == set("RJWT")


# ---------------------------------------------------------------- two games
def test_expert_match_is_two_games_and_the_other_player_begins_the_second() -> None:
    s = begin(5, clans="expert")
    earlier: tuple[list[int], list[int]] = ([], [])
    firsts = []
    for seat, _ in walk(s, 5):
        if s.stage == rules.PAUSE:
            assert rules.legal(s, seat) == 1 << rules.GO_ON
            earlier = (s.points[:], s.caught[:])
        if s.stage in (rules.PICK, rules.FLIP) and s.turns == 0:
            firsts.append((s.game, s.stage, seat))
    pick, turn = rules.PICK, rules.FLIP
    assert firsts == [(0, pick, 0), (0, pick, 1), (0, turn, 0), (1, pick, 1), (1, pick, 0), (1, turn, 1)]
    assert (s.earlier_points, s.earlier_caught) == earlier
    assert rules.score(s, 0) == s.earlier_points[0] + s.points[0]


def test_between_the_games_both_look_as_long_as_they_like() -> None:
    s = begin(5, clans="expert")
    for _ in walk(s, 5):
        if s.stage == rules.PAUSE:
            break
    board = s.tile[:]
    rules.apply(s, 1, rules.GO_ON)
    assert (rules.waiting(s), s.tile) == (0b01, board)
    rules.apply(s, 0, rules.GO_ON)
    assert (s.stage, s.game, s.turn, s.ready) == (rules.PICK, 1, 1, 0)
    assert (s.points, s.clan, count(s.hand[1])) == ([0, 0], [NONE, NONE], 3)


def test_all_cards_are_shuffled_again_for_the_second_game() -> None:
    hands = []
    for seed in range(12):
        s = begin(seed, clans="expert")
        first_hand = s.hand[0]
        for _ in walk(s, seed):
            if s.game == 1:
                break
        hands.append((first_hand, s.hand[1]))
    assert any(a != b for a, b in hands)
    assert any(a & b for a, b in hands), "cards of the first game come again"


# ---------------------------------------------------------------- who has won
@pytest.mark.parametrize(
    ("points", "caught", "earlier", "earlier_caught", "winners"),
    [
        ([13, 15], [5, 3], [0, 0], [0, 0], 0b10),
        ([15, 15], [4, 3], [0, 0], [0, 0], 0b01),
        ([15, 15], [3, 4], [0, 0], [0, 0], 0b10),
        ([15, 15], [3, 3], [0, 0], [0, 0], 0b11),
        ([10, 20], [2, 4], [21, 10], [5, 2], 0b01),
        ([10, 20], [2, 4], [20, 10], [5, 2], 0b01),
        ([10, 20], [2, 4], [20, 10], [4, 2], 0b11),
    ],
)
def test_more_points_then_more_prey_tiles_then_shared(
    points: list[int], caught: list[int], earlier: list[int], earlier_caught: list[int], winners: int
) -> None:
    s = begin(clans="expert")
    s.points, s.caught, s.earlier_points, s.earlier_caught = points, caught, earlier, earlier_caught
    assert rules.winners(s) == winners


def test_before_the_end_nobody_has_points() -> None:
    s = begin_with("RG", 6)
    for _ in walk(s, 6):
        assert (rules.score(s, 0), rules.score(s, 1), rules.winners(s)) == (0, 0, 0b11)


# ---------------------------------------------------------------- bounds
def longest_choice(s: rules.State, seat: int, dice: random.Random) -> int:
    """Royal Claws against Polterkitties, and as many decisions as there can be: this player looks under the tiles."""
    mask = rules.legal(s, seat)
    if s.stage == rules.PICK:
        return tiles.POLTERKITTIES if mask >> tiles.POLTERKITTIES & 1 else tiles.ROYAL_CLAWS
    if s.stage == rules.FLIP:
        haunting = s.clan[seat] == tiles.POLTERKITTIES
        prey = [c for c in members(mask) if tiles.PREY <= s.tile[c] < tiles.DOG]
        rest = [c for c in members(mask) if c not in prey]
        return dice.choice((prey or rest) if haunting else (rest or prey))
    if s.stage == rules.MOVE and mask >> rules.INSTEAD:
        return dice.choice([a for a in members(mask) if a >= rules.INSTEAD])
    return dice.choice(members(mask))


def test_the_longest_match_reaches_the_bound() -> None:
    longest = 0
    for seed in range(400):
        s, dice, decisions = begin(seed, clans="expert"), random.Random(seed), 0
        pair = 1 << tiles.ROYAL_CLAWS | 1 << tiles.POLTERKITTIES
        while asked := rules.waiting(s):
            if s.stage == rules.PICK and s.turn == s.game and s.hand[s.turn] & pair != pair:
                break
            if s.game == 1 and s.turns == 0 and s.stage == rules.PICK and decisions < rules.BOUND // 2:
                break
            seat = members(asked)[0]
            rules.apply(s, seat, longest_choice(s, seat, dice))
            decisions += 1
        longest = max(longest, decisions)
        if longest == rules.BOUND:
            break
    assert longest == rules.BOUND


def test_plain_checked_and_native_agree_on_a_hundred_matches() -> None:
    """Every index and number within bounds, and the same bytes three times."""
    pytest.importorskip("numba")
    careful = checked(rules.State)
    native = POCKET_CATS.native
    row = native.State.array(1)
    for seed in range(100):
        plain = begin(seed, clans=("first", "free", "limited", "expert")[seed % 4], powers=seed % 8 < 6)
        strict = careful()
        strict.take(plain)
        row[0] = native.State.array(1)[0]
        for name in plain.fields:
            row[name][0] = getattr(plain, name)
        for seat, action in walk(plain, seed):
            rules.apply(strict, seat, action)
            native.apply(row[0], seat, action)
            if seed % 10 == 0:
                following = plain.copy()
                rules.apply(following, seat, action)
                assert following.to_bytes() == strict.to_bytes() == row[0].tobytes()
        assert plain.to_bytes() == strict.to_bytes() == row[0].tobytes()


def test_a_state_may_be_used_again() -> None:
    used, fresh = begin_with("TJ", 3), begin(11, clans="expert")
    for _ in walk(used, 3):
        pass
    used.clans, used.powers = fresh.clans, fresh.powers
    seed_rng(used, 11)
    rules.start(used)
    assert used == fresh


def test_undo_goes_back_to_the_tile_turned_up_and_no_further() -> None:
    match = Match(POCKET_CATS, options={"clans": "first"}, seed=1)
    match.play(0, 0)
    assert not match.can_undo(0)
    match.play(0, match.legal(0)[0])
    assert match.can_undo(0)
    match.undo(0)
    assert match.state.stage == rules.MOVE
