"""Rat-a-Tat Cat in words."""

from __future__ import annotations

from collections.abc import Sequence

from purrlor.core.language import N_, Tongue
from purrlor.core.seats import TABLE
from purrlor.games.rat_a_tat_cat.table import State

TITLE = N_("Rat-a-Tat Cat")


def label(s: State, seat: int, action: int, t: Tongue) -> str:
    return f"{action}"


def status(s: State, viewer: int, t: Tongue, names: Sequence[str]) -> str:
    return ""


def told(
    before: State, after: State, seat: int, action: int, viewer: int, t: Tongue, names: Sequence[str]
) -> list[str]:
    return [f"{TABLE if seat == TABLE else names[seat]} {action}"]


def tally(s: State, t: Tongue) -> list[tuple[str, tuple[int, ...]]]:
    return [(t.gettext("Total"), tuple(s.totals[: s.seats]))]


def sight(s: State, viewer: int, t: Tongue, names: Sequence[str]) -> list[str]:
    return [f"{name}: {s.rows[p]}" for p, name in enumerate(names)]
