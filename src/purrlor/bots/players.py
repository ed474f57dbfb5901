"""Who sits at the table: random, kitten, cat, tiger, lion. Each is handed what its seat may know, and nothing else.
A beginner stands for a person who plays for the first time, where kittens are measured.

choose(game, hidden, seat, "tiger", seed=1, playouts=1000)      # the same seed and playouts: the same action
evaluate(game, hidden, seat, seconds=0.5)                       # every choice, for advice and analysis
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from contextlib import nullcontext
from functools import cache

from purrlor.bots.levels import level_of
from purrlor.bots.lion import lion_of
from purrlor.bots.networks.learned import learned_network
from purrlor.bots.thinker import Choice, Thinker
from purrlor.bots.tree_search.compiled_twins import Twin, can_compile, twin
from purrlor.core.chance import mix
from purrlor.core.compilers.compiling_notice import show_compiling
from purrlor.core.errors import BadOption
from purrlor.core.game import Game, State
from purrlor.core.language import N_
from purrlor.core.seats import first, members

LEVELS = ("random", "beginner", "kitten", "cat", "tiger", "lion")
THINKING = ("tiger", "lion")  # those that search, on the compiled rules
SENSIBLE = "cat"
COMPILED_HERE: set[Game] = set()  # whose search has answered in this process: from then on nothing is compiled
log = logging.getLogger("purrlor.bots")


def check_level(level: str) -> str:
    if level not in LEVELS:
        raise BadOption(
            N_("There is no level {level}: choose one of {levels}."), level=repr(level)[:60], levels=", ".join(LEVELS)
        )
    return level


def extras_for(levels: Iterable[str]) -> tuple[str, ...]:
    """What must be installed for these players; a measurement must not call a player tiger that cannot search."""
    return ("native",) if any(level.partition(":")[0] in THINKING for level in levels) else ()


def choose(
    game: Game,
    hidden: State,
    seat: int,
    level: str,
    seed: int = 0,
    *,
    playouts: int | None = None,
    seconds: float | None = None,
) -> int:
    """What a player of this level does on this seat, from a state hidden for it."""
    if check_level(level) in THINKING:
        if can_compile():
            return thinker(game, level).choose(hidden.to_bytes(), seat, seed, playouts=playouts, seconds=seconds)
        warn_once()
    return choose_without_search(twin(game, fast=False), hidden, seat, level, seed)


def evaluate(
    game: Game, hidden: State, seat: int, seed: int = 0, *, playouts: int | None = None, seconds: float | None = None
) -> list[Choice]:
    """Visits, win chance and expected score of every choice, the best first; nothing where Numba is missing."""
    if not can_compile():
        warn_once()
        return []
    with nullcontext() if game in COMPILED_HERE else show_compiling():
        found = thinker(game).evaluate(hidden.to_bytes(), seat, seed, playouts=playouts, seconds=seconds)
    COMPILED_HERE.add(game)
    return found


def choose_without_search(
    side: Twin, hidden: object, seat: int, level: str, seed: int, mistakes: int | None = None
) -> int:
    """The choice of a player who does not search; a tiger or a lion that cannot plays like a cat.

    A beginner makes every third decision by chance, whatever comes of it, and the others as a cat does.
    Of a thousand decisions so many are mistakes: made by chance, but never what the game's `silly` names.
    """
    mask = int(side.rules.legal(hidden, seat))
    if mask & (mask - 1) == 0:
        return first(mask)
    if mistakes is None:
        mistakes = level_of(side.game.name, level).mistakes if level == "kitten" else 0
    is_mistaken = mix(seed, 1) % 1000 < mistakes
    if level == "kitten" or is_mistaken:
        silly = getattr(side.strategy, "silly", None)
        mask = mask & ~(0 if silly is None else int(silly(hidden, seat))) or mask
    if is_mistaken:
        return by_chance(mask, seed)
    is_random = level == "random" or (level == "beginner" and mix(seed, 1) % 3 == 0)
    action = -1 if is_random else int(side.strategy.sensible(hidden, seat))
    return action if action >= 0 and mask >> action & 1 else by_chance(mask, seed)


def by_chance(mask: int, seed: int) -> int:
    choices = members(mask)
    return choices[mix(seed, 2) % len(choices)]


@cache
def thinker(game: Game, level: str = "tiger") -> Thinker:
    """The search of this process for a game; a lion without a network that can be used is a tiger."""
    found = learned_network(game) if level == "lion" else None
    return Thinker(game) if found is None else lion_of(game, found)


@cache
def warn_once() -> None:
    log.warning("Numba is not installed: tigers cannot search and play like cats")


class Player:
    """One player at one table."""

    def __init__(
        self, game: Game, level: str, *, seed: int = 0, playouts: int | None = None, seconds: float | None = None
    ) -> None:
        self.game, self.level = game, check_level(level)
        self.seed, self.playouts, self.seconds = seed, playouts, seconds
        self.asked = 0

    def choose(self, hidden: State, seat: int) -> int:
        self.asked += 1
        seed = mix(mix(self.seed, seat), self.asked)
        return choose(self.game, hidden, seat, self.level, seed, playouts=self.playouts, seconds=self.seconds)


def player(
    game: Game, level: str, *, seed: int = 0, playouts: int | None = None, seconds: float | None = None
) -> Player:
    return Player(game, level, seed=seed, playouts=playouts, seconds=seconds)
