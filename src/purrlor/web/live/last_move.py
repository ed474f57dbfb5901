"""The last move of a round or a match: the table as it leaves it, which a screen shows for a while before the result.

The history has that state (`History.ended`); what a viewer may see of it goes through `hide` as ever. It is drawn into
the frame that brings the result, for screens that follow: a page does without.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from markupsafe import Markup

from purrlor.core.game import State
from purrlor.core.language import Translations
from purrlor.tables.story.board_memory import next_memory
from purrlor.tables.table import Table

BEGIN, END = '\n<template id="last-move">\n', "</template>"


def last_move(
    table: Table,
    viewer: int,
    t: Translations,
    values: dict[str, Any],
    board: Callable[[State, Any], dict[str, Any]],
    chips: Callable[[State, dict[str, Any]], list[dict[str, Any]]],
) -> dict[str, Any]:
    """The values of a frame that shows the table after that move; `values` are those of the result."""
    history, game, names = table.history, table.game, values["names"]
    assert history is not None
    step = history.ended_for(viewer)
    assert step is not None
    was, now = game.hidden(step.before, viewer), game.hidden(step.after, viewer)
    narrate = game.words.narrate
    sentences = narrate(was, table.view(viewer), step.seat, step.action, viewer, t, names)
    lines = shared(narrate(was, now, step.seat, step.action, viewer, t, names), sentences)
    story = [*reversed(lines), *values["story"][len(sentences) :]]
    history.board_memory()
    old = history.board_memories[max(0, step.number - 1)] if len(history.board_memories) > step.number else None
    extra = board(now, next_memory(game, step.before, step.after, step.seat, step.action, old))
    return values | {
        "players": chips(now, extra),
        "board": extra["html"],
        "tray": extra.get("hand", ""),
        "status": story[0] if story else "",
        "hint": story[1] if len(lines) > 1 else "",
        "story": story,
        "over": False,
        "is_last_move": True,  # what the result needs is fetched meanwhile
        "asked": False,
        "actions": (),
        "undo": None,
    }


def shared(lines: Sequence[str], others: Sequence[str]) -> list[str]:
    """How both begin: what was done, without what came of the end or would have come of going on."""
    n = 0
    while n < min(len(lines), len(others)) and lines[n] == others[n]:
        n += 1
    return list(lines[:n])


def wrapped(html: str) -> Markup:
    return Markup(f"{BEGIN}{html}{END}")
