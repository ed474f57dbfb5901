"""Chances as whole percentages that add up to 100."""

from __future__ import annotations

from collections.abc import Sequence


def percentages(shares: Sequence[float]) -> list[int]:
    """Each rounded down, and what is missing goes to those that lost most by it."""
    total = sum(shares)
    exact = [100 * share / total for share in shares] if total else [100 / len(shares)] * len(shares)
    found = [int(each) for each in exact]
    for k in sorted(range(len(exact)), key=lambda k: found[k] - exact[k])[: 100 - sum(found)]:
        found[k] += 1
    return found
