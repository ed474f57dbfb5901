"""Who is asked and who is in front: only seats that play, and only those asked have choices."""

from __future__ import annotations

from typing import TYPE_CHECKING

from purrlor.core.laws.report import seats_in

if TYPE_CHECKING:
    from purrlor.core.laws.walk import Walk


def require_only_players(walk: Walk, asked: int, thorough: bool) -> None:
    playing = (1 << walk.seats) - 1
    what = f"waiting asks seats {seats_in(asked)}, but only {walk.seats} play"
    walk.require("asks", not asked & ~playing, what)
    if not thorough:
        return
    winners = int(walk.rules.winners(walk.free))
    what = f"winners(s) names seats {seats_in(winners)}, but only {walk.seats} play: loop over range(s.seats)"
    walk.require("asks", not winners & ~playing, what)
    require_those_in_front(walk, winners, "now")
    for seat in range(walk.game.seats[-1]):
        if not asked >> seat & 1:
            choices = int(walk.rules.legal(walk.free, seat))
            walk.require("asks", choices == 0, f"legal(s, {seat}) must be 0 for a seat that is not asked")


def require_those_in_front(walk: Walk, winners: int, when: str) -> None:
    """`winners` are those with the best standing, at every moment."""
    standing = list(walk.invariants.standing(walk.free))
    said = f"invariants.standing must be one key a seat, not {standing}"
    walk.require("winners", len(standing) == walk.seats, said)
    best = max(standing)
    fair = sum(1 << seat for seat, place in enumerate(standing) if place == best)
    said = f"winners are seats {seats_in(winners)} {when}, but by standing {seats_in(fair)}: {standing}"
    walk.require("winners", winners == fair, said)
