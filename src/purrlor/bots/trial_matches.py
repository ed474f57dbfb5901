"""What comes of two choices when cats play the match on from each: the same deals, and what it brings by kind.

A search says which choice wins more often; these matches say in what the difference lies. The kinds are the game's own
(`words/outcome.py`: points by item, prey that was taken); without them only the points at the end are counted.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from purrlor.bots.tree_search.compiled_twins import Twin
from purrlor.core.chance import mix, seed_rng
from purrlor.core.game import Game, State
from purrlor.core.seats import first

OWN, RIVAL = -1, -2  # points at the end: of the seat itself, and of the best of the others
LONGEST = 2000  # decisions, after which a trial is given up
SURE = 2.0  # standard errors
LEAST = 0.5  # a difference that is worth a word

Difference = tuple[int, float, float]  # a kind, and how much of it the better choice and the other one bring on average


def differences(side: Twin, hidden: bytes, seat: int, better: int, other: int, matches: int) -> list[Difference]:
    """The kinds in which the two choices surely differ, the largest difference first.

    None where the better choice does not win more of these matches, by a standard error at least: cats look less far
    than a search.
    """
    found: dict[int, list[tuple[float, float]]] = {}
    wins: list[tuple[float, float]] = []
    for deal in range(matches):
        ends = [end_of(side, hidden, seat, action, deal) for action in (better, other)]
        if any(end is None for end in ends):
            return []
        states = [end for end in ends if end is not None]
        one, two = (share_of(side.game, state, seat) for state in states)
        wins.append((one, two))
        brought = [what_it_brought(side.game, state, seat) for state in states]
        for kind in brought[0].keys() | brought[1].keys():
            pair = (brought[0].get(kind, 0.0), brought[1].get(kind, 0.0))
            found.setdefault(kind, []).append(pair)
    apart, error = difference(wins, matches)
    if apart <= error:
        return []
    sure = [(kind, *means(pairs, matches)) for kind, pairs in found.items() if is_sure(pairs, matches)]
    return sorted(sure, key=lambda each: -abs(each[1] - each[2]))


def means(pairs: Sequence[tuple[float, float]], matches: int) -> tuple[float, float]:
    one, other = (sum(values) / matches for values in zip(*pairs, strict=True))
    return round(one, 1), round(other, 1)


def is_sure(pairs: Sequence[tuple[float, float]], matches: int) -> bool:
    apart, error = difference(pairs, matches)
    return abs(apart) >= LEAST and abs(apart) > SURE * error


def difference(pairs: Sequence[tuple[float, float]], matches: int) -> tuple[float, float]:
    """The mean difference and its standard error. The same deals are played twice, so what counts is how far the two
    matches of a deal lie apart."""
    apart = [one - other for one, other in pairs]
    mean = sum(apart) / matches
    return mean, sqrt(max(0.0, sum(each * each for each in apart) / matches - mean * mean) / matches)


def end_of(side: Twin, hidden: bytes, seat: int, action: int, deal: int) -> State | None:
    """The end of one match in which everybody plays like a cat after this choice; None where it does not end."""
    plain = side.game.rules
    world: State = plain.State.from_bytes(hidden)
    seed_rng(world, mix(1, deal))
    plain.redeal(world, seat)
    row = side.row(1)
    side.write(row, 0, world.to_bytes())
    state = row[0]
    side.rules.apply(state, seat, action)
    for _ in range(LONGEST):
        asked = int(side.rules.waiting(state))
        if not asked:
            return plain.State.from_bytes(side.read(row, 0))
        mover = first(asked)
        chosen = int(side.strategy.sensible(state, mover))
        side.rules.apply(state, mover, chosen if chosen >= 0 else first(int(side.rules.legal(state, mover))))
    return None


def share_of(game: Game, state: State, seat: int) -> float:
    won = int(game.rules.winners(state))
    return 1 / won.bit_count() if won >> seat & 1 else 0.0


def what_it_brought(game: Game, state: State, seat: int) -> dict[int, float]:
    points = [int(game.rules.score(state, player)) for player in range(state.seats)]
    others = points[:seat] + points[seat + 1 :]
    brought = {OWN: float(points[seat]), RIVAL: float(min(others) if game.fewest_win else max(others))}
    if game.has("words/outcome.py"):
        brought |= game.part("words.outcome").outcome(state, seat)
    return brought
