"""Whether `reveals` says 1 where nothing is shown, which takes undo away for nothing.

One decision proves little: what it shows may be known to a player who counts cards. So decisions are gathered by the
fields that they change, over all matches, and a kind is wrong only where none of many showed anybody anything. Those
that use chance, end the match or have no alternative are not worth taking back and do not count.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from purrlor.core.game import State
from purrlor.core.laws.report import Report
from purrlor.core.match import key_rng
from purrlor.core.seats import WATCHER

if TYPE_CHECKING:
    from purrlor.core.laws.walk import Walk

FEWEST = 10  # decisions of a kind
WORLDS = 3  # that a viewer thinks possible
Kind = tuple[str, ...]  # the fields that changed


class Revealing:
    """Decisions of which `reveals` says 1, by kind."""

    def __init__(self) -> None:
        self.needed: set[Kind] = set()
        self.times: Counter[Kind] = Counter()
        self.example: dict[Kind, str] = {}

    def note(self, walk: Walk, before: State, seat: int, action: int) -> None:
        kind = tuple(name for name in before.fields if name != "rng" and getattr(before, name) != getattr(walk.s, name))
        forced = int(walk.rules.legal(before, seat)).bit_count() < 2
        if kind in self.needed or forced or not int(walk.rules.waiting(walk.s)):
            return
        if shows_something(walk, before, seat, action):
            self.needed.add(kind)
        self.times[kind] += 1
        self.example.setdefault(kind, f"reveals(s, {seat}, {action}) is 1 ({walk.where()})")

    def check(self, report: Report) -> None:
        for kind, times in self.times.items():
            if kind not in self.needed and times >= FEWEST:
                report.note(
                    "undo",
                    f"{self.example[kind]}, but nobody learns anything from it: it could be taken back if reveals "
                    f"said 0. So {times} times, wherever an action changes {', '.join(f's.{name}' for name in kind)}",
                )


def shows_something(walk: Walk, before: State, seat: int, action: int) -> bool:
    """Whether some viewer sees what might have been otherwise; True also where that cannot be told."""
    rules = walk.rules
    for viewer in (*range(walk.seats), WATCHER):
        was, now = walk.game.hidden(before, viewer), walk.game.hidden(walk.s, viewer)
        if was == now:
            continue
        for _ in range(WORLDS):
            world = was.copy()
            key_rng(world, walk.secret, walk.dice.randrange(1 << 30))
            rules.redeal(world, viewer)
            if int(rules.legal(world, seat)) != int(rules.legal(before, seat)):
                return True
            rules.apply(world, seat, action)
            if walk.game.hidden(world, viewer) != now:
                return True
    return False
