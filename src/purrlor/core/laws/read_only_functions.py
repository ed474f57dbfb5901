"""Whether functions that only look change the state they look at."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from purrlor.core.game import Game
from purrlor.core.game_interface import State
from purrlor.core.laws.report import difference
from purrlor.core.seats import TABLE, members


def changed_by_reading(game: Game, s: State, thorough: bool) -> str:
    """The first function of the rules that leaves the state otherwise than it was, and where; "" if none does."""
    copy = s.copy()
    for name, call in read_only_calls(game, copy, thorough):
        call()
        if copy != s:
            return f"{name} changed the state, before / after: {difference(s, copy)}. It may only look"
    return ""


def read_only_calls(game: Game, s: State, thorough: bool) -> Iterator[tuple[str, Callable[[], object]]]:
    """Who is asked and what they may do, every time; all the rest where the whole is looked at."""
    rules = game.rules
    yield "waiting(s)", partial(rules.waiting, s)
    asked = members(int(rules.waiting(s)))
    for seat in (*range(s.seats), TABLE) if thorough else asked:
        yield f"legal(s, {seat})", partial(rules.legal, s, seat)
    if not thorough:
        return
    for seat in asked:
        for action in members(int(rules.legal(s, seat))):
            yield f"reveals(s, {seat}, {action})", partial(rules.reveals, s, seat, action)
    for seat in range(s.seats):
        yield f"score(s, {seat})", partial(rules.score, s, seat)
    yield "winners(s)", partial(rules.winners, s)
    yield "invariants.inventory(s)", partial(game.invariants.inventory, s)
    yield "invariants.standing(s)", partial(game.invariants.standing, s)
