"""Names as people read them: nothing invisible in them, and two that look alike get numbers."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

MARKS = 3  # combining marks on one letter; more of them climb over the lines above
# Letters and signs that are drawn as nothing, though they count as printable.
INVISIBLE = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\uffa0\ufe00-\ufe0f\U000e0100-\U000e01ef]"
)
# What a reader takes for a Latin letter: Cyrillic, Greek, figures. Compared in lower case and without accents.
ALIKE = str.maketrans(
    {
        **dict(zip("авекмнорстухјѕԁԛԝӏ", "abekmhopctyxjsdqwl", strict=True)),
        **dict(zip("αβεκνορτυχωγηζ", "abekvoptuxwynz", strict=True)),
        **dict(zip("01|!", "olll", strict=True)),
        "i": "l",
        "і": "l",
        "ι": "l",
        "ı": "l",
    }
)


def visible(name: str) -> str:
    """The name without what is drawn as nothing, in one normal form; blanks between words are one blank."""
    text = INVISIBLE.sub("", unicodedata.normalize("NFKC", INVISIBLE.sub("", name)))
    visible_signs: list[str] = []
    marks = MARKS  # a name does not begin with a mark: it would sit on what is before it
    for sign in text:
        marks = marks + 1 if unicodedata.category(sign) in ("Mn", "Me") else 0
        if marks <= MARKS:
            visible_signs.append(sign)
    return " ".join("".join(visible_signs).split())


def skeleton(name: str) -> str:
    """Names with the same skeleton look the same."""
    plain = unicodedata.normalize("NFKD", name.casefold())
    letters = "".join(sign for sign in plain if not unicodedata.combining(sign) and not sign.isspace())
    return letters.translate(ALIKE).replace("rn", "m").replace("vv", "w")


def distinct_names(names: Sequence[str]) -> list[str]:
    """Names that look alike get a number, or no sentence about them can be understood; "" is nobody."""
    taken: set[str] = set()
    found = []
    for name in names:
        number, shown = 1, name
        while name and skeleton(shown) in taken:
            number += 1
            shown = f"{name} {number}"
        taken.add(skeleton(shown))
        found.append(shown)
    return found
