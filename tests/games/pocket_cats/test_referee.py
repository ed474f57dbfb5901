"""An independent referee on thousands of boards of Pocket Cats, and the story of the end beside it."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from purrlor.games.pocket_cats import notation
from purrlor.games.pocket_cats.bots.strategy import best_turn
from purrlor.games.pocket_cats.rules import rules
from purrlor.games.pocket_cats.rules.scoring import count_board, points_in
from purrlor.games.pocket_cats.rules.tiles import NONE
from purrlor.games.pocket_cats.words.ending import Centred, Counted, Joined, ending
from purrlor.games.pocket_cats.words.tile_letters import LETTERS, faces
from tests.games.pocket_cats.positions import PAIRS, begin_with, walk
from tests.games.pocket_cats.referee import Verdict, before_the_dogs, board_from, judge, swap


def board_text(s: rules.State) -> str:
    return "\n".join(notation.show(s).splitlines()[1:])


def place(cell: int) -> tuple[int, int]:
    return divmod(cell, 5)


def referee_end(s: rules.State, target: int, without: frozenset[str] = frozenset()) -> tuple[Verdict, Verdict]:
    """The last swap and all that follows, from the state before it; the second verdict lacks some ability."""
    letters = "".join(LETTERS[clan] for clan in s.clan)
    verdicts = []
    for missing in (frozenset[str](), without):
        board = board_from(board_text(s))
        swap(board, place(s.other if s.stage == rules.HAUNT else s.flipped), place(target))
        before_the_dogs(board, letters, bool(s.powers), missing)
        verdicts.append(judge(board, letters, bool(s.powers), missing))
    return verdicts[0], verdicts[1]


def last_moves(clans: str, seeds: range, powers: bool) -> list[tuple[rules.State, int, rules.State]]:
    """Whole random matches: the state before the last swap, its target, the state at the end (no dog turned)."""
    found = []
    for seed in seeds:
        s = begin_with(clans, seed, powers)
        last, target = s.copy(), 0
        for _, action in walk(s, seed):
            if s.stage == rules.TURN_DOG:
                break
            if s.stage in (rules.MOVE, rules.HAUNT):
                last, target = s.copy(), action
        if s.stage == rules.TURN_DOG:
            rules.apply(s, s.turn, rules.LEAVE)
        found.append((last, target, s))
    return found


def agrees(s: rules.State, verdict: Verdict) -> bool:
    letters = [LETTERS[clan] for clan in s.clan]
    return [verdict.points[k] for k in letters] == s.points and [verdict.tiles[k] for k in letters] == s.caught


ABILITIES = (
    "G effect", "G leader", "C effect", "C leader", "J leader", "H effect", "H leader", "W leader", "T leader",
)  # fmt: skip


@pytest.mark.parametrize(("a", "b"), PAIRS, ids=lambda k: LETTERS[k])
def test_every_pair_of_clans_against_the_referee(a: int, b: int) -> None:
    """Whole matches, in both orders of seats, with powers and without; and each ability matters somewhere."""
    differs: Counter[str] = Counter()
    for clans in (LETTERS[a] + LETTERS[b], LETTERS[b] + LETTERS[a]):
        for last, target, s in last_moves(clans, range(40), True):
            for ability in [ability for ability in ABILITIES if ability[0] in clans] or [""]:
                verdict, lacking = referee_end(last, target, frozenset({ability}))
                differs[ability] += verdict.points != lacking.points
            assert agrees(s, verdict), notation.show(s)
            check_ending(s)
        if "H" not in clans:
            for last, target, s in last_moves(clans, range(10), False):
                verdict, _ = referee_end(last, target)
                assert agrees(s, verdict), notation.show(s)
                check_ending(s)
    rare = {"H leader"}
    assert all(differs[ability] for ability in differs if ability and ability not in rare), differs


def test_chaoticats_leader_makes_a_difference_now_and_then() -> None:
    found = [
        referee_end(last, target, frozenset({"H leader"})) for last, target, _ in last_moves("HR", range(250), True)
    ]
    assert any(verdict.points != lacking.points for verdict, lacking in found)


def check_ending(s: rules.State) -> None:
    """The story of the end counts what the rules counted."""
    end = ending(s)
    assert [counted.points for counted in end.counted] == s.points
    assert [counted.tiles for counted in end.counted] == s.caught
    assert end.where == dict(enumerate(s.where))
    assert list(end.quarter) == s.quarter
    assert sum(isinstance(step, Counted) for step in end.steps) == 2


def random_board(dice: random.Random, clans: str, powers: bool) -> rules.State:
    """Any 25 tiles anywhere, a few of them face down."""
    tiles = [face + f"@{dice.randrange(4)}" * (face[0] == "D") for face in faces([LETTERS.index(k) for k in clans])]
    dice.shuffle(tiles)
    shown = dice.randrange(8, 25)
    words = [tile if k < shown else "#" + tile for k, tile in enumerate(tiles)]
    dice.shuffle(words)
    rows = [" ".join(words[k : k + 5]) for k in range(0, 25, 5)]
    return notation.read(
        "\n".join([f"clans=free powers={'on' if powers else 'off'} seats={clans[0]}/{clans[1]} stage=flip", *rows])
    )


@pytest.mark.long_walk
def test_thousands_of_running_positions() -> None:
    """Counting what lies face up, on any board: the rules, the story of the end and the referee agree."""
    dice = random.Random(5)
    bonus = 0
    for _ in range(2500):
        clans = "".join(dice.sample(LETTERS, 2))
        s = random_board(dice, clans, powers="H" in clans or dice.random() < 0.8)
        board = board_from(board_text(s))
        before_the_dogs(board, clans, bool(s.powers))
        verdict, end = judge(board, clans, bool(s.powers)), ending(s)
        assert [counted.points for counted in end.counted] == [verdict.points[k] for k in clans]
        assert [counted.tiles for counted in end.counted] == [verdict.tiles[k] for k in clans]
        centred = [step for step in end.steps if isinstance(step, Centred)]
        if not centred:
            counted = count_board(s)
            assert [points_in(counted, p) for p in (0, 1)] == [verdict.points[k] for k in clans]
        bonus += any(isinstance(step, Joined) for step in end.steps)
    assert bonus, "the Chaoticats' leader never brought anything along"


def test_every_turn_of_a_dog_against_the_referee() -> None:
    """Royal Claws' leader: each of his choices; a sensible player takes the best of them."""
    turns = 0
    matters = 0
    for seed in range(60):
        s = begin_with("RJ" if seed % 2 else "WR", seed)
        for _ in walk(s, seed):
            if s.stage == rules.TURN_DOG:
                break
        if s.stage != rules.TURN_DOG:
            continue
        seat, results = s.turn, {}
        for action in [a for a in range(13) if rules.legal(s, s.turn) >> a & 1]:
            after = s.copy()
            rules.apply(after, seat, action)
            letters = "".join(LETTERS[clan] for clan in s.clan)
            assert agrees(after, judge(board_from(board_text(after)), letters, True))
            check_ending(after)
            assert (after.turned == NONE) == (action == rules.LEAVE)
            results[action] = (after.points[seat] - after.points[1 - seat], after.caught[seat] - after.caught[1 - seat])
            turns += 1
        matters += len(set(results.values())) > 1
        assert results[best_turn(s, seat, rules.legal(s, seat))] == max(results.values())
    assert turns > 100
    assert matters
