"""Whether `redeal` deals as chance does: over many positions, what it deals is not larger or smaller than the truth.

The truth and a redealt world are two draws from the same possibilities, so at every place of the state the truth is
larger as often as it is smaller. Where one of them wins far too often, redeal prefers some deals. How much the numbers
of a row spread is compared too, but only before anybody has decided: later it tells also how people chose.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence

from purrlor.core.game import Game
from purrlor.core.game_interface import State
from purrlor.core.laws.options import random_options
from purrlor.core.laws.report import Report
from purrlor.core.laws.scores import Final
from purrlor.core.match import key_rng, secret_from_seed
from purrlor.core.seats import WATCHER, members

DEALS = 640
MOST_PLIES = 24
TOO_FAR = 5.5  # standard deviations: once in some ten million places by chance
SPREAD = "the spread of "
Place = str  # hand[1][3], the spread of hand[1]


def check_deals(game: Game, report: Report, seed: int, finals: Sequence[Final]) -> None:
    deals = [deal for number in range(DEALS) if (deal := one_deal(game, 7919 * seed + number)) is not None]
    fields = {field_of(place) for deal in deals for place, (veil, _, world) in deal.items() if world != veil}
    note_erased(report, fields, finals)
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


def note_erased(report: Report, dealt: set[str], finals: Sequence[Final]) -> None:
    """At the end no choice is under way: what `hide` erases there is what `redeal` deals, or else everybody knew it."""
    for final in finals:
        for name, viewer in final.erased.items():
            if name not in dealt:
                report.note(
                    "view",
                    f"hide(s, {viewer}) erases s.{name} at the end of a match, but redeal never fills it: either "
                    f"viewer {viewer} may know it, then hide leaves it, or redeal deals it again",
                )


def field_of(place: Place) -> str:
    return place.removeprefix(SPREAD).partition("[")[0]


def one_deal(game: Game, seed: int) -> dict[Place, tuple[int, int, int]] | None:
    """Every number of a position after some random plies: as a viewer sees it, in truth, and dealt again."""
    dice, rules = random.Random(seed), game.rules
    seats = dice.choice(game.seats)
    s = game.laid_out(seats, random_options(game, seats, dice))
    secret = secret_from_seed(seed)
    key_rng(s, secret, 0)
    rules.start(s)
    plies = max(0, dice.randrange(-MOST_PLIES, MOST_PLIES))  # half of them before the first decision
    for ply in range(plies):
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
    numbers = numbers_and_spread if plies == 0 else numbers_of
    rows = (numbers(state, unordered) for state in (veil, s, world))
    return {place: (a, b, c) for (place, a), (_, b), (_, c) in zip(*rows, strict=True)}


def numbers_and_spread(s: State, unordered: Sequence[str]) -> Iterator[tuple[Place, int]]:
    yield from numbers_of(s, unordered)
    for label, row in labelled_rows(s):
        yield f"{SPREAD}{label}", sum(number * number for number in row)


def numbers_of(s: State, unordered: Sequence[str]) -> Iterator[tuple[Place, int]]:
    """Every number but the generator's, with its place: hand[1][3]. Where order means nothing, they are sorted."""
    yield from ((name, getattr(s, name)) for name, field in s.fields.items() if not field.shape)
    for label, row in labelled_rows(s):
        numbers = sorted(row) if field_of(label) in unordered else row
        yield from ((f"{label}[{i}]", number) for i, number in enumerate(numbers))


def labelled_rows(s: State) -> Iterator[tuple[Place, list[int]]]:
    """hand[1] with its numbers, or deck with its own."""
    for name, field in s.fields.items():
        value = getattr(s, name)
        if len(field.shape) == 1 and name != "rng":
            yield name, value
        elif len(field.shape) == 2:
            yield from ((f"{name}[{k}]", row) for k, row in enumerate(value))
