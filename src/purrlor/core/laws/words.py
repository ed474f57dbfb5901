"""What a game says at one moment of a walk: labels, questions, what happened, and its view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from purrlor.core.game import State
from purrlor.core.laws.files.wording import note_same_view, note_same_words
from purrlor.core.laws.read_only_functions import changed_by_reading
from purrlor.core.laws.report import difference
from purrlor.core.seats import TABLE, WATCHER
from purrlor.core.sentences.narration import narrate

if TYPE_CHECKING:
    from purrlor.core.laws.walk import Walk


def try_words(walk: Walk, seat: int, choices: tuple[int, ...]) -> None:
    if seat == TABLE:
        return
    words, veil, names = walk.game.words, walk.game.hidden(walk.free, seat), walk.names()
    spoken, boards = {}, {}
    for language in walk.languages:
        t = walk.game.translations(language)
        labels = [words.label(veil, seat, action, t) for action in choices]
        only_looked(walk, veil, seat, "words.labels.label")
        walk.require("words", all(labels) and len(set(labels)) == len(labels), f"{language}: labels {labels}")
        status = words.status(veil, seat, t, names)
        only_looked(walk, veil, seat, "words.labels.status")
        walk.require("words", bool(status), f"{language}: no status for seat {seat}")
        sight = lines(walk, "sight", words.sight(veil, seat, t, names))
        only_looked(walk, veil, seat, "words.labels.sight")
        board = walk.game.part("board.view").board(veil, seat, t, names, choices)
        boards[language] = board
        only_looked(walk, veil, seat, "board.view.board")
        require_short(walk, language, status, board)
        spoken[language] = {"label": labels, "status": [status], "sight": sight}
    note_same_words(walk.game, walk.report, spoken, names)
    note_same_view(walk.report, boards, names)
    try_onlooker(walk)


def require_short(walk: Walk, language: str, status: str, board: Mapping[str, object]) -> None:
    """The bubble has room for as many letters as the words say."""
    most = getattr(walk.game.words, "MOST_LETTERS", {}).get(language)
    for what, text, number in (("question", status, 0), ("hint", board.get("hint"), 1)):
        length = len(str(text or ""))
        if most is not None and length > most[number]:
            said = (
                f"{language}: a {what} of {length} letters, but MOST_LETTERS[{language!r}][{number}] is {most[number]}"
            )
            walk.require("words", False, f"{said}: {text!r}")


def try_onlooker(walk: Walk) -> None:
    """Somebody who is not asked, perhaps a watcher: they see the table, and no question."""
    asked = int(walk.rules.waiting(walk.free))
    viewer = walk.dice.choice([k for k in (*range(walk.seats), WATCHER) if not asked >> k & 1])
    veil, words = walk.game.hidden(walk.free, viewer), walk.game.words
    for language in walk.languages:
        t = walk.game.translations(language)
        lines(walk, "sight", words.sight(veil, viewer, t, walk.names()))
        status = words.status(veil, viewer, t, walk.names())
        what = f"words.labels.status must be '' where nothing is asked, but viewer {viewer} is told {status!r}"
        walk.require("words", status == "", what)


def try_narration(walk: Walk, before: State, seat: int, action: int) -> None:
    viewer = walk.viewer()
    spoken = {}
    for language in walk.languages:
        spoken_lines = narrate(walk.game, before, walk.s, seat, action, viewer, language, walk.names())
        spoken[language] = {"narrate": lines(walk, "narrate", spoken_lines)}
    note_same_words(walk.game, walk.report, spoken, walk.names())


def lines(walk: Walk, function: str, said: Sequence[str]) -> Sequence[str]:
    """A list of sentences, none of them empty."""
    fair = isinstance(said, list) and all(isinstance(line, str) and line for line in said)
    walk.require("words", fair, f"words.labels.{function} must return a list of sentences, not {said!r}")
    return said


def only_looked(walk: Walk, veil: State, seat: int, function: str) -> None:
    """The state is as it was; if not, the function of the rules that changed it is named, where one did."""
    fresh = walk.game.hidden(walk.free, seat)
    if veil != fresh:
        why = changed_by_reading(walk.game, fresh, thorough=True)
        walk.require("looks", False, why or f"{function} changed the state, before / after: {difference(fresh, veil)}")
    walk.report.tried["looks"] += 1
