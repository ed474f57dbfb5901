"""Choices that are the same in effect: of two equal cards it does not matter which one goes.

A search tries each by itself, and chance makes their figures differ; nobody would believe both. A game says what is the
same in `effect` of its `words/reasons.py`; of one that does not, every choice is its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import sqrt

from purrlor.bots.thinker import Choice
from purrlor.core.game import Game, State


def effect_of(game: Game, view: State, seat: int) -> Callable[[int], object]:
    """What an action does, as far as the seat can tell (`view` is hidden for it): equal for the same effect."""
    rule = getattr(game.part("words.reasons"), "effect", None) if game.has("words/reasons.py") else None
    if rule is None:
        return lambda action: action
    return lambda action: rule(view, seat, action)


def same_as(game: Game, view: State, seat: int, action: int) -> set[int]:
    """The legal actions that have the effect of this one, itself among them."""
    effect = effect_of(game, view, seat)
    return {other for other in game.legal(view, seat) if effect(other) == effect(action)}


def merge_same(choices: Sequence[Choice], effect: Callable[[int], object], prefer: int = -1) -> list[Choice]:
    """Choices that are the same in effect as one, under the lowest of their actions, or `prefer` if it is among them:
    what was found out about any of them holds for all."""
    alike: dict[object, list[Choice]] = {}
    for choice in choices:
        alike.setdefault(effect(choice.action), []).append(choice)
    merged = [merge(found, prefer) for found in alike.values()]
    return sorted(merged, key=lambda choice: (-choice.visits, -choice.value, choice.action))


def merge(found: Sequence[Choice], prefer: int) -> Choice:
    actions = [choice.action for choice in found]
    visits = sum(choice.visits for choice in found)

    def mean(values: Iterable[float]) -> float:
        return sum(choice.visits * value for choice, value in zip(found, values, strict=True)) / max(1, visits)

    win, score = mean(choice.win for choice in found), mean(choice.score for choice in found)
    return Choice(
        prefer if prefer in actions else min(actions),
        visits,
        win,
        score,
        mean(choice.value for choice in found),
        sqrt(max(0.0, mean(choice.spread**2 + choice.win**2 for choice in found) - win**2)),
        sqrt(max(0.0, mean(choice.points_spread**2 + choice.score**2 for choice in found) - score**2)),
    )
