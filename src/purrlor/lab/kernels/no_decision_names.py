"""For a game that has no `lab/decision_names.py`: no decision has a name, and nobody has a habit."""

from __future__ import annotations

from typing import Any


def decision_name(s: Any, seat: int, action: int) -> int:
    return -1


def habit(s: Any, seat: int, value: int) -> int:
    return -1
