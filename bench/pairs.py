"""What the figures of peers.py say side by side: every one of our games against every one of theirs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict


class Row(TypedDict):
    """One measured way of one library to play one game."""

    library: str
    way: str
    game: str
    decisions_per_second: float
    games_per_second: float
    observations: bool


PAIRINGS = (  # what is compared: ours, theirs, and how many times as fast we mean to be
    ("vector over Pgx", ("purrlor", "vector"), ("Pgx", ""), 3.0),
    ("vector over PettingZoo", ("purrlor", "vector"), ("PettingZoo", ""), 20.0),
    ("OpenSpiel adapter over python_liars_poker", ("purrlor", "OpenSpiel"), ("OpenSpiel", "Python game"), 1.0),
    ("native roll-outs over OpenSpiel's in C++", ("purrlor", "native"), ("OpenSpiel", "C++"), None),
)


def chosen(found: Sequence[Row], library: str, way: str) -> dict[str, float]:
    """Decisions a second by game."""
    return {
        row["game"]: row["decisions_per_second"]
        for row in found
        if row["library"] == library and row["way"].startswith(way)
    }


def ratios(found: Sequence[Row]) -> dict[str, dict[str, dict[str, float]]]:
    """For each pairing, our game, their game: how many times as many decisions a second."""
    made = {}
    for name, ours, theirs, _ in PAIRINGS:
        rivals = chosen(found, *theirs)
        made[name] = {
            game: {other: speed / rival for other, rival in rivals.items()}
            for game, speed in chosen(found, *ours).items()
        }
    return made


def goals(found: Sequence[Row]) -> dict[str, float | None]:
    """How our slowest compares with their fastest."""
    return {
        name: min((times for row in rows.values() for times in row.values()), default=None)
        for name, rows in ratios(found).items()
    }


def ratio_tables(found: Sequence[Row]) -> list[tuple[str, list[str], list[list[str]]]]:
    """Title, heading and rows of a table for each pairing that was measured."""
    tables = []
    for (name, _, _, aim), rows in zip(PAIRINGS, ratios(found).values(), strict=True):
        rivals = list(next(iter(rows.values()), {}))
        if rivals:
            title = name if aim is None else f"{name} (aim: {aim:g} ×)"
            lines = [[game, *(f"{row[rival]:,.1f} ×" for rival in rivals)] for game, row in rows.items()]
            tables.append((title, ["", *rivals], lines))
    return tables


def speed_table(found: Sequence[Row]) -> tuple[list[str], list[list[str]]]:
    head = ["library", "way", "game", "decisions/s", "games/s", "observations"]
    return head, [
        [
            row["library"],
            row["way"],
            row["game"],
            f"{row['decisions_per_second']:,.0f}",
            f"{row['games_per_second']:,.0f}",
            "yes" if row["observations"] else "no",
        ]
        for row in sorted(found, key=lambda row: -row["decisions_per_second"])
    ]


def markdown(head: Sequence[str], rows: Sequence[Sequence[str]], numbers: Sequence[int]) -> str:
    """A table for docs/performance.md; these columns are numbers."""
    rule = "|".join("--:" if k in numbers else "---" for k in range(len(head)))
    lines = [f"| {' | '.join(line)} |" for line in (head, *rows)]
    return "\n".join([lines[0], f"|{rule}|", *lines[1:]])
