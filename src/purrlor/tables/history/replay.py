"""A finished match, moment by moment. Winding it up replays the whole record, so a replay is also its proof."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence

from purrlor.core.cache import Cache
from purrlor.core.game import Game, State
from purrlor.core.language import Translations
from purrlor.core.match import Decision, Match
from purrlor.core.seats import WATCHER
from purrlor.core.sentences.narration import narrate_views
from purrlor.tables.history.board_memory import initial_memory, next_memory
from purrlor.tables.history.chapters import chapters_of
from purrlor.tables.table import Table

ALL_OPEN = -1  # the viewpoint of nobody: everything is open
REPLAYS_CACHED = 64  # some hundred kilobytes each


class Replay:
    """Moment 0 is the table as it was laid, moment n the table after decision n; states are kept as bytes."""

    __slots__ = ("board_memories", "chapters", "game", "log", "promise", "secret", "states")

    def __init__(self, record: Mapping[str, object]) -> None:
        """BadRecord if the record does not hold: a wrong secret, a decision that leads elsewhere, another result."""
        self.states: list[bytes] = []
        self.board_memories: list[object] = []  # what was left to be seen and no state holds
        before: State | None = None
        for match in Match.steps(record):
            self.states.append(match.state.to_bytes())
            if before is None:
                self.board_memories.append(initial_memory(match.game))
            else:
                self.board_memories.append(
                    next_memory(match.game, before, match.state, *match.log[-1], self.board_memories[-1])
                )
            before = match.state.copy()
        self.game: Game = match.game
        self.log: list[Decision] = list(match.log)
        self.promise, self.secret = match.promise, match.secret.hex()
        self.chapters = chapters_of([match.game.rules.State.from_bytes(state) for state in self.states])

    @property
    def last(self) -> int:
        return len(self.log)

    def view(self, moment: int, eyes: int) -> State:
        """The state of a moment as a seat knew it then, or (OPEN) as it was."""
        state = self.game.rules.State.from_bytes(self.states[moment])
        if eyes != ALL_OPEN:
            self.game.rules.hide(state, eyes)
        return state

    def board_state(self, moment: int, eyes: int) -> State:
        """The same to be drawn: a board draws what its viewer has learned, so a game may say that all is known."""
        state = self.view(moment, eyes)
        if eyes == ALL_OPEN and self.game.has("board/replay_view.py"):
            self.game.part("board.replay_view").reveal_all(state)
        return state

    def sentences(self, moment: int, eyes: int, t: Translations, names: Sequence[str]) -> list[str]:
        """What the decision that led here was, in words, for these eyes; nothing if they saw nothing of it.

        With everything open the words are those of somebody who looked on: games say "you" to who sees a secret.
        """
        if not moment:
            return []
        viewer = WATCHER if eyes == ALL_OPEN else eyes
        was, now = self.view(moment - 1, viewer), self.view(moment, viewer)
        return narrate_views(self.game, was, now, *self.log[moment - 1], viewer, t, names)

    def story(self, moment: int, eyes: int, t: Translations, names: Sequence[str], limit: int) -> list[str]:
        """The newest sentences up to a moment, the newest first."""
        lines: list[str] = []
        while moment and len(lines) < limit:
            lines += reversed(self.sentences(moment, eyes, t, names))
            moment -= 1
        return lines[:limit]

    def luck(self, seats: int, t: Translations) -> list[tuple[str, list[str]]]:
        """What chance gave to whom, against the average: rows of a label and a value for each seat; no row where the
        game does not say."""
        if not self.game.has("words/luck.py"):
            return []
        states = [self.view(moment, ALL_OPEN) for moment in range(self.last + 1)]
        steps = [(states[k], states[k + 1], *decision) for k, decision in enumerate(self.log)]
        rows: list[tuple[str, list[str]]] = self.game.part("words.luck").luck(steps, seats, t)
        return rows


replays: Cache[str, Replay] = Cache(REPLAYS_CACHED)  # by table: a finished match does not change any more


async def replay_of(table: Table) -> Replay:
    """The replay of a finished match, wound up once and off the loop; NotFinished before the end."""
    found = replays.get(table.id)
    if found is None:
        found = await asyncio.to_thread(Replay, table.record())
        replays.put(table.id, found)
    return found
