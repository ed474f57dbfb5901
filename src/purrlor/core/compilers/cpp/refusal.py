"""What a translation refuses, and where it stands."""

from __future__ import annotations

from purrlor.core.errors import PurrlorError
from purrlor.core.language import N_


class CannotTranslate(PurrlorError):
    """A line of Python that has no translation."""


def refusal(file: str, line: int, what: str) -> CannotTranslate:
    return CannotTranslate(
        N_("{file}, line {line}: {what} cannot be translated to C++."), file=file, line=line, what=what
    )
