"""Perfect play to the end, where it can be computed: nothing is hidden any more, and no chance decides what comes.

Cards, dice and tosses leave few such positions; the last turns of Pocket Cats are among them.
"""

from __future__ import annotations

from purrlor.core.chance import seed_rng
from purrlor.core.game import Game, State
from purrlor.core.seats import first, members

POSITIONS = 20_000  # looked at before it is given up
WORLDS = 4  # deals that must be alike


class Unknown(Exception):
    """Chance, a secret, or too many positions: perfect play cannot be computed."""


def perfect_shares(game: Game, view: State, seat: int) -> dict[int, float] | None:
    """For every choice of a seat its share of the victory if all play perfectly from then on; None where nobody can
    say. Everybody wants the largest share for themselves."""
    world = only_world(game, view, seat)
    if world is None:
        return None
    left = [POSITIONS]
    try:
        return {each: shares(game, after(game, world, seat, each), left)[seat] for each in game.legal(world, seat)}
    except Unknown:
        return None


def only_world(game: Game, view: State, seat: int) -> State | None:
    """What is hidden from the seat, if there is but one possibility; None where deals differ."""
    found: State | None = None
    for deal in range(WORLDS):
        world = view.copy()
        seed_rng(world, deal + 1)
        game.rules.redeal(world, seat)
        seed_rng(world, 1)
        if found is not None and world != found:
            return None
        found = world
    return found


def after(game: Game, s: State, seat: int, action: int) -> State:
    """The position after a choice; Unknown if chance had a say in it."""
    made = s.copy()
    game.rules.apply(made, seat, action)
    if made.rng != s.rng:
        raise Unknown
    return made


def shares(game: Game, s: State, left: list[int]) -> list[float]:
    """Everybody's share of the victory; who is asked takes what is best for themselves."""
    left[0] -= 1
    if not left[0]:
        raise Unknown
    asked = int(game.rules.waiting(s))
    if not asked:
        winners = members(int(game.rules.winners(s)))
        return [(seat in winners) / len(winners) for seat in range(s.seats)]
    if asked & (asked - 1):
        raise Unknown  # several choose at once, and none knows of the others
    seat = first(asked)
    reached = (shares(game, after(game, s, seat, action), left) for action in game.legal(s, seat))
    return max(reached, key=lambda each: each[seat])
