"""Labels inside sentences: a label that has quotation marks of its own gets the inner kind."""

from __future__ import annotations

INNER = str.maketrans("«»“”", "„“‘’")


def inside_quotes(label: str) -> str:
    """For a sentence that puts its own quotation marks around this."""
    return label.translate(INNER)
