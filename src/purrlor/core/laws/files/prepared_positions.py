"""Positions that a game brings with it, for lessons, puzzles and pictures: each can be read and played."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from purrlor.core.errors import BadOption, PurrlorError
from purrlor.core.game import Game, State
from purrlor.core.laws.options import draw_options
from purrlor.core.laws.report import BoardCheck, Report
from purrlor.core.lesson import ELSE, LessonStep
from purrlor.core.positions.puzzle import puzzles_of
from purrlor.core.seats import WATCHER

MOST_PUZZLES = 60


def check_prepared(game: Game, report: Report, board: BoardCheck | None) -> None:
    report.tried["positions"] += 1
    check_settle(game, report)
    for number, step in enumerate(game.part("words.lesson").STEPS, 1):
        for fault in (*lesson_faults(game, step), *draw(game, board, step.position, step.seat)):
            report.note("positions", f"step {number} of words/lesson.py {fault}")
    for number, puzzle in enumerate(puzzles_of(game)[:MOST_PUZZLES], 1):
        s, fault = position(game, puzzle.position)
        if not fault and not {puzzle.best, puzzle.second} <= set(game.legal(s, puzzle.seat)):
            fault = f"asks seat {puzzle.seat} for {puzzle.best} or {puzzle.second}, which it may not do"
        if not fault and puzzle.best == puzzle.second:
            fault = f"has {puzzle.best} as the best and as the second choice"
        if fault:
            report.note("positions", f"puzzle {number} of puzzles.json {fault}")
    for name, (text, viewer) in game.part("board.gallery").STATES.items():
        s, fault = position(game, text)
        if not fault and viewer not in (*range(s.seats), WATCHER):
            fault = f"has viewer {viewer}, who is no seat"
        for said in (fault,) if fault else draw(game, board, text, viewer):
            report.note("positions", f"{name} of board/gallery.py {said}")


def draw(game: Game, board: BoardCheck | None, text: str, viewer: int) -> Iterator[str]:
    """The page that a prepared position is shown on."""
    s, fault = position(game, text)
    if fault or board is None or viewer not in (*range(s.seats), WATCHER):
        return
    choices = game.legal(s, viewer) if viewer != WATCHER else ()
    names = [f"P{seat}" for seat in range(s.seats)]
    for said in board(game.hidden(s, viewer), viewer, "en", names, choices):
        yield f"cannot be shown: {said}"


def check_settle(game: Game, report: Report) -> None:
    settle = getattr(game.part("options"), "settle", None)
    if settle is None:
        return
    for seats in game.seats:
        values = {option.name: option.usual for option in game.options}
        try:
            answer = settle(values, seats, {})
            for option in game.options:
                option.check(values[option.name])
        except (BadOption, KeyError) as error:
            report.note("parts", f"options.settle leaves values that cannot be, for {seats} players: {error}")
            continue
        if answer is not None:
            report.note(
                "parts", "options.settle changes `values` in place and returns nothing: what it returns is lost"
            )
        if len(values) > len(game.options):
            report.note(
                "parts", f"options.settle adds {sorted(values)}, but the options are fewer: it only changes them"
            )
        refuse_other_errors(game, seats, report)


def refuse_other_errors(game: Game, seats: int, report: Report) -> None:
    """People are told what a BadOption says; anything else would be a fault of the server."""
    dice = Random(seats)
    for _ in range(40):
        given = draw_options(game, dice)
        try:
            game.settle(seats, given)
        except BadOption:
            continue
        except Exception as error:
            kind = type(error).__name__
            report.note("parts", f"options.settle must raise BadOption, not {kind}: {error} ({seats} players, {given})")
            return


def position(game: Game, text: str) -> tuple[State, str]:
    try:
        return game.read(text), ""
    except PurrlorError as error:
        return None, f"has a position that cannot be read: {error}"


def lesson_faults(game: Game, step: LessonStep) -> Iterator[str]:
    s, fault = position(game, step.position)
    if fault:
        yield fault
        return
    choices = game.legal(s, step.seat)
    corrected = step.corrections.keys() - {ELSE}
    if not choices:
        yield f"asks seat {step.seat}, which has nothing to do there"
    elif not set(step.actions) <= set(choices):
        yield f"means the actions {step.actions}, but seat {step.seat} may do {choices}"
    elif corrected & set(step.actions):
        yield f"corrects the actions {tuple(sorted(corrected & set(step.actions)))}, which it means"
    elif corrected - set(choices):
        yield f"corrects the actions {tuple(sorted(corrected - set(choices)))}, which seat {step.seat} cannot do there"
    elif step.actions and ELSE not in step.corrections:
        silent = sorted(set(choices) - set(step.actions) - step.corrections.keys())
        if silent:
            yield f"has no correction for the actions {tuple(silent)}: give one for each, or ELSE"
