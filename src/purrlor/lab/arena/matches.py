"""Matches between bots: who sits where, and the results. The same seed gives the same matches on every machine."""

from __future__ import annotations

import itertools
import math
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import TYPE_CHECKING

from purrlor.bots import lion
from purrlor.bots.networks.learned import learned_network
from purrlor.bots.players import LEVELS, THINKING, Player, choose_without_search
from purrlor.bots.thinker import KNOBS, Thinker
from purrlor.bots.tree_search.compiled_twins import Twin, can_compile, twin
from purrlor.bots.user_bots import Choose, Source, find_bot, seat_bot
from purrlor.core.chance import mix, seed_rng
from purrlor.core.errors import BadOption
from purrlor.core.game import Game, game
from purrlor.core.language import N_
from purrlor.core.options import Value
from purrlor.core.seats import count, first

if TYPE_CHECKING:
    from purrlor.bots.tree_search.compiled_twins import Rows

OWN = "own"  # the level of a bot that is not ours
FINE = 50  # bins of decision times for each factor of e: 2 % apart


Bot = str | Source  # a bot by its name, or a function or class of one's own


@dataclass(frozen=True)
class Entrant:
    """A bot as it was named: LEVEL, LEVEL:PLAYOUTS, LEVEL:SECONDSs, :KNOB=NUMBER for a tiger or lion to try out, and
    :mistakes=NUMBER for a kitten or cat; or a bot of one's own (bots/user_bots.py), by its name or the function
    or class."""

    name: str
    level: str
    playouts: int | None = None
    seconds: float | None = None
    knobs: tuple[tuple[str, int], ...] = ()
    mistakes: int | None = None  # of a thousand decisions; None: as many as its level makes
    source: Source | None = None

    def seated(self, known: Game, seed: int) -> Choose:
        """This bot on one seat of one match, on the plain rules: it is handed what the seat may know."""
        if self.level == OWN:
            return seat_bot(find_bot(self.name) if self.source is None else self.source, self.name, known, seed)
        asked = itertools.count(1)
        if self.mistakes is not None:
            side = twin(known, fast=False)
            return lambda hidden, seat: choose_without_search(
                side, hidden, seat, self.level, mix(mix(seed, seat), next(asked)), self.mistakes
            )
        if self.knobs:
            return lambda hidden, seat: searcher(known.name, self.level, self.knobs).choose(
                hidden.to_bytes(), seat, mix(seed, next(asked)), playouts=self.playouts, seconds=self.seconds
            )
        return Player(known, self.level, seed=seed, playouts=self.playouts, seconds=self.seconds).choose


def read_entrant(text: Bot, playouts: int | None = None, seconds: float | None = None) -> Entrant:
    if not isinstance(text, str):
        return Entrant(getattr(text, "__qualname__", repr(text)), OWN, source=text)
    level, *rest = text.strip().split(":")
    if level not in LEVELS:
        find_bot(text.strip())
        return Entrant(text.strip(), OWN)
    knobs = []
    mistakes = None
    for part in rest:
        name, equals, value = part.partition("=")
        try:
            if name == "mistakes" and level in ("kitten", "cat"):
                mistakes = int(value)
                if not 0 <= mistakes <= 1000:
                    raise ValueError
            elif equals:
                if name not in (lion.KNOBS if level == "lion" else KNOBS):
                    raise ValueError
                knobs.append((name, int(value)))
            elif part.endswith("s"):
                playouts, seconds = None, float(part[:-1])
            else:
                playouts, seconds = int(part), None
            if (playouts is not None and playouts < 1) or (seconds is not None and not 0 < seconds < 3600):
                raise ValueError
        except ValueError:
            raise BadOption(
                N_("{text} is not a bot: write a level, or tiger:1000 (playouts) or tiger:0.5s (time)."), text=text
            ) from None
    if level not in THINKING:
        playouts = seconds = None
    return Entrant(text.strip(), level, playouts, seconds, tuple(knobs), mistakes)


@dataclass(frozen=True)
class Plan:
    """All matches of an arena. A block is one deal, played in every seating."""

    game: str
    players: int
    options: dict[str, Value]
    line: tuple[Entrant, ...]  # as given; a bot may be in it more than once
    seed: int

    @cached_property
    def entrants(self) -> tuple[Entrant, ...]:
        return tuple(dict.fromkeys(self.line))

    @cached_property
    def seatings(self) -> list[tuple[int, ...]]:
        """Entrants by seat: every choice from the line in every rotation; a line too short is seated again."""
        line = [self.entrants.index(entrant) for entrant in self.line]
        everybody = line if len(line) > self.players else [line[k % len(line)] for k in range(self.players)]
        found: dict[tuple[int, ...], None] = {}
        for chosen in itertools.combinations(everybody, self.players):
            for turn in range(self.players):
                found[*chosen[turn:], *chosen[:turn]] = None
        return list(found)


@dataclass
class Played:
    """One match."""

    block: int
    seating: tuple[int, ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    decisions: int
    times: dict[int, Counter[int]] = field(default_factory=dict)  # by entrant: how many decisions took about so long

    def shares(self) -> list[float]:
        return [1 / len(self.winners) if seat in self.winners else 0.0 for seat in range(len(self.seating))]


def play_blocks(plan: Plan, blocks: Sequence[int]) -> list[Played]:
    """Play some blocks in this process."""
    side = twin(game(plan.game), can_compile())
    return [play(plan, side, block, seating) for block in blocks for seating in plan.seatings]


def play(plan: Plan, side: Twin, block: int, seating: tuple[int, ...]) -> Played:
    """One match. Every decision is made from a copy hidden for its seat; those without a choice cost nobody time."""
    rules = side.rules
    row, veil = side.row(1), side.row(1)
    side.write(row, 0, side.game.laid_out(plan.players, plan.options).to_bytes())
    seed_row(side, row, mix(plan.seed, block))
    rules.start(row[0])
    played = Played(block, seating, (), (), 0)
    times = {k: Counter[int]() for k in set(seating)}
    guests = seat_guests(plan, side.game, block, seating)
    while asked := int(rules.waiting(row[0])):
        seat = first(asked)
        mask = int(rules.legal(row[0], seat))
        if mask & (mask - 1) == 0:
            action = first(mask)
        else:
            veil[0] = row[0]
            rules.hide(veil[0], seat)
            seed = mix(mix(plan.seed, block), played.decisions + 1)
            began = time.perf_counter()
            if seat in guests:
                action = guests[seat](side.game.rules.State.from_bytes(side.read(veil, 0)), seat)
            else:
                action = decide(plan.entrants[seating[seat]], side, veil, seat, seed)
            times[seating[seat]][time_bin(time.perf_counter() - began)] += 1
        rules.apply(row[0], seat, action)
        played.decisions += 1
    won = int(rules.winners(row[0]))
    played.winners = tuple(seat for seat in range(plan.players) if won >> seat & 1)
    played.scores = tuple(int(rules.score(row[0], seat)) for seat in range(plan.players))
    assert count(won) == len(played.winners) > 0
    played.times = times
    return played


def seat_guests(plan: Plan, known: Game, block: int, seating: tuple[int, ...]) -> dict[int, Choose]:
    """The bots that are not ours, by seat."""
    entrants = [plan.entrants[number] for number in seating]
    seed = mix(mix(plan.seed, block), 0)
    return {
        seat: entrant.seated(known, mix(seed, seat)) for seat, entrant in enumerate(entrants) if entrant.level == OWN
    }


def decide(entrant: Entrant, side: Twin, veil: Rows, seat: int, seed: int) -> int:
    if entrant.level in THINKING and side.fast:
        search = searcher(side.game.name, entrant.level, entrant.knobs)
        return search.choose(side.read(veil, 0), seat, seed, playouts=entrant.playouts, seconds=entrant.seconds)
    return choose_without_search(side, veil[0], seat, entrant.level, seed, entrant.mistakes)


@cache
def searcher(name: str, level: str, knobs: tuple[tuple[str, int], ...]) -> Thinker:
    found = learned_network(game(name)) if level == "lion" else None
    return Thinker(game(name), knobs=dict(knobs)) if found is None else lion.lion_of(game(name), found, dict(knobs))


def seed_row(side: Twin, row: Rows, seed: int) -> None:
    """Chance from a number, on either side."""
    s = side.rules.State.from_bytes(side.read(row, 0))
    seed_rng(s, seed)
    side.write(row, 0, s.to_bytes())


def time_bin(seconds: float) -> int:
    return round(FINE * math.log(max(seconds, 1e-7)))


def bin_time(place: int) -> float:
    return math.exp(place / FINE)
