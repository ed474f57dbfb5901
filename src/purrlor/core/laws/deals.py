"""Whether `redeal` deals as chance does: over many positions, what it deals is not larger or smaller than the truth.

The truth and a redealt world are two draws from the same possibilities, so at every place of the state the truth is
larger as often as it is smaller. Where one of them wins far too often, redeal prefers some deals.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence

from purrlor.core.game import Game
from purrlor.core.interface import State
from purrlor.core.laws.options import random_options
from purrlor.core.laws.report import Report
from purrlor.core.match import key_rng, secret_from_seed
from purrlor.core.seats import WATCHER, members

DEALS = 160
MOST_PLIES = 24
TOO_FAR = 5.5  # standard deviations: once in some ten million places by chance
Place = str  # hand[1][3]


def check_deals(game: Game, report: Report, seed: int) -> None:
    deals = [deal for number in range(DEALS) if (deal := one_deal(game, 7919 * seed + number)) is not None]
    fields = {field_of(place) for deal in deals for place, (veil, _, world) in deal.items() if world != veil}
    larger: Counter[Place] = Counter()
    smaller: Counter[Place] = Counter()
    for deal in deals:
        if any(veil != truth for place, (veil, truth, _) in deal.items() if field_of(place) not in fields):
            continue  # a secret choice is under way, which redeal leaves to be made
        larger.update(place for place, (_, truth, world) in deal.items() if truth > world)
        smaller.update(place for place, (_, truth, world) in deal.items() if truth < world)
    report.tried["deals"] += 1
    for place in sorted(larger | smaller):
        n = larger[place] + smaller[place]
        if n and abs(larger[place] - smaller[place]) > TOO_FAR * n**0.5:
            way = "smaller" if larger[place] > smaller[place] else "larger"
            often = max(larger[place], smaller[place])
            report.require("deals", False, f"redeal makes {place} {way} than it is in truth, {often} times of {n}")


def field_of(place: Place) -> str:
    return place.partition("[")[0]


def one_deal(game: Game, seed: int) -> dict[Place, tuple[int, int, int]] | None:
    """Every number of a position after some random plies: as a viewer sees it, in truth, and dealt anew."""
    dice, rules = random.Random(seed), game.rules
    seats = dice.choice(game.seats)
    s = game.laid_out(seats, random_options(game, seats, dice))
    secret = secret_from_seed(seed)
    key_rng(s, secret, 0)
    rules.start(s)
    for ply in range(dice.randrange(MOST_PLIES)):
        asked = members(int(rules.waiting(s)))
        if not asked:
            break
        seat = dice.choice(asked)
        key_rng(s, secret, ply + 1)
        rules.apply(s, seat, dice.choice(members(int(rules.legal(s, seat)))))
    viewers: tuple[int, ...] = (*range(seats), WATCHER)
    viewer = dice.choice(viewers)
    veil = game.hidden(s, viewer)
    if not rules.waiting(s) or int(rules.waiting(veil)) != int(rules.waiting(s)):
        return None
    world = veil.copy()
    key_rng(world, secret, 1 << 20)
    rules.redeal(world, viewer)
    unordered = getattr(game.invariants, "UNORDERED", ())
    rows = (numbers_of(state, unordered) for state in (veil, s, world))
    return {place: (a, b, c) for (place, a), (_, b), (_, c) in zip(*rows, strict=True)}


def numbers_of(s: State, unordered: Sequence[str]) -> Iterator[tuple[Place, int]]:
    """Every number but the generator's, with its place: hand[1][3]. Where order means nothing, they are sorted."""
    for name, field in s.fields.items():
        value = getattr(s, name)
        if name == "rng":
            continue
        if not field.shape:
            yield name, value
            continue
        rows = [value] if len(field.shape) == 1 else value
        for k, row in enumerate(rows):
            label = name if len(field.shape) == 1 else f"{name}[{k}]"
            numbers = sorted(row) if name in unordered else row
            yield from ((f"{label}[{i}]", number) for i, number in enumerate(numbers))
