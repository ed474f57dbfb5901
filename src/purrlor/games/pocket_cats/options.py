"""How the clans are chosen, and whether their powers count."""

from __future__ import annotations

from collections.abc import Mapping

from purrlor.core.language import N_
from purrlor.core.options import Choice, Number, Option, Switch, Value

OPTIONS: tuple[Option, ...] = (
    Choice(
        "clans",
        ("first", "free", "limited", "expert"),
        N_("Choosing clans"),
        (N_("First game"), N_("Free choice"), N_("One of three"), N_("For experts, two games")),
        "limited",
        means=(
            N_("Royal Claws against Gourmets, without powers."),
            N_("Any clan, one after the other."),
            N_("Each keeps one of three cards in secret."),
            N_("One keeps one of three cards and hands the others over; two games, points added up."),
        ),
    ),
    Switch(
        "powers",
        True,
        N_("Powers of clans and leaders"),
        N_("Every clan and every leader can do something of their own."),
        rare=True,
        off=N_("Without them all clans differ only in their attack, and the Chaoticats do not play."),
    ),
    Number(
        "small",
        0,
        2,
        0,
        N_("The last turns in the middle, for solvers"),
        N_(
            "0: the whole game. With 1 or 2 the last three or four turns of a first game are played, and only the nine"
            " tiles in the middle move."
        ),
        rare=True,
        for_solvers=True,
    ),
)


FIRST_MATCH: dict[str, Value] = {"clans": "first"}  # what the rulebook proposes to those who do not know the game


def settle(values: dict[str, Value], seats: int, given: Mapping[str, object]) -> None:
    """A first game is always without powers; a small variant is the end of one."""
    if values["small"]:
        values["clans"] = "first"
    if values["clans"] == "first":
        values["powers"] = False
