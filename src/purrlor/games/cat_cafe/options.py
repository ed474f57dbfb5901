"""What can be agreed before a match of Cat Café."""

from __future__ import annotations

from collections.abc import Mapping

from purrlor.core.errors import BadOption
from purrlor.core.language import N_
from purrlor.core.options import Choice, Number, Option, Value

OPTIONS: tuple[Option, ...] = (
    Choice(
        name="towers",
        values=("house", "first"),
        label=N_("Larger number of a tower"),
        labels=(N_("First with a house in it"), N_("First to complete it, with a house")),
        rare=True,
        means=(
            N_("A tower completed without a house leaves the larger number to the others."),
            N_("The first completion settles it for everybody, with a house or without."),
        ),
    ),
    Choice(
        name="mice",
        values=("cap", "chains"),
        label=N_("More than four mice together"),
        labels=(N_("20 points at most"), N_("The fifth begins a new four")),
        rare=True,
        means=(
            N_("A connected group of mice never brings more than 20 points."),
            N_("A connected group of mice can bring more than 20 points."),
        ),
    ),
    Number(
        name="small",
        low=0,
        high=2,
        default=0,
        label=N_("Few rounds, for solvers"),
        help=N_(
            "0: the whole game. With 1 or 2 two players have so many rounds, dice of 1 to 3 and no paw to begin with."
        ),
        rare=True,
        for_solvers=True,
    ),
)


def settle(values: dict[str, Value], seats: int, given: Mapping[str, object]) -> None:
    """A small variant is for two."""
    if values["small"] and seats != 2:
        raise BadOption(N_("A small variant is for two players, not for {seats}."), seats=seats)
