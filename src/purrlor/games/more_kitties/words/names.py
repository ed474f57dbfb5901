"""The names of faces, colours and tokens."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from purrlor.core.language import N_, Translations
from purrlor.games.more_kitties.rules.box import FACES
from purrlor.games.more_kitties.rules.state import HIDDEN

# a face that shows
FACE_NAMES = (
    N_("red cat"),
    N_("blue cat"),
    N_("yellow cat"),
    N_("green cat"),
    N_("violet cat"),
    N_("pink cat"),
    N_("Mouse"),
    N_("Dog"),
    N_("invisible cat"),
)
# the same as what somebody takes, lays or turns over
ONE_OF_THEM = (
    N_("a red cat"),
    N_("a blue cat"),
    N_("a yellow cat"),
    N_("a green cat"),
    N_("a violet cat"),
    N_("a pink cat"),
    N_("a Mouse"),
    N_("a Dog"),
    N_("an invisible cat"),
)
# a side of a token, in short: red/Mouse
SIDE_NAMES = (
    N_("red"),
    N_("blue"),
    N_("yellow"),
    N_("green"),
    N_("violet"),
    N_("pink"),
    N_("mouse"),
    N_("dog"),
    N_("invisible"),
)
# what a player collects
COLOUR_NAMES = (
    N_("red cats"),
    N_("blue cats"),
    N_("yellow cats"),
    N_("green cats"),
    N_("violet cats"),
    N_("pink cats"),
)


def face_name(face: int, t: Translations) -> str:
    return t.gettext(FACE_NAMES[face])


def one_of(face: int, t: Translations) -> str:
    return t.gettext(ONE_OF_THEM[face])


def side_name(face: int, t: Translations) -> str:
    return t.gettext(SIDE_NAMES[face])


def side_taken(face: int, t: Translations) -> str:
    """A side as the object of a verb, in short: languages with cases say it differently."""
    return (
        t.pgettext("whom", "red"),
        t.pgettext("whom", "blue"),
        t.pgettext("whom", "yellow"),
        t.pgettext("whom", "green"),
        t.pgettext("whom", "violet"),
        t.pgettext("whom", "pink"),
        t.pgettext("whom", "mouse"),
        t.pgettext("whom", "dog"),
        t.pgettext("whom", "invisible"),
    )[face]


def colour_name(colour: int, t: Translations) -> str:
    return t.gettext(COLOUR_NAMES[colour])


def face_of(kind: int, side: int) -> int:
    return FACES[2 * kind + side]


@cache
def token_name(kind: int, t: Translations) -> str:
    """Both sides of a token: red/blue; a question mark where it is unknown."""
    if kind == HIDDEN:
        return "?"
    return "/".join(side_name(face_of(kind, side), t) for side in range(2))


def list_tokens(kinds: Iterable[int], t: Translations) -> str:
    return ", ".join(token_name(kind, t) for kind in kinds)


def list_faces(faces: Iterable[int], t: Translations) -> str:
    """Cats by colour, then the others, equal ones once with their number."""
    shown = list(faces)
    parts = []
    for face in sorted(set(shown)):
        n = shown.count(face)
        parts.append(face_name(face, t) if n == 1 else f"{face_name(face, t)}\N{NO-BREAK SPACE}×\N{NO-BREAK SPACE}{n}")
    return ", ".join(parts)
