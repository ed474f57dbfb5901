"""The last move of a round or a match: the table as it leaves it, which a screen shows for a while before the result.

The history has that state (`History.ended`); what a viewer may see of it goes through `hide` as ever. It is drawn into
the frame that brings the result, for screens that follow: a page does without.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from markupsafe import Markup

from purrlor.core.game import State
from purrlor.core.language import Translations
from purrlor.core.sentences.narration import narrate_views
from purrlor.tables.history.board_memory import next_memory
from purrlor.tables.table import Table
from purrlor.web.live.player_chips import player_chips, players_for
from purrlor.web.pages.parts.bubble import room
from purrlor.web.rendering.templating import Templates, draw_board

if TYPE_CHECKING:
    from purrlor.web.live.frames import FrameValues

BEGIN, END = '\n<template id="last-move">\n', "</template>"


class LastMove(NamedTuple):
    state: State  # after the move, hidden for the viewer
    memory: object  # what the board remembers then
    lines: list[str]  # what was done
    story: list[str]  # with them, the newest first


def last_move_for(
    table: Table, viewer: int, t: Translations, names: list[str], story: Sequence[str]
) -> LastMove | None:
    """The move that has just ended something; None if none has. `story`: what the result's frame tells."""
    history, game = table.history, table.game
    step = history.ended_for(viewer) if history is not None else None
    if history is None or step is None:
        return None
    was, after = game.hidden(step.before, viewer), game.hidden(step.after, viewer)
    sentences = narrate_views(game, was, table.view(viewer), step.seat, step.action, viewer, t, names)
    lines = shared(narrate_views(game, was, after, step.seat, step.action, viewer, t, names), sentences)
    history.board_memory()  # of every decision so far
    memories = history.board_memories
    old = memories[max(0, step.number - 1)] if len(memories) > step.number else None
    memory = next_memory(game, step.before, step.after, step.seat, step.action, old)
    return LastMove(after, memory, lines, [*reversed(lines), *story[len(sentences) :]])


def shared(lines: Sequence[str], others: Sequence[str]) -> list[str]:
    """How both begin: what was done, without what came of the end or would have come of going on."""
    n = 0
    while n < min(len(lines), len(others)) and lines[n] == others[n]:
        n += 1
    return list(lines[:n])


def draw_last_move(
    templates: Templates, table: Table, language: str, t: Translations, values: FrameValues, last: LastMove
) -> Markup:
    """The table as the move left it that has just ended something: screens show it before the result."""
    game, seat, names = table.game, values.seat, values.names
    board = draw_board(templates, game, last.state, seat, t, names, (), last.memory, values.face_url, reader=values.you)
    players = player_chips(game, last.state, seat, t, names, board.players, table=table)
    shown = replace(
        values,
        players=players_for(players, values.you, t),
        board=board.html,
        tray=board.hand,
        status=last.story[0] if last.story else "",
        hint=last.story[1] if len(last.lines) > 1 else "",
        room=room(game.name, language),  # as before the move: the board stays where it is
        story=last.story,
        over=False,
        is_last_move=True,
        actions=(),
        undo=None,
    )
    html = templates.fragment("table/frame.html", t, **vars(shown))
    return Markup(f"{BEGIN}{html}{END}")
