"""Parts and functions that a game may have or not: called on the way of a walk, each answers what it should."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, TypeVar

from purrlor.core.game import Game, State
from purrlor.core.laws.report import difference
from purrlor.core.record import Record
from purrlor.core.seats import TABLE

if TYPE_CHECKING:
    from purrlor.core.laws.walk import Walk

Answer = TypeVar("Answer")
READ_ONLY = ("silly", "stage", "rough", "effort")  # of bots/strategy.py; stop and believe work in place
LARGEST_FEATURE = (1 << 15) - 1  # the lab keeps an observation in 16 bits


def constant_faults(game: Game) -> Iterator[str]:
    """Constants of the lab and the words that everybody relies on."""
    labels = game.module("words.labels")
    for name in ("MINUTES", "AGE"):
        value = getattr(labels, name, 1)
        if not isinstance(value, int) or value < 1:
            yield f"words.labels.{name} must be a whole number above 0, not {value!r}"
    if game.has("lab/observation.py"):
        names = [name for name, _, _ in game.module("lab.observation").FEATURES]
        twice = sorted({name for name in names if names.count(name) > 1})
        if twice:
            yield f"lab.observation.FEATURES has the name {twice[0]!r} more than once"
        for number, (name, low, high) in enumerate(game.module("lab.observation").FEATURES):
            if not -LARGEST_FEATURE - 1 <= low <= high <= LARGEST_FEATURE:
                yield f"feature {number} ({name}) goes from {low} to {high}: lowest first, both within 16 bits"


def try_strategy(walk: Walk, seat: int, choices: tuple[int, ...]) -> None:
    """Further functions of the strategy only look, at what their seat knows."""
    if seat == TABLE or not walk.game.has("bots/strategy.py"):
        return
    part = walk.game.module("bots.strategy")
    for name in READ_ONLY:
        function = getattr(part, name, None)
        if function is None:
            continue
        given = (seat,) if name in ("silly", "rough") else ()
        veil = walk.game.hidden(walk.s, seat)
        before = veil.copy()
        answer = int(function(veil, *given))
        said = f"bots.strategy.{name} changed the state: {difference(before, veil)}. It may only look"
        walk.require("sensible", veil == before, said)
        if name == "silly":
            require_fair_silly(walk, seat, choices, answer)


def require_fair_silly(walk: Walk, seat: int, choices: tuple[int, ...], answer: int) -> None:
    truth = int(walk.game.strategy.silly(walk.free.copy(), seat))  # type: ignore[attr-defined]
    legal = sum(1 << action for action in choices)
    both = f"{answer & legal:#b} on what seat {seat} knows, {truth & legal:#b} on all"
    said = f"silly reads what hide(s, {seat}) erases: it names {both}"
    walk.require("sensible", answer & legal == truth & legal, said)


def try_remembering(walk: Walk, before: State, seat: int, action: int) -> None:
    """What the board keeps of a decision, and the position shown before the result."""
    game = walk.game
    if game.has("board/memory.py"):
        part = game.module("board.memory")
        called(walk, "board.memory.remember", before, lambda a, b: part.remember(a, b, seat, action, part.NOTHING))
    if game.has("board/final_position.py"):
        part = game.module("board.final_position")
        name = "board.final_position.final_position"
        shown = called(walk, name, before, lambda a, b: part.final_position(a, b, seat, action))
        said = f"{name} must return a state or None, not {shown!r}"
        walk.require("parts", shown is None or isinstance(shown, Record), said)
    if game.has("lab/decision_names.py") and seat != TABLE:
        number = int(game.module("lab.decision_names").decision_name(before.copy(), seat, action))
        names = game.module("lab.study").DECISION_NAMES if game.has("lab/study.py") else ()
        said = f"decision_name(s, {seat}, {action}) is {number}, but lab.study.DECISION_NAMES has {len(names)} names"
        walk.require("parts", -1 <= number < len(names), said)


def called(walk: Walk, name: str, before: State, function: Callable[[State, State], Answer]) -> Answer:
    """The answer of a function that is given two states and changes neither."""
    was, now = before.copy(), walk.unchecked()
    answer = function(was, now)
    walk.require("looks", was == before and now == walk.unchecked(), f"{name} changed a state that it was given")
    return answer


def try_ending(walk: Walk, steps: Sequence[tuple[State, State, int, int]]) -> None:
    """Luck, counted at the end, and everything open when looking back."""
    game = walk.game
    if game.has("words/luck.py"):
        for language in walk.languages:
            rows = game.module("words.luck").luck(steps, walk.seats, game.translations(language))
            wrong = [row for row in rows if len(row) != 2 or not row[0] or len(row[1]) != walk.seats]
            said = f"a row of words.luck.luck is (what, one text a seat), not {wrong[:1]}"
            walk.require("words", not wrong, said)
    if game.has("board/replay_view.py"):
        game.module("board.replay_view").reveal_all(walk.unchecked())
    if game.has("board/picture.py"):
        veil = game.hidden(walk.free, walk.viewer())
        drawn = game.module("board.picture").picture(veil, walk.viewer(), game.translations("en"), walk.names())
        said = f"board.picture.picture must return a file that begins with <svg, not {str(drawn)[:40]!r}"
        walk.require("board", str(drawn).startswith("<svg"), said)
