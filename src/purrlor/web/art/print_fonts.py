"""A font for what is printed: a PDF carries its letters with it, and this project ships no font.

So one of this machine's is taken, of a family that has Cyrillic letters, too.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import NamedTuple

from purrlor.core.errors import PurrlorError
from purrlor.core.language import N_

FOLDERS = (
    "/usr/share/fonts", "/usr/local/share/fonts", "~/.local/share/fonts", "~/.fonts",
    "/System/Library/Fonts/Supplemental", "/Library/Fonts", "C:/Windows/Fonts",
)  # fmt: skip
FAMILIES = (  # regular and bold; all of them have Latin and Cyrillic letters
    ("LiberationSans-Regular.ttf", "LiberationSans-Bold.ttf"),
    ("NotoSans-Regular.ttf", "NotoSans-Bold.ttf"),
    ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf"),
    ("Arial.ttf", "Arial Bold.ttf"),
    ("arial.ttf", "arialbd.ttf"),
)


class NoFont(PurrlorError):
    """Nothing to write these letters with."""


class Family(NamedTuple):
    regular: Path
    bold: Path


@cache
def family(folders: tuple[str, ...] = FOLDERS) -> Family | None:
    """The first family of the list of which both files are installed."""
    places = [Path(folder).expanduser() for folder in folders]
    found = {file.name: file for place in places if place.is_dir() for file in place.rglob("*.ttf")}
    for regular, bold in FAMILIES:
        if regular in found and bold in found:
            return Family(found[regular], found[bold])
    return None


def no_font() -> NoFont:
    return NoFont(
        N_(
            "This server has no font with the letters of this language, so it cannot make the PDF. Whoever runs it can "
            "install one (on Debian: fonts-liberation or fonts-dejavu-core). English works without it."
        )
    )
