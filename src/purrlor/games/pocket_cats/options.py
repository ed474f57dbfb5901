"""How the clans are chosen, and whether their powers count."""

from __future__ import annotations

from collections.abc import Mapping

from purrlor.core.language import N_
from purrlor.core.options import Choice, Switch, Value

OPTIONS = (
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
        N_("Without them all clans differ only in their attack, and the Chaoticats do not play."),
        rare=True,
    ),
)


FIRST_MATCH: dict[str, Value] = {"clans": "first"}  # what the rulebook proposes to those who do not know the game


def settle(values: dict[str, Value], seats: int, given: Mapping[str, object]) -> None:
    """A first game is always without powers."""
    if values["clans"] == "first":
        values["powers"] = False
