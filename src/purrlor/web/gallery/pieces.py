"""docs/adding_a_game.md with its tables and pictures as they are now, and docs/pieces/ with one file for each piece."""

from __future__ import annotations

import re
from pathlib import Path

from purrlor.core.game_interface import PARTS, TABLE_HEAD
from purrlor.web.art import kit, picture

GRAIN = 3
MARK = re.compile(r"<!-- (\w+) -->\n(?:.+\n)*")  # what stands between a mark and the next empty line is made here


def piece_files() -> dict[str, str]:
    return {f"{name}.svg": picture(art.symbol(GRAIN)) + "\n" for name, art in kit.pieces().items()}


def page_of_games(page: str) -> str:
    """The page with what stands after each mark written again."""
    lines = {
        "parts": [*TABLE_HEAD, *(part.row() for part in PARTS)],
        "pieces": [
            f'<img src="pieces/{name}.svg" alt="{name}" title="kit.{name}" height="90">' for name in kit.pieces()
        ],
    }
    return MARK.sub(lambda found: "\n".join([f"<!-- {found[1]} -->", *lines[found[1]], ""]), page)


def write_pieces(docs: Path) -> list[Path]:
    written = [docs / "adding_a_game.md"]
    written[0].write_text(page_of_games(written[0].read_text(encoding="utf-8")), encoding="utf-8")
    (docs / "pieces").mkdir(exist_ok=True)
    for name, text in piece_files().items():
        written.append(docs / "pieces" / name)
        written[-1].write_text(text, encoding="utf-8")
    return written
