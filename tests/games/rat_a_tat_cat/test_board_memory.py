"""What the table saw and no state holds, against a second look at the same matches."""

import random
from itertools import chain

import pytest

from purrlor import Match, game
from purrlor.games.rat_a_tat_cat.board.memory import NOTHING, BoardMemory, remember
from purrlor.games.rat_a_tat_cat.rules.state import NINE, OVER, ROUND_END, SOURCE, SWAP_OTHER
from purrlor.tables.history.match_history import History

RAT = game("rat-a-tat-cat")


def walk(seed: int, steps: int = 400) -> list[tuple[Match, BoardMemory]]:
    """A random match; the trace after each of its decisions, told by the server's history."""
    dice, found = random.Random(seed), []
    match = Match(RAT, 2 + seed % 5, {"length": "rounds", "rounds": 3}, seed=seed)
    history = History(match, match.view)
    while (waiting := match.waiting()) and len(match.log) < steps:
        seat = dice.choice(waiting)
        before, was = match.state.copy(), history.board_memory()
        seen = history.before()
        match.play(seat, dice.choice(match.legal(seat)))
        history.decided(seat, match.log[-1][1], seen)
        assert history.board_memory() == remember(before, match.state, *match.log[-1], was)
        if match.state.phase in (ROUND_END, OVER) and before.phase != ROUND_END:
            check_specials(match, history.board_memory(), before.discard_n)
        found.append((match, history.board_memory()))
        if match.can_undo(seat):
            again = match.log[-1][1]
            history.undone(match.undo(seat), seat)
            assert history.board_memory() == was
            match.play(seat, again)
            history.decided(seat, again, None)
    return found


def check_specials(match: Match, seen: BoardMemory, laid: int) -> None:
    """Every special that was replaced lies on the discard, in the order in which the rows were turned up."""
    s = match.state
    order = [(p % s.seats, i) for p in range(s.starter, s.starter + s.seats) for i in range(4)]
    turned = list(chain.from_iterable(seen.replaced.get(place, ()) for place in order))
    if s.discard_n > laid:  # else the deck ran out and was shuffled again
        gone = list(s.discard[: s.discard_n])
        assert gone[len(gone) - len(turned) :] == turned
    assert all(card > NINE for card in turned)
    assert list(seen.replaced) == [place for place in order if place in seen.replaced]


def test_specials_are_known_where_they_lay() -> None:
    ends = [seen for seed in range(12) for match, seen in walk(seed)]
    replaced = [specials for seen in ends for specials in seen.replaced.values()]
    assert len(replaced) > 100
    assert max(map(len, replaced)) > 1


@pytest.mark.long_walk
def test_draw_twos_of_one_turn_are_counted() -> None:
    counted = [seen.draw_twos for seed in range(40) for _, seen in walk(seed, 150)]
    assert {0, 1, 2} <= set(counted)


def test_a_new_turn_and_a_new_round_begin_without_a_trace() -> None:
    dice, match = random.Random(5), Match(RAT, 3, {"length": "rounds", "rounds": 2}, seed=5)
    seen = NOTHING
    while waiting := match.waiting():
        seat, before = dice.choice(waiting), match.state.copy()
        match.play(seat, dice.choice(match.legal(seat)))
        seen = remember(before, match.state, *match.log[-1], seen)
        if match.state.phase not in (ROUND_END, OVER):
            assert not seen.replaced
            if match.state.turn != before.turn:
                assert seen.draw_twos == 0
    assert [sum(points) for points in zip(*seen.rounds, strict=True)] == list(match.scores())


def test_what_a_turn_laid_is_known_until_the_same_player_moves_again() -> None:
    """Every card that is another one than before lies where the trace says so."""
    seen_swaps = 0
    for seed in range(8):
        dice, match = random.Random(seed), Match(RAT, 3, {"length": "rounds", "rounds": 2}, seed=seed)
        seen = NOTHING
        while waiting := match.waiting():
            seat, before = dice.choice(waiting), match.state.copy()
            match.play(seat, dice.choice(match.legal(seat)))
            after, seen = match.state, remember(before, match.state, *match.log[-1], seen)
            if before.phase == SOURCE:
                assert all(laid.by != seat for laid in seen.laid.values())
            if after.phase in (ROUND_END, OVER) or before.phase == ROUND_END:
                assert not seen.laid
                continue
            for p, i in ((p, i) for p in range(3) for i in range(4)):
                if after.rows[p][i] != before.rows[p][i]:
                    assert seen.laid[p, i].by == seat
            seen_swaps += before.phase == SWAP_OTHER
    assert seen_swaps > 4
