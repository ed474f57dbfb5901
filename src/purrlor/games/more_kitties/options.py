"""The options of More Kitties!."""

from __future__ import annotations

from collections.abc import Mapping

from purrlor.core.errors import BadOption
from purrlor.core.language import N_
from purrlor.core.options import Choice, Option, Switch, Value

OPTIONS: tuple[Option, ...] = (
    Choice(
        name="colours",
        values=("auto", "4", "5", "6"),
        label=N_("Colours"),
        labels=(N_("As few as do for all"), N_("Four: 60 tokens"), N_("Five: 60 tokens"), N_("Six: 84 tokens")),
        help=N_("With more colours than players, some cats belong to nobody."),
        rare=True,
    ),
    Switch(
        name="open",
        default=False,
        label=N_("Open reserves"),
        help=N_("Everybody sees all tokens: for young players."),
    ),
)


def settle(values: dict[str, Value], seats: int, given: Mapping[str, object]) -> None:
    """`auto` is the smallest set with a colour for everybody; no set may have fewer colours than players."""
    if values["colours"] == "auto":
        values["colours"] = str(max(4, seats))
    elif int(values["colours"]) < seats:
        raise BadOption(
            N_("{colours} colours are too few for {seats} players: everybody needs one."),
            colours=values["colours"],
            seats=seats,
        )
