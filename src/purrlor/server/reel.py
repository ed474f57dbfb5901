"""A finished match, moment by moment. Winding it up replays the whole record, so a reel is also its proof."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

from purrlor.core.game import Game, State
from purrlor.core.language import Tongue
from purrlor.core.match import Decision, Match
from purrlor.core.seats import WATCHER
from purrlor.server.table import Table
from purrlor.server.traces import first_trace, next_trace

OPEN = -1  # whose eyes: nobody's, everything lies open


class Reel:
    """Moment 0 is the table as it was laid, moment n the table after decision n; states are kept as bytes."""

    __slots__ = ("frames", "game", "log", "promise", "secret", "traces")

    def __init__(self, record: Mapping[str, Any]) -> None:
        """BadRecord if the record does not hold: a wrong secret, a decision that leads elsewhere, another result."""
        self.frames: list[bytes] = []
        self.traces: list[Any] = []  # what was left to be seen and no state holds
        before: State | None = None
        for match in Match.steps(record):
            self.frames.append(match.state.to_bytes())
            if before is None:
                self.traces.append(first_trace(match.game))
            else:
                self.traces.append(next_trace(match.game, before, match.state, *match.log[-1], self.traces[-1]))
            before = match.state.copy()
        self.game: Game = match.game
        self.log: list[Decision] = list(match.log)
        self.promise, self.secret = match.promise, match.secret.hex()

    @property
    def last(self) -> int:
        return len(self.log)

    def seen(self, moment: int, eyes: int) -> State:
        """The state of a moment as a seat knew it then, or (OPEN) as it was."""
        state = self.game.rules.State.from_bytes(self.frames[moment])
        if eyes != OPEN:
            self.game.rules.hide(state, eyes)
        return state

    def shown(self, moment: int, eyes: int) -> State:
        """The same to be drawn: a board draws what its viewer has learned, so a game may say that all is known."""
        state = self.seen(moment, eyes)
        if eyes == OPEN and self.game.has("looking_back.py"):
            self.game.part("looking_back").open_up(state)
        return state

    def told(self, moment: int, eyes: int, t: Tongue, names: Sequence[str]) -> list[str]:
        """What the decision that led here was, in words, for these eyes; nothing if they saw nothing of it.

        With everything open the words are those of somebody who looked on: games say "you" to whoever sees a secret.
        """
        if not moment:
            return []
        viewer = WATCHER if eyes == OPEN else eyes
        was, now = self.seen(moment - 1, viewer), self.seen(moment, viewer)
        if was == now:
            return []
        seat, action = self.log[moment - 1]
        said: list[str] = self.game.part("words").told(was, now, seat, action, viewer, t, names)
        return said

    def story(self, moment: int, eyes: int, t: Tongue, names: Sequence[str], limit: int) -> list[str]:
        """The newest sentences up to a moment, the newest first."""
        lines: list[str] = []
        while moment and len(lines) < limit:
            lines += reversed(self.told(moment, eyes, t, names))
            moment -= 1
        return lines[:limit]

    def luck(self, seats: int, t: Tongue) -> list[tuple[str, list[str]]]:
        """What chance gave to whom, against the average: rows of a label and a value for each seat; no row where the
        game does not say."""
        if not self.game.has("luck.py"):
            return []
        states = [self.seen(moment, OPEN) for moment in range(self.last + 1)]
        steps = [(states[k], states[k + 1], *decision) for k, decision in enumerate(self.log)]
        rows: list[tuple[str, list[str]]] = self.game.part("luck").luck(steps, seats, t)
        return rows


async def reel_of(table: Table) -> Reel:
    """The reel of a finished match, wound up once and off the loop; NotFinished before the end."""
    if "reel" not in table.cache:
        made = await asyncio.to_thread(Reel, table.record())
        table.cached("reel", lambda: made)
    return table.cached("reel", lambda: Reel(table.record()))
