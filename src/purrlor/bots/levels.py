"""The levels people choose among at a table: one measured scale for each game.

A level is a player of `bots/players.py` that holds back by one number: mistakes among a thousand decisions, or playouts
of its search. The numbers were chosen by `purrlor levels GAME`, which plays every level against the one below it
(docs/strength.md has what came out).
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Level:
    """Which player decides, and how much it holds back."""

    player: str
    mistakes: int = 0  # of a thousand decisions: made by chance among those that are not silly
    playouts: int | None = None  # at most so many; None: does not search, or as long as its time lasts

    def __str__(self) -> str:
        """As the arena names it."""
        return self.player + (f":{self.playouts}" if self.playouts else f":mistakes={self.mistakes}")


def scale(kitten: int, cat: int, tiger: int, lion: Level) -> dict[str, Level]:
    """One game's levels: mistakes of a kitten and a cat, playouts of a tiger, and its lion."""
    return {
        "kitten": Level("kitten", mistakes=kitten),
        "cat": Level("cat", mistakes=cat),
        "tiger": Level("tiger", playouts=tiger),
        "lion": lion,
    }


# a lion without a network, or with one that is weaker than the search alone, is a tiger with more playouts
USUAL = scale(650, 0, 1000, Level("tiger", playouts=20_000))
SCALE = {
    "cat-cafe": scale(650, 270, 100, Level("lion", playouts=400)),
    "more-kitties": scale(700, 150, 300, Level("lion", playouts=1)),
    "pocket-cats": scale(450, 50, 1_500, Level("tiger", playouts=60_000)),
    "rat-a-tat-cat": scale(850, 350, 300, Level("lion", playouts=400)),
}

LEVELS = tuple(USUAL)  # each stronger than the one before it
STAND_IN = "stand-in"  # no level to choose: decides for a person who is away, and so makes no mistakes


def level_of(game: str, level: str) -> Level:
    """What a level, or who stands in, is in this game."""
    return Level("cat") if level == STAND_IN else SCALE.get(game, USUAL)[level]
