"""The options of Rat-a-Tat Cat."""

from __future__ import annotations

from collections.abc import Mapping

from purrlor.core.errors import BadOption
from purrlor.core.language import N_
from purrlor.core.options import Choice, Number, Option, Switch, Value

LOWEST = N_("The lowest total wins.")
OPTIONS: tuple[Option, ...] = (
    Choice(
        "length",
        ("rounds", "minutes", "limit"),
        N_("Length of the match"),
        (N_("Fixed number of rounds"), N_("By the clock"), N_("Until one is left")),
        means=(LOWEST, LOWEST, N_("Whoever reaches the limit is out; the last one in wins.")),
    ),
    Number("rounds", 1, 20, 3, N_("Rounds"), N_("How many rounds to play."), only=("length", "rounds")),
    Number(
        "minutes",
        1,
        180,
        15,
        N_("Minutes"),
        N_("The round under way when time is up is the last."),
        only=("length", "minutes"),
    ),
    Number(
        "limit",
        50,
        500,
        100,
        N_("Point limit"),
        N_("Points that put a player out of the match."),
        only=("length", "limit"),
    ),
    Switch(
        "open_ends",
        False,
        N_("Outer cards face up"),
        N_("For young children: the two outer cards of every row lie open; swap and peek leave them alone."),
        off=N_("Everybody looks at their two outer cards once; then all cards lie face down."),
    ),
    Choice(
        "memory",
        ("strict", "aided"),
        N_("Memory"),
        (N_("Strict: from memory"), N_("Aided: cards you know stay visible to you")),
        rare=True,
        means=(
            N_("A card you look at is shown until you say that you have seen it."),
            N_("A card you have seen stays visible to you alone, as long as you can know it."),
        ),
    ),
    Number(
        "small",
        0,
        2,
        0,
        N_("Cards that change hands, for solvers"),
        N_("Of every row; 0: the whole game. With 1 or 2 two players have one round of two turns and few cards."),
        rare=True,
        for_solvers=True,
    ),
)
SHORT_MATCH: dict[str, Value] = {"rounds": 1}
PUZZLE_OPTIONS = {"memory": "aided"}  # a puzzle shows what its player knows


def settle(values: dict[str, Value], seats: int, given: Mapping[str, object]) -> None:
    """A small variant is one round for two."""
    if values["small"]:
        if seats != 2:
            raise BadOption(N_("A small variant is for two players, not for {seats}."), seats=seats)
        values.update(length="rounds", rounds=1, open_ends=False)
