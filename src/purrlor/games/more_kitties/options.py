"""The options of More Kitties!."""

from __future__ import annotations

from collections.abc import Mapping

from purrlor.core.errors import BadOption
from purrlor.core.language import N_
from purrlor.core.options import Choice, Number, Option, Switch, Value

MORE_COLOURS = N_("With more colours than players, some cats belong to nobody.")
OPTIONS: tuple[Option, ...] = (
    Choice(
        name="colours",
        values=("auto", "4", "5", "6"),
        label=N_("Colours"),
        labels=(N_("As few as needed"), N_("Four: 60 tokens"), N_("Five: 60 tokens"), N_("Six: 84 tokens")),
        rare=True,
        means=(
            N_("Four colours for up to four players, then one for each."),
            MORE_COLOURS,
            MORE_COLOURS,
            MORE_COLOURS,
        ),
    ),
    Switch(
        name="open",
        default=False,
        label=N_("Open reserves"),
        help=N_("Everybody sees all tokens: for young players."),
        off=N_("Everybody sees only their own tokens."),
    ),
    Number(
        name="small",
        low=0,
        high=2,
        default=0,
        label=N_("Few tokens, for solvers"),
        help=N_("0: the whole game. With 1 or 2 two players have two tokens each, of four or six in all."),
        rare=True,
        for_solvers=True,
    ),
)


def settle(values: dict[str, Value], seats: int, given: Mapping[str, object]) -> None:
    """`auto` is the smallest set with a colour for everybody; no set may have fewer colours than players."""
    if values["small"]:
        if seats != 2:
            raise BadOption(N_("A small variant is for two players, not for {seats}."), seats=seats)
        values["colours"] = "4"
    if values["colours"] == "auto":
        values["colours"] = str(max(4, seats))
    elif int(values["colours"]) < seats:
        raise BadOption(
            N_("{colours} colours are too few for {seats} players: everybody needs one."),
            colours=values["colours"],
            seats=seats,
        )
