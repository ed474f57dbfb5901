"""The table between the last move and the result: every game shows it, and it gives nothing away."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from purrlor.core.game import Game, State, game
from purrlor.core.language import translations
from purrlor.core.match import Match
from purrlor.core.seats import WATCHER, members
from purrlor.games.rat_a_tat_cat.rules.rules import is_shown
from purrlor.games.rat_a_tat_cat.rules.state import DISCARD_IT, PLACE, ROW, SWAP_OTHER
from purrlor.tables.history.match_history import final_position_after
from purrlor.web.live.last_move import shared
from tests.fixtures.catalogue import each_game_with

OPTIONS: dict[str, list[dict[str, Any]]] = {"rat-a-tat-cat": [{"rounds": 3}], "pocket-cats": [{}, {"clans": "expert"}]}
Ended = tuple[State, State, int, int, State | None]


def decisions(of: Game, options: dict[str, Any], number: int) -> Iterator[Ended]:
    """A match at random: before, after, who, what, and what is held."""
    dice = random.Random(number)
    seats = dice.choice(of.seats)
    match = Match(of, seats, options, secret=dice.randbytes(32))
    while (waiting := members(int(of.rules.waiting(match.state)))) and len(match.log) < 3000:
        before, seat = match.state.copy(), dice.choice(waiting)
        action = dice.choice(members(int(of.rules.legal(before, seat))))
        match.play(seat, action)
        yield before, match.state, seat, action, final_position_after(of, before, match.state, seat, action)


@each_game_with("board/final_position.py", name="of")
def test_the_last_move_is_held_and_nothing_else(of: Game) -> None:
    ends, sentences = 0, 0
    for number, options in enumerate(2 * OPTIONS.get(of.name, [{}])):
        for before, after, seat, action, held in decisions(of, options, number):
            over = not of.rules.waiting(after)
            assert held is not None or not over, "the end of a match is always held"
            if held is None:
                continue
            ends += 1
            assert of.rules.waiting(held), "what is held is no result"
            for viewer in (*range(after.seats), WATCHER):
                t, names = translations("en", of.catalogue), [f"P{k}" for k in range(after.seats)]
                seen = [of.hidden(s, viewer) for s in (before, held, after)]
                lines, told = (
                    of.part("words.labels").narrate(seen[0], s, seat, action, viewer, t, names)
                    for s in (seen[1], seen[2])
                )
                assert len(shared(lines, told)) < len(told), "the result is told later"
                sentences += len(shared(lines, told))
                of.part("board.view").board(seen[1], viewer, t, names, ())
    assert ends >= 2
    assert sentences > 2 * ends, "and what was done is told at once"


def test_no_row_is_turned_up_before_the_result() -> None:
    """What was seen before may still be seen, also where it was swapped; of all other cards only the back."""
    ends = 0
    for number in range(4):
        for before, _, seat, action, held in decisions(game("rat-a-tat-cat"), {"rounds": 3}, number):
            if held is None:
                continue
            ends += 1
            lay = {(p, i): (p, i) for p in range(held.seats) for i in range(ROW)}  # where every card lay before
            if before.phase == SWAP_OTHER:
                mine, other = (seat, before.slot), divmod(action, ROW)
                lay[mine], lay[other] = other, mine
            elif before.phase == PLACE and action != DISCARD_IT:
                del lay[seat, action]
            for viewer in (*range(held.seats), WATCHER):
                for (p, i), (q, j) in lay.items():
                    assert is_shown(held, viewer, p, i) <= is_shown(before, viewer, q, j)
    assert ends >= 8


def test_how_both_begin() -> None:
    assert shared(["a", "b", "c"], ["a", "b", "d", "e"]) == ["a", "b"]
    assert shared([], ["a"]) == []
