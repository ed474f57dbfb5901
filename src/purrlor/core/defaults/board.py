"""A game without drawings, gallery or lesson: there are none of them, and nothing has to ask first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from purrlor.core.game_interface import State
from purrlor.core.language import Translations
from purrlor.core.lesson import LessonStep


class NoGallery:
    STATES: Mapping[str, tuple[str, int]] = {}


class NoLesson:
    STEPS: tuple[LessonStep, ...] = ()


class NoView:
    """The plain board is drawn in its place."""

    @staticmethod
    def board(
        s: State, viewer: int, t: Translations, names: Sequence[str], choices: tuple[int, ...]
    ) -> dict[str, object]:
        return {}


class NoDrawings:
    @staticmethod
    def symbols() -> Mapping[str, object]:
        return {}
