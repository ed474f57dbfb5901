"""What can be agreed before a match of Cat Café."""

from __future__ import annotations

from purrlor.core.language import N_
from purrlor.core.options import Choice, Option

OPTIONS: tuple[Option, ...] = (
    Choice(
        name="towers",
        values=("house", "first"),
        label=N_("Larger number of a tower"),
        labels=(N_("First with a house in it"), N_("First to complete it, with a house")),
        help=N_(
            "Either a tower completed without a house leaves the larger number to the others,"
            " or the first completion settles it for everybody."
        ),
        rare=True,
    ),
    Choice(
        name="mice",
        values=("cap", "chains"),
        label=N_("More than four mice together"),
        labels=(N_("20 points at most"), N_("The fifth begins a new four")),
        help=N_("Whether a connected group of mice can bring more than 20 points."),
        rare=True,
    ),
)
